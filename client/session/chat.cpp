// SPDX-License-Identifier: GPL-3.0-or-later
#include "client/session/chat.h"

namespace blak::session {

ChatKind chatKindOf(std::uint32_t sayType)
{
    switch (sayType) {
    case 1: return ChatKind::Said;
    case 2: return ChatKind::Yelled;
    case 3: return ChatKind::Broadcast;
    case 4: return ChatKind::Group;
    case 5: return ChatKind::Resource;
    case 6: return ChatKind::Emote;
    case 9: return ChatKind::GameMaster;
    case 10: return ChatKind::Guild;
    default: return ChatKind::Message;
    }
}

void Chat::add(ChatKind kind, std::uint32_t speaker, std::string text, std::string name)
{
    bytes_ += text.size() + name.size();
    lines_.push_back({++total_, kind, speaker, std::move(text), std::move(name)});
    while (lines_.size() > mostLines || (bytes_ > mostBytes && lines_.size() > 1)) {
        bytes_ -= lines_.front().text.size() + lines_.front().name.size();
        lines_.pop_front();
    }
}

} // namespace blak::session
