// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "client/module_api/module.h"

#include <QKeySequence>
#include <QList>
#include <QPointF>
#include <QStringList>

#include <optional>

class QWidget;

namespace blak::client {
class GameClient;
class GamePage;
}

namespace blak::module {

/// A thing of the game as modules see it.
struct Thing
{
    quint32 id = 0;
    QString name;
    quint32 amount = 1;
    quint32 flags = 0;          ///< as the protocol has them
    std::optional<QPointF> place; ///< column and row in squares; things that are carried have none
    bool isUsed = false;        ///< carried and in use
};

struct Room
{
    quint32 id = 0;
    QString name, file;
    int ambientLight = 0; ///< 0..255
    QList<Thing> things;  ///< oneself among them
};

struct Player
{
    quint32 id = 0;
    QString name;
    QPointF place;   ///< column and row in squares
    double angle = 0; ///< 0 = east, 1024 = south
    QList<Thing> things;
};

struct User
{
    quint32 id = 0;
    QString name;
};

/// What the server does to the eye and the limbs now.
struct Effects
{
    bool blind = false, paralysed = false, any = false;
    QString weather; ///< "", "rain", "snow", "sand", "fireworks"
};

/// What the client does for its modules. Valid until Module::end() has returned. All of it is for the thread of the windows.
class Host
{
public:
    virtual ~Host() = default;

    // The server.
    /// Sends a message as it travels: false when the dialect has no such message or its bytes do not fit.
    virtual bool send(quint8 type, const QByteArray& body) = 0;
    virtual QString dialect() const = 0;  ///< "1997", "2012", "mainline", "open105", "open29"
    virtual int latency() const = 0;      ///< microseconds; 0 = not measured yet
    virtual State state() const = 0;

    // What the client knows.
    virtual QString text(quint32 resource) const = 0; ///< "" when it is not known
    virtual std::optional<Thing> find(quint32 object) const = 0; ///< of the room or carried
    virtual Room room() const = 0;
    virtual Player player() const = 0;
    virtual QList<User> users() const = 0;
    virtual Effects effects() const = 0;
    /// 256 numbers of colours for a level of light, 0 dark to 63; empty where no world is loaded.
    virtual QByteArray lightTable(int level) const = 0;
    virtual bool isMapShown() const = 0;
    virtual void showMap(bool shown) = 0;
    virtual quint32 target() const = 0;
    virtual void setTarget(quint32 object) = 0;

    // What people see. The host owns what it is given and takes all of it away when the module is unloaded.
    /// Where windows over the world belong: the parent to be given to them.
    virtual QWidget* windowParent() = 0;
    /// A window by a name, under which it can be opened by others ("mail").
    virtual void addWindow(const QString& name, QWidget* window) = 0;
    virtual bool openWindow(const QString& name) = 0;
    virtual void addSidePanel(QWidget* panel) = 0;     ///< at the right of the world
    virtual void addOverlay(QWidget* overlay) = 0;     ///< in the lower right corner of the world; as large as its sizeHint()
    virtual void addPage(State state, QWidget* page) = 0; ///< instead of the world in this state
    virtual void addTool(const QString& id, const QString& text, const QString& icon) = 0; ///< in the bar; told by toolButton()
    virtual void addMenuItem(const QString& id, const QString& text) = 0;                  ///< in the bar's menu; told by menuItem()
    /// A key for an action while the game is in a state. The client's own actions are done; others are only told by userAction().
    virtual void addKey(State state, const QKeySequence& key, const QString& action) = 0;
    /// A line of the help for a typed command, which textCommand() takes.
    virtual void addHelp(const QString& command, const QString& usage, const QString& help) = 0;
    virtual void say(const QString& line) = 0; ///< among the lines of the chat
    virtual void placeAgain() = 0;             ///< an overlay has another size

    // Others.
    /// To a module by its name, or to all others; in the order of their priorities, until one handles it.
    virtual void post(const QString& to, const QString& what, const QVariant& data = {}) = 0;
    virtual QStringList loadedModules() const = 0;
    /// Asks for oneself to be unloaded, soon.
    virtual void unloadMe() = 0;

    // For modules that are built together with the client: everything there is.
    virtual blak::client::GameClient& client() = 0;
    virtual blak::client::GamePage& page() = 0;
};

} // namespace blak::module
