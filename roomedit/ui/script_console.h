// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QDialog>

class QPlainTextEdit;
class QPushButton;
class QTextBrowser;

namespace blak::ui::rooms {

class RoomView;
class ScriptInput;
class ScriptRunner;

/// Scripts over a room: a text that is run as a whole, single lines below it, and what they say. An error is a link to its line.
class ScriptConsole : public QDialog
{
    Q_OBJECT

public:
    explicit ScriptConsole(RoomView& room);

    void setScript(const QString& source);
    QString script() const;
    QString output() const;
    bool openScript(const QString& file);
    bool saveScript(const QString& file);

    void runScript();
    void runLine(const QString& line);
    void stop();
    bool isRunning() const;
    ScriptInput* input() { return input_; }
    /// Puts the cursor into a line of the script, from 1, and shows it.
    void goToLine(int line);

signals:
    void ran(); ///< a run has ended

private:
    void run(const QString& source, const QString& name);
    void say(const QString& text, const QColor& colour, int line = 0);
    void finished(const QString& value, const QString& error, int line);
    void choose(bool saves);
    void showState();

    RoomView& room_;
    ScriptRunner* runner_;
    QPlainTextEdit* script_;
    QTextBrowser* output_;
    ScriptInput* input_;
    QPushButton *run_, *stop_;
    QString file_; ///< of the script; empty: none yet
    bool runsScript_ = false; ///< else a line
};

} // namespace blak::ui::rooms
