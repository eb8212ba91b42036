// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QFrame>

class QLabel;
class QVBoxLayout;

namespace blak::client {

/// A window within the window: a title that can be dragged, a cross, and what it holds. It stays inside of its parent.
class Card : public QFrame
{
    Q_OBJECT

public:
    Card(const QString& title, const QString& iconName, QWidget* parent);

    void setTitle(const QString& title);
    QString title() const;
    QVBoxLayout* body() const { return body_; }
    /// Shows it, in front of the others; the first time at a place of its own.
    virtual void open();
    /// As its cross and Escape do.
    void shut();

signals:
    void closed();

protected:
    bool event(QEvent* event) override;
    bool eventFilter(QObject* watched, QEvent* event) override;
    void keyPressEvent(QKeyEvent* event) override;
    void mousePressEvent(QMouseEvent* event) override;
    void hideEvent(QHideEvent* event) override;
    // What one carries and drags over a card is for the card or for nobody: not for the world behind it.
    void dragEnterEvent(QDragEnterEvent* event) override;
    void dragMoveEvent(QDragMoveEvent* event) override;
    void dropEvent(QDropEvent* event) override;
    virtual bool takesThings() const { return false; }
    virtual void takeThing(quint32 /*id*/) {}

    /// Exactly as large as what it holds: also smaller than it was.
    void fit();

private:
    void keepInside();
    void grow();
    bool isOverAnother() const;

    QWidget* head_ = nullptr;
    QLabel* title_ = nullptr;
    QVBoxLayout* body_ = nullptr;
    QPoint grabbed_;
    bool placed_ = false;
};

} // namespace blak::client
