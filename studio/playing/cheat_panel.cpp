// SPDX-License-Identifier: GPL-3.0-or-later
#include "studio/playing/cheat_panel.h"

#include "studio/playing/play_controller.h"
#include "ui/fonts.h"
#include "ui/icons.h"

#include <QComboBox>
#include <QFormLayout>
#include <QHBoxLayout>
#include <QLabel>
#include <QLineEdit>
#include <QSlider>
#include <QToolButton>

#include <set>

namespace blak::ui::playing {
namespace {

using nlohmann::json;

constexpr int hoursADay = 24;
constexpr int bestAbility = 99; ///< of a hundred
constexpr int leastLetters = 8; ///< that a box beside its word shows

} // namespace

CheatPanel::CheatPanel(PlayController& controller, QWidget* parent)
    : QWidget(parent), controller_(controller), rooms_(new QComboBox), hour_(new QSlider(Qt::Horizontal)), hourText_(new QLabel),
      thing_(new QLineEdit), skills_(new QComboBox), fly_(new QToolButton), through_(new QToolButton)
{
    auto* form = new QFormLayout(this);
    form->setContentsMargins(10, 8, 10, 8);
    form->setRowWrapPolicy(QFormLayout::WrapLongRows); // in a narrow dock a word stands above its field
    rooms_->setObjectName(QStringLiteral("play.rooms"));
    rooms_->setPlaceholderText(tr("A room"));
    rooms_->setSizeAdjustPolicy(QComboBox::AdjustToMinimumContentsLengthWithIcon);
    rooms_->setMinimumContentsLength(leastLetters);
    rooms_->setAccessibleName(tr("Room to go to"));
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
    thing_->setPlaceholderText(tr("A class, as in: Lamp"));
    thing_->setObjectName(QStringLiteral("play.give"));
    thing_->setAccessibleName(tr("Class of a thing to give"));
    form->addRow(tr("Give"), thing_);
    skills_->setObjectName(QStringLiteral("play.skills"));
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
    connect(hour_, &QSlider::valueChanged, this, [this](int hour) { hourText_->setText(QStringLiteral("%1:00").arg(hour, 2, 10, QChar(u'0'))); });
    connect(hour_, &QSlider::sliderReleased, this, &CheatPanel::setHour);
    connect(hour_, &QSlider::actionTriggered, this, [this](int action) {
        if (action != QAbstractSlider::SliderMove)
            QMetaObject::invokeMethod(this, [this] { setHour(); }, Qt::QueuedConnection);
    });
    connect(thing_, &QLineEdit::returnPressed, this, &CheatPanel::give);
    connect(skills_, &QComboBox::activated, this, &CheatPanel::teach);
    connect(&controller_, &PlayController::stateChanged, this, &CheatPanel::refresh);
    connect(&controller_.session(), &play::PlaySession::renumbered, this, [this] { // rooms that share a file go by their numbers
        rooms_->clear();
        refresh();
    });
    hour_->setValue(9);
    refresh();
}

void CheatPanel::refresh()
{
    const bool runs = controller_.isRunning();
    for (QWidget* part : std::initializer_list<QWidget*>{rooms_, hour_, thing_, skills_, fly_, through_})
        part->setEnabled(runs);
    fly_->setChecked(controller_.isGhost(PlayTab::Ghost::Flies));
    through_->setChecked(controller_.isGhost(PlayTab::Ghost::Walks));
    if (!runs || rooms_->count() > 0) {
        if (!runs) {
            hourAsked_.reset(), hourWaits_ = false;
            rooms_->clear();
            skills_->clear();
        }
        return;
    }
    listSkills();
    std::set<QString> names;
    std::error_code code;
    for (const auto& entry : std::filesystem::directory_iterator(controller_.session().world()->server() / "rooms", code))
        names.insert(QString::fromStdString(entry.path().filename().string()));
    for (const QString& name : names)
        rooms_->addItem(name);
    rooms_->setCurrentIndex(-1);
    // A file that several rooms have leads to each of them.
    controller_.session().rooms([this, guard = QPointer<QObject>(this)](const QVector<play::PlayRoom>& all, const QString&) {
        if (guard.isNull())
            return;
        QHash<QString, QVector<play::PlayRoom>> byFile;
        for (const play::PlayRoom& room : all)
            byFile[room.file.toLower()].push_back(room);
        for (int i = rooms_->count() - 1; i >= 0; --i) {
            const QVector<play::PlayRoom> same = byFile.value(rooms_->itemText(i).toLower());
            for (qsizetype k = same.size() - 1; same.size() > 1 && k >= 0; --k)
                rooms_->insertItem(i + 1, QStringLiteral("%1, %2 %3").arg(rooms_->itemText(i), same[k].type).arg(same[k].object),
                                   QVariantList{rooms_->itemText(i), static_cast<qlonglong>(same[k].object)});
        }
    });
}

/// The middle of the room's squares is as good as any place that nobody named.
void CheatPanel::go()
{
    PlayTab* tab = controller_.currentTab();
    if (tab == nullptr || !tab->isIn())
        return;
    const QVariantList one = rooms_->currentData().toList();
    if (one.size() == 2)
        tab->goTo(one[0].toString(), one[1].toLongLong());
    else
        tab->goTo(rooms_->currentText());
}

/// All that characters can learn, by the names of their classes; an object of the world each.
void CheatPanel::listSkills()
{
    skills_->clear();
    const play::Recipe* recipe = controller_.session().recipe();
    if (recipe == nullptr)
        return;
    for (std::size_t kind = 0; kind < recipe->learn.size(); ++kind)
        controller_.session().control().ask(
            {{"do", "instances.read"}, {"class", recipe->learn[kind]["class"]}, {"names", json::array()}},
            [this, guard = QPointer<QObject>(this), kind](const play::ControlAnswer& answer) {
                if (guard.isNull() || !answer.good)
                    return;
                for (const json& row : answer.result.value("objects", json::array()))
                    skills_->addItem(QString::fromStdString(row.value("class", "")), static_cast<int>(kind));
                skills_->model()->sort(0);
                skills_->setCurrentIndex(-1);
            });
}

void CheatPanel::cheat(const char* name, Values values, std::function<void()> done)
{
    const play::Recipe* recipe = controller_.session().recipe();
    if (recipe == nullptr || !recipe->cheats.contains(name))
        return controller_.host().toast(Severity::Warning, tr("The recipe of this Blakod has nothing for that."), {}, {});
    run(recipe->cheats[name], std::move(values), std::move(done));
}

/// `done` is called once the world has answered.
void CheatPanel::run(const json& requests, Values values, std::function<void()> done)
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
                                                   done();
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
    cheat("time", {{"hour", hour}, {"nextHour", hour + 1}, {"hourBefore", (hour + hoursADay - 1) % hoursADay}}, [this] {
        hourAsked_.reset();
        if (std::exchange(hourWaits_, false))
            setHour();
    });
}

void CheatPanel::give()
{
    if (!thing_->text().trimmed().isEmpty())
        cheat("give", {{"class", thing_->text().trimmed().toStdString()}});
    thing_->clear();
}

/// Numbers of objects change with each collection of garbage, so it is looked up by its class.
void CheatPanel::teach()
{
    const play::Recipe* recipe = controller_.session().recipe();
    const auto kind = static_cast<std::size_t>(skills_->currentData().toInt());
    if (recipe == nullptr || kind >= recipe->learn.size())
        return;
    controller_.session().control().ask(
        {{"do", "instances.read"}, {"class", skills_->currentText().toStdString()}, {"names", json::array()}, {"exactly", true}, {"limit", 1}},
        [this, guard = QPointer<QObject>(this), requests = recipe->learn[kind]["requests"]](const play::ControlAnswer& answer) {
            if (guard.isNull() || !answer.good || answer.result["objects"].empty())
                return;
            const auto object = answer.result["objects"][0]["object"].get<std::int64_t>();
            run(requests, {{"skill", play::objectValue(object)}, {"skillId", object}, {"ability", bestAbility}});
        });
}

} // namespace blak::ui::playing
