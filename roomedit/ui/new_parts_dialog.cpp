// SPDX-License-Identifier: GPL-3.0-or-later
#include "roomedit/ui/new_parts_dialog.h"

#include "roomedit/ui/room_view.h"
#include "roomedit/ui/texture_label.h"
#include "ui/number_field.h"

#include <QDialogButtonBox>
#include <QGridLayout>
#include <QLabel>
#include <QPushButton>

#include <algorithm>
#include <limits>

namespace blak::ui::rooms {
namespace {

using roomcore::MapDefaults;

struct Kind
{
    const char* key; ///< of the state
    const char* label;
    std::uint16_t& (*of)(MapDefaults&);
    bool isWall;
};

constexpr std::array<Kind, NewPartsDialog::count> kinds{{
    {"wall", QT_TRANSLATE_NOOP("NewPartsDialog", "Wall"), [](MapDefaults& all) -> std::uint16_t& { return all.wallTexture; }, true},
    {"above", QT_TRANSLATE_NOOP("NewPartsDialog", "Upper wall"), [](MapDefaults& all) -> std::uint16_t& { return all.aboveTexture; }, true},
    {"below", QT_TRANSLATE_NOOP("NewPartsDialog", "Lower wall"), [](MapDefaults& all) -> std::uint16_t& { return all.belowTexture; }, true},
    {"floor", QT_TRANSLATE_NOOP("NewPartsDialog", "Floor"), [](MapDefaults& all) -> std::uint16_t& { return all.sector.floorTexture; }, false},
    {"ceiling", QT_TRANSLATE_NOOP("NewPartsDialog", "Ceiling"), [](MapDefaults& all) -> std::uint16_t& { return all.sector.ceilingTexture; }, false},
}};

} // namespace

QVariantMap stateOf(const MapDefaults& defaults)
{
    MapDefaults all = defaults;
    QVariantMap state;
    for (const Kind& kind : kinds)
        state.insert(QLatin1String(kind.key), kind.of(all));
    return state;
}

std::optional<MapDefaults> defaultsOf(const QVariantMap& state, const MapDefaults& otherwise)
{
    if (state.isEmpty())
        return {};
    MapDefaults all = otherwise;
    for (const Kind& kind : kinds)
        if (const auto value = state.constFind(QLatin1String(kind.key)); value != state.constEnd())
            kind.of(all) = static_cast<std::uint16_t>(std::clamp(value->toInt(), 0, int{std::numeric_limits<std::uint16_t>::max()}));
    return all;
}

NewPartsDialog::NewPartsDialog(RoomView& room) : QDialog(&room), room_(room)
{
    setWindowTitle(tr("Textures of new parts"));
    auto* grid = new QGridLayout(this);
    auto* told = new QLabel(tr("Drop a texture on a picture, or type its number. 0 for an upper or lower wall: as the rest of its side."));
    told->setWordWrap(true);
    grid->addWidget(told, 0, 0, 1, 3);
    for (std::size_t i = 0; i < count; ++i) {
        const int row = static_cast<int>(i) + 1;
        fields_[i] = new NumberField(0, std::numeric_limits<std::uint16_t>::max(), {});
        fields_[i]->setObjectName(QStringLiteral("newParts.") + QLatin1String(kinds[i].key));
        fields_[i]->setAccessibleName(tr(kinds[i].label));
        pictures_[i] = new TextureLabel(room.model()->textures().get(), kinds[i].isWall);
        pictures_[i]->setAcceptsTextures(true);
        grid->addWidget(new QLabel(tr(kinds[i].label)), row, 0);
        grid->addWidget(fields_[i], row, 1);
        grid->addWidget(pictures_[i], row, 2);
        connect(fields_[i], &NumberField::valueChanged, pictures_[i], [label = pictures_[i]](double number) { label->setTexture(static_cast<int>(number)); });
        connect(pictures_[i], &TextureLabel::textureDropped, this, [this, i](int number) {
            fields_[i]->setValue(number);
            pictures_[i]->setTexture(number);
        });
    }
    auto* buttons = new QDialogButtonBox(QDialogButtonBox::Ok | QDialogButtonBox::Cancel);
    auto* used = buttons->addButton(tr("What the room uses most"), QDialogButtonBox::ResetRole);
    grid->addWidget(buttons, static_cast<int>(count) + 1, 0, 1, 3);
    connect(used, &QPushButton::clicked, this, [this] { fill(roomcore::defaultsOf(room_.roomDocument()->map())); });
    connect(buttons, &QDialogButtonBox::accepted, this, &NewPartsDialog::take);
    connect(buttons, &QDialogButtonBox::rejected, this, &QDialog::reject);
    fill(room.roomDocument()->defaults());
}

void NewPartsDialog::fill(const MapDefaults& defaults)
{
    MapDefaults all = defaults;
    for (std::size_t i = 0; i < count; ++i) {
        fields_[i]->setValue(kinds[i].of(all));
        pictures_[i]->setTexture(kinds[i].of(all));
    }
}

void NewPartsDialog::take()
{
    roomcore::RoomDocument& document = *room_.roomDocument();
    MapDefaults all = document.defaults();
    for (std::size_t i = 0; i < count; ++i)
        kinds[i].of(all) = static_cast<std::uint16_t>(fields_[i]->intValue());
    if (all == roomcore::defaultsOf(document.map()))
        document.setDefaults({});
    else
        document.setDefaults(all);
    accept();
}

} // namespace blak::ui::rooms
