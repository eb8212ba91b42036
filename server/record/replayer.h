// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "server/record/outside.h"
#include "server/record/stream.h"

#include <array>
#include <filesystem>
#include <vector>

namespace blak::serve {

/// Gives the answers of a recording. A server that asks something else than it asked then has diverged: the replay ends there.
class Replayer final : public Outside
{
public:
    /// `folder` is where the files of the recording go.
    Replayer(EventReader reader, std::filesystem::path folder) : reader_(std::move(reader)), folder_(std::move(folder)) {}

    /// Reads the beginning and unpacks the files.
    Result<void> begin();
    std::uint32_t seed() const { return seed_; }
    /// Of the recording, as it was read last: milliseconds. Looking at it is no reading.
    std::int64_t moment() const { return clocks_[1].value; }

    /// Why the replay ended early; nothing when all of the recording was used.
    const std::optional<Error>& fault() const { return fault_; }
    bool complete() const { return next_ && next_->kind == EventKind::End; } ///< the recording says itself that it ends here
    std::uint64_t events() const { return reader_.position(); }
    std::uint64_t writes() const { return writes_; }
    std::uint64_t differentWrites() const { return differentWrites_; } ///< what connections got is not what they got then

    std::int64_t unixTime() override { return clock(0); }
    std::int64_t milliseconds() override { return clock(1); }
    void random(std::span<std::byte> bytes) override;
    Result<Listening> listen(const ListenWish& wish) override;
    Accepted accept(int listener) override;
    Result<int> connect(const std::string& host, int port) override;
    Result<int> openPipe(const std::string& path) override { return connect(path, 0); }
    Result<int> openConsole() override { return connect("console", 0); }
    Transfer read(int handle, std::span<std::byte> bytes) override;
    Transfer write(int handle, std::span<const std::byte> bytes) override;
    Transfer readDatagram(int handle, std::span<std::byte> bytes, Address& from) override;
    void watch(int, std::uint32_t) override {}
    void close(int) override {}
    std::optional<std::span<const Ready>> wait(int milliseconds) override;
    std::string fact(Fact fact, const std::function<std::string()>& answer) override;
    void noteFiles() override;
    bool replays() const override { return true; }

private:
    struct Clock
    {
        std::int64_t value = 0;
        std::int64_t same = 0;
    };

    std::int64_t clock(std::size_t which);
    void advance();
    bool expect(EventKind kind, std::int64_t first);
    bool expect(EventKind kind);
    void diverge(std::string what);
    int handleOf(std::int64_t number);
    TransferState stateOf(std::int64_t number);
    Result<void> place(const Event& event);

    EventReader reader_;
    std::filesystem::path folder_;
    std::optional<Event> next_;
    std::optional<Error> fault_;
    std::array<Clock, 2> clocks_;
    std::vector<Ready> ready_;
    std::uint32_t seed_ = 0;
    std::uint64_t placed_ = 0; ///< bytes of files
    std::uint64_t writes_ = 0, differentWrites_ = 0;
};

} // namespace blak::serve
