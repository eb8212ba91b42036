// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/action_table.h"
#include "ui/document_view.h"

#include <functional>
#include <memory>

namespace blak::project {
class Project;
struct ProjectNames;
}

namespace blak::render {
class AssetStore;
}

namespace blak::scene {
struct Object;
}

namespace blak::ui::playing {

class PlayTab;

/// A game is shown in its page, beside the documents, in a window of its own, or by a program of its own, which has one.
enum class GamePlace : std::uint8_t { Page, Dock, Window, Program };

/// What runs the client of a game: the studio, whose end a crash of it is; a program of its own whose window stands in the studio's; a
/// program of its own with a window of its own.
enum class ClientKind : std::uint8_t { Within, Framed, Apart };

/// What Play needs of the window it is in. All are set; nothing here is called after the window is gone.
struct PlayHost
{
    std::function<QString()> projectRoot; ///< folder of the open project; empty = none
    std::function<std::shared_ptr<const project::Project>()> project; ///< what was found there; null until then
    std::function<std::shared_ptr<const project::ProjectNames>()> names; ///< what people call its files, and its classes
    std::function<std::shared_ptr<document::Workspace>()> workspace;
    std::function<std::shared_ptr<render::AssetStore>()> assets;
    std::function<DocumentView*()> current;
    /// Adds a view to the centre, the first time, and makes it the current one.
    std::function<void(DocumentView*)> show;
    std::function<void(DocumentView*)> close;
    std::function<void()> ended; ///< no page is left: what was shown before the first one comes back
    std::function<void(const QString& path, int line)> openAt;
    /// Where the game of a page is shown, from now on; never GamePlace::Program, whose window is not ours. Docks and windows go back to
    /// the page when they are closed.
    std::function<void(PlayTab*, GamePlace)> place;
    /// A sprite with what an object of the game wears, in the sprite editor.
    std::function<void(const QString& path, const scene::Object& worn)> openDoll;
    /// A toast, with a thing to do about it; errors stay.
    std::function<void(Severity, const QString& sentence, const QString& action, std::function<void()> run)> toast;
    std::function<void(const QString& sentence)> takeBack; ///< a toast that is no longer so
    /// What takes its time; an empty text ends it.
    std::function<void(const QString& text, int done, int all)> progress;
    std::function<QWidget*()> window; ///< for dialogs and pictures
    std::function<bool()> playsWithin; ///< the client runs in the studio itself, as it was chosen once
    std::function<void(bool)> keepPlaysWithin;
    std::function<void()> refresh; ///< actions and status answer differently now
};

} // namespace blak::ui::playing
