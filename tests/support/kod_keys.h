// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "formats/base/file_io.h"
#include "kodide/compiler/kod_tree.h"
#include "kodide/ui/code_view.h"
#include "tests/support/bench_application.h"
#include "ui/project.h"

#include <QApplication>
#include <QDir>
#include <QKeyEvent>

#include <algorithm>
#include <benchmark/benchmark.h>
#include <cstdlib>
#include <memory>
#include <vector>

namespace blak::test {

// For benchmarks that type into a source of a real tree.

class TreeProject final : public ui::Project
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

/// The source of the tree that is nearest to so many lines.
inline std::filesystem::path fileOfLines(const kod::KodTree& tree, std::ptrdiff_t wanted)
{
    kod::FolderScan scan;
    std::filesystem::path best;
    std::ptrdiff_t distance = 1 << 20;
    for (const kod::TreeFile& file : tree.order(scan).files) {
        const auto text = readTextFile(file.source);
        const std::ptrdiff_t lines = text ? std::count(text.value().begin(), text.value().end(), '\n') : 0;
        if (std::abs(lines - wanted) < distance) {
            distance = std::abs(lines - wanted);
            best = file.source;
        }
    }
    return best;
}

/// The source of about a thousand lines of the tree that BLAK_KOD_TREE names, shown and analysed; null: the benchmark says why.
inline std::unique_ptr<ui::code::CodeView> openLongSource(benchmark::State& state)
{
    const char* given = std::getenv("BLAK_KOD_TREE");
    if (given == nullptr) {
        state.SkipWithError("BLAK_KOD_TREE is not set");
        return nullptr;
    }
    benchApplication();
    const std::filesystem::path file = fileOfLines(kod::kodTreeAt(given), 1000);
    auto opened = ui::code::CodeView::open(QString::fromStdString(file.string()), std::make_shared<TreeProject>(given), nullptr);
    if (!opened) {
        state.SkipWithError(opened.error().what.c_str());
        return nullptr;
    }
    std::unique_ptr<ui::code::CodeView> view(static_cast<ui::code::CodeView*>(opened.value()));
    view->resize(1200, 900);
    view->show();
    QApplication::setActiveWindow(view.get());
    view->setFocus();
    QApplication::processEvents();
    view->finishAnalysis();
    state.SetLabel(file.filename().string());
    return view;
}

/// Counters of what single rounds took, ms.
inline void countTimes(benchmark::State& state, std::vector<double> times)
{
    if (times.empty())
        return;
    std::ranges::sort(times);
    state.counters["p50 ms"] = times[times.size() / 2];
    state.counters["p99 ms"] = times[times.size() * 99 / 100];
}

inline QWidget* textWidgetOf(ui::code::CodeView& view)
{
    for (QWidget* child : view.findChildren<QWidget*>())
        if (child->inherits("QsciScintilla"))
            return child;
    return nullptr;
}

inline void pressKey(QWidget& widget, int key, const QString& text)
{
    QKeyEvent down(QEvent::KeyPress, key, Qt::NoModifier, text);
    QApplication::sendEvent(&widget, &down);
    QKeyEvent up(QEvent::KeyRelease, key, Qt::NoModifier, text);
    QApplication::sendEvent(&widget, &up);
}

} // namespace blak::test
