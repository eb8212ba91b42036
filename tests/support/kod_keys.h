// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "formats/base/file_io.h"
#include "kodide/compiler/kod_tree.h"
#include "kodide/ui/code_view.h"
#include "ui/project.h"

#include <QApplication>
#include <QDir>
#include <QKeyEvent>

#include <algorithm>

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
