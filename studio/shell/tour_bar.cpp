// SPDX-License-Identifier: GPL-3.0-or-later
#include "studio/shell/tour_bar.h"

#include "ui/fonts.h"

#include <QEvent>
#include <QHBoxLayout>
#include <QLabel>
#include <QPushButton>
#include <QVBoxLayout>

#include <algorithm>

namespace blak::ui::shell {
namespace {

constexpr int lookEvery = 300; ///< ms, only while a tour is under way
constexpr int widest = 640;
constexpr int aboveStatusBar = 24 + 12;

} // namespace

TourBar::TourBar(QWidget* window)
    : QFrame(window), title_(new QLabel), sentence_(new QLabel), show_(new QPushButton(tr("Show me"))), goOn_(new QPushButton),
      leave_(new QPushButton)
{
    setObjectName(QStringLiteral("toast"));
    auto* row = new QHBoxLayout(this);
    row->setContentsMargins(14, 10, 10, 10);
    row->setSpacing(10);
    auto* words = new QVBoxLayout;
    words->setSpacing(2);
    title_->setObjectName(QStringLiteral("secondary"));
    sentence_->setWordWrap(true);
    sentence_->setTextFormat(Qt::PlainText);
    sentence_->setFont(uiFont(13));
    words->addWidget(title_);
    words->addWidget(sentence_);
    row->addLayout(words, 1);
    row->addWidget(show_);
    goOn_->setProperty("primary", true);
    row->addWidget(goOn_);
    row->addWidget(leave_);
    for (QPushButton* button : {show_, goOn_, leave_})
        button->setAutoDefault(true); // Enter presses it, as it does in dialogs
    timer_.setInterval(lookEvery);
    connect(&timer_, &QTimer::timeout, this, &TourBar::look);
    connect(show_, &QPushButton::clicked, this, [this] {
        if (step_ >= 0 && step_ < tour_.steps.size())
            tour_.steps[step_].doIt();
    });
    connect(goOn_, &QPushButton::clicked, this, [this] { emit nextRequested(next_); });
    connect(leave_, &QPushButton::clicked, this, &TourBar::leave);
    window->installEventFilter(this);
    hide();
}

void TourBar::start(const Tour& tour, int step)
{
    tour_ = tour;
    go(std::clamp(step, 0, static_cast<int>(tour.steps.size())));
    timer_.start();
    look(); // steps that are done already are passed over
}

void TourBar::leave()
{
    timer_.stop();
    step_ = -1;
    hide();
}

void TourBar::look()
{
    for (int earlier = 0; earlier < step_ && step_ < tour_.steps.size(); ++earlier)
        if (const auto& isUndone = tour_.steps[earlier].isUndone; isUndone && isUndone())
            go(earlier);
    while (step_ >= 0 && step_ < tour_.steps.size() && tour_.steps[step_].isDone())
        go(step_ + 1);
}

void TourBar::go(int step)
{
    step_ = step;
    const bool over = step >= tour_.steps.size();
    if (!over && tour_.steps[step].begin)
        tour_.steps[step].begin();
    title_->setText(over ? tour_.title : tr("%1 \u00b7 step %2 of %3").arg(tour_.title).arg(step + 1).arg(tour_.steps.size()));
    sentence_->setText(over ? tr("Done.") : tour_.steps[step].sentence);
    setAccessibleName(sentence_->text());
    show_->setVisible(!over);
    goOn_->hide();
    leave_->setText(over ? tr("Close") : tr("Leave"));
    show();
    place();
    if (over) {
        timer_.stop();
        emit finished(tour_.id);
    }
}

void TourBar::offer(const QString& nextId, const QString& title)
{
    next_ = nextId;
    sentence_->setText(nextId.isEmpty() ? tr("Done. These were all tours; they stand on Welcome, should you want one again.") : tr("Done."));
    setAccessibleName(sentence_->text());
    goOn_->setText(tr("Next: %1").arg(title));
    goOn_->setVisible(!nextId.isEmpty());
    place();
}

bool TourBar::eventFilter(QObject* watched, QEvent* event)
{
    // Docks that are shown later lie above what was there before.
    const bool lies = event->type() == QEvent::Resize || event->type() == QEvent::LayoutRequest || event->type() == QEvent::ChildAdded;
    if (lies && isVisible())
        place();
    return QFrame::eventFilter(watched, event);
}

void TourBar::place()
{
    const QWidget* window = parentWidget();
    const int width = std::min(widest, window->width() - 24);
    const int height = std::max(heightForWidth(width), minimumSizeHint().height());
    setGeometry((window->width() - width) / 2, window->height() - aboveStatusBar - height, width, height);
    raise();
}

} // namespace blak::ui::shell
