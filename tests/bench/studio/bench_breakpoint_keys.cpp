// SPDX-License-Identifier: GPL-3.0-or-later
// What a key costs until the window answers again, in a text with breakpoints beside others that have some, too: QScintilla, the
// document with the name of its step, breakpoints that go along. Without what a worker says of the text afterwards (bench_keystroke).
// BLAK_KOD_TREE=folder is a tree of a world; nothing is written into it.
#include "kodide/ui/text_steps.h"
#include "studio/debugging/debug_controller.h"
#include "tests/studio/fake_debug_backend.h"
#include "tests/support/bench_application.h"
#include "tests/support/kod_keys.h"

#include <QAction>

#include <benchmark/benchmark.h>
#include <chrono>
#include <cstdlib>

namespace {

using namespace blak;
using namespace blak::ui;
using Clock = std::chrono::steady_clock;

debugging::DebugHost hostOf(DocumentView& view, const QString& root)
{
    debugging::DebugHost host;
    host.projectRoot = [root] { return root; };
    host.current = [&view] { return &view; };
    host.documents = [&view] { return QVector<DocumentView*>{&view}; };
    host.show = [](DocumentView*) {};
    host.openAt = [](const QString&, int) {};
    host.saveAll = host.enter = host.stopped = host.wentOn = host.refresh = [] {};
    host.goesOn = [](bool) {};
    host.report = [](Severity, const QString&) {};
    host.played = [] { return std::optional<code::DebugWish>(); };
    host.recall = [](const QString&) { return QString(); };
    host.remember = [](const QString&, const QString&) {};
    host.action = [](const QString&) -> QAction* { return nullptr; };
    return host;
}

/// A text of a real tree that is nearest to so many lines, with a debugger, and so many breakpoints in it and in each of 20 others.
class DebuggedText
{
public:
    DebuggedText(const std::filesystem::path& root, std::int64_t breakpoints, std::int64_t lines)
    {
        test::benchApplication();
        const kod::KodTree tree = kod::kodTreeAt(root);
        file_ = test::fileOfLines(tree, lines);
        auto opened = code::CodeView::open(QString::fromStdString(file_.string()), std::make_shared<test::TreeProject>(root), nullptr);
        if (!opened)
            return;
        view_.reset(static_cast<code::CodeView*>(opened.value()));
        debug_ = std::make_unique<debugging::DebugController>(hostOf(*view_, QString::fromStdString(root.string())),
                                                              std::make_unique<test::FakeDebugBackend>(), QString());
        debug_->projectChanged();
        view_->resize(1200, 900);
        view_->show();
        QApplication::processEvents();
        view_->finishAnalysis();
        debug_->adopt(view_.get());
        int others = 0;
        kod::FolderScan scan;
        for (const kod::TreeFile& other : tree.order(scan).files) {
            if (others++ == 20)
                break;
            toggle(QString::fromStdString(other.source), breakpoints);
        }
        toggle(view_->path(), breakpoints);
        QApplication::processEvents();
    }
    code::CodeView* view() const { return view_.get(); } ///< null: it cannot be read
    std::string name() const { return file_.filename().string(); }

private:
    void toggle(const QString& path, std::int64_t count)
    {
        for (int i = 1; i <= count; ++i)
            debug_->session().toggleBreakpoint(path, 10 * i);
    }

    std::filesystem::path file_;
    std::unique_ptr<code::CodeView> view_;
    std::unique_ptr<debugging::DebugController> debug_;
};

std::optional<DebuggedText> textFor(benchmark::State& state)
{
    const char* given = std::getenv("BLAK_KOD_TREE");
    if (given == nullptr) {
        state.SkipWithError("BLAK_KOD_TREE is not set");
        return std::nullopt;
    }
    std::optional<DebuggedText> text;
    text.emplace(given, state.range(0), state.range(1));
    if (text->view() == nullptr) {
        state.SkipWithError("the text cannot be read");
        return std::nullopt;
    }
    state.SetLabel(text->name());
    state.counters["lines"] = text->view()->editor()->lineCount();
    return text;
}

/// A letter at some line, then its removal, and so on. Counters: single keys, µs.
void keyWithBreakpoints(benchmark::State& state)
{
    const auto text = textFor(state);
    if (!text)
        return;
    code::CodeView& view = *text->view();
    QWidget* keys = test::textWidgetOf(view);
    std::vector<double> times;
    int line = 0;
    for (auto _ : state) {
        const bool types = times.size() % 2 == 0;
        if (types) {
            line = (line + 379) % view.editor()->lineCount();
            view.editor()->goTo(line, 1000); // the end of the line
        }
        QApplication::processEvents();
        const auto begin = Clock::now();
        test::pressKey(*keys, types ? Qt::Key_X : Qt::Key_Backspace, types ? QStringLiteral("x") : QString());
        QApplication::sendPostedEvents(); // who hears of edits hears of this one
        times.push_back(std::chrono::duration<double, std::micro>(Clock::now() - begin).count());
    }
    view.finishAnalysis();
    std::ranges::sort(times);
    state.counters["p50 us"] = times[times.size() / 2];
    state.counters["p90 us"] = times[times.size() * 9 / 10];
}
BENCHMARK(keyWithBreakpoints)->ArgsProduct({{0, 5}, {1000, 8000}})->Iterations(1500)->Unit(benchmark::kMicrosecond)->UseRealTime();

/// All that hear of an edit, told of one.
void hearingOfAnEdit(benchmark::State& state)
{
    const auto text = textFor(state);
    if (!text)
        return;
    for (auto _ : state)
        emit text->view()->editor()->edited();
    text->view()->finishAnalysis();
}
BENCHMARK(hearingOfAnEdit)->ArgsProduct({{0, 5}, {1000, 8000}})->Iterations(2000)->Unit(benchmark::kMicrosecond);

/// Name of the step of a word that is being typed, letter by letter.
void nameOfAStep(benchmark::State& state)
{
    const std::string text(60'000, 'm');
    for (auto _ : state) {
        code::TextStepWords words;
        for (std::size_t i = 0; i < 8; ++i) {
            words.add(text, 30'000 + i, 0, "x");
            benchmark::DoNotOptimize(words.name({}, text));
        }
    }
    state.SetItemsProcessed(static_cast<int64_t>(state.iterations()) * 8);
}
BENCHMARK(nameOfAStep)->Unit(benchmark::kMicrosecond);

} // namespace
