// SPDX-License-Identifier: GPL-3.0-or-later
#include "bgfeditor/ui/hotspot_table.h"

#include "bgfeditor/bgfcore/hotspot_edits.h"
#include "bgfeditor/ui/sprite_model.h"
#include "ui/empty_label.h"
#include "ui/fonts.h"
#include "ui/icons.h"
#include "ui/number_text.h"
#include "ui/theme.h"

#include <QFileInfo>
#include <QHBoxLayout>
#include <QHeaderView>
#include <QKeyEvent>
#include <QSignalBlocker>
#include <QStackedWidget>
#include <QTableWidget>
#include <QToolButton>

#include <algorithm>
#include <array>
#include <cstdlib>

namespace blak::ui::sprites {
namespace {

constexpr int leastRow = 18, usualRow = 22, headHeight = 23; // px

enum Column : int { Number, Name, X, Y, Draw, Attached, ColumnCount };

struct Button
{
    const char* icon;
    const char* text;
    const char* tip;
    const char* action;
};
constexpr std::array buttons{
    Button{"copy", QT_TRANSLATE_NOOP("blak::ui::sprites::HotspotTable", "Copy to frames"), QT_TRANSLATE_NOOP("blak::ui::sprites::HotspotTable", "To the same place in what edits change, or in all frames"), "hotspot.copy"},
    Button{"step-frame", QT_TRANSLATE_NOOP("blak::ui::sprites::HotspotTable", "Interpolate"), QT_TRANSLATE_NOOP("blak::ui::sprites::HotspotTable", "Where it is missing in what edits change, or in all frames"), "hotspot.interpolate"},
    Button{"flip", QT_TRANSLATE_NOOP("blak::ui::sprites::HotspotTable", "Mirror"), QT_TRANSLATE_NOOP("blak::ui::sprites::HotspotTable", "All hotspots as in the angle opposite, mirrored"), "hotspot.mirror"},
};

} // namespace

HotspotTable::HotspotTable(SpriteModel* model, QWidget* parent)
    : QWidget(parent), model_(model), stack_(new QStackedWidget), table_(new QTableWidget(0, ColumnCount))
{
    table_->setHorizontalHeaderLabels({tr("No."), tr("Name"), tr("x"), tr("y"), tr("Draw"), tr("Attached")});
    for (const Column column : {Name, Draw, Attached}) // as what stands below them
        table_->horizontalHeaderItem(column)->setTextAlignment(Qt::AlignLeft | Qt::AlignVCenter);
    for (const Column column : {Number, X, Y})
        table_->horizontalHeaderItem(column)->setTextAlignment(Qt::AlignRight | Qt::AlignVCenter);
    table_->setSelectionBehavior(QAbstractItemView::SelectRows);
    table_->setSelectionMode(QAbstractItemView::SingleSelection);
    table_->setEditTriggers(QAbstractItemView::DoubleClicked | QAbstractItemView::EditKeyPressed | QAbstractItemView::AnyKeyPressed);
    table_->setFrameShape(QFrame::NoFrame);
    table_->setShowGrid(false);
    table_->verticalHeader()->hide();
    table_->verticalHeader()->setMinimumSectionSize(leastRow);
    table_->verticalHeader()->setDefaultSectionSize(usualRow);
    table_->horizontalHeader()->setFixedHeight(headHeight);
    table_->horizontalHeader()->setHighlightSections(false);
    table_->horizontalHeader()->setSectionResizeMode(QHeaderView::Fixed);
    for (const Column column : {Name, Attached})
        table_->horizontalHeader()->setSectionResizeMode(column, QHeaderView::Stretch);
    for (const Column column : {X, Y})
        table_->setColumnWidth(column, 44);
    table_->setColumnWidth(Number, 56);
    table_->setColumnWidth(Draw, 64);
    table_->setAccessibleName(tr("Hotspots"));
    auto* column = new QVBoxLayout(this);
    column->setContentsMargins(0, 0, 0, 0);
    column->setSpacing(0);
    stack_->addWidget(table_);
    stack_->addWidget(new EmptyLabel(tr("No hotspots in this frame. Press H and click the bitmap to add one.")));
    column->addWidget(stack_, 1);
    auto* strip = new QHBoxLayout;
    strip->setContentsMargins(8, 3, 8, 3);
    strip->setSpacing(4);
    for (const Button& each : buttons) {
        auto* button = new QToolButton;
        button->setIcon(icon(QLatin1String(each.icon)));
        button->setText(tr(each.text));
        button->setToolTip(tr(each.tip));
        button->setToolButtonStyle(Qt::ToolButtonTextBesideIcon);
        button->setObjectName(QLatin1String(each.action));
        button->setMinimumWidth(28);
        connect(button, &QToolButton::clicked, this, [this, action = each.action] { emit actionRequested(QLatin1String(action)); });
        strip->addWidget(button);
    }
    strip->addStretch();
    column->addLayout(strip);
    connect(model, &SpriteModel::namesChanged, this, &HotspotTable::fill);
    connect(model, &SpriteModel::dollChanged, this, &HotspotTable::fill);
    connect(model, &SpriteModel::frameChanged, this, &HotspotTable::fill);
    connect(model, &SpriteModel::hotspotChanged, this, &HotspotTable::follow);
    connect(table_, &QTableWidget::currentCellChanged, this, [this](int row) { model_->setHotspot(row); });
    connect(table_, &QTableWidget::itemChanged, this, &HotspotTable::take);
    table_->installEventFilter(this);
    fill();
}

/// Delete removes, as on the picture; while a cell is typed into, the key is the cell's.
bool HotspotTable::eventFilter(QObject* watched, QEvent* event)
{
    const bool isKey = event->type() == QEvent::KeyPress || event->type() == QEvent::ShortcutOverride;
    const auto* key = isKey ? static_cast<QKeyEvent*>(event) : nullptr;
    if (watched != table_ || key == nullptr || key->key() != Qt::Key_Delete || key->modifiers() != Qt::NoModifier || table_->currentRow() < 0)
        return QWidget::eventFilter(watched, event);
    event->accept();
    if (event->type() == QEvent::KeyPress)
        emit actionRequested(QStringLiteral("hotspot.remove"));
    return true;
}

/// What was typed into a cell, in this frame. What does not fit is put back.
void HotspotTable::take(QTableWidgetItem* item)
{
    const bgf::Bitmap* bitmap = model_->current();
    if (bitmap == nullptr || item->row() >= static_cast<int>(bitmap->hotspots.size()))
        return;
    const int number = bitmap->hotspots[static_cast<std::size_t>(item->row())].number;
    const Result<void> done = change(number, item->column(), item->text().trimmed());
    if (!done)
        emit failed(tr("Nothing was changed: %1.").arg(QString::fromStdString(done.error().what)));
    fill();
}

Result<void> HotspotTable::change(int number, int column, const QString& text)
{
    const std::array frames{model_->currentId()};
    if (column == Name)
        return model_->nameHotspot(number, text);
    if (column == Draw) {
        const bool under = text.compare(tr("under"), Qt::CaseInsensitive) == 0;
        if (!under && text.compare(tr("over"), Qt::CaseInsensitive) != 0)
            return Error{"expected over or under, found \"" + text.toStdString() + "\"", {}};
        if (under == (number < 0))
            return {};
        return bgfcore::setHotspotProperty(model_->document(), frames, number, "number", std::int64_t{-number});
    }
    bool isNumber = false;
    const int value = QString(text).replace(QChar(0x2212), QLatin1Char('-')).toInt(&isNumber);
    if (!isNumber)
        return Error{"expected a whole number, found \"" + text.toStdString() + "\"", {}};
    const char* name = column == Number ? "number" : column == X ? "x" : "y";
    return bgfcore::setHotspotProperty(model_->document(), frames, number, name, std::int64_t{value});
}

/// In a few words, for the row; empty: nothing is wrong. As grave as Problems says it is: that other frames lack it is for information.
QString HotspotTable::problemOf(const bgf::Bitmap& bitmap, const bgf::Hotspot& hotspot, bool& isWarning) const
{
    QStringList found;
    if (std::ranges::count(bitmap.hotspots, hotspot.number, &bgf::Hotspot::number) > 1)
        found.append(tr("the frame has this number twice"));
    if (hotspot.x < 0 || hotspot.y < 0 || hotspot.x >= bitmap.width || hotspot.y >= bitmap.height)
        found.append(tr("it lies outside of the bitmap"));
    isWarning = !found.isEmpty();
    const auto& all = model_->sprite().bitmaps;
    const auto lacking = std::ranges::count_if(all, [&](const bgf::Bitmap& one) {
        return std::ranges::none_of(one.hotspots, [&](const bgf::Hotspot& other) {
            return std::abs(other.number) == std::abs(hotspot.number);
        });
    });
    if (lacking > 0)
        found.append(counted(lacking, tr("1 of the other frames has none of this number"), tr("%1 of the other frames have none of this number")));
    return found.join(QStringLiteral("; "));
}

/// What of the paper doll hangs there.
QString HotspotTable::attachedTo(int number) const
{
    QStringList files;
    for (const bgfcore::DollPart& part : model_->doll().parts)
        if (std::abs(part.hotspot) == std::abs(number))
            files.append(QFileInfo(QString::fromStdString(part.file)).completeBaseName());
    return files.join(QStringLiteral(", "));
}

void HotspotTable::fill()
{
    const QSignalBlocker quiet(table_);
    const bgf::Bitmap* bitmap = model_->current();
    const int count = bitmap == nullptr ? 0 : static_cast<int>(bitmap->hotspots.size());
    stack_->setCurrentIndex(count == 0 ? 1 : 0);
    table_->setRowCount(count);
    for (int row = 0; row < count; ++row) {
        const bgf::Hotspot& hotspot = bitmap->hotspots[static_cast<std::size_t>(row)];
        bool isWarning = false;
        const QString problem = problemOf(*bitmap, hotspot, isWarning);
        const auto put = [&](Column column, const QString& text, bool number) {
            auto* item = new QTableWidgetItem(text);
            item->setToolTip(problem);
            if (column == Number && !problem.isEmpty())
                item->setIcon(isWarning ? icon(QStringLiteral("warning"), IconTone::Warning) : icon(QStringLiteral("info"), IconTone::Info));
            if (column == Attached) {
                item->setFlags(item->flags() & ~Qt::ItemIsEditable);
                item->setForeground(theme().text2);
                item->setToolTip(text);
            }
            if (number) {
                item->setFont(monoFont(11.5));
                item->setTextAlignment(Qt::AlignRight | Qt::AlignVCenter);
            }
            table_->setItem(row, column, item);
        };
        put(Number, QString::number(hotspot.number).replace(QLatin1Char('-'), QChar(0x2212)), true);
        put(Name, model_->hotspotName(hotspot.number), false);
        put(X, QString::number(hotspot.x), true);
        put(Y, QString::number(hotspot.y), true);
        put(Draw, hotspot.number < 0 ? tr("under") : tr("over"), false);
        put(Attached, attachedTo(hotspot.number), false);
    }
    shareHeight();
    follow();
}

/// In a low panel rows move together, so that four hotspots, which most figures have, are seen whole.
void HotspotTable::shareHeight()
{
    const int count = table_->rowCount();
    if (count == 0)
        return;
    const int each = (stack_->height() - headHeight) / count;
    const int height = each >= leastRow ? std::min(each, usualRow) : usualRow; // with a bar either way
    if (height != table_->verticalHeader()->defaultSectionSize())
        table_->verticalHeader()->setDefaultSectionSize(height);
}

void HotspotTable::resizeEvent(QResizeEvent* event)
{
    QWidget::resizeEvent(event);
    shareHeight();
}

void HotspotTable::follow()
{
    const QSignalBlocker quiet(table_);
    if (model_->hotspot() < 0)
        table_->setCurrentCell(-1, -1), table_->clearSelection();
    else if (table_->currentRow() != model_->hotspot()) // else an editor that is open in the row would be closed under its hand
        table_->setCurrentCell(model_->hotspot(), Name);
}

} // namespace blak::ui::sprites
