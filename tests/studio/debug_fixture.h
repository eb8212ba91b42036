// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "kodide/ui/code_document.h"
#include "kodide/ui/code_view.h"
#include "kodide/ui/debug_adapter.h"
#include "studio/debugging/debug_controller.h"
#include "studio/shell/dock.h"
#include "studio/shell/document_area.h"
#include "studio/shell/output_panel.h"
#include "studio/shell/perspective_docks.h"
#include "studio/shell/studio_debug.h"
#include "studio/shell/studio_settings.h"
#include "studio/shell/studio_window.h"
#include "tests/studio/fake_debug_backend.h"
#include "ui/empty_label.h"
#include "ui/theme.h"

#include <QAction>
#include <QApplication>
#include <QCheckBox>
#include <QContextMenuEvent>
#include <QDir>
#include <QDirIterator>
#include <QFile>
#include <QJsonDocument>
#include <QJsonObject>
#include <QLabel>
#include <QLineEdit>
#include <QMenu>
#include <QPlainTextEdit>
#include <QTcpSocket>
#include <QTemporaryDir>
#include <QTest>
#include <QToolButton>
#include <QTreeWidget>

namespace blak::test {

inline constexpr auto debugProgram = "System\n"
                         "properties:\n"
                         "   piCount = 3\n"
                         "messages:\n"
                         "   Constructor()\n"
                         "   {\n"
                         "      return;\n"
                         "   }\n"
                         "\n"
                         "   Reckon(number = 2)\n"
                         "   {\n"
                         "      local iSum;\n"
                         "\n"
                         "      iSum = number * 10;\n" // 14
                         "      iSum = iSum + piCount;\n"
                         "      return iSum;\n"
                         "   }\n"
                         "end\n";
inline constexpr int firstStatement = 14;

/// A world of one class in a folder of its own.
class DebugWorld
{
public:
    DebugWorld()
    {
        QFile file(path());
        if (!file.open(QIODevice::WriteOnly) || file.write(debugProgram) < 0)
            qFatal("no world");
        qputenv("TMPDIR", aside_.path().toLocal8Bit());
        qputenv("XDG_CACHE_HOME", aside_.path().toLocal8Bit());
    }
    ~DebugWorld()
    {
        if (qgetenv("TMPDIR") != aside_.path().toLocal8Bit()) // the next one is there already
            return;
        usualTemporary().isEmpty() ? qunsetenv("TMPDIR") : qputenv("TMPDIR", usualTemporary());
    }
    DebugWorld(const DebugWorld&) = delete;
    DebugWorld& operator=(const DebugWorld&) = delete;
    QString root() const { return folder_.path(); }
    QString path() const { return folder_.filePath(QStringLiteral("system.kod")); }

    /// Of the world that is debugged: port and token of its server. Null while none runs.
    QJsonObject control() const
    {
        QDirIterator it(aside_.path(), {QStringLiteral("control.json")}, QDir::Files, QDirIterator::Subdirectories);
        QFile file(it.hasNext() ? it.next() : QString());
        return file.open(QIODevice::ReadOnly) ? QJsonDocument::fromJson(file.readAll()).object() : QJsonObject();
    }
    /// All that is in its folder.
    QStringList files() const
    {
        QStringList out;
        QDirIterator it(root(), QDir::AllEntries | QDir::Hidden | QDir::NoDotAndDotDot, QDirIterator::Subdirectories);
        while (it.hasNext())
            out << QDir(root()).relativeFilePath(it.next());
        out.sort();
        return out;
    }

private:
    static const QByteArray& usualTemporary()
    {
        static const QByteArray usual = qgetenv("TMPDIR");
        return usual;
    }

    QTemporaryDir folder_{(usualTemporary().isEmpty() ? QStringLiteral("/tmp") : QString::fromLocal8Bit(usualTemporary())) + QStringLiteral("/tst_debug-XXXXXX")};
    QTemporaryDir aside_{folder_.path() + QStringLiteral("-aside-XXXXXX")}; ///< what debugging makes of it
};

inline dap::StackFrame frame(std::int64_t id, const char* name, const QString& path, std::int64_t line)
{
    dap::StackFrame out;
    out.id = id;
    out.name = name;
    out.path = path.toStdString();
    out.sourceName = "system.kod";
    out.line = line;
    out.column = 7;
    return out;
}

inline dap::Variable variable(const char* name, const char* value, const char* type)
{
    dap::Variable out;
    out.name = name;
    out.value = value;
    out.type = type;
    return out;
}

/// A second tool on the world that is debugged: makes things happen in it.
class WorldTool
{
public:
    explicit WorldTool(const DebugWorld& world)
    {
        const QJsonObject facts = world.control();
        if (facts.isEmpty())
            qFatal("no control.json");
        socket_.connectToHost(QStringLiteral("127.0.0.1"), static_cast<quint16>(facts[QStringLiteral("port")].toInt()));
        if (!socket_.waitForConnected())
            qFatal("nobody listens");
        socket_.write("{\"id\":1,\"do\":\"hello\",\"token\":\"" + facts[QStringLiteral("token")].toString().toLatin1() + "\"}\n");
    }
    /// To object 0.
    void send(const char* message, int number)
    {
        socket_.write(QByteArray("{\"id\":2,\"do\":\"send\",\"object\":0,\"message\":\"") + message +
                      "\",\"parameters\":{\"number\":" + QByteArray::number(number) + "}}\n");
    }
    /// A property of object 0.
    void write(const char* property, int number)
    {
        socket_.write(QByteArray("{\"id\":3,\"do\":\"object.write\",\"object\":0,\"property\":\"") + property +
                      "\",\"value\":" + QByteArray::number(number) + "}\n");
    }
    const QByteArray& heard() { return heard_ += socket_.readAll(); }

private:
    QTcpSocket socket_;
    QByteArray heard_;
};

/// A studio with a debugger on a small world, and what fingers do with it.
class DebugFixture : public QObject
{
protected:
    std::unique_ptr<QTemporaryDir> settings_;
    std::unique_ptr<DebugWorld> world_;
    std::unique_ptr<ui::shell::StudioWindow> window_;
    ui::debugging::DebugController* debug_ = nullptr;
    FakeDebugBackend* fake_ = nullptr;

