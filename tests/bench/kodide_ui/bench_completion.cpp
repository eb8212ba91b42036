// SPDX-License-Identifier: GPL-3.0-or-later
// From the second letter of a name, and from a sign that begins one, to the list of what fits there, as in the studio: text widget, document,
// index in a worker, ranking, list. BLAK_KOD_TREE=folder is a tree of a world; nothing is written into it.
#include "kodide/ui/code_assist.h"
#include "kodide/ui/code_completion.h"
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

/// Before the first `return` of a handler; counters: ms from the last key until the list is there.
void completion(benchmark::State& state, const char* typed)
{
    const auto shown = test::openLongSource(state);
    if (shown == nullptr)
        return;
    code::CodeView& view = *shown;
    const auto& handlers = view.analysis().handlers;
    if (handlers.empty()) {
        state.SkipWithError("the file has no handler");
        return;
    }
    const qsizetype place = view.editor()->text().indexOf("return", view.editor()->text().indexOf("messages:"));
    QWidget& keys = *view.editor()->textKeys();
    code::CodeCompletion& list = view.assist()->completion();
    std::vector<double> times;
    for (auto _ : state) {
        view.editor()->select(place, place);
        QApplication::processEvents();
        Clock::time_point begin;
        for (const char* letter = typed; *letter != '\0'; ++letter) {
            begin = Clock::now();
            test::pressKey(keys, Qt::Key_X, QString(QLatin1Char(*letter)));
        }
        while (!list.isShown() && Clock::now() - begin < std::chrono::seconds(2))
            QApplication::processEvents(QEventLoop::WaitForMoreEvents);
        if (!list.isShown()) {
            state.SkipWithError("no list came");
            break;
        }
        times.push_back(std::chrono::duration<double, std::milli>(Clock::now() - begin).count());
        list.close();
        while (view.canUndo())
            view.undo();
        view.finishAnalysis();
    }
    test::countTimes(state, std::move(times));
}
BENCHMARK_CAPTURE(completion, name, "pi")->Unit(benchmark::kMillisecond)->MinTime(3.0)->UseRealTime();
BENCHMARK_CAPTURE(completion, message, "Send(self,@")->Unit(benchmark::kMillisecond)->MinTime(3.0)->UseRealTime();

} // namespace
