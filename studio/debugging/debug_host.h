// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "kodide/ui/debug_backend.h"
#include "ui/document_view.h"

#include <functional>
#include <optional>

class QAction;

namespace blak::ui::debugging {

/// What the debugger needs of the window it is in. All are set; nothing here is called after the window is gone.
struct DebugHost
{
    std::function<QString()> projectRoot; ///< folder of the open project; empty = none
    std::function<DocumentView*()> current;
    std::function<QVector<DocumentView*>()> documents;
    std::function<void(DocumentView*)> show;
    /// `line` counts from 1.
    std::function<void(const QString& path, int line)> openAt;
    std::function<void()> saveAll; ///< what is debugged is what is compiled
    std::function<void()> enter;   ///< the perspective for it
    /// The world stands; goes on, by a step or not; is no longer debugged: docks and perspectives may follow.
    std::function<void()> stopped;
    std::function<void(bool steps)> goesOn;
    std::function<void()> wentOn;
    std::function<void(Severity, const QString& sentence)> report;
    /// Likewise, with lines that go to the Output before it. Whoever asks to see more is led there, after `lead`.
    std::function<void(const QString& sentence, const QStringList& lines, std::function<void()> lead)> reportWith;
    std::function<void()> refresh; ///< actions answer differently now
    /// The world that is played (F5), to be attached to; nothing while none is.
    std::function<std::optional<code::DebugWish>()> played;
    /// The world that is debugged, whoever started it; an empty one while none is.
    std::function<code::DebuggedWorld()> debugged;
    /// What is remembered for this project, from one run of the studio to the next.
    std::function<QString(const QString& key)> recall;
    std::function<void(const QString& key, const QString& value)> remember;
    /// The studio's own QAction of a row of debugActions().
    std::function<QAction*(const QString& id)> action;
};

} // namespace blak::ui::debugging
