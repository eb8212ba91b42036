// SPDX-License-Identifier: GPL-3.0-or-later
// What people expect of a window who do not know it yet: menus of folders, keys beside commands, docks that hold something, files
// that are dropped.
#include "formats/base/file_io.h"
#include "kodide/ui/code_editor.h"
#include "kodide/ui/code_view.h"
#include "kodide/ui/debug_lists.h"
#include "kodide/ui/find_panel.h"
#include "studio/shell/command_palette.h"
#include "studio/shell/dock.h"
#include "studio/shell/document_area.h"
#include "studio/shell/editors.h"
#include "studio/shell/perspective_docks.h"
#include "studio/shell/project_browser.h"
#include "studio/shell/project_model.h"
#include "studio/shell/settings_dialog.h"
#include "studio/shell/studio_window.h"
#include "tests/audio/sound_samples.h"
#include "tests/support/shown_studio.h"
#include "ui/search_field.h"
#include "ui/theme.h"

#include <QAbstractScrollArea>
#include <QAction>
#include <QApplication>
#include <QClipboard>
#include <QComboBox>
#include <QContextMenuEvent>
#include <QDir>
#include <QDropEvent>
#include <QFile>
#include <QHeaderView>
#include <QLabel>
#include <QLineEdit>
#include <QMenu>
#include <QMimeData>
#include <QPushButton>
#include <QTemporaryDir>
#include <QTest>
#include <QTreeView>
#include <QTreeWidget>
#include <QUrl>

using namespace blak;
using namespace blak::ui;
using namespace blak::ui::shell;

class TestNewcomer : public QObject
{
    Q_OBJECT

    std::unique_ptr<QTemporaryDir> dir_;
    std::unique_ptr<test::OwnSettings> settings_;

    QString path(const char* name) const { return dir_->filePath(QLatin1String(name)); }

    void write(const char* name, const QByteArray& text) const
    {
        QVERIFY(QDir().mkpath(QFileInfo(path(name)).path()));
        QFile file(path(name));
        QVERIFY(file.open(QIODevice::WriteOnly));
        file.write(text);
    }

    std::unique_ptr<StudioWindow> openProject(QSize size = {1280, 800})
    {
        auto window = test::shownStudio(documentTypes(), editorActions(), size);
        addEditorKeys(window->actions());
        window->open(dir_->path());
        window->finishBackgroundWork();
        return window;
    }

    static ProjectModel& model(StudioWindow& window) { return *static_cast<ProjectModel*>(window.browser().tree()->model()); }

    /// What the key for menus opens on a row of the tree.
    static QMenu* menuOf(StudioWindow& window, const QModelIndex& row)
    {
        QTreeView* tree = window.browser().tree();
        tree->selectionModel()->setCurrentIndex(row, QItemSelectionModel::ClearAndSelect | QItemSelectionModel::Rows);
        const QPoint at = tree->visualRect(row).center();
        QContextMenuEvent event(QContextMenuEvent::Keyboard, at, tree->viewport()->mapToGlobal(at));
        QApplication::sendEvent(tree, &event);
        return qobject_cast<QMenu*>(QApplication::activePopupWidget());
    }

    static QAction* entry(QMenu& menu, const QString& text)
    {
        for (QAction* action : menu.actions())
            if (action->text() == text)
                return action;
        return nullptr;
    }

    static bool holdsColour(QWidget& widget, const QColor& colour)
    {
        const QImage picture = widget.grab().toImage();
        for (int y = 0; y < picture.height(); ++y)
            for (int x = 0; x < picture.width(); ++x)
                if (picture.pixelColor(x, y) == colour)
                    return true;
        return false;
    }

private slots:
    void initTestCase() { installTheme(*qApp, ThemeKind::Light); }

