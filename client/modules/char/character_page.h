// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "client/session/creation.h"

#include <QWidget>

class QCheckBox;
class QComboBox;
class QLabel;
class QLineEdit;
class QListWidget;
class QPlainTextEdit;
class QPushButton;
class QSpinBox;
class QTextBrowser;

namespace blak::client {

class GameClient;

/// Whom to play: the account's characters and the message of the day, and the making of a new one with its face and its points.
/// Scripts find its parts by their names, and the property "making" says whether one is being made.
class CharacterPage : public QWidget
{
    Q_OBJECT

public:
    explicit CharacterPage(GameClient& client, QWidget* parent = nullptr);

    void refresh();
    /// Off unless somebody wants them.
    void setShowsAdvertisements(bool shown) { showsAdvertisements_ = shown; }

signals:
    void leaveWanted();

private:
    void play();
    void setMaking(bool making);
    void create();
    void showChoices();
    void openAdvertisement(const QString& address);
    void showFace();
    void countPoints();
    session::NewCharacter wanted() const;

    GameClient& client_;
    QTextBrowser* motd_ = nullptr;
    QLabel* advertisements_ = nullptr;
    bool showsAdvertisements_ = false;
    QListWidget* characters_ = nullptr;
    QPushButton* play_ = nullptr;
    QWidget* form_ = nullptr;
    QLineEdit* name_ = nullptr;
    QPlainTextEdit* description_ = nullptr;
    QComboBox* gender_ = nullptr;
    QLabel* face_ = nullptr;
    QVector<QSpinBox*> parts_; ///< hair, eyes, nose, mouth, colour of hair, of skin
    QVector<QSpinBox*> statistics_;
    QLabel* points_ = nullptr;
    QListWidget* spells_ = nullptr;
    QListWidget* skills_ = nullptr;
    QPushButton* create_ = nullptr;
    QLabel* state_ = nullptr;
    quint32 new_ = 0;
    bool making_ = false;
};

} // namespace blak::client
