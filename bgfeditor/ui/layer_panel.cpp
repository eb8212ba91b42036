// SPDX-License-Identifier: GPL-3.0-or-later
#include "bgfeditor/ui/layer_panel.h"

#include "bgfeditor/bgfcore/layer_edits.h"
#include "bgfeditor/ui/sprite_model.h"
#include "ui/empty_label.h"
#include "ui/icons.h"
#include "ui/number_field.h"

#include <QCheckBox>
#include <QHBoxLayout>
#include <QHeaderView>
#include <QLabel>
#include <QSignalBlocker>
#include <QSlider>
#include <QStackedWidget>
#include <QTableWidget>
#include <QToolButton>

#include <array>
#include <string_view>

namespace blak::ui::sprites {
namespace {

struct Button
{
    const char* icon;
    const char* tip;
    const char* action;
};
constexpr std::array buttons{
    Button{"plus", QT_TRANSLATE_NOOP("blak::ui::sprites::LayerPanel", "Add a layer over this one"), "layer.add"},
    Button{"trash", QT_TRANSLATE_NOOP("blak::ui::sprites::LayerPanel", "Remove the layer"), "layer.remove"},
    Button{"", QT_TRANSLATE_NOOP("blak::ui::sprites::LayerPanel", "Move the layer up"), "layer.up"},
    Button{"", QT_TRANSLATE_NOOP("blak::ui::sprites::LayerPanel", "Move the layer down"), "layer.down"},
    Button{"layers", QT_TRANSLATE_NOOP("blak::ui::sprites::LayerPanel", "Merge with the layer below"), "layer.merge"},
};

QToolButton* buttonOf(const QString& iconName, const QString& tip, const char* name)
{
    auto* button = new QToolButton;
    if (!iconName.isEmpty())
        button->setIcon(icon(iconName));
    button->setToolTip(tip);
    button->setAccessibleName(tip);
    button->setObjectName(QLatin1String(name));
    return button;
}

} // namespace

LayerPanel::LayerPanel(SpriteModel* model, QWidget* parent)
    : QWidget(parent), model_(model), stack_(new QStackedWidget), table_(new QTableWidget(0, ColumnCount)), reference_(new QWidget),
      shown_(new QCheckBox(tr("Shown"))), over_(new QCheckBox(tr("Over the frame"))), opacity_(new QSlider(Qt::Horizontal)),
      x_(new NumberField(-bgfcore::farthestReference, bgfcore::farthestReference, {})),
      y_(new NumberField(-bgfcore::farthestReference, bgfcore::farthestReference, {})),
      scale_(new NumberField(bgfcore::smallestScale, bgfcore::largestScale, tr("%")))
{
    table_->setHorizontalHeaderLabels({tr("Seen"), tr("Lock"), tr("Layer")});
    table_->setSelectionBehavior(QAbstractItemView::SelectRows);
    table_->setSelectionMode(QAbstractItemView::SingleSelection);
    table_->setFrameShape(QFrame::NoFrame);
    table_->setShowGrid(false);
    table_->verticalHeader()->hide();
    table_->verticalHeader()->setDefaultSectionSize(22);
    table_->horizontalHeader()->setFixedHeight(23);
    table_->horizontalHeader()->setHighlightSections(false);
    table_->horizontalHeader()->setSectionResizeMode(QHeaderView::Fixed);
    table_->horizontalHeader()->setSectionResizeMode(Name, QHeaderView::Stretch);
    table_->horizontalHeader()->setDefaultAlignment(Qt::AlignLeft | Qt::AlignVCenter);
    table_->setColumnWidth(Seen, 48);
    table_->setColumnWidth(Locked, 48);
    table_->setAccessibleName(tr("Layers"));
    auto* column = new QVBoxLayout(this);
    column->setContentsMargins(0, 0, 0, 0);
    column->setSpacing(0);
    stack_->addWidget(table_);
    stack_->addWidget(new EmptyLabel(tr("This frame is a single sheet. Add a layer to draw over it; layers are kept beside the sprite.")));
    column->addWidget(stack_, 1);
    auto* strip = new QHBoxLayout;
    strip->setContentsMargins(8, 3, 8, 3);
    strip->setSpacing(4);
    for (const Button& each : buttons) {
        auto* button = buttonOf(QLatin1String(each.icon), tr(each.tip), each.action);
        if (each.icon[0] == '\0')
            button->setText(each.action == std::string_view("layer.up") ? tr("Up") : tr("Down"));
        connect(button, &QToolButton::clicked, this, [this, action = each.action] { emit actionRequested(QLatin1String(action)); });
        strip->addWidget(button);
        if (each.action != std::string_view("layer.add"))
            needLayers_.append(button);
    }
    strip->addStretch();
    column->addLayout(strip);
    addReferencePart();
    for (auto signal : {&SpriteModel::frameChanged, &SpriteModel::layerChanged})
        connect(model, signal, this, &LayerPanel::fill);
    connect(model, &SpriteModel::documentChanged, this, &LayerPanel::showReference);
    connect(table_, &QTableWidget::itemChanged, this, &LayerPanel::take);
    connect(table_, &QTableWidget::currentCellChanged, this, [this](int row) {
        if (const auto* item = table_->item(row, Name))
            model_->setDrawnLayer(item->text());
    });
    fill();
    showReference();
}

void LayerPanel::addReferencePart()
{
    auto* head = new QHBoxLayout;
    head->setContentsMargins(8, 3, 8, 3);
    head->setSpacing(4);
    auto* title = new QLabel(tr("Reference picture"));
    title->setObjectName(QStringLiteral("text2"));
    head->addWidget(title);
    head->addStretch();
    for (const Button& each : {Button{"open", QT_TR_NOOP("Choose a picture to draw from"), "reference.choose"},
                               Button{"trash", QT_TR_NOOP("Remove the reference picture"), "reference.remove"}}) {
        auto* button = buttonOf(QLatin1String(each.icon), tr(each.tip), each.action);
        connect(button, &QToolButton::clicked, this, [this, action = each.action] { emit actionRequested(QLatin1String(action)); });
        head->addWidget(button);
    }
    auto* rows = new QVBoxLayout(reference_);
    rows->setContentsMargins(8, 0, 8, 6);
    rows->setSpacing(4);
    auto* flags = new QHBoxLayout;
    shown_->setObjectName(QStringLiteral("referenceShown"));
    over_->setObjectName(QStringLiteral("referenceOver"));
    flags->addWidget(shown_);
    flags->addWidget(over_);
    flags->addStretch();
    rows->addLayout(flags);
    auto* seen = new QHBoxLayout;
    seen->addWidget(new QLabel(tr("Opacity")));
    opacity_->setObjectName(QStringLiteral("referenceOpacity"));
    opacity_->setAccessibleName(tr("Opacity of the reference picture"));
    opacity_->setRange(0, 100);
    seen->addWidget(opacity_, 1);
    rows->addLayout(seen);
    auto* places = new QHBoxLayout;
    places->setSpacing(4);
    const auto addField = [&](const QString& label, NumberField* field, const char* name, const QString& tip) {
        field->setObjectName(QLatin1String(name));
        field->setAccessibleName(tip);
        field->setToolTip(tip);
        field->setMinimumWidth(44);
        places->addWidget(new DragLabel(label, field));
        places->addWidget(field, 1);
    };
    addField(tr("x"), x_, "referenceX", tr("Left edge, pixels from the feet"));
    addField(tr("y"), y_, "referenceY", tr("Top edge, pixels from the feet"));
    addField(tr("Size"), scale_, "referenceScale", tr("Size of the reference picture"));
    rows->addLayout(places);
    auto* column = static_cast<QVBoxLayout*>(layout());
    column->addLayout(head);
    column->addWidget(reference_);

    using Reference = bgfcore::ReferencePicture;
    connect(shown_, &QCheckBox::clicked, this, [this](bool on) { changeReference([on](Reference& one) { one.visible = on; }); });
    connect(over_, &QCheckBox::clicked, this, [this](bool on) { changeReference([on](Reference& one) { one.over = on; }); });
    connect(opacity_, &QSlider::sliderPressed, this, [this] { dragKey_ = document::newStepKey(); });
    connect(opacity_, &QSlider::sliderReleased, this, [this] { dragKey_ = 0; });
    connect(opacity_, &QSlider::valueChanged, this,
            [this](int value) { changeReference([value](Reference& one) { one.opacity = value; }); });
    const auto follow = [this](NumberField* field, std::int32_t Reference::*member) {
        connect(field, &NumberField::valueChanged, this, [this, member](double value) {
            changeReference([=](Reference& one) { one.*member = static_cast<std::int32_t>(value); });
        });
    };
    follow(x_, &Reference::x);
    follow(y_, &Reference::y);
    follow(scale_, &Reference::scale);
}

void LayerPanel::tell(const Result<void>& done)
{
    if (!done)
        emit failed(tr("Nothing was changed: %1.").arg(QString::fromStdString(done.error().what)));
}

void LayerPanel::changeReference(const std::function<void(bgfcore::ReferencePicture&)>& change)
{
    const bgfcore::ReferencePointer& before = model_->document().reference();
    if (before == nullptr)
        return;
    auto changed = std::make_shared<bgfcore::ReferencePicture>(*before);
    change(*changed);
    tell(bgfcore::setReference(model_->document(), std::move(changed), dragKey_));
}

void LayerPanel::showReference()
{
    const bgfcore::ReferencePointer& reference = model_->document().reference();
    reference_->setVisible(reference != nullptr);
    if (reference == nullptr)
        return;
    const QSignalBlocker quiet(opacity_);
    shown_->setChecked(reference->visible);
    over_->setChecked(reference->over);
    opacity_->setValue(reference->opacity);
    x_->setValue(reference->x);
    y_->setValue(reference->y);
    scale_->setValue(reference->scale);
}

/// What was clicked or typed, in all frames that edits change. What does not fit is put back.
void LayerPanel::take(QTableWidgetItem* item)
{
    const auto* nameItem = table_->item(item->row(), Name);
    const std::string name = nameItem->data(Qt::UserRole).toString().toStdString(); // before it was typed over
    const bool on = item->checkState() == Qt::Checked;
    const auto frames = model_->scopeFrames();
    if (item->column() == Seen)
        tell(bgfcore::showLayer(model_->document(), frames, name, on));
    else if (item->column() == Locked)
        tell(bgfcore::lockLayer(model_->document(), frames, name, on));
    else {
        const std::string typed = item->text().trimmed().toStdString();
        const auto done = bgfcore::renameLayer(model_->document(), frames, name, typed);
        tell(done);
        if (done)
            model_->setDrawnLayer(QString::fromStdString(typed));
    }
    fill();
}

void LayerPanel::fill()
{
    const QSignalBlocker quiet(table_);
    const bgfcore::Frame* frame = model_->document().frames().find(model_->currentId());
    const bool hasLayers = frame != nullptr && frame->layers != nullptr;
    stack_->setCurrentIndex(hasLayers ? 0 : 1);
    for (QToolButton* button : std::as_const(needLayers_))
        button->setEnabled(hasLayers);
    const int rows = hasLayers ? static_cast<int>(frame->layers->size()) : 0;
    table_->setRowCount(rows);
    const QString drawn = model_->drawnLayer();
    for (int row = 0; row < rows; ++row) {
        const bgfcore::Layer& layer = (*frame->layers)[static_cast<std::size_t>(rows - 1 - row)];
        const auto addCheck = [&](Column column, bool on, const QString& tip) {
            auto* item = new QTableWidgetItem;
            item->setFlags(Qt::ItemIsEnabled | Qt::ItemIsSelectable | Qt::ItemIsUserCheckable);
            item->setCheckState(on ? Qt::Checked : Qt::Unchecked);
            item->setToolTip(tip);
            table_->setItem(row, column, item);
        };
        addCheck(Seen, layer.visible, tr("Whether the layer is seen, here and in the sprite"));
        addCheck(Locked, layer.locked, tr("Whether nothing can be drawn on it"));
        const QString name = QString::fromStdString(layer.name);
        auto* item = new QTableWidgetItem(name);
        item->setData(Qt::UserRole, name);
        table_->setItem(row, Name, item);
        if (name == drawn)
            table_->setCurrentCell(row, Name);
    }
}

} // namespace blak::ui::sprites
