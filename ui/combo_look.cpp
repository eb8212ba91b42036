// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/combo_look.h"

#include <QComboBox>
#include <QHelpEvent>
#include <QStyleOptionComboBox>
#include <QStylePainter>
#include <QToolTip>

namespace blak::ui {
namespace {

constexpr int besideIcon = 4; ///< px between the icon and the text, as Qt draws them

/// What Qt's own paintEvent() asks a box for, and keeps from others.
struct OpenBox : QComboBox
{
    static QStyleOptionComboBox optionOf(const QComboBox& box)
    {
        QStyleOptionComboBox option;
        (box.*&OpenBox::initStyleOption)(&option);
        if (box.currentIndex() < 0 && !box.placeholderText().isEmpty()) {
            option.palette.setBrush(QPalette::ButtonText, option.palette.placeholderText());
            option.currentText = box.placeholderText();
        }
        return option;
    }
};

QString elided(const QComboBox& box, const QStyleOptionComboBox& option)
{
    const QRect place = box.style()->subControlRect(QStyle::CC_ComboBox, &option, QStyle::SC_ComboBoxEditField, &box);
    const int icon = option.currentIcon.isNull() ? 0 : option.iconSize.width() + besideIcon;
    return box.fontMetrics().elidedText(option.currentText, Qt::ElideRight, place.width() - icon);
}

/// One for all: it has no state and lives as long as the program.
class ComboDresser : public QObject
{
protected:
    bool eventFilter(QObject* watched, QEvent* event) override
    {
        if (event->type() != QEvent::Paint && event->type() != QEvent::ToolTip)
            return false;
        auto* box = qobject_cast<QComboBox*>(watched);
        if (box == nullptr || box->isEditable())
            return false;
        QStyleOptionComboBox option = OpenBox::optionOf(*box);
        const QString whole = option.currentText;
        option.currentText = elided(*box, option);
        if (option.currentText == whole)
            return false;
        if (event->type() == QEvent::ToolTip) {
            const QString own = box->toolTip();
            QToolTip::showText(static_cast<QHelpEvent*>(event)->globalPos(), own.isEmpty() ? whole : whole + u'\n' + own, box);
            return true;
        }
        QStylePainter painter(box);
        painter.setPen(box->palette().color(QPalette::Text));
        painter.drawComplexControl(QStyle::CC_ComboBox, option);
        painter.drawControl(QStyle::CE_ComboBoxLabel, option);
        return true;
    }
};

} // namespace

void dressCombo(QComboBox& box)
{
    static ComboDresser dresser;
    box.installEventFilter(&dresser);
}

QString shownText(const QComboBox& box) { return elided(box, OpenBox::optionOf(box)); }

} // namespace blak::ui
