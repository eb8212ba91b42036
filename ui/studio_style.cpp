// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/studio_style.h"

#include "ui/chooser_look.h"
#include "ui/fit_dialog.h"
#include "ui/combo_look.h"
#include "ui/icons.h"
#include "ui/row_hover.h"
#include "ui/theme.h"

#include <QAbstractItemView>
#include <QApplication>
#include <QComboBox>
#include <QPainter>
#include <QProxyStyle>
#include <QPushButton>
#include <QStyleFactory>
#include <QStyleOption>
#include <QToolButton>

#include <algorithm>

namespace blak::ui {
namespace {

constexpr int rowHeight = 22; ///< of lists, trees and tables

void paintCentred(QPainter& painter, const QRect& rect, const QString& name, bool enabled, int size = 12)
{
    const QRectF place(rect.center().x() + 0.5 - size / 2.0, rect.center().y() + 0.5 - size / 2.0, size, size);
    paintIcon(painter, place, name, enabled ? theme().text2 : theme().textDisabled, theme().dock);
}

void paintCheckBox(const QStyleOption& option, QPainter& painter)
{
    const bool enabled = option.state.testFlag(QStyle::State_Enabled);
    const bool on = option.state.testFlag(QStyle::State_On);
    const bool mixed = option.state.testFlag(QStyle::State_NoChange);
    const QRectF box = QRectF(option.rect).adjusted(0.5, 0.5, -0.5, -0.5);
    painter.save();
    painter.setRenderHint(QPainter::Antialiasing);
    const bool filled = (on || mixed) && enabled;
    const bool focused =
        option.state.testFlag(QStyle::State_HasFocus) && option.state.testFlag(QStyle::State_KeyboardFocusChange);
    painter.setPen(focused ? theme().accent : filled ? theme().button : enabled ? theme().borderStrong : theme().border);
    painter.setBrush(filled ? theme().button : theme().input);
    painter.drawRoundedRect(box, 3, 3);
    const QColor ink = enabled ? theme().onButton : theme().textDisabled;
    if (mixed)
        painter.fillRect(QRectF(box.center().x() - 3, box.center().y() - 0.75, 6, 1.5), ink);
    else if (on)
        paintIcon(painter, box, QStringLiteral("ok"), ink, theme().dock);
    painter.restore();
}

void paintRadioButton(const QStyleOption& option, QPainter& painter)
{
    const bool enabled = option.state.testFlag(QStyle::State_Enabled);
    const bool on = option.state.testFlag(QStyle::State_On);
    const QRectF ring = QRectF(option.rect).adjusted(1, 1, -1, -1);
    painter.save();
    painter.setRenderHint(QPainter::Antialiasing);
    painter.setPen(on && enabled ? theme().button : enabled ? theme().borderStrong : theme().border);
    painter.setBrush(on && enabled ? theme().button : theme().input);
    painter.drawEllipse(ring);
    if (on) {
        painter.setPen(Qt::NoPen);
        painter.setBrush(enabled ? theme().onButton : theme().textDisabled);
        painter.drawEllipse(ring.center(), 2.5, 2.5);
    }
    painter.restore();
}

/// Whether the style sheet gives the widget a frame in the colour of the focus: a second one inside it would be too much.
bool hasFrameOfFocus(const QWidget* widget)
{
    return (qobject_cast<const QPushButton*>(widget) != nullptr && widget->objectName() != QLatin1String("linkButton")) ||
           qobject_cast<const QToolButton*>(widget) != nullptr;
}

class StudioStyle : public QProxyStyle
{
public:
    StudioStyle() : QProxyStyle(QStyleFactory::create(QStringLiteral("Fusion"))) {}

