// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QObject>
#include <QString>

#include <memory>
#include <optional>

namespace blak::treeplan {
class CarriedPlans;
struct FilePlan;
}

namespace blak::ui::shell {

class StudioWindow;

/// What assistants made, a room or a class say, with all that they wrote for it elsewhere: a step of several files, and files that follow
/// it when it is undone. The last of them can be taken back wherever one is: whole or not at all.
class MadeFiles : public QObject
{
    Q_OBJECT

public:
    explicit MadeFiles(StudioWindow& window);
    ~MadeFiles() override;

    /// Opens the file, says `sentence` and offers to take it back. `group`: the step, as Workspace counts them.
    void show(const QString& file, quint64 group, std::shared_ptr<const treeplan::FilePlan> plan, const QString& sentence);
    bool canTakeBack() const { return last_.group != 0; }
    void takeBack();
    /// Of a project that is left.
    void forgetAll();

private:
    struct Made
    {
        QString file;
        quint64 group = 0; ///< its step; 0: none
    };

    void offer(const QString& sentence);
    /// Title of a document in which something newer stands on a step of several.
    std::optional<QString> newerThan(quint64 group) const;

    StudioWindow& window_;
    std::unique_ptr<treeplan::CarriedPlans> plans_; ///< whose files follow undo
    Made last_;                                     ///< that nobody took back
};

} // namespace blak::ui::shell
