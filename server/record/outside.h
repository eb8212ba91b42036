// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "formats/base/result.h"
#include "server/address/address.h"

#include <cstddef>
#include <cstdint>
#include <functional>
#include <optional>
#include <span>
#include <string>

namespace blak::serve {

/// What a connection can do now.
struct Ready
{
    int handle = -1;
    bool readable = false;
    bool writable = false;
    bool broken = false;
};

/// Where to listen. `address` "" = every address of IPv6 and IPv4; port 0 = any free one.
struct ListenWish
{
    std::string address;
    int port = 0;
    bool datagrams = false;
    std::string certificate = {}, key = {}; ///< files in PEM form; with them its connections speak TLS
    bool carried = false; ///< for few and not for players: may be served apart from them, which costs a little more

    bool secure() const { return !certificate.empty(); }
};

struct Listening
{
    int handle = -1;
    int port = 0;
};

struct Accepted
{
    int handle = -1;        ///< -1 = nobody waits
    bool exhausted = false; ///< somebody waits, and there is no descriptor left for it
    Address address;
};

enum class TransferState : std::uint8_t {
    Done,
    Later, ///< nothing now
    Ended  ///< the peer is gone
};

struct Transfer
{
    TransferState state = TransferState::Later;
    std::size_t size = 0; ///< bytes, when Done
};

/// Answers of the system that are texts, for Outside::fact().
#define BLAK_FACTS(X)                                                                                                            \
    X(Signal, 0)        /* "", "stop" or "reload" */                                                                             \
    X(SnapshotBegun, 1) /* "" or why it failed */                                                                                \
    X(SnapshotEnded, 2) /* "", "done" or why it failed */                                                                        \
    X(SaveNames, 3)     /* times of saves that may stand in the way of a new one, each followed by a blank */                    \
    X(Certificates, 4)  /* "" or why one cannot be read anew */                                                                  \
    X(Passwords, 5)     /* slow hashes that were checked or made: pairs of a number and the result, separated by blanks */       \
    X(ConnectFault, 6)  /* why a connection that was begun broke before it stood */

enum class Fact : std::uint8_t {
#define X(name, number) name = number,
    BLAK_FACTS(X)
#undef X
};

/// Everything the server gets from outside: time, chance, connections, changed files. Whoever gives the same answers again has
/// the same run again (server/record). Text that is encrypted on the wire passes in the clear here.
class Outside
{
public:
    static constexpr std::uint32_t reading = 1, writing = 2; ///< interest in a connection
    static constexpr int highestHandle = (1 << 20) - 1;
    static constexpr int signalHandle = highestHandle; ///< becomes readable when Fact::Signal has an answer

    virtual ~Outside() = default;

    virtual std::int64_t unixTime() = 0;     ///< seconds
    virtual std::int64_t milliseconds() = 0; ///< steady
    virtual void random(std::span<std::byte> bytes) = 0;

    virtual Result<Listening> listen(const ListenWish& wish) = 0;
    virtual Accepted accept(int listener) = 0;
    /// Begins a connection; it becomes writable, or broken.
    virtual Result<int> connect(const std::string& host, int port) = 0;
    /// A named pipe that somebody reads.
    virtual Result<int> openPipe(const std::string& path) = 0;
    /// The terminal the program was started from.
    virtual Result<int> openConsole() = 0;
    virtual Transfer read(int handle, std::span<std::byte> bytes) = 0;
    virtual Transfer write(int handle, std::span<const std::byte> bytes) = 0;
    virtual Transfer readDatagram(int handle, std::span<std::byte> bytes, Address& from) = 0;
    virtual void watch(int handle, std::uint32_t interest) = 0;
    virtual void close(int handle) = 0;
    /// Waits at most so long. Nothing = there will never be anything again.
    virtual std::optional<std::span<const Ready>> wait(int milliseconds) = 0;

    /// `answer` asks the system; a replay repeats what it said.
    virtual std::string fact(Fact fact, const std::function<std::string()>& answer) = 0;
    /// Called before something is done that reads the world's files. A replay puts the files that had changed in their place.
    virtual void noteFiles() {}
    /// The files are those of a recording, and nothing but the world itself may change them.
    virtual bool replays() const { return false; }
};

} // namespace blak::serve