    int pixelMetric(PixelMetric metric, const QStyleOption* option, const QWidget* widget) const override
    {
        switch (metric) {
        case PM_SmallIconSize:
        case PM_ToolBarIconSize:
        case PM_ButtonIconSize:
        case PM_TabBarIconSize:
        case PM_ListViewIconSize: return 16;
        case PM_IndicatorWidth:
        case PM_IndicatorHeight:
        case PM_ExclusiveIndicatorWidth:
        case PM_ExclusiveIndicatorHeight: return 14;
        case PM_DockWidgetSeparatorExtent:
        case PM_SplitterWidth: return 4;
        case PM_DockWidgetFrameWidth:
        case PM_DockWidgetTitleMargin: return 0;
        case PM_TreeViewIndentation: return 14;
        case PM_ScrollBarExtent: return 10;
        case PM_ToolBarItemSpacing: return 2;
        case PM_ToolBarItemMargin: return 0;
        case PM_ToolBarFrameWidth: return 0;
        case PM_MenuPanelWidth: return 1;
        case PM_SliderThickness: return 18;
        case PM_SliderLength: return 8;
        case PM_ButtonShiftHorizontal:
        case PM_ButtonShiftVertical: return 0;
        case PM_LayoutHorizontalSpacing:
        case PM_LayoutVerticalSpacing: return 6;
        default: return QProxyStyle::pixelMetric(metric, option, widget);
        }
    }

    using QProxyStyle::polish;
    void polish(QApplication* application) override
    {
        QProxyStyle::polish(application);
        fitDialogs(*application); // filters come the other way round: a chooser is dressed first
        dressChoosers(*application);
    }
    void polish(QWidget* widget) override
    {
        QProxyStyle::polish(widget);
        if (auto* box = qobject_cast<QComboBox*>(widget))
            dressCombo(*box);
    }

    QIcon standardIcon(StandardPixmap which, const QStyleOption* option, const QWidget* widget) const override
    {
        const char* name = chooserIcon(which);
        return name == nullptr ? QProxyStyle::standardIcon(which, option, widget) : icon(QLatin1String(name), IconTone::Text2);
    }

    int styleHint(StyleHint hint, const QStyleOption* option, const QWidget* widget, QStyleHintReturn* data) const override
    {
        switch (hint) {
        case SH_EtchDisabledText:
        case SH_DitherDisabledText: return 0;
        case SH_UnderlineShortcut: return 0;
        case SH_ComboBox_Popup: return 0;
        case SH_MenuBar_AltKeyNavigation: return 1;
        case SH_Slider_AbsoluteSetButtons: return Qt::LeftButton;
        case SH_ItemView_ActivateItemOnSingleClick:
        case SH_DialogButtonBox_ButtonsHaveIcons: return 0;
        case SH_ToolTip_WakeUpDelay: return 500;
        default: return QProxyStyle::styleHint(hint, option, widget, data);
        }
    }

    QSize sizeFromContents(ContentsType type, const QStyleOption* option, const QSize& size, const QWidget* widget) const override
    {
        const QSize wanted = QProxyStyle::sizeFromContents(type, option, size, widget);
        return type == CT_ItemViewItem ? QSize(wanted.width(), std::max(wanted.height(), rowHeight)) : wanted;
    }

    void drawPrimitive(PrimitiveElement element, const QStyleOption* option, QPainter* painter,
                       const QWidget* widget) const override
    {
        const bool enabled = option->state.testFlag(State_Enabled);
        switch (element) {
        case PE_IndicatorBranch: // a style sheet that colours it would draw no sign
            if (option->state.testFlag(State_Selected))
                painter->fillRect(option->rect, option->state.testFlag(State_Active) ? theme().selected : theme().selectedInactive);
            else if (option->state.testFlag(State_MouseOver))
                painter->fillRect(option->rect, rowHover());
            if (option->state.testFlag(State_Children))
                paintCentred(*painter, option->rect,
                             option->state.testFlag(State_Open) ? QStringLiteral("chev-d") : QStringLiteral("chev-r"), enabled);
            return;
        case PE_IndicatorArrowDown: paintCentred(*painter, option->rect, QStringLiteral("chev-d"), enabled); return;
        case PE_IndicatorArrowUp:
            painter->save();
            painter->translate(QRectF(option->rect).center());
            painter->rotate(180);
            painter->translate(-QRectF(option->rect).center());
            paintCentred(*painter, option->rect, QStringLiteral("chev-d"), enabled);
            painter->restore();
            return;
        case PE_IndicatorArrowRight: paintCentred(*painter, option->rect, QStringLiteral("chev-r"), enabled); return;
        case PE_IndicatorCheckBox:
        case PE_IndicatorItemViewItemCheck: paintCheckBox(*option, *painter); return;
        case PE_IndicatorRadioButton: paintRadioButton(*option, *painter); return;
        case PE_FrameFocusRect:
            if (!qobject_cast<const QAbstractItemView*>(widget) && !hasFrameOfFocus(widget) && option->state.testFlag(State_KeyboardFocusChange)) {
                painter->save();
                painter->setRenderHint(QPainter::Antialiasing);
                painter->setPen(theme().accent);
                painter->drawRoundedRect(QRectF(option->rect).adjusted(0.5, 0.5, -0.5, -0.5), 3, 3);
                painter->restore();
            }
            return;
        default: QProxyStyle::drawPrimitive(element, option, painter, widget);
        }
    }

