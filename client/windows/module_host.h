// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "client/module_api/host.h"
#include "client/play/client_hooks.h"
#include "client/windows/module_keys.h"
#include "client/windows/module_loader.h"

#include <QHash>
#include <QObject>
#include <QPointer>

#include <functional>
#include <memory>
#include <set>
#include <vector>

namespace blak::client {

class GameClient;
class GamePage;
class ModuleServices;

/// The modules of one game: loads those that the server names, tells them what happens in the order of their priorities, and takes
/// away all they brought when they go.
class ModuleHost : public QObject, public ClientHooks
{
    Q_OBJECT

public:
    ModuleHost(GameClient& client, GamePage& page);
    ~ModuleHost() override;

    /// Loads it now; true when it is there then. `why` says why not.
    bool load(const QString& name, QString* why = nullptr);
    /// It hears nothing any more at once, and is gone when the event loop turns again.
    void unload(const QString& name);
    bool isLoaded(const QString& name) const;
    QStringList loaded() const; ///< in the order in which they hear
    /// Those that one wants oneself, whatever the server says: loaded when one enters the game.
    void setOwn(const QStringList& names) { own_ = names; }
    /// Those that this program does without.
    void setLeftOut(const QStringList& names) { leftOut_ = names; }

    struct Item
    {
        QString id, text, icon;
    };
    QList<Item> tools() const;
    QList<Item> menuItems() const;
    struct HelpRow
    {
        QString command, usage, text;
    };
    QList<HelpRow> help() const; ///< of typed commands
    QList<ModuleKey> keys() const;
    /// Another key for it from now on; an empty one is none.
    void bindKey(const ModuleKey& row, const QKeySequence& key);
    const OwnModuleKeys& ownKeys() const { return ownKeys_; }
    void setOwnKeys(const OwnModuleKeys& keys);

    module::State state() const { return state_; }
    QWidget* page(module::State state) const;          ///< null where no module has one
    QWidget* window(const QString& name) const;
    /// A key that nothing in the window wanted, in the states before the game. True when it was one of a module's.
    bool keyPressed(const QKeyEvent& event);

    // Told by the parts of the client.
    void followStage(); ///< the session is at another stage, or may be
    bool toolButton(const QString& id);
    bool menuItem(const QString& id);
    bool textCommand(const QString& line);
    void resized(QSize window, QRect view);
    void userChanged(quint32 topics);
    void configChanged();
    void fontChanged(const QString& what, const QFont& font);
    void colourChanged(const QString& what, const QColor& colour);
    void post(const QString& from, const QString& to, const QString& what, const QVariant& data);

    // ClientHooks
    bool message(const wire::Message& message) override;
    void followed(const wire::Message& message) override;
    bool key(const QKeyEvent& event) override;
    bool action(const QString& name) override;
    bool click(const QMouseEvent& event, quint32 object) override;
    void animate(int milliseconds) override;
    void redraw(QPainter& painter, const QRect& view) override;
    bool drawItem(QPainter& painter, const QStyleOptionViewItem& option, quint32 object, const QString& list) override;
    bool cursor(const QCursor& cursor) override;
    void focus() override;

signals:
    void pagesChanged();
    void toolsChanged();
    void keysChanged();
    /// A module the server wants is not there, or cannot be loaded.
    void failed(const QString& why);

protected:
    bool eventFilter(QObject* watched, QEvent* event) override;

private:
    friend class ModuleServices;
    struct Entry;

    bool offer(module::Event::Bit event, const std::function<bool(module::Module&)>& tell);
    bool wants(module::Event::Bit event) const { return (events_ & event) != 0; }
    void loadFor(const QString& name); ///< as the server or the stage wants it
    void sweep();
    void remove(Entry& entry);
    void recount();
    void setState(module::State now);
    bool keyOf(const QKeyEvent& event);

    GameClient& client_;
    QPointer<QObject> stillThere_; ///< whoever owns both may let the client go first
    GamePage& page_;
    std::vector<std::unique_ptr<Entry>> entries_; ///< ascending priority
    quint32 events_ = 0;                          ///< of all that are loaded
    module::State state_ = module::State::Login;
    QStringList own_, leftOut_;
    OwnModuleKeys ownKeys_;
    std::set<QString> complained_;
    bool sweeping_ = false, filtering_ = false, newRoom_ = false;
    int telling_ = 0;
};

} // namespace blak::client
