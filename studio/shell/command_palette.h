// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "studio/shell/fuzzy.h"

#include <QFrame>
#include <QPointer>
#include <QStringList>
#include <QVector>

#include <functional>
#include <memory>

class QLineEdit;
class QListView;

namespace blak::ui {
class DocumentView;
class EmptyLabel;
} // namespace blak::ui

namespace blak::ui::shell {

class ActionRegistry;
class FileIndex;
struct IndexedFile;
class PaletteModel;

/// One row that can be chosen.
struct PaletteRow
{
    QString icon;
    QString text;
    QString detail; ///< second rank: menu path, folder, why it is disabled
    QString key;
    bool enabled = true;
};

/// Where rows come from: all texts to rank at once, the rest of a row only for those that are shown.
struct PaletteSource
{
    std::shared_ptr<const FuzzyNames> names = std::make_shared<FuzzyNames>();
    QString emptySentence;
    std::function<PaletteRow(int)> row;
    std::function<void(int)> run;
    std::function<QString(int)> actionId = {};
};

/// What others offer to the palette besides files, classes and actions: docks, pages of the settings, pages of the help.
struct PaletteEntry
{
    QString icon;
    QString text;
    QString detail;
    std::function<void()> run;
};
using PaletteEntries = std::function<QVector<PaletteEntry>()>;

/// Ctrl+Shift+P and Ctrl+P: one field over 10 rows at the top of the window. Without a prefix files and classes of the world, `@`
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
    void setDocument(DocumentView* document) { document_ = document; }
    void setRecentFiles(const QStringList& paths);
    /// Docks and settings, asked for at each opening; pages of the help that answer words.
    void setEntries(PaletteEntries entries) { entries_ = std::move(entries); }
    void setHelp(std::function<QVector<PaletteEntry>(const QString& words)> help) { help_ = std::move(help); }
    /// The files of the world or what they are called changed.
    void namesChanged();

    QLineEdit* field() const { return field_; }
    QStringList shownTexts() const;
    static constexpr int maxRows = 10;

signals:
    void fileChosen(const QString& path);
    void keyBindingRequested(const QString& actionId);

protected:
    bool eventFilter(QObject* watched, QEvent* event) override;

private:
    void refresh();
    void runRow(int row);
    void place();
    PaletteSource filesSource();
    PaletteSource pathsSource();
    PaletteRow rowOf(const IndexedFile& file) const;
    PaletteSource classesSource() const;
    PaletteSource actionsSource();
    PaletteSource placeSource(const QString& text) const;
    PaletteSource helpSource(const QString& words);

    ActionRegistry& actions_;
    const FileIndex& files_;
    QPointer<DocumentView> document_;
    QStringList recentFiles_;
    PaletteEntries entries_;
    std::function<QVector<PaletteEntry>(const QString&)> help_;
    std::shared_ptr<const FuzzyNames> fileNames_; ///< of filesSource, made once for each world
    std::shared_ptr<const QVector<int>> fileOrder_;
    std::shared_ptr<const FuzzyNames> pathNames_; ///< of pathsSource
    QLineEdit* field_ = nullptr;
    QListView* list_ = nullptr;
    EmptyLabel* empty_ = nullptr;
    PaletteModel* model_ = nullptr;
    QPointer<QWidget> focusBefore_;
    QChar prefix_;
    PaletteSource source_;
};

} // namespace blak::ui::shell
