// SPDX-License-Identifier: GPL-3.0-or-later
#include "studio/shell/dock.h"

#include "ui/empty_label.h"
#include "ui/icons.h"
#include "ui/theme.h"

#include <QAbstractButton>
#include <QApplication>
#include <QEvent>
#include <QHBoxLayout>
#include <QLabel>
#include <QMainWindow>
#include <QPainter>
#include <QScreen>
#include <QShortcut>
#include <QTimer>
#include <QToolButton>
#include <QVBoxLayout>

#include <algorithm>

namespace blak::ui::shell {
namespace {

constexpr int titleHeight = 28;
constexpr QSize toastsPlace(400, 150); ///< px at the lower right of a window, where it says what was done

/// QDockWidget takes the title bar's own hint, not its fixed size; a bar that is away must hint nothing.
class NoTitleBar : public QWidget
{
public:
    using QWidget::QWidget;
    QSize sizeHint() const override { return {0, 0}; }
    QSize minimumSizeHint() const override { return {0, 0}; }
};

QToolButton* titleButton(const QString& iconName, const QString& toolTip)
{
    auto* button = new QToolButton;
    button->setIcon(icon(iconName, IconTone::Text2));
    button->setIconSize(QSize(14, 14));
    button->setToolTip(toolTip);
    button->setAccessibleName(toolTip);
    button->setFocusPolicy(Qt::NoFocus);
    return button;
}

/// Only the page that is shown decides how small the dock may be. While the keys go to something in it, a line at its top says so.
class PageBody : public QWidget
{
public:
    PageBody() : line_(new QWidget(this))
    {
        line_->setObjectName(QStringLiteral("dockFocus"));
        line_->setAttribute(Qt::WA_StyledBackground);
        line_->setAttribute(Qt::WA_TransparentForMouseEvents);
        line_->hide();
        connect(qApp, &QApplication::focusChanged, this, [this](const QWidget*, const QWidget* now) {
            line_->setVisible(now != nullptr && isAncestorOf(now));
            line_->raise(); // pages came after it
        });
    }
    ~PageBody() override { disconnect(qApp, nullptr, this, nullptr); } // pages lose the keyboard when we are half gone
    QSize minimumSizeHint() const override { return {120, 60}; }

protected:
    void resizeEvent(QResizeEvent* event) override
    {
        constexpr int thickness = 2;
        QWidget::resizeEvent(event);
        line_->setGeometry(0, 0, width(), thickness);
    }

private:
    QWidget* line_ = nullptr;
};

} // namespace

Dock::Dock(const QString& id, const QString& title, QWidget* parent)
    : QDockWidget(title, parent), titleBar_(new QWidget), noTitleBar_(new NoTitleBar), titleLabel_(new QLabel(title)),
      body_(new PageBody), empty_(new EmptyLabel(QString()))
{
    setObjectName(id);
    setFeatures(DockWidgetClosable | DockWidgetMovable | DockWidgetFloatable);
    titleBar_->setObjectName(QStringLiteral("dockTitle"));
    titleBar_->setAttribute(Qt::WA_StyledBackground);
    titleBar_->setFixedHeight(titleHeight);
    auto* row = new QHBoxLayout(titleBar_);
    row->setContentsMargins(10, 0, 4, 0);
    row->setSpacing(2);
    auto* floating = titleButton(QStringLiteral("float"), tr("Float"));
    auto* closing = titleButton(QStringLiteral("close"), tr("Close"));
    row->addWidget(titleLabel_);
    row->addStretch(1);
    row->addWidget(floating);
    row->addWidget(closing);
    noTitleBar_->setParent(this);
    noTitleBar_->hide();
    setTitleBarWidget(titleBar_);
    connect(floating, &QToolButton::clicked, this, &Dock::toggleFloating);
    connect(closing, &QToolButton::clicked, this, &QDockWidget::close);
    auto* escape = new QShortcut(QKeySequence(Qt::Key_Escape), this);
    escape->setContext(Qt::WidgetWithChildrenShortcut);
    connect(escape, &QShortcut::activated, this, &Dock::escaped);

    body_->setObjectName(QStringLiteral("dockBody"));
    body_->setAttribute(Qt::WA_StyledBackground);
    auto* column = new QVBoxLayout(body_);
    column->setContentsMargins(0, 0, 0, 0);
    column->setSpacing(0);
    column->addWidget(empty_, 1);
    setWidget(body_);
}

void Dock::addPage(QObject* owner, QWidget* page)
{
    pages_.insert(owner, page);
    page->hide();
    body_->layout()->addWidget(page);
}

void Dock::removePage(QObject* owner)
{
    const QPointer<QWidget> page = pages_.take(owner);
    if (!page)
        return;
    page->hide();
    body_->layout()->removeWidget(page);
    page->setParent(qobject_cast<QWidget*>(owner)); // the document owns it and takes it along
    if (pages_.isEmpty())
        empty_->show();
}

void Dock::showPageOf(QObject* owner)
{
    const QPointer<QWidget> wanted = pages_.value(owner);
    for (const auto& page : std::as_const(pages_))
        if (page && page != wanted)
            page->hide();
    empty_->setVisible(!wanted);
    if (wanted)
        wanted->show();
}

int Dock::wantedHeight() const
{
    int height = 0;
    for (auto page = pages_.constBegin(); page != pages_.constEnd(); ++page)
        if (const QWidget* widget = page.value().data(); widget != nullptr)
            height = std::max(height, widget->sizeHint().height());
    return height <= 0 ? 0 : height + titleHeight;
}

/// A window that covered just what it was a part of would hide what took its place, and would not be seen to be one.
void Dock::toggleFloating()
{
    constexpr int step = 40;
    const QWidget* main = parentWidget();
    QDockWidget* front = nullptr; // of its tabs, if another is
    if (auto* window = qobject_cast<QMainWindow*>(parentWidget()); window != nullptr && !isFloating())
        for (QDockWidget* other : window->tabifiedDockWidgets(this))
            if (!other->visibleRegion().isEmpty())
                front = other;
    if (!isFloating())
        raise(); // a tab behind others has no place of its own
    const QRect before(mapToGlobal(QPoint()), size());
    setFloating(!isFloating());
    if (front != nullptr)
        front->raise();
    if (!isFloating())
        QTimer::singleShot(0, this, [this] { raise(); }); // in front of the tabs it comes back to
    if (!isFloating() || main == nullptr)
        return;
    const QPoint middle = main->mapToGlobal(main->rect().center());
    const QRect free = screen()->availableGeometry();
    QRect place(before.topLeft(), frameGeometry().size());
    place.translate(before.center().x() < middle.x() ? step : -step, before.center().y() < middle.y() ? step : -step);
    place.moveLeft(std::clamp(place.left(), free.left(), std::max(free.left(), free.right() - place.width())));
    place.moveTop(std::clamp(place.top(), free.top(), std::max(free.top(), free.bottom() - place.height())));
    const QRect all(main->mapToGlobal(QPoint()), main->size());
    const QRect said(all.bottomRight() - QPoint(toastsPlace.width(), toastsPlace.height()), all.bottomRight());
    if (QRect higher = place; place.intersects(said)) { // what floats over it would hide it
        higher.moveBottom(said.top() - 1);
        if (higher.top() < std::max(free.top(), all.top()))
            higher = place.translated(said.left() - 1 - place.right(), 0);
        if (free.contains(higher))
            place = higher;
    }
    move(place.topLeft());
    raise();
}

void Dock::paintEvent(QPaintEvent* event)
{
    QDockWidget::paintEvent(event);
    if (!isFloating())
        return;
    QPainter painter(this);
    painter.setPen(theme().borderStrong);
    painter.drawRect(rect().adjusted(0, 0, -1, -1));
}

void Dock::focusContent(Qt::FocusReason reason)
{
    for (const auto& page : std::as_const(pages_)) {
        const QWidget* shown = page.data();
        QWidget* named = shown == nullptr || !shown->isVisible() ? nullptr : shown->focusProxy();
        if (named != nullptr && named->isVisible() && named->isEnabled())
            return named->setFocus(reason);
    }
    QWidget* button = nullptr;
    for (QWidget* child = body_->nextInFocusChain(); child != body_; child = child->nextInFocusChain()) {
        if (!body_->isAncestorOf(child) || !child->isVisible() || !child->isEnabled() || (child->focusPolicy() & Qt::TabFocus) == 0)
            continue;
        if (qobject_cast<QAbstractButton*>(child) == nullptr)
            return child->setFocus(reason);
        if (button == nullptr)
            button = child;
    }
    if (button != nullptr)
        button->setFocus(reason);
}

bool Dock::isForTyping() const
{
    return std::ranges::any_of(pages_, [](const auto& page) {
        const QWidget* shown = page.data();
        return shown != nullptr && shown->isVisible() && shown->focusPolicy() == Qt::ClickFocus;
    });
}

void Dock::setEmptySentence(const QString& sentence) { qobject_cast<EmptyLabel*>(empty_)->say(sentence); }

QWidget* Dock::takeBody()
{
    setWidget(nullptr);
    body_->show();
    return body_;
}

void Dock::giveBodyBack() { setWidget(body_); }

void Dock::setTabbed(bool tabbed)
{
    QWidget* wanted = tabbed && !isFloating() ? noTitleBar_ : titleBar_;
    if (titleBarWidget() == wanted)
        return;
    QWidget* other = titleBarWidget();
    setTitleBarWidget(wanted);
    if (other != nullptr)
        other->hide();
    wanted->show();
}

void Dock::changeEvent(QEvent* event)
{
    QDockWidget::changeEvent(event);
    if (event->type() == QEvent::WindowTitleChange && titleLabel_ != nullptr)
        titleLabel_->setText(windowTitle());
}

} // namespace blak::ui::shell
