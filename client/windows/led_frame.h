// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QObject>
#include <QPointer>
#include <QSize>

#include <nlohmann/json.hpp>

class QMainWindow;
class QWidget;

namespace blak::client {

class PlayView;

/// The led window within a window of the program that leads. That program has the keyboard, so that its own keys work as ever, and tells
/// what is pressed; mouse, menus and tooltips are ours, as in any window.
class LedFrame : public QObject
{
    Q_OBJECT

public:
    static constexpr int mostPixels = 16384; ///< each way

    LedFrame(QMainWindow& window, PlayView& view);

    /// Into the window of that number, all of it; false where windows do not stand in windows, or there is no such one.
    bool enter(quint64 frame, QSize size);
    bool isIn() const { return in_; }
    void resize(QSize size);
    /// Whether anybody can see it; what nobody sees is not drawn.
    void setSeen(bool seen);
    /// Whether keys are ours.
    void setFocus(bool focus);
    /// A key, as QKeyEvent has it: `press`, `key`, `modifiers`, `text`, `repeat`.
    void key(const nlohmann::json& line);
    /// Text that was put together by several keys, or by other means.
    void compose(const QString& text);
    /// Something is dragged over the window and let go: `x`, `y`, `type`, `bytes`, `phase` = "move", "drop" or "leave".
    void drag(const nlohmann::json& line);
    /// Which keys are not to be taken for the other program's own: `bound`, those of the world, and `types` where text is typed.
    void tellKeys();

signals:
    /// The mouse was pressed here while the keys were elsewhere.
    void pressed();
    void keysChanged(const nlohmann::json& keys);

protected:
    bool eventFilter(QObject* watched, QEvent* event) override;

private:
    QMainWindow& window_;
    PlayView& view_;
    nlohmann::json keys_; ///< as they were told last
    bool in_ = false, focus_ = false;
    QPointer<QWidget> dragged_; ///< over which something is dragged
};

} // namespace blak::client
