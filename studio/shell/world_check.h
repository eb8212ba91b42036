// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "formats/base/diagnostic.h"
#include "studio/project/project.h"

#include <QObject>
#include <QTimer>

#include <memory>

namespace blak::ui::shell {

/// What a look through a whole world found, of files that need not be open.
struct WorldFindings
{
    std::vector<Diagnostic> problems; ///< with absolute paths
    std::size_t files = 0;
    qint64 milliseconds = 0;
    bool isCut = false; ///< more than mostProblems
};

/// Checks all Blakod of a world as `blak check` does, trees one after the other. Writes nothing. Pure; takes seconds.
WorldFindings checkWorld(const project::Project& world);

/// The findings of the open world, made in a worker: when they are first asked for, and again some time after files changed.
class WorldCheck : public QObject
{
    Q_OBJECT

public:
    static constexpr std::size_t mostProblems = 5000;

    explicit WorldCheck(QObject* parent = nullptr);

    /// Another world, or none: what is known is forgotten.
    void setWorld(std::shared_ptr<const project::Project> world);
    /// From now on the findings are wanted and kept up to date; false: no longer.
    void setWanted(bool wanted);
    /// A file was written.
    void fileChanged();
    void start();

    bool isRunning() const { return running_; }
    const WorldFindings& findings() const { return findings_; }
    bool isKnown() const { return known_; }
    /// Waits for a run that is under way.
    void finish();

signals:
    void changed();

private:
    struct Run;
    void take(const std::shared_ptr<Run>& run);

    std::shared_ptr<const project::Project> world_;
    std::shared_ptr<Run> run_;
    QTimer again_;
    WorldFindings findings_;
    bool wanted_ = false;
    bool running_ = false;
    bool known_ = false;
    bool stale_ = false;
};

} // namespace blak::ui::shell
