// SPDX-License-Identifier: GPL-3.0-or-later
#include "kodide/ui/debug_adapter.h"
#include "studio/playing/play_controller.h"
#include "studio/project/project.h"
#include "studio/shell/action_registry.h"
#include "studio/shell/editors.h"
#include "studio/shell/file_index.h"
#include "studio/shell/open_project.h"
#include "studio/shell/studio_debug.h"
#include "studio/shell/studio_play.h"
#include "studio/shell/studio_window.h"
#include "studio/shell/unknown_view.h"
#include "tests/support/shown_studio.h"
#include "ui/theme.h"

#include <QAction>
#include <QApplication>
#include <QDesktopServices>
#include <QDialog>
#include <QDir>
#include <QDirIterator>
#include <QElapsedTimer>
#include <QFile>
#include <QFileDialog>
#include <QLineEdit>
#include <QRandomGenerator>
#include <QTemporaryDir>
#include <QTest>
#include <QTimer>
#include <QWheelEvent>

#include <atomic>
#include <cstdio>
#include <cstdlib>
#include <thread>

#ifdef __GLIBC__
#include <malloc.h>
#endif

using namespace blak;
using namespace blak::ui;
using namespace blak::ui::shell;

namespace {

/// Seconds: a studio that does not answer for so long hangs. BLAK_RANDOM_PATIENCE for slow builds.
int longestStep() { return qEnvironmentVariable("BLAK_RANDOM_PATIENCE", QStringLiteral("120")).toInt(); }
constexpr int slowStep = 1000; // ms: told
constexpr int keptSteps = 40;  ///< told when something goes wrong

/// What opens other programs must not do so here.
class Swallowed : public QObject
{
    Q_OBJECT
public slots:
    void open(const QUrl&) {}
};

/// Somebody who clicks, drags, types and presses keys at random, wherever the studio lets him: the same steps for the same seed,
/// as far as the clock allows.
class RandomUser : public QObject
{
    Q_OBJECT

public:
    RandomUser(StudioWindow& window, QString tree, quint32 seed, int steps)
        : window_(window), tree_(std::move(tree)), random_(seed), left_(steps)
    {
    }

    /// Until all steps are done; nested loops of menus and drags go on with them.
    void run()
    {
        std::thread watch([this] { watchSteps(); });
        goOnWithin(0);
        while (left_ > 0) {
            oneStep();
            QCoreApplication::processEvents();
        }
        isDone_ = true;
        watch.join();
    }

    QStringList lastSteps() const { return told_; }
    QStringList slowSteps() const { return slow_; }

private:
    int below(int count) { return count > 0 ? static_cast<int>(random_.bounded(count)) : 0; }
    bool once(int in) { return below(in) == 0; }

    /// A step that has not come back after a while waits in a loop of its own, in a menu, a question or a drag: he goes on in
    /// there.
    void goOnWithin(int seen)
    {
        QTimer::singleShot(250, this, [this, seen] {
            goOnWithin(stepsBegun_);
            if (stepsBegun_ != seen)
                return;
            if (left_ > 0) {
                isWithin_ = true;
                oneStep();
            } else if (QWidget* in = target(); in->windowHandle() != nullptr) { // the last step opened it
                strike(in->windowHandle(), Qt::Key_Escape);
            }
        });
    }

    void oneStep()
    {
        if (left_ <= 0)
            return;
        --left_;
        const int mine = ++stepsBegun_;
        ++depth_;
        QElapsedTimer clock;
        clock.start();
        step();
        if (clock.elapsed() > slowStep && stepsBegun_ == mine)
            slow_ << QStringLiteral("%1 ms: %2").arg(clock.elapsed()).arg(told_.constLast());
        --depth_;
    }

    void tell(const QString& what)
    {
        told_ << what;
        if (told_.size() > keptSteps)
            told_.removeFirst();
        if (qEnvironmentVariableIsSet("BLAK_RANDOM_TOLD")) {
            std::fprintf(stderr, "%d %s\n", left_, qPrintable(what));
            std::fflush(stderr);
        }
    }

