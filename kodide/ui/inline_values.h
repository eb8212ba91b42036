// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "kodide/compiler/dialect.h"

#include <QByteArray>
#include <QMap>
#include <QWidget>

class QsciScintilla;

namespace blak::ui::code {

/// Words behind the ends of lines of a text widget: values while the world stands. They lie above the text and take no clicks.
class InlineValues : public QWidget
{
    Q_OBJECT

public:
    explicit InlineValues(QsciScintilla& sci);

    void set(const QMap<int, QString>& lines); ///< from 0; none = nothing is shown
    const QMap<int, QString>& lines() const { return lines_; }

protected:
    void paintEvent(QPaintEvent* event) override;
    bool eventFilter(QObject* watched, QEvent* event) override;

private:
    void place();

    QsciScintilla& sci_;
    QMap<int, QString> lines_;
};

/// "iSum = 43, number = 4" for each line from the beginning of the handler in which `stopped` stands down to it, of the variables that
/// its code names; words of comments and strings name none, nor does #name, which is of the handler that is called. `text` in UTF-8, `stopped` from 0, `values` by small names.
QMap<int, QString> inlineValues(const QByteArray& text, const kod::Dialect& dialect, int stopped, const QMap<QString, QString>& values);

} // namespace blak::ui::code
