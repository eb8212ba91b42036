// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "formats/wire/server_link.h"
#include "server/address/address.h"
#include "server/sessions/fairness.h"
#include "server/sessions/line_limit.h"
#include "server/world/role.h"

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace blak::serve {

enum class State : std::uint8_t {
    Login,         ///< framed, AP_ messages
    Game,          ///< framed, BP_ messages; without an object it chooses its character
    Administrator, ///< raw text over the game port
    Maintenance,   ///< raw text over the maintenance port
    Deaf           ///< the stream is lost; closed after a while
};

/// For Fairness: messages of the game have their number and this, those of the login their number alone.
inline constexpr std::size_t gameKinds = 256;

/// One connection: what it sent, what it gets, who it is. Knows no socket; the owner of the socket moves the bytes.
struct Session
{
    Session(std::int64_t number, const Address& from, wire::Dialect dialect, std::string redbook)
        : id(number), address(from), link(dialect, std::move(redbook))
    {
    }

    std::int64_t id;
    Address address;
    wire::ServerLink link;
    State state = State::Login;
    std::int64_t account = 0; ///< 0 = nobody
    std::int64_t object = -1; ///< the character in the game; -1 = none
    int version = 0;          ///< of the client, major * 100 + minor
    int failures = 0;         ///< wrong passwords
    std::string accountName;

    // Milliseconds of the steady clock.
    std::int64_t since = 0;      ///< of the present state
    std::int64_t lastHeard = 0;  ///< last valid message
    std::int64_t notedAt = 0;    ///< last note to the administrators
    std::int64_t creditedTo = 0; ///< time in the game is counted up to here

    LineLimit lines{5, 60'000};     ///< in the logs
    Share share;                    ///< of the server's time
    std::uint32_t lastDatagram = 0; ///< highest sequence number heard by UDP

    std::string text; ///< raw text not yet executed

    // Maintenance: who gives the commands; nobody before a login where one is needed.
    bool mayCommand = false;
    bool console = false; ///< the terminal the server was started from
    world::Role role = world::Role::Observer;
    std::string administrator;

    std::vector<std::byte> output;
    bool fetching = false;       ///< was told to get files first
    bool spoke = false;          ///< a line of text has come
    bool closing = false;        ///< goes when its output is written
    bool seedsSuspected = false; ///< a wrong check word was seen and tolerated
    bool dirty = false;          ///< stands in the list of sessions to write to
    std::int64_t closingSince = 0;

    // For the owner of the socket.
    int handle = -1;
    std::uint32_t interest = 0; ///< events it waits for
    std::size_t written = 0;    ///< bytes of `output` that are gone

    bool isText() const { return state == State::Administrator || state == State::Maintenance; }
    bool inGame() const { return state == State::Game && object >= 0; }
};

} // namespace blak::serve
