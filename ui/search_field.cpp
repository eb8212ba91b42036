// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/search_field.h"

#include "ui/icons.h"

#include <QAction>
#include <QCoreApplication>
#include <QKeyEvent>
#include <QTimer>

namespace blak::ui {
namespace {

constexpr int restMilliseconds = 60;

} // namespace

SearchField::SearchField(const QString& placeholder, const QString& iconName, QWidget* parent)
    : QLineEdit(parent), rest_(new QTimer(this))
{
    setPlaceholderText(placeholder);
    addAction(icon(iconName, IconTone::Text2), QLineEdit::LeadingPosition);
    QAction* clearText = addAction(icon(QStringLiteral("close"), IconTone::Text2), QLineEdit::TrailingPosition);
    clearText->setToolTip(tr("Clear (Esc)"));
    clearText->setVisible(false);
    connect(clearText, &QAction::triggered, this, &QLineEdit::clear);

    rest_->setSingleShot(true);
    rest_->setInterval(restMilliseconds);
    connect(rest_, &QTimer::timeout, this, [this] { emit filterChanged(text()); });
    connect(this, &QLineEdit::textChanged, this, [this, clearText](const QString& now) {
        clearText->setVisible(!now.isEmpty());
        if (now.isEmpty()) {
            rest_->stop();
            emit filterChanged(now);
        } else {
            rest_->start();
        }
    });
}

bool SearchField::event(QEvent* event)
{
    // Esc clears before it leaves the dock.
    if (event->type() == QEvent::ShortcutOverride && static_cast<QKeyEvent*>(event)->key() == Qt::Key_Escape &&
        !text().isEmpty()) {
        event->accept();
        return true;
    }
    return QLineEdit::event(event);
}

void SearchField::keyPressEvent(QKeyEvent* event)
{
    switch (event->key()) {
    case Qt::Key_Escape:
        if (text().isEmpty())
            break;
        clear();
        return;
    case Qt::Key_Return:
    case Qt::Key_Enter:
        if (rest_->isActive()) {
            rest_->stop();
            emit filterChanged(text());
        }
        [[fallthrough]];
    case Qt::Key_Down:
    case Qt::Key_Up:
    case Qt::Key_PageDown:
    case Qt::Key_PageUp:
        if (target_ != nullptr) {
            QCoreApplication::sendEvent(target_, event);
            if (event->key() == Qt::Key_Down)
                target_->setFocus(Qt::OtherFocusReason);
            return;
        }
        break;
    default: break;
    }
    QLineEdit::keyPressEvent(event);
}

} // namespace blak::ui
