// SPDX-License-Identifier: GPL-3.0-or-later
#include "formats/wire/message_table.h"

namespace blak::wire {

namespace {

using enum Family;
constexpr Direction C = Direction::ToServer; // from the client
constexpr Direction S = Direction::ToClient; // from the server

#define APPEARANCE "animation:animation overlays[u8]{icon:rsc hotspot:i8 animation:animation}"
#define IDENTITY "id:stack icon:rsc name:rsc flags:flags"

// Protocol reference, section 1B.2.
constexpr StructureRow structures[] = {
    {"flags", "flags:u32 M|rarity:u32 OF|effect:u8 OF|minimap:u32 OF|colour:u32 OF|kind:u8 OF|move_on:u8"},
    {"player_flags", "flags:u32 OF|effect:u8 OF|minimap:u32 OF|colour:u32 OF|kind:u8 OF|move_on:u8"},
    {"light", "flags:u16 ?flags!=0{intensity:u8 colour:u16}"},
    {"animation", "?palette{palette:u8 palette_value:u8} kind:u8 ?kind==1{group:u16} ?kind==2{period:u32 low:u16 high:u16} "
                  "?kind==3{period:u32 low:u16 high:u16 final:u16}"},
    {"object", IDENTITY " CMOF|light:light " APPEARANCE},
    {"player_overlay", IDENTITY " " APPEARANCE},
    {"motion", APPEARANCE},
    {"room_object", "object:object row:u16 column:u16 angle:u16 motion:motion"},
    {"stat", "number:u8 name:rsc kind:u8 ?kind==1{tag:u8 ?tag==1{value:i32 minimum:i32 maximum:i32 current_maximum:i32} "
             "?tag==2{resource:rsc}} ?kind==2{id:id value:i32 CMOF|icon:rsc}"},
    {"spell", "object:object targets:u8 school:u8"},
    {"skill", "object:object OF|targets:u8 OF|school:u8 OF|active:u8"},
    {"player", "id:id name:rsc text:str flags:player_flags"},
    {"faces", "hair[u32]{icon:rsc} head:rsc eyes[u32]{icon:rsc} noses[u32]{icon:rsc} mouths[u32]{icon:rsc}"},
    {"statistics", "might:u8 intellect:u8 stamina:u8 agility:u8 mysticism:u8 aim:u8 schools[6]{level:u8} weaponcraft:u8 "
                   "roguecraft:u8"},
};

constexpr MessageRow messages[] = {
#define MESSAGE(family, number, dialects, direction, name, layout)                                                               \
    {family, number, dialects, direction, MessageId::name, #name, layout},
#include "formats/wire/messages.inc"
};

#undef APPEARANCE
#undef IDENTITY

} // namespace

std::span<const MessageRow> messageTable() { return messages; }

std::span<const StructureRow> structureTable() { return structures; }

} // namespace blak::wire
