// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QPlainTextEdit>
#include <QWidget>

class QLabel;

namespace blak::ui::views {

/// The whole of a long text under a table: a heading and the text, which can be selected and copied.
class TextBox : public QWidget
{
    Q_OBJECT

public:
    explicit TextBox(const QString& emptySentence, QWidget* parent = nullptr);

    void setText(const QString& heading, const QString& text);
    void clear();
    QString text() const { return text_->toPlainText(); }
    QString heading() const;

private:
    QString emptySentence_;
    QLabel* heading_ = nullptr;
    QPlainTextEdit* text_ = nullptr;
};

} // namespace blak::ui::views
