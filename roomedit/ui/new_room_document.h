// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "formats/base/result.h"
#include "formats/roo/room.h"

#include <filesystem>
#include <memory>
#include <string>

class QWidget;

namespace blak::ui {
class DocumentView;
class Project;
} // namespace blak::ui

namespace blak::ui::rooms {

/// A view of a room that is in no file yet and will be in `file`; its first step of undo is called `step`. For whoever brings rooms
/// from elsewhere and need not know what views of rooms are.
Result<DocumentView*> openNewRoom(const std::filesystem::path& file, const roo::Room& room, const std::string& step,
                                  std::shared_ptr<Project> project, QWidget* parent);

} // namespace blak::ui::rooms
