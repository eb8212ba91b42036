// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/inspector.h"

#include "ui/empty_label.h"
#include "ui/fonts.h"
#include "ui/icons.h"
#include "ui/number_field.h"
#include "ui/quiet_wheel.h"

#include <QAbstractSlider>
#include <QComboBox>
#include <QEvent>
#include <QGridLayout>
#include <QHBoxLayout>
#include <QKeyEvent>
#include <QLabel>
#include <QVBoxLayout>

#include <algorithm>
#include <array>

namespace blak::ui {
namespace {

constexpr int labelColumn = 84;
constexpr int margin = 10;
constexpr int rowHeight = 24;

/// By hand; what was never shown yet is not.
bool wasHidden(const QWidget* widget)
{
    return widget->testAttribute(Qt::WA_WState_ExplicitShowHide) && widget->testAttribute(Qt::WA_WState_Hidden);
}

QLabel* named(const QString& text, const char* name)
{
    auto* label = new QLabel(text);
    label->setObjectName(QLatin1String(name));
    return label;
}

} // namespace

ValueLabel::ValueLabel(const QString& text, QWidget* parent) : QWidget(parent), value_(new QLabel(text)), unit_(named({}, "unit"))
{
    auto* row = new QHBoxLayout(this);
    row->setContentsMargins(0, 0, 0, 0);
    row->setSpacing(5);
    value_->setTextInteractionFlags(Qt::TextSelectableByMouse | Qt::TextSelectableByKeyboard);
    value_->setTextFormat(Qt::PlainText);
    value_->setFocusPolicy(Qt::ClickFocus);
    unit_->setFont(uiFont(11));
    row->addWidget(value_);
    row->addWidget(unit_);
    row->addStretch(1);
}

void ValueLabel::setText(const QString& text) { value_->setText(text); }

void ValueLabel::setUnit(const QString& unit) { unit_->setText(unit); }

QString ValueLabel::text() const { return value_->text(); }

void ValueLabel::setQuiet(bool quiet) { value_->setForegroundRole(quiet ? QPalette::PlaceholderText : QPalette::WindowText); }

InspectorGroup::InspectorGroup(const QString& title, const QStringList& columns, QWidget* parent)
    : QWidget(parent), head_(new QWidget), arrow_(new QLabel), body_(new QWidget), grid_(new QGridLayout(body_))
{
    auto* all = new QVBoxLayout(this);
    all->setContentsMargins(0, 0, 0, 0);
    all->setSpacing(0);

    head_->setObjectName(QStringLiteral("inspectorGroupHead"));
    head_->setAttribute(Qt::WA_StyledBackground);
    head_->setFixedHeight(24);
    head_->setFocusPolicy(Qt::TabFocus);
    head_->setAccessibleName(title);
    head_->installEventFilter(this);
    auto* row = new QHBoxLayout(head_);
    row->setContentsMargins(margin - 4, 0, margin, 0);
    row->setSpacing(4);
    arrow_->setPixmap(icon(QStringLiteral("chev-d"), IconTone::Text2).pixmap(14));
    row->addWidget(arrow_);
    row->addWidget(named(title, "groupTitle"));
    row->addStretch(1);

    grid_->setContentsMargins(margin, 4, margin, 6);
    grid_->setHorizontalSpacing(8);
    grid_->setVerticalSpacing(4);
    setLabelWidth(0);
    grid_->setColumnStretch(1, 1);
    grid_->setColumnStretch(2, 1);
    if (!columns.isEmpty())
        setColumnTitles(columns);
    all->addWidget(head_);
    all->addWidget(body_);
}

void InspectorGroup::setLabelWidth(int width) { grid_->setColumnMinimumWidth(0, std::max(labelColumn - 8, width)); }

QWidget* InspectorGroup::addLabel(const QString& text, QWidget* field, int row)
{
    QWidget* label = labelFor(text, field);
    grid_->addWidget(label, row, 0);
    if (const int width = label->sizeHint().width(); width > labelWidth_) {
        labelWidth_ = width;
        emit labelsWidened(width);
    }
    return label;
}

void InspectorGroup::setColumnTitles(const QStringList& columns)
{
    while (columnHeads_.size() < columns.size()) {
        QLabel* label = named({}, "columnHead");
        columnHeads_.push_back(label);
        grid_->addWidget(label, 0, static_cast<int>(columnHeads_.size()));
    }
    for (qsizetype i = 0; i < columnHeads_.size(); ++i)
        columnHeads_[i]->setText(columns.value(i));
}

QWidget* InspectorGroup::labelFor(const QString& text, QWidget* field)
{
    if (auto* number = qobject_cast<NumberField*>(field))
        return new DragLabel(text, number);
    QLabel* label = named(text, "rowLabel");
    label->setBuddy(field);
    return label;
}

void InspectorGroup::addLabelled(const QString& label, QWidget* first, QWidget* second, int columnsOfFirst)
{
    const int row = std::max(1, grid_->rowCount());
    grid_->setRowMinimumHeight(row, rowHeight);
    rows_.append({row, addLabel(label, first, row), first, second});
    grid_->addWidget(first, row, 1, 1, columnsOfFirst);
    if (second != nullptr)
        grid_->addWidget(second, row, 2);
    for (QWidget* field : {first, second})
        if (qobject_cast<QComboBox*>(field) != nullptr || qobject_cast<QAbstractSlider*>(field) != nullptr)
            quietWheel(field);
}

void InspectorGroup::addRow(const QString& label, QWidget* first, QWidget* second) { addLabelled(label, first, second, 1); }

void InspectorGroup::addWideRow(const QString& label, QWidget* widget) { addLabelled(label, widget, nullptr, 2); }

void InspectorGroup::addFullRow(QWidget* widget) { grid_->addWidget(widget, std::max(1, grid_->rowCount()), 0, 1, 3); }

void InspectorGroup::fitRows()
{
    std::array<bool, 2> isUsed{};
    for (const Row& row : rows_) {
        const bool first = !wasHidden(row.first), second = row.second != nullptr && !wasHidden(row.second);
        isUsed[0] = isUsed[0] || first;
        isUsed[1] = isUsed[1] || second;
        row.label->setVisible(first || second);
        grid_->setRowMinimumHeight(row.number, first || second ? rowHeight : 0);
    }
    for (qsizetype i = 0; i < columnHeads_.size(); ++i)
        columnHeads_[i]->setVisible(isUsed[static_cast<std::size_t>(std::min<qsizetype>(i, 1))]);
    if (!rows_.isEmpty())
        setVisible(isUsed[0] || isUsed[1]);
}

ValueLabel* InspectorGroup::addValue(const QString& label)
{
    auto* value = new ValueLabel;
    addWideRow(label, value);
    return value;
}

std::pair<ValueLabel*, ValueLabel*> InspectorGroup::addValues(const QString& label)
{
    auto* first = new ValueLabel;
    auto* second = new ValueLabel;
    addRow(label, first, second);
    return {first, second};
}

void InspectorGroup::setFolded(bool folded)
{
    body_->setVisible(!folded);
    arrow_->setPixmap(icon(folded ? QStringLiteral("chev-r") : QStringLiteral("chev-d"), IconTone::Text2).pixmap(14));
}

bool InspectorGroup::isFolded() const { return body_->isHidden(); }

bool InspectorGroup::eventFilter(QObject* watched, QEvent* event)
{
    bool toggles = event->type() == QEvent::MouseButtonRelease;
    if (event->type() == QEvent::KeyPress) {
        const int key = static_cast<QKeyEvent*>(event)->key();
        toggles = key == Qt::Key_Space || key == Qt::Key_Return;
    }
    if (event->type() == QEvent::PaletteChange)
        setFolded(isFolded());
    if (!toggles)
        return QWidget::eventFilter(watched, event);
    setFolded(!isFolded());
    return true;
}

Inspector::Inspector(const QString& emptySentence, QWidget* parent)
    : QWidget(parent), empty_(new EmptyLabel(emptySentence)), content_(new QWidget), what_(new QLabel),
      detail_(named({}, "secondary"))
{
    auto* all = new QVBoxLayout(this);
    all->setContentsMargins(0, 0, 0, 0);
    all->setSpacing(0);

    auto* heading = new QWidget;
    heading->setFixedHeight(34);
    headingRow_ = new QHBoxLayout(heading);
    headingRow_->setContentsMargins(margin, 0, margin - 4, 0);
    headingRow_->setSpacing(6);
    what_->setFont(uiFont(13, QFont::DemiBold));
    detail_->setSizePolicy(QSizePolicy::Ignored, QSizePolicy::Preferred);
    headingRow_->addWidget(what_);
    headingRow_->addWidget(detail_, 1);

    auto* scroll = new QScrollArea;
    scroll->setWidgetResizable(true);
    scroll->setFrameShape(QFrame::NoFrame);
    scroll->setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    auto* inner = new QWidget;
    groups_ = new QVBoxLayout(inner);
    groups_->setContentsMargins(0, 0, 0, 0);
    groups_->setSpacing(0);
    groups_->addStretch(1);
    scroll->setWidget(inner);

    auto* column = new QVBoxLayout(content_);
    column->setContentsMargins(0, 0, 0, 0);
    column->setSpacing(0);
    column->addWidget(heading);
    column->addWidget(scroll, 1);
    all->addWidget(empty_, 1);
    all->addWidget(content_, 1);
    setEmpty(true);
}

void Inspector::setHeading(const QString& what, const QString& detail)
{
    what_->setText(what);
    detail_->setText(detail);
    detail_->setToolTip(detail);
}

void Inspector::addHeadingWidget(QWidget* widget) { headingRow_->addWidget(widget); }

InspectorGroup* Inspector::addGroup(const QString& title, const QStringList& columns)
{
    auto* group = new InspectorGroup(title, columns);
    groups_->insertWidget(groups_->count() - 1, group);
    group->setLabelWidth(labelWidth_);
    connect(group, &InspectorGroup::labelsWidened, this, [this](int width) {
        if (width <= labelWidth_)
            return;
        labelWidth_ = width;
        for (auto* each : content_->findChildren<InspectorGroup*>())
            each->setLabelWidth(width);
    });
    return group;
}

void Inspector::fitRows()
{
    for (auto* group : content_->findChildren<InspectorGroup*>())
        group->fitRows();
}

void Inspector::setEmpty(bool empty)
{
    empty_->setVisible(empty);
    content_->setVisible(!empty);
}

bool Inspector::isEmpty() const { return !empty_->isHidden(); }

} // namespace blak::ui