    void watchSteps()
    {
        const int patience = longestStep();
        int seen = -1;
        int unchanged = 0; // tenths of seconds
        while (!isDone_) {
            std::this_thread::sleep_for(std::chrono::milliseconds(100));
            const int begun = stepsBegun_;
            unchanged = begun == seen ? unchanged + 1 : 0;
            seen = begun;
            if (unchanged > patience * 10) {
                std::fprintf(stderr, "the studio has not answered for %d s, at step %d\n", patience, begun);
                std::abort();
            }
        }
    }

    QWidget* target()
    {
        if (QWidget* popup = QApplication::activePopupWidget())
            return popup;
        if (QWidget* modal = QApplication::activeModalWidget())
            return modal;
        QWidgetList shown;
        for (QWidget* one : QApplication::topLevelWidgets())
            if (one->isVisible() && one->windowHandle() != nullptr && one->windowType() != Qt::ToolTip)
                shown << one;
        if (!window_.isVisible())
            window_.show();
        return shown.isEmpty() || !once(3) ? &window_ : shown[below(static_cast<int>(shown.size()))];
    }

    /// A visible child, or the window itself, and a place on it.
    std::pair<QWidget*, QPoint> place(QWidget& in)
    {
        QWidgetList children;
        for (QWidget* one : in.findChildren<QWidget*>())
            if (one->isVisible() && one->window() == &in && !one->visibleRegion().isEmpty())
                children << one;
        QWidget* child = children.isEmpty() || once(20) ? &in : children[below(static_cast<int>(children.size()))];
        const QRect seen = child->visibleRegion().boundingRect();
        const QPoint point(seen.left() + below(seen.width()), seen.top() + below(seen.height()));
        return {child, child->mapTo(&in, point)};
    }

    Qt::KeyboardModifiers modifiers()
    {
        if (!once(6))
            return Qt::NoModifier;
        constexpr Qt::KeyboardModifiers all[] = {Qt::ShiftModifier, Qt::ControlModifier, Qt::AltModifier,
                                                 Qt::ShiftModifier | Qt::ControlModifier};
        return all[below(4)];
    }

    void step()
    {
        QWidget* in = target();
        if (auto* chooser = qobject_cast<QFileDialog*>(in))
            return answer(*chooser);
        if (in->windowHandle() == nullptr)
            return;
        if (depth_ > 3 || (std::exchange(isWithin_, false) && once(2)))
            return strike(in->windowHandle(), Qt::Key_Escape);
        const int kind = below(100);
        if (kind < 38)
            click(*in);
        else if (kind < 52)
            drag(*in);
        else if (kind < 60)
            turnWheel(*in);
        else if (kind < 78)
            pressKey(*in);
        else if (kind < 84)
            typeText(*in);
        else if (kind < 94)
            trigger();
        else if (kind < 98)
            openFile();
        else
            resize();
    }

    static QString nameOf(const QWidget& widget)
    {
        return QStringLiteral("%1(%2)").arg(QLatin1String(widget.metaObject()->className()), widget.objectName());
    }

    void click(QWidget& in)
    {
        const auto [child, at] = place(in);
        const Qt::MouseButton button = once(8) ? Qt::RightButton : once(30) ? Qt::MiddleButton : Qt::LeftButton;
        tell(QStringLiteral("click %1 on %2 at %3,%4").arg(button).arg(nameOf(*child)).arg(at.x()).arg(at.y()));
        const QPointer<QWindow> handle(in.windowHandle());
        const Qt::KeyboardModifiers held = modifiers();
        for (int clicks = once(8) ? 2 : 1; clicks > 0; --clicks) { // two at the same place are a double click
            if (handle)
                QTest::mousePress(handle, button, held, at);
            if (handle)
                QTest::mouseRelease(handle, button, held, at);
        }
    }

    /// A press may end the window that takes it, as in a menu; with keys held QTest would go on with it.
    static void strike(QPointer<QWindow> handle, Qt::Key key, Qt::KeyboardModifiers held = Qt::NoModifier)
    {
        const bool hasText = key < 0x80 && (held & ~Qt::ShiftModifier) == 0;
        const QString text = hasText ? QString(QLatin1Char(QTest::keyToAscii(key))) : QString();
        for (const bool isPress : {true, false})
            if (handle)
                QTest::simulateEvent(handle, isPress, key, held, text, false);
    }

