// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/fit_dialog.h"

#include <QApplication>
#include <QDialog>
#include <QDialogButtonBox>
#include <QEvent>
#include <QFileDialog>
#include <QLayout>
#include <QPointer>
#include <QScreen>
#include <QScrollArea>
#include <QTimer>
#include <QVBoxLayout>

#include <algorithm>

namespace blak::ui {
namespace {

constexpr QSize usualFrame(12, 40); ///< px that a window manager takes, about; it says how much when the window is there

/// Takes the buttons out of the layout, or out of one within it.
QDialogButtonBox* takeButtons(QLayout& layout)
{
    for (int i = layout.count(); i-- > 0;) {
        QLayoutItem* item = layout.itemAt(i);
        if (auto* buttons = qobject_cast<QDialogButtonBox*>(item->widget())) {
            delete layout.takeAt(i);
            return buttons;
        }
    }
    return nullptr;
}

/// Puts what the dialog shows into a scroll area. Its buttons stay below.
void makeScrolling(QDialog& dialog)
{
    QLayout* content = dialog.layout();
    QDialogButtonBox* buttons = takeButtons(*content);
    const QPointer<QWidget> focus = dialog.focusWidget();
    auto* inner = new QWidget;
    inner->setLayout(content); // takes the widgets along
    auto* area = new QScrollArea;
    area->setObjectName(QStringLiteral("fittedContent"));
    area->setFrameShape(QFrame::NoFrame);
    area->setWidgetResizable(true);
    area->setWidget(inner);
    auto* column = new QVBoxLayout(&dialog);
    column->setContentsMargins(0, 0, 0, buttons == nullptr ? 0 : content->contentsMargins().bottom());
    column->addWidget(area, 1);
    if (buttons != nullptr) {
        auto* row = new QHBoxLayout;
        row->setContentsMargins(content->contentsMargins().left(), 0, content->contentsMargins().right(), 0);
        row->addWidget(buttons);
        column->addLayout(row);
    }
    if (focus)
        focus->setFocus(Qt::OtherFocusReason);
}

class DialogFitter : public QObject
{
public:
    using QObject::QObject;

protected:
    bool eventFilter(QObject* watched, QEvent* event) override
    {
        if (event->type() != QEvent::Show || !watched->isWidgetType())
            return false;
        auto* dialog = qobject_cast<QDialog*>(watched);
        if (dialog == nullptr || !dialog->isWindow() || dialog->screen() == nullptr)
            return false;
        fitDialog(*dialog, dialog->screen()->availableSize() - usualFrame);
        QTimer::singleShot(0, dialog, [dialog] { place(*dialog); });
        return false;
    }

private:
    /// All of it with its frame onto the screen.
    static void place(QDialog& dialog)
    {
        if (!dialog.isVisible() || dialog.screen() == nullptr)
            return;
        const QRect room = dialog.screen()->availableGeometry(), outside = dialog.frameGeometry();
        if (room.contains(outside))
            return;
        const QPoint corner(std::max(room.left(), std::min(outside.left(), room.right() + 1 - outside.width())),
                            std::max(room.top(), std::min(outside.top(), room.bottom() + 1 - outside.height())));
        dialog.move(corner);
    }
};

} // namespace

void fitDialog(QDialog& dialog, const QSize& most)
{
    const QSize least = dialog.layout() == nullptr ? dialog.minimumSize() : dialog.layout()->totalMinimumSize().expandedTo(dialog.minimumSize());
    if (dialog.layout() != nullptr && (least.width() > most.width() || least.height() > most.height()) &&
        qobject_cast<QFileDialog*>(&dialog) == nullptr) {
        makeScrolling(dialog);
        dialog.setMinimumSize(dialog.minimumSize().boundedTo(most));
    }
    if (dialog.width() > most.width() || dialog.height() > most.height())
        dialog.resize(dialog.size().boundedTo(most));
}

void fitDialogs(QApplication& application)
{
    const QString name = QStringLiteral("dialogFitter");
    if (application.findChild<QObject*>(name, Qt::FindDirectChildrenOnly) != nullptr)
        return; // a style is polished again with each style sheet
    auto* fitter = new DialogFitter(&application);
    fitter->setObjectName(name);
    application.installEventFilter(fitter);
}

} // namespace blak::ui
