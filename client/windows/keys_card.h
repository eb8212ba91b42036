// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "client/play/key_table.h"
#include "client/windows/card.h"
#include "client/windows/module_keys.h"

class QLabel;
class QPushButton;
class QTreeWidget;

namespace blak::client {

/// Which key does what: a row for each thing one can do, whose keys are taken from the keyboard itself; those of modules below. A key does
/// one thing: who gets it takes it from who had it.
class KeysCard : public Card
{
    Q_OBJECT

public:
    explicit KeysCard(QWidget* parent);

    void setTable(const KeyTable& table);
    const KeyTable& table() const { return table_; }
    void setModuleKeys(const QList<ModuleKey>& keys);
    /// The next key pressed does what the chosen row says, besides what does it already; Esc gives it up.
    void beginCapture();
    bool isCapturing() const { return capturing_; }

    QTreeWidget* list() const { return list_; }
    QPushButton* addButton() const { return add_; }
    QPushButton* clearButton() const { return clear_; }

signals:
    /// Somebody changed a key.
    void changed();
    void moduleKeyWanted(const blak::client::ModuleKey& row, const QKeySequence& key);

protected:
    void keyPressEvent(QKeyEvent* event) override;
    bool event(QEvent* event) override;

private:
    const ModuleKey* chosenOfModule() const; ///< null where the row is one of the client's
    PlayAction chosen() const;
    QString textOf(const ModuleKey& row) const;
    void take(const QKeyEvent& event);
    void fill();

    bool capturing_ = false; ///< first: making the list already sends events here
    KeyTable table_;
    QList<ModuleKey> moduleKeys_;
    QTreeWidget* list_ = nullptr;
    QLabel* state_ = nullptr;
    QPushButton* add_ = nullptr;
    QPushButton* clear_ = nullptr;
};

} // namespace blak::client
