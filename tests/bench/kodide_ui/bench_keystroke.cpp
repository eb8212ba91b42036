// SPDX-License-Identifier: GPL-3.0-or-later
// From a key in the editor to what the compiler says of it on the screen, the way it goes in the studio: QScintilla, the document,
// a worker that checks the text against its tree, marks and problems. BLAK_KOD_TREE=folder is a tree of a world; nothing is
// written into it.
#include "tests/support/kod_keys.h"

#include <QApplication>

#include <benchmark/benchmark.h>
#include <chrono>
#include <utility>
#include <vector>

namespace {

using namespace blak;
using namespace blak::ui;
using Clock = std::chrono::steady_clock;

/// A letter at some line, then its removal, and so on. Counters: single keys, ms, until the editor shows what was found.
void keystroke(benchmark::State& state)
{
    const auto shown = test::openLongSource(state);
    if (shown == nullptr)
        return;
    code::CodeView& view = *shown;
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
    state.counters["lines"] = view.editor()->lineCount();
    test::countTimes(state, std::move(times));
}
BENCHMARK(keystroke)->Unit(benchmark::kMillisecond)->MinTime(5.0)->UseRealTime();

} // namespace
