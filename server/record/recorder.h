// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "server/record/folder_watch.h"
#include "server/record/outside.h"
#include "server/record/stream.h"

#include <array>
#include <filesystem>
#include <functional>
#include <map>

namespace blak::serve {

/// A folder or a file of the world that the server reads. `name` is where it stands in the recording.
struct RecordedPlace
{
    std::filesystem::path path;
    std::string name;
    std::vector<std::string> endings;                ///< of a folder's files, lower case; empty = `path` is a file
    std::function<std::string(std::string)> changed; ///< what the recording holds instead of the file's text; none = the same
    std::string except;                              ///< a file of the folder that is left out
};

/// Passes everything on to the system and writes down what it answered.
class Recorder final : public Outside
{
public:
    Recorder(Outside& real, EventWriter writer) : real_(real), writer_(std::move(writer)) {}

    /// The beginning of a recording: the time, the seed of chance, all files. Fails when a file cannot be read.
    Result<void> begin(std::uint32_t seed, std::vector<RecordedPlace> places);
    /// Adds a file whose content is given.
    void addFile(std::string_view name, std::span<const std::byte> content);
    /// Writes what is left and that the run ended here.
    void end();
    bool failed() const { return writer_.failed(); }

    std::int64_t unixTime() override { return clock(0, real_.unixTime()); }
    std::int64_t milliseconds() override { return clock(1, real_.milliseconds()); }
    void random(std::span<std::byte> bytes) override;
    Result<Listening> listen(const ListenWish& wish) override;
    Accepted accept(int listener) override;
    Result<int> connect(const std::string& host, int port) override;
    Result<int> openPipe(const std::string& path) override;
    Result<int> openConsole() override;
    Transfer read(int handle, std::span<std::byte> bytes) override;
    Transfer write(int handle, std::span<const std::byte> bytes) override;
    Transfer readDatagram(int handle, std::span<std::byte> bytes, Address& from) override;
    void watch(int handle, std::uint32_t interest) override { real_.watch(handle, interest); }
    void close(int handle) override { real_.close(handle); }
    std::optional<std::span<const Ready>> wait(int milliseconds) override;
    std::string fact(Fact fact, const std::function<std::string()>& answer) override;
    void noteFiles() override;

private:
    struct Clock
    {
        std::int64_t value = 0;
        std::int64_t same = 0; ///< readings since it changed
    };
    struct Seen
    {
        std::filesystem::file_time_type changed;
        std::uintmax_t size = 0;
        bool present = false;
        std::size_t place = 0; ///< that found it last
    };

    std::int64_t clock(std::size_t which, std::int64_t now);
    Result<int> noteOpened(Result<int> opened);
    void look(const std::filesystem::path& file, const std::string& name, std::size_t place);
    void lookAtAll(std::size_t place);

    Outside& real_;
    EventWriter writer_;
    std::array<Clock, 2> clocks_;
    std::vector<RecordedPlace> places_;
    FolderWatch watch_; ///< of places_, by the same numbers
    std::map<std::string, Seen> seen_; ///< by name
    std::int64_t flushedAt_ = 0;
};

} // namespace blak::serve
