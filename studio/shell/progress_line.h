// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QElapsedTimer>
#include <QString>

class QProgressBar;
class QWidget;

namespace blak::ui {
class StatusStrip;
}

namespace blak::ui::shell {

/// The thin bar below the tool bar and the words in the status bar: a project is looked through, files are read. Says nothing of what
/// takes no longer than a blink.
class ProgressLine
{
public:
    ProgressLine(QWidget& window, StatusStrip& status);

    /// A project is looked through; so many files were seen.
    void indexing(int files);
    /// It is through.
    void indexed();
    /// Files are read: whether the bar shows, and which one takes so long that it is named (empty: none).
    void loading(bool isShown, const QString& longest);
    void place(int top, int width);

private:
    StatusStrip& status_;
    QProgressBar* bar_;
    QElapsedTimer since_; ///< of the looking through; invalid: none
};

} // namespace blak::ui::shell
