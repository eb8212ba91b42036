// SPDX-License-Identifier: GPL-3.0-or-later
#include "kodide/ui/editor_look.h"
#include "studio/shell/appearance.h"
#include "studio/shell/command_palette.h"
#include "studio/shell/memory.h"
#include "studio/shell/settings_dialog.h"
#include "studio/shell/settings_file.h"
#include "studio/shell/shortcut_page.h"
#include "studio/shell/studio_settings.h"
#include "studio/shell/studio_window.h"
#include "tests/studio/fake_documents.h"
#include "tests/support/shown_studio.h"
#include "ui/search_field.h"
#include "ui/theme.h"

#include <QApplication>
#include <QCheckBox>
#include <QComboBox>
#include <QHeaderView>
#include <QLabel>
#include <QLayout>
#include <QPushButton>
#include <QScrollArea>
#include <QSpinBox>
#include <QTest>
#include <QWheelEvent>
#include <QTreeWidget>

using namespace blak;
using namespace blak::ui;
using namespace blak::ui::shell;
using blak::test::FakeProject;

class TestSettings : public QObject
{
    Q_OBJECT

    std::unique_ptr<QTemporaryDir> folder_;

    std::unique_ptr<StudioWindow> makeWindow()
    {
        return test::shownStudio(test::fakeTypes(), test::fakeActions());
    }

    template <typename Widget>
    static Widget* control(const QWidget& dialog, const char* name)
    {
        for (auto* one : dialog.findChildren<Widget*>())
            if (one->accessibleName() == QLatin1String(name))
                return one;
        qFatal("no control is called %s", name);
    }

private slots:
    void initTestCase() { installTheme(*qApp, ThemeKind::Dark); }

    void init()
    {
        folder_ = std::make_unique<QTemporaryDir>();
        useSettingsFile(folder_->filePath(QStringLiteral("studio.ini")));
        code::setEditorLook({});
        setTheme(ThemeKind::Dark);
    }

    void everySettingHasItsControl()
    {
        const auto window = makeWindow();
        window->openSettings(SettingsDialog::Appearance);
        SettingsDialog* dialog = window->settingsDialog();
        for (const SettingRow& row : settingRows()) {
            dialog->showSetting(row.name);
            QCOMPARE(static_cast<int>(dialog->page()), row.page);
            QVERIFY2(dialog->focusWidget() != nullptr && (dialog->focusWidget()->accessibleName() == row.name ||
                                                          dialog->focusWidget()->parentWidget()->accessibleName() == row.name),
                     qPrintable(row.name));
        }
    }

    /// Rows of the same kind are as far from each other, however high the window is.
    void rowsStandEvenly()
    {
        const auto window = makeWindow();
        window->openSettings(SettingsDialog::Editor);
        SettingsDialog* dialog = window->settingsDialog();
        for (const QSize size : {QSize(900, 580), QSize(900, 800)}) {
            dialog->resize(size);
            QCoreApplication::processEvents();
            const auto top = [dialog](const char* name) {
                for (const QWidget* one : dialog->findChildren<QSpinBox*>())
                    if (one->accessibleName() == QLatin1String(name))
                        return one->mapTo(dialog, QPoint()).y();
                return -1;
            };
            QVERIFY(top("Ruler") > top("Tab width"));
            QCOMPARE(top("Ruler") - top("Tab width"), top("Tab width") - top("Line spacing"));
            QCOMPARE(top("Tab width") - top("Line spacing"), top("Line spacing") - top("Size of letters"));
        }
    }

    void theFieldFindsPagesByWhatStandsOnThem()
    {
        const auto window = makeWindow();
        window->openSettings(SettingsDialog::Appearance);
        SettingsDialog* dialog = window->settingsDialog();
        dialog->search()->setText(QStringLiteral("indent"));
        QTRY_COMPARE(dialog->page(), SettingsDialog::Editor);
        QVERIFY(dialog->tree()->topLevelItem(SettingsDialog::Keys)->isHidden());
        QCOMPARE(dialog->tree()->currentItem()->text(0), QStringLiteral("Tab width"));
        QStringList marked; // at the right
        for (const QLabel* label : dialog->findChildren<QLabel*>())
            if (label->autoFillBackground())
                marked << label->text();
        QCOMPARE(marked, QStringList{QStringLiteral("Tab width")});
        dialog->search()->setText({});
        QTRY_VERIFY(!dialog->tree()->topLevelItem(SettingsDialog::Keys)->isHidden());
    }

