// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QObject>
#include <QStringList>

#include <functional>

namespace blak::ui::views {
class CompareView;
}

namespace blak::ui::shell {

class StudioWindow;

/// Tells the comparison of two files which of them has edits that are not on the disk - in an open document, or kept of a closed one - and
/// does what its bar offers. Goes with the page.
class FileComparison : public QObject
{
    Q_OBJECT

public:
    FileComparison(StudioWindow& window, views::CompareView& page, const QStringList& files);

    void tellUnsaved();

private:
    void tellIfShown();
    void compareEdits();
    void save(const QStringList& files);
    /// Those that are not open come back with their kept edits, behind the page; then `then`, once, if all of them could be read.
    void withPagesOf(const QStringList& files, const std::function<void()>& then);

    StudioWindow& window_;
    views::CompareView& page_;
    QStringList files_;
};

} // namespace blak::ui::shell
