// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/theme.h"

#include <QString>
#include <QVector>
#include <QWidget>

class QKeyEvent;

namespace blak::ui {

struct PopRow
{
    QString icon;                                ///< name in icons.svg
    QColor Theme::Syntax::*ink = nullptr;        ///< of the icon; null: second text
    QString text;
    QString detail;                              ///< at the right, in second text
    QVector<int> marks = {};                     ///< letters of the text that answer what was typed
};

/// A list over a text, to choose from by keys that go on to the text: it never has the focus. Who shows it gives it the keys first.
class PopList : public QWidget
{
    Q_OBJECT

public:
    static constexpr int mostRows = 10; ///< seen at once

    /// `owner`: whose window it stands over.
    explicit PopList(QWidget* owner);

    /// The first row is the current one. Without rows the list goes.
    void setRows(QVector<PopRow> rows);
    const QVector<PopRow>& rows() const { return rows_; }
    int current() const { return current_; }
    void setCurrent(int row);
    /// Below a word on the screen, or above it where there is no room; its texts begin where the word begins.
    void showAt(const QRect& word);
    /// Whether a key was one of its own: arrows, pages, Return, Tab, Esc.
    bool takeKey(const QKeyEvent& key);
    static bool isKey(const QKeyEvent& key);

signals:
    void chosen(int row);
    void dismissed(); ///< by Esc

protected:
    void paintEvent(QPaintEvent* event) override;
    void mouseMoveEvent(QMouseEvent* event) override;
    void mousePressEvent(QMouseEvent* event) override;
    void mouseReleaseEvent(QMouseEvent* event) override;
    void wheelEvent(QWheelEvent* event) override;
    void leaveEvent(QEvent* event) override;

private:
    int rowAt(const QPoint& at) const;
    int seen() const;
    QSize wantedSize() const;
    void place();

    QVector<PopRow> rows_;
    QRect word_;
    int current_ = 0;
    int top_ = 0;
    int hovered_ = -1;
    int pressed_ = -1;
};

} // namespace blak::ui