    /// At 200 % on a screen of 1280 x 800 there are 640 x 400 px, and the frame takes some of them: nothing is cut or scrolls sideways there.
    void pagesFitIntoTheSmallestWindow()
    {
        constexpr QSize smallest(628, 360);
        const auto window = makeWindow();
        window->openSettings(SettingsDialog::Appearance);
        SettingsDialog* dialog = window->settingsDialog();
        const QSize least = dialog->layout()->totalMinimumSize();
        QVERIFY2(least.width() <= smallest.width() && least.height() <= smallest.height(),
                 qPrintable(QStringLiteral("%1 x %2").arg(least.width()).arg(least.height())));
        for (const QSize size : {smallest, QSize(741, 430), QSize(900, 580)}) {
            dialog->resize(size);
            QCoreApplication::processEvents();
            QCOMPARE(dialog->size(), size);
            for (int page = 0; page <= SettingsDialog::About; ++page) {
                dialog->showPage(static_cast<SettingsDialog::Page>(page));
                QCoreApplication::processEvents();
                for (const QScrollArea* area : dialog->findChildren<QScrollArea*>()) {
                    if (!area->isVisible())
                        continue;
                    QVERIFY2(area->widget()->width() <= area->viewport()->width(), qPrintable(QString::number(page)));
                    for (const QWidget* one : area->widget()->findChildren<QWidget*>())
                        if (one->isVisible() && one->parentWidget() == area->widget()) {
                            QVERIFY2(one->geometry().right() <= area->widget()->width(), qPrintable(one->accessibleName()));
                            QVERIFY2(one->width() >= one->minimumSizeHint().width(), qPrintable(one->accessibleName()));
                        }
                }
            }
        }
        // The list of the keys leaves the commands a good part.
        dialog->resize(smallest);
        dialog->showPage(SettingsDialog::Keys);
        QCoreApplication::processEvents();
        const auto* keys = dialog->findChild<ShortcutPage*>();
        QVERIFY(keys->list()->columnWidth(0) >= 150);
        QVERIFY(keys->list()->header()->length() <= keys->list()->viewport()->width());
    }

    void whereNothingIsFoundItIsSaid()
    {
        const auto window = makeWindow();
        window->openSettings(SettingsDialog::Appearance);
        SettingsDialog* dialog = window->settingsDialog();
        dialog->search()->setText(QStringLiteral("<b>&"));
        QTRY_VERIFY(!dialog->tree()->isVisible());
        auto* nothing = dialog->findChild<QLabel*>(QStringLiteral("emptyLabel"));
        QVERIFY(nothing != nullptr && nothing->isVisible());
        QVERIFY(!dialog->findChild<QComboBox*>(QStringLiteral("themeChoice"))->isVisible()); // the page of before is no answer
        QCOMPARE(nothing->geometry(), nothing->parentWidget()->rect());
        QTest::keyClick(nothing, Qt::Key_Return); // its link
        QTRY_VERIFY(dialog->tree()->isVisible());
        QCOMPARE(dialog->search()->text(), QString());
        QVERIFY(!nothing->isVisible());
        QVERIFY(dialog->findChild<QComboBox*>(QStringLiteral("themeChoice"))->isVisible()); // as before
        for (const char* words : {"line spacing", "line height", "font size", "word wrap", "tab size", "indentation"}) { // as other editors call them
            dialog->search()->setText(QLatin1String(words));
            QTRY_COMPARE(dialog->page(), SettingsDialog::Editor);
            QVERIFY2(dialog->tree()->isVisible() && dialog->tree()->currentItem()->parent() != nullptr, words);
            dialog->search()->setText(QStringLiteral("memory"));
            QTRY_COMPARE(dialog->page(), SettingsDialog::Memory);
        }
    }

    /// Enter belongs to the fields: it goes to what was found and leaves the dialog open.
    void enterGoesToWhatWasFound()
    {
        const auto window = makeWindow();
        window->openSettings(SettingsDialog::Appearance);
        SettingsDialog* dialog = window->settingsDialog();
        dialog->search()->setText(QStringLiteral("tab"));
        QTRY_COMPARE(dialog->page(), SettingsDialog::Editor);
        QTest::keyClick(dialog->search(), Qt::Key_Return);
        QVERIFY(dialog->isVisible());
        auto* tab = control<QSpinBox>(*dialog, "Tab width");
        QCOMPARE(dialog->focusWidget(), tab);
        QTest::keyClick(tab, Qt::Key_Return);
        QVERIFY(dialog->isVisible());
        dialog->search()->setText(QStringLiteral("memory"));
        QTRY_COMPARE(dialog->page(), SettingsDialog::Memory);
        QTest::keyClick(dialog->search(), Qt::Key_Return);
        QCOMPARE(dialog->focusWidget(), control<QSpinBox>(*dialog, "Pictures kept"));
        for (auto* button : dialog->findChildren<QPushButton*>())
            if (button->text() == QStringLiteral("Close")) {
                button->setFocus();
                QTest::keyClick(button, Qt::Key_Return); // but a button that has the focus is pressed by it
            }
        QVERIFY(!dialog->isVisible());
    }

