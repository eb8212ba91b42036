// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "formats/base/diagnostic.h"
#include "studio/play/session/play_session.h"

#include <QVector>

#include <vector>

namespace blak::document {
class Workspace;
}

namespace blak::ui::playing {

/// What the compiler has found wrong in what is played, as the Problems panel lists it.
class PlayProblems
{
public:
    /// Of another compilation.
    void take(const QVector<play::PlayLine>& lines);
    void clear() { problems_.clear(); }
    const std::vector<Diagnostic>& all() const { return problems_; }

private:
    std::vector<Diagnostic> problems_;
};

/// Where the editor has found an error in an open text of Blakod: the compiler would find the same. An empty file: nowhere.
play::PlayLine faultInTexts(const document::Workspace& texts);

} // namespace blak::ui::playing
