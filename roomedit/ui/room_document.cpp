// SPDX-License-Identifier: GPL-3.0-or-later
#include "roomedit/ui/room_document.h"

#include "formats/roo/room.h"
#include "roomedit/ui/map_canvas.h"
#include "roomedit/ui/obj_export.h"
#include "roomedit/ui/room_edit_actions.h"
#include "roomedit/ui/room_editing.h"
#include "roomedit/ui/room_export.h"
#include "roomedit/ui/room_view.h"
#include "roomedit/ui/script_console.h"
#include "roomedit/ui/top_views.h"
#include "roomedit/ui/version_dialog.h"
#include "roomedit/ui/view3d_canvas.h"

#include <QCoreApplication>

#include <array>
#include <cmath>
#include <span>

namespace blak::ui::rooms {
namespace {

using Keys = QList<QKeySequence>;

QString say(const char* text) { return QCoreApplication::translate("RoomActions", text); }

RoomView* roomOf(DocumentView* view) { return qobject_cast<RoomView*>(view); }
const RoomView* roomOf(const DocumentView* view) { return qobject_cast<const RoomView*>(view); }

/// A row whose function is called with a room only.
ActionSpec row(const char* id, const char* text, const char* menu, const char* icon, Keys keys, void (*run)(RoomView&))
{
    ActionSpec spec;
    spec.id = QStringLiteral("room.") + QLatin1String(id);
    spec.text = say(text);
    spec.menu = QLatin1String(menu);
    spec.context = QStringLiteral("room");
    spec.icon = QLatin1String(icon);
    spec.keys = std::move(keys);
    spec.run = [run](DocumentView* view) {
        if (RoomView* room = roomOf(view))
            run(*room);
    };
    return spec;
}

std::function<bool(const DocumentView*)> when(bool (*test)(const RoomView&))
{
    return [test](const DocumentView* view) {
        const RoomView* room = roomOf(view);
        return room != nullptr && test(*room);
    };
}

/// A row that can be run while a room is as `test` asks; what it takes in words: "Select a line first."
void wait(ActionSpec& spec, bool (*test)(const RoomView&), const char* needs)
{
    spec.enabled = when(test);
    spec.needs = [needs](const DocumentView*) { return say(needs); };
}

bool hasWalk(const RoomView& room) { return room.view3d() != nullptr; }

void addModes(ActionTable& table)
{
    struct Mode
    {
        MapMode mode;
        const char* id;
        const char* text;
        const char* icon;
        Qt::Key key;
        int udbKey;
    };
    constexpr std::array modes{
        Mode{MapMode::All, "mode.all", QT_TRANSLATE_NOOP("RoomActions", "All kinds"), "mode-all", Qt::Key_1, 0},
        Mode{MapMode::Vertex, "mode.vertex", QT_TRANSLATE_NOOP("RoomActions", "Vertex mode"), "mode-vertex", Qt::Key_2,
             Qt::Key_V},
        Mode{MapMode::Line, "mode.line", QT_TRANSLATE_NOOP("RoomActions", "Line mode"), "mode-line", Qt::Key_3, Qt::Key_L},
        Mode{MapMode::Sector, "mode.sector", QT_TRANSLATE_NOOP("RoomActions", "Sector mode"), "mode-sector", Qt::Key_4,
             Qt::Key_S},
        Mode{MapMode::Thing, "mode.thing", QT_TRANSLATE_NOOP("RoomActions", "Thing mode"), "mode-thing", Qt::Key_5, Qt::Key_T},
    };
    for (const Mode& entry : modes) {
        ActionSpec spec = row(entry.id, entry.text, "Select/Mode", entry.icon, {QKeySequence(entry.key)}, [](RoomView&) {});
        if (entry.udbKey != 0)
            spec.keysUdb = {QKeySequence(entry.udbKey)};
        spec.inToolBar = true;
        spec.run = [mode = entry.mode](DocumentView* view) {
            if (RoomView* room = roomOf(view))
                room->model()->setMode(mode);
        };
        spec.checked = [mode = entry.mode](const DocumentView* view) {
            const RoomView* room = roomOf(view);
            return room != nullptr && room->model()->mode() == mode;
        };
        table.append(spec);
    }
}

void addFills(ActionTable& table)
{
    for (int i = 0; i < mapFillCount; ++i) {
        ActionSpec spec = row("", "", "View/Fill", "", {}, [](RoomView&) {});
        static const std::array<const char*, mapFillCount> ids{"floor", "ceiling", "light", "height", "none", "automap"};
        spec.id = QStringLiteral("room.fill.") + QLatin1String(ids[static_cast<std::size_t>(i)]);
        spec.text = mapFillName(static_cast<MapFill>(i));
        spec.run = [i](DocumentView* view) {
            if (RoomView* room = roomOf(view))
                room->setFill(i);
        };
        spec.checked = [i](const DocumentView* view) {
            const RoomView* room = roomOf(view);
            return room != nullptr && static_cast<int>(room->map()->fill()) == i;
        };
        table.append(spec);
    }
    table.append(row("fill.next", QT_TRANSLATE_NOOP("RoomActions", "Next fill"), "View/Fill", "", {QKeySequence(Qt::Key_F)},
                     [](RoomView& room) { room.setFill(static_cast<int>(room.map()->fill()) + 1); }));
}

void alignGrid(RoomView& room)
{
    const auto lines = room.model()->selectedParts().lines;
    if (lines.empty())
        return;
    const roomcore::Map& map = room.model()->map();
    const roomcore::MapPoint from = map.startOf(lines.front()), way = map.endOf(lines.front()) - from;
    const double degrees = std::atan2(way.y, way.x) * 180 / M_PI;
    room.map()->setGrid({room.map()->gridStep(), from, std::remainder(degrees, 90)}); // quarter turns are the same grid
}

void shiftGrid(RoomView& room)
{
    const auto vertices = room.model()->selectedParts().vertices;
    if (!vertices.empty())
        room.map()->setGrid({room.map()->gridStep(), room.model()->map().point(vertices.front()), room.map()->grid().degrees});
}

void addGrid(ActionTable& table)
{
    ActionSpec finer =
        row("grid.finer", QT_TRANSLATE_NOOP("RoomActions", "Finer grid"), "View/Grid", "minus",
            {QKeySequence(Qt::Key_BracketLeft)}, [](RoomView& room) { room.map()->setGridStep(room.map()->gridStep() / 2); });
    finer.keysTrenchBroom = {QKeySequence(Qt::Key_Minus), QKeySequence(Qt::Key_BracketLeft)};
    ActionSpec coarser =
        row("grid.coarser", QT_TRANSLATE_NOOP("RoomActions", "Coarser grid"), "View/Grid", "plus",
            {QKeySequence(Qt::Key_BracketRight)}, [](RoomView& room) { room.map()->setGridStep(room.map()->gridStep() * 2); });
    coarser.keysTrenchBroom = {QKeySequence(Qt::Key_Plus), QKeySequence(Qt::Key_BracketRight)};
    ActionSpec shown =
        row("grid.shown", QT_TRANSLATE_NOOP("RoomActions", "Show grid"), "View/Grid", "grid", {QKeySequence(Qt::ALT | Qt::Key_G)},
            [](RoomView& room) { room.map()->setGridShown(!room.map()->isGridShown()); });
    shown.keysTrenchBroom = {QKeySequence(Qt::Key_0)};
    shown.checked = when([](const RoomView& room) { return room.map()->isGridShown(); });
    shown.inToolBar = true;
    ActionSpec dynamic = row("grid.dynamic", QT_TRANSLATE_NOOP("RoomActions", "Grid step follows the zoom"), "View/Grid", "", {},
                             [](RoomView& room) { room.map()->setGridDynamic(!room.map()->isGridDynamic()); });
    dynamic.checked = when([](const RoomView& room) { return room.map()->isGridDynamic(); });
    ActionSpec line = row("grid.line", QT_TRANSLATE_NOOP("RoomActions", "Turn the grid along the selected line"), "View/Grid", "", {}, alignGrid);
    wait(line, [](const RoomView& room) { return hasLines(*room.model()); }, QT_TRANSLATE_NOOP("RoomActions", "Select a line first."));
    ActionSpec here = row("grid.here", QT_TRANSLATE_NOOP("RoomActions", "Begin the grid at the selected vertex"), "View/Grid", "", {}, shiftGrid);
    wait(here, [](const RoomView& room) { return hasVertices(*room.model()); }, QT_TRANSLATE_NOOP("RoomActions", "Select a vertex first."));
    ActionSpec plain = row("grid.plain", QT_TRANSLATE_NOOP("RoomActions", "Straight grid again"), "View/Grid", "", {},
                           [](RoomView& room) { room.map()->setGrid({room.map()->gridStep(), {}, 0}); });
    wait(plain, [](const RoomView& room) { return !room.map()->grid().isPlain(); }, QT_TRANSLATE_NOOP("RoomActions", "The grid is straight."));
    table << finer << coarser << shown << dynamic << line << here << plain;
}

void addView(ActionTable& table)
{
    ActionSpec zoomIn = row("view.zoomIn", QT_TRANSLATE_NOOP("RoomActions", "Zoom in"), "View", "zoom-in",
                            {QKeySequence(Qt::CTRL | Qt::Key_Plus)}, [](RoomView& room) { room.map()->zoomStep(1); });
    ActionSpec zoomOut = row("view.zoomOut", QT_TRANSLATE_NOOP("RoomActions", "Zoom out"), "View", "",
                             {QKeySequence(Qt::CTRL | Qt::Key_Minus)}, [](RoomView& room) { room.map()->zoomStep(-1); });
    ActionSpec fit = row("view.fit", QT_TRANSLATE_NOOP("RoomActions", "Show the whole room"), "View", "fit",
                         {QKeySequence(Qt::Key_Home)}, [](RoomView& room) { room.map()->fitRoom(); });
    ActionSpec selection = row("view.selection", QT_TRANSLATE_NOOP("RoomActions", "Show the selection"), "View", "",
                               {QKeySequence(Qt::SHIFT | Qt::Key_Home)}, [](RoomView& room) { room.showSelection(); });
    selection.keysTrenchBroom = {QKeySequence(Qt::CTRL | Qt::Key_U)};
    wait(selection, [](const RoomView& room) { return static_cast<bool>(room.model()->current()); }, QT_TRANSLATE_NOOP("RoomActions", "Select something in the room first."));
    ActionSpec go = row("view.go", QT_TRANSLATE_NOOP("RoomActions", "Go to row, column, line or sector"), "View", "goto", {},
                        [](RoomView& room) { room.topView()->askWhere(); }); // by key the palette asks, as in every document
    go.keysUdb = {QKeySequence(Qt::CTRL | Qt::SHIFT | Qt::Key_G)};
    ActionSpec swap = row("view.swap", QT_TRANSLATE_NOOP("RoomActions", "3D view first"), "View", "view-3d",
                          {QKeySequence(Qt::Key_F4)}, [](RoomView& room) { room.set3dFirst(!room.is3dFirst()); });
    swap.keysUdb = {QKeySequence(Qt::Key_Q)};
    swap.checked = when([](const RoomView& room) { return room.is3dFirst(); });
    swap.inToolBar = true;
    ActionSpec walk = row("view.walk", QT_TRANSLATE_NOOP("RoomActions", "Walk the grid"), "View", "walk-grid",
                          {QKeySequence(Qt::ALT | Qt::Key_W)}, [](RoomView& room) { room.map()->walk()->setShown(!room.map()->walk()->isShown()); });
    walk.checked = when([](const RoomView& room) { return room.map()->walk()->isShown(); });
    ActionSpec backdrop = row("view.backdrop", QT_TRANSLATE_NOOP("RoomActions", "Background picture\u2026"), "View", "", {}, [](RoomView& room) {
        auto* dialog = new BackdropDialog(room.map(), &room);
        dialog->setAttribute(Qt::WA_DeleteOnClose);
        dialog->open();
    });
    ActionSpec facts = row("view.facts", QT_TRANSLATE_NOOP("RoomActions", "Objects and exits of the world"), "View", "class", {},
                           [](RoomView& room) { room.model()->setShowsFacts(!room.model()->showsFacts()); });
    facts.checked = when([](const RoomView& room) { return room.model()->showsFacts(); });
    ActionSpec readFacts = row("view.readFacts", QT_TRANSLATE_NOOP("RoomActions", "Read the Blakod of this room again"), "View", "refresh", {},
                               [](RoomView& room) { room.model()->readFacts(); });
    table << zoomIn << zoomOut << fit << selection << go << swap << walk << backdrop << facts << readFacts;
}

void addTopViews(ActionTable& table)
{
    const char* menu = "View/Top views";
    ActionSpec beside = row("view.topBeside", QT_TRANSLATE_NOOP("RoomActions", "Another top view beside"), menu, "split-view",
                            {QKeySequence(Qt::CTRL | Qt::ALT | Qt::Key_E)}, [](RoomView& room) { room.topViews().split(Qt::Horizontal); });
    ActionSpec below = row("view.topBelow", QT_TRANSLATE_NOOP("RoomActions", "Another top view below"), menu, "",
                           {QKeySequence(Qt::CTRL | Qt::ALT | Qt::Key_O)}, [](RoomView& room) { room.topViews().split(Qt::Vertical); });
    for (ActionSpec* spec : {&beside, &below})
        wait(*spec, [](const RoomView& room) { return room.topViews().canSplit(); }, QT_TRANSLATE_NOOP("RoomActions", "There are as many top views as can be."));
    ActionSpec next = row("view.topNext", QT_TRANSLATE_NOOP("RoomActions", "Next top view"), menu, "",
                          {QKeySequence(Qt::CTRL | Qt::ALT | Qt::Key_PageDown)}, [](RoomView& room) { room.topViews().focusNext(); });
    ActionSpec close = row("view.topClose", QT_TRANSLATE_NOOP("RoomActions", "Close this top view"), menu, "close",
                           {QKeySequence(Qt::CTRL | Qt::ALT | Qt::Key_W)}, [](RoomView& room) { room.topViews().close(room.topView()); });
    for (ActionSpec* spec : {&next, &close})
        wait(*spec, [](const RoomView& room) { return room.topViews().all().size() > 1; }, QT_TRANSLATE_NOOP("RoomActions", "There is one top view only."));
    table << beside << below << next << close;
}

void add3d(ActionTable& table)
{
    ActionSpec fly = row("3d.fly", QT_TRANSLATE_NOOP("RoomActions", "Fly"), "View/3D view", "fly", {QKeySequence(Qt::Key_G)},
                         [](RoomView& room) { room.view3d()->setFlying(!room.view3d()->isFlying()); });
    fly.checked = when([](const RoomView& room) { return hasWalk(room) && room.view3d()->isFlying(); });
    ActionSpec play =
        row("3d.play", QT_TRANSLATE_NOOP("RoomActions", "Play animation and flicker"), "View/3D view", "loop",
            {QKeySequence(Qt::ALT | Qt::Key_P)}, [](RoomView& room) { room.view3d()->setPlaying(!room.view3d()->isPlaying()); });
    play.checked = when([](const RoomView& room) { return hasWalk(room) && room.view3d()->isPlaying(); });
    ActionSpec bright =
        row("3d.fullBright", QT_TRANSLATE_NOOP("RoomActions", "Full brightness"), "View/3D view", "light",
            {QKeySequence(Qt::Key_B)}, [](RoomView& room) { room.view3d()->setFullBright(!room.view3d()->isFullBright()); });
    bright.checked = when([](const RoomView& room) { return hasWalk(room) && room.view3d()->isFullBright(); });
    ActionSpec look = row("3d.lookFromHere", QT_TRANSLATE_NOOP("RoomActions", "Look from here"), "View/3D view", "camera",
                          {QKeySequence(Qt::SHIFT | Qt::Key_C)}, [](RoomView& room) { room.lookFromHere(); });
    ActionSpec brush = row("3d.brush", QT_TRANSLATE_NOOP("RoomActions", "Brush for textures"), "View/3D view", "bucket", {},
                           [](RoomView& room) {
                               room.view3d()->setBrush(!room.view3d()->isBrush());
                               room.view3d()->setFocus();
                           });
    brush.checked = when([](const RoomView& room) { return hasWalk(room) && room.view3d()->isBrush(); });
    ActionSpec day = row("3d.day", QT_TRANSLATE_NOOP("RoomActions", "Play the time of day"), "View/3D view", "timer", {},
                         [](RoomView& room) { room.view3d()->setDayPlaying(!room.view3d()->isDayPlaying()); });
    day.checked = when([](const RoomView& room) { return hasWalk(room) && room.view3d()->isDayPlaying(); });
    ActionSpec mover = row("3d.mover", QT_TRANSLATE_NOOP("RoomActions", "Play the door or lift"), "View/3D view", "door", {Qt::Key_U},
                           [](RoomView& room) { room.view3d()->playMover(); });
    for (ActionSpec* spec : {&fly, &play, &bright, &look, &brush, &day, &mover}) {
        wait(*spec, hasWalk, QT_TRANSLATE_NOOP("RoomActions", "This room has no 3D view."));
        spec->run = [run = spec->run](DocumentView* view) { // whoever runs a disabled row by its id
            if (const RoomView* room = roomOf(view); room != nullptr && hasWalk(*room))
                run(view);
        };
        table.append(*spec);
    }
}

void addSelection(ActionTable& table)
{
    ActionSpec all = row("select.all", QT_TRANSLATE_NOOP("RoomActions", "Select all of this kind"), "Select", "",
                         {QKeySequence(Qt::CTRL | Qt::Key_A)}, [](RoomView& room) { room.model()->selectAll(); });
    ActionSpec none =
        row("select.none", QT_TRANSLATE_NOOP("RoomActions", "Select nothing"), "Select", "",
            {QKeySequence(Qt::CTRL | Qt::SHIFT | Qt::Key_A)}, [](RoomView& room) { room.model()->clearSelection(); });
    none.keysUdb = {QKeySequence(Qt::Key_C)};
    ActionSpec next = row("select.next", QT_TRANSLATE_NOOP("RoomActions", "Next under the cursor"), "Select", "",
                          {QKeySequence(Qt::Key_Period)}, [](RoomView& room) { room.map()->cycle(); });
    table << all << none << next;
}

} // namespace

std::shared_ptr<const roo::Room> shownRoom(const DocumentView& document)
{
    const auto* room = qobject_cast<const RoomView*>(&document);
    const RoomModel* model = room != nullptr ? room->model() : nullptr;
    if (model == nullptr)
        return nullptr;
    if (!model->canEdit())
        return std::shared_ptr<const roo::Room>(model->sharedIndex(), &model->room());
    const auto copy = model->document()->copy();
    return copy ? std::shared_ptr<const roo::Room>(copy.value(), &copy.value()->room) : nullptr;
}

void giveTexture(DocumentView& document, int number)
{
    if (RoomView* room = roomOf(&document))
        room->takeTexture(number);
}

QStringList texturePlaces(const DocumentView& document)
{
    const auto* room = qobject_cast<const RoomView*>(&document);
    return room != nullptr ? room->texturePlaces() : QStringList();
}

void putTexture(DocumentView& document, int number, int place)
{
    if (RoomView* room = roomOf(&document))
        room->putTexture(number, place);
}

void whenTextureIsAsked(DocumentView& document, const std::function<void(int number)>& show)
{
    if (RoomView* room = roomOf(&document))
        QObject::connect(room, &RoomView::texturesAsked, room, show);
}

void whenFilesAreWritten(const DocumentView& document, const QObject& listener, const std::function<void(const QString& sentence, const QString& folder)>& told)
{
    if (const auto* room = qobject_cast<const RoomView*>(&document))
        QObject::connect(room, &RoomView::wroteFiles, &listener, told);
}

DocumentType roomDocumentType()
{
    DocumentType type;
    type.id = QStringLiteral("room");
    type.helpPage = QStringLiteral("studio/rooms");
    type.name = QCoreApplication::translate("RoomActions", "Room");
    type.endings = {QStringLiteral("roo")};
    type.recognises = [](const QString&, const QByteArray& head) {
        return roo::isRoom(std::as_bytes(std::span(head.constData(), static_cast<std::size_t>(head.size()))));
    };
    type.open = &RoomView::open;
    type.load = &RoomView::load;
    type.icon = QStringLiteral("room");
    return type;
}

ActionTable roomActions()
{
    ActionTable table;
    table << row("export.plan", QT_TRANSLATE_NOOP("RoomActions", "Export or print the plan\u2026"), "File", "room", {},
                 [](RoomView& room) { exportPlan(room); })
          << row("export.obj", QT_TRANSLATE_NOOP("RoomActions", "Export a model (OBJ)\u2026"), "File", "", {},
                 [](RoomView& room) { exportModel(room); })
          << row("export.version", QT_TRANSLATE_NOOP("RoomActions", "Save a copy in another version\u2026"), "File", "", {},
                 [](RoomView& room) {
                     auto* dialog = new VersionDialog(room);
                     dialog->setAttribute(Qt::WA_DeleteOnClose);
                     dialog->open();
                 })
          << row("script.console", QT_TRANSLATE_NOOP("RoomActions", "Scripts\u2026"), "Edit", "command", {QKeySequence(Qt::CTRL | Qt::ALT | Qt::Key_J)},
                 [](RoomView& room) {
                     room.scriptConsole()->show();
                     room.scriptConsole()->activateWindow();
                 });
    addModes(table);
    addSelection(table);
    addView(table);
    addTopViews(table);
    addGrid(table);
    addFills(table);
    add3d(table);
    table += roomEditActions();
    return table;
}

} // namespace blak::ui::rooms
