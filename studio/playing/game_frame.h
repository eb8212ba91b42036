// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QPointer>
#include <QSet>
#include <QWidget>

#include <nlohmann/json.hpp>

class QWindow;

namespace blak::ui::playing {

class OuterClient;

/// The window of a client that is a program of its own, as a part of the studio's. The client draws and has the mouse; the keyboard is
/// the studio's, whose keys work as ever, and what they leave goes over to the client.
class GameFrame : public QWidget
{
    Q_OBJECT

public:
    explicit GameFrame(OuterClient& client, QWidget* parent = nullptr);
    ~GameFrame() override;

    /// Whether windows stand in windows here.
    static bool isPossible();

    /// The line that leads the client in here.
    nlohmann::json embedding() const;
    /// A program that was started anew has the keys where the one before had them.
    void tellAll();
    /// Which keys the client wants, whatever they are to the studio.
    void setKeys(const nlohmann::json& keys);
    /// The mouse was pressed in there.
    void takeFocus();

protected:
    bool event(QEvent* event) override;
    bool eventFilter(QObject* watched, QEvent* event) override;
    void resizeEvent(QResizeEvent* event) override;
    void showEvent(QShowEvent* event) override;
    void hideEvent(QHideEvent* event) override;
    void focusInEvent(QFocusEvent* event) override;
    void focusOutEvent(QFocusEvent* event) override;
    void keyPressEvent(QKeyEvent* event) override;
    void keyReleaseEvent(QKeyEvent* event) override { sendKey(*event, false); }
    void inputMethodEvent(QInputMethodEvent* event) override;
    QVariant inputMethodQuery(Qt::InputMethodQuery query) const override;
    bool focusNextPrevChild(bool) override { return false; } // Tab is the game's
    void dragEnterEvent(QDragEnterEvent* event) override;
    void dragMoveEvent(QDragMoveEvent* event) override;
    void dragLeaveEvent(QDragLeaveEvent* event) override;
    void dropEvent(QDropEvent* event) override;

private:
    void lead(const nlohmann::json& line);
    void sendKey(const QKeyEvent& event, bool isPress);
    bool isWanted(const QKeyEvent& event) const;
    void sendDrag(const QDropEvent& event, const char* phase);
    void watchAbove();
    void cutOut();

    QPointer<OuterClient> client_;
    QWindow* frame_ = nullptr;
    QWidget* box_ = nullptr;
    QSet<int> bound_;
    bool types_ = false;
    QVector<QPointer<QWidget>> watched_; ///< what this stands in: parts of it may lie above
};

} // namespace blak::ui::playing
