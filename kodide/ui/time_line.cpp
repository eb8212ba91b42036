// SPDX-License-Identifier: GPL-3.0-or-later
#include "kodide/ui/time_line.h"

#include "ui/theme.h"

#include <QHBoxLayout>
#include <QLabel>
#include <QLocale>
#include <QSlider>
#include <QToolButton>

#include <algorithm>

namespace blak::ui::code {
namespace {

constexpr int places = 1000; ///< of the slider; the last one is the present

QString secondsText(std::int64_t milliseconds)
{
    return QLocale().toString(static_cast<double>(milliseconds) / 1000, 'f', milliseconds < 10'000 ? 2 : 1);
}

} // namespace

TimeLine::TimeLine(DebugSession& session, QWidget* parent)
    : QWidget(parent), session_(session), text_(new QLabel), slider_(new QSlider(Qt::Horizontal)), now_(new QToolButton)
{
    auto* row = new QHBoxLayout(this);
    row->setContentsMargins(8, 2, 8, 2);
    row->setSpacing(8);
    text_->setObjectName(QStringLiteral("debugPast"));
    text_->setSizePolicy(QSizePolicy::Fixed, QSizePolicy::Fixed);
    slider_->setObjectName(QStringLiteral("debugTimeLine"));
    slider_->setRange(0, places);
    slider_->setPageStep(places / 10);
    slider_->setTracking(false);
    slider_->setAccessibleName(tr("Time line of the past that is kept"));
    now_->setObjectName(QStringLiteral("debugNow"));
    now_->setText(tr("Now"));
    now_->setToolTip(tr("Back to where the world stands"));
    now_->setAutoRaise(true);
    row->addWidget(text_);
    row->addWidget(slider_, 1);
    row->addWidget(now_);
    connect(slider_, &QSlider::valueChanged, this, &TimeLine::choose);
    connect(now_, &QToolButton::clicked, &session_, &DebugSession::travelToNow);
    connect(&session_, &DebugSession::stateChanged, this, &TimeLine::refresh);
    connect(&session_, &DebugSession::failed, this, &TimeLine::refresh); // the handle goes back
    connect(themeNotifier(), &ThemeNotifier::changed, this, &TimeLine::mark);
    setVisible(false);
}

void TimeLine::refresh()
{
    if (session_.state() != DebugState::Stopped)
        return setVisible(false);
    session_.backend().times([this](const DebugTimes& times) {
        if (session_.state() == DebugState::Stopped)
            take(times);
    });
}

void TimeLine::take(const DebugTimes& times)
{
    times_ = times;
    setVisible(times.kept && times.now > times.first);
    const std::int64_t span = std::max<std::int64_t>(times.now - times.first, 1);
    const QSignalBlocker quiet(slider_);
    // The last place is the present; what is as good as it is still past.
    slider_->setValue(session_.inPast() ? static_cast<int>(std::clamp<std::int64_t>((times.here - times.first) * places / span, 0, places - 1))
                                        : places);
    mark();
}

void TimeLine::mark()
{
    const bool past = session_.inPast();
    constexpr std::int64_t hardly = 10; // ms: shown as nothing
    const std::int64_t ago = times_.now - times_.here;
    text_->setText(!past          ? tr("The last %1 s are kept").arg(secondsText(times_.now - times_.first))
                   : ago < hardly ? tr("In the past, just before now")
                                  : tr("In the past, %1 s before now").arg(secondsText(ago)));
    text_->setStyleSheet(past ? QStringLiteral("background: %1; color: %2; border-radius: 3px; padding: 1px 6px;")
                                    .arg(theme().warning.name(), theme().isDark() ? QStringLiteral("#000000") : QStringLiteral("#ffffff"))
                              : QString());
    now_->setEnabled(past);
}

void TimeLine::choose(int place)
{
    if (place >= places)
        session_.travelToNow();
    else
        session_.travel(times_.first + (times_.now - times_.first) * place / places);
}

} // namespace blak::ui::code
