// SPDX-License-Identifier: GPL-3.0-or-later
#include "roomedit/ui/room_inspector.h"

#include "formats/roo/room_properties.h"
#include "roomedit/ui/map_names.h"
#include "roomedit/ui/texture_images.h"
#include "roomedit/ui/texture_label.h"
#include "ui/inspector.h"
#include "ui/place_path.h"

#include <QCheckBox>
#include <QFileInfo>
#include <QHBoxLayout>
#include <QLabel>
#include <QStackedWidget>
#include <QTimer>

#include <algorithm>
#include <cmath>
#include <utility>

namespace blak::ui::rooms {
namespace {

constexpr int dropAfter = 2000; ///< ms that nobody looks

QString toText(std::string_view text) { return QString::fromUtf8(text.data(), static_cast<qsizetype>(text.size())); }

QString lightText(std::int64_t light)
{
    if (light < 128)
        return RoomInspector::tr("%1 · fixed").arg(light);
    const std::int64_t above = light - 192;
    return above == 0  ? RoomInspector::tr("%1 · time of day").arg(light)
           : above > 0 ? RoomInspector::tr("%1 · time of day, %2 above neutral").arg(light).arg(above)
                       : RoomInspector::tr("%1 · time of day, %2 below neutral").arg(light).arg(-above);
}

/// A value as people read it: names of choices, degrees for turns, frames per second for tenths of them.
QString readableText(const property::Property& property, const property::Value& value)
{
    if (const auto* number = std::get_if<std::int64_t>(&value)) {
        if (property.editor == property::Editor::Light)
            return lightText(*number);
        const auto choice = std::find_if(property.choices.begin(), property.choices.end(),
                                         [&](const property::Choice& each) { return each.value == *number; });
        if (choice != property.choices.end())
            return toText(choice->label);
        if (property.unit == property::Unit::FrameTenths)
            return *number == 0 ? RoomInspector::tr("None")
                                : RoomInspector::tr("%1 frames/s").arg(static_cast<double>(*number) / 10);
        if (property.unit == property::Unit::Turn4096)
            return RoomInspector::tr("%1°").arg(static_cast<double>(*number) * 360 / 4096, 0, 'g', 4);
        if (*number == 0 && property.name == std::string_view("id"))
            return RoomInspector::tr("none");
    }
    if (const auto* number = std::get_if<double>(&value))
        return QString::number(*number, 'g', 7);
    return QString::fromStdString(property::text(value));
}

QString unitOf(const property::Property& property)
{
    return property.unit == property::Unit::FrameTenths || property.unit == property::Unit::Turn4096
               ? QString()
               : toText(property::unitSymbol(property.unit));
}

/// A box that shows a state and takes no clicks.
QCheckBox* stateBox()
{
    auto* box = new QCheckBox;
    box->setAttribute(Qt::WA_TransparentForMouseEvents);
    box->setFocusPolicy(Qt::NoFocus);
    return box;
}

template <typename Record>
const void* recordAt(const std::vector<Record>& records, std::size_t index)
{
    return index < records.size() ? &records[index] : nullptr;
}

} // namespace

RoomInspector::RoomInspector(RoomModel* model, QWidget* parent)
    : QWidget(parent), model_(model), stack_(new QStackedWidget(this)), hidden_(new QTimer(this))
{
    auto* row = new QHBoxLayout(this);
    row->setContentsMargins(0, 0, 0, 0);
    row->addWidget(stack_);
    hidden_->setSingleShot(true);
    hidden_->setInterval(dropAfter);
    connect(hidden_, &QTimer::timeout, this, &RoomInspector::dropPages);
    connect(model, &RoomModel::selectionChanged, this, [this] {
        if (model_->selection() != chosenFor_)
            forgetTexture();
    });
    connect(model, &RoomModel::selectionChanged, this, &RoomInspector::refresh);
    connect(model, &RoomModel::factsChanged, this, &RoomInspector::refresh);
    refresh();
}

RoomInspector::Page& RoomInspector::page(MapItem::Kind kind)
{
    Page& page = pages_[static_cast<std::size_t>(kind)];
    if (page.inspector != nullptr)
        return page;
    page.inspector = new Inspector(tr("Select a line, sector or thing to see its properties."), this);
    page.inspector->setEmpty(true);
    switch (kind) {
    case MapItem::Kind::Nothing: break;
    case MapItem::Kind::Line: buildLinePage(page); break;
    case MapItem::Kind::Sector: buildSectorPage(page); break;
    case MapItem::Kind::Thing: buildThingPage(page); break;
    case MapItem::Kind::Vertex: buildVertexPage(page); break;
    }
    stack_->addWidget(page.inspector);
    return page;
}

QString RoomInspector::chosenTexture() const { return chosen_ == nullptr ? QString() : chosenPlace_; }

void RoomInspector::putChosenTexture(int number)
{
    if (chosen_ != nullptr)
        putChosen_(number);
}

void RoomInspector::chooseTexture(TextureLabel* picture, const QString& place, std::function<void(int number)> put)
{
    forgetTexture();
    chosen_ = picture;
    chosenPlace_ = place;
    chosenFor_ = model_->selection();
    putChosen_ = std::move(put);
    picture->setChosen(true);
    emit textureAsked(picture->texture());
}

void RoomInspector::forgetTexture()
{
    if (chosen_ != nullptr)
        chosen_->setChosen(false);
    chosen_.clear();
}

void RoomInspector::dropPlaced()
{
    if (placed_ == nullptr)
        return;
    stack_->removeWidget(placed_);
    placed_->hide();
    std::exchange(placed_, nullptr)->deleteLater(); // a link on it may be what led here
}

void RoomInspector::dropPages()
{
    isUnseen_ = true;
    dropPlaced();
    shown_ = MapItem::Kind::Nothing;
    stack_->setCurrentWidget(page(shown_).inspector);
    for (Page& page : pages_) {
        if (&page == &pages_[static_cast<std::size_t>(shown_)])
            continue;
        delete page.inspector;
        page = {};
    }
}

void RoomInspector::showEvent(QShowEvent* event)
{
    hidden_->stop();
    if (std::exchange(isUnseen_, false))
        refresh();
    QWidget::showEvent(event);
}

void RoomInspector::hideEvent(QHideEvent* event)
{
    hidden_->start();
    QWidget::hideEvent(event);
}

/// In the order of the table, but the group of the identity (named as the table) last; hidden properties left out.
std::vector<RoomInspector::Group> RoomInspector::groupsOf(const property::Description& table)
{
    std::vector<Group> groups;
    for (const property::Property& property : table.properties()) {
        if (property.editor == property::Editor::Hidden)
            continue;
        auto group = std::find_if(groups.begin(), groups.end(), [&](const Group& each) { return each.name == property.group; });
        if (group == groups.end())
            group = groups.insert(groups.end(), {property.group, {}});
        group->properties.push_back(&property);
    }
    std::stable_partition(groups.begin(), groups.end(), [&](const Group& group) {
        return toText(group.name).compare(toText(table.name()), Qt::CaseInsensitive) != 0;
    });
    return groups;
}

QWidget* RoomInspector::makeValue(Page& page, const property::Property& property, int column, const RecordOf& record,
                                  Target target, bool onWall)
{
    if (model_->canEdit() && (property.marks & property::ReadOnly) == 0 && !(target == Target::Line && property.group == "Line"))
        return makeField(page, property, column, record, target, onWall);
    Value value{toText(property.name), column, {}, {}, {}};
    value.read = [&property, record](int item) {
        const void* at = record(item);
        return at == nullptr || (property.exists != nullptr && !property.exists(at)) ? QString()
                                                                                     : readableText(property, property.read(at));
    };
    QWidget* widget = nullptr;
    if (property.editor == property::Editor::Texture) {
        auto* label = new TextureLabel(model_->textures().get(), onWall);
        value.show = [label](const QString& text, bool mixed) {
            if (mixed)
                return label->setMixed();
            label->setVisible(!text.isEmpty());
            label->setTexture(text.toInt());
        };
        widget = label;
    } else if (property.type == property::Type::Boolean) {
        QCheckBox* box = stateBox();
        value.show = [box](const QString& text, bool mixed) {
            box->setVisible(mixed || !text.isEmpty());
            box->setTristate(mixed);
            box->setCheckState(mixed ? Qt::PartiallyChecked : text == QLatin1String("true") ? Qt::Checked : Qt::Unchecked);
        };
        widget = box;
    } else {
        auto* label = new ValueLabel;
        const QString normal = readableText(property, property::defaultValue(property));
        value.show = [label, normal, unit = unitOf(property)](const QString& text, bool mixed) {
            label->setVisible(mixed || !text.isEmpty());
            label->setText(mixed ? tr("mixed") : text);
            label->setUnit(mixed || text.isEmpty() ? QString() : unit);
            label->setQuiet(mixed || text == normal);
        };
        widget = label;
    }
    widget->setAccessibleName(toText(property.label));
    widget->setToolTip(toText(property.help));
    page.values.push_back(std::move(value));
    return widget;
}

void RoomInspector::addGroup(Page& page, const Group& group, const RecordOf& record, Target target)
{
    InspectorGroup* box = page.inspector->addGroup(toText(group.name));
    for (const property::Property* property : group.properties)
        box->addWideRow(toText(property->label), makeValue(page, *property, 0, record, target, false));
}

void RoomInspector::addPair(Page& page, const QString& title, const QStringList& columns, const Column& left,
                            const Column& right, bool onWall)
{
    InspectorGroup* box = page.inspector->addGroup(title, columns);
    for (const property::Property* property : left.group.properties) {
        const auto match = std::find_if(right.group.properties.begin(), right.group.properties.end(),
                                        [&](const property::Property* other) { return other->label == property->label; });
        QWidget* first = makeValue(page, *property, 0, left.record, left.target, onWall);
        box->addRow(toText(property->label), first,
                    match == right.group.properties.end()
                        ? nullptr
                        : makeValue(page, **match, 1, right.record, right.target, onWall));
    }
}

void RoomInspector::addFact(Page& page, InspectorGroup* group, const QString& label, const QString& unit,
                            std::function<QString(int item)> read)
{
    ValueLabel* value = group->addValue(label);
    page.values.push_back({label,
                           0,
                           std::move(read),
                           [value, unit](const QString& text, bool mixed) {
                               value->setText(mixed ? tr("mixed") : text);
                               value->setUnit(mixed ? QString() : unit);
                           },
                           {}});
}

void RoomInspector::buildLinePage(Page& page)
{
    const QStringList columns{tr("+ side"), tr("− side")};
    const RecordOf line = [this](int item) { return recordAt(model_->room().linedefs, static_cast<std::size_t>(item)); };
    const auto side = [this](bool plus) -> RecordOf {
        return [this, plus](int item) -> const void* {
            const roo::Linedef& def = model_->room().linedefs[static_cast<std::size_t>(item)];
            const std::size_t number = plus ? def.plusSide : def.minusSide;
            return number == 0 ? nullptr : recordAt(model_->room().sidedefs, number - 1);
        };
    };
    for (const Group& group : groupsOf(roo::sidedefProperties()))
        addPair(page, group.name == "Sidedef" ? tr("Identity") : toText(group.name), columns,
                {group, side(true), Target::PlusSide}, {group, side(false), Target::MinusSide}, true);

    const std::vector<Group> groups = groupsOf(roo::linedefProperties());
    const auto named = [&groups](std::string_view name) {
        return std::find_if(groups.begin(), groups.end(), [name](const Group& group) { return group.name == name; });
    };
    const auto front = named("Front");
    const auto back = named("Back");
    if (front != groups.end() && back != groups.end())
        addPair(page, tr("Offsets and sectors"), columns, {*front, line, Target::Line}, {*back, line, Target::Line}, true);
    for (const Group& group : groups)
        if (group.name != "Front" && group.name != "Back")
            addGroup(page, group, line, Target::Line);
}

void RoomInspector::buildSectorPage(Page& page)
{
    const QStringList columns{tr("Floor"), tr("Ceiling")};
    const RecordOf sector = [this](int item) { return recordAt(model_->room().sectors, static_cast<std::size_t>(item)); };
    const std::vector<Group> groups = groupsOf(roo::sectorProperties());
    const auto pairOf = [&groups](const Group& group) { // "Floor" and "Ceiling", "Floor slope" and "Ceiling slope"
        const QString other = toText(group.name).replace(QLatin1String("Floor"), QLatin1String("Ceiling"));
        return std::find_if(groups.begin(), groups.end(), [&](const Group& each) { return toText(each.name) == other; });
    };
    for (const Group& group : groups) {
        const QString name = toText(group.name);
        if (name.startsWith(QLatin1String("Ceiling")))
            continue; // stands beside the floor
        if (const auto ceiling = pairOf(group); name.startsWith(QLatin1String("Floor")) && ceiling != groups.end())
            addPair(page, name == QLatin1String("Floor") ? tr("Surfaces") : tr("Slopes"), columns,
                    {group, sector, Target::Sector}, {*ceiling, sector, Target::Sector}, false);
        else
            addGroup(page, group, sector, Target::Sector);
    }
    InspectorGroup* kod = page.inspector->addGroup(tr("Blakod"));
    addFact(page, kod, tr("Uses of the tag"), {}, [this](int item) {
        const auto uses = model_->usesOfTag(model_->room().sectors[static_cast<std::size_t>(item)].userId);
        if (uses.isEmpty())
            return tr("nothing");
        const QString first = tr("%1, %2:%3").arg(uses.first().message, QFileInfo(uses.first().at.file).fileName()).arg(uses.first().at.line);
        return uses.size() == 1 ? first : tr("%1 and %2 more").arg(first).arg(uses.size() - 1);
    });
    InspectorGroup* extent = page.inspector->addGroup(tr("Extent"));
    addFact(page, extent, tr("Lines"), {},
            [this](int item) { return QString::number(model_->index().sector(item).lines.size()); });
    addFact(page, extent, tr("Area"), tr("squares"), [this](int item) {
        return QString::number(model_->index().sector(item).area / (space::editorUnitsPerSquare * space::editorUnitsPerSquare),
                               'f', 1);
    });
}

void RoomInspector::buildThingPage(Page& page)
{
    const RecordOf thing = [this](int item) { return recordAt(model_->room().things, static_cast<std::size_t>(item)); };
    for (const Group& group : groupsOf(roo::thingProperties()))
        addGroup(page, group, thing, Target::Thing);
    InspectorGroup* place = page.inspector->addGroup(tr("Place"));
    addFact(page, place, tr("Row, col"), {}, [this](int item) {
        const roo::Thing& at = model_->room().things[static_cast<std::size_t>(item)];
        const space::GridPlace square = model_->index().place(QPointF(at.x, at.y)).server;
        return tr("%1, %2").arg(square.row).arg(square.column);
    });
}

void RoomInspector::buildVertexPage(Page& page)
{
    const auto vertex = [this](int item) -> const MapIndex::Vertex& {
        return model_->index().vertices()[static_cast<std::size_t>(item)];
    };
    InspectorGroup* place = page.inspector->addGroup(tr("Place"));
    if (model_->canEdit()) {
        addVertexField(page, place, tr("x"), true);
        addVertexField(page, place, tr("y"), false);
    } else {
        addFact(page, place, tr("x"), tr("units"), [vertex](int item) { return QString::number(vertex(item).point.x()); });
        addFact(page, place, tr("y"), tr("units"), [vertex](int item) { return QString::number(vertex(item).point.y()); });
    }
    addFact(page, place, tr("Lines"), {}, [vertex](int item) {
        QStringList numbers;
        for (const int line : vertex(item).lines)
            numbers.append(QString::number(line));
        return numbers.join(QLatin1String(", "));
    });
}

/// An exit or an object of the world: what it is, where, and the line that says so. Only Blakod can change it.
void RoomInspector::showPicked(const PlacedItem& item)
{
    const RoomFacts& facts = *model_->facts();
    dropPlaced();
    placed_ = new Inspector(QString(), this);
    stack_->addWidget(placed_);
    stack_->setCurrentWidget(placed_);
    placed_->setEmpty(false);
    const auto addLink = [this](InspectorGroup* group, const QString& label, const QString& text, const QString& place) {
        auto* link = new QLabel(QStringLiteral("<a href=\"#\">%1</a>").arg(text.toHtmlEscaped()));
        link->setTextInteractionFlags(Qt::LinksAccessibleByMouse | Qt::LinksAccessibleByKeyboard);
        link->setAccessibleName(label);
        connect(link, &QLabel::linkActivated, this, [this, place] { emit openRequested(place); });
        group->addWideRow(label, link);
    };
    const auto addExit = [&](const QString& room, const QString& file, const QString& number) {
        placed_->setHeading(tr("Exit"), QChar(0x2192) + QStringLiteral(" ") + room);
        InspectorGroup* group = placed_->addGroup(tr("Exit of Blakod"));
        group->addValue(tr("Leads to"))->setText(room);
        if (!file.isEmpty())
            addLink(group, tr("Room"), tr("Open room"), file);
        group->addValue(tr("Number"))->setText(number);
        return group;
    };
    RoomFacts::KodLine at;
    if (item.kind == PlacedItem::Kind::Exit) {
        const RoomFacts::Exit& exit = facts.exits[item.index];
        addExit(exit.room, exit.roomFile, exit.to)->addValue(tr("Row, col"))->setText(tr("%1, %2").arg(exit.row).arg(exit.column));
        at = exit.at;
    } else if (item.kind == PlacedItem::Kind::Edge) {
        const RoomFacts::EdgeExit& way = facts.edges[item.index];
        addExit(way.room.isEmpty() ? way.to : way.room, way.roomFile, way.to)->addValue(tr("Over the edge"))->setText(edgeName(way.edge));
        at = way.at;
    } else {
        const RoomFacts::Object& object = facts.objects[item.index];
        placed_->setHeading(tr("Object"), object.className);
        InspectorGroup* group = placed_->addGroup(tr("Object of Blakod"));
        group->addValue(tr("Class"))->setText(object.className);
        group->addValue(tr("Row, col"))->setText(tr("%1, %2").arg(static_cast<int>(object.row) + 1).arg(static_cast<int>(object.column) + 1));
        if (object.angle)
            group->addValue(tr("Angle"))->setText(tr("%1\u00b0").arg(*object.angle * 360.0 / 4096, 0, 'g', 4));
        if (object.isIconChosen || !object.icon.isEmpty())
            group->addValue(tr("Picture"))->setText(object.isIconChosen ? tr("chosen by its Blakod") : object.icon);
        at = object.at;
    }
    addLink(placed_->addGroup(tr("Blakod")), tr("Line"), tr("%1, line %2").arg(QFileInfo(at.file).fileName()).arg(at.line), placePath(at.file, QString::number(at.line)));
    placed_->fitRows();
}

/// Shows the kind of the last item selected; the others of that kind share the page.
void RoomInspector::refresh()
{
    if (isUnseen_)
        return;
    const MapItem current = model_->current();
    shown_ = current.kind;
    if (model_->picked())
        return showPicked(*model_->picked());
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
        if (value.showValue)
            value.showValue(items.first(), mixed);
        if (mixed)
            value.shown = tr("mixed");
    }
    page.inspector->fitRows();
}

QString RoomInspector::valueText(const QString& property, int column) const
{
    for (const Value& value : pages_[static_cast<std::size_t>(shown_)].values)
        if (value.key == property && value.column == column)
            return value.shown;
    return {};
}

} // namespace blak::ui::rooms
