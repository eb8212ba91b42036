// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "kodide/ui/text_search.h"

#include <QTimer>
#include <QWidget>

class QLabel;
class QLineEdit;
class QToolButton;

namespace blak::ui::code {

class CodeEditor;

/// The three switches of every search: case, whole word, regular expression.
struct SearchSwitches
{
    QToolButton* matchCase = nullptr;
    QToolButton* wholeWord = nullptr;
    QToolButton* regex = nullptr;

    static SearchSwitches make(QWidget* parent);
    SearchQuery query(const QString& text) const;
    QVector<QToolButton*> all() const { return {matchCase, wholeWord, regex}; }
};

/// Find and replace in one text, below it: hits are shown while typing and counted; Enter goes on, Shift+Enter back, Esc closes.
class FindBar : public QWidget
{
    Q_OBJECT

public:
    explicit FindBar(CodeEditor* editor, QWidget* parent = nullptr);

    /// Takes what is selected as the text to find.
    void open(bool withReplace);
    void close();
    void step(int direction);
    void replaceOne();
    void replaceAll();

    QLineEdit* findField() const { return find_; }
    QLineEdit* replaceField() const { return replace_; }
    const SearchSwitches& switches() const { return switches_; }
    QString countText() const;

protected:
    bool eventFilter(QObject* watched, QEvent* event) override;
    void paintEvent(QPaintEvent* event) override;

private:
    struct Hit
    {
        qsizetype begin = 0; ///< bytes
        qsizetype end = 0;
        QByteArray replacement;
    };

    void search(bool move);
    QVector<Hit> hits(const QString* replacement);
    void showCount();
    void say(const QString& text, bool isFault);

    CodeEditor* editor_ = nullptr;
    QLineEdit* find_ = nullptr;
    QLineEdit* replace_ = nullptr;
    QWidget* replaceRow_ = nullptr;
    QLabel* count_ = nullptr;
    SearchSwitches switches_;
    QVector<Hit> hits_;
    QTimer again_;
    qsizetype from_ = 0; ///< where the search began: typing more does not walk on
};

} // namespace blak::ui::code
