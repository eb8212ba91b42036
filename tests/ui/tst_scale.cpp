// SPDX-License-Identifier: GPL-3.0-or-later
// The scale of everything, changed while a document has unsaved edits: the studio shows itself anew in the same process.
#include "kodide/ui/code_view.h"
#include "studio/shell/document_area.h"
#include "studio/shell/opening.h"
#include "studio/shell/scale.h"
#include "studio/shell/settings_dialog.h"
#include "studio/shell/studio_main.h"
#include "studio/shell/studio_settings.h"
#include "studio/shell/studio_window.h"

#include <QApplication>
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
        QString kept;
        whenUp = [&](int number) {
            StudioWindow* window = studio();
            QVERIFY(window != nullptr);
            QTRY_VERIFY(window->documents().find(QFileInfo(file).canonicalFilePath()) != nullptr);
            QTRY_VERIFY(!window->opening().isUnderWay());
            DocumentView* document = window->documents().current();
            QTRY_VERIFY((document = window->documents().current()) != nullptr && document->document() != nullptr);
            if (number == 1) {
                before = window->devicePixelRatioF();
                document->setFocus();
                QTest::keyClicks(document->focusWidget() != nullptr ? document->focusWidget() : document, QStringLiteral("% x"));
                wasModified = document->isModified();
                window->openSettings(SettingsDialog::Appearance);
                auto* slider = window->settingsDialog()->findChild<QSlider*>();
                slider->setFocus();
                for (int i = 0; i < 5; ++i)
                    QTest::keyClick(slider, Qt::Key_Right);
                return; // half a second of stillness later all is made anew
            }
            after = window->devicePixelRatioF();
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
        QVERIFY(source.open(QIODevice::ReadOnly));
        QCOMPARE(source.readAll(), QByteArray("Inn is Room\nend\n")); // nothing was saved
    }
};

QTEST_APPLESS_MAIN(TestScale)
#include "tst_scale.moc"
