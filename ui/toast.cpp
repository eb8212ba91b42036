// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/toast.h"

#include "ui/icons.h"

#include <QDockWidget>
#include <QEvent>
#include <QHBoxLayout>
#include <QLabel>
#include <QPushButton>
#include <QTimer>
#include <QToolButton>
#include <QVBoxLayout>

#include <algorithm>

namespace blak::ui {
namespace {

constexpr int maxShown = 3;
constexpr int shownMilliseconds = 5000;
constexpr int offeredMilliseconds = 15000; ///< with something to click: it has to be read, decided on and reached
constexpr int widthPixels = 380;
constexpr int gap = 8;
constexpr int aboveStatusBar = 24 + 12;
constexpr int longestSentence = 600; ///< characters; the problems panel has the rest
constexpr auto topicProperty = "topic";
constexpr auto offersProperty = "offers"; ///< it has something to click

/// Long words, most often paths, may break after the signs that part them, else they would run out of the toast.
QString breakable(const QString& sentence)
{
    QString text;
    for (const QChar c : sentence.size() > longestSentence ? sentence.left(longestSentence) + QChar(0x2026) : sentence) {
        text += c;
        if (c == u'/' || c == u'\\' || c == u'_')
            text += QChar(0x200B);
    }
    return text;
}

QIcon severityIcon(Severity severity)
{
    switch (severity) {
    case Severity::Error: return icon(QStringLiteral("error"), IconTone::Error);
    case Severity::Warning: return icon(QStringLiteral("warning"), IconTone::Warning);
    case Severity::Info: break;
    }
    return icon(QStringLiteral("info"), IconTone::Info);
}

class Toast : public QFrame
{
public:
    Toast(QWidget* parent, Severity severity, const QString& sentence, const QString& actionText, std::function<void()> action)
        : QFrame(parent)
    {
        setObjectName(QStringLiteral("toast"));
        setAccessibleName(sentence);
        auto* row = new QHBoxLayout(this);
        row->setContentsMargins(12, 8, 6, 8);
        row->setSpacing(10);
        auto* sign = new QLabel;
        sign->setPixmap(severityIcon(severity).pixmap(16));
        auto* text = new QLabel(breakable(sentence));
        text->setToolTip(sentence);
        text->setTextFormat(Qt::PlainText);
        text->setWordWrap(true);
        auto* closing = new QToolButton;
        closing->setFocusPolicy(Qt::TabFocus);
        closing->setIcon(icon(QStringLiteral("close"), IconTone::Text2));
        // One line stands in the middle of sign and buttons; of several the first one does.
        const int lineHeight = std::max(closing->sizeHint().height(), text->fontMetrics().height());
        const int above = (lineHeight - text->fontMetrics().height()) / 2;
        sign->setFixedHeight(lineHeight);
        text->setContentsMargins(0, above, 0, above);
        text->setAlignment(Qt::AlignLeft | Qt::AlignTop);
        row->addWidget(sign, 0, Qt::AlignTop);
        auto* column = new QVBoxLayout;
        column->setSpacing(8);
        column->addWidget(text, 1);
        row->addLayout(column, 1);
        if (!actionText.isEmpty()) {
            auto* button = new QPushButton(actionText);
            button->setFocusPolicy(Qt::TabFocus); // it goes with the click, and the keyboard would go wherever is next
            const bool isWide = button->sizeHint().width() > widthPixels / 3; // beside it the sentence would be a narrow column
            if (isWide)
                column->addWidget(button, 0, Qt::AlignRight);
            else
                row->addWidget(button, 0, Qt::AlignVCenter);
            connect(button, &QPushButton::clicked, this, [this, action = std::move(action)] {
                deleteLater();
                if (action)
                    action();
            });
        }
        closing->setToolTip(QObject::tr("Close"));
        closing->setAccessibleName(closing->toolTip());
        closing->setAutoRaise(true);
        row->addWidget(closing, 0, Qt::AlignTop);
        connect(closing, &QToolButton::clicked, this, &QObject::deleteLater);

        timer_.setSingleShot(true);
        timer_.setInterval(actionText.isEmpty() ? shownMilliseconds : offeredMilliseconds);
        connect(&timer_, &QTimer::timeout, this, &QObject::deleteLater);
        stays_ = severity == Severity::Error;
        if (!stays_)
            timer_.start();
    }

protected:
    void enterEvent(QEnterEvent*) override { timer_.stop(); }
    void leaveEvent(QEvent*) override
    {
        if (!stays_)
            timer_.start();
    }

private:
    QTimer timer_;
    bool stays_ = false;
};

} // namespace

Toasts::Toasts(QWidget* window) : QObject(window), window_(window) { window->installEventFilter(this); }

void Toasts::show(Severity severity, const QString& sentence, const QString& actionText, std::function<void()> action,
                  const QString& topic)
{
    // The same sentence once more takes the place of the one before. What goes may be the one whose button led here.
    const QVector<QFrame*> before = shown_;
    for (QFrame* toast : before)
        if (toast->accessibleName() == sentence || before.indexOf(toast) <= before.size() - maxShown) {
            toast->hide();
            toast->deleteLater();
            shown_.removeOne(toast);
        }
    auto* toast = new Toast(window_, severity, sentence, actionText, std::move(action));
    toast->setProperty(topicProperty, topic);
    toast->setProperty(offersProperty, !actionText.isEmpty());
    shown_.push_back(toast);
    connect(toast, &QObject::destroyed, this, [this](const QObject* gone) {
        shown_.removeIf([gone](const QObject* one) { return one == gone; });
        place();
    });
    toast->show();
    place();
}

void Toasts::withdraw(const QString& topic)
{
    takeOff([&topic](const QFrame& toast) { return !topic.isEmpty() && toast.property(topicProperty).toString() == topic; });
}

void Toasts::withdrawSentence(const QString& sentence)
{
    takeOff([&sentence](const QFrame& toast) { return toast.accessibleName() == sentence; });
}

void Toasts::withdrawOffers()
{
    takeOff([](const QFrame& toast) { return toast.property(offersProperty).toBool(); });
}

void Toasts::takeOff(const std::function<bool(const QFrame&)>& isMeant)
{
    const QVector<QFrame*> all = shown_;
    for (QFrame* toast : all)
        if (isMeant(*toast)) {
            toast->hide();
            toast->deleteLater(); // the click that led here may come from it
            shown_.removeOne(toast);
        }
    place();
}

QStringList Toasts::sentences() const
{
    QStringList all;
    for (const QFrame* toast : shown_)
        all << toast->accessibleName();
    return all;
}

void Toasts::clear()
{
    while (!shown_.isEmpty())
        delete shown_.first();
}

void Toasts::setFloor(QWidget* floor)
{
    floor_ = floor;
    floor_->installEventFilter(this);
    place();
}

bool Toasts::eventFilter(QObject* watched, QEvent* event)
{
    if (watched != window_) {
        if (event->type() == QEvent::Show || event->type() == QEvent::Hide || event->type() == QEvent::Move ||
            event->type() == QEvent::Resize)
            place();
        return QObject::eventFilter(watched, event);
    }
    // Docks that are shown later lie above what was there before.
    if (event->type() == QEvent::Resize || event->type() == QEvent::LayoutRequest || event->type() == QEvent::ChildAdded)
        place();
    return QObject::eventFilter(watched, event);
}

/// Where the stack ends below, with its left edge there, px of the window.
int Toasts::bottomAt(int left) const
{
    const int bottom = window_->height() - aboveStatusBar;
    const bool stands = floor_ != nullptr && floor_->isVisible() && floor_->geometry().right() >= left && floor_->x() < left + widthPixels;
    return stands ? std::min(bottom, floor_->y() - gap) : bottom;
}

/// Lower left corner of a stack of that size: at the lower right of the window, or as near to there as no dock that floats covers it.
QPoint Toasts::corner(const QSize& whole)
{
    const int usual = window_->width() - whole.width() - 12;
    QVector<QRect> above;
    QVector<int> lefts{usual};
    QVector<int> bottoms{bottomAt(usual)};
    for (QDockWidget* dock : window_->findChildren<QDockWidget*>(QString(), Qt::FindDirectChildrenOnly)) {
        dock->installEventFilter(this); // once, however often
        if (!dock->isFloating() || !dock->isVisible() || dock->isMinimized())
            continue;
        above << dock->frameGeometry().translated(-window_->mapToGlobal(QPoint()));
        lefts << above.last().left() - gap - whole.width();
        bottoms << above.last().top() - gap;
    }
    QPoint best(usual, bottoms.first());
    int least = -1; // px from the usual place
    for (const int left : std::as_const(lefts))
        for (const int wanted : std::as_const(bottoms)) {
            const int bottom = std::min(wanted, bottomAt(left));
            const QRect place(QPoint(left, bottom - whole.height()), whole);
            const bool isFree = std::none_of(above.begin(), above.end(), [&](const QRect& one) { return one.intersects(place); });
            const int away = usual - left + bottoms.first() - bottom;
            if (isFree && place.left() >= gap && place.top() >= gap && left <= usual && (least < 0 || away < least)) {
                best = {left, bottom};
                least = away;
            }
        }
    return best;
}

void Toasts::place()
{
    if (placing_ || shown_.isEmpty())
        return;
    placing_ = true;
    const int width = std::min(widthPixels, window_->width() - 2 * gap);
    const int most = window_->height() - aboveStatusBar - gap;
    QVector<int> heights;
    int whole = 0;
    for (const QFrame* toast : std::as_const(shown_)) {
        // The widget's own answer counts its frame and the padding of the style sheet, the layout's does not.
        heights << std::min(std::max(toast->heightForWidth(width), toast->minimumSizeHint().height()), most);
        whole += heights.last() + (whole > 0 ? gap : 0);
    }
    const QPoint at = corner({width, whole});
    int bottom = at.y();
    for (qsizetype i = shown_.size(); i-- > 0;) {
        QFrame* toast = shown_[i];
        const int height = std::min(heights[i], bottom - gap);
        toast->setGeometry(at.x(), bottom - height, width, height);
        toast->raise();
        bottom -= height + gap;
    }
    placing_ = false;
}

} // namespace blak::ui
