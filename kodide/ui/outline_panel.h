// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "kodide/ui/kod_analysis.h"

#include <QWidget>

class QTreeWidget;
class QTreeWidgetItem;

namespace blak::ui {
class EmptyLabel;
class SearchField;
} // namespace blak::ui

namespace blak::ui::code {

/// Classes of a text with what they declare. A click or Enter goes there; the entry under the cursor is marked.
class OutlinePanel : public QWidget
{
    Q_OBJECT

public:
    explicit OutlinePanel(QWidget* parent = nullptr);

    void setOutline(const QVector<OutlineEntry>& classes);
    void setCurrent(qsizetype offset);
    void setEmptySentence(const QString& sentence);
    QTreeWidget* tree() const { return tree_; }
    SearchField* filter() const { return filter_; }

    QSize sizeHint() const override { return {228, 212}; }

signals:
    void chosen(qsizetype offset);

protected:
    bool eventFilter(QObject* watched, QEvent* event) override;

private:
    void applyFilter();
    void placeColumns();

    SearchField* filter_ = nullptr;
    QTreeWidget* tree_ = nullptr;
    QString emptySentence_; ///< said once an outline was set
    EmptyLabel* empty_ = nullptr;
    QVector<OutlineEntry> shown_;
    qsizetype caret_ = 0; ///< byte of the text, as setCurrent() was told
    int nameWidth_ = -1; ///< px that all names need; -1 = not measured
};

} // namespace blak::ui::code
