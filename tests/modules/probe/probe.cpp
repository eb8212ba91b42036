// SPDX-License-Identifier: GPL-3.0-or-later
// A module that writes down every event, and keeps those for itself that it is told to keep. It is built twice: as the usual probe, and
// as one that is told everything first (PROBE_NAME, PROBE_NUMBER, PROBE_PRIORITY).
#include "client/module_api/host.h"
#include "tests/modules/probe/probe.h"

#include <QApplication>
#include <QCursor>
#include <QKeyEvent>
#include <QLabel>
#include <QMouseEvent>
#include <QPainter>

namespace {

using namespace blak::module;

const QString name = QStringLiteral(PROBE_NAME);

class Probe : public QObject, public Module
{
    Q_OBJECT

public:
    Info info() const override
    {
        quint32 all = 0;
#define X(bit, event, function) all |= bit;
        BLAK_MODULE_EVENTS(X)
#undef X
        return {name, PROBE_NUMBER, all, Info::PROBE_PRIORITY};
    }

    void begin(Host& host) override
    {
        host_ = &host;
        hear("begin", {});
        auto* window = new QLabel(QStringLiteral("A window of " PROBE_NAME), host.windowParent());
        window->setObjectName(QStringLiteral(PROBE_NAME ".window"));
        host.addWindow(name, window);
        auto* panel = new QLabel(QStringLiteral("A panel of " PROBE_NAME));
        panel->setObjectName(QStringLiteral(PROBE_NAME ".panel"));
        host.addSidePanel(panel);
        host.addTool(name, QStringLiteral("Tool of " PROBE_NAME), QStringLiteral("pin"));
        host.addMenuItem(name, QStringLiteral("Item of " PROBE_NAME));
        host.addKey(State::Playing, QKeySequence(Qt::Key_F7), name + QStringLiteral(".act"));
        host.addKey(State::Login, QKeySequence(Qt::Key_F8), name + QStringLiteral(".login"));
        host.addHelp(name, {}, QStringLiteral("Help of " PROBE_NAME));
    }

    void end() override { hear("end", {}); }

    bool serverMessage(const ServerMessage& m) override
    {
        return hear("serverMessage", QStringLiteral("%1 %2 %3 %4").arg(m.name).arg(m.type).arg(m.command).arg(QString::fromLatin1(m.body.toHex())));
    }
    bool key(const QKeyEvent& event) override { return hear("key", QString::number(event.key())); }
    bool userAction(const QString& action) override
    {
        if (action == name + QStringLiteral(".act"))
            answer();
        return hear("userAction", action);
    }
    bool mouseClick(const QMouseEvent&, quint32 object) override { return hear("mouseClick", QString::number(object)); }
    bool fontChanged(const QString& what, const QFont&) override { return hear("fontChanged", what); }
    bool colourChanged(const QString& what, const QColor&) override { return hear("colourChanged", what); }
    bool menuItem(const QString& id) override { return hear("menuItem", id); }
    bool moduleMessage(const QString& from, const QString& what, const QVariant& data) override
    {
        return hear("moduleMessage", from + QLatin1Char(' ') + what + QLatin1Char(' ') + data.toString());
    }
    bool stateChanged(State before, State now) override
    {
        return hear("stateChanged", QStringLiteral("%1 %2").arg(static_cast<int>(before)).arg(static_cast<int>(now)));
    }
    bool windowMessage(QEvent& event) override { return hear("windowMessage", QString::number(event.type())); }
    bool animate(int milliseconds) override { return hear("animate", milliseconds >= 0 ? QStringLiteral("on") : QStringLiteral("back")); }
    bool toolButton(const QString& id) override { return hear("toolButton", id); }
    bool textCommand(const QString& line) override { return hear("textCommand", line); }
    bool resize(QSize window, QRect view) override
    {
        return hear("resize", QStringLiteral("%1 %2").arg(window.width()).arg(view.width() <= window.width()));
    }
    bool userChanged(quint32 topics) override { return hear("userChanged", QString::number(topics, 16)); }
    bool redraw(QPainter& painter, QRect view) override { return hear("redraw", QString::number(painter.isActive() && view.width() > 0)); }
    bool drawItem(QPainter& painter, const QStyleOptionViewItem&, const ItemToDraw& item) override
    {
        return hear("drawItem", QStringLiteral("%1 %2 %3").arg(item.list).arg(item.object).arg(painter.isActive()));
    }
    bool resetData() override { return hear("resetData", {}); }
    bool inventory(InventoryChange what, quint32 object) override
    {
        return hear("inventory", QStringLiteral("%1 %2").arg(static_cast<int>(what)).arg(object));
    }
    bool setCursor(const QCursor& cursor) override { return hear("setCursor", QString::number(cursor.shape())); }
    bool newRoom() override { return hear("newRoom", host_->room().file); }
    bool setFocus() override { return hear("setFocus", {}); }
    bool configChanged() override { return hear("configChanged", {}); }

private:
    /// What the services say, as one line; and one of everything that can be asked for.
    void answer()
    {
        const Room room = host_->room();
        const Player player = host_->player();
        QStringList users;
        for (const User& user : host_->users())
            users << user.name;
        const auto thing = host_->find(20);
        hear("services", QStringLiteral("dialect=%1 state=%2 text=%3 room=%4/%5/%6 things=%7 player=%8 at=%9,%10 users=%11 find=%12 light=%13 map=%14 target=%15 modules=%16 weather=%17 latency=%18")
                             .arg(host_->dialect())
                             .arg(static_cast<int>(host_->state()))
                             .arg(host_->text(60))
                             .arg(room.id)
                             .arg(room.name, room.file)
                             .arg(room.things.size())
                             .arg(player.id)
                             .arg(player.place.x(), 0, 'f', 1)
                             .arg(player.place.y(), 0, 'f', 1)
                             .arg(users.join(QLatin1Char('+')))
                             .arg(thing ? thing->name : QStringLiteral("none"))
                             .arg(host_->lightTable(63).size())
                             .arg(host_->isMapShown())
                             .arg(host_->target())
                             .arg(host_->loadedModules().join(QLatin1Char('+')))
                             .arg(host_->effects().weather)
                             .arg(host_->latency() >= 0));
        host_->showMap(true);
        host_->setTarget(20);
        host_->say(QStringLiteral("The probe has spoken."));
        // UC_REST goes; what no message is, or too short for one, does not.
        hear("send", QStringLiteral("%1 %2 %3").arg(host_->send(155, QByteArray("\x05", 1))).arg(host_->send(100, "x")).arg(host_->send(251, {})));
        host_->post({}, QStringLiteral("hello"), 42);
    }

    bool hear(const char* event, const QString& detail)
    {
        const QString line = name + QLatin1Char('.') + QLatin1String(event);
        QStringList all = qApp->property(probe::heard).toStringList();
        all << (detail.isEmpty() ? line : line + QLatin1Char(' ') + detail);
        qApp->setProperty(probe::heard, all);
        return !qApp->property(probe::handles).toStringList().contains(line);
    }

    Host* host_ = nullptr;
};

class ProbePlugin : public QObject, public Factory
{
    Q_OBJECT
    Q_PLUGIN_METADATA(IID BLAK_MODULE_IID)
    Q_INTERFACES(blak::module::Factory)

public:
    Module* make() override { return new Probe; }
};

} // namespace

#include "probe.moc"
