// SPDX-License-Identifier: GPL-3.0-or-later
// The scale of everything, changed while a document has unsaved edits: the studio shows itself anew in the same process.
#include "formats/base/file_io.h"
#include "formats/bgf/sprite.h"
#include "kodide/ui/code_view.h"
#include "studio/help/help_panel.h"
#include "studio/shell/document_area.h"
#include "studio/shell/opening.h"
#include "studio/shell/scale.h"
#include "studio/shell/settings_dialog.h"
#include "studio/shell/studio_main.h"
#include "studio/shell/studio_settings.h"
#include "studio/shell/studio_window.h"

#include <QApplication>
#include <QDir>
#include <QDockWidget>
#include <QFile>
#include <QSlider>
#include <QTemporaryDir>
#include <QTest>
#include <QTimer>

#include <functional>

using namespace blak;
using namespace blak::ui;
using namespace blak::ui::shell;

namespace {

/// What is done once each of the applications that runStudio() makes is up; by their number.
std::function<void(int)> whenUp;
int applications = 0;

void begin()
{
    if (whenUp)
        QTimer::singleShot(0, qApp, [] { whenUp(++applications); });
}

StudioWindow* studio()
{
    for (QWidget* widget : QApplication::topLevelWidgets())
        if (auto* window = qobject_cast<StudioWindow*>(widget))
            return window;
    return nullptr;
}

} // namespace
Q_COREAPP_STARTUP_FUNCTION(begin)

class TestScale : public QObject
{
    Q_OBJECT

private slots:
    void documentsEditsAndUndoStay()
    {
        const QTemporaryDir folder;
        const QString world = folder.filePath(QStringLiteral("world")), file = world + QStringLiteral("/kod/inn.kod");
        QVERIFY(QDir().mkpath(world + QStringLiteral("/kod")));
        QFile source(file);
        QVERIFY(source.open(QIODevice::WriteOnly));
        source.write("Inn is Room\nend\n");
        source.close();
        const QString settings = folder.filePath(QStringLiteral("studio.ini"));
        double before = 0, after = 0;
        bool wasModified = false, isModified = false, canUndo = false, isUndone = false, settingsShown = false;
        QString kept, help;
        whenUp = [&](int number) {
            StudioWindow* window = studio();
            QVERIFY(window != nullptr);
            QTRY_VERIFY(window->documents().find(QFileInfo(file).canonicalFilePath()) != nullptr);
            QTRY_VERIFY(!window->opening().isUnderWay());
            DocumentView* document = window->documents().current();
            QTRY_VERIFY((document = window->documents().current()) != nullptr && document->document() != nullptr);
            if (number == 1) {
                before = window->devicePixelRatioF();
                window->showHelp(QStringLiteral("studio/keys#view"));
                document->setFocus();
                QTest::keyClicks(document->focusWidget() != nullptr ? document->focusWidget() : document, QStringLiteral("% x"));
                wasModified = document->isModified();
                window->openSettings(SettingsDialog::Appearance);
                auto* slider = window->settingsDialog()->findChild<QSlider*>();
                slider->setFocus();
                for (int i = 0; i < 10; ++i) // of 5 % each
                    QTest::keyClick(slider, Qt::Key_Right);
                return; // half a second of stillness later all is made anew
            }
            after = window->devicePixelRatioF();
            QTRY_COMPARE(window->helpPanel().place(), QStringLiteral("studio/keys#view"));
            help = window->helpPanel().page() + u' ' + window->helpPanel().shownText();
            isModified = document->isModified();
            canUndo = document->canUndo();
            settingsShown = window->settingsDialog() != nullptr && window->settingsDialog()->page() == SettingsDialog::Appearance;
            const auto text = document->document()->content();
            kept = text ? QString::fromStdString(*text.value()) : QString();
            while (document->canUndo())
                document->undo();
            isUndone = !document->isModified();
            window->settingsDialog()->close();
            window->close();
        };
        std::vector<std::string> words{"blakston-studio", "--settings", settings.toStdString(), "--open", file.toStdString()};
        std::vector<char*> arguments;
        for (std::string& word : words)
            arguments.push_back(word.data());
        QCOMPARE(runStudio(static_cast<int>(arguments.size()), arguments.data()), 0);
        whenUp = nullptr;
        QCOMPARE(applications, 2);
        QCOMPARE(savedScale(), 150);
        QVERIFY2(qFuzzyCompare(after, before * 1.5), qPrintable(QStringLiteral("%1 after %2").arg(after).arg(before)));
        QVERIFY(wasModified);
        QVERIFY(isModified);
        QVERIFY2(kept.contains(QStringLiteral("% x")), qPrintable(kept));
        QVERIFY(canUndo);
        QVERIFY(isUndone);
        QVERIFY(settingsShown);
        QVERIFY2(help.startsWith(QStringLiteral("studio/keys ")) && help.contains(QStringLiteral("Ctrl+Z")), qPrintable(help)); // a page that is made of the actions
        QVERIFY(source.open(QIODevice::ReadOnly));
        QCOMPARE(source.readAll(), QByteArray("Inn is Room\nend\n")); // nothing was saved
    }

