// SPDX-License-Identifier: GPL-3.0-or-later
// From a key in the editor to what the compiler says of it on the screen, the way it goes in the studio: QScintilla, the document,
// a worker that checks the text against its tree, marks and problems. BLAK_KOD_TREE=folder is a tree of a world; nothing is
// written into it.
#include "tests/support/bench_application.h"
#include "tests/support/kod_keys.h"

#include <QApplication>

#include <algorithm>
#include <benchmark/benchmark.h>
#include <chrono>
#include <cstdlib>

namespace {

using namespace blak;
using namespace blak::ui;
using Clock = std::chrono::steady_clock;

/// A letter at some line, then its removal, and so on. Counters: single keys, ms, until the editor shows what was found.
void keystroke(benchmark::State& state)
{
    const char* given = std::getenv("BLAK_KOD_TREE");
    if (given == nullptr) {
        state.SkipWithError("BLAK_KOD_TREE is not set");
        return;
    }
    test::benchApplication();
    const std::filesystem::path file = test::fileOfLines(kod::kodTreeAt(given), 1000);
    auto opened = code::CodeView::open(QString::fromStdString(file.string()), std::make_shared<test::TreeProject>(given), nullptr);
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
    QWidget* keys = test::textWidgetOf(view);
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
            test::pressKey(*keys, Qt::Key_X, QStringLiteral("x"));
        else
            test::pressKey(*keys, Qt::Key_Backspace, QString());
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