    void begin(std::unique_ptr<ui::code::DebugBackend> backend)
    {
        using namespace ui;
        window_ = std::make_unique<shell::StudioWindow>(QVector<DocumentType>{code::codeDocumentType()}, code::codeActions());
        debug_ = shell::attachDebugger(*window_, std::move(backend), qEnvironmentVariable("BLAK_BIN_DIR") + QStringLiteral("/blak"));
        window_->resize(1280, 800);
        window_->show();
        window_->activateWindow();
        window_->open(world_->root());
        QTRY_VERIFY(!window_->index().isRunning());
        window_->open(world_->path());
        QTRY_VERIFY(view() != nullptr);
    }
    void beginWithFake()
    {
        auto fake = std::make_unique<FakeDebugBackend>();
        fake_ = fake.get();
        begin(std::move(fake));
    }

    ui::code::CodeView* view() const { return qobject_cast<ui::code::CodeView*>(window_->documents().current()); }
    template <class Widget>
    Widget* part(const char* name) const
    {
        auto* found = window_->findChild<Widget*>(QLatin1String(name));
        if (found == nullptr)
            qFatal("there is no %s", name);
        return found;
    }
    void press(QKeyCombination key) { QTest::keyClick(view()->editor()->focusProxy(), key.key(), key.keyboardModifiers()); }
    QWidget* textArea() const { return qobject_cast<QAbstractScrollArea*>(view()->editor()->focusProxy())->viewport(); }
    QPoint marginAt(int line) const
    {
        constexpr int lineHeight = 20;
        return {8, (line - 1 - view()->editor()->firstVisibleLine()) * lineHeight + lineHeight / 2};
    }
    void clickMargin(int line) { QTest::mouseClick(textArea(), Qt::LeftButton, {}, marginAt(line)); }
    /// A right click; Qt Test sends no context menu events by itself.
    static void askMenu(QWidget* widget, const QPoint& at)
    {
        QTest::mouseClick(widget, Qt::RightButton, {}, at);
        QContextMenuEvent event(QContextMenuEvent::Mouse, at, widget->mapToGlobal(at));
        QApplication::sendEvent(widget, &event);
    }
    void askMarginMenu(int line) { askMenu(textArea(), marginAt(line)); }
    /// Chooses a row of the menu that is open, with the mouse.
    static void choose(const char* text)
    {
        auto* menu = qobject_cast<QMenu*>(QApplication::activePopupWidget());
        if (menu == nullptr)
            qFatal("no menu is open for %s", text);
        for (QAction* action : menu->actions())
            if (action->text() == QString::fromUtf8(text)) {
                QTest::mouseClick(menu, Qt::LeftButton, {}, menu->actionGeometry(action).center());
                QCoreApplication::sendPostedEvents(nullptr, QEvent::DeferredDelete);
                return;
            }
        qFatal("the menu has no row %s", text);
    }
    void closeMenu() const
    {
        if (QWidget* menu = QApplication::activePopupWidget())
            QTest::keyClick(menu, Qt::Key_Escape);
    }
    template <class Dialog>
    Dialog* dialog() const
    {
        auto* found = window_->findChild<Dialog*>();
        if (found == nullptr)
            qFatal("no dialog is open");
        return found;
    }
    /// Types into a field of the dialog that was empty or is selected anew.
    template <class Dialog>
    void type(Dialog* where, const char* field, const QString& text) const
    {
        auto* edit = where->template findChild<QLineEdit*>(QLatin1String(field));
        if (edit == nullptr)
            qFatal("there is no field %s", field);
        edit->setFocus();
        edit->selectAll();
        QTest::keyClicks(edit, text);
    }
    void stopAt(std::int64_t line, const char* reason = "breakpoint")
    {
        fake_->frames = {frame(1, "System.Reckon", world_->path(), line), frame(2, "System.Outer", world_->path(), 7)};
        emit fake_->stopped({QLatin1String(reason), {}});
    }
    static QTreeWidgetItem* row(QTreeWidget* tree, const char* name)
    {
        const auto found = tree->findItems(QLatin1String(name), Qt::MatchStartsWith | Qt::MatchRecursive);
        if (found.isEmpty())
            qFatal("there is no row %s", name);
        return found.front();
    }
    static QPoint middleOf(QTreeWidget* tree, QTreeWidgetItem* item, int column)
    {
        tree->scrollToItem(item);
        return tree->visualRect(tree->indexFromItem(item, column)).center();
    }

    void setUp()
    {
        settings_ = std::make_unique<QTemporaryDir>();
        world_ = std::make_unique<DebugWorld>();
        ui::shell::useSettingsFile(settings_->filePath(QStringLiteral("studio.ini")));
    }
};

} // namespace blak::test
