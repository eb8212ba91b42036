// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "client/play/game_client.h"

#include <QWidget>

class QComboBox;
class QLabel;
class QLineEdit;
class QListWidget;
class QPushButton;
class QSettings;

namespace blak::client {

/// Where to, as whom, with which files; the servers one has been on. While it connects, the button cancels.
class LoginPage : public QWidget
{
    Q_OBJECT

public:
    explicit LoginPage(QWidget* parent = nullptr);

    void load(const QSettings& settings);
    void save(QSettings& settings) const;
    void setWish(const ConnectWish& wish);
    /// Nothing, and a sentence on the page, while something is missing.
    bool wish(ConnectWish& out);
    void showError(const QString& sentence);
    /// A newer client, where it is; "" takes the offer away. Nothing is fetched or started by itself.
    void offerProgram(const QString& address);
    QLabel* offer() const { return offer_; }
    void setConnecting(bool connecting);
    /// The server was reached with what stands here: it belongs into the list.
    void remember();

    QLineEdit* server() const { return server_; }
    QLineEdit* account() const { return account_; }
    QLineEdit* password() const { return password_; }
    QPushButton* button() const { return button_; }
    QLabel* error() const { return error_; }

signals:
    void connectWanted();
    void cancelWanted();

private:
    void chooseServer(int row);

    QListWidget* servers_ = nullptr;
    QLineEdit* server_ = nullptr;
    QLineEdit* account_ = nullptr;
    QLineEdit* password_ = nullptr;
    QComboBox* dialect_ = nullptr;
    QLineEdit* world_ = nullptr;
    QLabel* error_ = nullptr;
    QLabel* offer_ = nullptr;
    QPushButton* button_ = nullptr;
    bool connecting_ = false;
};

} // namespace blak::client
