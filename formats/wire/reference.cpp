// SPDX-License-Identifier: GPL-3.0-or-later
#include "formats/wire/reference.h"

#include "formats/wire/message_table.h"

namespace blak::wire {

namespace {

constexpr std::string_view introduction =
    "# Client protocol\n\n"
    "Made from the message table (`formats/wire/message_table.cpp`); `tst_wire_codec` fails when this page is out of date and\n"
    "writes it anew when `BLAK_WRITE_DOCS=1` is set.\n\n"
    "A frame is u16 length, u16 check word, u16 length again, u8 epoch, payload; numbers are little-endian. The payload starts "
    "with\n"
    "the message number. A server frame with epoch 0 is in login mode (AP_ numbers), any other in game mode (BP_ numbers).\n"
    "BP_SYSTEM (6) and BP_USERCOMMAND (155) carry a second number.\n\n"
    "Layouts: `name:type`, `name[count]{...}` for lists (`*`: to the end of the frame), `?condition{...}` for parts that depend "
    "on\n"
    "an earlier field. `str` has a u16 length; `stack` is an object id that is followed by a u32 amount when its top four bits\n"
    "are 1; `rsc` is a resource id; `message` is a resource id followed by the parameters of the resource's text.\n"
    "A part that begins with dialect letters and `|` exists in those dialects only:";

/// A bar would end the table cell.
std::string cell(std::string_view layout)
{
    if (layout.empty())
        return "-";
    std::string text = "`";
    for (const char c : layout)
        text += c == '|' ? std::string("\\|") : std::string(1, c);
    return text + "`";
}

void addFamily(std::string& page, std::string_view title, Family family)
{
    page += "\n## " + std::string(title) + "\n\n| number | name | sent by | dialects | layout |\n|---|---|---|---|---|\n";
    for (const MessageRow& row : messageTable())
        if (row.family == family)
            page += "| " + std::to_string(row.number) + " | " + std::string(row.name) + " | " +
                    (row.direction == Direction::ToServer ? "client" : "server") + " | " + std::string(row.dialects) + " | " +
                    cell(row.layout) + " |\n";
}

} // namespace

std::string protocolReference()
{
    std::string page(introduction);
    for (const DialectName& dialect : dialectNames)
        page += std::string(&dialect == dialectNames.data() ? " " : ", ") + dialect.letter + " = " + std::string(dialect.name);
    page += ".\n\n## Structures\n\n| name | layout |\n|---|---|\n";
    for (const StructureRow& row : structureTable())
        page += "| " + std::string(row.name) + " | " + cell(row.layout) + " |\n";
    addFamily(page, "Login mode", Family::Login);
    addFamily(page, "Game mode", Family::Game);
    addFamily(page, "System commands (BP_SYSTEM 6)", Family::System);
    addFamily(page, "User commands (BP_USERCOMMAND 155)", Family::User);
    return page;
}

} // namespace blak::wire