    void drag(QWidget& in)
    {
        const auto [child, from] = place(in);
        const QPoint to = once(3) ? place(in).second : from + QPoint(below(400) - 200, below(300) - 150);
        tell(QStringLiteral("drag %1 from %2,%3 to %4,%5")
                 .arg(nameOf(*child))
                 .arg(from.x())
                 .arg(from.y())
                 .arg(to.x())
                 .arg(to.y()));
        const QPointer<QWindow> handle(in.windowHandle());
        const Qt::KeyboardModifiers held = modifiers();
        QTest::mousePress(handle, Qt::LeftButton, held, from);
        for (int i = 1; i <= 4 && handle; ++i)
            QTest::mouseMove(handle, from + (to - from) * i / 4);
        if (handle)
            QTest::mouseRelease(handle, Qt::LeftButton, held, to);
    }

    void turnWheel(QWidget& in)
    {
        const auto [child, at] = place(in);
        const int turns = (below(9) - 4) * 120;
        tell(QStringLiteral("wheel %1 on %2").arg(turns).arg(nameOf(*child)));
        QPointer<QWidget> over(in.childAt(at));
        QWheelEvent event(over ? over->mapFrom(&in, at) : at, in.mapToGlobal(at), {}, {0, turns}, Qt::NoButton, modifiers(),
                          Qt::NoScrollPhase, false);
        QApplication::sendEvent(over ? over.data() : &in, &event);
    }

    void pressKey(QWidget& in)
    {
        constexpr int keys[] = {Qt::Key_Escape, Qt::Key_Return, Qt::Key_Tab,    Qt::Key_Backtab,  Qt::Key_Up,
                                Qt::Key_Down,   Qt::Key_Left,   Qt::Key_Right,  Qt::Key_Delete,   Qt::Key_Backspace,
                                Qt::Key_Home,   Qt::Key_End,    Qt::Key_PageUp, Qt::Key_PageDown, Qt::Key_Space,
                                Qt::Key_F2,     Qt::Key_F3,     Qt::Key_F9,     Qt::Key_F10,      Qt::Key_F11,
                                Qt::Key_F12,    Qt::Key_Menu,   Qt::Key_Plus,   Qt::Key_Minus,    Qt::Key_Insert};
        const bool isLetter = once(3);
        const int key = isLetter ? Qt::Key_A + below(26) : keys[below(static_cast<int>(std::size(keys)))];
        Qt::KeyboardModifiers held = modifiers();
        if (isLetter && held.testFlag(Qt::ControlModifier) && key == Qt::Key_Q)
            held = Qt::NoModifier; // he stays
        tell(QStringLiteral("key %1").arg(QKeySequence(key | static_cast<int>(held.toInt())).toString()));
        strike(in.windowHandle(), static_cast<Qt::Key>(key), held);
    }

    void typeText(QWidget& in)
    {
        static const QStringList texts{QStringLiteral("0"),         QStringLiteral("-1"),   QStringLiteral("64"),
                                       QStringLiteral("999999999"), QStringLiteral("0.5"),  QStringLiteral("1e99"),
                                       QStringLiteral("a"),         QStringLiteral("rock"), QStringLiteral("x = 3 + ;"),
                                       QStringLiteral("{}()[]"),    QStringLiteral("%s%n"), QStringLiteral("=1+1"),
                                       QString(300, u'w')};
        const QString text = texts[below(static_cast<int>(texts.size()))];
        tell(QStringLiteral("type %1").arg(text.left(20)));
        const QPointer<QWindow> handle(in.windowHandle());
        for (const QChar c : text) {
            if (!handle || !handle->isVisible())
                return;
            strike(handle, QTest::asciiToKey(c.toLatin1()));
        }
        if (handle && handle->isVisible() && once(2))
            strike(handle, Qt::Key_Return);
    }

    void trigger()
    {
        QVector<QPair<QString, QAction*>> enabled;
        for (const ActionSpec& spec : window_.actions().specs())
            if (QAction* action = window_.actions().action(spec.id); action->isEnabled() && !spec.id.endsWith(QLatin1String("quit.now")))
                enabled.append({spec.id, action});
        if (enabled.isEmpty() || QApplication::activeModalWidget() != nullptr || QApplication::activePopupWidget() != nullptr)
            return;
        const auto& [id, action] = enabled[below(static_cast<int>(enabled.size()))];
        tell(QStringLiteral("command %1").arg(id));
        action->trigger();
    }

