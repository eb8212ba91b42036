// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "studio/shell/palette_sources.h"

#include <QFrame>
#include <QPointer>
#include <QStringList>
#include <QVector>

#include <functional>
#include <memory>

class QLineEdit;
class QListView;

namespace blak::ui {
class EmptyLabel;
} // namespace blak::ui

namespace blak::ui::shell {

/// Ctrl+Shift+P and Ctrl+P: one field over 10 rows, of more that scroll, at the top of the window. Without a prefix files and classes of the project, `@`
/// classes only, `>` actions, docks and settings, `:` a place in the document, `?` help. Enter runs, Alt+Enter binds a key, Esc
/// returns the focus.
class CommandPalette : public QFrame
{
    Q_OBJECT

public:
    CommandPalette(ActionRegistry& actions, const FileIndex& files, QWidget* window);

    /// Opens with this text in the field ("" or ">").
    void open(const QString& text);
    void dismiss();

    /// The document that `:` goes to.
    void setDocument(DocumentView* document) { sources_.setDocument(document); }
    void setRecentFiles(const QStringList& paths);
    void setLookedFor(std::function<QVector<FileGroup>()> groups) { sources_.setLookedFor(std::move(groups)); }
    /// Docks and settings, asked for at each opening; pages of the help that answer words.
    void setEntries(PaletteEntries entries) { sources_.setEntries(std::move(entries)); }
    void setHelp(std::function<QVector<PaletteEntry>(const QString& words)> help) { sources_.setHelp(std::move(help)); }
    /// The files of the project or what they are called changed.
    void namesChanged();

    QLineEdit* field() const { return field_; }
    QStringList shownTexts() const;
    static constexpr int maxRows = 10;   ///< seen at once
    static constexpr int mostHits = 300; ///< that one can scroll through

signals:
    void fileChosen(const QString& path);
    void keyBindingRequested(const QString& actionId);

protected:
    bool eventFilter(QObject* watched, QEvent* event) override;

private:
    void refresh();
    void runRow(int row);
    void place();
    int freePlace() const;

    const FileIndex& files_;
    PaletteSources sources_;
    QLineEdit* field_ = nullptr;
    QListView* list_ = nullptr;
    EmptyLabel* empty_ = nullptr;
    PaletteModel* model_ = nullptr;
    QPointer<QWidget> focusBefore_;
    int aside_ = 0; ///< px right of the middle of the window
    QChar prefix_;
    PaletteSource shown_;
};

} // namespace blak::ui::shell
