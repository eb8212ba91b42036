// SPDX-License-Identifier: GPL-3.0-or-later
#include "studio/playing/object_leads.h"

#include "studio/playing/play_controller.h"
#include "ui/icons.h"

#include <QFileInfo>
#include <QMenu>
#include <QPointer>

namespace blak::ui::playing {
namespace {

using nlohmann::json;

} // namespace

QString fileAmong(const json& resources, const QString& ending)
{
    QString any;
    for (const json& row : resources.value("resources", json::array())) {
        const QString text = QString::fromStdString(row.value("text", ""));
        const QString name = QFileInfo(QString(text).replace(u'\\', u'/')).fileName();
        if (!name.endsWith(ending, Qt::CaseInsensitive) || name.size() == ending.size())
            continue;
        const QString variable = QString::fromStdString(row.value("name", ""));
        if (variable.contains(QLatin1String("icon"), Qt::CaseInsensitive) || variable.contains(QLatin1String("room"), Qt::CaseInsensitive))
            return name;
        if (any.isEmpty())
            any = name;
    }
    return any;
}

ObjectLeads::ObjectLeads(PlayController& controller, QObject* parent) : QObject(parent), controller_(controller) {}

void ObjectLeads::refuse(const QString& why) { controller_.host().toast(Severity::Warning, why, {}, {}); }

void ObjectLeads::ask(qint64 object, std::function<void(const json&)> then)
{
    if (!controller_.isRunning())
        return;
    controller_.session().control().ask({{"do", "object.resources"}, {"object", object}},
                                        [this, guard = QPointer<QObject>(this), then = std::move(then)](const play::ControlAnswer& answer) {
                                            if (guard.isNull())
                                                return;
                                            if (!answer.good)
                                                return refuse(answer.error);
                                            then(answer.result);
                                        });
}

void ObjectLeads::openCode(qint64 object)
{
    ask(object, [this](const json& facts) {
        const QString name = QString::fromStdString(facts.value("class", ""));
        const QString source = controller_.session().sourceOf(QString::fromStdString(facts.value("file", "")));
        if (source.isEmpty())
            return refuse(tr("The Blakod of %1 is not in this project.").arg(name));
        controller_.host().openAt(source, 1);
    });
}

void ObjectLeads::openSprite(qint64 object)
{
    ask(object, [this](const json& facts) {
        const QString sprite = fileAmong(facts, QStringLiteral(".bgf"));
        const QString path = sprite.isEmpty() ? QString() : controller_.session().projectFile(sprite);
        if (!path.isEmpty())
            return controller_.host().openAt(path, 0);
        refuse(sprite.isEmpty() ? tr("%1 has no sprite.").arg(QString::fromStdString(facts.value("class", "")))
                                : tr("%1 is not in this project.").arg(sprite));
    });
}

void ObjectLeads::findRoom(qint64 object, int owners, Found found)
{
    ask(object, [this, object, owners, found = std::move(found)](const json& facts) {
        if (const QString file = fileAmong(facts, QStringLiteral(".roo")); !file.isEmpty())
            return found(file);
        const play::Recipe* recipe = controller_.session().recipe();
        const std::string owner = recipe == nullptr ? "poOwner" : recipe->owner;
        controller_.session().control().ask(
            {{"do", "object.read"}, {"object", object}},
            [this, guard = QPointer<QObject>(this), owner, owners, found](const play::ControlAnswer& answer) {
                if (guard.isNull())
                    return;
                if (answer.good && owners < mostOwners)
                    for (const json& property : answer.result.value("properties", json::array()))
                        if (property.value("name", "") == owner && property["value"].value("tag", "") == "OBJECT")
                            return findRoom(property["value"].value("data", std::int64_t{0}), owners + 1, found);
                refuse(tr("It is in no room."));
            });
    });
}

void ObjectLeads::openRoom(qint64 object)
{
    findRoom(object, 0, [this](const QString& room) {
        const QString path = controller_.session().projectFile(room);
        if (path.isEmpty())
            return refuse(tr("%1 is not in this project.").arg(room));
        controller_.host().openAt(path, 0);
    });
}

void ObjectLeads::goThere(qint64 object)
{
    findRoom(object, 0, [this](const QString& room) {
        if (PlayTab* tab = controller_.currentTab(); tab != nullptr && tab->isIn())
            tab->goTo(room);
    });
}

void ObjectLeads::fill(QMenu& menu, qint64 object)
{
    const auto add = [&](const char* name, const QString& text, void (ObjectLeads::*what)(qint64)) {
        QAction* action = menu.addAction(icon(QLatin1String(name)), text);
        connect(action, &QAction::triggered, this, [this, what, object] { (this->*what)(object); });
    };
    add("code", tr("Open its Blakod"), &ObjectLeads::openCode);
    add("sprite", tr("Open its sprite"), &ObjectLeads::openSprite);
    add("doll", tr("Open as a paper doll"), &ObjectLeads::openDoll);
    add("room", tr("Open its room"), &ObjectLeads::openRoom);
    add("goto", tr("Go to its room"), &ObjectLeads::goThere);
}

} // namespace blak::ui::playing
