// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QMap>

class QsciScintilla;

namespace blak::ui::code {

/// A strip beside the text: which lines ran, and which could have.
class EditorCoverage
{
public:
    explicit EditorCoverage(QsciScintilla& sci);

    void style(); ///< takes the colours of the theme
    /// How often statements of lines (from 0) ran; none = no strip.
    void set(const QMap<int, qint64>& counts);
    const QMap<int, qint64>& counts() const { return counts_; }

private:
    QsciScintilla& sci_;
    QMap<int, qint64> counts_;
};

} // namespace blak::ui::code
