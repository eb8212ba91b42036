// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QWidget>

class QComboBox;
class QPlainTextEdit;

namespace blak::ui {
class EmptyLabel;
}

namespace blak::ui::shell {

/// The Output dock: what the tools said while they worked - the compiler, the builder, the server -, each line with its time and
/// its source. Keeps the last 5 000 lines.
class OutputPanel : public QWidget
{
    Q_OBJECT

public:
    static constexpr int mostLines = 5000;

    explicit OutputPanel(QWidget* parent = nullptr);

    void clear();
    /// One source only; empty: all.
    void showOnly(const QString& source);

    QStringList shownLines() const;

public slots:
    /// `source` is a name people know, "Compiler"; `text` may have several lines.
    void append(const QString& source, const QString& text);

private:
    struct Line
    {
        QString time, source, text;
    };

    void refresh();
    void showEnd();
    QString shown(const Line& line) const;

    QVector<Line> lines_;
    QComboBox* sources_ = nullptr;
    QPlainTextEdit* text_ = nullptr;
    EmptyLabel* empty_ = nullptr;
};

} // namespace blak::ui::shell
