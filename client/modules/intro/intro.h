// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "client/module_api/host.h"

#include <QElapsedTimer>
#include <QPointer>
#include <QWidget>

class QTimer;

namespace blak::client {

/// The picture at the start: a hill, a window with a light, the name. It goes by itself, or with any key or click.
class OpeningPicture : public QWidget
{
    Q_OBJECT

public:
    explicit OpeningPicture(QWidget* parent);

signals:
    void over();

protected:
    void paintEvent(QPaintEvent* event) override;
    void keyPressEvent(QKeyEvent* event) override;
    void mousePressEvent(QMouseEvent* event) override;
    bool eventFilter(QObject* watched, QEvent* event) override;

private:
    QElapsedTimer clock_;
    QTimer* timer_ = nullptr;
};

/// What is shown before one is asked where to go. The program loads it itself, by its name; it unloads itself.
class Intro : public module::Module
{
public:
    module::Info info() const override;
    void begin(module::Host& host) override;
    bool stateChanged(module::State before, module::State now) override;

private:
    module::Host* host_ = nullptr;
};

} // namespace blak::client
