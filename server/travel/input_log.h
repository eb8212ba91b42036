// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "formats/base/result.h"
#include "server/vm/vm.h"

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace blak::serve {

/// What a host was asked and said.
enum class AnswerKind : std::uint8_t { UnixTime, Milliseconds, Random, Account, Inactive, Address, RoomFile, SavedAt };

struct LoggedAnswer
{
    AnswerKind kind = AnswerKind::UnixTime;
    bool given = true; ///< of those that may say nothing
    std::int64_t number = 0;
    std::string bytes;
};

/// An input with what it points to. `nested` ones came while a handler stood, after so many instructions of the outermost one.
struct LoggedInput
{
    vm::Input input;
    bool nested = false;
    std::int64_t executed = 0;     ///< of nested ones
    std::int64_t milliseconds = 0; ///< of others: when, since the log began
    std::string text;
    std::vector<vm::Parameter> parameters;
    std::vector<std::int64_t> roots;
    std::optional<bof::File> file;
};

/// The end of an input that is not nested, and how many instructions it took; what the last run had, this one must have.
struct LoggedEnd
{
    bool nested = false;
    std::int64_t executed = 0;
};

struct LogEvent
{
    enum class Kind : std::uint8_t { Input = 1, End = 2, Answer = 3 };
    Kind kind = Kind::End;
    LoggedInput input;
    LoggedEnd end;
    LoggedAnswer answer;
};

/// Inputs and answers in a file without a name, which processes that were forked see too. Only the end grows; the beginning is
/// given back to the system.
class InputLog
{
public:
    InputLog() = default;
    ~InputLog();
    InputLog(const InputLog&) = delete;
    InputLog& operator=(const InputLog&) = delete;

    Result<void> open();
    void add(const vm::Input& input, bool nested, std::int64_t executed, std::int64_t milliseconds);
    void add(const LoggedEnd& end);
    void add(const LoggedAnswer& answer);
    /// Where the next event begins.
    std::uint64_t end() const { return written_ + pending_.size(); }
    /// Other processes see all of it.
    bool flush();
    void drop(std::uint64_t before);
    /// From a place up to the end, to a new file.
    Result<void> copy(std::uint64_t from, const std::filesystem::path& file);
    int handle() const { return handle_; }

private:
    int handle_ = -1;
    std::uint64_t written_ = 0;
    std::uint64_t dropped_ = 0;
    bool failed_ = false;
    std::string pending_;
};

/// Reads such a file from a place up to another one.
class InputLogReader
{
public:
    InputLogReader(int handle, std::uint64_t from, std::uint64_t to);
    ~InputLogReader();
    InputLogReader(const InputLogReader&) = delete;
    InputLogReader& operator=(const InputLogReader&) = delete;

    /// Nothing at the end, and behind what makes no sense.
    std::optional<LogEvent> next();
    /// The next one, which stays the next one.
    const std::optional<LogEvent>& peek();
    /// Whether nested inputs come before the end of the input that was read last.
    bool nestedAhead() const;
    std::uint64_t place() const { return from_ + at_ - (peeked_ ? peekedSize_ : 0); }

private:
    std::optional<LogEvent> read(std::size_t& at) const;

    std::uint64_t from_;
    void* mapped_ = nullptr;
    std::size_t mappedSize_ = 0;
    std::span<const std::byte> bytes_;
    std::size_t at_ = 0;
    bool peeked_ = false;
    std::size_t peekedSize_ = 0;
    std::optional<LogEvent> ahead_;
};

} // namespace blak::serve
