// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QScrollArea>
#include <QStringList>
#include <QWidget>

class QGridLayout;
class QHBoxLayout;
class QLabel;
class QVBoxLayout;

namespace blak::ui {

/// Read-only value of an inspector: can be selected and copied, has no field around it.
class ValueLabel : public QWidget
{
    Q_OBJECT

public:
    explicit ValueLabel(const QString& text = {}, QWidget* parent = nullptr);

    void setText(const QString& text);
    void setUnit(const QString& unit);
    QString text() const;

    /// Shown in text2, as for values that are the default.
    void setQuiet(bool quiet);

private:
    QLabel* value_ = nullptr;
    QLabel* unit_ = nullptr;
};

/// A foldable part of the inspector: a head and rows of a label (84 px) and one or two values. Where the model is a pair, both
/// columns are used (floor | ceiling, + side | − side).
class InspectorGroup : public QWidget
{
    Q_OBJECT

public:
    InspectorGroup(const QString& title, const QStringList& columns, QWidget* parent = nullptr);

    /// Takes the widgets. A number field as `first` makes the label drag it.
    void addRow(const QString& label, QWidget* first, QWidget* second = nullptr);
    /// One widget over both value columns.
    void addWideRow(const QString& label, QWidget* widget);
    /// One widget over everything.
    void addFullRow(QWidget* widget);

    /// Convenience for read-only inspectors: makes the labels too.
    ValueLabel* addValue(const QString& label);
    std::pair<ValueLabel*, ValueLabel*> addValues(const QString& label);

    void setColumnTitles(const QStringList& columns);
    /// Rows all of whose fields are hidden lose their labels, columns their heads, and a group without any row goes. Call it after
    /// fields were hidden or shown.
    void fitRows();
    /// Px of the widest label; of the column of labels, which is at least 84 with the space beside it.
    int labelWidth() const { return labelWidth_; }
    void setLabelWidth(int width);
    void setFolded(bool folded);
    bool isFolded() const;

signals:
    void labelsWidened(int width);

protected:
    bool eventFilter(QObject* watched, QEvent* event) override;

private:
    struct Row
    {
        int number = 0; ///< in the grid
        QWidget* label = nullptr;
        QWidget* first = nullptr;
        QWidget* second = nullptr; ///< null: `first` may lie over both columns
    };

    QWidget* addLabel(const QString& text, QWidget* field, int row);
    QWidget* labelFor(const QString& text, QWidget* field);
    void addLabelled(const QString& label, QWidget* first, QWidget* second, int columnsOfFirst);

    QWidget* head_ = nullptr;
    QLabel* arrow_ = nullptr;
    QWidget* body_ = nullptr;
    QGridLayout* grid_ = nullptr;
    QList<QLabel*> columnHeads_;
    QList<Row> rows_; ///< those with a label
    int labelWidth_ = 0;
};

/// A heading ("Sector 6  stage · 5 lines") over groups, in a scroll area; or a sentence when nothing is selected.
class Inspector : public QWidget
{
    Q_OBJECT

public:
    explicit Inspector(const QString& emptySentence, QWidget* parent = nullptr);

    void setHeading(const QString& what, const QString& detail);
    /// Icon buttons right of the heading.
    void addHeadingWidget(QWidget* widget);
    InspectorGroup* addGroup(const QString& title, const QStringList& columns = {});
    /// InspectorGroup::fitRows() of all groups.
    void fitRows();
    /// Between "the sentence" and "heading and groups".
    void setEmpty(bool empty);
    bool isEmpty() const;

private:
    QWidget* empty_ = nullptr;
    QWidget* content_ = nullptr;
    QLabel* what_ = nullptr;
    QLabel* detail_ = nullptr;
    QHBoxLayout* headingRow_ = nullptr;
    QVBoxLayout* groups_ = nullptr;
    int labelWidth_ = 0; ///< px; of the widest label of all groups, so that their columns stand in line
};

} // namespace blak::ui
