// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "server/record/event.h"

#include <cstdio>
#include <filesystem>
#include <istream>
#include <memory>
#include <optional>
#include <string>

namespace blak::serve {

/// Appends events to a file that only its owner may read: recordings hold what players typed.
class EventWriter
{
public:
    static Result<EventWriter> create(const std::filesystem::path& file);
    EventWriter(EventWriter&&) = default;
    EventWriter& operator=(EventWriter&&) = default;
    ~EventWriter();

    void write(const Event& event);
    /// Hands over to the system what has collected.
    void flush();
    bool failed() const { return failed_; }
    std::uint64_t written() const { return events_; }

private:
    struct Closer
    {
        void operator()(std::FILE* file) const { std::fclose(file); }
    };
    EventWriter() = default;

    std::unique_ptr<std::FILE, Closer> file_;
    std::string buffer_;
    std::uint64_t events_ = 0;
    int owner_ = 0; ///< a forked child writes nothing
    bool failed_ = false;
};

/// Reads events one by one from hostile bytes, in bounded memory.
class EventReader
{
public:
    EventReader(std::istream& in, std::string name) : in_(in), name_(std::move(name)) {}

    /// The next event; nothing at the end, also in the middle of an event: a server that was killed leaves such files.
    Result<std::optional<Event>> next();
    std::uint64_t position() const { return events_; } ///< events read so far
    bool cutOff() const { return cutOff_; }

private:
    bool header(std::optional<Error>& fault);
    std::optional<std::uint8_t> byte();
    std::optional<std::uint64_t> number();

    std::istream& in_;
    std::string name_;
    std::uint64_t offset_ = 0;
    std::uint64_t events_ = 0;
    bool begun_ = false;
    bool cutOff_ = false;
};

} // namespace blak::serve
