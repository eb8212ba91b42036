// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "kodide/ui/code_editor.h"

namespace blak::ui::code {

/// The margin of breakpoints of a text widget, and the line where the world stands.
class EditorBreakpoints
{
public:
    explicit EditorBreakpoints(QsciScintilla& sci);

    /// Takes the colours of the theme.
    void style();
    /// Shows the margin; false: it is shown already.
    bool enable();
    bool areShown() const { return areShown_; }
    /// Whether a click in this margin is about breakpoints.
    static bool isClickable(int margin);

    void set(const QVector<BreakpointSign>& signs);
    std::optional<BreakpointLook> at(int line) const;
    QString tipAt(int line) const;
    void setStoppedLine(int line);
    int stoppedLine() const;

private:
    QsciScintilla& sci_;
    QMap<int, QString> tips_; ///< by the handle of the marker, which goes along with its line
    bool areShown_ = false;
};

} // namespace blak::ui::code
