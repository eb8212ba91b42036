// SPDX-License-Identifier: GPL-3.0-or-later
#include "studio/playing/world_panel.h"

#include "studio/playing/class_search.h"
#include "studio/playing/object_leads.h"
#include "studio/playing/play_controller.h"
#include "ui/empty_label.h"
#include "ui/icons.h"
#include "ui/search_field.h"
#include "ui/show_quietly.h"

#include <QHeaderView>
#include <QMenu>
#include <QPointer>
#include <QRegularExpression>
#include <QSignalBlocker>
#include <QTimer>
#include <QTreeWidget>
#include <QVBoxLayout>

#include <nlohmann/json.hpp>

#include <algorithm>
#include <optional>
#include <utility>

namespace blak::ui::playing {
namespace {

using nlohmann::json;
using Rows = WorldPanel::Rows;

constexpr int objectRole = Qt::UserRole, classRole = Qt::UserRole + 1;
constexpr int refreshMilliseconds = 1000;
constexpr int mostFound = 500;
constexpr int mostTimers = 200;
constexpr int roomKeptMilliseconds = 10'000; ///< after a save, until the client knows its room again

/// "0.3 s", "12 s", "4 min 10 s": until a timer is due.
QString spanText(qint64 milliseconds)
{
    constexpr qint64 second = 1000, minute = 60 * second;
    if (milliseconds < 10 * second)
        return QObject::tr("%1 s").arg(static_cast<double>(milliseconds) / second, 0, 'f', 1);
    if (milliseconds < minute)
        return QObject::tr("%1 s").arg(milliseconds / second);
    return QObject::tr("%1 min %2 s").arg(milliseconds / minute).arg(milliseconds % minute / second);
}

/// As objects are called everywhere: a number alone, at the right of a tree, counts what is below.
QString numberText(qint64 object) { return QStringLiteral("#%1").arg(object); }

QTreeWidgetItem* group(QTreeWidget* tree, const QString& text, const char* iconName)
{
    auto* item = new QTreeWidgetItem(tree, {text, QString()});
    item->setTextAlignment(1, Qt::AlignRight | Qt::AlignVCenter);
    item->setIcon(0, icon(QLatin1String(iconName), IconTone::Text2));
    item->setExpanded(true);
    return item;
}

/// Brings the rows of a group to what there is, without losing the current one; nobody chose what becomes current by that.
void setRows(QTreeWidgetItem* parent, const Rows& rows, const char* iconName)
{
    QTreeWidget* tree = parent->treeWidget();
    const QSignalBlocker quiet(tree);
    const bool isHere = tree->currentItem() != nullptr && tree->currentItem()->parent() == parent;
    const qint64 chosen = isHere ? tree->currentItem()->data(0, objectRole).toLongLong() : 0;
    for (int i = 0; i < rows.size(); ++i) {
        const auto& [object, name, note] = rows[i];
        QTreeWidgetItem* item = parent->child(i);
        if (item == nullptr) {
            item = new QTreeWidgetItem(parent);
            item->setIcon(0, icon(QLatin1String(iconName), IconTone::Text2));
            item->setTextAlignment(1, Qt::AlignRight | Qt::AlignVCenter);
        }
        item->setText(0, name);
        item->setToolTip(0, name); // the dock may be too narrow for it
        item->setText(1, note);
        item->setFirstColumnSpanned(note.isEmpty());
        item->setData(0, objectRole, object);
    }
    while (parent->childCount() > rows.size())
        delete parent->child(parent->childCount() - 1);
    parent->setHidden(rows.isEmpty());
    const auto isChosen = [chosen](const QTreeWidgetItem* item) { return item != nullptr && item->data(0, objectRole).toLongLong() == chosen; };
    if (!isHere || chosen == 0 || isChosen(tree->currentItem()))
        return;
    QTreeWidgetItem* same = nullptr; // the object, wherever it stands now; another one in its row was not chosen
    for (int i = 0; i < parent->childCount() && same == nullptr; ++i)
        if (isChosen(parent->child(i)))
            same = parent->child(i);
    tree->setCurrentItem(same);
}

/// "#17", "17", "OBJECT 17".
std::optional<qint64> numberIn(const QString& words)
{
    static const QRegularExpression form(QStringLiteral("^(?:#|object\\s+)?\\s*(\\d{1,18})$"), QRegularExpression::CaseInsensitiveOption);
    const auto match = form.match(words);
    return match.hasMatch() ? std::optional(match.captured(1).toLongLong()) : std::nullopt;
}

/// Objects are others by now, or may be: nothing is chosen by their rows until these are filled anew.
void forgetNumbers(QTreeWidgetItem* parent)
{
    parent->setData(0, objectRole, 0);
    for (int i = 0; i < parent->childCount(); ++i)
        forgetNumbers(parent->child(i));
}

/// The row of an object below it; null: there is none.
QTreeWidgetItem* rowOf(QTreeWidgetItem* parent, qint64 object)
{
    for (int i = 0; i < parent->childCount(); ++i) {
        if (parent->child(i)->data(0, objectRole).toLongLong() == object)
            return parent->child(i);
        if (QTreeWidgetItem* row = rowOf(parent->child(i), object))
            return row;
    }
    return nullptr;
}

/// Classes that are open below it, by their numbers.
void collectOpen(const QTreeWidgetItem* parent, std::set<int>& open)
{
    for (int i = 0; i < parent->childCount(); ++i) {
        const QTreeWidgetItem* child = parent->child(i);
        if (child->isExpanded() && child->data(0, classRole).isValid())
            open.insert(child->data(0, classRole).toInt());
        collectOpen(child, open);
    }
}

/// What players call an object, with its class.
QString calledText(const QString& name, const QString& type)
{
    return name.isEmpty() || name.compare(type, Qt::CaseInsensitive) == 0 ? type : QStringLiteral("%1 \u00b7 %2").arg(name, type);
}

} // namespace

WorldPanel::WorldPanel(PlayController& controller, QWidget* parent)
    : QWidget(parent), controller_(controller), search_(new SearchField(tr("Name, class or number"))), tree_(new QTreeWidget),
      empty_(new EmptyLabel(tr("Start the world to see its objects."))), leads_(new ObjectLeads(controller, this)), timer_(new QTimer(this))
{
    auto* column = new QVBoxLayout(this);
    column->setContentsMargins(0, 0, 0, 0);
    column->setSpacing(0);
    auto* top = new QVBoxLayout;
    top->setContentsMargins(8, 6, 8, 6);
    top->addWidget(search_);
    column->addLayout(top);
    column->addWidget(empty_);
    column->addWidget(tree_, 1);
    tree_->setColumnCount(2);
    tree_->setHeaderHidden(true);
    tree_->setFrameShape(QFrame::NoFrame);
    tree_->setUniformRowHeights(true);
    tree_->setObjectName(QStringLiteral("play.world"));
    tree_->setAccessibleName(tr("Objects of the world"));
    tree_->header()->setStretchLastSection(false);
    tree_->header()->setSectionResizeMode(0, QHeaderView::Stretch);
    tree_->header()->setSectionResizeMode(1, QHeaderView::ResizeToContents);
    found_ = group(tree_, tr("Found"), "search");
    room_ = group(tree_, tr("Room"), "room");
    sessions_ = group(tree_, tr("Sessions"), "user");
    timers_ = group(tree_, tr("Timers"), "timer");
    objects_ = group(tree_, tr("Objects"), "class");
    for (QTreeWidgetItem* part : {timers_, objects_}) { // filled as soon as somebody looks
        part->setExpanded(false);
        part->setChildIndicatorPolicy(QTreeWidgetItem::ShowIndicator);
    }
    connect(tree_, &QTreeWidget::itemExpanded, this, &WorldPanel::expand);
    tree_->setContextMenuPolicy(Qt::CustomContextMenu);
    connect(tree_, &QTreeWidget::customContextMenuRequested, this, [this](QPoint at) {
        const QTreeWidgetItem* item = tree_->itemAt(at);
        if (item == nullptr || item->data(0, objectRole).toLongLong() <= 0)
            return;
        auto* menu = new QMenu(this);
        menu->setAttribute(Qt::WA_DeleteOnClose);
        leads_->fill(*menu, item->data(0, objectRole).toLongLong());
        menu->popup(tree_->viewport()->mapToGlobal(at));
    });
    search_->setTarget(tree_);
    setFocusProxy(tree_);
    connect(search_, &SearchField::filterChanged, this, &WorldPanel::find);
    // A row may have become another object's since it was chosen.
    connect(tree_, &QTreeWidget::itemPressed, this, [this](const QTreeWidgetItem* item) {
        wanted_ = 0;
        if (item->data(0, objectRole).toLongLong() > 0)
            controller_.inspect(item->data(0, objectRole).toLongLong());
    });
    connect(tree_, &QTreeWidget::currentItemChanged, this, [this](const QTreeWidgetItem* item) {
        wanted_ = 0;
        if (item != nullptr && item->data(0, objectRole).toLongLong() > 0)
            controller_.inspect(item->data(0, objectRole).toLongLong());
    });
    timer_->setInterval(refreshMilliseconds);
    connect(timer_, &QTimer::timeout, this, &WorldPanel::refresh);
    timer_->start();
    connect(&controller_, &PlayController::tabsChanged, this, &WorldPanel::refresh);
    connect(&controller_, &PlayController::stateChanged, this, &WorldPanel::refresh);
    connect(&controller_.session(), &play::PlaySession::renumbered, this, [this] {
        forgetChosen();
        renew();
    });
    connect(&controller_.session(), &play::PlaySession::renamed, this, [this](qint64 object, qint64 now) {
        if (object == std::exchange(chosen_, 0))
            wanted_ = std::max(now, qint64{0});
        choose();
    });
    refresh();
}

void WorldPanel::refresh()
{
    const bool runs = controller_.isRunning();
    empty_->setVisible(!runs);
    showQuietly(*tree_, runs);
    search_->setEnabled(runs);
    if (!runs) {
        const bool isStarting = controller_.session().state() == play::PlaySession::State::Starting;
        if (isStarting && !std::exchange(loads_, true)) // after a load the same classes come back
            forgetChosen();
        roomKnown_.invalidate();
        for (QTreeWidgetItem* part : {found_, room_, sessions_})
            setRows(part, {}, "");
        if (!isStarting)
            forgetObjects();
        return;
    }
    if (std::exchange(loads_, false)) {
        wanted_ = controller_.session().hasSameNumbers() ? chosen_ : 0;
        renew();
    }
    if (!isVisible())
        return;
    showRoom();
    if (timers_->isExpanded())
        showTimers();
    controller_.session().control().ask({{"do", "sessions"}}, [this, guard = QPointer<QObject>(this)](const play::ControlAnswer& answer) {
        if (!guard.isNull() && answer.good)
            showSessions(answer.result);
    });
}

/// The parts that are filled when they are opened.
void WorldPanel::forgetObjects()
{
    const QSignalBlocker quiet(tree_);
    for (QTreeWidgetItem* part : {timers_, objects_}) {
        qDeleteAll(part->takeChildren());
        part->setExpanded(false);
    }
}

/// The chosen object gets another number, which is told later.
void WorldPanel::forgetChosen()
{
    const QTreeWidgetItem* item = tree_->currentItem();
    chosen_ = item == nullptr ? 0 : item->data(0, objectRole).toLongLong();
    wanted_ = 0;
    chosenIn_ = tree_->invisibleRootItem()->child(0);
    for (; item != nullptr && item->parent() != nullptr; item = item->parent())
        chosenIn_ = item->parent();
}

/// As soon as the row of the object that was chosen is there again; nobody chose it anew.
void WorldPanel::choose()
{
    QTreeWidgetItem* row = wanted_ == 0 ? nullptr : rowOf(chosenIn_, wanted_);
    if (row == nullptr)
        return;
    const QSignalBlocker quiet(tree_);
    tree_->setCurrentItem(row);
    wanted_ = 0;
}

/// Objects have other numbers. What is shown stays until what there is now is known.
void WorldPanel::renew()
{
    const QSignalBlocker quiet(tree_);
    for (QTreeWidgetItem* part : {found_, timers_, objects_})
        forgetNumbers(part);
    if (numberIn(search_->text().trimmed())) // it is another object's
        setRows(found_, {}, "");
    else
        find(search_->text());
    if (timers_->isExpanded())
        showTimers();
    if (objects_->isExpanded())
        showClasses();
    else
        qDeleteAll(objects_->takeChildren());
}

void WorldPanel::showRoom()
{
    PlayTab* tab = controller_.currentTab();
    const RoomThings known = tab == nullptr ? RoomThings() : tab->things();
    Rows rows;
    const bool isKnown = known.room != 0 && !known.things.isEmpty(); // who looks is one of them
    if (!isKnown && tab != nullptr && roomKnown_.isValid() && !roomKnown_.hasExpired(roomKeptMilliseconds)) {
        const QSignalBlocker quiet(tree_);
        forgetNumbers(room_);
        return;
    }
    if (isKnown) {
        roomKnown_.start();
        room_->setText(0, known.name);
        room_->setText(1, numberText(known.room));
        for (const RoomThings::Thing& thing : known.things)
            rows.push_back({thing.object, thing.isCarried ? tr("%1, carried").arg(thing.name) : thing.name, numberText(thing.object)});
    }
    setRows(room_, rows, "object");
    choose();
}

void WorldPanel::showSessions(const json& sessions)
{
    Rows rows;
    for (const json& row : sessions) // in one column: a long one in the second would take the room from all names
        rows.push_back({0, tr("%1: %2").arg(QString::fromStdString(row.value("name", "")), QString::fromStdString(row.value("where", ""))), {}});
    setRows(sessions_, rows, "user");
}

/// By the number of an object, by a class, or by a part of the name of either.
void WorldPanel::find(const QString& words)
{
    const int asked = ++finds_;
    const QString wanted = words.trimmed();
    if (wanted.isEmpty() || !controller_.isRunning())
        return setRows(found_, {}, "");
    if (const auto object = numberIn(wanted))
        return findObject(*object, asked);
    ask({{"do", "classes"}, {"counts", true}, {"names", nameProperty()}}, [this, asked, wanted](const json& classes) {
        const ClassSearch search = ClassSearch::of(classes, wanted);
        auto found = std::make_shared<Found>();
        found->parts = search.parts;
        found->left = search.objects;
        findNext(found, asked, wanted);
    });
}

/// Adds what the parts of a search find, one after the other; then it is shown.
void WorldPanel::findNext(const std::shared_ptr<Found>& found, int asked, const QString& wanted)
{
    if (asked != finds_) // something else is looked for by now
        return;
    if (found->parts.isEmpty() || found->rows.size() >= mostFound)
        return showFound(*found, wanted);
    const ClassSearch::Part part = found->parts.takeFirst();
    const json request{{"do", "instances.read"}, {"class", part.id}, {"names", nameProperty()}, {"exactly", !part.withHeirs}, {"limit", mostFound}};
    ask(request, [this, found, asked, wanted](const json& answer) {
        for (const auto& row : objectRows(answer))
            if (found->rows.size() < mostFound && !found->objects.contains(std::get<0>(row))) {
                found->objects.insert(std::get<0>(row));
                found->rows.push_back(row);
                --found->left;
            }
        findNext(found, asked, wanted);
    });
}

/// With those of the room that have names of their own.
void WorldPanel::showFound(Found& found, const QString& wanted)
{
    if (PlayTab* tab = controller_.currentTab())
        for (const RoomThings::Thing& thing : tab->things().things)
            if (thing.name.contains(wanted, Qt::CaseInsensitive) && !found.objects.contains(thing.object))
                found.rows.push_back({thing.object, thing.name, numberText(thing.object)});
    if (found.rows.isEmpty())
        found.rows.push_back({0, tr("Nothing has this name or class"), {}});
    if (found.left > 0)
        found.rows.push_back({0, tr("and %1 more").arg(found.left), {}});
    setRows(found_, found.rows, "object");
    choose();
}

/// Its resources hold what it is called.
void WorldPanel::findObject(qint64 object, int asked)
{
    controller_.session().control().ask(
        {{"do", "object.resources"}, {"object", object}}, [this, object, asked, guard = QPointer<QObject>(this)](const play::ControlAnswer& answer) {
            if (guard.isNull() || asked != finds_)
                return;
            if (!answer.good)
                return setRows(found_, {{0, tr("There is no object %1").arg(object), {}}}, "object");
            const play::Recipe* recipe = controller_.session().recipe();
            const QString property = recipe == nullptr ? QString() : QString::fromStdString(recipe->roomName);
            QString name;
            for (const json& row : answer.result.value("resources", json::array()))
                if (property.compare(QString::fromStdString(row.value("name", "")), Qt::CaseInsensitive) == 0)
                    name = QString::fromStdString(row.value("text", "")).trimmed();
            const QString type = QString::fromStdString(answer.result.value("class", ""));
            setRows(found_, {{object, calledText(around().value(object, name), type), numberText(object)}}, "object");
            tree_->setCurrentItem(found_->child(0)); // the inspector shows it
        });
}

/// Which property of objects holds what players call them, as a list of names for the control channel.
json WorldPanel::nameProperty() const
{
    const play::Recipe* recipe = controller_.session().recipe();
    return recipe == nullptr ? json::array() : json::array({recipe->roomName});
}

/// What the client calls the things around it, by object.
QHash<qint64, QString> WorldPanel::around() const
{
    QHash<qint64, QString> names;
    if (PlayTab* tab = controller_.currentTab())
        for (const RoomThings::Thing& thing : tab->things().things)
            names.insert(thing.object, thing.name);
    return names;
}

/// Objects of an answer of "instances.read", by what the client calls those around it, and the world all others.
Rows WorldPanel::objectRows(const json& answer) const
{
    const QHash<qint64, QString> called = around();
    Rows rows;
    for (const json& row : answer.value("objects", json::array())) {
        const auto object = row.value("object", std::int64_t{0});
        const QString name = called.value(object, nameIn(row));
        rows.push_back({object, calledText(name, QString::fromStdString(row.value("class", ""))), numberText(object)});
    }
    return rows;
}

void WorldPanel::ask(json request, std::function<void(const json&)> then)
{
    controller_.session().control().ask(std::move(request), [guard = QPointer<QObject>(this), then = std::move(then)](const play::ControlAnswer& answer) {
        if (!guard.isNull() && answer.good)
            then(answer.result);
    });
}

/// What is due next, soonest first.
void WorldPanel::showTimers()
{
    ask({{"do", "timers"}, {"limit", mostTimers}}, [this](const json& answer) {
        std::vector<json> due = answer.value("timers", std::vector<json>());
        std::ranges::sort(due, {}, [](const json& row) { return row.value("milliseconds", std::int64_t{0}); });
        Rows rows;
        for (const json& row : due)
            rows.push_back({row.value("object", std::int64_t{0}),
                            QString::fromStdString(row.value("class", "") + "." + row.value("message", "")),
                            spanText(row.value("milliseconds", std::int64_t{0}))});
        setRows(timers_, rows, "timer");
        timers_->setHidden(false);
        timers_->setText(1, QString::number(answer.value("count", 0)));
    });
}

/// What was open among them is open again.
void WorldPanel::showClasses()
{
    ask({{"do", "classes"}, {"counts", true}}, [this](const json& classes) {
        classes_ = ClassTree::of(classes);
        open_.clear();
        collectOpen(objects_, open_);
        {
            const QSignalBlocker quiet(tree_); // nobody chose what becomes current by that
            qDeleteAll(objects_->takeChildren());
        }
        addClasses(objects_, classes_.roots());
    });
}

void WorldPanel::expand(QTreeWidgetItem* item)
{
    if (!controller_.isRunning())
        return;
    if (item == timers_)
        return showTimers();
    if (item == objects_)
        return showClasses();
    const QVariant type = item->data(0, classRole);
    const ClassTree::Row* row = type.isValid() ? classes_.find(type.toInt()) : nullptr;
    if (row == nullptr || item->childCount() > 0)
        return;
    addClasses(item, row->children);
    if (row->own == 0)
        return;
    ask({{"do", "instances.read"}, {"class", row->id}, {"names", nameProperty()}, {"exactly", true}, {"limit", mostFound}},
        [this, id = row->id, path = QPersistentModelIndex(tree_->indexFromItem(item))](const json& answer) {
            QTreeWidgetItem* there = path.isValid() ? tree_->itemFromIndex(path) : nullptr;
            if (there == nullptr || there->data(0, classRole).toInt() != id)
                return;
            for (const auto& [object, name, note] : objectRows(answer)) {
                auto* child = new QTreeWidgetItem(there, {name, note});
                child->setIcon(0, icon(QStringLiteral("object"), IconTone::Text2));
                child->setTextAlignment(1, Qt::AlignRight | Qt::AlignVCenter);
                child->setData(0, objectRole, object);
            }
            choose();
        });
}

void WorldPanel::addClasses(QTreeWidgetItem* parent, const QVector<int>& ids)
{
    for (const int id : ids) {
        const ClassTree::Row* row = classes_.find(id);
        auto* item = new QTreeWidgetItem(parent, {row->name, QString::number(row->all)});
        item->setIcon(0, icon(QStringLiteral("class"), IconTone::Text2));
        item->setTextAlignment(1, Qt::AlignRight | Qt::AlignVCenter);
        item->setChildIndicatorPolicy(QTreeWidgetItem::ShowIndicator);
        item->setData(0, classRole, id);
        item->setExpanded(open_.erase(id) > 0);
    }
}

} // namespace blak::ui::playing
