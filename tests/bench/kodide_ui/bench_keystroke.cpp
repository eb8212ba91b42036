// SPDX-License-Identifier: GPL-3.0-or-later
// From a key in the editor to what the compiler says of it on the screen, the way it goes in the studio: QScintilla, the document,
// a worker that checks the text against its tree, marks and problems. BLAK_KOD_TREE=folder is a tree of a world; nothing is
// written into it.
#include "formats/base/file_io.h"
#include "kodide/compiler/kod_tree.h"
#include "kodide/ui/code_view.h"
#include "tests/support/bench_application.h"
#include "ui/project.h"

#include <QApplication>
#include <QDir>
#include <QKeyEvent>
#include <QThreadPool>

#include <algorithm>
#include <benchmark/benchmark.h>
#include <chrono>
#include <cstdlib>

namespace {

using namespace blak;
using namespace blak::ui;
using Clock = std::chrono::steady_clock;

class TreeProject final : public Project
{
public:
    explicit TreeProject(const std::filesystem::path& root)
        : root_(QString::fromStdString(root.string())), dialect_(kod::kodTreeAt(root).dialect)
    {
    }
    QString root() const override { return root_; }
    QString name() const override { return QDir(root_).dirName(); }
    QString dialectName() const override
    {
        return QString::fromLatin1(dialect_->name.data(), static_cast<qsizetype>(dialect_->name.size()));
    }
    std::shared_ptr<render::AssetStore> assets() const override { return nullptr; }

private:
    QString root_;
    const kod::Dialect* dialect_;
};

/// The source of the tree that is nearest to a thousand lines.
std::filesystem::path middlingFile(const kod::KodTree& tree)
{
    kod::FolderScan scan;
    std::filesystem::path best;
    std::ptrdiff_t distance = 1 << 20;
    for (const kod::TreeFile& file : tree.order(scan).files) {
        const auto text = readTextFile(file.source);
        const std::ptrdiff_t lines = text ? std::count(text.value().begin(), text.value().end(), '\n') : 0;
        if (std::abs(lines - 1000) < distance) {
            distance = std::abs(lines - 1000);
            best = file.source;
        }
    }
    return best;
}

QWidget* textWidgetOf(code::CodeView& view)
{
    for (QWidget* child : view.findChildren<QWidget*>())
        if (child->inherits("QsciScintilla"))
            return child;
    return nullptr;
}

void press(QWidget& widget, int key, const QString& text)
{
    QKeyEvent down(QEvent::KeyPress, key, Qt::NoModifier, text);
    QApplication::sendEvent(&widget, &down);
    QKeyEvent up(QEvent::KeyRelease, key, Qt::NoModifier, text);
    QApplication::sendEvent(&widget, &up);
}

/// A letter at some line, then its removal, and so on. Counters: single keys, ms, until the editor shows what was found.
void keystroke(benchmark::State& state)
{
    const char* given = std::getenv("BLAK_KOD_TREE");
    if (given == nullptr) {
        state.SkipWithError("BLAK_KOD_TREE is not set");
        return;
    }
    test::benchApplication();
    const std::filesystem::path file = middlingFile(kod::kodTreeAt(given));
    auto opened = code::CodeView::open(QString::fromStdString(file.string()), std::make_shared<TreeProject>(given), nullptr);
    if (!opened) {
        state.SkipWithError(opened.error().what.c_str());
        return;
    }
    const std::unique_ptr<DocumentView> owner(opened.value());
    auto& view = static_cast<code::CodeView&>(*owner);
    view.resize(1200, 900);
    view.show();
    QApplication::processEvents();
    view.finishAnalysis();
    QWidget* keys = textWidgetOf(view);
    if (keys == nullptr) {
        state.SkipWithError("the editor has no text widget");
        return;
    }
    std::vector<double> times;
    int line = 0;
    for (auto _ : state) {
        const bool types = times.size() % 2 == 0;
        if (types) {
            line = (line + 379) % view.editor()->lineCount();
            view.editor()->goTo(line, 1000); // the end of the line
            QApplication::processEvents();
        }
        const auto begin = Clock::now();
        if (types)
            press(*keys, Qt::Key_X, QStringLiteral("x"));
        else
            press(*keys, Qt::Key_Backspace, QString());
        const auto& document = view.document();
        while (view.analysedRevision() != document->revision())
            QApplication::processEvents(QEventLoop::WaitForMoreEvents);
        times.push_back(std::chrono::duration<double, std::milli>(Clock::now() - begin).count());
    }
    std::ranges::sort(times);
    state.SetLabel(file.filename().string());
    state.counters["lines"] = view.editor()->lineCount();
    state.counters["p50 ms"] = times[times.size() / 2];
    state.counters["p99 ms"] = times[times.size() * 99 / 100];
}
BENCHMARK(keystroke)->Unit(benchmark::kMillisecond)->MinTime(5.0)->UseRealTime();

} // namespace
