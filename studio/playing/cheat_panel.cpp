// SPDX-License-Identifier: GPL-3.0-or-later
#include "studio/playing/cheat_panel.h"

#include "formats/base/closest_name.h"
#include "studio/playing/class_tree.h"
#include "studio/playing/play_controller.h"
#include "ui/find_box.h"
#include "ui/fonts.h"
#include "ui/icons.h"
#include "ui/match_completer.h"

#include <QAbstractItemView>
#include <QComboBox>
#include <QFormLayout>
#include <QHBoxLayout>
#include <QLabel>
#include <QLineEdit>
#include <QScrollBar>
#include <QSlider>
#include <QStandardItemModel>
#include <QToolButton>

#include <algorithm>
#include <set>

namespace blak::ui::playing {
namespace {

using nlohmann::json;

constexpr int hoursADay = 24;
constexpr int bestAbility = 99; ///< of a hundred
constexpr std::size_t mostSuggestions = 3;
constexpr int leastLetters = 8; ///< that a box beside its word shows
constexpr int widestList = 480; ///< px
constexpr int sortRole = Qt::UserRole + 1; ///< of skills: without capitals

} // namespace

CheatPanel::CheatPanel(PlayController& controller, QWidget* parent)
    : QScrollArea(parent), controller_(controller), rooms_(new FindBox), hour_(new QSlider(Qt::Horizontal)), hourText_(new QLabel),
      thing_(new QLineEdit), things_(new QStandardItemModel(this)), skills_(new QComboBox), fly_(new QToolButton), through_(new QToolButton)
{
    setFrameShape(NoFrame);
    setWidgetResizable(true);
    setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    auto* page = new QWidget; // in a low dock it scrolls, and its rows keep their heights
    setWidget(page);
    page->setAutoFillBackground(false);
    viewport()->setAutoFillBackground(false);
    auto* form = new QFormLayout(page);
    form->setContentsMargins(10, 8, 10, 8);
    form->setRowWrapPolicy(QFormLayout::WrapLongRows); // in a narrow dock a word stands above its field
    rooms_->setObjectName(QStringLiteral("play.rooms"));
    rooms_->setHint(tr("A room: a part of its name"));
    rooms_->setSizeAdjustPolicy(QComboBox::AdjustToMinimumContentsLengthWithIcon);
    rooms_->setMinimumContentsLength(leastLetters);
    rooms_->setAccessibleName(tr("Room to go to"));
    rooms_->setToolTip(tr("The character is put on a floor of the room: where the room itself puts newcomers, else where most of it is seen; "
                          "aside of walls and things"));
    form->addRow(tr("Go to"), rooms_);
    auto* time = new QHBoxLayout;
    hour_->setRange(0, hoursADay - 1);
    hour_->setPageStep(3);
    hour_->setObjectName(QStringLiteral("play.hour"));
    hour_->setAccessibleName(tr("Hour of the day"));
    hourText_->setFont(monoFont(11.5));
    time->addWidget(hour_, 1);
    time->addWidget(hourText_);
    form->addRow(tr("Time"), time);
    thing_->setPlaceholderText(tr("A thing: its name or class"));
    thing_->setObjectName(QStringLiteral("play.give"));
    thing_->setAccessibleName(tr("Thing to give"));
    thingMatches_ = new MatchCompleter(things_, thing_);
    thing_->setCompleter(thingMatches_);
    form->addRow(tr("Give"), thing_);
    skills_->setObjectName(QStringLiteral("play.skills"));
    if (auto* rows = qobject_cast<QStandardItemModel*>(skills_->model()))
        rows->setSortRole(sortRole);
    skills_->setPlaceholderText(tr("A skill or spell"));
    skills_->setSizeAdjustPolicy(QComboBox::AdjustToMinimumContentsLengthWithIcon);
    skills_->setMinimumContentsLength(leastLetters);
    skills_->setAccessibleName(tr("Skill or spell to learn"));
    form->addRow(tr("Learn"), skills_);
    const auto addGhost = [&](QToolButton* button, PlayTab::Ghost ghost, const QString& text, const QString& tip) {
        button->setText(text);
        button->setToolButtonStyle(Qt::ToolButtonTextBesideIcon);
        button->setCheckable(true);
        button->setToolTip(tip);
        form->addRow(button); // over the whole width: the words are long
        connect(button, &QToolButton::clicked, this, [this, ghost] { controller_.toggleGhost(ghost); });
    };
    fly_->setIcon(icon(QStringLiteral("fly")));
    addGhost(fly_, PlayTab::Ghost::Flies, tr("Fly through walls"), tr("Fly without being seen; landing puts the character there"));
    through_->setIcon(icon(QStringLiteral("walk")));
    through_->setObjectName(QStringLiteral("play.through"));
    addGhost(through_, PlayTab::Ghost::Walks, tr("Walk through walls"),
             tr("Walk on floors without being seen and without walls; the end of it puts the character there"));
    connect(rooms_, &QComboBox::activated, this, &CheatPanel::go);
    connect(rooms_, &FindBox::notFound, this, [this](const QString& part) {
        controller_.host().toast(Severity::Warning, tr("No room of this world has \"%1\" in its name or file.").arg(part), {}, {});
    });
    connect(hour_, &QSlider::valueChanged, this, [this](int hour) { hourText_->setText(QStringLiteral("%1:00").arg(hour, 2, 10, QChar(u'0'))); });
    connect(hour_, &QSlider::sliderReleased, this, &CheatPanel::setHour);
    connect(hour_, &QSlider::actionTriggered, this, [this](int action) {
        if (action != QAbstractSlider::SliderMove)
            QMetaObject::invokeMethod(this, [this] { setHour(); }, Qt::QueuedConnection);
    });
    connect(thing_, &QLineEdit::returnPressed, this, &CheatPanel::give);
    connect(skills_, &QComboBox::activated, this, &CheatPanel::teach);
    connect(&controller_, &PlayController::stateChanged, this, &CheatPanel::refresh);
    connect(&controller_.session(), &play::PlaySession::renumbered, this, &CheatPanel::listRooms); // they go by their numbers
    connect(&controller_.session(), &play::PlaySession::roomReloaded, this, &CheatPanel::listRooms); // it may be a new one
    connect(&controller_.session(), &play::PlaySession::codeReloaded, this, [this] {
        listRooms();
        listThings();
    });
    hour_->setValue(9);
    refresh();
}

void CheatPanel::refresh()
{
    const bool runs = controller_.isRunning();
    widget()->setEnabled(controller_.isGoing());
    setToolTip(controller_.worldStop().needs());
    fly_->setChecked(controller_.isGhost(PlayTab::Ghost::Flies));
    through_->setChecked(controller_.isGhost(PlayTab::Ghost::Walks));
    if (!runs || std::exchange(listed_, true)) {
        if (!runs) {
            listed_ = false;
            hourAsked_.reset(), hourWaits_ = false;
            rooms_->clear();
            skills_->clear();
            things_->clear();
            thing_->clear();
            classes_.clear();
        }
        return;
    }
    listSkills();
    listRooms();
    listThings();
}

/// All rooms of the world, by what people call them, and files that none of them uses. What somebody types meanwhile stays.
void CheatPanel::listRooms()
{
    if (!controller_.isRunning())
        return;
    controller_.session().rooms([this, guard = QPointer<QObject>(this)](const QVector<play::PlayRoom>& all, const QString&) {
        if (guard.isNull() || !controller_.isRunning() || controller_.session().world() == nullptr) // it may just be ending
            return;
        QHash<QString, int> named;
        const auto labelOf = [](const play::PlayRoom& room) {
            return room.name.isEmpty() ? room.file : QStringLiteral("%1 \u00b7 %2").arg(room.name, room.file);
        };
        std::set<QString> used;
        for (const play::PlayRoom& room : all) {
            ++named[labelOf(room)];
            used.insert(room.file.toLower());
        }
        QVector<std::pair<QString, QVariantList>> rows;
        for (const play::PlayRoom& room : all) {
            const QString label = labelOf(room);
            const bool isOnly = named[label] == 1; // else its class and number tell it from the others
            rows.emplace_back(isOnly ? label : QStringLiteral("%1, %2 %3").arg(label, room.type).arg(room.object),
                              QVariantList{room.file, static_cast<qlonglong>(room.object)});
        }
        std::error_code code;
        for (const auto& entry : std::filesystem::directory_iterator(controller_.session().world()->server() / "rooms", code))
            if (const QString file = QString::fromStdString(entry.path().filename().string()); !used.contains(file.toLower()))
                rows.emplace_back(file, QVariantList{file, qlonglong{0}});
        std::ranges::sort(rows, [](const auto& a, const auto& b) { return a.first.compare(b.first, Qt::CaseInsensitive) < 0; });
        const QString typed = rooms_->currentText();
        rooms_->clear();
        for (const auto& [label, where] : rows)
            rooms_->addItem(label, where);
        const int width = std::min(widestList, rooms_->view()->sizeHintForColumn(0) + rooms_->view()->verticalScrollBar()->sizeHint().width());
        for (QAbstractItemView* list : {rooms_->view(), rooms_->completer()->popup()}) // the box is narrower than the names
            list->setMinimumWidth(width);
        rooms_->setCurrentIndex(rooms_->findText(typed, Qt::MatchFixedString));
        if (rooms_->isTypedInto())
            rooms_->setEditText(typed);
    });
}

/// What the recipe says that somebody can hold, and what else there is.
void CheatPanel::listThings()
{
    const play::Recipe* recipe = controller_.session().recipe();
    if (recipe == nullptr)
        return;
    const json request{{"do", "classes"}, {"names", {recipe->roomName}}};
    controller_.session().control().ask(request, [this, guard = QPointer<QObject>(this), held = recipe->held](const play::ControlAnswer& answer) {
        if (guard.isNull() || !answer.good || !controller_.isRunning())
            return;
        struct Class
        {
            QString type, name;
            int super = 0;
        };
        QHash<int, Class> all;
        classes_.clear();
        for (const json& row : answer.result) {
            const QString type = QString::fromStdString(row.value("class", ""));
            all.insert(row.value("classId", 0), {type, nameIn(row), row.value("super", 0)});
            classes_.insert(type.toLower(), type);
        }
        QVector<std::pair<QString, QString>> things; // how it is called, and the class
        const QString top = QString::fromStdString(held);
        for (const Class& one : std::as_const(all)) {
            bool isHeld = held.empty();
            int steps = 0; // a circle ends it
            for (auto above = all.constFind(one.super); !isHeld && above != all.cend() && steps < all.size(); above = all.constFind(above->super), ++steps)
                isHeld = above->type.compare(top, Qt::CaseInsensitive) == 0;
            if (isHeld)
                things.emplace_back(one.name.isEmpty() ? one.type : QStringLiteral("%1 \u00b7 %2").arg(one.name, one.type), one.type);
        }
        std::ranges::sort(things, [](const auto& a, const auto& b) { return a.first.compare(b.first, Qt::CaseInsensitive) < 0; });
        things_->clear();
        for (const auto& [label, type] : std::as_const(things)) {
            auto* row = new QStandardItem(label);
            row->setData(type, Qt::UserRole);
            things_->appendRow(row);
        }
        auto* list = thingMatches_->popup(); // the field is narrower than the names
        list->setMinimumWidth(std::min(widestList, list->sizeHintForColumn(0) + list->verticalScrollBar()->sizeHint().width()));
    });
}

/// Nobody names a place: the session takes the room's own square for who is brought there, else the one with the widest view; on a floor
/// in any case, aside of walls, and of what the recipe knows to stand there.
void CheatPanel::go()
{
    PlayTab* tab = controller_.currentTab();
    if (tab == nullptr || !tab->isIn())
        return;
    if (const QVariantList one = rooms_->currentData().toList(); one.size() == 2)
        tab->goTo(one[0].toString(), one[1].toLongLong());
}

/// All that characters can learn, as players call it; an object of the world each. What has no name, or none of its own, has its class.
void CheatPanel::listSkills()
{
    skills_->clear();
    const play::Recipe* recipe = controller_.session().recipe();
    if (recipe == nullptr)
        return;
    for (std::size_t kind = 0; kind < recipe->learn.size(); ++kind)
        controller_.session().control().ask(
            {{"do", "instances.read"}, {"class", recipe->learn[kind]["class"]}, {"names", {recipe->roomName}}},
            [this, guard = QPointer<QObject>(this), kind](const play::ControlAnswer& answer) {
                if (guard.isNull() || !answer.good)
                    return;
                const json rows = answer.result.value("objects", json::array());
                QHash<QString, int> named;
                for (const json& row : rows)
                    ++named[nameIn(row)];
                for (const json& row : rows) {
                    const QString type = QString::fromStdString(row.value("class", "")), name = nameIn(row);
                    const QString label = name.isEmpty() ? type : named[name] > 1 ? QStringLiteral("%1 \u00b7 %2").arg(name, type) : name;
                    skills_->addItem(label, QVariantList{static_cast<int>(kind), type});
                    skills_->setItemData(skills_->count() - 1, type, Qt::ToolTipRole);
                    skills_->setItemData(skills_->count() - 1, label.toLower(), sortRole);
                }
                skills_->model()->sort(0);
                skills_->setCurrentIndex(-1);
            });
}

void CheatPanel::cheat(const char* name, Values values, Done done)
{
    const play::Recipe* recipe = controller_.session().recipe();
    if (recipe == nullptr || !recipe->cheats.contains(name))
        return controller_.host().toast(Severity::Warning, tr("The recipe of this Blakod has nothing for that."), {}, {});
    run(recipe->cheats[name], std::move(values), std::move(done));
}

/// `done` is called once the world has answered.
void CheatPanel::run(const json& requests, Values values, Done done)
{
    PlayTab* tab = controller_.currentTab();
    if (tab == nullptr || !tab->isIn())
        return;
    values["user"] = play::objectValue(tab->character());
    values["userId"] = tab->character();
    controller_.session().control().askAll(requests, std::move(values),
                                           [this, guard = QPointer<QObject>(this), done = std::move(done)](const play::ControlAnswer& answer) {
                                               if (guard.isNull())
                                                   return;
                                               if (!answer.good)
                                                   controller_.host().toast(Severity::Warning, answer.error, {}, {});
                                               if (done)
                                                   done(answer.good);
                                           });
}

/// Some families set the hour, others count it on by one: requests of two hours must not mix, of many only the last counts, and the hour
/// that is on its way is not asked for again (counting on, the world would go through the hour before once more).
void CheatPanel::setHour()
{
    PlayTab* tab = controller_.currentTab();
    if (tab == nullptr || !tab->isIn())
        return;
    const int hour = hour_->value();
    hourWaits_ = hourAsked_ && *hourAsked_ != hour;
    if (hourAsked_)
        return;
    const play::Recipe* recipe = controller_.session().recipe();
    if (recipe != nullptr && recipe->cheats.contains("time"))
        hourAsked_ = hour;
    cheat("time", {{"hour", hour}, {"nextHour", hour + 1}, {"hourBefore", (hour + hoursADay - 1) % hoursADay}}, [this](bool) {
        hourAsked_.reset();
        if (std::exchange(hourWaits_, false))
            setHour();
    });
}

/// A class as it is written counts more than a name, a whole name more than a part.
QString CheatPanel::heldClass(const QString& typed) const
{
    QString named;
    for (int i = 0; i < things_->rowCount(); ++i) {
        const QStandardItem& row = *things_->item(i);
        const QString type = row.data(Qt::UserRole).toString();
        if (row.text().compare(typed, Qt::CaseInsensitive) == 0 || type.compare(typed, Qt::CaseInsensitive) == 0)
            return type;
        if (named.isEmpty() && row.text().compare(QStringLiteral("%1 \u00b7 %2").arg(typed, type), Qt::CaseInsensitive) == 0)
            named = type;
    }
    const int best = named.isEmpty() && !classes_.contains(typed.toLower()) ? thingMatches_->best(typed) : -1;
    return best < 0 ? named : things_->item(best)->data(Qt::UserRole).toString();
}

/// What cannot be given stays there, to be mended.
void CheatPanel::give()
{
    const QString wanted = thing_->text().trimmed();
    if (wanted.isEmpty())
        return;
    const QString type = heldClass(wanted);
    if (type.isEmpty() && !classes_.isEmpty()) {
        std::vector<std::string> names;
        for (int i = 0; i < things_->rowCount(); ++i)
            for (const QString& name : things_->item(i)->text().split(QStringLiteral(" \u00b7 ")))
                names.push_back(name.toStdString());
        if (const QString other = classes_.value(wanted.toLower()); !other.isEmpty())
            return refuse(tr("%1 is nothing that one can hold: only what is an %2 is given.").arg(other, QString::fromStdString(controller_.session().recipe()->held)), {});
        return refuse(tr("Nothing that one can hold has the name or class %1.").arg(wanted), closestNames(wanted.toStdString(), names, mostSuggestions));
    }
    cheat("give", {{"class", (type.isEmpty() ? wanted : type).toStdString()}});
    thingMatches_->popup()->hide();
    thing_->clear();
}

void CheatPanel::refuse(const QString& why, const std::vector<std::string>& instead)
{
    QStringList names;
    for (const std::string& name : instead)
        names << QString::fromStdString(name);
    if (names.isEmpty())
        return controller_.host().toast(Severity::Warning, why, {}, {});
    controller_.host().toast(Severity::Warning, tr("%1 Is it %2?").arg(why, names.join(tr(" or "))), tr("Give %1").arg(names.front()),
                             [this, guard = QPointer<QObject>(this), first = names.front()] {
                                 if (guard.isNull())
                                     return;
                                 thing_->setText(first);
                                 give();
                             });
}

/// Numbers of objects change with each collection of garbage, so it is looked up by its class.
void CheatPanel::teach()
{
    const play::Recipe* recipe = controller_.session().recipe();
    const QVariantList chosen = skills_->currentData().toList();
    if (recipe == nullptr || chosen.size() != 2 || chosen[0].toUInt() >= recipe->learn.size())
        return;
    controller_.session().control().ask(
        {{"do", "instances.read"}, {"class", chosen[1].toString().toStdString()}, {"names", json::array()}, {"exactly", true}, {"limit", 1}},
        [this, guard = QPointer<QObject>(this), requests = recipe->learn[chosen[0].toUInt()]["requests"], name = skills_->currentText()](const play::ControlAnswer& answer) {
            if (guard.isNull() || !answer.good || answer.result["objects"].empty())
                return;
            const auto object = answer.result["objects"][0]["object"].get<std::int64_t>();
            run(requests, {{"skill", play::objectValue(object)}, {"skillId", object}, {"ability", bestAbility}}, [this, name](bool good) {
                const PlayTab* tab = controller_.currentTab();
                if (good && tab != nullptr)
                    controller_.host().toast(Severity::Info, tr("%1 has learned %2.").arg(tab->title(), name), {}, {});
            });
        });
}

} // namespace blak::ui::playing
