// SPDX-License-Identifier: GPL-3.0-or-later
// The table of the perspectives: beside editors.cpp the only place of the shell that knows kinds of documents and panels of editors.
#include "studio/shell/perspectives.h"

#include <QCoreApplication>
#include <QHash>
#include <QLatin1String>

namespace blak::ui::shell {
namespace {

QStringList list(std::initializer_list<const char*> names)
{
    QStringList all;
    for (const char* name : names)
        all << QLatin1String(name);
    return all;
}

} // namespace

QString placeOfKind(const QString& kind)
{
    static const QHash<QString, QString> words{{QStringLiteral("room"), QCoreApplication::translate("Perspectives", "in a room")},
                                               {QStringLiteral("sprite"), QCoreApplication::translate("Perspectives", "in a sprite")},
                                               {QStringLiteral("code"), QCoreApplication::translate("Perspectives", "in a text")},
                                               {QStringLiteral("compare"), QCoreApplication::translate("Perspectives", "in a comparison")},
                                               {QStringLiteral("merge"), QCoreApplication::translate("Perspectives", "in a merge")},
                                               {QStringLiteral("play"), QCoreApplication::translate("Perspectives", "while playing")},
                                               {QStringLiteral("save"), QCoreApplication::translate("Perspectives", "in a saved game")},
                                               {QStringLiteral("sound"), QCoreApplication::translate("Perspectives", "in a sound")}};
    return words.value(kind, QCoreApplication::translate("Perspectives", "in another document"));
}

QVector<PerspectiveRow> perspectiveRows()
{
    const QStringList programs = list({"code", "text", "bof"});
    const QStringList files = list({"compare", "merge", "resources", "kodbase", "save", "palette", "image", "serverConfig", "clientSettings",
                                    "accounts", "packages", "motd", "lastSave", "sound", "music", "unknown"});
    QVector<PerspectiveRow> rows;
    rows << PerspectiveRow{.perspective = Perspective::Welcome, .id = "welcome", .name = "Welcome", .icon = "star", .thing = "file"};
    rows << PerspectiveRow{.perspective = Perspective::Room,
                           .id = "room",
                           .name = "Room",
                           .icon = "room",
                           .thing = "room",
                           .key = Qt::Key_1,
                           .hasTab = true,
                           .kinds = list({"room", "automap", "sealed"}),
                           .lookedFor = {FileGroup::Room},
                           .left = LeftColumn::TabsIfLow,
                           .heights = {{"room/layers", {180, 226, 260}}},
                           .tabs = {{"room/light", "room/inspector"}, {"help", "room/inspector"}},
                           .picture = "room/view3d"};
    rows << PerspectiveRow{.perspective = Perspective::Sprite,
                           .id = "sprite",
                           .name = "Sprite",
                           .icon = "sprite",
                           .thing = "sprite",
                           .key = Qt::Key_2,
                           .hasTab = true,
                           .kinds = list({"sprite"}),
                           .lookedFor = {FileGroup::Sprite, FileGroup::Texture},
                           .right = {366, 380, 420},
                           .left = LeftColumn::FirstAsTab,
                           .heights = {{"sprite/angle", {190, 260, 300}},
                                       {"sprite/hotspots", {226, 206, 220}},
                                       {"sprite/doll", {120, 142, 180}},
                                       {"sprite/groups", {176, 196, 280}}},
                           .tabs = {{"sprite/layers", "sprite/groups"}, {"sprite/properties", "sprite/hotspots"}},
                           .foot = "sprite/preview"};
    rows << PerspectiveRow{.perspective = Perspective::Code,
                           .id = "code",
                           .name = "Code",
                           .icon = "code",
                           .thing = "text",
                           .key = Qt::Key_3,
                           .hasTab = true,
                           .kinds = programs + files,
                           .lookedFor = {FileGroup::Blakod},
                           .heights = {{"code/outline", {190, 212, 300}}}};
    rows << PerspectiveRow{.perspective = Perspective::Debug,
                           .id = "debug",
                           .name = "Debug",
                           .icon = "bug",
                           .thing = "program",
                           .key = Qt::Key_4,
                           .hasTab = true,
                           .showsStops = true,
                           .kinds = programs,
                           .lookedFor = {FileGroup::Blakod},
                           .right = {296, 336, 420},
                           .heights = {{"code/outline", {190, 212, 300}}, {"debugWatches", {190, 230, 300}}},
                           .tabs = {{"debugBreakpoints", "debugWatches"}},
                           .bottom = "debugStack"};
    rows << PerspectiveRow{.perspective = Perspective::Play, .id = "play",
                           .name = "Play",
                           .icon = "play",
                           .thing = "project",
                           .beginning = "play.run.here",
                           .key = Qt::Key_5,
                           .hasTab = true,
                           .kinds = list({"play"}),
                           .right = {280, 320, 400},
                           .left = LeftColumn::FirstAsTab,
                           .bottom = "play.log"};
    return rows;
}

} // namespace blak::ui::shell
