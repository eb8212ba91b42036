// SPDX-License-Identifier: GPL-3.0-or-later
#include "formats/wire/message_table.h"

#include <array>
#include <cstdio>
#include <cstdlib>
#include <map>

namespace blak::wire {

namespace {

using Structures = std::map<std::string_view, Layout>;

/// The table is part of the program: a layout in it that cannot be read is a bug.
Layout parsed(std::string_view name, std::string_view text, StructureLookup lookup)
{
    auto layout = parseLayout(text, lookup);
    if (!layout) {
        std::fprintf(stderr, "%.*s: %s\n", static_cast<int>(name.size()), name.data(), layout.error().text().c_str());
        std::abort();
    }
    return std::move(layout).value();
}

Structures& knownStructures()
{
    static Structures known;
    return known;
}

const Layout* findStructure(std::string_view name)
{
    const auto found = knownStructures().find(name);
    return found == knownStructures().end() ? nullptr : &found->second;
}

std::vector<Layout> parseTable()
{
    for (const StructureRow& row : structureTable())
        knownStructures().emplace(row.name, parsed(row.name, row.layout, findStructure));
    std::vector<Layout> layouts;
    for (const MessageRow& row : messageTable())
        layouts.push_back(parsed(row.name, row.layout, findStructure));
    return layouts;
}

/// Row by dialect, direction, family and number.
using RowIndex = std::array<const MessageRow*, dialectNames.size() * 2 * 4 * 256>;

std::size_t slot(Dialect dialect, Direction direction, Family family, std::uint8_t number)
{
    return ((static_cast<std::size_t>(dialect) * 2 + static_cast<std::size_t>(direction)) * 4 +
            static_cast<std::size_t>(family)) *
               256 +
           number;
}

RowIndex indexRows()
{
    RowIndex index{};
    for (const MessageRow& row : messageTable())
        for (const DialectName& dialect : dialectNames)
            if (row.isIn(dialect.dialect))
                index[slot(dialect.dialect, row.direction, row.family, row.number)] = &row;
    return index;
}

/// Row by dialect, direction and id.
using IdIndex = std::array<const MessageRow*, dialectNames.size() * 2 * static_cast<std::size_t>(MessageId::Count)>;

std::size_t idSlot(Dialect dialect, Direction direction, MessageId id)
{
    return (static_cast<std::size_t>(dialect) * 2 + static_cast<std::size_t>(direction)) *
               static_cast<std::size_t>(MessageId::Count) +
           static_cast<std::size_t>(id);
}

IdIndex indexIds()
{
    IdIndex index{};
    for (const MessageRow& row : messageTable())
        for (const DialectName& dialect : dialectNames)
            if (row.isIn(dialect.dialect))
                index[idSlot(dialect.dialect, row.direction, row.id)] = &row;
    return index;
}

} // namespace

const Layout* structureLayout(std::string_view name)
{
    (void)layoutOf(messageTable().front()); // parses all
    return findStructure(name);
}

const MessageRow* findMessage(Dialect dialect, Direction direction, Family family, std::uint8_t number)
{
    static const RowIndex index = indexRows();
    return index[slot(dialect, direction, family, number)];
}

const MessageRow* findMessage(Dialect dialect, Direction direction, MessageId id)
{
    static const IdIndex index = indexIds();
    const std::size_t at = idSlot(dialect, direction, id);
    return at < index.size() ? index[at] : nullptr;
}

const MessageRow* findMessage(Dialect dialect, Direction direction, std::string_view name)
{
    for (const MessageRow& row : messageTable())
        if (row.name == name && row.direction == direction && row.isIn(dialect))
            return &row;
    return nullptr;
}

const Layout& layoutOf(const MessageRow& row)
{
    if (row.own != nullptr)
        return *row.own;
    static const std::vector<Layout> layouts = parseTable();
    return layouts.at(static_cast<std::size_t>(&row - messageTable().data()));
}

} // namespace blak::wire
