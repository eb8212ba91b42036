// SPDX-License-Identifier: GPL-3.0-or-later
#include "client/modules/intro/intro.h"

#include "client/windows/game_page.h"
#include "ui/fonts.h"

#include <QEvent>
#include <QKeyEvent>
#include <QLinearGradient>
#include <QMouseEvent>
#include <QPainter>
#include <QPainterPath>
#include <QRadialGradient>
#include <QTimer>

#include <algorithm>
#include <cmath>

namespace blak::client {
namespace {

constexpr int frameMilliseconds = 33, wholeMilliseconds = 3200;
constexpr double comesIn = 0.18, goesOut = 0.85; ///< parts of the time

} // namespace

OpeningPicture::OpeningPicture(QWidget* parent) : QWidget(parent), timer_(new QTimer(this))
{
    setObjectName(QStringLiteral("opening"));
    setAccessibleName(QStringLiteral("Blakston"));
    setFocusPolicy(Qt::StrongFocus);
    setGeometry(parent->rect());
    parent->installEventFilter(this);
    connect(timer_, &QTimer::timeout, this, [this] {
        update();
        if (clock_.elapsed() >= wholeMilliseconds)
            emit over();
    });
    clock_.start();
    timer_->start(frameMilliseconds);
    show();
    raise();
    setFocus();
}

bool OpeningPicture::eventFilter(QObject* watched, QEvent* event)
{
    if (event->type() == QEvent::Resize && watched == parent())
        setGeometry(parentWidget()->rect());
    return false;
}

void OpeningPicture::keyPressEvent(QKeyEvent* event)
{
    event->accept();
    emit over();
}

void OpeningPicture::mousePressEvent(QMouseEvent* event)
{
    event->accept();
    emit over();
}

void OpeningPicture::paintEvent(QPaintEvent*)
{
    const double time = std::min(1.0, static_cast<double>(clock_.elapsed()) / wholeMilliseconds);
    QPainter painter(this);
    painter.setRenderHint(QPainter::Antialiasing);
    const double w = width(), h = height();
    QLinearGradient sky(0, 0, 0, h);
    sky.setColorAt(0, QColor(0x0e, 0x14, 0x20));
    sky.setColorAt(0.62, QColor(0x2a, 0x2e, 0x44));
    sky.setColorAt(0.78, QColor(0x6b, 0x4a, 0x43));
    sky.setColorAt(1, QColor(0x14, 0x12, 0x14));
    painter.fillRect(rect(), sky);
    // Stars stand where they stand.
    painter.setPen(Qt::NoPen);
    for (int i = 0; i < 90; ++i) {
        const double x = std::fmod(i * 0.61803, 1.0) * w, y = std::fmod(i * 0.35417, 1.0) * h * 0.55;
        const double shine = 0.5 + 0.5 * std::sin(time * 18 + i);
        painter.setBrush(QColor(0xdf, 0xe6, 0xf2, static_cast<int>(60 + 120 * shine)));
        painter.drawEllipse(QPointF(x, y), 1.1, 1.1);
    }
    const auto hill = [&](double base, double height, double shift, const QColor& colour) {
        QPainterPath path(QPointF(0, h));
        for (int i = 0; i <= 64; ++i) {
            const double x = i / 64.0;
            path.lineTo(x * w, h * (base - height * std::sin(x * 3.4 + shift) * std::cos(x * 1.7 + shift * 0.5)));
        }
        path.lineTo(w, h);
        painter.fillPath(path, colour);
    };
    hill(0.74, 0.10, 0.7, QColor(0x2b, 0x26, 0x30));
    hill(0.84, 0.07, 2.1, QColor(0x1b, 0x19, 0x1f));
    // The inn on the hill, with its lantern.
    const QPointF inn(w * 0.70, h * 0.80);
    const double unit = h / 36;
    QPainterPath house;
    house.addRect(QRectF(inn + QPointF(-3 * unit, -2.4 * unit), QSizeF(6 * unit, 3.4 * unit)));
    house.addPolygon(QPolygonF({inn + QPointF(-3.6 * unit, -2.3 * unit), inn + QPointF(0, -5 * unit), inn + QPointF(3.6 * unit, -2.3 * unit)}));
    house.setFillRule(Qt::WindingFill);
    painter.fillPath(house, QColor(0x12, 0x10, 0x13));
    const double flicker = 0.85 + 0.15 * std::sin(time * 40) * std::sin(time * 23);
    for (const double x : {-1.5, 1.5}) {
        const QPointF light = inn + QPointF(x * unit, -0.8 * unit);
        QRadialGradient glow(light, 5 * unit * flicker);
        glow.setColorAt(0, QColor(0xff, 0xc8, 0x6a, 150));
        glow.setColorAt(1, QColor(0xff, 0xc8, 0x6a, 0));
        painter.fillRect(QRectF(light - QPointF(5 * unit, 5 * unit), QSizeF(10 * unit, 10 * unit)), glow);
        painter.fillRect(QRectF(light - QPointF(0.45 * unit, 0.6 * unit), QSizeF(0.9 * unit, 1.2 * unit)), QColor(0xff, 0xd9, 0x8c));
    }
    const double seen = std::clamp(std::min(time / comesIn, (1 - time) / (1 - goesOut)), 0.0, 1.0);
    painter.setOpacity(seen);
    painter.setPen(QColor(0xf2, 0xea, 0xdc));
    painter.setFont(ui::uiFont(std::clamp(h / 9, 34.0, 96.0), QFont::DemiBold));
    painter.drawText(QRectF(w * 0.08, h * 0.24, w * 0.84, h * 0.2), Qt::AlignLeft | Qt::AlignVCenter, QStringLiteral("Blakston"));
    painter.setFont(ui::uiFont(std::clamp(h / 44, 13.0, 20.0)));
    painter.setPen(QColor(0xc9, 0xc2, 0xb4));
    painter.drawText(QRectF(w * 0.084, h * 0.42, w * 0.8, h * 0.06), Qt::AlignLeft | Qt::AlignTop, QStringLiteral("Any key goes on"));
}

module::Info Intro::info() const
{
    using namespace module;
    return {QStringLiteral("intro"), 105, Event::StateChanged, Info::firstPriority};
}

void Intro::begin(module::Host& host)
{
    host_ = &host;
    auto* picture = new OpeningPicture(host.page().window());
    host.addWindow(QStringLiteral("opening"), picture);
    QObject::connect(picture, &OpeningPicture::over, picture, [this] { host_->unloadMe(); });
}

bool Intro::stateChanged(module::State, module::State now)
{
    if (now != module::State::Login)
        host_->unloadMe(); // somebody is on the way in
    return true;
}

} // namespace blak::client