    void openFile()
    {
        const auto& files = window_.index().files();
        if (files.isEmpty() || QApplication::activeModalWidget() != nullptr)
            return;
        const QString path = window_.index().absolute(files[below(static_cast<int>(files.size()))]);
        tell(QStringLiteral("open %1").arg(path));
        window_.open(path);
    }

    void resize()
    {
        const QSize size(700 + below(1300), 450 + below(700));
        tell(QStringLiteral("size %1,%2").arg(size.width()).arg(size.height()));
        window_.resize(size);
    }

    /// Choosers of files reach everything on the machine: he names something in the tree, or leaves.
    void answer(QFileDialog& chooser)
    {
        auto* name = chooser.findChild<QLineEdit*>(QStringLiteral("fileNameEdit"));
        if (name == nullptr || once(3)) {
            tell(QStringLiteral("chooser left"));
            return chooser.reject();
        }
        const auto& files = window_.index().files();
        const QString path = once(2) || files.isEmpty() ? tree_ + QStringLiteral("/made%1").arg(below(9))
                                                        : window_.index().absolute(files[below(static_cast<int>(files.size()))]);
        tell(QStringLiteral("chooser takes %1").arg(path));
        name->setText(path);
        static_cast<QDialog&>(chooser).accept();
    }

    StudioWindow& window_;
    QString tree_;
    QRandomGenerator random_;
    int left_;
    int depth_ = 0;         ///< steps that have not come back
    bool isWithin_ = false; ///< something waits in a loop of its own
    QStringList told_;
    QStringList slow_;
    std::atomic<int> stepsBegun_{0};
    std::atomic<bool> isDone_{false};
};

RandomUser* user = nullptr; ///< for what is told when the program ends
QStringList warnings;
QtMessageHandler before = nullptr;

void keepWarnings(QtMsgType type, const QMessageLogContext& context, const QString& text)
{
    // What Qt says of a fault in the program; what it says of the machine (sound, bus, window system) is none.
    static const QStringList faults{QStringLiteral("QPainter"), QStringLiteral("QObject"),   QStringLiteral("QWidget"),
                                    QStringLiteral("QLayout"),  QStringLiteral("QAbstract"), QStringLiteral("QSortFilter"),
                                    QStringLiteral("QTimer"),   QStringLiteral("QThread"),   QStringLiteral("QAction")};
    const bool isFault = std::any_of(faults.begin(), faults.end(), [&](const QString& one) { return text.startsWith(one); });
    if ((type == QtWarningMsg || type == QtCriticalMsg) && isFault && warnings.size() < 100 && user != nullptr)
        warnings << text;
    before(type, context, text);
    if (!warnings.isEmpty() && qEnvironmentVariableIsSet("BLAK_RANDOM_FATAL"))
        std::abort(); // with the way to it
}

void copyTree(const QString& from, const QString& to)
{
    QDirIterator walk(from, QDir::Files | QDir::NoSymLinks, QDirIterator::Subdirectories);
    while (walk.hasNext()) {
        const QString path = walk.next();
        const QString target = to + path.mid(from.size());
        QVERIFY(QDir().mkpath(QFileInfo(target).path()));
        QVERIFY(QFile::copy(path, target));
        QVERIFY(QFile::setPermissions(target, QFile::ReadOwner | QFile::WriteOwner));
    }
}

} // namespace

/// The studio under somebody who does anything: it does not fall, does not hang, and what it wrote can be read.
/// BLAK_RANDOM_SEED, BLAK_RANDOM_STEPS and BLAK_TREE (copied first) for other and longer runs; BLAK_RANDOM_TOLD=1 tells each
/// step, BLAK_RANDOM_FATAL=1 ends at the first warning, with a stack trace.
class TestRandomUser : public QObject
{
    Q_OBJECT

    static QString original()
    {
        return QDir::cleanPath(qEnvironmentVariable("BLAK_TREE", qEnvironmentVariable("BLAK_BIN_DIR") + QStringLiteral("/../world")));
    }

