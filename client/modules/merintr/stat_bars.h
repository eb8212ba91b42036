// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QWidget>

namespace blak::client {

class GameClient;

/// Health, mana, vigour over a corner of the view: the condition group, a bar each.
class StatBars : public QWidget
{
    Q_OBJECT

public:
    explicit StatBars(GameClient& client, QWidget* parent = nullptr);

    void refresh();
    QSize sizeHint() const override;
    QStringList texts() const; ///< "Health 42/50"

protected:
    void paintEvent(QPaintEvent* event) override;

private:
    struct Bar
    {
        QString name, text;
        double share = 0;
    };

    GameClient& client_;
    int nameWidth_; ///< of the longest name, within reason
    QVector<Bar> bars_;
};

} // namespace blak::client
