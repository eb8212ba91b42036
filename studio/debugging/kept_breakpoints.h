// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "kodide/ui/debug_session.h"

#include <QSet>

#include <string_view>

namespace blak::ui::debugging {

using BreakpointMap = QMap<QString, std::vector<code::LineBreakpoint>>; ///< by path, as in the session

/// What of a debugger is kept for a project from one run of the studio to the next.
struct KeptDebugging
{
    BreakpointMap breakpoints;
    QStringList watches;
};

/// Files inside of `root` by their path in it, so that a project may be moved.
QString keptText(const KeptDebugging& kept, const QString& root);
/// What makes no sense is left out: others may have written into the settings.
KeptDebugging keptFrom(const QString& text, const QString& root);

/// Whether both lists say the same of the same lines. What the text of a line is does not count.
bool isAlike(const std::vector<code::LineBreakpoint>& one, const std::vector<code::LineBreakpoint>& other);

/// Two windows have one project: of what this one changed it keeps its own, of the rest what is kept already.
KeptDebugging merged(const KeptDebugging& own, const QSet<QString>& changedPaths, bool watchesChanged, const KeptDebugging& kept);

/// A text by its lines, from 1, without the blanks around them.
class TextLines
{
public:
    explicit TextLines(const QByteArray& utf8);

    int count() const { return static_cast<int>(lines_.size()); }
    QString at(int line) const;
    /// Fingerprint of the next lines that say something: above (`step` -1) or below (1).
    QString around(int line, int step) const;
    const QString& print() const { return print_; } ///< fingerprint of all of it
    /// Writes what a breakpoint's line and its surroundings say into it.
    void read(code::LineBreakpoint& one) const;

private:
    QByteArray text_;
    std::vector<std::string_view> lines_;
    QString print_;
};

/// `utf8`: the file, or an editor's text of it. Where that is what they were set in, each stays. In another text each goes to the line with
/// its text whose surroundings are the same, else to the nearest one that is not far away, if the text says enough to tell it from
/// others; else it stays. `edited`: the text has edits that no file has; only the surroundings count then.
std::vector<code::LineBreakpoint> placedByText(std::vector<code::LineBreakpoint> kept, const QByteArray& utf8, bool edited = false);

} // namespace blak::ui::debugging