    /// The tabs of docks that are in front are the same ones as before, as they come and as somebody chose them.
    void docksInFrontStay()
    {
        const QTemporaryDir folder;
        const QString world = folder.filePath(QStringLiteral("world")), file = world + QStringLiteral("/resource/wolf.bgf");
        QVERIFY(QDir().mkpath(world + QStringLiteral("/resource")) && QDir().mkpath(world + QStringLiteral("/kod")));
        bgf::Sprite sprite;
        sprite.bitmaps.push_back(bgf::encode(4, 4, std::vector<std::uint8_t>(16, 0x61)));
        sprite.groups = {{0}};
        QVERIFY(writeFileAtomically(file.toStdString(), bgf::write(sprite)));
        const QString text = world + QStringLiteral("/kod/inn.kod"); // comes back before the sprite, in another perspective
        QVERIFY(writeFileAtomically(text.toStdString(), std::string_view("Inn is Room\nend\n")));
        const QString settings = folder.filePath(QStringLiteral("studio.ini"));
        // Wide enough that the right side is not folded at any of the scales.
        const std::string screen = folder.filePath(QStringLiteral("screen.json")).toStdString();
        QVERIFY(writeFileAtomically(screen, std::string_view(R"({"screens":[{"name":"wide","x":0,"y":0,"width":2400,"height":1400,"logicalDpi":96,"logicalBaseDpi":96,"dpr":1}]})")));
        const QByteArray platform = qgetenv("QT_QPA_PLATFORM");
        if (platform == "offscreen")
            qputenv("QT_QPA_PLATFORM", ("offscreen:configfile=" + screen).c_str());
        const auto inFront = [](const StudioWindow& window) {
            QStringList names;
            for (const QDockWidget* dock : window.findChildren<QDockWidget*>(QString(), Qt::FindDirectChildrenOnly))
                if (!dock->isHidden() && !dock->visibleRegion().isEmpty())
                    names << dock->objectName();
            names.sort();
            return names;
        };
        const auto change = [](StudioWindow& window, Qt::Key key) {
            window.openSettings(SettingsDialog::Appearance);
            auto* slider = window.settingsDialog()->findChild<QSlider*>();
            slider->setFocus();
            for (int i = 0; i < 3; ++i)
                QTest::keyClick(slider, key);
        };
        QStringList before, after, chosen, again;
        applications = 0;
        whenUp = [&](int number) {
            StudioWindow* window = studio();
            QVERIFY(window != nullptr);
            QTRY_VERIFY(window->documents().find(QFileInfo(file).canonicalFilePath()) != nullptr);
            QTRY_VERIFY(!window->opening().isUnderWay());
            QTRY_VERIFY(window->findChild<QDockWidget*>(QStringLiteral("sprite/frames")) != nullptr);
            QTest::qWait(200); // the docks have settled
            if (number == 1) {
                before = inFront(*window);
                return change(*window, Qt::Key_Right);
            }
            if (number == 2) {
                after = inFront(*window);
                window->findChild<QDockWidget*>(QStringLiteral("sprite/palette"))->raise();
                QTest::qWait(50);
                chosen = inFront(*window);
                return change(*window, Qt::Key_Left);
            }
            again = inFront(*window);
            window->settingsDialog()->close();
            window->close();
        };
        std::vector<std::string> words{"blakston-studio", "--settings", settings.toStdString(), "--open", world.toStdString(), "--open", text.toStdString(), "--open", file.toStdString()};
        std::vector<char*> arguments;
        for (std::string& word : words)
            arguments.push_back(word.data());
        QCOMPARE(runStudio(static_cast<int>(arguments.size()), arguments.data()), 0);
        qputenv("QT_QPA_PLATFORM", platform);
        whenUp = nullptr;
        QCOMPARE(applications, 3);
        QVERIFY2(before.contains(QStringLiteral("sprite/frames")), qPrintable(before.join(u' ')));
        QCOMPARE(after.join(u' '), before.join(u' '));
        QVERIFY2(chosen.contains(QStringLiteral("sprite/palette")), qPrintable(chosen.join(u' ')));
        QCOMPARE(again.join(u' '), chosen.join(u' '));
    }
};

QTEST_APPLESS_MAIN(TestScale)
#include "tst_scale.moc"
