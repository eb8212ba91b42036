// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QFrame>
#include <QStringList>

class QComboBox;
class QLineEdit;
class QTextBrowser;
class QTextCharFormat;

namespace blak::client {

class GameClient;

/// What was said, over a corner of the view, and the line to answer in. Enter says it, Up and Down bring back what was said before.
class ChatPanel : public QFrame
{
    Q_OBJECT

public:
    explicit ChatPanel(GameClient& client, QWidget* parent = nullptr);

    /// New lines of the game.
    void refresh();
    void clear();
    void setTextFont(const QFont& font);
    void beginTyping(const QString& text = {});
    QLineEdit* line() const { return line_; }
    QTextBrowser* lines() const { return lines_; }
    QString text() const; ///< of all lines that are shown
    QComboBox* channel() const { return channel_; }

signals:
    void entered(const QString& line);
    void leftTyping();

protected:
    bool eventFilter(QObject* watched, QEvent* event) override;
    void keyPressEvent(QKeyEvent* event) override;
    void paintEvent(QPaintEvent* event) override;
    void dragEnterEvent(QDragEnterEvent* event) override; // things are not thrown through it into the world
    void dragMoveEvent(QDragMoveEvent* event) override;

private:
    void submit();
    void showSpeaker(int start, const QString& name, const QTextCharFormat& line);

    GameClient& client_;
    QTextBrowser* lines_ = nullptr;
    QComboBox* channel_ = nullptr;
    QLineEdit* line_ = nullptr;
    QStringList before_;
    qsizetype at_ = 0;
    quint64 shown_ = 0;
    bool atEnd_ = true; ///< the last line is in view
};

} // namespace blak::client