    void init()
    {
        dir_ = std::make_unique<QTemporaryDir>();
        settings_ = std::make_unique<test::OwnSettings>();
        write("blakserv.cfg", "[Path]\n");
        write("kod/inn.kod", "Inn is Room\nresources:\n   n = \"The Inn\"\n   s = Tone.wav\nclassvars:\n   vrName = n\nend\n");
        write("kod/object/item/lamp.kod", "Lamp is Item\nresources:\n   lamp_sound = tone.wav\nend\n");
        write("kod/object/item/torch.kod", "Torch is Item\nend\n");
        write("kod/object/beast.kod", "Beast is Object\nend\n");
        QVERIFY(QDir().mkpath(path("sounds")));
        const std::vector<std::byte> tone = test::wavFile(*test::sineClip(440, 44100, 0.2, 0.5f, 2));
        for (const char* name : {"sounds/tone.wav", "sounds/unused.wav"})
            QVERIFY(writeFileAtomically(path(name).toStdString(), std::span(tone), Backup::None));
    }

    void oneAsksAtATime()
    {
        const auto window = openProject();
        window->palette().open({});
        QVERIFY(window->palette().isVisible());
        window->openSettings(SettingsDialog::Appearance);
        QVERIFY(window->settingsDialog()->isVisible());
        QVERIFY(!window->palette().isVisible());
        QTest::keyClick(window->settingsDialog(), Qt::Key_Escape);
        QTRY_VERIFY(window->settingsDialog() == nullptr);
        QVERIFY(!window->palette().isVisible());
    }

    /// Beside the entries stand the keys that texts take by themselves; nothing is bound to them, so that fields take them, too.
    void clipboardKeysAreShownAndWorkWhereTheFocusIs()
    {
        const auto window = openProject();
        window->open(path("kod/inn.kod"));
        window->finishBackgroundWork();
        auto* view = qobject_cast<code::CodeView*>(window->documents().current());
        QVERIFY(view != nullptr);
        const QVector<QPair<const char*, QKeySequence>> rows{{"code.clip.cut", QKeySequence(Qt::CTRL | Qt::Key_X)},
                                                             {"code.clip.copy", QKeySequence(Qt::CTRL | Qt::Key_C)},
                                                             {"code.clip.paste", QKeySequence(Qt::CTRL | Qt::Key_V)},
                                                             {"code.clip.all", QKeySequence(Qt::CTRL | Qt::Key_A)}};
        for (const auto& [id, key] : rows) {
            const QAction* action = window->actions().action(QLatin1String(id));
            QVERIFY2(action != nullptr, id);
            QVERIFY2(action->text().endsWith(QString(u'\t' + key.toString(QKeySequence::NativeText))), qPrintable(action->text()));
            for (const QAction* other : window->actions().actions())
                QVERIFY2(!other->shortcuts().contains(key) || !other->objectName().startsWith(QStringLiteral("code.")),
                         qPrintable(other->objectName()));
        }
        QVERIFY(window->actions().conflicts().isEmpty());

        QApplication::clipboard()->clear();
        QLineEdit* field = window->browser().filter()->findChild<QLineEdit*>();
        if (field == nullptr)
            field = qobject_cast<QLineEdit*>(static_cast<QWidget*>(window->browser().filter()));
        QVERIFY(field != nullptr);
        field->setFocus();
        QTest::keyClicks(field, QStringLiteral("lamp"));
        QTest::keyClick(field, Qt::Key_A, Qt::ControlModifier);
        QTest::keyClick(field, Qt::Key_C, Qt::ControlModifier);
        QCOMPARE(QApplication::clipboard()->text(), QStringLiteral("lamp"));
        QTest::keyClick(field, Qt::Key_X, Qt::ControlModifier);
        QCOMPARE(field->text(), QString());
        QTest::keyClick(field, Qt::Key_V, Qt::ControlModifier);
        QCOMPARE(field->text(), QStringLiteral("lamp"));
        field->clear();

        view->setFocus();
        QWidget* sci = QApplication::focusWidget();
        QVERIFY(sci != nullptr && view->isAncestorOf(sci));
        QTest::keyClick(sci, Qt::Key_A, Qt::ControlModifier);
        QTest::keyClick(sci, Qt::Key_C, Qt::ControlModifier);
        QCOMPARE(QApplication::clipboard()->text().toUtf8(), view->editor()->text());
        QApplication::clipboard()->clear();
        window->actions().action(QStringLiteral("code.clip.all"))->trigger();
        window->actions().action(QStringLiteral("code.clip.copy"))->trigger();
        QCOMPARE(QApplication::clipboard()->text().toUtf8(), view->editor()->text());
        // A key of one's own stands there instead, and is bound.
        window->actions().setKeys(QStringLiteral("code.clip.copy"), {QKeySequence(Qt::CTRL | Qt::ALT | Qt::Key_C)});
        QVERIFY(!window->actions().action(QStringLiteral("code.clip.copy"))->text().contains(u'\t'));
    }