    void drawControl(ControlElement element, const QStyleOption* option, QPainter* painter, const QWidget* widget) const override
    {
        if (element == CE_Splitter) {
            painter->fillRect(option->rect, theme().separator);
            return;
        }
        if (element == CE_HeaderLabel)
            if (const auto* header = qstyleoption_cast<const QStyleOptionHeader*>(option); header != nullptr && (header->textAlignment & Qt::AlignVertical_Mask) == 0) {
                QStyleOptionHeader middle(*header); // models that say left or right only, as Qt's own of files does, mean no edge above
                middle.textAlignment |= Qt::AlignVCenter;
                return QProxyStyle::drawControl(element, &middle, painter, widget);
            }
        QProxyStyle::drawControl(element, option, painter, widget);
    }

    void drawComplexControl(ComplexControl control, const QStyleOptionComplex* option, QPainter* painter,
                            const QWidget* widget) const override
    {
        if (control == CC_Slider) {
            if (const auto* slider = qstyleoption_cast<const QStyleOptionSlider*>(option)) {
                paintSlider(*slider, *painter, widget);
                return;
            }
        }
        QProxyStyle::drawComplexControl(control, option, painter, widget);
    }

private:
    /// A 3 px track, filled up to a flat 8x14 handle.
    void paintSlider(const QStyleOptionSlider& option, QPainter& painter, const QWidget* widget) const
    {
        const bool enabled = option.state.testFlag(State_Enabled);
        const QRect handle = subControlRect(CC_Slider, &option, SC_SliderHandle, widget);
        const QRectF all = option.rect;
        const bool across = option.orientation == Qt::Horizontal;
        QRectF track = across ? QRectF(all.left(), all.center().y() - 1.5, all.width(), 3)
                              : QRectF(all.center().x() - 1.5, all.top(), 3, all.height());
        QRectF done = track;
        if (across && !option.upsideDown)
            done.setRight(handle.center().x());
        else if (across)
            done.setLeft(handle.center().x());
        else
            done.setTop(handle.center().y());
        painter.save();
        painter.setRenderHint(QPainter::Antialiasing);
        painter.setPen(Qt::NoPen);
        painter.setBrush(theme().border);
        painter.drawRoundedRect(track, 1.5, 1.5);
        painter.setBrush(enabled ? theme().accent : theme().textDisabled);
        painter.drawRoundedRect(done, 1.5, 1.5);
        const QPointF centre = QRectF(handle).center();
        const QSizeF size = across ? QSizeF(7, 14) : QSizeF(14, 7);
        const QRectF knob(centre - QPointF(size.width() / 2, size.height() / 2), size);
        const bool focused = option.state.testFlag(State_HasFocus) && option.state.testFlag(State_KeyboardFocusChange);
        painter.setPen(QPen(focused ? theme().accent : theme().borderStrong, 1));
        painter.setBrush(theme().isDark() ? theme().text : theme().input);
        painter.drawRoundedRect(knob, 2, 2);
        painter.restore();
    }
};

} // namespace

QStyle* makeStudioStyle() { return new StudioStyle; }

} // namespace blak::ui
