// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QString>

#include <memory>

class QTemporaryDir;

namespace blak::ui {

/// A folder for files of a moment, below the one for temporary files. It is made when first asked for a file and goes with this object;
/// what a killed process leaves is found by its free lock.
class ScratchDir
{
public:
    ScratchDir();
    ~ScratchDir();
    ScratchDir(const ScratchDir&) = delete;
    ScratchDir& operator=(const ScratchDir&) = delete;

    bool isValid() const; ///< false when it cannot be made
    QString filePath(const QString& name) const;

private:
    void make() const;

    mutable std::unique_ptr<QTemporaryDir> folder_;
    mutable int lock_ = -1;
};

/// Removes what processes of this user that are gone have left. The number of folders.
int sweepScratchDirs();

} // namespace blak::ui
