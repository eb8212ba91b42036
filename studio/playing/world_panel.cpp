// SPDX-License-Identifier: GPL-3.0-or-later
#include "studio/playing/world_panel.h"

#include "studio/playing/play_controller.h"
#include "ui/empty_label.h"
#include "ui/icons.h"
#include "ui/search_field.h"

#include <QHeaderView>
#include <QPointer>
#include <QTimer>
#include <QTreeWidget>
#include <QVBoxLayout>

#include <nlohmann/json.hpp>

namespace blak::ui::playing {
namespace {

using nlohmann::json;

constexpr int objectRole = Qt::UserRole;
constexpr int refreshMilliseconds = 1000;
constexpr int mostFound = 500;

QTreeWidgetItem* group(QTreeWidget* tree, const QString& text, const char* iconName)
{
    auto* item = new QTreeWidgetItem(tree, {text, QString()});
    item->setIcon(0, icon(QLatin1String(iconName), IconTone::Text2));
    item->setExpanded(true);
    return item;
}

/// Brings the rows of a group to what there is, without losing the current one.
void setRows(QTreeWidgetItem* parent, const QVector<std::tuple<qint64, QString, QString>>& rows, const char* iconName)
{
    for (int i = 0; i < rows.size(); ++i) {
        const auto& [object, name, note] = rows[i];
        QTreeWidgetItem* item = parent->child(i);
        if (item == nullptr) {
            item = new QTreeWidgetItem(parent);
            item->setIcon(0, icon(QLatin1String(iconName), IconTone::Text2));
            item->setTextAlignment(1, Qt::AlignRight | Qt::AlignVCenter);
        }
        item->setText(0, name);
        item->setText(1, note);
        item->setData(0, objectRole, object);
    }
    while (parent->childCount() > rows.size())
        delete parent->child(parent->childCount() - 1);
    parent->setHidden(rows.isEmpty());
}

} // namespace

WorldPanel::WorldPanel(PlayController& controller, QWidget* parent)
    : QWidget(parent), controller_(controller), search_(new SearchField(tr("Find object by class or number"))), tree_(new QTreeWidget),
      empty_(new EmptyLabel(tr("Start the world to see its objects."))), timer_(new QTimer(this))
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
    search_->setTarget(tree_);
    setFocusProxy(tree_);
    connect(search_, &SearchField::filterChanged, this, &WorldPanel::find);
    connect(tree_, &QTreeWidget::currentItemChanged, this, [this](const QTreeWidgetItem* item) {
        if (item != nullptr && item->data(0, objectRole).toLongLong() > 0)
            controller_.inspect(item->data(0, objectRole).toLongLong());
    });
    timer_->setInterval(refreshMilliseconds);
    connect(timer_, &QTimer::timeout, this, &WorldPanel::refresh);
    timer_->start();
    connect(&controller_, &PlayController::tabsChanged, this, &WorldPanel::refresh);
    connect(&controller_, &PlayController::stateChanged, this, &WorldPanel::refresh);
    refresh();
}

void WorldPanel::refresh()
{
    const bool runs = controller_.isRunning();
    empty_->setVisible(!runs);
    tree_->setVisible(runs);
    search_->setEnabled(runs);
    if (!runs) {
        for (QTreeWidgetItem* part : {found_, room_, sessions_})
            setRows(part, {}, "");
        return;
    }
    if (!isVisible())
        return;
    showRoom();
    controller_.session().control().ask({{"do", "sessions"}}, [this, guard = QPointer<QObject>(this)](const play::ControlAnswer& answer) {
        if (!guard.isNull() && answer.good)
            showSessions(answer.result);
    });
}

void WorldPanel::showRoom()
{
    PlayTab* tab = controller_.currentTab();
    session::Game* game = tab == nullptr || !tab->isIn() ? nullptr : tab->client().game();
    QVector<std::tuple<qint64, QString, QString>> rows;
    if (game != nullptr) {
        room_->setText(0, QString::fromStdString(game->session().resources().text(game->room().place().roomName)));
        room_->setText(1, QString::number(game->room().place().room));
        for (const wire::RoomObject& object : game->room().objects())
            rows.push_back({object.object.id, QString::fromStdString(game->nameOf(object.object)), QString::number(object.object.id)});
        for (const wire::GameObject& thing : game->room().inventory())
            rows.push_back({thing.id, tr("%1, carried").arg(QString::fromStdString(game->nameOf(thing))), QString::number(thing.id)});
    }
    setRows(room_, rows, "object");
}

void WorldPanel::showSessions(const json& sessions)
{
    QVector<std::tuple<qint64, QString, QString>> rows;
    for (const json& row : sessions)
        rows.push_back({0, QString::fromStdString(row.value("name", "")), QString::fromStdString(row.value("where", ""))});
    setRows(sessions_, rows, "user");
}

void WorldPanel::find(const QString& words)
{
    setRows(found_, {}, "");
    const QString wanted = words.trimmed();
    if (wanted.isEmpty() || !controller_.isRunning())
        return;
    bool isNumber = false;
    if (const qint64 object = wanted.toLongLong(&isNumber); isNumber)
        return controller_.inspect(object);
    controller_.session().control().ask({{"do", "instances.read"}, {"class", wanted.toStdString()}, {"limit", mostFound}},
                                        [this, guard = QPointer<QObject>(this)](const play::ControlAnswer& answer) {
                                            if (guard.isNull() || !answer.good)
                                                return;
                                            QVector<std::tuple<qint64, QString, QString>> rows;
                                            for (const json& row : answer.result["objects"])
                                                rows.push_back({row["object"].get<qint64>(),
                                                                QString::fromStdString(row.value("class", "")),
                                                                QString::number(row["object"].get<qint64>())});
                                            setRows(found_, rows, "object");
                                        });
}

} // namespace blak::ui::playing