    void whatIsTypedIntoAFoundNumberReplacesIt()
    {
        const auto window = makeWindow();
        window->openSettings(SettingsDialog::Appearance);
        SettingsDialog* dialog = window->settingsDialog();
        dialog->showSetting(QStringLiteral("Line spacing"));
        auto* spacing = control<QSpinBox>(*dialog, "Line spacing");
        QCOMPARE(dialog->focusWidget(), spacing);
        QTest::keyClicks(spacing, QStringLiteral("150"));
        QTest::keyClick(spacing, Qt::Key_Return);
        QCOMPARE(spacing->value(), 150);
        dialog->close();
    }

    void aWheelThatPassesChoosesNothing()
    {
        const auto window = makeWindow();
        window->openSettings(SettingsDialog::Appearance);
        auto* choice = window->settingsDialog()->findChild<QComboBox*>(QStringLiteral("themeChoice"));
        QVERIFY(choice != nullptr);
        choice->setFocus();
        const int before = choice->currentIndex();
        for (const int turn : {120, -120, -120}) {
            QWheelEvent event(choice->rect().center(), choice->mapToGlobal(choice->rect().center()), {}, {0, turn}, Qt::NoButton,
                              Qt::NoModifier, Qt::NoScrollPhase, false);
            QApplication::sendEvent(choice, &event);
            QCOMPARE(choice->currentIndex(), before);
        }
    }

    /// No number is swallowed: 999999 is not 99.
    void numbersBeyondTheirBoundsAreBroughtIn()
    {
        const auto window = makeWindow();
        const auto enter = [&](SettingsDialog::Page page, const char* field, const char* text) {
            window->openSettings(page);
            auto* box = control<QSpinBox>(*window->settingsDialog(), field);
            box->setFocus(Qt::TabFocusReason);
            box->selectAll();
            QTest::keyClicks(box, QLatin1String(text));
            QTest::keyClick(box, Qt::Key_Return);
            return box->value();
        };
        QCOMPARE(enter(SettingsDialog::Editor, "Ruler", "999999"), code::mostRuler);
        QCOMPARE(code::editorLook().ruler, code::mostRuler);
        const auto said = [&] {
            QStringList texts;
            for (const QLabel* label : window->settingsDialog()->findChildren<QLabel*>(QStringLiteral("warningText")))
                if (!label->text().isEmpty()) // that of the keys has nothing to warn of
                    texts << label->text();
            return texts;
        };
        QCOMPARE(said(), QStringList{QStringLiteral("999\u2009999 became 400, the most there can be.")});
        // Escape gives up what was typed, and only one more closes the window.
        auto* ruler = control<QSpinBox>(*window->settingsDialog(), "Ruler");
        ruler->setFocus(Qt::TabFocusReason);
        ruler->selectAll();
        QTest::keyClicks(ruler, QStringLiteral("77"));
        QTest::keyClick(ruler, Qt::Key_Escape);
        QVERIFY(window->settingsDialog()->isVisible());
        QCOMPARE(ruler->value(), code::mostRuler);
        QCOMPARE(code::editorLook().ruler, code::mostRuler);
        QCOMPARE(enter(SettingsDialog::Editor, "Tab width", "999999"), code::mostTabWidth);
        QCOMPARE(enter(SettingsDialog::Editor, "Size of letters", "999999"), static_cast<int>(code::mostLetters));
        QCOMPARE(enter(SettingsDialog::Editor, "Size of letters", "1"), static_cast<int>(code::leastLetters));
        QCOMPARE(enter(SettingsDialog::Memory, "Pictures kept", "999999"), mostPictureCache);
        QCOMPARE(enter(SettingsDialog::Memory, "Pictures kept", "1"), leastPictureCache);
        code::setEditorLook({});
    }

    void thePaletteFindsSettingsAndDocks()
    {
        const FakeProject project;
        const auto window = makeWindow();
        window->open(project.root());
        QTRY_VERIFY(!window->index().isRunning());
        window->palette().open(QStringLiteral(">ruler"));
        QCOMPARE(window->palette().shownTexts().value(0), QStringLiteral("Setting: Ruler"));
        QTest::keyClick(window->palette().field(), Qt::Key_Return);
        QVERIFY(window->settingsDialog() != nullptr);
        QCOMPARE(window->settingsDialog()->page(), SettingsDialog::Editor);
        window->settingsDialog()->close();
        window->palette().open(QStringLiteral(">show hist"));
        QCOMPARE(window->palette().shownTexts().value(0), QStringLiteral("Show History"));
        window->palette().dismiss();
    }

