// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QFrame>
#include <QPointer>
#include <QStringList>
#include <QVector>

#include <functional>

class QLineEdit;
class QListView;

namespace blak::ui {
class DocumentView;
class EmptyLabel;
} // namespace blak::ui

namespace blak::ui::shell {

class ActionRegistry;
class FileIndex;
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
    QVector<QString> texts;
    QString emptySentence;
    std::function<PaletteRow(int)> row;
    std::function<void(int)> run;
    std::function<QString(int)> actionId = {};
};

/// Ctrl+Shift+P and Ctrl+P: one field over 10 rows at the top of the window. Without a prefix files of the world, `>` actions,
/// `:` a place in the document, `?` help. Enter runs, Alt+Enter binds a key, Esc returns the focus.
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
    void setRecentFiles(const QStringList& paths) { recentFiles_ = paths; }

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
    PaletteSource filesSource() const;
    PaletteSource actionsSource() const;
    PaletteSource placeSource(const QString& text) const;
    PaletteSource helpSource();

    ActionRegistry& actions_;
    const FileIndex& files_;
    QPointer<DocumentView> document_;
    QStringList recentFiles_;
    QLineEdit* field_ = nullptr;
    QListView* list_ = nullptr;
    EmptyLabel* empty_ = nullptr;
    PaletteModel* model_ = nullptr;
    QPointer<QWidget> focusBefore_;
    QChar prefix_;
    PaletteSource source_;
};

} // namespace blak::ui::shell
