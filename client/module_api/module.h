// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QByteArray>
#include <QColor>
#include <QCursor>
#include <QFont>
#include <QRect>
#include <QString>
#include <QVariant>
#include <QtPlugin>

class QEvent;
class QKeyEvent;
class QMouseEvent;
class QObject;
class QPainter;
class QStyleOptionViewItem;

// What a module of the client is (docs/modules.md): a plugin that hears what happens and may take it for itself. The events and their
// bits are those of the old clients' modules; nothing here needs more than Qt.
namespace blak::module {

class Host;

/// The events, one bit each: bit, name, the function that hears it.
#define BLAK_MODULE_EVENTS(X)                                                                                                    \
    X(0x1, ServerMessage, serverMessage)                                                                                         \
    X(0x2, Key, key)                                                                                                             \
    X(0x4, UserAction, userAction)                                                                                               \
    X(0x8, MouseClick, mouseClick)                                                                                               \
    X(0x10, FontChanged, fontChanged)                                                                                            \
    X(0x20, ColourChanged, colourChanged)                                                                                        \
    X(0x40, MenuItem, menuItem)                                                                                                  \
    X(0x100, ModuleMessage, moduleMessage)                                                                                       \
    X(0x200, StateChanged, stateChanged)                                                                                         \
    X(0x400, WindowMessage, windowMessage)                                                                                       \
    X(0x800, Animate, animate)                                                                                                   \
    X(0x1000, ToolButton, toolButton)                                                                                            \
    X(0x2000, TextCommand, textCommand)                                                                                          \
    X(0x4000, Resize, resize)                                                                                                    \
    X(0x8000, UserChanged, userChanged)                                                                                          \
    X(0x10000, Redraw, redraw)                                                                                                   \
    X(0x20000, DrawItem, drawItem)                                                                                               \
    X(0x40000, ResetData, resetData)                                                                                             \
    X(0x80000, Inventory, inventory)                                                                                             \
    X(0x100000, SetCursor, setCursor)                                                                                            \
    X(0x200000, NewRoom, newRoom)                                                                                                \
    X(0x400000, SetFocus, setFocus)                                                                                              \
    X(0x800000, ConfigChanged, configChanged)

struct Event
{
    enum Bit : quint32 {
#define X(bit, name, function) name = bit,
        BLAK_MODULE_EVENTS(X)
#undef X
    };
};

/// Where the game stands.
enum class State : quint8 { Login, Characters, Playing, Waiting, Selecting };

/// A message of the server or to it, as it travels: the type, the second byte where the type has one (6 and 155), what follows.
struct ServerMessage
{
    quint8 type = 0;
    int command = -1; ///< second byte of types 6 and 155; else -1
    QByteArray body;
    QString name; ///< as the protocol calls it: "BP_SAID"
};

enum class InventoryChange : quint8 { Set, Add, Remove, Use, Unuse, Change, UseList };

/// What a row of things shows, for who wants to draw it otherwise.
struct ItemToDraw
{
    quint32 object = 0;
    QString list; ///< what the list is called
};

struct Info
{
    QString name;             ///< as the server calls it, without ".dll": letters, digits and _
    int id = 0;               ///< of its own; those of the usual modules are 100 to 110
    quint32 events = 0;       ///< a sum of Event: others are not told
    int priority = normalPriority; ///< ascending: 1 is told first

    static constexpr int firstPriority = 1, normalPriority = 5, latePriority = 10, lastPriority = 20;
};

/// A module. Each function that hears an event says whether others may hear it: false = it is handled, and neither a later module
/// nor the client itself does anything with it.
class Module
{
public:
    virtual ~Module() = default;

    virtual Info info() const = 0;
    /// After it was loaded. `host` lives until end() has returned.
    virtual void begin(Host& host) = 0;
    /// Before it is unloaded. Windows, keys, menus and tools that the host was given are taken away by the host.
    virtual void end() {}

    virtual bool serverMessage(const ServerMessage&) { return true; }
    virtual bool key(const QKeyEvent&) { return true; }            ///< that the world is about to hear
    virtual bool userAction(const QString& /*action*/) { return true; } ///< about to be done; names as in scripts: "get", "forward"
    virtual bool mouseClick(const QMouseEvent&, quint32 /*object*/) { return true; } ///< in the world; 0 = on no object
    virtual bool fontChanged(const QString& /*what*/, const QFont&) { return true; }
    virtual bool colourChanged(const QString& /*what*/, const QColor&) { return true; }
    virtual bool menuItem(const QString& /*id*/) { return true; }
    virtual bool moduleMessage(const QString& /*from*/, const QString& /*what*/, const QVariant&) { return true; }
    virtual bool stateChanged(State /*before*/, State /*now*/) { return true; }
    virtual bool windowMessage(QEvent&) { return true; } ///< of the window as a whole; there are very many
    virtual bool animate(int /*milliseconds*/) { return true; } ///< before a frame; since the one before
    virtual bool toolButton(const QString& /*id*/) { return true; }
    virtual bool textCommand(const QString& /*line*/) { return true; } ///< as typed, with its slash
    virtual bool resize(QSize /*window*/, QRect /*view*/) { return true; }
    virtual bool userChanged(quint32 /*topics*/) { return true; } ///< what the client knows of the player; a sum of session::Topic
    virtual bool redraw(QPainter&, QRect /*view*/) { return true; } ///< over the world, which is drawn
    virtual bool drawItem(QPainter&, const QStyleOptionViewItem&, const ItemToDraw&) { return true; }
    virtual bool resetData() { return true; } ///< all ids are stale; everything is asked for anew
    virtual bool inventory(InventoryChange, quint32 /*object*/) { return true; }
    virtual bool setCursor(const QCursor&) { return true; }
    virtual bool newRoom() { return true; }
    virtual bool setFocus() { return true; }
    virtual bool configChanged() { return true; }
};

/// What the plugin itself is: it makes its module once for each game that a program shows.
class Factory
{
public:
    virtual ~Factory() = default;
    virtual Module* make() = 0; ///< the caller owns it
    /// The version of the client whose inside it uses (Host::client()); null = it needs the interface alone.
    virtual const char* builtWith() const { return nullptr; }
};

} // namespace blak::module

#define BLAK_MODULE_IID "org.blakston.client.Module/1"
Q_DECLARE_INTERFACE(blak::module::Factory, BLAK_MODULE_IID)
