// SPDX-License-Identifier: GPL-3.0-or-later
#include "roomedit/ui/room_checks.h"

#include "client/render/asset_store.h"
#include "roomedit/roomcore/checks/room_checks.h"

namespace blak::ui::rooms {
namespace {

MapItem itemOf(const Diagnostic& finding)
{
    if (finding.parts.empty())
        return {};
    const PartPlace& part = finding.parts.front();
    return {part.kind == "linedef" ? MapItem::Kind::Line : MapItem::Kind::Sector, static_cast<int>(part.id)};
}

} // namespace

QVector<RoomFinding> checkRoom(const MapIndex& index, render::AssetStore* assets, const QString& loadError)
{
    const std::vector<int> textures = assets != nullptr ? assets->textureNumbers() : std::vector<int>();
    const roomcore::RoomCheckInput input{index.room(), {}, loadError.toStdString(), assets != nullptr ? &textures : nullptr};
    QVector<RoomFinding> findings;
    for (const Diagnostic& finding : roomcore::checkRoom(input))
        findings.append({finding.severity, QString::fromStdString(finding.code), QString::fromStdString(finding.message),
                         itemOf(finding), QString::fromStdString(finding.place)});
    return findings;
}

} // namespace blak::ui::rooms
