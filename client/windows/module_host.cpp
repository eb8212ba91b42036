// SPDX-License-Identifier: GPL-3.0-or-later
#include "client/windows/module_host.h"

#include "client/play/game_client.h"
#include "client/play/play_view.h"
#include "client/windows/game_page.h"
#include "client/windows/module_services.h"
#include "formats/wire/fields.h"

#include <QKeyEvent>
#include <QTimer>

#include <algorithm>
#include <array>

namespace blak::client {
namespace {

using module::Event;
using module::State;
using Stage = wire::ClientSession::Stage;

// What a world needs that names no modules of its own.
constexpr std::array usualInGame{"merintr", "mailnews"};
const char* const usualChoice = "char";

/// A message as it travels.
module::ServerMessage travelling(wire::Dialect dialect, const wire::Message& message)
{
    module::ServerMessage out;
    const auto bytes = wire::encode(dialect, message);
    if (!bytes || bytes.value().empty())
        return out;
    const std::size_t head = message.row->family == wire::Family::Login || message.row->family == wire::Family::Game ? 1 : 2;
    out.type = static_cast<quint8>(bytes.value().front());
    if (head == 2 && bytes.value().size() > 1)
        out.command = static_cast<int>(bytes.value()[1]);
    const std::size_t from = std::min(head, bytes.value().size());
    out.body = QByteArray(reinterpret_cast<const char*>(bytes.value().data() + from), static_cast<qsizetype>(bytes.value().size() - from));
    out.name = QString::fromLatin1(message.row->name.data(), static_cast<qsizetype>(message.row->name.size()));
    return out;
}

} // namespace

struct ModuleHost::Entry
{
    std::unique_ptr<ModuleServices> services; ///< outlives the module
    std::unique_ptr<LoadedModule> loaded;
    bool leaving = false, again = false;
};

ModuleHost::ModuleHost(GameClient& client, GamePage& page) : QObject(&page), client_(client), stillThere_(&client), page_(page)
{
    client_.setHooks(this);
    connect(&client_, &GameClient::changed, this, [this](quint32 topics) {
        followStage();
        userChanged(topics);
    });
    connect(&client_, &GameClient::stateChanged, this, &ModuleHost::followStage);
    connect(&client_, &GameClient::ended, this, &ModuleHost::followStage);
}

ModuleHost::~ModuleHost()
{
    if (!stillThere_.isNull())
        client_.setHooks(nullptr);
    while (!entries_.empty()) { // the last to hear goes first
        remove(*entries_.back());
        entries_.pop_back();
    }
}

bool ModuleHost::load(const QString& name, QString* why)
{
    for (const auto& entry : entries_)
        if (entry->loaded->name() == name) {
            entry->again = entry->leaving; // after it has gone
            return true;
        }
    auto loaded = LoadedModule::load(name);
    if (!loaded) {
        const QString text = QString::fromStdString(loaded.error().text());
        if (why != nullptr)
            *why = text;
        if (complained_.insert(name).second)
            emit failed(text);
        return false;
    }
    auto entry = std::make_unique<Entry>();
    entry->services = std::make_unique<ModuleServices>(*this, name);
    entry->loaded = std::move(loaded).value();
    Entry& made = *entry;
    const auto later = std::ranges::find_if(entries_, [&](const auto& one) { return one->loaded->info().priority > made.loaded->info().priority; });
    entries_.insert(later, std::move(entry));
    made.loaded->instance().begin(*made.services);
    recount();
    emit pagesChanged();
    emit toolsChanged();
    emit keysChanged();
    return true;
}

void ModuleHost::loadFor(const QString& name)
{
    if (isModuleName(name) && !leftOut_.contains(name))
        load(name);
}

void ModuleHost::unload(const QString& name)
{
    for (const auto& entry : entries_)
        if (entry->loaded->name() == name) {
            entry->leaving = true;
            entry->again = false;
        }
    recount();
    // Not now: it may be its own code that asks.
    if (!std::exchange(sweeping_, true))
        QTimer::singleShot(0, this, &ModuleHost::sweep);
}

void ModuleHost::sweep()
{
    sweeping_ = false;
    if (telling_ > 0) { // a loop of events inside of a module: later
        sweeping_ = true;
        QTimer::singleShot(10, this, &ModuleHost::sweep);
        return;
    }
    QStringList again;
    for (std::size_t i = 0; i < entries_.size();) {
        if (!entries_[i]->leaving) {
            ++i;
            continue;
        }
        if (entries_[i]->again)
            again << entries_[i]->loaded->name();
        remove(*entries_[i]);
        entries_.erase(entries_.begin() + static_cast<std::ptrdiff_t>(i));
    }
    recount();
    emit pagesChanged();
    emit toolsChanged();
    emit keysChanged();
    for (const QString& name : again)
        load(name);
}

void ModuleHost::remove(Entry& entry)
{
    entry.loaded->instance().end();
    entry.services->takeAll();
    entry.loaded.reset();
}

void ModuleHost::recount()
{
    events_ = 0;
    for (const auto& entry : entries_)
        if (!entry->leaving)
            events_ |= entry->loaded->info().events;
    const bool filter = wants(Event::WindowMessage);
    if (filter == filtering_)
        return;
    filtering_ = filter; // what nobody hears costs nothing
    if (filter)
        page_.window()->installEventFilter(this);
    else
        page_.window()->removeEventFilter(this);
}

bool ModuleHost::isLoaded(const QString& name) const { return loaded().contains(name); }

QStringList ModuleHost::loaded() const
{
    QStringList names;
    for (const auto& entry : entries_)
        if (!entry->leaving)
            names << entry->loaded->name();
    return names;
}

bool ModuleHost::offer(Event::Bit event, const std::function<bool(module::Module&)>& tell)
{
    if (!wants(event))
        return true;
    // By name: the list may change while they are told.
    for (const QString& name : loaded())
        for (const auto& entry : entries_) {
            if (entry->leaving || entry->loaded->name() != name || (entry->loaded->info().events & event) == 0)
                continue;
            ++telling_;
            const bool on = tell(entry->loaded->instance());
            --telling_;
            if (!on)
                return false;
            break;
        }
    return true;
}

QWidget* ModuleHost::page(State state) const
{
    for (const auto& entry : entries_)
        if (QWidget* page = entry->leaving ? nullptr : entry->services->pages().value(state).data())
            return page;
    return nullptr;
}

QWidget* ModuleHost::window(const QString& name) const
{
    for (const auto& entry : entries_)
        if (QWidget* window = entry->leaving ? nullptr : entry->services->windows().value(name).data())
            return window;
    return nullptr;
}

QList<ModuleHost::Item> ModuleHost::tools() const
{
    QList<Item> items;
    for (const auto& entry : entries_)
        if (!entry->leaving)
            for (const ModuleServices::Item& one : entry->services->tools())
                items << Item{one.id, one.text, one.icon};
    return items;
}

QList<ModuleHost::Item> ModuleHost::menuItems() const
{
    QList<Item> items;
    for (const auto& entry : entries_)
        if (!entry->leaving)
            for (const ModuleServices::Item& one : entry->services->menuItems())
                items << Item{one.id, one.text, one.icon};
    return items;
}

QList<ModuleHost::HelpRow> ModuleHost::help() const
{
    QList<HelpRow> rows;
    for (const auto& entry : entries_)
        if (!entry->leaving)
            for (const ModuleServices::Help& one : entry->services->help())
                rows << HelpRow{one.command, one.usage, one.text};
    return rows;
}

void ModuleHost::setState(State now)
{
    if (now == state_)
        return;
    const State before = std::exchange(state_, now);
    offer(Event::StateChanged, [&](module::Module& one) { return one.stateChanged(before, now); });
}

void ModuleHost::followStage()
{
    wire::ClientSession* session = client_.session();
    const Stage stage = session == nullptr ? Stage::Ended : session->stage();
    State now = State::Login;
    if (stage == Stage::Picking || stage == Stage::Entering)
        now = State::Characters;
    else if (stage == Stage::Playing || stage == Stage::Leaving)
        now = session->isWaiting() ? State::Waiting : page_.view()->isChoosing() ? State::Selecting : State::Playing;
    if (now == State::Characters && !isLoaded(QLatin1String(usualChoice)) && page(State::Characters) == nullptr)
        loadFor(QLatin1String(usualChoice));
    if (now >= State::Playing && state_ < State::Playing) {
        for (const char* name : usualInGame)
            loadFor(QLatin1String(name));
        for (const QString& name : own_)
            loadFor(name);
    }
    const State before = state_;
    setState(now);
    if (now >= State::Playing && before < State::Playing)
        unload(QLatin1String(usualChoice)); // it has done its work
    if (now == State::Login && before != State::Login)
        for (const QString& name : loaded()) // the next world names its own
            unload(name);
}

bool ModuleHost::message(const wire::Message& message)
{
    if (!wants(Event::ServerMessage) || client_.session() == nullptr)
        return true;
    const module::ServerMessage bytes = travelling(client_.session()->dialect(), message);
    return offer(Event::ServerMessage, [&](module::Module& one) { return one.serverMessage(bytes); });
}

void ModuleHost::followed(const wire::Message& message)
{
    using enum wire::MessageId;
    using module::InventoryChange;
    const auto idOf = [&](std::string_view field) {
        const wire::Field* found = message.find(field);
        if (found == nullptr)
            return quint32{0};
        return (found->type == wire::FieldType::Structure ? wire::objectOf(found).id : found->number) & wire::idMask;
    };
    const auto inventory = [&](InventoryChange what, quint32 id) {
        offer(Event::Inventory, [&](module::Module& one) { return one.inventory(what, id); });
    };
    switch (message.row->id) {
    case BP_LOAD_MODULE:
    case BP_UNLOAD_MODULE: {
        const QString name = QString::fromStdString(session::moduleName(client_.session()->resources().text(wire::fields::numberOf(message, "module"))));
        if (message.row->id == BP_UNLOAD_MODULE)
            unload(name);
        else
            loadFor(name);
        break;
    }
    case BP_INVALIDATE_DATA: offer(Event::ResetData, [](module::Module& one) { return one.resetData(); }); break;
    case BP_ROOM_CONTENTS: // where one is was told before; now it is whole
        if (newRoom_)
            offer(Event::NewRoom, [](module::Module& one) { return one.newRoom(); });
        newRoom_ = false;
        break;
    case BP_PLAYER: newRoom_ = true; break;
    case BP_INVENTORY: inventory(InventoryChange::Set, 0); break;
    case BP_INVENTORY_ADD: inventory(InventoryChange::Add, idOf("object")); break;
    case BP_INVENTORY_REMOVE: inventory(InventoryChange::Remove, idOf("id")); break;
    case BP_USE: inventory(InventoryChange::Use, idOf("id")); break;
    case BP_UNUSE: inventory(InventoryChange::Unuse, idOf("id")); break;
    case BP_USE_LIST: inventory(InventoryChange::UseList, 0); break;
    case BP_CHANGE:
        if (const quint32 id = idOf("object"); client_.game()->room().carried(id) != nullptr)
            inventory(InventoryChange::Change, id);
        break;
    default: break;
    }
}

QList<ModuleKey> ModuleHost::keys() const
{
    QList<ModuleKey> all;
    for (const auto& entry : entries_)
        if (!entry->leaving)
            for (const ModuleServices::Key& key : entry->services->keys()) {
                ModuleKey row{entry->loaded->name(), key.state, key.action, key.key, key.key};
                row.key = ownKeys_.keyOf(row);
                all << row;
            }
    return all;
}

void ModuleHost::bindKey(const ModuleKey& row, const QKeySequence& key)
{
    ownKeys_.bind(row, key);
    emit keysChanged();
}

void ModuleHost::setOwnKeys(const OwnModuleKeys& keys)
{
    ownKeys_ = keys;
    emit keysChanged();
}

bool ModuleHost::keyOf(const QKeyEvent& event)
{
    const QKeySequence pressed(event.keyCombination());
    for (const ModuleKey& row : keys())
        if (row.state == state_ && row.key == pressed && !row.key.isEmpty()) {
            if (action(row.action))
                page_.actByName(row.action);
            return true;
        }
    return false;
}

bool ModuleHost::key(const QKeyEvent& event)
{
    if (!offer(Event::Key, [&](module::Module& one) { return one.key(event); }))
        return false;
    return event.isAutoRepeat() || !keyOf(event);
}

bool ModuleHost::keyPressed(const QKeyEvent& event)
{
    return state_ < State::Playing && !key(event);
}

bool ModuleHost::action(const QString& name)
{
    return offer(Event::UserAction, [&](module::Module& one) { return one.userAction(name); });
}

bool ModuleHost::click(const QMouseEvent& event, quint32 object)
{
    return offer(Event::MouseClick, [&](module::Module& one) { return one.mouseClick(event, object); });
}

void ModuleHost::animate(int milliseconds)
{
    if (state_ >= State::Playing && client_.session() != nullptr) // choosing begins and ends in the view
        setState(client_.session()->isWaiting() ? State::Waiting : page_.view()->isChoosing() ? State::Selecting : State::Playing);
    offer(Event::Animate, [&](module::Module& one) { return one.animate(milliseconds); });
}

void ModuleHost::redraw(QPainter& painter, const QRect& view)
{
    offer(Event::Redraw, [&](module::Module& one) { return one.redraw(painter, view); });
}

bool ModuleHost::drawItem(QPainter& painter, const QStyleOptionViewItem& option, quint32 object, const QString& list)
{
    return offer(Event::DrawItem, [&](module::Module& one) { return one.drawItem(painter, option, {object, list}); });
}

bool ModuleHost::cursor(const QCursor& cursor)
{
    return offer(Event::SetCursor, [&](module::Module& one) { return one.setCursor(cursor); });
}

void ModuleHost::focus()
{
    offer(Event::SetFocus, [](module::Module& one) { return one.setFocus(); });
}

bool ModuleHost::toolButton(const QString& id)
{
    return offer(Event::ToolButton, [&](module::Module& one) { return one.toolButton(id); });
}

bool ModuleHost::menuItem(const QString& id)
{
    return offer(Event::MenuItem, [&](module::Module& one) { return one.menuItem(id); });
}

bool ModuleHost::textCommand(const QString& line)
{
    return offer(Event::TextCommand, [&](module::Module& one) { return one.textCommand(line); });
}

void ModuleHost::resized(QSize window, QRect view)
{
    offer(Event::Resize, [&](module::Module& one) { return one.resize(window, view); });
}

void ModuleHost::userChanged(quint32 topics)
{
    offer(Event::UserChanged, [&](module::Module& one) { return one.userChanged(topics); });
}

void ModuleHost::configChanged()
{
    offer(Event::ConfigChanged, [](module::Module& one) { return one.configChanged(); });
}

void ModuleHost::fontChanged(const QString& what, const QFont& font)
{
    offer(Event::FontChanged, [&](module::Module& one) { return one.fontChanged(what, font); });
}

void ModuleHost::colourChanged(const QString& what, const QColor& colour)
{
    offer(Event::ColourChanged, [&](module::Module& one) { return one.colourChanged(what, colour); });
}

void ModuleHost::post(const QString& from, const QString& to, const QString& what, const QVariant& data)
{
    offer(Event::ModuleMessage, [&](module::Module& one) {
        const QString name = one.info().name;
        return name == from || (!to.isEmpty() && name != to) || one.moduleMessage(from, what, data);
    });
}

bool ModuleHost::eventFilter(QObject*, QEvent* event)
{
    return !offer(Event::WindowMessage, [&](module::Module& one) { return one.windowMessage(*event); });
}

} // namespace blak::client
