// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/line_history.h"

#include <QPointer>
#include <QWidget>

class QLineEdit;
class QPlainTextEdit;
class QToolButton;
class QTreeWidget;

namespace blak::ui {
class SearchField;
}

namespace blak::ui::playing {

class CommandCompletion;
class PlayController;
class PlayTab;
struct SeenMessage;

/// Commands of administrators, as on the maintenance port of a server. Words are offered while one types; Up and Down bring back what was
/// given before, as long as the studio runs.
class ConsolePanel : public QWidget
{
    Q_OBJECT

public:
    explicit ConsolePanel(PlayController& controller, QWidget* parent = nullptr);
    QLineEdit* line() const { return line_; }
    QPlainTextEdit* text() const { return text_; }
    const CommandCompletion& completion() const { return *completion_; }

protected:
    bool eventFilter(QObject* watched, QEvent* event) override;

private:
    void run();

    PlayController& controller_;
    QPlainTextEdit* text_ = nullptr;
    QLineEdit* line_ = nullptr;
    CommandCompletion* completion_ = nullptr;
    LineHistory earlier_;
};

/// The messages of the current client, newest last: time, direction, name, what they say, bytes.
class PacketPanel : public QWidget
{
    Q_OBJECT

public:
    static constexpr int mostRows = 2000;

    explicit PacketPanel(PlayController& controller, QWidget* parent = nullptr);
    QTreeWidget* list() const { return list_; }

private:
    void listen();
    void append(const SeenMessage& message);

    PlayController& controller_;
    SearchField* filter_ = nullptr;
    QToolButton* pause_ = nullptr;
    QTreeWidget* list_ = nullptr;
    QPointer<PlayTab> heard_; ///< the tab that is listened to
    QMetaObject::Connection connection_;
};

} // namespace blak::ui::playing
