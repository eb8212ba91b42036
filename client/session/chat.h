// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstddef>
#include <cstdint>
#include <deque>
#include <string>

namespace blak::session {

enum class ChatKind : std::uint8_t {
    Message, ///< what happens
    System,  ///< of the server
    Said,
    Yelled,
    Broadcast,
    Group, ///< also what one is told alone
    Emote,
    Resource, ///< of things that speak
    GameMaster,
    Guild,
    Own ///< of the client itself: what it could not do
};

/// The kind of a say type of the protocol.
ChatKind chatKindOf(std::uint32_t sayType);

struct ChatLine
{
    std::uint64_t number = 0; ///< grows; never used twice in a game
    ChatKind kind = ChatKind::Message;
    std::uint32_t speaker = 0; ///< 0 = nobody
    std::string text;          ///< bytes of Windows-1252, style codes in it
    std::string name{};        ///< of the speaker, as nameOf() gives it; empty = nobody
};

/// What was said and what happened, the last lines of it.
class Chat
{
public:
    static constexpr std::size_t mostLines = 2000;
    static constexpr std::size_t mostBytes = std::size_t{4} << 20;

    void add(ChatKind kind, std::uint32_t speaker, std::string text, std::string name = {});
    void clear() { lines_.clear(), bytes_ = 0; }
    const std::deque<ChatLine>& lines() const { return lines_; }
    std::uint64_t total() const { return total_; } ///< lines ever added

private:
    std::deque<ChatLine> lines_;
    std::size_t bytes_ = 0;
    std::uint64_t total_ = 0;
};

} // namespace blak::session
