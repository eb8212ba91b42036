// SPDX-License-Identifier: GPL-3.0-or-later
#include "roomedit/ui/room_inspector.h"

#include "roomedit/ui/texture_images.h"
#include "roomedit/ui/texture_label.h"
#include "studio/widgets/inspector.h"

#include <QCheckBox>
#include <QHBoxLayout>
#include <QStackedWidget>

#include <cmath>

namespace blak::ui {
namespace {

const QString yes = QStringLiteral("yes");

QString scrollName(std::uint32_t flags, unsigned speedShift, unsigned directionShift)
{
    static const std::array<const char*, 4> speeds{
        QT_TRANSLATE_NOOP("RoomInspector", "None"), QT_TRANSLATE_NOOP("RoomInspector", "Slow"),
        QT_TRANSLATE_NOOP("RoomInspector", "Medium"), QT_TRANSLATE_NOOP("RoomInspector", "Fast")};
    static const std::array<const char*, 8> directions{"N", "NE", "E", "SE", "S", "SW", "W", "NW"};
    const unsigned speed = flags >> speedShift & 3u;
    const QString name = RoomInspector::tr(speeds[speed]);
    return speed == 0 ? name : QStringLiteral("%1 %2").arg(name, QLatin1String(directions[flags >> directionShift & 7u]));
}

QString animationText(int speed)
{
    return speed == 0 ? RoomInspector::tr("None") : RoomInspector::tr("%1 frames/s").arg(speed / 10.0);
}

QString tagText(int tag) { return tag == 0 ? RoomInspector::tr("none") : QString::number(tag); }

QString lightText(int light)
{
    if (light < 128)
        return RoomInspector::tr("%1 · fixed").arg(light);
    const int above = light - 192;
    return above == 0  ? RoomInspector::tr("%1 · follows the time of day").arg(light)
           : above > 0 ? RoomInspector::tr("%1 · time of day, %2 above neutral").arg(light).arg(above)
                       : RoomInspector::tr("%1 · time of day, %2 below neutral").arg(light).arg(-above);
}

QString slopeText(const std::optional<roo::Slope>& slope)
{
    if (!slope)
        return RoomInspector::tr("None");
    const double level = std::hypot(slope->a, slope->b);
    return RoomInspector::tr("%1°").arg(std::atan2(level, std::abs(slope->c)) * 180 / M_PI, 0, 'f', 1);
}

/// A box that shows a state and takes no clicks.
QCheckBox* stateBox()
{
    auto* box = new QCheckBox;
    box->setAttribute(Qt::WA_TransparentForMouseEvents);
    box->setFocusPolicy(Qt::NoFocus);
    return box;
}

} // namespace

RoomInspector::RoomInspector(RoomModel* model, QWidget* parent) : QWidget(parent), model_(model), stack_(new QStackedWidget(this))
{
    auto* row = new QHBoxLayout(this);
    row->setContentsMargins(0, 0, 0, 0);
    row->addWidget(stack_);
    for (Page& page : pages_) {
        page.inspector = new Inspector(tr("Select a line, sector or thing to see its properties."), this);
        page.inspector->setEmpty(true);
        stack_->addWidget(page.inspector);
    }
    buildLinePage();
    buildSectorPage();
    buildThingPage();
    buildVertexPage();
    connect(model, &RoomModel::selectionChanged, this, &RoomInspector::refresh);
    refresh();
}

void RoomInspector::addText(Page& page, InspectorGroup* group, const QString& row, const QString& unit, Read first, Read second)
{
    const auto add = [&](int column, ValueLabel* label, Read read) {
        label->setUnit(unit);
        page.values.push_back({row,
                               column,
                               std::move(read),
                               [label, unit](const QString& text, bool mixed) {
                                   label->setText(mixed ? tr("mixed") : text);
                                   label->setUnit(mixed || text.isEmpty() ? QString() : unit);
                                   label->setQuiet(mixed || text == tr("none") || text == tr("None") ||
                                                   text == QLatin1String("0"));
                               },
                               {}});
    };
    if (second) {
        const auto [left, right] = group->addValues(row);
        add(0, left, std::move(first));
        add(1, right, std::move(second));
    } else {
        add(0, group->addValue(row), std::move(first));
    }
}

void RoomInspector::addTexture(Page& page, InspectorGroup* group, const QString& row, bool onWall, Read first, Read second)
{
    const auto make = [&](int column, Read read) {
        auto* label = new TextureLabel(model_->textures().get(), onWall);
        page.values.push_back({row,
                               column,
                               std::move(read),
                               [label](const QString& text, bool mixed) {
                                   if (mixed)
                                       return label->setMixed();
                                   label->setVisible(!text.isEmpty());
                                   label->setTexture(text.toInt());
                               },
                               {}});
        return label;
    };
    TextureLabel* left = make(0, std::move(first));
    group->addRow(row, left, second ? make(1, std::move(second)) : nullptr);
}

void RoomInspector::addFlag(Page& page, InspectorGroup* group, const QString& row, Read first, Read second)
{
    const auto make = [&](int column, Read read) {
        QCheckBox* box = stateBox();
        box->setAccessibleName(row);
        page.values.push_back({row,
                               column,
                               std::move(read),
                               [box](const QString& text, bool mixed) {
                                   box->setVisible(mixed || !text.isEmpty());
                                   box->setTristate(mixed);
                                   box->setCheckState(mixed ? Qt::PartiallyChecked : text == yes ? Qt::Checked : Qt::Unchecked);
                               },
                               {}});
        return box;
    };
    QCheckBox* left = make(0, std::move(first));
    group->addRow(row, left, second ? make(1, std::move(second)) : nullptr);
}

void RoomInspector::buildLinePage()
{
    Page& page = this->page(MapItem::Kind::Line);
    const QStringList columns{tr("+ side"), tr("− side")};
    // A value of one side: "" where the line has none.
    const auto ofSide = [this](bool plus, auto read) -> Read {
        return [this, plus, read](int item) -> QString {
            const roo::Linedef& line = model_->room().linedefs[static_cast<std::size_t>(item)];
            const std::size_t side = plus ? line.plusSide : line.minusSide;
            return side == 0 || side > model_->room().sidedefs.size() ? QString() : read(model_->room().sidedefs[side - 1], line);
        };
    };
    const auto text = [&](InspectorGroup* group, const QString& row, const QString& unit, auto read) {
        addText(page, group, row, unit, ofSide(true, read), ofSide(false, read));
    };
    const auto texture = [&](InspectorGroup* group, const QString& row, auto member) {
        const auto read = [member](const roo::Sidedef& side, const roo::Linedef&) { return QString::number(side.*member); };
        addTexture(page, group, row, true, ofSide(true, read), ofSide(false, read));
    };
    const auto flag = [&](InspectorGroup* group, const QString& row, std::uint32_t bit) {
        const auto read = [bit](const roo::Sidedef& side, const roo::Linedef&) {
            return (side.flags & bit) != 0 ? yes : tr("no");
        };
        addFlag(page, group, row, ofSide(true, read), ofSide(false, read));
    };

    InspectorGroup* textures = page.inspector->addGroup(tr("Textures"), columns);
    texture(textures, tr("Above"), &roo::Sidedef::aboveTexture);
    texture(textures, tr("Normal"), &roo::Sidedef::normalTexture);
    texture(textures, tr("Below"), &roo::Sidedef::belowTexture);

    InspectorGroup* offsets = page.inspector->addGroup(tr("Offsets and motion"), columns);
    addText(page, offsets, tr("x"), tr("units"),
            ofSide(true, [](const roo::Sidedef&, const roo::Linedef& line) { return QString::number(line.plusXOffset); }),
            ofSide(false, [](const roo::Sidedef&, const roo::Linedef& line) { return QString::number(line.minusXOffset); }));
    addText(page, offsets, tr("y"), tr("units"),
            ofSide(true, [](const roo::Sidedef&, const roo::Linedef& line) { return QString::number(line.plusYOffset); }),
            ofSide(false, [](const roo::Sidedef&, const roo::Linedef& line) { return QString::number(line.minusYOffset); }));
    text(offsets, tr("Scroll"), {}, [](const roo::Sidedef& side, const roo::Linedef&) {
        return scrollName(side.flags, roo::side_flag::scrollSpeedShift, roo::side_flag::scrollDirectionShift);
    });
    text(offsets, tr("Animation"), {},
         [](const roo::Sidedef& side, const roo::Linedef&) { return animationText(side.animationSpeed); });

    InspectorGroup* identity = page.inspector->addGroup(tr("Identity"), columns);
    text(identity, tr("Tag"), {}, [](const roo::Sidedef& side, const roo::Linedef&) { return tagText(side.userId); });
    const auto sectorOf = [this](bool plus) -> Read {
        return [this, plus](int item) {
            const int sector = model_->index().sectorBeside(item, plus);
            return sector < 0 ? tr("none") : QString::number(sector);
        };
    };
    addText(page, identity, tr("Sector"), {}, sectorOf(true), sectorOf(false));

    InspectorGroup* flags = page.inspector->addGroup(tr("Flags"), columns);
    flag(flags, tr("Passable"), roo::side_flag::passable);
    flag(flags, tr("Transparent"), roo::side_flag::transparent);
    flag(flags, tr("No look-through"), roo::side_flag::noLookThrough);
    flag(flags, tr("Backwards"), roo::side_flag::backwards);
    flag(flags, tr("Above bottom up"), roo::side_flag::aboveBottomUp);
    flag(flags, tr("Normal top down"), roo::side_flag::normalTopDown);
    flag(flags, tr("Below top down"), roo::side_flag::belowTopDown);
    flag(flags, tr("No vertical tile"), roo::side_flag::noVerticalTile);

    InspectorGroup* map = page.inspector->addGroup(tr("Automap"), columns);
    flag(map, tr("Always"), roo::side_flag::mapAlways);
    flag(map, tr("Never"), roo::side_flag::mapNever);

    InspectorGroup* place = page.inspector->addGroup(tr("Place"), {tr("Start"), tr("End")});
    const auto end = [this](bool start, bool x) -> Read {
        return [this, start, x](int item) {
            const QPointF at = start ? model_->index().start(item) : model_->index().end(item);
            return QString::number(x ? at.x() : at.y());
        };
    };
    addText(page, place, tr("x "), {}, end(true, true), end(false, true));
    addText(page, place, tr("y "), {}, end(true, false), end(false, false));
}

void RoomInspector::buildSectorPage()
{
    Page& page = this->page(MapItem::Kind::Sector);
    const auto read = [this](auto function) -> Read {
        return [this, function](int item) { return function(model_->room().sectors[static_cast<std::size_t>(item)]); };
    };
    const auto number = [&](auto member) {
        return read([member](const roo::Sector& sector) { return QString::number(sector.*member); });
    };
    const auto flag = [&](std::uint32_t bit) {
        return read([bit](const roo::Sector& sector) { return (sector.flags & bit) != 0 ? yes : tr("no"); });
    };

    InspectorGroup* surfaces = page.inspector->addGroup(tr("Surfaces"), {tr("Floor"), tr("Ceiling")});
    addText(page, surfaces, tr("Height"), tr("units"), number(&roo::Sector::floorHeight), number(&roo::Sector::ceilingHeight));
    addTexture(page, surfaces, tr("Texture"), false, number(&roo::Sector::floorTexture), number(&roo::Sector::ceilingTexture));
    addText(page, surfaces, tr("Slope"), {}, read([](const roo::Sector& sector) { return slopeText(sector.floorSlope); }),
            read([](const roo::Sector& sector) { return slopeText(sector.ceilingSlope); }));
    addFlag(page, surfaces, tr("Scrolls"), flag(roo::sector_flag::scrollFloor), flag(roo::sector_flag::scrollCeiling));

    InspectorGroup* light = page.inspector->addGroup(tr("Offset, light and depth"));
    addText(page, light, tr("Offset x, y"), tr("units"),
            read([](const roo::Sector& sector) { return tr("%1, %2").arg(sector.xOffset).arg(sector.yOffset); }));
    addText(page, light, tr("Light"), {}, read([](const roo::Sector& sector) { return lightText(sector.light); }));
    addFlag(page, light, tr("Flicker"), flag(roo::sector_flag::flicker));
    addText(page, light, tr("Depth"), {}, read([](const roo::Sector& sector) {
                const unsigned depth = sector.flags & roo::sector_flag::depthMask;
                return depth == 0 ? tr("0 · dry")
                                  : tr("%1 · %2 units deep").arg(depth).arg(std::lround(space::wadingDepth(sector.flags) / 16));
            }));
    addText(page, light, tr("Scroll"), {}, read([](const roo::Sector& sector) {
                return scrollName(sector.flags, roo::sector_flag::scrollSpeedShift, roo::sector_flag::scrollDirectionShift);
            }));
    addText(page, light, tr("Animation"), {},
            read([](const roo::Sector& sector) { return animationText(sector.animationSpeed); }));

    InspectorGroup* identity = page.inspector->addGroup(tr("Identity and movement"));
    addText(page, identity, tr("Sector tag"), {}, read([](const roo::Sector& sector) { return tagText(sector.userId); }));
    addFlag(page, identity, tr("No entry"), flag(roo::sector_flag::noMove));
    addText(page, identity, tr("Lines"), {},
            [this](int item) { return QString::number(model_->index().sector(item).lines.size()); });
    addText(page, identity, tr("Area"), tr("squares"), [this](int item) {
        return QString::number(model_->index().sector(item).area / (space::editorUnitsPerSquare * space::editorUnitsPerSquare),
                               'f', 1);
    });
}

void RoomInspector::buildThingPage()
{
    Page& page = this->page(MapItem::Kind::Thing);
    const auto number = [this](auto member) -> Read {
        return
            [this, member](int item) { return QString::number(model_->room().things[static_cast<std::size_t>(item)].*member); };
    };
    InspectorGroup* place = page.inspector->addGroup(tr("Place"));
    addText(page, place, tr("x"), tr("units"), number(&roo::Thing::x));
    addText(page, place, tr("y"), tr("units"), number(&roo::Thing::y));
    addText(page, place, tr("Row, col"), {}, [this](int item) {
        const roo::Thing& thing = model_->room().things[static_cast<std::size_t>(item)];
        const space::GridPlace at = model_->index().place(QPointF(thing.x, thing.y)).server;
        return tr("%1, %2").arg(at.row).arg(at.column);
    });
    if (model_->room().things.size() <= 2)
        return; // the file holds no more than the place
    InspectorGroup* more = page.inspector->addGroup(tr("Kind"));
    addText(page, more, tr("Type"), {}, number(&roo::Thing::type));
    addText(page, more, tr("Angle"), tr("°"), number(&roo::Thing::angle));
    addText(page, more, tr("When"), {}, number(&roo::Thing::when));
    addText(page, more, tr("Exit x"), tr("units"), number(&roo::Thing::exitX));
    addText(page, more, tr("Exit y"), tr("units"), number(&roo::Thing::exitY));
    addText(page, more, tr("Flags"), {}, number(&roo::Thing::flags));
    addText(page, more, tr("Comment"), {}, [this](int item) {
        const auto& comment = model_->room().things[static_cast<std::size_t>(item)].comment;
        return QString::fromLatin1(comment.data(), static_cast<qsizetype>(qstrnlen(comment.data(), comment.size())));
    });
}

void RoomInspector::buildVertexPage()
{
    Page& page = this->page(MapItem::Kind::Vertex);
    const auto vertex = [this](int item) -> const MapIndex::Vertex& {
        return model_->index().vertices()[static_cast<std::size_t>(item)];
    };
    InspectorGroup* place = page.inspector->addGroup(tr("Place"));
    addText(page, place, tr("x"), tr("units"), [vertex](int item) { return QString::number(vertex(item).point.x()); });
    addText(page, place, tr("y"), tr("units"), [vertex](int item) { return QString::number(vertex(item).point.y()); });
    addText(page, place, tr("Lines"), {}, [vertex](int item) {
        QStringList numbers;
        for (const int line : vertex(item).lines)
            numbers.append(QString::number(line));
        return numbers.join(QLatin1String(", "));
    });
}

/// Shows the kind of the last item selected; the others of that kind share the page.
void RoomInspector::refresh()
{
    const MapItem current = model_->current();
    shown_ = current.kind;
    Page& page = this->page(shown_);
    stack_->setCurrentWidget(page.inspector);
    page.inspector->setEmpty(!current);
    if (!current)
        return;
    QVector<int> items;
    for (const MapItem& item : model_->selection())
        if (item.kind == shown_)
            items.append(item.index);
    if (items.size() == 1) {
        page.inspector->setHeading(model_->nameOf(current), model_->describe(current));
    } else {
        static const std::array<const char*, 5> plural{"", QT_TR_NOOP("%1 vertices"), QT_TR_NOOP("%1 lines"),
                                                       QT_TR_NOOP("%1 sectors"), QT_TR_NOOP("%1 things")};
        page.inspector->setHeading(tr(plural[static_cast<std::size_t>(shown_)]).arg(items.size()), tr("what they share"));
    }
    for (Value& value : page.values) {
        value.shown = value.read(items.first());
        bool mixed = false;
        for (qsizetype i = 1; i < items.size() && !mixed; ++i)
            mixed = value.read(items[i]) != value.shown;
        value.show(value.shown, mixed);
        if (mixed)
            value.shown = tr("mixed");
    }
}

QString RoomInspector::valueText(const QString& row, int column) const
{
    for (const Value& value : pages_[static_cast<std::size_t>(shown_)].values)
        if (value.row.trimmed() == row && value.column == column)
            return value.shown;
    return {};
}

} // namespace blak::ui
