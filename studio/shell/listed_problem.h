// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/document_view.h"

#include <functional>

namespace blak::ui::shell {

/// A problem and where it comes from.
struct ListedProblem
{
    Diagnostic problem;
    QString source;                 ///< title of the document; empty: the studio itself
    std::function<void()> go = {};  ///< brings its place into view
    QVector<ProblemFix> fixes = {}; ///< of documents that are open

    /// Whose it is: what each scope shows.
    enum class Of : int { Current, Studio, Open, Project };
    Of of = Of::Studio;

    QString path = {};      ///< of the document or file; empty: the studio itself
    bool isInFront = false; ///< of the file of the current document

    /// Where in the list it stands. Who goes through the list finds it as it was, so this is not always what `of` says.
    enum class Part : int { First, Studio, Open, Project };
    Part part = Part::Studio;
    int rank = 0; ///< of its file among those of its part
};

/// What the Problems dock is about. The studio's own reports show in each.
enum class ProblemScope : int { Document, Open, Project };

} // namespace blak::ui::shell