    QTemporaryDir home_;
    test::OwnSettings settings_;

private slots:
    void initTestCase()
    {
#ifdef __GLIBC__
        mallopt(M_PERTURB, 0xa5); // what is used after its end is no longer what it was
#endif
        // Nothing of the one who runs the test is read or written.
        for (const char* one : {"HOME", "XDG_CONFIG_HOME", "XDG_DATA_HOME", "XDG_CACHE_HOME"})
            qputenv(one, home_.path().toLocal8Bit());
        qputenv("BLAK_SAMPLE", home_.filePath(QStringLiteral("sample")).toLocal8Bit());
        QDir::setCurrent(home_.path());
        QApplication::setQuitOnLastWindowClosed(false);
        installTheme(*qApp, ThemeKind::Dark);
        before = qInstallMessageHandler(keepWarnings);
    }

    void cleanupTestCase() { qInstallMessageHandler(before); }

    void doesAnything()
    {
        const QString bin = qEnvironmentVariable("BLAK_BIN_DIR");
        QVERIFY2(!bin.isEmpty(), "BLAK_BIN_DIR names the programs");
        const quint32 seed = qEnvironmentVariable("BLAK_RANDOM_SEED", QStringLiteral("7")).toUInt();
        const int steps = qEnvironmentVariable("BLAK_RANDOM_STEPS", QStringLiteral("400")).toInt();
        const QString tree = home_.filePath(QStringLiteral("tree"));
        copyTree(bin + QStringLiteral("/../world"), home_.filePath(QStringLiteral("sample"))); // Welcome and tours open it
        copyTree(original(), tree);
        Swallowed swallowed;
        QDesktopServices::setUrlHandler(QStringLiteral("file"), &swallowed, "open");
        QDesktopServices::setUrlHandler(QStringLiteral("https"), &swallowed, "open");
        {
            const auto window = test::shownStudio(documentTypes(), editorActions());
            addEditorKeys(window->actions());
            const QString blak = bin + QStringLiteral("/blak");
            joinDebuggerToPlay(*attachDebugger(*window, std::make_unique<code::DebugAdapter>(blak), blak), *attachPlay(*window));
            window->open(tree);
            window->finishBackgroundWork();
            RandomUser somebody(*window, tree, seed, steps);
            user = &somebody;
            QTimer::singleShot(0, &somebody, [&] { // as in the program: Qt does some things only while one runs
                somebody.run();
                QCoreApplication::quit();
            });
            QApplication::exec();
            user = nullptr;
            for (const QString& one : somebody.slowSteps())
                qInfo().noquote() << one;
            if (!warnings.isEmpty())
                qInfo().noquote() << somebody.lastSteps().join(u'\n');
        }
        QDesktopServices::unsetUrlHandler(QStringLiteral("file"));
        QDesktopServices::unsetUrlHandler(QStringLiteral("https"));
        QVERIFY2(warnings.isEmpty(), qPrintable(warnings.join(u'\n')));
    }

    void whatHeWroteCanBeRead()
    {
        const QString tree = home_.filePath(QStringLiteral("tree"));
        auto found = project::open(tree.toStdString());
        QVERIFY(found);
        const auto project = std::make_shared<OpenProject>(std::make_shared<const project::Project>(std::move(found).value()));
        const QVector<DocumentType> types = documentTypes();
        int seen = 0;
        QDirIterator walk(tree, {QStringLiteral("*.roo"), QStringLiteral("*.bgf")}, QDir::Files, QDirIterator::Subdirectories);
        while (walk.hasNext()) {
            const QString path = walk.next();
            QFile file(path);
            QVERIFY2(file.open(QIODevice::ReadOnly), qPrintable(path));
            const QByteArray bytes = file.readAll(), head = bytes.left(64);
            file.close();
            ++seen;
            QFile before(original() + path.mid(tree.size()));
            if (before.open(QIODevice::ReadOnly) && before.readAll() == bytes)
                continue; // he did not write it
            const auto opened = typeFor(types, path, head)->open(path, project, nullptr);
            QVERIFY2(opened, qPrintable(path));
            const std::unique_ptr<DocumentView> view(opened.value());
            QVERIFY2(qobject_cast<UnknownView*>(view.get()) == nullptr, qPrintable(path));
        }
        QVERIFY(seen > 0);
    }
};

QTEST_MAIN(TestRandomUser)
#include "tst_random_user_x.moc"
