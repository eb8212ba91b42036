// SPDX-License-Identifier: GPL-3.0-or-later
#include "client/session/dealings.h"

#include "formats/wire/fields.h"
#include "formats/wire/message_text.h"

namespace blak::session {
namespace {

using wire::Field;
using wire::MessageId;
using namespace wire::fields;

std::string textOfField(const Field* field, const wire::ResourceBook& resources)
{
    if (field == nullptr)
        return {};
    return field->type == wire::FieldType::Text ? field->text : wire::messageText(*field, resources);
}

Wares waresOf(const wire::Message& message, std::string_view keeper, bool isVault)
{
    Wares wares;
    wares.seller = wire::objectOf(message.find(keeper));
    wares.isVault = isVault;
    for (const Field& element : itemsOf(message, "items"))
        wares.items.push_back({wire::objectOf(findIn(element.items, "object")), numberIn(element.items, "cost")});
    return wares;
}

constexpr std::uint32_t questGiver = 0x0080'0000; ///< among the flags of an object of open105

} // namespace

bool givesQuests(wire::Dialect dialect, const wire::GameObject& person)
{
    return dialect == wire::Dialect::Open105 && (person.flags.flags & questGiver) != 0;
}

void Dealings::beginTrade(const wire::GameObject& partner, std::vector<wire::GameObject> things)
{
    trade_ = Trade{.partner = partner, .offered = std::move(things)};
}

void Dealings::answerTrade(std::vector<wire::GameObject> things)
{
    if (!trade_)
        return;
    trade_->offered = std::move(things);
    trade_->countered = true;
}

bool Dealings::hear(const wire::Message& message, const wire::ResourceBook& resources)
{
    const auto text = [&](std::string_view name) { return textOfField(message.find(name), resources); };
    const auto object = [&](std::string_view name) { return wire::objectOf(message.find(name)); };
    const auto objects = [&] { return wire::objectsOf(message.find("objects")); };
    const auto look = [&](LookedAt::Kind kind) -> LookedAt& {
        ++looks_;
        looked_ = LookedAt{.kind = kind, .object = object("object"), .description = text("description")};
        return *looked_;
    };
    switch (message.row->id) {
    case MessageId::BP_LOOK: {
        LookedAt& looked = look(LookedAt::Kind::Thing);
        looked.editable = (numberOf(message, "flags") & 1) != 0;
        looked.inscription = text("inscription");
        return true;
    }
    case MessageId::UC_LOOK_PLAYER: {
        LookedAt& looked = look(LookedAt::Kind::Player);
        looked.editable = (numberOf(message, "flags") & 1) != 0;
        looked.extra = text("extra");
        looked.url = text("url");
        return true;
    }
    case MessageId::BP_LOOK_SPELL:
        look(LookedAt::Kind::Spell).facts = {text("school"), text("level"), text("mana"), text("vigor")};
        return true;
    case MessageId::BP_LOOK_SKILL: look(LookedAt::Kind::Skill).facts = {text("school"), text("level")}; return true;
    case MessageId::BP_BUY_LIST: wares_ = waresOf(message, "seller", false); return true;
    case MessageId::BP_WITHDRAWAL_LIST: wares_ = waresOf(message, "keeper", true); return true;
    case MessageId::BP_OBJECT_CONTENTS:
        contents_ = Contents{numberOf(message, "container") & wire::idMask, objects()};
        return true;
    case MessageId::BP_OFFER: trade_ = Trade{.byOther = true, .partner = object("offerer"), .wanted = objects()}; return true;
    case MessageId::BP_OFFERED:
        if (!trade_)
            trade_.emplace();
        trade_->offered = objects();
        return true;
    case MessageId::BP_COUNTEROFFER: // the other's answer to one's own offer
        if (!trade_)
            trade_.emplace();
        trade_->wanted = objects();
        trade_->countered = true;
        return true;
    case MessageId::BP_COUNTEROFFERED: // one's own answer has reached the other
        if (!trade_)
            trade_.emplace();
        trade_->offered = objects();
        trade_->countered = true;
        return true;
    case MessageId::BP_OFFER_CANCELED: trade_.reset(); return true;
    case MessageId::BP_NPC_QUEST_LIST: {
        Quests quests;
        quests.giver = object("npc");
        for (const Field& element : itemsOf(message, "quests"))
            quests.quests.push_back({wire::objectOf(findIn(element.items, "quest")),
                                     textOfField(findIn(element.items, "description"), resources),
                                     textOfField(findIn(element.items, "requirements"), resources)});
        quests_ = std::move(quests);
        return true;
    }
    default: return false;
    }
}

} // namespace blak::session
