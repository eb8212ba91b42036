// SPDX-License-Identifier: GPL-3.0-or-later
#include "studio/debugging/launch_box.h"

#include "studio/debugging/launch_list.h"

#include <QSignalBlocker>

#include <algorithm>

namespace blak::ui::debugging {
namespace {

constexpr int widest = 360; ///< folders may have long names
constexpr int narrowest = 90;

} // namespace

LaunchBox::LaunchBox(LaunchList& launches, const code::DebugSession& session, QWidget* parent)
    : QComboBox(parent), launches_(launches), session_(session)
{
    setObjectName(QStringLiteral("debugLaunch"));
    setAccessibleName(tr("What is debugged"));
    setFocusPolicy(Qt::ClickFocus);
    setMaximumWidth(widest);
    setSizeAdjustPolicy(QComboBox::AdjustToContents);
    connect(&launches_, &LaunchList::changed, this, &LaunchBox::fill);
    connect(&session_, &code::DebugSession::stateChanged, this, &LaunchBox::showWish);
    connect(this, &QComboBox::activated, this, &LaunchBox::choose);
}

QSize LaunchBox::sizeHint() const
{
    int rows = 0;
    for (int i = 0; i < count(); ++i)
        rows = std::max(rows, fontMetrics().horizontalAdvance(itemText(i)));
    const int more = fontMetrics().horizontalAdvance(placeholderText()) - rows;
    return QComboBox::sizeHint() + QSize(std::max(more, 0), 0);
}

QSize LaunchBox::minimumSizeHint() const { return {narrowest, QComboBox::minimumSizeHint().height()}; }

void LaunchBox::fill()
{
    const QSignalBlocker quiet(this);
    clear();
    for (const code::DebugWish& wish : launches_.all())
        addItem(wish.name);
    addItem(tr("Edit\u2026"));
    setCurrentIndex(launches_.chosen());
    tell();
}

void LaunchBox::showWish()
{
    const bool isOther = session_.state() != code::DebugState::Off && session_.wish().name != launches_.wish().name;
    setPlaceholderText(isOther ? session_.wish().name : QString());
    setCurrentIndex(isOther ? -1 : launches_.chosen());
    tell();
}

void LaunchBox::choose(int index)
{
    if (index < launches_.all().size())
        return launches_.choose(index);
    fill();
    emit editWanted();
}

/// A name may be longer than the box.
void LaunchBox::tell()
{
    setToolTip(currentIndex() < 0 ? tr("%1 is debugged").arg(placeholderText()) : tr("What Start debugs: %1").arg(currentText()));
    updateGeometry();
}

} // namespace blak::ui::debugging
