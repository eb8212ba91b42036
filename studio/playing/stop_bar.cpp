// SPDX-License-Identifier: GPL-3.0-or-later
#include "studio/playing/stop_bar.h"

#include "studio/playing/world_stop.h"
#include "ui/elided_label.h"
#include "ui/icons.h"
#include "ui/theme.h"

#include <QHBoxLayout>
#include <QPainter>
#include <QPushButton>
#include <QTimer>

namespace blak::ui::playing {
namespace {

constexpr int stepMilliseconds = 150; ///< the next stop comes within, where it was a step
constexpr int barHeight = 36;         ///< px

} // namespace

StopBar::StopBar(QWidget* parent)
    : QWidget(parent), sign_(new QLabel), words_(new ElidedLabel), lead_(new QPushButton(tr("Show in Debug"))), leaves_(new QTimer(this))
{
    setObjectName(QStringLiteral("play.stopped"));
    setFixedHeight(barHeight);
    auto* row = new QHBoxLayout(this);
    row->setContentsMargins(12, 0, 8, 0);
    row->setSpacing(8);
    const auto draw = [this] { sign_->setPixmap(icon(QStringLiteral("pause"), IconTone::Warning).pixmap(16)); };
    draw();
    connect(themeNotifier(), &ThemeNotifier::changed, sign_, draw);
    words_->setTextFormat(Qt::PlainText);
    auto* goOn = new QPushButton(tr("Go on"));
    goOn->setObjectName(QStringLiteral("play.stopped.goOn"));
    lead_->setObjectName(QStringLiteral("play.stopped.show"));
    for (QPushButton* button : {goOn, lead_})
        button->setFocusPolicy(Qt::TabFocus); // the keyboard is the game's
    connect(goOn, &QPushButton::clicked, this, &StopBar::goOnWanted);
    connect(lead_, &QPushButton::clicked, this, &StopBar::debuggerWanted);
    row->addWidget(sign_);
    row->addWidget(words_, 1);
    row->addWidget(lead_);
    row->addWidget(goOn);
    leaves_->setSingleShot(true);
    leaves_->setInterval(stepMilliseconds);
    connect(leaves_, &QTimer::timeout, this, &QWidget::hide);
    hide();
}

void StopBar::showStop(const WorldStop& stop)
{
    if (!stop.isHeld())
        return isHidden() ? void() : leaves_->start();
    leaves_->stop();
    words_->setText(tr("%1. F5 lets the world go on.").arg(stop.text()));
    lead_->setVisible(stop.isOn());
    setAccessibleName(words_->text());
    show();
}

void StopBar::paintEvent(QPaintEvent*)
{
    QPainter painter(this);
    painter.fillRect(rect(), theme().lineNow);
    painter.fillRect(QRect(0, height() - 1, width(), 1), theme().separator);
}

} // namespace blak::ui::playing
