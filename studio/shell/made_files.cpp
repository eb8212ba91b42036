// SPDX-License-Identifier: GPL-3.0-or-later
#include "studio/shell/made_files.h"

#include "studio/shell/action_registry.h"
#include "studio/shell/document_area.h"
#include "studio/shell/studio_window.h"
#include "studio/treeplan/carried_plans.h"
#include "ui/toast.h"

#include <QFileInfo>
#include <QTimer>

#include <utility>

namespace blak::ui::shell {
namespace {

constexpr auto againTopic = "made again"; ///< of toasts that offer to do it again

} // namespace

MadeFiles::MadeFiles(StudioWindow& window) : window_(window)
{
    plans_ = std::make_unique<treeplan::CarriedPlans>(
        window_.workspace(),
        [this](const Error& error) {
            window_.report(Severity::Warning, tr("The step was not taken everywhere: %1.").arg(QString::fromStdString(error.text())),
                           QString::fromStdString(error.where));
        },
        [this](const std::filesystem::path& file) {
            QTimer::singleShot(0, this, [this, path = QString::fromStdString(file.string())] {
                if (DocumentView* document = window_.documents().find(path))
                    window_.closeDocument(document);
            });
        });
}

MadeFiles::~MadeFiles() = default;

void MadeFiles::show(const QString& file, quint64 group, std::shared_ptr<const treeplan::FilePlan> plan, const QString& sentence)
{
    std::set<std::string>& texts = madeTexts_[group];
    for (const treeplan::PlannedFile& one : plan->files)
        if (one.isNew && one.isText())
            texts.insert(one.path.string());
    plans_->remember(group, std::move(plan));
    window_.toasts().withdraw(QLatin1String(againTopic)); // what was taken back before is not to be had any more
    last_ = {file, group};
    window_.open(file);
    offer(sentence);
}

void MadeFiles::offer(const QString& sentence)
{
    window_.actions().refresh();
    window_.toasts().show(Severity::Info, sentence, tr("Undo"), [this] { takeBack(); });
}

void MadeFiles::takeBack()
{
    if (!canTakeBack())
        return;
    const QString name = QFileInfo(last_.file).fileName();
    // In all files or in none.
    if (const auto newer = newerThan(last_.group)) {
        window_.toasts().show(Severity::Warning, tr("%1 stays: %2 was edited since. Take that back first.").arg(name, *newer));
        return;
    }
    if (const auto changed = plans_->changedSince(last_.group)) {
        const QString other = QString::fromStdString(changed->filename().string());
        window_.toasts().show(Severity::Warning, other == name ? tr("%1 stays: it was edited since. Take that back first.").arg(name)
                                                               : tr("%1 stays: %2 was edited since. Take that back first.").arg(name, other));
        return;
    }
    const Made made = std::exchange(last_, {});
    document::Workspace& workspace = window_.workspace();
    // A text that was made is held until nobody can ask for it again: then it has the step that makes it anew.
    const auto held = std::make_shared<document::ViewHold>(workspace.find(made.file.toStdString()));
    const document::StepOutcome outcome = workspace.undoGroup(made.group);
    window_.actions().refresh();
    if (outcome.done.empty()) {
        window_.toasts().show(Severity::Info, tr("%1 was taken back already.").arg(name));
        return;
    }
    if (DocumentView* view = window_.documents().find(made.file); view != nullptr && !QFileInfo::exists(made.file))
        window_.closeDocument(view);
    const QString told = tr("%1 was taken back, with all that was written for it.").arg(name);
    window_.toasts().show(Severity::Info, told, tr("Redo"), [this, made, name, held] {
        if (window_.workspace().redoGroup(made.group).done.empty())
            return;
        last_ = made;
        window_.open(made.file);
        offer(tr("%1 is there again.").arg(name));
    }, QLatin1String(againTopic));
}

std::size_t MadeFiles::firstStepOf(const document::Document& document) const
{
    const document::History& history = document.history();
    for (std::size_t step = history.size(); step-- > 0;)
        if (const auto made = madeTexts_.find(history.group(step)); made != madeTexts_.end() && made->second.contains(document.path().string()))
            return step + 1;
    return 0;
}

bool MadeFiles::isAtFirstStep(const document::Document& document) const
{
    const std::size_t first = firstStepOf(document);
    return first > 0 && document.history().position() == first;
}

std::optional<QString> MadeFiles::newerThan(quint64 group) const
{
    for (const auto& document : window_.workspace().documents()) {
        const document::History& history = document->history();
        for (std::size_t step = 0; step < history.position(); ++step)
            if (history.group(step) == group && step + 1 != history.position())
                return QString::fromStdString(document->title());
    }
    return std::nullopt;
}

void MadeFiles::renamed(const QString& from, const QString& to)
{
    if (last_.file == from)
        last_.file = to;
    for (auto& [group, texts] : madeTexts_)
        if (texts.erase(from.toStdString()) != 0)
            texts.insert(to.toStdString());
    plans_->renamed(from.toStdString(), to.toStdString());
}

void MadeFiles::forgetAll()
{
    last_ = {};
    madeTexts_.clear();
    plans_->forgetAll();
}

} // namespace blak::ui::shell
