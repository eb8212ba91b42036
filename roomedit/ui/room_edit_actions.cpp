// SPDX-License-Identifier: GPL-3.0-or-later
#include "roomedit/ui/room_edit_actions.h"

#include "roomedit/ui/find_replace_dialog.h"
#include "roomedit/ui/map_canvas.h"
#include "roomedit/ui/new_parts_dialog.h"
#include "roomedit/ui/paste_dialogs.h"
#include "roomedit/ui/room_arranging.h"
#include "roomedit/ui/room_editing.h"
#include "roomedit/ui/room_findings.h"
#include "roomedit/ui/room_menus.h"
#include "roomedit/ui/room_things.h"
#include "roomedit/ui/room_view.h"

#include <QCoreApplication>

#include <algorithm>
#include <array>
#include <functional>
#include <optional>
#include <utility>

namespace blak::ui::rooms {
namespace {

using roomcore::DrawShape;
using roomcore::MergeRule;
using Keys = QList<QKeySequence>;
using Run = std::function<void(RoomView&)>;
using Test = std::function<bool(const RoomView&)>;
/// What a row waits for, in words that people read: "Select a line first."; nothing: it can be run.
using Need = std::function<std::optional<QString>(const RoomView&)>;

QString say(const char* text) { return QCoreApplication::translate("RoomActions", text); }

Run onModel(void (*run)(RoomModel&))
{
    return [run](RoomView& room) { run(*room.model()); };
}

/// Of a room that can be edited, and that is as `test` asks; `else_` says what it would take.
Need when(Test test, const char* else_)
{
    return [test = std::move(test), else_](const RoomView& room) -> std::optional<QString> {
        if (!room.model()->canEdit())
            return say(QT_TRANSLATE_NOOP("RoomActions", "This room cannot be changed."));
        return test(room) ? std::nullopt : std::optional(say(else_));
    };
}

Need withModel(bool (*test)(const RoomModel&), const char* else_)
{
    return when([test](const RoomView& room) { return test(*room.model()); }, else_);
}

Need always()
{
    return when([](const RoomView&) { return true; }, "");
}

Need withSelection()
{
    return withModel([](const RoomModel& model) { return static_cast<bool>(model.current()); }, QT_TRANSLATE_NOOP("RoomActions", "Select something in the room first."));
}

Need withLines() { return withModel(hasLines, QT_TRANSLATE_NOOP("RoomActions", "Select a line first.")); }

Need withSectors(int least)
{
    constexpr std::array texts{QT_TRANSLATE_NOOP("RoomActions", "Select a sector first."), QT_TRANSLATE_NOOP("RoomActions", "Select two sectors first."),
                               QT_TRANSLATE_NOOP("RoomActions", "Select three sectors first.")};
    return when([least](const RoomView& room) { return hasSectors(*room.model(), least); }, texts[static_cast<std::size_t>(least - 1)]);
}

ActionSpec row(const char* id, const char* text, const char* menu, const char* icon, Keys keys, Run run, const Need& need)
{
    ActionSpec spec;
    spec.id = QStringLiteral("room.") + QLatin1String(id);
    spec.text = say(text);
    spec.menu = QLatin1String(menu);
    spec.context = QStringLiteral("room");
    spec.icon = QLatin1String(icon);
    spec.keys = std::move(keys);
    spec.enabled = [need](const DocumentView* view) {
        const auto* room = qobject_cast<const RoomView*>(view);
        return room != nullptr && !need(*room);
    };
    spec.needs = [need](const DocumentView* view) {
        const auto* room = qobject_cast<const RoomView*>(view);
        return room == nullptr ? QString() : need(*room).value_or(QString());
    };
    spec.run = [run = std::move(run), need](DocumentView* view) { // whoever runs a disabled row by its id
        if (auto* room = qobject_cast<RoomView*>(view); room != nullptr && !need(*room))
            run(*room);
    };
    return spec;
}

std::size_t linesMeant(const RoomModel& model) { return model.selectedParts().lines.size(); }
std::size_t sectorsMeant(const RoomModel& model) { return model.selectedParts().sectors.size(); }

/// With words that fit how many are selected; its own text is that of the list of commands.
ActionSpec numbered(ActionSpec spec, std::size_t (*count)(const RoomModel&), const char* one, const char* several)
{
    spec.textNow = [text = spec.text, count, one = say(one), several = say(several)](const DocumentView* view) {
        const auto* room = qobject_cast<const RoomView*>(view);
        const std::size_t meant = room == nullptr || !room->model()->canEdit() ? 0 : count(*room->model());
        return meant == 0 ? text : meant == 1 ? one : several;
    };
    return spec;
}

/// Actions that do one thing in several ways.
template <typename Value>
struct Choice
{
    const char* id;
    const char* text;
    Value value;
    Keys keys = {};
    const char* icon = "";
};

template <typename Value, std::size_t count>
void addChoices(ActionTable& table, const char* menu, const std::array<Choice<Value>, count>& choices,
                const std::function<void(RoomView&, Value)>& run, const Need& need)
{
    for (const Choice<Value>& each : choices)
        table << row(
            each.id, each.text, menu, each.icon, each.keys, [run, value = each.value](RoomView& room) { run(room, value); },
            need);
}

std::function<bool(const DocumentView*)> checkedWhen(Test test)
{
    return [test = std::move(test)](const DocumentView* view) {
        const auto* room = qobject_cast<const RoomView*>(view);
        return room != nullptr && test(*room);
    };
}

QPointF placeOf(RoomView& room)
{
    const auto cursor = room.map()->cursor();
    return cursor ? room.map()->toEditor(*cursor) : room.map()->centre();
}

/// Of a room that can be edited, in a mode where new parts are lines: things are made by Blakod.
Need whereLinesAre()
{
    return [](const RoomView& room) -> std::optional<QString> {
        if (const auto why = always()(room))
            return why;
        return room.model()->mode() == MapMode::Thing ? std::optional(whyNoThings(*room.model())) : std::nullopt;
    };
}

void insertVertexHere(RoomView& room)
{
    const auto cursor = room.map()->cursor();
    insertVertexAt(*room.model(), cursor ? std::optional(room.map()->toEditor(*cursor)) : std::nullopt, room.map()->pickingReach());
}

void addTools(ActionTable& table)
{
    struct Tool
    {
        const char* id;
        const char* text;
        const char* icon;
        Keys keys;
        std::optional<DrawShape> shape;
    };
    const std::array tools{
        Tool{"tool.select", QT_TRANSLATE_NOOP("RoomActions", "Select and move"), "select", {}, {}},
        Tool{"tool.lines", QT_TRANSLATE_NOOP("RoomActions", "Draw lines"), "draw-line", {QKeySequence(Qt::Key_D)}, DrawShape::Lines},
        Tool{"tool.rectangle", QT_TRANSLATE_NOOP("RoomActions", "Draw rectangle"), "draw-rect",
             {QKeySequence(Qt::SHIFT | Qt::Key_D)}, DrawShape::Rectangle},
        Tool{"tool.ellipse", QT_TRANSLATE_NOOP("RoomActions", "Draw ellipse"), "draw-ellipse",
             {QKeySequence(Qt::ALT | Qt::Key_D)}, DrawShape::Ellipse},
        Tool{"tool.polygon", QT_TRANSLATE_NOOP("RoomActions", "Draw regular polygon"), "", {QKeySequence(Qt::ALT | Qt::SHIFT | Qt::Key_D)},
             DrawShape::Polygon},
        Tool{"tool.grid", QT_TRANSLATE_NOOP("RoomActions", "Draw grid of sectors"), "", {}, DrawShape::Grid},
        Tool{"tool.corridor", QT_TRANSLATE_NOOP("RoomActions", "Draw corridor"), "", {QKeySequence(Qt::ALT | Qt::Key_C)},
             DrawShape::Corridor},
        Tool{"tool.stairs", QT_TRANSLATE_NOOP("RoomActions", "Draw stairs"), "stairs", {QKeySequence(Qt::SHIFT | Qt::Key_S)},
             DrawShape::Stairs},
    };
    for (const Tool& tool : tools) {
        ActionSpec spec = row(tool.id, tool.text, "Map", tool.icon, tool.keys,
                              [shape = tool.shape](RoomView& room) {
                                  const bool again = room.map()->drawShape() == shape;
                                  room.map()->setTransforming(false);
                                  room.map()->setSloping(false);
                                  room.map()->setDrawShape(again ? std::nullopt : shape);
                                  room.map()->setFocus();
                              },
                              always());
        spec.checked = checkedWhen([shape = tool.shape](const RoomView& room) {
            return room.map()->drawShape() == shape && !room.map()->isTransforming() && !room.map()->isSloping();
        });
        spec.inToolBar = tool.icon[0] != '\0';
        table.append(spec);
    }
}

void addHandles(ActionTable& table)
{
    ActionSpec transform = row("tool.transform", QT_TRANSLATE_NOOP("RoomActions", "Stretch and turn the selection"), "Map", "select",
                               {QKeySequence(Qt::Key_E)},
                               [](RoomView& room) {
                                   room.map()->setTransforming(!room.map()->isTransforming());
                                   room.map()->setFocus();
                               },
                               when([](const RoomView& room) { return room.map()->isTransforming() || room.model()->current(); },
                                    QT_TRANSLATE_NOOP("RoomActions", "Select something in the room first.")));
    transform.checked = checkedWhen([](const RoomView& room) { return room.map()->isTransforming(); });
    ActionSpec lasso = row("select.lasso", QT_TRANSLATE_NOOP("RoomActions", "Lasso instead of a rectangle"), "Select", "",
                           {QKeySequence(Qt::SHIFT | Qt::Key_L)}, [](RoomView& room) { room.map()->setLasso(!room.map()->isLasso()); }, always());
    lasso.checked = checkedWhen([](const RoomView& room) { return room.map()->isLasso(); });
    ActionSpec slope = row("tool.slope", QT_TRANSLATE_NOOP("RoomActions", "Slope through three vertices"), "Map", "slope",
                           {QKeySequence(Qt::SHIFT | Qt::Key_V)},
                           [](RoomView& room) {
                               room.map()->setSloping(!room.map()->isSloping());
                               room.map()->setFocus();
                           },
                           when([](const RoomView& room) { return room.map()->isSloping() || hasSectors(*room.model(), 1); },
                                QT_TRANSLATE_NOOP("RoomActions", "Select a sector first.")));
    slope.checked = checkedWhen([](const RoomView& room) { return room.map()->isSloping(); });
    table << transform << slope << lasso;
}

void addSnapping(ActionTable& table)
{
    ActionSpec snap = row("snap.grid", QT_TRANSLATE_NOOP("RoomActions", "Snap to the grid"), "Map", "snap",
                          {QKeySequence(Qt::SHIFT | Qt::Key_G)},
                          [](RoomView& room) { room.model()->setSnapping(!room.model()->isSnapping()); }, always());
    snap.checked = checkedWhen([](const RoomView& room) { return room.model()->isSnapping(); });
    snap.inToolBar = true;
    table.append(snap);
    struct Rule
    {
        MergeRule rule;
        const char* id;
        const char* text;
    };
    constexpr std::array rules{
        Rule{MergeRule::Merge, "snap.merge", QT_TRANSLATE_NOOP("RoomActions", "Merge")},
        Rule{MergeRule::VerticesOnly, "snap.vertices", QT_TRANSLATE_NOOP("RoomActions", "Merge vertices only")},
        Rule{MergeRule::Replace, "snap.replace", QT_TRANSLATE_NOOP("RoomActions", "Replace what lies below")},
    };
    for (const Rule& entry : rules) {
        ActionSpec spec = row(entry.id, entry.text, "Map/Where moved parts land", "", {},
                              [rule = entry.rule](RoomView& room) { room.model()->setMergeRule(rule); }, always());
        spec.checked = checkedWhen([rule = entry.rule](const RoomView& room) { return room.model()->mergeRule() == rule; });
        table.append(spec);
    }
}

void addGeometry(ActionTable& table)
{
    const Need any = withSelection(), lines = withLines();
    const Need turned = withModel(canTurn, QT_TRANSLATE_NOOP("RoomActions", "Select a line, a sector, or several vertices or things first."));
    table << row("edit.delete", QT_TRANSLATE_NOOP("RoomActions", "Delete"), "Edit", "trash", {QKeySequence(Qt::Key_Delete)},
                 onModel(deleteSelection), any)
          << row("line.insertVertex", QT_TRANSLATE_NOOP("RoomActions", "Insert vertex here"), "Map/Lines", "",
                 {QKeySequence(Qt::Key_Insert)}, insertVertexHere, whereLinesAre())
          << numbered(row("line.split", QT_TRANSLATE_NOOP("RoomActions", "Split lines"), "Map/Lines", "split",
                          {QKeySequence(Qt::ALT | Qt::Key_S)}, onModel(splitSelectedLines), lines),
                      linesMeant, QT_TRANSLATE_NOOP("RoomActions", "Split line"), "Split lines")
          << numbered(row("line.flip", QT_TRANSLATE_NOOP("RoomActions", "Flip lines"), "Map/Lines", "flip",
                          {QKeySequence(Qt::SHIFT | Qt::Key_F)}, onModel(flipSelectedLines), lines),
                      linesMeant, QT_TRANSLATE_NOOP("RoomActions", "Flip line"), "Flip lines")
          << row("sector.make", QT_TRANSLATE_NOOP("RoomActions", "Make sector here"), "Map/Sectors", "",
                 {QKeySequence(Qt::Key_M)}, [](RoomView& room) { makeSectorAt(*room.model(), placeOf(room)); }, always())
          << row("sector.join", QT_TRANSLATE_NOOP("RoomActions", "Join sectors"), "Map/Sectors", "join",
                 {QKeySequence(Qt::Key_J)}, onModel(joinSelectedSectors), withSectors(2))
          << row("sector.merge", QT_TRANSLATE_NOOP("RoomActions", "Merge sectors"), "Map/Sectors", "",
                 {QKeySequence(Qt::SHIFT | Qt::Key_J)}, onModel(mergeSelectedSectors), withSectors(2))
          << numbered(row("sector.dissolve", QT_TRANSLATE_NOOP("RoomActions", "Dissolve sectors"), "Map/Sectors", "",
                          {QKeySequence(Qt::CTRL | Qt::Key_Delete)}, onModel(dissolveSelectedSectors), withSectors(1)),
                      sectorsMeant, QT_TRANSLATE_NOOP("RoomActions", "Dissolve sector"), "Dissolve sectors")
          << row("turn.right", QT_TRANSLATE_NOOP("RoomActions", "Rotate right"), "Map/Rotate", "rotate", {QKeySequence(Qt::Key_R)},
                 [](RoomView& room) { rotateSelection(*room.model(), -90); }, turned)
          << row("turn.left", QT_TRANSLATE_NOOP("RoomActions", "Rotate left"), "Map/Rotate", "", {QKeySequence(Qt::SHIFT | Qt::Key_R)},
                 [](RoomView& room) { rotateSelection(*room.model(), 90); }, turned)
          << row("turn.mirrorX", QT_TRANSLATE_NOOP("RoomActions", "Mirror left to right"), "Map/Rotate", "",
                 {QKeySequence(Qt::Key_H)}, [](RoomView& room) { mirrorSelection(*room.model(), true); }, turned)
          << row("turn.mirrorY", QT_TRANSLATE_NOOP("RoomActions", "Mirror top to bottom"), "Map/Rotate", "",
                 {QKeySequence(Qt::SHIFT | Qt::Key_H)}, [](RoomView& room) { mirrorSelection(*room.model(), false); }, turned);
}

void addPieces(ActionTable& table)
{
    const Need piece = withModel(hasPiece, QT_TRANSLATE_NOOP("RoomActions", "Select a sector, line or thing first."));
    const Need instance = withModel(hasInstance, QT_TRANSLATE_NOOP("RoomActions", "Select a part of an instance first."));
    const Need clipboard = when([](const RoomView&) { return canPaste(); }, QT_TRANSLATE_NOOP("RoomActions", "Copy parts of a room first."));
    const Need tilt = withModel(canTilt, QT_TRANSLATE_NOOP("RoomActions", "Select one sector and one line of its border first."));
    table << row("edit.cut", QT_TRANSLATE_NOOP("RoomActions", "Cut"), "Edit", "cut", {QKeySequence(Qt::CTRL | Qt::Key_X)},
                 onModel(cutSelection), piece)
          << row("edit.copy", QT_TRANSLATE_NOOP("RoomActions", "Copy"), "Edit", "copy", {QKeySequence(Qt::CTRL | Qt::Key_C)},
                 [](RoomView& room) { copySelection(*room.model()); }, piece)
          << row("edit.paste", QT_TRANSLATE_NOOP("RoomActions", "Paste here"), "Edit", "paste",
                 {QKeySequence(Qt::CTRL | Qt::Key_V)}, [](RoomView& room) { pasteAt(*room.model(), placeOf(room)); },
                 clipboard)
          << row("edit.pasteSpecial", QT_TRANSLATE_NOOP("RoomActions", "Paste special\u2026"), "Edit", "",
                 {QKeySequence(Qt::CTRL | Qt::SHIFT | Qt::Key_V)},
                 [](RoomView& room) {
                     auto* dialog = new PasteSpecialDialog(room, placeOf(room));
                     dialog->setAttribute(Qt::WA_DeleteOnClose);
                     dialog->open();
                 },
                 clipboard)
          << row("prefab.save", QT_TRANSLATE_NOOP("RoomActions", "Save the selection as a prefab\u2026"), "Edit/Prefabs", "", {}, askToSavePrefab,
                 piece)
          << row("prefab.insert", QT_TRANSLATE_NOOP("RoomActions", "Insert a prefab here\u2026"), "Edit/Prefabs", "", {},
                 [](RoomView& room) { askForPrefab(room, placeOf(room)); }, always())
          << row("prefab.make", QT_TRANSLATE_NOOP("RoomActions", "Make an instance of the selection"), "Edit/Prefabs", "link", {}, onModel(makeInstance),
                 withSectors(1))
          << row("prefab.another", QT_TRANSLATE_NOOP("RoomActions", "Another instance here"), "Edit/Prefabs", "",
                 {QKeySequence(Qt::CTRL | Qt::ALT | Qt::Key_D)}, [](RoomView& room) { addInstanceAt(*room.model(), placeOf(room)); },
                 instance)
          << row("prefab.detach", QT_TRANSLATE_NOOP("RoomActions", "Detach the instance"), "Edit/Prefabs", "", {}, onModel(detachInstance),
                 instance)
          << row("opening.door", QT_TRANSLATE_NOOP("RoomActions", "Door into this wall"), "Map/Openings", "door",
                 {QKeySequence(Qt::Key_O)}, [](RoomView& room) { putOpeningAt(*room.model(), placeOf(room), false); }, always())
          << row("opening.window", QT_TRANSLATE_NOOP("RoomActions", "Window into this wall"), "Map/Openings", "",
                 {QKeySequence(Qt::SHIFT | Qt::Key_O)}, [](RoomView& room) { putOpeningAt(*room.model(), placeOf(room), true); },
                 always())
          << row("opening.arch", QT_TRANSLATE_NOOP("RoomActions", "Arch into this wall"), "Map/Openings", "",
                 {QKeySequence(Qt::ALT | Qt::Key_O)}, [](RoomView& room) { putArchAt(*room.model(), placeOf(room)); }, always())
          << row("bridge", QT_TRANSLATE_NOOP("RoomActions", "Bridge between two lines"), "Map/Lines", "",
                 {QKeySequence(Qt::ALT | Qt::Key_B)}, onModel(bridgeSelectedLines),
                 when([](const RoomView& room) { return room.model()->selectedParts().lines.size() == 2; }, QT_TRANSLATE_NOOP("RoomActions", "Select two lines first.")))
          << row("mover.door", QT_TRANSLATE_NOOP("RoomActions", "Make a door that Blakod opens"), "Map/Sectors", "door", {},
                 onModel(makeDoorOfSelection), withSectors(1))
          << row("mover.lift", QT_TRANSLATE_NOOP("RoomActions", "Make a lift that Blakod moves"), "Map/Sectors", "", {},
                 onModel(makeLiftOfSelection), withSectors(1))
          << row("corner.here", QT_TRANSLATE_NOOP("RoomActions", "Corner of the room here"), "Map/Corners", "",
                 {QKeySequence(Qt::SHIFT | Qt::Key_T)}, [](RoomView& room) { placeCornerAt(*room.model(), placeOf(room)); }, always())
          << row("corner.fit", QT_TRANSLATE_NOOP("RoomActions", "Corners around the whole room"), "Map/Corners", "", {},
                 onModel(fitCornersToRoom), always())
          << row("spread.floors", QT_TRANSLATE_NOOP("RoomActions", "Floors evenly from first to last"), "Map/Heights and light", "", {},
                 onModel(spreadFloors), withSectors(3))
          << row("spread.ceilings", QT_TRANSLATE_NOOP("RoomActions", "Ceilings evenly from first to last"), "Map/Heights and light", "",
                 {}, onModel(spreadCeilings), withSectors(3))
          << row("spread.light", QT_TRANSLATE_NOOP("RoomActions", "Light evenly from first to last"), "Map/Heights and light", "light",
                 {}, onModel(spreadLight), withSectors(3))
          << row("slope.floor", QT_TRANSLATE_NOOP("RoomActions", "Tilt floor from the selected line"), "Map/Slopes", "slope", {},
                 [](RoomView& room) { tiltPlane(*room.model(), roomcore::Plane::Floor, 64); }, tilt)
          << row("slope.ceiling", QT_TRANSLATE_NOOP("RoomActions", "Tilt ceiling from the selected line"), "Map/Slopes", "", {},
                 [](RoomView& room) { tiltPlane(*room.model(), roomcore::Plane::Ceiling, -64); }, tilt)
          << numbered(row("slope.level", QT_TRANSLATE_NOOP("RoomActions", "Level floor"), "Map/Slopes", "", {},
                          [](RoomView& room) { tiltPlane(*room.model(), roomcore::Plane::Floor, 0); },
                          when([](const RoomView& room) { return hasSlope(*room.model(), roomcore::Plane::Floor); }, QT_TRANSLATE_NOOP("RoomActions", "Select a sector with a sloped floor first."))),
                      sectorsMeant, "Level floor", QT_TRANSLATE_NOOP("RoomActions", "Level floors"))
          << numbered(row("slope.levelCeiling", QT_TRANSLATE_NOOP("RoomActions", "Level ceiling"), "Map/Slopes", "", {},
                          [](RoomView& room) { tiltPlane(*room.model(), roomcore::Plane::Ceiling, 0); },
                          when([](const RoomView& room) { return hasSlope(*room.model(), roomcore::Plane::Ceiling); }, QT_TRANSLATE_NOOP("RoomActions", "Select a sector with a sloped ceiling first."))),
                      sectorsMeant, "Level ceiling", QT_TRANSLATE_NOOP("RoomActions", "Level ceilings"));
}

void addNudges(ActionTable& table)
{
    struct Nudge
    {
        const char* id;
        const char* text;
        int key;
        int columns, rows;
    };
    constexpr std::array nudges{
        Nudge{"nudge.left", QT_TRANSLATE_NOOP("RoomActions", "Move left by a grid step"), Qt::Key_Left, -1, 0},
        Nudge{"nudge.right", QT_TRANSLATE_NOOP("RoomActions", "Move right by a grid step"), Qt::Key_Right, 1, 0},
        Nudge{"nudge.up", QT_TRANSLATE_NOOP("RoomActions", "Move up by a grid step"), Qt::Key_Up, 0, 1},
        Nudge{"nudge.down", QT_TRANSLATE_NOOP("RoomActions", "Move down by a grid step"), Qt::Key_Down, 0, -1},
    };
    for (const Nudge& nudge : nudges)
        table << row(nudge.id, nudge.text, "Map/Move", "", {QKeySequence(Qt::CTRL | nudge.key)},
                     [nudge](RoomView& room) { nudgeSelection(*room.model(), nudge.columns, nudge.rows); }, withSelection());
}

void addHeights(ActionTable& table)
{
    struct Height
    {
        const char* id;
        const char *one, *several;
        bool ceiling;
        int by;
        QKeySequence key;
    };
    const std::array heights{
        Height{"height.floorUp", QT_TRANSLATE_NOOP("RoomActions", "Raise floor by 8"), QT_TRANSLATE_NOOP("RoomActions", "Raise floors by 8"), false, 8, Qt::Key_PageUp},
        Height{"height.floorDown", QT_TRANSLATE_NOOP("RoomActions", "Lower floor by 8"), QT_TRANSLATE_NOOP("RoomActions", "Lower floors by 8"), false, -8, Qt::Key_PageDown},
        Height{"height.ceilingUp", QT_TRANSLATE_NOOP("RoomActions", "Raise ceiling by 8"), QT_TRANSLATE_NOOP("RoomActions", "Raise ceilings by 8"), true, 8,
               Qt::SHIFT | Qt::Key_PageUp},
        Height{"height.ceilingDown", QT_TRANSLATE_NOOP("RoomActions", "Lower ceiling by 8"), QT_TRANSLATE_NOOP("RoomActions", "Lower ceilings by 8"), true, -8,
               Qt::SHIFT | Qt::Key_PageDown},
    };
    for (const Height& height : heights)
        table << numbered(row(height.id, height.one, "Map/Heights and light", "", {height.key},
                              [ceiling = height.ceiling, by = height.by](RoomView& room) { raiseSelection(*room.model(), ceiling, by); }, withSectors(1)),
                          sectorsMeant, height.one, height.several);
    table << row("light.brighter", QT_TRANSLATE_NOOP("RoomActions", "Brighter"), "Map/Heights and light", "",
                 {QKeySequence(Qt::ALT | Qt::Key_PageUp)}, [](RoomView& room) { brightenSelection(*room.model(), 4); }, withSectors(1))
          << row("light.darker", QT_TRANSLATE_NOOP("RoomActions", "Darker"), "Map/Heights and light", "",
                 {QKeySequence(Qt::ALT | Qt::Key_PageDown)}, [](RoomView& room) { brightenSelection(*room.model(), -4); },
                 withSectors(1));
}

void addTextures(ActionTable& table)
{
    using roomcore::AlignAxis;
    using roomcore::Justify;
    const Need lines = withLines();
    using Align = Choice<AlignAxis>;
    const std::array aligns{
        Align{"texture.alignX", QT_TRANSLATE_NOOP("RoomActions", "Align sideways"), AlignAxis::X, {QKeySequence(Qt::CTRL | Qt::Key_L)}},
        Align{"texture.alignY", QT_TRANSLATE_NOOP("RoomActions", "Align upwards"), AlignAxis::Y, {QKeySequence(Qt::ALT | Qt::Key_L)}},
        Align{"texture.alignBoth", QT_TRANSLATE_NOOP("RoomActions", "Align both ways"), AlignAxis::Both,
              {QKeySequence(Qt::CTRL | Qt::SHIFT | Qt::Key_L)}, "align"},
    };
    addChoices<AlignAxis>(
        table, "Map/Textures", aligns,
        [](RoomView& room, AlignAxis axis) {
            const MapItem item = room.model()->current();
            alignItem(*room.model(), item, textureSizeOf(*room.model(), item), axis);
        },
        lines);
    const std::array fits{
        Align{"texture.fitX", QT_TRANSLATE_NOOP("RoomActions", "Fit along the walls"), AlignAxis::X, {QKeySequence(Qt::CTRL | Qt::ALT | Qt::Key_L)}},
        Align{"texture.fitY", QT_TRANSLATE_NOOP("RoomActions", "Fit to the height"), AlignAxis::Y},
        Align{"texture.fitBoth", QT_TRANSLATE_NOOP("RoomActions", "Fit both ways"), AlignAxis::Both,
              {QKeySequence(Qt::CTRL | Qt::ALT | Qt::SHIFT | Qt::Key_L)}},
    };
    addChoices<AlignAxis>(
        table, "Map/Textures", fits,
        [](RoomView& room, AlignAxis axis) {
            const MapItem item = room.model()->current();
            const QString said = fitItem(*room.model(), item, textureSizeOf(*room.model(), item), axis);
            if (!said.isEmpty())
                emit room.reported(Severity::Info, said);
        },
        lines);
    using Place = Choice<Justify>;
    const std::array places{
        Place{"texture.left", QT_TRANSLATE_NOOP("RoomActions", "Picture to the left end"), Justify::Left},
        Place{"texture.right", QT_TRANSLATE_NOOP("RoomActions", "Picture to the right end"), Justify::Right},
        Place{"texture.centre", QT_TRANSLATE_NOOP("RoomActions", "Picture to the middle"), Justify::Centre},
        Place{"texture.top", QT_TRANSLATE_NOOP("RoomActions", "Picture to the top"), Justify::Top},
        Place{"texture.bottom", QT_TRANSLATE_NOOP("RoomActions", "Picture to the bottom"), Justify::Bottom},
    };
    table << row("properties.copy", QT_TRANSLATE_NOOP("RoomActions", "Copy properties"), "Map/Properties", "", {QKeySequence(Qt::CTRL | Qt::SHIFT | Qt::Key_C)},
                 [](RoomView& room) { copyLook(*room.model(), room.model()->current()); }, withModel(canCopyLook, QT_TRANSLATE_NOOP("RoomActions", "Select a sector or line first.")))
          << row("properties.paste", QT_TRANSLATE_NOOP("RoomActions", "Paste properties"), "Map/Properties", "", {QKeySequence(Qt::CTRL | Qt::ALT | Qt::Key_V)},
                 [](RoomView& room) { pasteLook(*room.model(), room.model()->selection()); }, withModel(canPasteLook, QT_TRANSLATE_NOOP("RoomActions", "Copy properties first, then select what takes them.")));
    addChoices<Justify>(table, "Map/Textures", places,
                        [](RoomView& room, Justify where) { justifyItems(*room.model(), room.model()->selection(), where); }, lines);
    table << row("texture.newParts", QT_TRANSLATE_NOOP("RoomActions", "Textures of new parts\u2026"), "Map", "", {},
                 [](RoomView& room) {
                     auto* dialog = new NewPartsDialog(room);
                     dialog->setAttribute(Qt::WA_DeleteOnClose);
                     dialog->show(); // beside the texture browser, which is dragged from
                 },
                 always());
}

void addSelecting(ActionTable& table)
{
    using roomcore::Likeness;
    const Need any = withSelection();
    using Similar = Choice<Likeness>;
    const std::array similar{
        Similar{"select.sameTexture", QT_TRANSLATE_NOOP("RoomActions", "With the same texture"), Likeness::Textures,
                {QKeySequence(Qt::CTRL | Qt::ALT | Qt::Key_T)}},
        Similar{"select.sameHeights", QT_TRANSLATE_NOOP("RoomActions", "With the same heights"), Likeness::Heights},
        Similar{"select.sameLight", QT_TRANSLATE_NOOP("RoomActions", "With the same light"), Likeness::Light},
        Similar{"select.sameTag", QT_TRANSLATE_NOOP("RoomActions", "With the same tag"), Likeness::Tag},
        Similar{"select.sameKind", QT_TRANSLATE_NOOP("RoomActions", "Of the same kind"), Likeness::Kind},
    };
    addChoices<Likeness>(table, "Select/Similar", similar,
                         [](RoomView& room, Likeness likeness) { selectSimilar(*room.model(), likeness); }, any);
    table << row("select.neighbours", QT_TRANSLATE_NOOP("RoomActions", "Add neighbours to the selection"), "Select", "",
                 {QKeySequence(Qt::CTRL | Qt::ALT | Qt::Key_N)}, onModel(selectNeighbours), any)
          << row("edit.findReplace", QT_TRANSLATE_NOOP("RoomActions", "Find and replace\u2026"), "Edit", "search",
                 {QKeySequence(Qt::CTRL | Qt::Key_H)},
                 [](RoomView& room) {
                     room.findReplace()->show();
                     room.findReplace()->activateWindow();
                 },
                 always());
}

void addArranging(ActionTable& table)
{
    using roomcore::PartGroup;
    const Need any = withSelection();
    const auto whenArranged = [](bool (*test)(const roomcore::Arrangement&), const char* else_) {
        return when([test](const RoomView& room) { return test(room.roomDocument()->arrangement()); }, else_);
    };
    table << row("arrange.layer", QT_TRANSLATE_NOOP("RoomActions", "New layer of the selection"), "Select/Layers and groups", "layers",
                 {QKeySequence(Qt::CTRL | Qt::ALT | Qt::Key_Y)},
                 [](RoomView& room) { makeGroup(*room.model(), PartGroup::Kind::Layer); }, any)
          << row("arrange.group", QT_TRANSLATE_NOOP("RoomActions", "New group of the selection"), "Select/Layers and groups", "link",
                 {QKeySequence(Qt::CTRL | Qt::ALT | Qt::Key_G)},
                 [](RoomView& room) { makeGroup(*room.model(), PartGroup::Kind::Group); }, any)
          << row("arrange.hide", QT_TRANSLATE_NOOP("RoomActions", "Hide"), "Select/Layers and groups", "eye-off",
                 {QKeySequence(Qt::ALT | Qt::Key_H)}, onModel(hideSelection), any)
          << row("arrange.isolate", QT_TRANSLATE_NOOP("RoomActions", "Hide everything else"), "Select/Layers and groups", "",
                 {QKeySequence(Qt::ALT | Qt::Key_I)}, onModel(isolateSelection), any)
          << row("arrange.show", QT_TRANSLATE_NOOP("RoomActions", "Show everything"), "Select/Layers and groups", "eye",
                 {QKeySequence(Qt::ALT | Qt::SHIFT | Qt::Key_H)}, onModel(showEverything),
                 whenArranged([](const roomcore::Arrangement& all) {
                     return !all.hidden.isEmpty() || std::ranges::any_of(all.groups, &PartGroup::isHidden);
                 }, QT_TRANSLATE_NOOP("RoomActions", "Nothing is hidden.")))
          << row("arrange.lock", QT_TRANSLATE_NOOP("RoomActions", "Lock"), "Select/Layers and groups", "lock",
                 {QKeySequence(Qt::ALT | Qt::Key_K)}, onModel(lockSelection), any)
          << row("arrange.unlock", QT_TRANSLATE_NOOP("RoomActions", "Unlock everything"), "Select/Layers and groups", "",
                 {QKeySequence(Qt::ALT | Qt::SHIFT | Qt::Key_K)}, onModel(unlockEverything),
                 whenArranged([](const roomcore::Arrangement& all) {
                     return !all.locked.isEmpty() || std::ranges::any_of(all.groups, &PartGroup::isLocked);
                 }, QT_TRANSLATE_NOOP("RoomActions", "Nothing is locked.")));
    ActionSpec whole = row("arrange.whole", QT_TRANSLATE_NOOP("RoomActions", "A click selects whole groups"), "Select/Layers and groups", "",
                           {}, [](RoomView& room) { room.model()->setSelectsGroups(!room.model()->selectsGroups()); }, always());
    whole.checked = checkedWhen([](const RoomView& room) { return room.model()->selectsGroups(); });
    table << whole;
}

/// Everything that changes the room can be done again, to what is selected by then.
void addRepeat(ActionTable& table)
{
    for (ActionSpec& spec : table)
        if (spec.menu.startsWith(QLatin1String("Map/")) && !spec.checked)
            spec.run = [run = spec.run](DocumentView* view) {
                run(view);
                if (auto* room = qobject_cast<RoomView*>(view))
                    room->rememberCommand([run](RoomView& again) { run(&again); });
            };
    table << row("edit.repeat", QT_TRANSLATE_NOOP("RoomActions", "Repeat the last command"), "Edit", "",
                 {QKeySequence(Qt::CTRL | Qt::SHIFT | Qt::Key_R)}, [](RoomView& room) { room.repeatLast(); },
                 when([](const RoomView& room) { return room.canRepeat(); }, QT_TRANSLATE_NOOP("RoomActions", "Run a command of the Map menu first.")));
}

void addChecks(ActionTable& table)
{
    table << row("checks.heedAll", QT_TRANSLATE_NOOP("RoomActions", "Check the ignored rules again"), "Map", "", {},
                 [](RoomView& room) { room.findings().heedAllRules(); },
                 when([](const RoomView& room) { return !room.findings().ignoredRules().empty(); }, QT_TRANSLATE_NOOP("RoomActions", "No rule is ignored.")));
}

/// Ways to what is no part of the room's file: things of Blakod, and their light.
void addThingRows(ActionTable& table)
{
    table << row("thing.line", QT_TRANSLATE_NOOP("RoomActions", "Go to the Blakod that places things"), "Map/Things", "code", {QKeySequence(Qt::Key_F12)},
                 goToPlacingLine,
                 [](const RoomView& room) {
                     return placingLine(*room.model()) ? std::nullopt : std::optional(say(QT_TRANSLATE_NOOP("RoomActions", "No class that places things in this room was found.")));
                 })
          << row("thing.list", QT_TRANSLATE_NOOP("RoomActions", "List of things and exits"), "Map/Things", "mode-thing", {},
                 [](RoomView& room) { room.menus().showThings(); }, always())
          << row("light.here", QT_TRANSLATE_NOOP("RoomActions", "Light here: its sector"), "Map/Heights and light", "light", {},
                 [](RoomView& room) { showLightAt(*room.model(), placeOf(room)); }, always());
}

} // namespace

ActionTable roomEditActions()
{
    ActionTable table;
    addTools(table);
    addHandles(table);
    addSnapping(table);
    addGeometry(table);
    addPieces(table);
    addNudges(table);
    addHeights(table);
    addTextures(table);
    addSelecting(table);
    addArranging(table);
    addChecks(table);
    addRepeat(table);
    addThingRows(table); // they change nothing that could be done again
    return table;
}

} // namespace blak::ui::rooms
