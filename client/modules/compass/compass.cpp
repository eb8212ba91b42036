// SPDX-License-Identifier: GPL-3.0-or-later
// The example of docs/modules.md: a compass over the world, by the interface of modules alone. C shows and hides it, as does the
// command /compass.
#include "client/module_api/host.h"

#include <QObject>
#include <QPainter>

#include <cmath>
#include <numbers>

namespace {

using namespace blak::module;

class Compass : public Module
{
public:
    Info info() const override
    {
        return {QStringLiteral("compass"), 1000, Event::Redraw | Event::UserAction | Event::TextCommand | Event::MenuItem, Info::latePriority};
    }

    void begin(Host& host) override
    {
        host_ = &host;
        host.addKey(State::Playing, QKeySequence(Qt::Key_C), QStringLiteral("compass"));
        host.addMenuItem(QStringLiteral("compass"), QStringLiteral("Compass"));
        host.addHelp(QStringLiteral("compass"), {}, QStringLiteral("Show or hide the compass."));
    }

    bool userAction(const QString& action) override { return action != QLatin1String("compass") || turn(); }
    bool menuItem(const QString& id) override { return id != QLatin1String("compass") || turn(); }
    bool textCommand(const QString& line) override { return line.trimmed() != QLatin1String("/compass") || turn(); }

    bool redraw(QPainter& painter, QRect view) override
    {
        if (!shown_)
            return true;
        // 0 is east and 1024 south; on the screen what is ahead is up.
        const double ahead = host_->player().angle / 4096 * 2 * std::numbers::pi;
        const QPointF middle(view.center().x(), view.top() + radius + margin);
        painter.save();
        painter.setRenderHint(QPainter::Antialiasing);
        painter.setPen(QPen(QColor(0xdf, 0xe3, 0xe8), 1.5));
        painter.setBrush(QColor(16, 18, 20, 190));
        painter.drawEllipse(middle, radius, radius);
        static constexpr const char* names[]{"E", "S", "W", "N"};
        for (int i = 0; i < 4; ++i) {
            const double angle = i * std::numbers::pi / 2 - ahead - std::numbers::pi / 2;
            const QPointF place = middle + QPointF(std::cos(angle), std::sin(angle)) * (radius - 11);
            painter.setPen(i == 3 ? QColor(0xff, 0xb0, 0x40) : QColor(0xdf, 0xe3, 0xe8));
            painter.drawText(QRectF(place - QPointF(10, 10), QSizeF(20, 20)), Qt::AlignCenter, QString::fromLatin1(names[i]));
        }
        painter.restore();
        return true;
    }

private:
    static constexpr double radius = 34, margin = 10;

    bool turn()
    {
        shown_ = !shown_;
        host_->post({}, shown_ ? QStringLiteral("compass shown") : QStringLiteral("compass hidden"));
        return false; // nobody else has to do anything
    }

    Host* host_ = nullptr;
    bool shown_ = true;
};

class CompassPlugin : public QObject, public Factory
{
    Q_OBJECT
    Q_PLUGIN_METADATA(IID BLAK_MODULE_IID)
    Q_INTERFACES(blak::module::Factory)

public:
    Module* make() override { return new Compass; }
};

} // namespace

#include "compass.moc"
