// SPDX-License-Identifier: GPL-3.0-or-later
#include "studio/playing/play_tools.h"

#include "studio/playing/play_controller.h"
#include "studio/playing/play_recording.h"
#include "ui/fonts.h"
#include "ui/icons.h"
#include "ui/search_field.h"
#include "ui/theme.h"

#include <QComboBox>
#include <QFormLayout>
#include <QHBoxLayout>
#include <QHeaderView>
#include <QLabel>
#include <QLineEdit>
#include <QPlainTextEdit>
#include <QScrollBar>
#include <QSlider>
#include <QTime>
#include <QToolButton>
#include <QTreeWidget>
#include <QVBoxLayout>

#include <nlohmann/json.hpp>

#include <set>

namespace blak::ui::playing {
namespace {

using nlohmann::json;

constexpr int hoursADay = 24;
constexpr int mostConsoleLines = 5000;
constexpr qsizetype longestContent = 120;

} // namespace

ConsolePanel::ConsolePanel(PlayController& controller, QWidget* parent)
    : QWidget(parent), controller_(controller), text_(new QPlainTextEdit), line_(new QLineEdit)
{
    auto* column = new QVBoxLayout(this);
    column->setContentsMargins(0, 0, 0, 6);
    column->setSpacing(4);
    column->addWidget(text_, 1);
    auto* row = new QHBoxLayout;
    row->setContentsMargins(8, 0, 8, 0);
    row->addWidget(line_);
    column->addLayout(row);
    text_->setReadOnly(true);
    text_->setFrameShape(QFrame::NoFrame);
    text_->setFont(monoFont(11.5));
    text_->setMaximumBlockCount(mostConsoleLines);
    text_->setAccessibleName(tr("Answers of the server"));
    line_->setFont(monoFont(12));
    line_->setPlaceholderText(tr("A command for the server, as in: show status"));
    line_->setObjectName(QStringLiteral("play.console"));
    setFocusProxy(line_);
    connect(line_, &QLineEdit::returnPressed, this, &ConsolePanel::run);
    const auto refresh = [this] { line_->setEnabled(controller_.isRunning()); };
    connect(&controller_, &PlayController::stateChanged, this, refresh);
    refresh();
}

void ConsolePanel::run()
{
    const QString command = line_->text().trimmed();
    if (command.isEmpty())
        return;
    line_->clear();
    text_->appendPlainText(QStringLiteral("> ") + command);
    controller_.session().control().ask({{"do", "admin"}, {"command", command.toStdString()}},
                                        [this, guard = QPointer<QObject>(this)](const play::ControlAnswer& answer) {
                                            if (guard.isNull())
                                                return;
                                            text_->appendPlainText(
                                                answer.good ? QString::fromStdString(answer.result.value("text", "")).trimmed()
                                                            : answer.error);
                                        });
}

CheatPanel::CheatPanel(PlayController& controller, QWidget* parent)
    : QWidget(parent), controller_(controller), rooms_(new QComboBox), hour_(new QSlider(Qt::Horizontal)), hourText_(new QLabel),
      thing_(new QLineEdit), fly_(new QToolButton)
{
    auto* form = new QFormLayout(this);
    form->setContentsMargins(10, 8, 10, 8);
    rooms_->setObjectName(QStringLiteral("play.rooms"));
    rooms_->setSizeAdjustPolicy(QComboBox::AdjustToMinimumContentsLengthWithIcon);
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
    form->addRow(tr("Give"), thing_);
    fly_->setText(tr("Fly through walls"));
    fly_->setIcon(icon(QStringLiteral("fly")));
    fly_->setToolButtonStyle(Qt::ToolButtonTextBesideIcon);
    fly_->setCheckable(true);
    fly_->setToolTip(tr("Fly without being seen; landing puts the character there"));
    form->addRow(QString(), fly_);
    connect(rooms_, &QComboBox::activated, this, &CheatPanel::go);
    connect(hour_, &QSlider::valueChanged, this, [this](int hour) { hourText_->setText(QStringLiteral("%1:00").arg(hour, 2, 10, QChar(u'0'))); });
    connect(hour_, &QSlider::sliderReleased, this, &CheatPanel::setHour);
    connect(hour_, &QSlider::actionTriggered, this, [this](int action) {
        if (action != QAbstractSlider::SliderMove)
            QMetaObject::invokeMethod(this, [this] { setHour(); }, Qt::QueuedConnection);
    });
    connect(thing_, &QLineEdit::returnPressed, this, &CheatPanel::give);
    connect(fly_, &QToolButton::clicked, &controller_, &PlayController::toggleFlying);
    connect(&controller_, &PlayController::stateChanged, this, &CheatPanel::refresh);
    hour_->setValue(9);
    refresh();
}

void CheatPanel::refresh()
{
    const bool runs = controller_.isRunning();
    for (QWidget* part : std::initializer_list<QWidget*>{rooms_, hour_, thing_, fly_})
        part->setEnabled(runs);
    fly_->setChecked(controller_.currentTab() != nullptr && controller_.currentTab()->isFlying());
    if (!runs || rooms_->count() > 0) {
        if (!runs)
            rooms_->clear();
        return;
    }
    std::set<QString> names;
    std::error_code code;
    for (const auto& entry : std::filesystem::directory_iterator(controller_.session().world()->server() / "rooms", code))
        names.insert(QString::fromStdString(entry.path().filename().string()));
    for (const QString& name : names)
        rooms_->addItem(name);
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

void CheatPanel::cheat(const char* name, std::map<std::string, std::string> texts, std::map<std::string, qint64> numbers)
{
    PlayTab* tab = controller_.currentTab();
    const play::Recipe* recipe = controller_.session().recipe();
    if (tab == nullptr || !tab->isIn())
        return;
    if (recipe == nullptr || !recipe->cheats.contains(name))
        return controller_.host().toast(Severity::Warning, tr("The recipe of this Blakod has nothing for that."), {}, {});
    std::map<std::string, json> values{{"user", play::objectValue(tab->character())}, {"userId", tab->character()}};
    for (const auto& [key, text] : texts)
        values[key] = text;
    for (const auto& [key, number] : numbers)
        values[key] = number;
    controller_.session().control().askAll(recipe->cheats[name], values,
                                           [this, guard = QPointer<QObject>(this)](const play::ControlAnswer& answer) {
                                               if (!guard.isNull() && !answer.good)
                                                   controller_.host().toast(Severity::Warning, answer.error, {}, {});
                                           });
}

/// Some families set the hour, others count it on by one.
void CheatPanel::setHour()
{
    const int hour = hour_->value();
    cheat("time", {}, {{"hour", hour}, {"nextHour", hour + 1}, {"hourBefore", (hour + hoursADay - 1) % hoursADay}});
}

void CheatPanel::give()
{
    if (!thing_->text().trimmed().isEmpty())
        cheat("give", {{"class", thing_->text().trimmed().toStdString()}}, {});
    thing_->clear();
}

PacketPanel::PacketPanel(PlayController& controller, QWidget* parent)
    : QWidget(parent), controller_(controller), filter_(new SearchField(tr("Filter messages"), QStringLiteral("filter"))),
      pause_(new QToolButton), list_(new QTreeWidget)
{
    auto* column = new QVBoxLayout(this);
    column->setContentsMargins(0, 0, 0, 0);
    column->setSpacing(0);
    auto* top = new QHBoxLayout;
    top->setContentsMargins(8, 5, 8, 5);
    filter_->setTarget(list_);
    top->addWidget(filter_, 1);
    pause_->setIcon(icon(QStringLiteral("pause")));
    pause_->setCheckable(true);
    pause_->setToolTip(tr("Hold the list"));
    pause_->setAccessibleName(pause_->toolTip());
    top->addWidget(pause_);
    auto* clearing = new QToolButton;
    clearing->setIcon(icon(QStringLiteral("trash"), IconTone::Text2));
    clearing->setToolTip(tr("Clear"));
    clearing->setAccessibleName(clearing->toolTip());
    connect(clearing, &QToolButton::clicked, list_, &QTreeWidget::clear);
    top->addWidget(clearing);
    column->addLayout(top);
    column->addWidget(list_, 1);
    list_->setColumnCount(3);
    list_->setHeaderLabels({tr("Time"), tr("Message"), tr("Content")});
    list_->setRootIsDecorated(false);
    list_->setUniformRowHeights(true);
    list_->setFrameShape(QFrame::NoFrame);
    list_->setObjectName(QStringLiteral("play.packets"));
    list_->setAccessibleName(tr("Messages between client and server"));
    list_->setColumnWidth(0, 90);
    list_->setColumnWidth(1, 170);
    setFocusProxy(list_);
    connect(filter_, &SearchField::filterChanged, this, [this](const QString& words) {
        for (int i = 0; i < list_->topLevelItemCount(); ++i) {
            QTreeWidgetItem* item = list_->topLevelItem(i);
            item->setHidden(!QString(item->text(1) + item->text(2)).contains(words, Qt::CaseInsensitive));
        }
    });
    connect(&controller_, &PlayController::tabsChanged, this, &PacketPanel::listen);
    connect(&controller_, &PlayController::stateChanged, this, &PacketPanel::listen);
}

void PacketPanel::listen()
{
    PlayTab* tab = controller_.currentTab();
    if (tab == heard_)
        return;
    for (const QMetaObject::Connection& one : std::exchange(connections_, {}))
        disconnect(one);
    heard_ = tab;
    if (tab != nullptr)
        connections_ = {connect(&tab->client(), &client::GameClient::heard, this, [this](const wire::Message& message) { append(message, false); }),
                        connect(&tab->client(), &client::GameClient::spoke, this, [this](const wire::Message& message) { append(message, true); })};
}

void PacketPanel::append(const wire::Message& message, bool toServer)
{
    if (pause_->isChecked() || !isVisible())
        return;
    const bool atEnd = list_->verticalScrollBar()->value() >= list_->verticalScrollBar()->maximum() - 1;
    auto* item = new QTreeWidgetItem(list_);
    item->setText(0, QTime::currentTime().toString(QStringLiteral("HH:mm:ss.zzz")));
    item->setFont(0, monoFont(11.5));
    item->setText(1, QString(toServer ? QChar(0x2192) : QChar(0x2190)) + u' ' +
                         QLatin1String(message.row->name.data(), static_cast<int>(message.row->name.size())));
    item->setToolTip(1, toServer ? tr("To the server") : tr("To the client"));
    item->setText(2, contentOf(message.fields, longestContent));
    item->setToolTip(2, item->text(2));
    item->setHidden(!QString(item->text(1) + item->text(2)).contains(filter_->text(), Qt::CaseInsensitive));
    if (list_->topLevelItemCount() > mostRows)
        delete list_->takeTopLevelItem(0);
    if (atEnd)
        list_->scrollToBottom();
}

} // namespace blak::ui::playing