    void foldersHaveAMenu()
    {
        const auto window = openProject();
        QTreeView* tree = window->browser().tree();
        const QModelIndex lamp = model(*window).indexOf(path("kod/object/item/lamp.kod"));
        QVERIFY(lamp.isValid());
        const QModelIndex item = lamp.parent(), object = item.parent(), blakod = object.parent().parent();
        QCOMPARE(item.data(ProjectModel::FolderRole).toString(), path("kod/object/item"));
        QCOMPARE(blakod.data().toString(), QStringLiteral("Blakod"));
        QVERIFY(blakod.data(ProjectModel::FolderRole).toString().isEmpty());

        QMenu* menu = menuOf(*window, item);
        QVERIFY(menu != nullptr);
        QVERIFY(entry(*menu, QStringLiteral("Show in the file manager")) != nullptr);
        QVERIFY(entry(*menu, QStringLiteral("Copy path")) != nullptr);
        entry(*menu, QStringLiteral("Copy path"))->trigger();
        QCOMPARE(QApplication::clipboard()->text(), path("kod/object/item"));
        entry(*menu, QStringLiteral("Find in this folder"))->trigger();
        menu->close();
        code::FindPanel& find = window->findPanel();
        QCOMPARE(find.filterField()->text(), QStringLiteral("kod/object/item/"));
        QVERIFY(find.isVisible());
        find.findField()->setText(QStringLiteral("is"));
        find.search();
        QTRY_VERIFY(!find.isSearching());
        QVERIFY2(find.summary().contains(QStringLiteral("2 files")), qPrintable(find.summary())); // lamp and torch, not the beast
        for (const auto& [filter, files] : {std::pair("kod/object/", "3 files"), std::pair("kod/object/*.kod", "1 file"),
                                            std::pair("kod/object/**.kod", "3 files"), std::pair("kod/object/item/ beast.*", "3 files")}) {
            find.filterField()->setText(QLatin1String(filter));
            find.search();
            QTRY_VERIFY(!find.isSearching());
            QVERIFY2(find.summary().endsWith(QLatin1String(files)), qPrintable(QLatin1String(filter) + QStringLiteral(": ") + find.summary()));
        }
        window->showDock(QStringLiteral("project"));

        menu = menuOf(*window, blakod);
        QVERIFY(menu != nullptr);
        QVERIFY(entry(*menu, QStringLiteral("Copy path")) == nullptr); // it is no folder
        entry(*menu, QStringLiteral("Expand all below"))->trigger();
        menu->close();
        QTRY_VERIFY(tree->isExpanded(item) && tree->isExpanded(object) && tree->isExpanded(blakod));
        menu = menuOf(*window, blakod);
        QVERIFY(menu != nullptr);
        entry(*menu, QStringLiteral("Collapse all below"))->trigger();
        menu->close();
        QVERIFY(!tree->isExpanded(blakod));
        tree->expand(blakod);
        QVERIFY(!tree->isExpanded(item.parent()));

        // The project: what can be made in it.
        menu = menuOf(*window, model(*window).index(0, 0));
        QVERIFY(menu != nullptr);
        QVERIFY(menu->actions().contains(window->actions().action(QStringLiteral("studio.file.newRoom"))));
        QVERIFY(menu->actions().contains(window->actions().action(QStringLiteral("studio.problem.checkProject"))));
        QVERIFY(entry(*menu, QStringLiteral("Find in files")) != nullptr);
        menu->close();
        // A file keeps its own.
        tree->expandAll();
        menu = menuOf(*window, lamp);
        QVERIFY(menu != nullptr && entry(*menu, QStringLiteral("Open")) != nullptr);
        menu->close();
    }

