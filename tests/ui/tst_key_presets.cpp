// SPDX-License-Identifier: GPL-3.0-or-later
// Keys of other programs, in the real studio.
#include "bgfeditor/ui/sprite_canvas.h"
#include "bgfeditor/ui/sprite_view.h"
#include "kodide/ui/debug_adapter.h"
#include "studio/shell/action_registry.h"
#include "studio/shell/document_area.h"
#include "studio/shell/editors.h"
#include "studio/shell/studio_debug.h"
#include "studio/shell/studio_play.h"
#include "studio/shell/studio_settings.h"
#include "studio/shell/studio_window.h"
#include "tests/support/shared_data.h"
#include "tests/support/shown_studio.h"
#include "ui/theme.h"

#include <QTemporaryDir>
#include <QTest>

#include <memory>

using namespace blak;
using namespace blak::ui;
using namespace blak::ui::shell;

class TestKeyPresets : public QObject
{
    Q_OBJECT

    QTemporaryDir folder_;
    std::unique_ptr<StudioWindow> window_;

private slots:
    void initTestCase() { installTheme(*qApp, ThemeKind::Dark); }

    void init()
    {
        useSettingsFile(folder_.filePath(QStringLiteral("studio.ini")));
        window_ = test::shownStudio(documentTypes(), editorActions());
        addEditorKeys(window_->actions());
        const QString blak = qEnvironmentVariable("BLAK_BIN_DIR") + QStringLiteral("/blak"); // all that the program itself brings
        attachDebugger(*window_, std::make_unique<code::DebugAdapter>(blak), blak);
        QVERIFY(attachPlay(*window_) != nullptr);
    }

    void cleanup()
    {
        window_->actions().setPreset(KeyPreset::Studio);
        window_.reset();
    }

    void noTwoCommandsAreCalledAlike()
    {
        QMap<QString, QString> byName;
        for (const ActionSpec& spec : window_->actions().specs()) {
            const QString name = spec.context + u'/' + spec.text;
            QVERIFY2(!byName.contains(name), qPrintable(QStringLiteral("%1 and %2: %3").arg(byName.value(name), spec.id, spec.text)));
            byName.insert(name, spec.id);
        }
    }

    void noPresetGivesAKeyToTwo()
    {
        for (const KeyPreset preset : keyPresets()) {
            window_->actions().setPreset(preset);
            for (const KeyConflict& conflict : window_->actions().conflicts())
                QFAIL(qPrintable(keyPresetName(preset) + QStringLiteral(": ") + conflict.key.toString() + u' ' + conflict.firstId + u' ' + conflict.secondId));
        }
    }

    void anArtistsKeysAreThoseOfAseprite()
    {
        const QString file = QString::fromStdString((test::sourceDir() / "world/sprites/lantern.bbg").string());
        window_->open(file);
        window_->finishBackgroundWork();
        auto* view = qobject_cast<sprites::SpriteView*>(window_->documents().current());
        QVERIFY(view != nullptr);
        view->canvas()->setFocus();
        QTest::keyClick(window_.get(), Qt::Key_V);
        QTRY_COMPARE(view->canvas()->tool(), sprites::SpriteTool::Select);
        window_->actions().setPreset(KeyPreset::Aseprite);
        QTest::keyClick(window_.get(), Qt::Key_V);
        QTRY_COMPARE(view->canvas()->tool(), sprites::SpriteTool::MovePixels);
        QTest::keyClick(window_.get(), Qt::Key_B); // the same in both
        QTRY_COMPARE(view->canvas()->tool(), sprites::SpriteTool::Draw);
        const int before = view->model()->drawing().brush;
        QTest::keyClick(window_.get(), Qt::Key_Plus);
        QTRY_COMPARE(view->model()->drawing().brush, before + 1);
    }
};

QTEST_MAIN(TestKeyPresets)
#include "tst_key_presets.moc"
