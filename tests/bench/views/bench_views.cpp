// SPDX-License-Identifier: GPL-3.0-or-later
#include "formats/base/file_io.h"
#include "formats/rsc/rsc.h"
#include "studio/views/common/table_pane.h"
#include "studio/views/views.h"
#include "tests/support/bench_application.h"
#include "ui/search_field.h"

#include <QApplication>
#include <QDir>
#include <QFileInfo>
#include <QScrollBar>
#include <QTableView>
#include <QTemporaryDir>

#include <benchmark/benchmark.h>

// Tables as large as those of large worlds in a window of 1920 x 1000 px: what one step of scrolling and painting costs, a letter
// in the filter, a click on a heading, and opening the file. A screen at 60 frames a second leaves 16.7 ms.
namespace {

using namespace blak;
using namespace blak::ui;
using namespace blak::ui::views;

constexpr int resources = 50'000;
constexpr int classes = 500;
constexpr int namesInClass = 40; ///< with the class itself: 20 500 rows

std::string resourceFile()
{
    rsc::File file;
    file.version = rsc::languageVersion;
    for (int i = 0; i < resources; ++i)
        file.entries.push_back(
            {20'000 + i, 0, "The " + std::to_string(i) + "th lamp flickers, and then the hall is dark again."});
    const auto bytes = rsc::write(file);
    return {reinterpret_cast<const char*>(bytes.data()), bytes.size()};
}

std::string kodbaseFile()
{
    int id = 10'001;
    std::string text;
    for (int i = 0; i < classes; ++i) {
        text += "C Lantern" + std::to_string(i) + " " + std::to_string(id++) + " 0\n";
        for (int k = 0; k < namesInClass; ++k)
            text += "M\tLight" + std::to_string(i) + "x" + std::to_string(k) + " " + std::to_string(id++) + "\n";
    }
    return "T " + std::to_string(id) + " 20001\n" + text;
}

/// Both files in folders of their own, so that neither has names out of the other.
QString fileOf(bool isKodbase)
{
    static QTemporaryDir folder;
    const QString path = folder.filePath(isKodbase ? QStringLiteral("names/kodbase.txt") : QStringLiteral("texts/rsc0000.rsb"));
    static bool made[2] = {};
    if (!std::exchange(made[isKodbase ? 1 : 0], true)) {
        QDir().mkpath(QFileInfo(path).path());
        const std::string bytes = isKodbase ? kodbaseFile() : resourceFile();
        if (!writeFileAtomically(path.toStdString(), std::string_view(bytes), Backup::None))
            qFatal("cannot write %s", qPrintable(path));
    }
    return path;
}

std::unique_ptr<DocumentView> openView(bool isKodbase)
{
    test::benchApplication();
    const QString path = fileOf(isKodbase);
    for (const DocumentType& type : viewDocumentTypes()) {
        if (!type.recognises(path, {}))
            continue;
        auto opened = type.open(path, nullptr, nullptr);
        if (!opened)
            qFatal("%s", opened.error().text().c_str());
        return std::unique_ptr<DocumentView>(opened.value());
    }
    qFatal("nobody opens %s", qPrintable(path));
}

struct Shown
{
    std::unique_ptr<DocumentView> view;
    TablePane* pane = nullptr;
};

Shown showView(bool isKodbase)
{
    Shown shown{openView(isKodbase), nullptr};
    shown.view->resize(1920, 1000);
    shown.view->show();
    QApplication::processEvents();
    shown.pane = shown.view->findChild<TablePane*>();
    return shown;
}

/// 0: resources, 1: kodbase.
bool isKodbase(const benchmark::State& state) { return state.range(0) != 0; }

/// Three rows further, and the whole table painted anew.
void scrollAndPaint(benchmark::State& state)
{
    const Shown shown = showView(isKodbase(state));
    QTableView* table = shown.pane->table();
    QScrollBar* bar = table->verticalScrollBar();
    QImage target(table->viewport()->size(), QImage::Format_RGB32);
    int at = 0;
    for (auto _ : state) {
        at = (at + 3) % std::max(1, bar->maximum());
        bar->setValue(at);
        table->viewport()->render(&target);
    }
    state.counters["rows"] = shown.pane->model()->rowCount();
}
BENCHMARK(scrollAndPaint)->Arg(0)->Arg(1)->Unit(benchmark::kMillisecond);

/// From one end to the other, as a pulled scroll bar does.
void jumpAndPaint(benchmark::State& state)
{
    const Shown shown = showView(isKodbase(state));
    QTableView* table = shown.pane->table();
    QImage target(table->viewport()->size(), QImage::Format_RGB32);
    bool atEnd = false;
    for (auto _ : state) {
        atEnd = !atEnd;
        table->verticalScrollBar()->setValue(atEnd ? table->verticalScrollBar()->maximum() : 0);
        table->viewport()->render(&target);
    }
}
BENCHMARK(jumpAndPaint)->Arg(0)->Arg(1)->Unit(benchmark::kMillisecond);

void filter(benchmark::State& state)
{
    const Shown shown = showView(isKodbase(state));
    bool narrow = false;
    for (auto _ : state) {
        narrow = !narrow;
        shown.pane->model()->setFilter(narrow ? QStringLiteral("39") : QString());
    }
}
BENCHMARK(filter)->Arg(0)->Arg(1)->Unit(benchmark::kMillisecond);

void sortByText(benchmark::State& state)
{
    const Shown shown = showView(isKodbase(state));
    bool up = false;
    for (auto _ : state) {
        up = !up;
        shown.pane->model()->sort(1, up ? Qt::AscendingOrder : Qt::DescendingOrder);
    }
}
BENCHMARK(sortByText)->Arg(0)->Arg(1)->Unit(benchmark::kMillisecond);

void openFile(benchmark::State& state)
{
    for (auto _ : state)
        benchmark::DoNotOptimize(openView(isKodbase(state)));
}
BENCHMARK(openFile)->Arg(0)->Arg(1)->Unit(benchmark::kMillisecond);

} // namespace
