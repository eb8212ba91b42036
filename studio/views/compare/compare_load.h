// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "formats/base/result.h"
#include "formats/bgf/sprite.h"
#include "formats/roo/room.h"
#include "studio/views/compare/side_by_side.h"
#include "studio/views/diff/difference.h"
#include "studio/views/diff/sprite_diff.h"

#include <QImage>
#include <QString>

#include <memory>
#include <optional>
#include <string>
#include <string_view>

namespace blak::ui {
class Project;
}

namespace blak::ui::views {

/// Two files read and compared; which members are set decides what is shown.
struct Compared
{
    QString kind;       ///< "rooms", "texts"
    bool equal = false; ///< byte for byte
    diff::Differences list;
    bool hasList = false;
    std::shared_ptr<const roo::Room> leftRoom, rightRoom;
    std::optional<std::pair<bgf::Sprite, bgf::Sprite>> sprites;
    diff::SpriteDifference frames;
    QImage leftPicture, rightPicture;
    std::vector<SideLine> lines;
    bool hasLines = false;
    QString note; ///< why they are not compared as what they are, in whole sentences; empty: they are, or are nothing of their own
};

/// Files of one kind that both can be read are compared as what they are; others as texts when both are texts, as bytes
/// otherwise; texts with the colours that the editor of the project gives them. Where there are edits of one, they are compared instead of the file.
Result<Compared> compareFiles(const QString& left, const QString& right, const std::shared_ptr<Project>& project,
                              const std::optional<std::string>& leftEdits = {}, const std::optional<std::string>& rightEdits = {});
/// A file as it is on the disk (left) and what would be saved in its place.
Result<Compared> compareWithEdits(const QString& file, std::string_view edited, const std::shared_ptr<Project>& project);

} // namespace blak::ui::views
