// SPDX-License-Identifier: GPL-3.0-or-later
#include "bgfeditor/ui/hotspot_table.h"

#include "bgfeditor/bgfcore/hotspot_edits.h"
#include "bgfeditor/bgfcore/hotspots.h"
#include "bgfeditor/ui/sprite_model.h"
#include "ui/empty_label.h"
#include "ui/fonts.h"
#include "ui/theme.h"

#include <QHeaderView>
#include <QSignalBlocker>
#include <QTableWidget>

#include <array>

namespace blak::ui::sprites {
namespace {

enum Column : int { Number, Name, X, Y, Draw, ColumnCount };

} // namespace

HotspotTable::HotspotTable(SpriteModel* model, QWidget* parent)
    : QStackedWidget(parent), model_(model), table_(new QTableWidget(0, ColumnCount, this))
{
    table_->setHorizontalHeaderLabels({tr("No."), tr("Name"), tr("x"), tr("y"), tr("Draw")});
    table_->setSelectionBehavior(QAbstractItemView::SelectRows);
    table_->setSelectionMode(QAbstractItemView::SingleSelection);
    table_->setEditTriggers(QAbstractItemView::DoubleClicked | QAbstractItemView::EditKeyPressed | QAbstractItemView::AnyKeyPressed);
    table_->setFrameShape(QFrame::NoFrame);
    table_->setShowGrid(false);
    table_->verticalHeader()->hide();
    table_->verticalHeader()->setDefaultSectionSize(22);
    table_->horizontalHeader()->setFixedHeight(23);
    table_->horizontalHeader()->setHighlightSections(false);
    table_->horizontalHeader()->setSectionResizeMode(QHeaderView::Fixed);
    table_->horizontalHeader()->setSectionResizeMode(Name, QHeaderView::Stretch);
    for (const Column column : {Number, X, Y})
        table_->setColumnWidth(column, 48);
    table_->setColumnWidth(Draw, 58);
    table_->setAccessibleName(tr("Hotspots"));
    addWidget(table_);
    addWidget(new EmptyLabel(tr("No hotspots in this frame. Press H and click the bitmap to add one."), this));
    connect(model, &SpriteModel::frameChanged, this, &HotspotTable::fill);
    connect(model, &SpriteModel::hotspotChanged, this, &HotspotTable::follow);
    connect(table_, &QTableWidget::currentCellChanged, this, [this](int row) { model_->setHotspot(row); });
    connect(table_, &QTableWidget::itemChanged, this, &HotspotTable::take);
    fill();
}

/// What was typed into a cell, in this frame. What does not fit is put back.
void HotspotTable::take(QTableWidgetItem* item)
{
    const bgf::Bitmap* bitmap = model_->current();
    if (bitmap == nullptr || item->row() >= static_cast<int>(bitmap->hotspots.size()))
        return;
    const int number = bitmap->hotspots[static_cast<std::size_t>(item->row())].number;
    const char* name = item->column() == Number ? "number" : item->column() == X ? "x" : "y";
    bool isNumber = false;
    const int value = item->text().trimmed().replace(QChar(0x2212), QLatin1Char('-')).toInt(&isNumber);
    const std::array frames{model_->currentId()};
    const auto done = isNumber ? bgfcore::setHotspotProperty(model_->document(), frames, number, name, std::int64_t{value})
                               : Result<void>(Error{"expected a whole number, found \"" + item->text().toStdString() + "\"", {}});
    if (!done)
        emit failed(tr("Nothing was changed: %1.").arg(QString::fromStdString(done.error().what)));
    fill();
}

void HotspotTable::fill()
{
    const QSignalBlocker quiet(table_);
    const bgf::Bitmap* bitmap = model_->current();
    const int count = bitmap == nullptr ? 0 : static_cast<int>(bitmap->hotspots.size());
    setCurrentIndex(count == 0 ? 1 : 0);
    table_->setRowCount(count);
    for (int row = 0; row < count; ++row) {
        const bgf::Hotspot& hotspot = bitmap->hotspots[static_cast<std::size_t>(row)];
        const std::string_view name = bgfcore::hotspotName(hotspot.number);
        const auto put = [&](Column column, const QString& text, bool number) {
            auto* item = new QTableWidgetItem(text);
            if (!number)
                item->setFlags(item->flags() & ~Qt::ItemIsEditable);
            if (number) {
                item->setFont(monoFont(11.5));
                item->setTextAlignment(Qt::AlignRight | Qt::AlignVCenter);
            }
            table_->setItem(row, column, item);
        };
        put(Number, QString::number(hotspot.number).replace(QLatin1Char('-'), QChar(0x2212)), true);
        put(Name, QString::fromUtf8(name.data(), static_cast<qsizetype>(name.size())), false);
        put(X, QString::number(hotspot.x), true);
        put(Y, QString::number(hotspot.y), true);
        put(Draw, hotspot.number < 0 ? tr("under") : tr("over"), false);
    }
    follow();
}

void HotspotTable::follow()
{
    const QSignalBlocker quiet(table_);
    if (model_->hotspot() < 0)
        table_->setCurrentCell(-1, -1), table_->clearSelection();
    else
        table_->setCurrentCell(model_->hotspot(), Name);
}

} // namespace blak::ui::sprites
