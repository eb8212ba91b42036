// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QString>
#include <QWidget>

class QLabel;
class QPlainTextEdit;
class QPushButton;

namespace blak::ui::playing {

/// What is said in the place of a game, and the ways on from there.
struct Notice
{
    QString text;
    QString again{};          ///< what the button says that leads in again; empty: there is none
    QString log{};            ///< what the client said last; empty: nothing is shown
    bool ofWorld = false;     ///< that comes: what it is at takes the place of the text
    bool mayCancel = false;   ///< the world that comes
    bool mayRaise = false;    ///< the game has a window of its own, somewhere
    bool mayTakeLast = false; ///< there are classes that compiled before
};

/// The page of a client whose game is not there.
class NoticePage : public QWidget
{
    Q_OBJECT

public:
    explicit NoticePage(QWidget* parent = nullptr);

    void tell(Notice notice);
    const Notice& told() const { return notice_; }
    /// Beside the way back: the world without the edits that do not compile.
    void offerLastGood();
    /// What the world that comes is at, how much of it is done and how much there is, 0: not known; nothing where none comes.
    void showProgress(const QString& what, int done, int all);

    QLabel* words() const { return words_; }
    QPlainTextEdit* log() const { return log_; }
    /// Where keys go.
    QWidget* way() const;

signals:
    void againWanted();
    void lastGoodWanted();
    void cancelWanted();
    void raiseWanted();

private:
    void refresh();

    Notice notice_;
    QLabel* words_ = nullptr;
    QPushButton *again_ = nullptr, *lastGood_ = nullptr, *cancel_ = nullptr, *raise_ = nullptr;
    QPlainTextEdit* log_ = nullptr;
};

} // namespace blak::ui::playing
