// SPDX-License-Identifier: GPL-3.0-or-later
#include "studio/views/compare/difference_rows.h"

#include "studio/views/common/text.h"

#include <QCoreApplication>

#include <algorithm>

namespace blak::ui::views {
namespace {

QString say(const char* text) { return QCoreApplication::translate("DifferenceRows", text); }

QString withRole(const QString& title, const QString& role) { return role.isEmpty() ? title : title + QStringLiteral(" \u00b7 ") + role; }

enum Column : int { ChangeColumn, PlaceColumn, FieldColumn, LeftColumn, RightColumn };

} // namespace

DifferenceRows::DifferenceRows(diff::Differences all, const QString& leftRole, const QString& rightRole)
    : all_(std::move(all)), left_(withRole(say("Left"), leftRole)), right_(withRole(say("Right"), rightRole))
{
    for (const diff::Difference& one : all_) {
        const QString kind = fromUtf8(one.kind);
        qsizetype at = kinds_.indexOf(kind);
        if (at < 0) {
            at = kinds_.size();
            kinds_ << kind;
        }
        groups_.push_back(static_cast<int>(at));
    }
}

QVector<TableColumn> DifferenceRows::columns() const
{
    return {{say("Change"), 92},
            {say("What"), 170},
            {say("Field"), 150},
            {left_, 200, true, false, true},
            {right_, 200, true, false, true}};
}

QString DifferenceRows::text(int row, int column) const
{
    const diff::Difference& one = at(row);
    switch (column) {
    case ChangeColumn:
        return one.change == diff::Change::Added     ? say("+ added")
               : one.change == diff::Change::Removed ? say("\u2212 removed")
                                                     : say("\u2260 changed");
    case PlaceColumn: return fromUtf8(one.place);
    case FieldColumn: return fromUtf8(one.field);
    case LeftColumn: return oneLine(fromUtf8(one.left));
    default: return oneLine(fromUtf8(one.right));
    }
}

std::optional<double> DifferenceRows::number(int row, int column) const
{
    if (column == ChangeColumn)
        return static_cast<double>(at(row).change);
    return std::nullopt;
}

CellTone DifferenceRows::tone(int row, int column) const
{
    if (column == FieldColumn)
        return CellTone::Quiet;
    if (column != ChangeColumn)
        return CellTone::Text;
    return at(row).change == diff::Change::Added     ? CellTone::Good
           : at(row).change == diff::Change::Removed ? CellTone::Error
                                                     : CellTone::Warning;
}

int DifferenceRows::group(int row) const { return groups_[static_cast<std::size_t>(row)]; }

qsizetype DifferenceRows::countOf(int kind) const { return std::count(groups_.begin(), groups_.end(), kind); }

} // namespace blak::ui::views