    void theEditorFollowsAtOnceAndAfterARestart()
    {
        {
            const auto window = makeWindow();
            window->openSettings(SettingsDialog::Editor);
            control<QSpinBox>(*window->settingsDialog(), "Ruler")->setValue(100);
            control<QSpinBox>(*window->settingsDialog(), "Tab width")->setValue(5);
            control<QSpinBox>(*window->settingsDialog(), "Size of letters")->setValue(18);
            control<QCheckBox>(*window->settingsDialog(), "Wrap long lines")->setChecked(true);
            control<QCheckBox>(*window->settingsDialog(), "Help while typing Blakod")->setChecked(false);
            control<QSpinBox>(*window->settingsDialog(), "Line spacing")->setValue(150);
        }
        const code::EditorLook wanted{{}, 18, 5, 100, true, false, 150};
        QCOMPARE(code::editorLook().ruler, 100);
        QVERIFY(code::editorLook() == wanted);
        code::setEditorLook({});
        loadEditorLook();
        QVERIFY(code::editorLook() == wanted);
        StudioSettings().setValue(QStringLiteral("editor/size"), 4000); // by hand
        loadEditorLook();
        QCOMPARE(code::editorLook().pixels, code::mostLetters);
    }

    void theThemeMayFollowTheSystem()
    {
        const auto window = makeWindow();
        window->openSettings(SettingsDialog::Appearance);
        auto* themes = window->settingsDialog()->findChild<QComboBox*>(QStringLiteral("themeChoice"));
        themes->setCurrentIndex(themes->findData(static_cast<int>(ThemeChoice::Light)));
        QVERIFY(!theme().isDark());
        themes->setCurrentIndex(themes->findData(static_cast<int>(ThemeChoice::System)));
        QCOMPARE(theme().kind, systemTheme());
        QCOMPARE(savedThemeChoice(), ThemeChoice::System);
    }

    void theCacheOfPicturesHasALimitThatIsShown()
    {
        const FakeProject project;
        const auto window = makeWindow();
        window->open(project.root());
        QTRY_VERIFY(!window->index().isRunning());
        window->openSettings(SettingsDialog::Memory);
        const auto* used = window->settingsDialog()->findChild<QLabel*>(QStringLiteral("picturesInUse"));
        QVERIFY2(used->text().contains(QStringLiteral("of 64 MB")), qPrintable(used->text()));
        QVERIFY2(used->text().contains(QStringLiteral("64 MB at most")), qPrintable(used->text())); // of the Textures dock
        control<QSpinBox>(*window->settingsDialog(), "Pictures kept")->setValue(100);
        QVERIFY2(used->text().contains(QStringLiteral("of 100 MB")), qPrintable(used->text()));
        QCOMPARE(pictureCacheMegabytes(), 100);
    }

    void settingsAreCarriedAlongInOneFile()
    {
        const QString file = folder_->filePath(QStringLiteral("carried.ini"));
        {
            const auto window = makeWindow();
            window->openSettings(SettingsDialog::CarryAlong);
            setThemeChoice(ThemeChoice::Light);
            window->actions().setKeys(QStringLiteral("studio.layout.reset"), {QKeySequence(Qt::CTRL | Qt::Key_R)});
            StudioSettings().setValue(QStringLiteral("session/world"), QStringLiteral("/here/only"));
            QCOMPARE(window->settingsDialog()->exportTo(file), QString());
        }
        useSettingsFile(folder_->filePath(QStringLiteral("other.ini"))); // another machine
        setTheme(ThemeKind::Dark);
        const auto window = makeWindow();
        window->openSettings(SettingsDialog::CarryAlong);
        QVERIFY(window->actions().keys(QStringLiteral("studio.layout.reset")).isEmpty());
        QCOMPARE(window->settingsDialog()->importFrom(file), QString());
        QVERIFY(!theme().isDark());
        QCOMPARE(window->actions().keys(QStringLiteral("studio.layout.reset")),
                 QList<QKeySequence>{QKeySequence(Qt::CTRL | Qt::Key_R)});
        QVERIFY(!StudioSettings().contains(QStringLiteral("session/world")));

        QFile other(folder_->filePath(QStringLiteral("notes.ini")));
        QVERIFY(other.open(QIODevice::WriteOnly));
        other.write("[appearance]\ntheme=dark\n");
        other.close();
        const QString wrong = window->settingsDialog()->importFrom(other.fileName());
        QVERIFY2(wrong.contains(QStringLiteral("no file of settings")) && wrong.contains(QStringLiteral("notes.ini")),
                 qPrintable(wrong));
        QVERIFY(!theme().isDark());
        QVERIFY(!window->settingsDialog()->importFrom(QStringLiteral("/nowhere/at/all.ini")).isEmpty());
    }
};

QTEST_MAIN(TestSettings)
#include "tst_settings.moc"
