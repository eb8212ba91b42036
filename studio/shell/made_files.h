// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QObject>
#include <QString>

#include <map>
#include <memory>
#include <optional>
#include <set>
#include <string>

namespace blak::document {
class Document;
}

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
    /// The step is one of these, in however many files.
    bool isMaking(quint64 group) const { return madeTexts_.contains(group); }
    /// Steps of a document when its file had been made: who takes back what he typed stops there. 0: the file was there before.
    std::size_t firstStepOf(const document::Document& document) const;
    /// Undo in the document alone would take away its file.
    bool isAtFirstStep(const document::Document& document) const;
    /// A file is called otherwise, also one that was made.
    void renamed(const QString& from, const QString& to);
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
    std::map<quint64, std::set<std::string>> madeTexts_; ///< paths of the texts that were made, by step
};

} // namespace blak::ui::shell
