// SPDX-License-Identifier: GPL-3.0-or-later
#include "studio/views/merge/merge_rows.h"

#include "studio/views/common/text.h"

#include <QCoreApplication>

namespace blak::ui::views {
namespace {

QString say(const char* text) { return QCoreApplication::translate("MergeRows", text); }

} // namespace

MergeRows::MergeRows(const MergeDocument& document) : all_(document.merged().conflicts)
{
    for (const diff::Conflict& one : all_)
        taken_.push_back(document.decisionOf(one));
}

QVector<TableColumn> MergeRows::columns() const
{
    return {{say("What"), 120},
            {say("Field"), 110},
            {say("Before"), 140, true, false, true},
            {say("Ours"), 140, true, false, true},
            {say("Theirs"), 140, true, false, true},
            {say("Taken"), 260}};
}

QString MergeRows::text(int row, int column) const
{
    const diff::Conflict& one = at(row);
    switch (column) {
    case PlaceColumn: return fromUtf8(one.place);
    case FieldColumn: return one.field.empty() ? say("all of it") : fromUtf8(one.field);
    case BaseColumn: return oneLine(fromUtf8(one.base));
    case OursColumn: return oneLine(fromUtf8(one.ours));
    case TheirsColumn: return oneLine(fromUtf8(one.theirs));
    default: break;
    }
    const auto& taken = taken_[static_cast<std::size_t>(row)];
    const QString what = !taken                        ? say("not decided")
                         : *taken == diff::Take::Ours   ? say("ours")
                         : *taken == diff::Take::Theirs ? say("theirs")
                                                        : say("as before");
    return one.note.empty() ? what : say("%1: %2").arg(what, fromUtf8(one.note));
}

CellTone MergeRows::tone(int row, int column) const
{
    if (column == FieldColumn)
        return CellTone::Quiet;
    if (column != TakenColumn)
        return CellTone::Text;
    if (!isDecided(row))
        return CellTone::Warning;
    return at(row).note.empty() ? CellTone::Good : CellTone::Error;
}

int MergeRows::rowOf(const diff::Conflict& conflict) const
{
    for (int row = 0; row < rows(); ++row)
        if (at(row).place == conflict.place && at(row).field == conflict.field)
            return row;
    return -1;
}

} // namespace blak::ui::views
