// SPDX-License-Identifier: GPL-3.0-or-later
#include "kodide/ui/references_panel.h"
#include "studio/shell/code_desk.h"
#include "studio/shell/command_palette.h"
#include "studio/shell/dock.h"
#include "studio/shell/document_area.h"
#include "studio/shell/doom_import.h"
#include "studio/shell/editors.h"
#include "studio/shell/made_files.h"
#include "studio/shell/new_art.h"
#include "studio/shell/new_class.h"
#include "studio/shell/new_room.h"
#include "studio/shell/new_world.h"
#include "studio/shell/open_atlas.h"
#include "studio/shell/perspective_docks.h"
#include "studio/shell/problems_panel.h"
#include "studio/shell/recent_projects.h"
#include "studio/shell/saving.h"
#include "studio/shell/session.h"
#include "studio/shell/settings_dialog.h"
#include "studio/shell/studio_window.h"
#include "studio/shell/texture_dock.h"
#include "studio/shell/undo_key.h"
#include "studio/shell/window_commands.h"
#include "ui/theme.h"

#include <QApplication>

namespace blak::ui::shell {
namespace {

using Keys = QList<QKeySequence>;

Keys key(QKeyCombination combination) { return {QKeySequence(combination)}; }

ActionSpec row(const char* id, const QString& text, const char* menu, const char* icon, Keys keys, std::function<void()> run)
{
    ActionSpec spec;
    spec.id = QStringLiteral("studio.") + QLatin1String(id);
    spec.text = text;
    spec.menu = QLatin1String(menu);
    spec.icon = QLatin1String(icon);
    spec.keys = std::move(keys);
    spec.run = [run = std::move(run)](DocumentView*) { run(); };
    return spec;
}

ActionSpec inToolBar(ActionSpec spec)
{
    spec.inToolBar = true;
    return spec;
}

/// What must be so for an action to run, and what to say while it is not.
struct Condition
{
    std::function<bool()> isSo;
    QString needs;
};

ActionSpec enabledWhen(ActionSpec spec, const Condition& condition)
{
    spec.enabled = [test = condition.isSo](const DocumentView*) { return test(); };
    spec.needs = [words = condition.needs](const DocumentView*) { return words; };
    return spec;
}

ActionSpec checkedWhen(ActionSpec spec, std::function<bool()> test)
{
    spec.checked = [test = std::move(test)](const DocumentView*) { return test(); };
    return spec;
}

} // namespace

QHash<QString, QString> studioWords()
{
    return {{QStringLiteral("studio.find.files"), QStringLiteral("replace in files search grep")},
            {QStringLiteral("studio.dock.float"), QStringLiteral("undock detach own window tab panel")},
            {QStringLiteral("studio.palette.place"), QStringLiteral("goto go to line jump")}};
}

ActionTable studioActions(StudioWindow& w, UndoKey& undo)
{
    // Welcome stands before the documents: what nobody sees is neither saved, changed nor closed by a key.
    const auto shown = [&w] { return w.isWelcomeShown() ? nullptr : w.documents().current(); };
    const auto shows = [shown](bool (DocumentView::*asked)() const) {
        return [shown, asked] {
            const DocumentView* document = shown();
            return document != nullptr && (document->*asked)();
        };
    };
    const auto does = [shown](void (DocumentView::*act)()) {
        return [shown, act] {
            if (DocumentView* document = shown())
                (document->*act)();
        };
    };
    const Condition hasDocument{[shown] { return shown() != nullptr; }, w.tr("No document is shown.")};
    const Condition hasPlaces{[shown] {
                                  const DocumentView* document = shown();
                                  return document != nullptr && !document->placeHint().isEmpty();
                              },
                              w.tr("No document with places is shown.")};
    const Condition hasTwo{[&w] { return w.documents().documents().size() > 1; }, w.tr("There is no other document.")};
    const Condition hasProject{[&w] { return !w.index().root().isEmpty(); }, w.tr("No project is open.")};
    const Condition inPerspective{[&w] { return w.perspective() != Perspective::Welcome; }, w.tr("The welcome page has no docks.")};
    const Condition hasProblems{[&w] { return w.problems().total() > 0; }, w.tr("There are no problems.")};
    ActionTable t;

    t << enabledWhen(row("file.newWorld", w.tr("New world\u2026"), "File", "world", {}, [&w] { askForNewWorld(w); }),
                     {[] { return !sampleProject().isEmpty(); }, w.tr("The sample world, which it begins as, is not installed.")});
    t << inToolBar(row("file.openFolder", w.tr("Open project folder\u2026"), "File", "open", key(Qt::CTRL | Qt::SHIFT | Qt::Key_O),
                       [&w] { chooseFolder(w); }));
    t << row("file.openFile", w.tr("Open file\u2026"), "File", "room", key(Qt::CTRL | Qt::Key_O), [&w] { chooseFiles(w); });
    t << enabledWhen(row("file.newRoom", w.tr("New room\u2026"), "File", "room", {}, [&w] { askForNewRoom(w); }), hasProject);
    t << enabledWhen(row("file.newClass", w.tr("New class\u2026"), "File", "code", {}, [&w] { askForNewClass(w); }), hasProject);
    t << enabledWhen(row("file.importDoom", w.tr("Import Doom map (WAD)\u2026"), "File", "room", {}, [&w] { askForDoomMap(w); }), hasProject);
    t << enabledWhen(row("file.atlas", w.tr("Map of all rooms\u2026"), "File", "world", {}, [&w] { showAtlas(w); }), hasProject);
    t << enabledWhen(row("file.newArt", w.tr("New artwork\u2026"), "File", "sprite", {}, [&w] { askForNewArt(w); }), hasProject);
    t << enabledWhen(row("file.addTexture", w.tr("Add pictures as textures\u2026"), "File", "texture", {}, [&w] { addTextures(w); }),
                     hasProject);
    t << inToolBar(enabledWhen(row("file.save", w.tr("Save"), "File", "save", key(Qt::CTRL | Qt::Key_S),
                                   [&w, shown] { w.saving().save(shown()); }),
                               {shows(&DocumentView::isModified), w.tr("Nothing here is unsaved.")}));
    t << enabledWhen(row("file.saveCopy", w.tr("Save a copy as\u2026"), "File", "", {}, [&w] { saveCopy(w); }),
                     {[shown] {
                          const DocumentView* view = shown();
                          return view != nullptr && view->document() && view->document()->canEdit();
                      },
                      w.tr("No document that can be edited is shown.")});
    t << enabledWhen(row("file.saveAll", w.tr("Save all"), "File", "save-all", key(Qt::CTRL | Qt::SHIFT | Qt::Key_S),
                         [&w] { w.saving().saveEverything(); }),
                     {[&w] { return w.saving().hasUnsaved(); }, w.tr("Nothing is unsaved.")});
    t << enabledWhen(row("file.close", w.tr("Close document"), "File", "close", key(Qt::CTRL | Qt::Key_W),
                         [&w, shown] { w.closeDocument(shown()); }),
                     hasDocument);
    t << enabledWhen(row("file.closeAll", w.tr("Close all documents"), "File", "", key(Qt::CTRL | Qt::SHIFT | Qt::Key_W),
                         [&w] {
                             for (DocumentView* document : w.documents().documents())
                                 w.closeDocument(document);
                         }),
                     {[&w] { return !w.isWelcomeShown() && !w.documents().documents().isEmpty(); }, w.tr("No document is open here.")});
    t << enabledWhen(row("file.reopen", w.tr("Reopen closed document"), "File", "", key(Qt::CTRL | Qt::SHIFT | Qt::Key_T),
                         [&w] { reopenClosed(w); }),
                     {[&w] { return !w.workspace().closed().empty(); }, w.tr("No document was closed.")});
    t << enabledWhen(row("file.readAgain", w.tr("Read the project again"), "File", "refresh", {}, [&w] { w.index().readAgain(); }), hasProject);
    t << enabledWhen(row("file.closeProject", w.tr("Close project"), "File", "", {}, [&w] { w.closeProject(); }), hasProject);
    t << row("quit.now", w.tr("Quit"), "File", "", key(Qt::CTRL | Qt::Key_Q), [&w] { w.close(); });

    t << inToolBar(enabledWhen(row("undo.back", w.tr("Undo"), "Edit", "undo", key(Qt::CTRL | Qt::Key_Z), [&undo] { undo.undo(); }),
                               {[&undo] { return undo.canUndo(); }, w.tr("There is nothing to undo.")}));
    t.last().needs = [&undo](const DocumentView*) { return undo.needs(); };
    t << inToolBar(enabledWhen(row("undo.again", w.tr("Redo"), "Edit", "redo",
                                   {QKeySequence(Qt::CTRL | Qt::SHIFT | Qt::Key_Z), QKeySequence(Qt::CTRL | Qt::Key_Y)},
                                   does(&DocumentView::redo)),
                               {shows(&DocumentView::canRedo), w.tr("There is nothing to redo.")}));
    t << enabledWhen(row("edit.takeBackMade", w.tr("Take back what was created"), "Edit", "", {}, [&w] { w.made().takeBack(); }),
                     {[&w] { return w.made().canTakeBack(); }, w.tr("No room, class or artwork was created since the project was opened.")});
    t << inToolBar(
        row("palette.files", w.tr("Go to file"), "Edit", "search", key(Qt::CTRL | Qt::Key_P), [&w] { w.palette().open({}); }));
    t << inToolBar(row("palette.commands", w.tr("Commands"), "Edit", "command", key(Qt::CTRL | Qt::SHIFT | Qt::Key_P),
                       [&w] { w.palette().open(QStringLiteral(">")); }));
    t << row("find.files", w.tr("Find in files"), "Edit", "", key(Qt::CTRL | Qt::SHIFT | Qt::Key_F), [&w] { w.findInFiles(); });
    t << enabledWhen(row("palette.place", w.tr("Go to place"), "Edit", "goto", key(Qt::CTRL | Qt::Key_G),
                         [&w] { w.palette().open(QStringLiteral(":")); }),
                     hasPlaces);
    t << inToolBar(row("settings.open", w.tr("Settings\u2026"), "Edit", "settings", key(Qt::CTRL | Qt::Key_Comma),
                       [&w] { w.openSettings(SettingsDialog::Appearance); }));
    t << row("settings.keys", w.tr("Keyboard shortcuts\u2026"), "Edit", "",
             {QKeySequence(Qt::CTRL | Qt::Key_K, Qt::CTRL | Qt::Key_S)}, [&w] { w.openSettings(SettingsDialog::Keys); });

    const auto inTexts = [](const char* context, ActionSpec spec) {
        spec.id = QLatin1String(context) + spec.id.mid(QStringLiteral("studio").size());
        spec.context = QLatin1String(context);
        return spec;
    };
    for (const char* context : CodeDesk::placed) {
        t << inTexts(context, enabledWhen(row("go.back", w.tr("Back"), "Go", "", key(Qt::ALT | Qt::Key_Left), [&w] { w.code().goBack(); }),
                                          {[&w] { return w.code().canGoBack(); }, w.tr("There is no place one came from.")}));
        t << inTexts(context, enabledWhen(row("go.forward", w.tr("Forward"), "Go", "", key(Qt::ALT | Qt::Key_Right), [&w] { w.code().goForward(); }),
                                          {[&w] { return w.code().canGoForward(); }, w.tr("There is no place one came back from.")}));
    }
    const Condition hasUses{[&w] { return w.code().references().hasUses(); }, w.tr("The References panel is empty.")};
    t << inTexts("code", enabledWhen(row("go.nextUse", w.tr("Next reference"), "Go", "", key(QKeyCombination(Qt::Key_F4)), [&w] { w.code().stepUse(1); }), hasUses));
    t << inTexts("code", enabledWhen(row("go.previousUse", w.tr("Previous reference"), "Go", "", key(Qt::SHIFT | Qt::Key_F4), [&w] { w.code().stepUse(-1); }), hasUses));

    for (const PerspectiveRow& one : w.perspectives().rows()) {
        if (!one.hasTab)
            continue;
        const auto chosen = [&w, p = one.perspective] { return w.perspective() == p; };
        t << checkedWhen(row((std::string("perspective.") + one.id).c_str(), w.tr("%1 perspective").arg(QLatin1String(one.name)),
                             "View", one.icon, one.key == 0 ? Keys{} : key(QKeyCombination(Qt::CTRL, static_cast<Qt::Key>(one.key))),
                             [&w, p = one.perspective] { w.setPerspective(p); }),
                         chosen);
    }
    const auto areaRow = [&](const char* id, const QString& text, Qt::DockWidgetArea area, QKeyCombination combination) {
        return enabledWhen(checkedWhen(row(id, text, "View", "", key(combination), [&w, area] { w.docks().toggleArea(area); }),
                                       [&w, area] { return w.docks().isAreaShown(area); }),
                           inPerspective);
    };
    t << areaRow("area.left", w.tr("Left docks"), Qt::LeftDockWidgetArea, Qt::CTRL | Qt::Key_B);
    t << areaRow("area.bottom", w.tr("Bottom docks"), Qt::BottomDockWidgetArea, Qt::CTRL | Qt::Key_J);
    t << areaRow("area.right", w.tr("Right docks"), Qt::RightDockWidgetArea, Qt::CTRL | Qt::ALT | Qt::Key_B);
    const auto caret = [&w] { return caretOf(w.documents().current()); };
    t << enabledWhen(row("problem.next", w.tr("Next problem"), "View", "", key(QKeyCombination(Qt::Key_F8)),
                         [&w, caret] { w.problems().goToNext(1, caret()); }),
                     hasProblems);
    t << enabledWhen(row("problem.previous", w.tr("Previous problem"), "View", "", key(Qt::SHIFT | Qt::Key_F8),
                         [&w, caret] { w.problems().goToNext(-1, caret()); }),
                     hasProblems);
    t << row("problem.list", w.tr("Problems"), "View", "warning", key(Qt::CTRL | Qt::SHIFT | Qt::Key_M),
             [&w] { w.showProblems(); });
    t << row("problem.output", w.tr("Output"), "View", "", key(Qt::CTRL | Qt::SHIFT | Qt::Key_U), [&w] { w.showOutput(); });
    t << enabledWhen(row("problem.checkProject", w.tr("Check the whole project"), "View", "", {}, [&w] { w.checkProject(); }),
                     hasProject);
    for (const bool dark : {true, false})
        t << checkedWhen(row(dark ? "theme.dark" : "theme.light", dark ? w.tr("Dark theme") : w.tr("Light theme"), "View", dark ? "" : "light", {},
                             [&w, dark] {
                                 if (theme().isDark() != dark)
                                     w.toggleTheme();
                             }),
                         [dark] { return theme().isDark() == dark; });
    t << checkedWhen(row("window.fullScreen", w.tr("Full screen"), "View", "", key(QKeyCombination(Qt::Key_F11)),
                         [&w] { w.setWindowState(w.windowState() ^ Qt::WindowFullScreen); }),
                     [&w] { return w.isFullScreen(); });

    t << enabledWhen(
        row("document.next", w.tr("Next document"), "Window", "", key(Qt::CTRL | Qt::Key_Tab), [&w] { w.documents().step(1); }),
        hasTwo);
    t << enabledWhen(row("document.previous", w.tr("Previous document"), "Window", "", key(Qt::CTRL | Qt::SHIFT | Qt::Key_Tab),
                         [&w] { w.documents().step(-1); }),
                     hasTwo);
    t << enabledWhen(
        row("dock.next", w.tr("Next dock"), "Window", "", key(QKeyCombination(Qt::Key_F6)), [&w] { focusNextDock(w, 1); }),
        inPerspective);
    t << enabledWhen(
        row("dock.previous", w.tr("Previous dock"), "Window", "", key(Qt::SHIFT | Qt::Key_F6), [&w] { focusNextDock(w, -1); }),
        inPerspective);
    const Condition usesDock{[&w] { return w.docks().used() != nullptr; }, w.tr("No dock has the keyboard.")};
    t << enabledWhen(checkedWhen(row("dock.float", w.tr("Float the dock with the focus"), "Window", "float", {}, [&w] { w.docks().used()->toggleFloating(); }),
                                 [&w] { return w.docks().used() != nullptr && w.docks().used()->isFloating(); }),
                     usesDock);
    t << enabledWhen(row("dock.close", w.tr("Close the dock with the focus"), "Window", "", {}, [&w] { w.docks().used()->close(); }), usesDock);
    t << enabledWhen(row("layout.reset", w.tr("Reset layout"), "Window", "refresh", {}, [&w] { w.docks().reset(); }),
                     inPerspective);

    t << row("help.here", w.tr("Help here"), "Help", "help", key(QKeyCombination(Qt::Key_F1)), [&w] { w.helpHere(); });
    t << row("help.contents", w.tr("Help contents"), "Help", "book", {}, [&w] { w.showHelp(QStringLiteral("studio/start")); });
    t << row("help.opening", w.tr("How to open a project"), "Help", "", {},
             [&w] { w.showHelp(QStringLiteral("studio/opening")); });
    t << row("help.keys", w.tr("All commands and keys"), "Help", "", {}, [&w] { w.showHelp(QStringLiteral("studio/keys")); });
    t << row("help.welcome", w.tr("Welcome"), "Help", "star", {}, [&w] { w.showWelcome(); });
    t << row("help.prefixes", w.tr("Search help\u2026"), "Help", "search", {}, [&w] { w.palette().open(QStringLiteral("?")); });
    t << row("help.about", w.tr("About Blakston Studio"), "Help", "info", {},
             [&w] { w.openSettings(SettingsDialog::About); });
    return t;
}

} // namespace blak::ui::shell
