// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "client/play/key_table.h"
#include "client/windows/card.h"

class QLabel;
class QPushButton;
class QTreeWidget;

namespace blak::client {

/// Which key does what: a row for each thing one can do, whose keys are taken from the keyboard itself.
class KeysCard : public Card
{
    Q_OBJECT

public:
    explicit KeysCard(QWidget* parent);

    void setTable(const KeyTable& table);
    const KeyTable& table() const { return table_; }
    /// The next key pressed does what the chosen row says, besides what does it already; Esc gives it up.
    void beginCapture();
    bool isCapturing() const { return capturing_; }

    QTreeWidget* list() const { return list_; }
    QPushButton* addButton() const { return add_; }
    QPushButton* clearButton() const { return clear_; }

signals:
    /// Somebody changed a key.
    void changed();

protected:
    void keyPressEvent(QKeyEvent* event) override;
    bool event(QEvent* event) override;

private:
    PlayAction chosen() const;
    void fill();

    KeyTable table_;
    QTreeWidget* list_ = nullptr;
    QLabel* state_ = nullptr;
    QPushButton* add_ = nullptr;
    QPushButton* clear_ = nullptr;
    bool capturing_ = false;
};

} // namespace blak::client
