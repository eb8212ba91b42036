// SPDX-License-Identifier: GPL-3.0-or-later
// The part of RoomInspector that changes what is selected.
#include "roomedit/roomcore/operations/properties.h"
#include "roomedit/roomcore/operations/transform.h"
#include "roomedit/ui/room_inspector.h"
#include "roomedit/ui/step_names.h"
#include "roomedit/ui/texture_images.h"
#include "roomedit/ui/texture_label.h"
#include "ui/elided_label.h"
#include "ui/fonts.h"
#include "ui/inspector.h"
#include "ui/number_field.h"

#include <QCheckBox>
#include <QComboBox>
#include <QHBoxLayout>
#include <QLineEdit>
#include <QSignalBlocker>
#include <QVBoxLayout>

#include <algorithm>
#include <cmath>

namespace blak::ui::rooms {
namespace {

using namespace roomcore;

QString toText(std::string_view text) { return QString::fromUtf8(text.data(), static_cast<qsizetype>(text.size())); }

double numberOf(const property::Value& value)
{
    if (const auto* whole = std::get_if<std::int64_t>(&value))
        return static_cast<double>(*whole);
    if (const auto* number = std::get_if<double>(&value))
        return *number;
    return 0;
}

property::Value valueOf(const property::Property& property, double number)
{
    if (property.type == property::Type::Number)
        return number;
    return static_cast<std::int64_t>(std::llround(number));
}

QString unitOf(const property::Property& property)
{
    // Fields take the stored numbers: what they count is said in short.
    switch (property.unit) {
    case property::Unit::FrameTenths: return RoomInspector::tr("0.1/s");
    case property::Unit::Turn4096: return RoomInspector::tr("/4096");
    case property::Unit::EditorUnits:
    case property::Unit::Texels: return {};
    default: return toText(property::unitSymbol(property.unit));
    }
}

/// What one gesture does to the same field of the same selection becomes one step. 0: nothing goes on with it.
std::uint64_t mergeKeyOf(const void* property, const QVector<MapItem>& items, std::uint64_t gesture)
{
    if (gesture == 0)
        return 0;
    std::uint64_t key = reinterpret_cast<std::uintptr_t>(property) + gesture * 1'000'033;
    for (const MapItem& item : items)
        key = key * 1'000'003 + static_cast<std::uint64_t>(item.index) * 8 + static_cast<std::uint64_t>(item.kind);
    return key | 1;
}

/// Where a property puts its texture, in words.
QString placeOfTexture(const property::Property& property, bool isOfSector, bool isOfMinusSide)
{
    if (isOfSector)
        return property.group == std::string_view("Ceiling") ? RoomInspector::tr("the ceiling") : RoomInspector::tr("the floor");
    const QString part = QString::fromUtf8(property.label.data(), static_cast<qsizetype>(property.label.size())).toLower();
    return isOfMinusSide ? RoomInspector::tr("“%1” of the − side").arg(part) : RoomInspector::tr("“%1” of the + side").arg(part);
}

} // namespace

void RoomInspector::write(Target target, const property::Property& property, const property::Value& value, std::uint64_t gesture)
{
    const MapSelection parts = model_->selectedParts();
    MapEdit edit = model_->edit();
    const std::uint64_t key = mergeKeyOf(&property, model_->selection(), gesture);
    Result<void> done;
    switch (target) {
    case Target::PlusSide:
    case Target::MinusSide: {
        std::vector<SideRef> sides;
        for (const LineId line : parts.lines)
            sides.push_back({line, target == Target::PlusSide ? Side::Plus : Side::Minus});
        done = setSideProperty(edit, sides, property, value, key);
        break;
    }
    case Target::Line: done = setLineProperty(edit, parts.lines, property, value, key); break;
    case Target::Sector: done = setSectorProperty(edit, parts.sectors, property, value, model_->defaults(), key); break;
    case Target::Thing: done = setThingProperty(edit, parts.things, property, value, key); break;
    }
    if (!done) {
        model_->refused(done.error());
        refresh();
    }
}

QWidget* RoomInspector::makeField(Page& page, const property::Property& property, int column, const RecordOf& record,
                                  Target target, bool onWall)
{
    Value value{toText(property.name), column, {}, {}, {}, {}};
    value.read = [&property, record](int item) {
        const void* at = record(item);
        return at == nullptr || (property.exists != nullptr && !property.exists(at))
                   ? QString()
                   : QString::fromStdString(property::text(property.read(at)));
    };
    value.show = [](const QString&, bool) {};
    const auto stored = [&property, record](int item) -> std::optional<property::Value> {
        const void* at = record(item);
        if (at == nullptr || (property.exists != nullptr && !property.exists(at)))
            return std::nullopt;
        return property.read(at);
    };
    const auto enter = [this, target, &property](const property::Value& entered, std::uint64_t gesture = 0) { write(target, property, entered, gesture); };
    QWidget* widget = nullptr;
    if (property.type == property::Type::Boolean) {
        auto* box = new QCheckBox;
        connect(box, &QCheckBox::clicked, this, [box, enter] {
            box->setTristate(false);
            enter(box->isChecked());
        });
        value.showValue = [box, stored](int item, bool mixed) {
            const auto now = stored(item);
            const QSignalBlocker quiet(box);
            box->setVisible(now.has_value());
            box->setTristate(mixed);
            box->setCheckState(mixed ? Qt::PartiallyChecked : now && std::get<bool>(*now) ? Qt::Checked : Qt::Unchecked);
        };
        widget = box;
    } else if (!property.choices.empty()) {
        auto* box = new QComboBox;
        for (const property::Choice& choice : property.choices)
            box->addItem(toText(choice.label), static_cast<qlonglong>(choice.value));
        box->setSizeAdjustPolicy(QComboBox::AdjustToMinimumContentsLengthWithIcon);
        box->setMinimumContentsLength(6);
        connect(box, &QComboBox::activated, this,
                [box, enter] { enter(static_cast<std::int64_t>(box->currentData().toLongLong())); });
        value.showValue = [box, stored](int item, bool mixed) {
            const auto now = stored(item);
            box->setVisible(now.has_value());
            box->setCurrentIndex(!now || mixed ? -1 : box->findData(static_cast<qlonglong>(numberOf(*now))));
        };
        widget = box;
    } else if (property.type == property::Type::Text) {
        auto* line = new QLineEdit;
        connect(line, &QLineEdit::editingFinished, this, [line, enter] {
            if (line->isModified())
                enter(line->text().toStdString());
            line->setModified(false);
        });
        value.showValue = [line, stored](int item, bool mixed) {
            const auto now = stored(item);
            line->setVisible(now.has_value());
            line->setPlaceholderText(mixed ? RoomInspector::tr("mixed") : QString());
            line->setText(!now || mixed ? QString() : QString::fromStdString(property::text(*now)));
            line->setModified(false);
        };
        widget = line;
    } else {
        auto* field = new NumberField(property.minimum, property.maximum, unitOf(property));
        if (property.type == property::Type::Number)
            field->setDecimals(3);
        connect(field, &NumberField::valueChanged, this,
                [enter, field, &property](double entered) { enter(valueOf(property, entered), field->gesture()); });
        TextureLabel* picture = nullptr;
        ElidedLabel* name = nullptr;
        widget = field;
        if (property.editor == property::Editor::Texture) {
            widget = new QWidget;
            auto* row = new QHBoxLayout(widget);
            row->setContentsMargins(0, 0, 0, 0);
            row->setSpacing(4);
            picture = new TextureLabel(model_->textures().get(), onWall);
            picture->setFixedWidth(38);
            picture->setAcceptsTextures(true);
            connect(picture, &TextureLabel::textureDropped, this,
                    [enter](int number) { enter(static_cast<std::int64_t>(number)); });
            picture->setClickable(tr("A click chooses another one among the textures"));
            const QString place = placeOfTexture(property, target == Target::Sector, target == Target::MinusSide);
            connect(picture, &TextureLabel::clicked, this, [this, picture, place, enter] {
                chooseTexture(picture, place, [enter](int number) { enter(static_cast<std::int64_t>(number)); });
            });
            name = new ElidedLabel; // as much of it as the column is wide; its tool tip says the rest
            name->setObjectName(QStringLiteral("textureName"));
            name->setFont(uiFont(11));
            name->setForegroundRole(QPalette::PlaceholderText);
            name->setSizePolicy(QSizePolicy::Ignored, QSizePolicy::Fixed); // a long one makes no column wider
            auto* words = new QVBoxLayout;
            words->setSpacing(0);
            words->addWidget(field);
            words->addWidget(name);
            row->addWidget(picture);
            row->addLayout(words, 1);
            field->setAccessibleName(toText(property.label));
        }
        value.showValue = [this, field, picture, name, stored, widget](int item, bool mixed) {
            const auto now = stored(item);
            widget->setVisible(now.has_value());
            if (!now)
                return;
            if (mixed)
                field->setMixed();
            else
                field->setValue(numberOf(*now));
            if (picture == nullptr)
                return;
            const int number = static_cast<int>(numberOf(*now));
            if (mixed)
                picture->setMixed();
            else
                picture->setTexture(number);
            name->setText(mixed || number == 0 ? QString() : model_->textures()->name(number));
            name->setVisible(!name->text().isEmpty());
        };
    }
    widget->setObjectName(QStringLiteral("%1.%2").arg(toText(property.name)).arg(column));
    widget->setAccessibleName(toText(property.label));
    widget->setToolTip(toText(property.help));
    page.values.push_back(std::move(value));
    return widget;
}

void RoomInspector::addVertexField(Page& page, InspectorGroup* group, const QString& label, bool isX)
{
    auto* field = new NumberField(lowestCoordinate, highestCoordinate, tr("units"));
    field->setObjectName(isX ? QStringLiteral("vertex.x") : QStringLiteral("vertex.y"));
    field->setAccessibleName(label);
    const auto read = [this, isX](int item) {
        const QPoint point = model_->index().vertices()[static_cast<std::size_t>(item)].point;
        return isX ? point.x() : point.y();
    };
    connect(field, &NumberField::valueChanged, this, [this, isX](double entered) {
        const auto place = static_cast<std::int32_t>(entered);
        MapSelection what;
        what.vertices = model_->selectedParts().vertices;
        const QString name = (isX ? tr("Set x of %1 to %2") : tr("Set y of %1 to %2")).arg(inWords(*model_, what)).arg(place);
        inStep(*model_, name, [&](MapEdit& edit) {
            return transform(
                edit, what, [=](MapPoint point) { return isX ? MapPoint{place, point.y} : MapPoint{point.x, place}; }, false,
                model_->mergeRule(), model_->defaults(), name.toStdString());
        });
        refresh();
    });
    page.values.push_back({label, 0, [read](int item) { return QString::number(read(item)); }, [](const QString&, bool) {}, {},
                           [field, read](int item, bool mixed) {
                               if (mixed)
                                   field->setMixed();
                               else
                                   field->setValue(read(item));
                           }});
    group->addWideRow(label, field);
}

} // namespace blak::ui::rooms
