// SPDX-License-Identifier: GPL-3.0-or-later
#include "client/session/creation.h"

#include "formats/wire/fields.h"

namespace blak::session {
namespace {

using wire::Field;
using wire::MessageId;
using namespace wire::fields;

FaceParts facesOf(const wire::Message& message, std::string_view which)
{
    const std::vector<Field>& items = itemsOf(message, which);
    return {numberIn(items, "head"), numbersOf(itemsIn(items, "hair")), numbersOf(itemsIn(items, "eyes")),
            numbersOf(itemsIn(items, "noses")), numbersOf(itemsIn(items, "mouths"))};
}

std::vector<std::uint8_t> bytesOfList(const std::vector<Field>& list)
{
    std::vector<std::uint8_t> bytes;
    for (const std::uint32_t number : numbersOf(list))
        bytes.push_back(static_cast<std::uint8_t>(number));
    return bytes;
}

std::vector<Choice> choicesOf(const std::vector<Field>& list)
{
    std::vector<Choice> choices;
    for (const Field& element : list)
        choices.push_back({numberIn(element.items, "id"), numberIn(element.items, "name"),
                           numberIn(element.items, "description"), numberIn(element.items, "cost"),
                           static_cast<std::uint8_t>(numberIn(element.items, "school"))});
    return choices;
}

/// Error codes of open105 (protocol reference 1B.3).
std::string reasonOf(std::uint32_t error)
{
    static constexpr const char* reasons[]{nullptr,
                                           nullptr,
                                           "This character has been made already.",
                                           "The name is too long or too short.",
                                           "The name has characters that the server does not take.",
                                           "Somebody has this name already.",
                                           "A monster has this name.",
                                           "A person of this world has this name.",
                                           "A guild has this name.",
                                           "The server does not want this name.",
                                           "The name would confuse others.",
                                           "This name is retired.",
                                           "The description is too long.",
                                           "The server does not take this gender."};
    const char* reason = error < std::size(reasons) ? reasons[error] : nullptr;
    return reason != nullptr ? reason : "The server does not take this character. Try another name.";
}

} // namespace

bool Creation::hear(const wire::Message& message)
{
    switch (message.row->id) {
    case MessageId::BP_CHARACTERS:
        messageOfTheDay_ = std::string(textOf(message, "message_of_the_day"));
        advertisements_.clear();
        for (const Field& element : itemsOf(message, "advertisements"))
            advertisements_.push_back(
                {std::string(textIn(element.items, "file")), std::string(textIn(element.items, "url"))});
        return true;
    case MessageId::BP_CHARINFO:
        choices_ = CreationChoices{bytesOfList(itemsOf(message, "hair_palettes")),
                                   bytesOfList(itemsOf(message, "skin_palettes")),
                                   facesOf(message, "male"),
                                   facesOf(message, "female"),
                                   choicesOf(itemsOf(message, "spells")),
                                   choicesOf(itemsOf(message, "skills"))};
        return true;
    case MessageId::BP_CHARINFO_OK:
        refusal_.clear();
        choices_.reset();
        return true;
    case MessageId::BP_CHARINFO_NOT_OK: refusal_ = reasonOf(numberOf(message, "error")); return true;
    default: return false;
    }
}

std::optional<std::vector<Field>> Creation::fieldsOf(const NewCharacter& character) const
{
    if (!choices_)
        return std::nullopt;
    const FaceParts& parts = character.female ? choices_->female : choices_->male;
    const auto pick = [](const auto& list, std::size_t at) { return list.empty() ? 0u : list[at % list.size()]; };
    std::vector<std::vector<Field>> face, statistics, spells, skills;
    for (const std::uint32_t icon : {parts.head, pick(parts.hair, character.face[0]), pick(parts.eyes, character.face[1]),
                                     pick(parts.noses, character.face[2]), pick(parts.mouths, character.face[3])})
        face.push_back({resourceId("icon", icon)});
    for (const std::uint32_t value : character.statistics)
        statistics.push_back({u32("value", value)});
    for (const std::uint32_t id : character.spells)
        spells.push_back({objectId("id", id)});
    for (const std::uint32_t id : character.skills)
        skills.push_back({objectId("id", id)});
    return std::vector<Field>{objectId("id", character.id),
                              text("name", character.name),
                              text("description", character.description),
                              u8("gender", character.female ? 2 : 1),
                              elements("face", std::move(face)),
                              u8("hair_palette", pick(choices_->hairPalettes, character.hairPalette)),
                              u8("skin_palette", pick(choices_->skinPalettes, character.skinPalette)),
                              elements("stats", std::move(statistics)),
                              elements("spells", std::move(spells)),
                              elements("skills", std::move(skills))};
}

} // namespace blak::session
