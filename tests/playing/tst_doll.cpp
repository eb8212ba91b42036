// SPDX-License-Identifier: GPL-3.0-or-later
// An object of the running world in the sprite editor, with all that it wears.
#include "played_studio.h"

#include "bgfeditor/ui/sprite_view.h"
#include "client/session/room_follower.h"
#include "studio/playing/object_panel.h"
#include "ui/theme.h"
#include "ui/toast.h"

#include <QFileInfo>
#include <QMenu>
#include <QToolButton>

using namespace blak;
using namespace blak::ui;
using Studio = blak::play::PlayedStudio;

class TestPlayedDoll : public QObject
{
    Q_OBJECT

    static constexpr int patience = Studio::patience;

private slots:
    void initTestCase() { installTheme(*qApp, ThemeKind::Dark); }

    void whatAPersonWearsBecomesAPaperDoll()
    {
        Studio studio({});
        studio.play5();
        auto* panel = studio.window->findChild<playing::ObjectPanel*>();
        const qint64 self = studio.tab()->character();
        studio.play->inspect(self);
        QTRY_COMPARE_WITH_TIMEOUT(panel->object(), self, patience);
        auto* code = panel->findChild<QToolButton*>(QStringLiteral("play.object.code"));
        emit code->menu()->aboutToShow();
        QAction* doll = nullptr;
        for (QAction* action : code->menu()->actions())
            if (action->text() == QStringLiteral("Open as a paper doll"))
                doll = action;
        QVERIFY(doll != nullptr);
        const auto* told = studio.tab()->client().game()->room().own();
        QVERIFY(told != nullptr && !told->object.look.overlays.empty()); // hair, eyes, clothes
        const std::string base = studio.tab()->client().follower()->iconOf(told->object.icon);
        doll->trigger();
        const auto view = [&] { return qobject_cast<sprites::SpriteView*>(studio.window->documents().current()); };
        QTRY_VERIFY_WITH_TIMEOUT(view() != nullptr && !view()->model()->doll().parts.empty(), patience);
        QCOMPARE(QFileInfo(view()->path()).completeBaseName(), QFileInfo(QString::fromStdString(base)).completeBaseName());
        const bgfcore::Doll shown = view()->model()->shownDoll();
        QCOMPARE(shown.parts.size(), told->object.look.overlays.size());
        for (std::size_t i = 0; i < shown.parts.size(); ++i) {
            const wire::OverlayLook& worn = told->object.look.overlays[i];
            QCOMPARE(shown.parts[i].file, studio.tab()->client().follower()->iconOf(worn.icon));
            QCOMPARE(shown.parts[i].hotspot, int{worn.hotspot});
            QCOMPARE(int{shown.parts[i].translation}, int{worn.translation});
        }
        QCOMPARE(int{shown.translation}, int{told->object.look.translation});
        studio.play->inspect(2); // no thing of this room
        QTRY_COMPARE_WITH_TIMEOUT(panel->object(), qint64{2}, patience);
        emit code->menu()->aboutToShow();
        for (QAction* action : code->menu()->actions())
            if (action->text() == QStringLiteral("Open as a paper doll"))
                action->trigger();
        QTRY_VERIFY(studio.window->toasts().sentences().join(u'|').contains(QStringLiteral("does not see it")));
    }
};

QTEST_MAIN(TestPlayedDoll)
#include "tst_doll.moc"
