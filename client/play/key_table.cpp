// SPDX-License-Identifier: GPL-3.0-or-later
#include "client/play/key_table.h"

#include <QStringList>

#include <algorithm>
#include <set>

namespace blak::client {
namespace {

using enum PlayAction;

constexpr PlayActionRow rows[]{
#define X(id, name, text) {PlayAction::id, name, text},
    BLAK_PLAY_ACTIONS(X)
#undef X
};

// Digits of the number pad with Num Lock on say where to go, as the arrows do.
constexpr std::pair<int, PlayAction> numberPadKeys[]{{Qt::Key_8, Forward},  {Qt::Key_2, Back},     {Qt::Key_4, TurnLeft},
                                                     {Qt::Key_6, TurnRight}, {Qt::Key_7, StepLeft}, {Qt::Key_9, StepRight},
                                                     {Qt::Key_5, LookAhead}};

constexpr std::pair<int, PlayAction> common[]{
    {Qt::Key_Up, Forward},        {Qt::Key_Down, Back},      {Qt::Key_Left, TurnLeft}, {Qt::Key_Right, TurnRight},
    {Qt::Key_Shift, Run},         {Qt::Key_PageUp, LookUp},  {Qt::Key_PageDown, LookDown}, {Qt::Key_Home, LookAhead},
    {Qt::Key_Space, Go},          {Qt::Key_Tab, NextTarget}, {Qt::Key_Escape, NoTarget},   {Qt::Key_Return, Chat},
    {Qt::Key_Enter, Chat},        {Qt::Key_Slash, Command},  {Qt::Key_F1, Help},           {Qt::Key_QuoteLeft, OwnTarget},
    {Qt::Key_F6, NextPart}};

constexpr std::pair<int, PlayAction> modern[]{{Qt::Key_W, Forward},  {Qt::Key_S, Back},      {Qt::Key_A, StepLeft},
                                              {Qt::Key_D, StepRight}, {Qt::Key_Q, TurnLeft}, {Qt::Key_E, TurnRight},
                                              {Qt::Key_G, Get},      {Qt::Key_L, Look},      {Qt::Key_F, Attack},
                                              {Qt::Key_R, Rest},     {Qt::Key_M, Map},        {Qt::Key_V, MouseLook}};

// As the old clients had them: arrows to walk, letters for what one does.
constexpr std::pair<int, PlayAction> classic[]{{Qt::Key_Comma, StepLeft}, {Qt::Key_Period, StepRight}, {Qt::Key_G, Get},
                                               {Qt::Key_L, Look},         {Qt::Key_Control, Attack},   {Qt::Key_R, Rest},
                                               {Qt::Key_M, Map},          {Qt::Key_V, MouseLook}};

} // namespace

std::span<const PlayActionRow> playActions() { return rows; }

KeyTable KeyTable::of(KeyPreset preset)
{
    KeyTable table;
    for (const auto& [key, action] : common)
        table.bind(key, action);
    for (const auto& [key, action] : preset == KeyPreset::Modern ? std::span<const std::pair<int, PlayAction>>(modern)
                                                                 : std::span<const std::pair<int, PlayAction>>(classic))
        table.bind(key, action);
    return table;
}

std::optional<PlayAction> KeyTable::actionOf(int key, bool numberPad) const
{
    if (numberPad)
        for (const auto& [digit, action] : numberPadKeys)
            if (digit == key)
                return action;
    const auto it = keys_.find(key);
    return it == keys_.end() ? std::nullopt : std::optional(it->second);
}

std::vector<int> KeyTable::keysOf(PlayAction action) const
{
    std::vector<int> keys;
    for (const auto& [key, what] : keys_)
        if (what == action)
            keys.push_back(key);
    return keys;
}

QString KeyTable::textOf(PlayAction action) const
{
    QStringList names;
    for (const int key : keysOf(action))
        names << QKeySequence(key).toString(QKeySequence::NativeText);
    return names.join(QStringLiteral(", "));
}

QString KeyTable::toText() const
{
    QStringList parts;
    for (const auto& [key, action] : keys_)
        parts << QStringLiteral("%1=%2").arg(key).arg(QLatin1String(rows[static_cast<std::size_t>(action)].name));
    for (const PlayActionRow& row : rows)
        if (keysOf(row.action).empty())
            parts << QStringLiteral("0=%1").arg(QLatin1String(row.name));
    return parts.join(QLatin1Char(';'));
}

KeyTable KeyTable::fromText(const QString& text)
{
    KeyTable table;
    std::set<PlayAction> told;
    for (const QString& part : text.split(QLatin1Char(';'), Qt::SkipEmptyParts)) {
        const QString name = part.section(QLatin1Char('='), 1);
        bool right = false;
        const int key = part.section(QLatin1Char('='), 0, 0).toInt(&right);
        const auto row = std::ranges::find_if(rows, [&](const PlayActionRow& one) { return name == QLatin1String(one.name); });
        if (!right || row == std::end(rows))
            continue;
        told.insert(row->action);
        if (key != 0)
            table.bind(key, row->action);
    }
    if (told.empty())
        return table;
    for (const auto& [key, action] : of(KeyPreset::Modern).keys_)
        if (!told.contains(action))
            table.keys_.try_emplace(key, action);
    return table;
}

} // namespace blak::client