    void filesAreDroppedFromAFileManager()
    {
        const auto window = test::shownStudio(documentTypes(), editorActions());
        const auto drop = [&](const QList<QUrl>& urls) {
            QMimeData mime;
            mime.setUrls(urls);
            QDragEnterEvent enter(QPoint(600, 400), Qt::CopyAction, &mime, Qt::LeftButton, Qt::NoModifier);
            QApplication::sendEvent(window.get(), &enter);
            if (!enter.isAccepted())
                return false;
            QDropEvent event(QPointF(600, 400), Qt::CopyAction, &mime, Qt::LeftButton, Qt::NoModifier);
            QApplication::sendEvent(window.get(), &event);
            window->finishBackgroundWork();
            return event.isAccepted();
        };
        QVERIFY(drop({QUrl::fromLocalFile(dir_->path())}));
        QCOMPARE(window->index().root(), dir_->path());
        QVERIFY(drop({QUrl::fromLocalFile(path("kod/inn.kod")), QUrl::fromLocalFile(path("sounds/tone.wav"))}));
        QVERIFY(window->documents().find(path("kod/inn.kod")) != nullptr);
        QVERIFY(window->documents().find(path("sounds/tone.wav")) != nullptr);
        QVERIFY(!drop({QUrl(QStringLiteral("https://example.org/a.kod"))})); // nothing to open

        // Onto a text, which by itself would take the address in.
        window->documents().setCurrent(window->documents().find(path("kod/inn.kod")));
        auto* view = qobject_cast<code::CodeView*>(window->documents().current());
        const QByteArray before = view->editor()->text();
        auto* target = qobject_cast<QAbstractScrollArea*>(view->editor()->focusProxy());
        QVERIFY(target != nullptr);
        QMimeData mime;
        mime.setUrls({QUrl::fromLocalFile(path("kod/object/beast.kod"))});
        mime.setText(path("kod/object/beast.kod"));
        for (QWidget* widget : {target->viewport(), static_cast<QWidget*>(target)}) {
            QDragEnterEvent enter(QPoint(10, 10), Qt::CopyAction, &mime, Qt::LeftButton, Qt::NoModifier);
            QApplication::sendEvent(widget, &enter);
            QVERIFY(enter.isAccepted());
        }
        QDropEvent event(QPointF(10, 10), Qt::CopyAction, &mime, Qt::LeftButton, Qt::NoModifier);
        QApplication::sendEvent(target->viewport(), &event);
        window->finishBackgroundWork();
        QCOMPARE(view->editor()->text(), before);
        QVERIFY(window->documents().find(path("kod/object/beast.kod")) != nullptr);
    }

