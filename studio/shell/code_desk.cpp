// SPDX-License-Identifier: GPL-3.0-or-later
#include "studio/shell/code_desk.h"

#include "kodide/ui/kod_symbols.h"
#include "kodide/ui/references_panel.h"
#include "studio/shell/dock.h"
#include "studio/shell/document_area.h"
#include "studio/shell/opening.h"
#include "studio/shell/perspective_docks.h"
#include "studio/shell/saving.h"
#include "studio/shell/studio_window.h"
#include "ui/number_text.h"
#include "ui/place_path.h"
#include "ui/toast.h"

#include <QFileInfo>
#include <QMenu>
#include <QScopedValueRollback>
#include <QTreeWidget>

#include <algorithm>

namespace blak::ui::shell {
namespace {

const QString topic = QStringLiteral("rename"); ///< of the toast that offers to take one back
const QString dockId = QStringLiteral("references");

} // namespace

CodeDesk::CodeDesk(StudioWindow& window) : QObject(&window), window_(window), references_(new code::ReferencesPanel)
{
    window_.docks().addShared(dockId, tr("References"), references_, Qt::BottomDockWidgetArea, {Perspective::Code})->setIconName(QStringLiteral("link"));
    references_->setWorkspace(window_.sharedWorkspace());
    connect(references_, &code::ReferencesPanel::openRequested, this, [this](const QString& path, const QVariantMap& place) {
        leaveHere();
        window_.openAt(path, place);
    });
    connect(references_, &code::ReferencesPanel::changed, this, [this] { window_.actions().refresh(); });
    renamed_.setWorkspace(
        window_.sharedWorkspace(), [this](const QString& sentence) { window_.toasts().show(Severity::Warning, sentence); },
        [this](bool isStep) {
            if (!renamed_.canUndo())
                window_.toasts().withdraw(topic);
            if (isStep)
                followRename();
        });
    renamed_.setAside([this](const QString& path) { return window_.saving().keeps(path); });
    connect(&links_, &code::CodeLinks::jumps, this, &CodeDesk::leave);
    connect(&links_, &code::CodeLinks::placeWanted, this, [this](const QString& path, const QVariantMap& place) { window_.openAt(path, place); });
    connect(&links_, &code::CodeLinks::usesWanted, this, &CodeDesk::showUses);
    connect(&links_, &code::CodeLinks::renameWanted, this, &CodeDesk::rename);
    // By the rows of the window: Undo takes back here what its key does.
    connect(&links_, &code::CodeLinks::textMenuWanted, this, [this](QMenu& menu) { addToMenu(menu, {"studio.undo.back", "studio.undo.again"}); });
    connect(&links_, &code::CodeLinks::nameMenuWanted, this, [this](QMenu& menu) { addToMenu(menu, {"code.name.definition", "code.name.uses", "code.name.rename"}); });
    connect(&window_.documents(), &DocumentArea::documentsChanged, this, &CodeDesk::followAll);
    connect(&window_.documents(), &DocumentArea::currentChanged, this, [this](DocumentView* view) {
        followAll();
        if (current_ != nullptr && current_ != view && view != nullptr && !isReturning_)
            leave(current_);
        current_ = view;
    });
}

void CodeDesk::followAll()
{
    for (DocumentView* view : window_.documents().documents())
        links_.follow(*view);
}

/// In front of what is there.
void CodeDesk::addToMenu(QMenu& menu, std::initializer_list<const char*> rows)
{
    QAction* first = menu.actions().value(0);
    for (const char* id : rows)
        if (QAction* action = window_.actions().action(QLatin1String(id)))
            menu.insertAction(first, action);
    menu.insertSeparator(first);
}

void CodeDesk::leave(DocumentView* view)
{
    const QString kind = window_.opening().kindOf(view);
    if (std::ranges::any_of(placed, [&](const char* one) { return kind == QLatin1String(one); }))
        remember(view);
}

void CodeDesk::remember(const DocumentView* view)
{
    if (view == nullptr || view->path().isEmpty() || window_.opening().isWaiting(view) || isReturning_)
        return;
    places_.leave({view->path(), view->saveViewState()});
    window_.actions().refresh();
}

void CodeDesk::leaveHere() { remember(window_.documents().current()); }

void CodeDesk::arrive(DocumentView& document, const QVariantMap& place)
{
    const QScopedValueRollback arriving(isReturning_, true);
    showPlace(document, place);
}

VisitedPlace CodeDesk::here() const
{
    const DocumentView* view = window_.documents().current();
    return view == nullptr ? VisitedPlace{} : VisitedPlace{view->path(), view->saveViewState()};
}

void CodeDesk::go(const std::optional<VisitedPlace>& place)
{
    if (place) {
        const QScopedValueRollback returning(isReturning_, true);
        DocumentView* open = window_.documents().find(place->path);
        if (open != nullptr && !place->state.contains(QLatin1String("line"))) { // it is as it was left, with what is selected
            window_.documents().setCurrent(open);
            open->setFocus(Qt::OtherFocusReason);
        } else {
            window_.openAt(place->path, place->state);
        }
    }
    window_.actions().refresh();
}

void CodeDesk::goBack() { go(places_.back(here())); }

void CodeDesk::goForward() { go(places_.forward(here())); }

void CodeDesk::renamed(const QString& from, const QString& to)
{
    places_.renamed(from, to);
    references_->renamed(from, to);
}

void CodeDesk::sourcesChanged() { code::KodSymbols::readAgain(*window_.sharedWorkspace()); }

void CodeDesk::forget()
{
    places_.clear();
    references_->clear();
}

void CodeDesk::stepUse(int direction) { references_->step(direction); }

void CodeDesk::showUses(const std::shared_ptr<code::KodSymbols>& tree, const kod::SymbolKey& key, const QString& fromClass, code::UsesShown shown,
                        const std::pair<QString, int>& from)
{
    references_->showUses(tree, key, fromClass, shown, from);
    window_.showDock(dockId);
    references_->tree()->setFocus(Qt::OtherFocusReason);
}

void CodeDesk::rename(const QVector<code::FileEdits>& files, const QString& stepName, const QString& oldName, const QString& newName)
{
    const bool wasRenamed = std::exchange(isRenamed_, true); // its notices come before the names below are its own
    const auto outcome = renamed_.apply(files, stepName);
    for (const QString& fault : outcome.faults)
        window_.toasts().show(Severity::Warning, fault);
    if (outcome.files == 0) {
        isRenamed_ = wasRenamed;
        return;
    }
    renamedTo_ = {oldName, newName};
    isRenamed_ = false;
    followRename();
    const QString sentence = tr("Renamed %1 to %2 at %3 in %4.")
                           .arg(oldName, newName, counted(outcome.hits, tr("1 place"), tr("%1 places")), counted(outcome.files, tr("1 file"), tr("%1 files")));
    window_.toasts().show(Severity::Info, sentence + u' ' + outcome.savedSentence(), tr("Undo"), [this] { undoRename(); }, topic);
}

/// Whoever takes it back or makes it again, by whatever key: References are asked for the name that there is.
void CodeDesk::followRename()
{
    if (renamed_.isInEffect() == isRenamed_)
        return;
    isRenamed_ = !isRenamed_;
    const auto& [before, now] = renamedTo_;
    isRenamed_ ? references_->follow(before, now) : references_->follow(now, before);
}

void CodeDesk::undoRename()
{
    if (!renamed_.canUndo())
        return;
    const auto outcome = renamed_.undo();
    followRename();
    for (const QString& fault : outcome.faults)
        window_.toasts().show(Severity::Warning, fault);
    if (!outcome.left.isEmpty())
        window_.toasts().show(Severity::Warning,
                              tr("%1 was changed after the renaming and was left as it is.").arg(QFileInfo(outcome.left.first()).fileName()));
    window_.toasts().show(Severity::Info, tr("Undid the renaming in %1.").arg(counted(outcome.files, tr("1 file"), tr("%1 files"))));
}

} // namespace blak::ui::shell