    /// A dock at the right that has nothing of a document leaves it the place.
    void noDockStandsEmpty()
    {
        {
            const auto window = openProject({1920, 1080});
            window->open(path("sounds/tone.wav"));
            window->finishBackgroundWork();
            Dock* inspector = window->docks().dock(QStringLiteral("code/inspector"));
            QVERIFY(inspector != nullptr && !inspector->isHidden());
            window->open(path("kod/inn.kod"));
            window->finishBackgroundWork();
            QVERIFY(inspector->isHidden());
            window->documents().setCurrent(window->documents().find(path("sounds/tone.wav")));
            QVERIFY(!inspector->isHidden());
            // Elsewhere and back; and asked for.
            window->documents().setCurrent(window->documents().find(path("kod/inn.kod")));
            window->setPerspective(Perspective::Room);
            window->setPerspective(Perspective::Code);
            QVERIFY(inspector->isHidden());
            window->docks().toggleArea(Qt::RightDockWidgetArea);
            QVERIFY(!inspector->isHidden());
            window->docks().toggleArea(Qt::RightDockWidgetArea);
            QVERIFY(inspector->isHidden());
            window->docks().reset();
            QVERIFY(inspector->isHidden());
            window->saveSession(); // with the text in front
            QVERIFY(inspector->isHidden());
        }
        const auto window = openProject({1920, 1080}); // it was not closed by anybody
        window->open(path("sounds/tone.wav"));
        window->finishBackgroundWork();
        QVERIFY(!window->docks().dock(QStringLiteral("code/inspector"))->isHidden());
    }

    void aSoundSaysWhoNamesIt()
    {
        const auto window = openProject();
        const auto users = [&](const char* sound) {
            window->open(path(sound));
            window->finishBackgroundWork();
            DocumentView* view = window->documents().find(path(sound));
            auto* label = view->panels().first().widget->findChild<QLabel*>(QStringLiteral("soundUsers"));
            return label->isVisibleTo(label->parentWidget()->parentWidget()) ? label : nullptr;
        };
        QLabel* label = users("sounds/tone.wav");
        QVERIFY(label != nullptr);
        QVERIFY2(label->text().contains(QStringLiteral(">Inn<")) && label->text().contains(QStringLiteral(">Lamp<")), qPrintable(label->text()));
        QVERIFY(label->text().indexOf(QStringLiteral(">Inn<")) < label->text().indexOf(QStringLiteral(">Lamp<")));
        const qsizetype link = label->text().lastIndexOf(QStringLiteral("href=\"")) + 6;
        emit label->linkActivated(label->text().mid(link, label->text().indexOf(u'"', link) - link));
        QTRY_VERIFY(window->documents().current() != nullptr && window->documents().current()->path() == path("kod/object/item/lamp.kod"));
        window->finishBackgroundWork();
        QVERIFY(users("sounds/unused.wav")->text().contains(QStringLiteral("No class")));
    }

    /// A note at the end of a row ends before the edge of its dock.
    void notesKeepOffTheEdge()
    {
        QTreeWidget list;
        code::makeDebugList(list, 3, 1);
        auto* item = new QTreeWidgetItem({QStringLiteral("lamp.kod:40"), QString(), QStringLiteral("from line 38")});
        list.addTopLevelItem(item);
        list.resize(300, 100);
        list.show();
        QVERIFY(QTest::qWaitForWindowExposed(&list));
        QTRY_VERIFY(list.visualItemRect(item).isValid());
        const int text = list.fontMetrics().horizontalAdvance(item->text(2));
        const int begins = list.header()->sectionViewportPosition(2);
        QVERIFY2(list.viewport()->width() - begins - text >= code::debugListMargin, qPrintable(QString::number(begins)));
    }

    /// Of the empty page, for who uses the keys: not at the start and not after a click.
    void theRingComesWithTheKeys()
    {
        const auto window = openProject();
        window->setPerspective(Perspective::Code);
        QVERIFY(window->documents().current() == nullptr);
        auto* page = window->documents().findChild<QLabel*>(QStringLiteral("emptyLabel"));
        QVERIFY(page != nullptr && page->isVisible());
        page->setFocus(Qt::OtherFocusReason);
        QVERIFY(page->hasFocus());
        QVERIFY(!holdsColour(*page, theme().accent));
        window->browser().filter()->setFocus();
        window->focusDocument(); // F6, Esc
        QVERIFY(page->hasFocus());
        QVERIFY(holdsColour(*page, theme().accent));
        window->setPerspective(Perspective::Sprite);
        QVERIFY(page->hasFocus());
    }
};

QTEST_MAIN(TestNewcomer)
#include "tst_newcomer.moc"
