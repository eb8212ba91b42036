// SPDX-License-Identifier: GPL-3.0-or-later
#include "roomedit/ui/room_view.h"

#include "client/render/asset_store.h"
#include "formats/base/file_io.h"
#include "roomedit/ui/find_replace_dialog.h"
#include "roomedit/ui/layers_panel.h"
#include "roomedit/ui/light_panel.h"
#include "roomedit/ui/new_parts_dialog.h"
#include "roomedit/ui/room_builder.h"
#include "roomedit/ui/room_editing.h"
#include "roomedit/ui/room_findings.h"
#include "roomedit/ui/room_inspector.h"
#include "roomedit/ui/room_menus.h"
#include "roomedit/ui/script_console.h"
#include "roomedit/ui/top_views.h"
#include "roomedit/ui/view3d.h"
#include "roomedit/ui/walk_keys.h"
#include "ui/icons.h"
#include "ui/number_text.h"
#include "ui/place_path.h"
#include "ui/project.h"

#include <QApplication>
#include <QComboBox>
#include <QDockWidget>
#include <QFile>
#include <QFileInfo>
#include <QScrollArea>
#include <QSignalBlocker>
#include <QTimer>
#include <QVBoxLayout>

#include <algorithm>
#include <set>

namespace blak::ui::rooms {
namespace {

constexpr qsizetype mostKeptSelected = 1000; ///< parts; of more nobody knows which they were
constexpr int lightHeight = 192; // all five sliders and the buttons

QVBoxLayout* makeHost(QWidget* host)
{
    auto* column = new QVBoxLayout(host);
    column->setContentsMargins(0, 0, 0, 0);
    return column;
}

/// A panel that scrolls where its dock is low, instead of pressing its rows together.
QWidget* scrolling(QWidget* content, int leastHeight)
{
    auto* scroll = new QScrollArea;
    scroll->setWidgetResizable(true);
    scroll->setFrameShape(QFrame::NoFrame);
    scroll->setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    scroll->setMinimumHeight(leastHeight);
    scroll->setWidget(content);
    scroll->viewport()->setAutoFillBackground(false);
    content->setAutoFillBackground(false);
    return scroll;
}

void moveInto(QWidget* view, QWidget* host)
{
    host->layout()->addWidget(view); // takes it out of the other one
    view->show();
}

QString builtText(const QString& name, const BuiltRoom& built)
{
    if (!built.error.isEmpty())
        return RoomView::tr("%1: no tree could be built: %2").arg(name, built.error);
    const roo::Room& room = built.index->room();
    return RoomView::tr("%1: tree of %2 nodes, %3 wall pieces of %4 lines in %5 ms")
        .arg(name, grouped(static_cast<int>(room.nodes.size())), grouped(static_cast<int>(room.walls.size())),
             grouped(static_cast<int>(room.linedefs.size())))
        .arg(built.milliseconds, 0, 'f', 1);
}

/// The first picture of a room needs most of its textures.
void decodeTextures(const roo::Room& room, render::AssetStore& assets, const std::atomic<bool>& cancelled)
{
    std::set<int> numbers;
    for (const roo::Sidedef& side : room.sidedefs)
        numbers.insert({side.normalTexture, side.aboveTexture, side.belowTexture});
    for (const roo::Sector& sector : room.sectors)
        numbers.insert({sector.floorTexture, sector.ceilingTexture});
    for (const int number : numbers)
        if (!cancelled)
            assets.texture(number);
}

RoomModel* editableModel(std::shared_ptr<roomcore::RoomDocument> document, QString path, std::shared_ptr<Project> project,
                         std::shared_ptr<const MapIndex> index, QObject* parent)
{
    auto* model = new RoomModel(std::move(path), std::move(project), std::move(index), parent);
    model->setDocument(std::move(document));
    return model;
}

} // namespace

Result<DocumentMaker> RoomView::load(const QString& path, std::shared_ptr<Project> project, const std::atomic<bool>& cancelled)
{
    const std::filesystem::path file(QFile::encodeName(path).toStdString());
    const auto bytes = readFile(file);
    if (!bytes)
        return bytes.error();
    const std::string name = QFileInfo(path).fileName().toStdString();
    auto made = roomcore::RoomDocument::make(
        file, {reinterpret_cast<const char*>(bytes.value().data()), bytes.value().size()});
    if (!made)
        return made.error();
    auto document = std::move(made).value();
    const auto copy = document->copy();
    if (!copy)
        return copy.error();
    std::shared_ptr<const roo::Room> room(copy.value(), &copy.value()->room);
    QString loadError;
    std::shared_ptr<const space::LoadedRoom> loaded;
    if (auto result = space::LoadedRoom::load(*room, name))
        loaded = std::make_shared<const space::LoadedRoom>(std::move(result).value());
    else
        loadError = QString::fromStdString(result.error().what);
    if (project != nullptr && project->assets() != nullptr)
        decodeTextures(*room, *project->assets(), cancelled);
    auto index = std::make_shared<const MapIndex>(std::move(room), std::move(loaded));
    return DocumentMaker([document = std::move(document), path, project = std::move(project), index = std::move(index),
                          loadError](QWidget* parent) {
        // Open already, perhaps with edits: another view of the same document.
        const auto workspace = workspaceOf(project);
        const auto there = workspace != nullptr ? workspace->find(document->path()) : nullptr;
        if (there != nullptr && there->views() == 0 && !there->isModified()) {
            workspace->close(document->path()); // nobody looked at it any more; the file may be another by now
            workspace->add(document);
        } else if (const auto shared = std::dynamic_pointer_cast<roomcore::RoomDocument>(there)) {
            const auto now = shared->copy();
            if (!now)
                return Result<DocumentView*>(now.error());
            const BuiltRoom built = RoomBuilder::build(now.value());
            return Result<DocumentView*>(new RoomView(shared, path, project, built.index, built.error, parent));
        }
        if (workspace != nullptr && there == nullptr)
            workspace->add(document);
        return Result<DocumentView*>(new RoomView(document, path, project, index, loadError, parent));
    });
}

Result<DocumentView*> RoomView::open(const QString& path, std::shared_ptr<Project> project, QWidget* parent)
{
    const auto made = load(path, std::move(project), false);
    return made ? made.value()(parent) : made.error();
}

Result<DocumentView*> RoomView::ofNew(const std::shared_ptr<roomcore::RoomDocument>& document, std::shared_ptr<Project> project, QWidget* parent)
{
    const auto now = document->copy();
    if (!now)
        return now.error();
    const BuiltRoom built = RoomBuilder::build(now.value());
    if (const auto workspace = workspaceOf(project); workspace->find(document->path()) == nullptr)
        workspace->add(document);
    const QString path = QFile::decodeName(QByteArray::fromStdString(document->path().string()));
    return Result<DocumentView*>(new RoomView(document, path, std::move(project), built.index, built.error, parent));
}

RoomView::RoomView(const std::shared_ptr<roomcore::RoomDocument>& document, QString path, std::shared_ptr<Project> project,
                   std::shared_ptr<const MapIndex> index, const QString& loadError, QWidget* parent)
    : DocumentView(parent), model_(editableModel(document, std::move(path), std::move(project), std::move(index), this)),
      topViews_(new TopViews(model_)), view3d_(new View3d(model_, loadError)), inspector_(new RoomInspector(model_)),
      findings_(new RoomFindings(*model_, *topViews_, loadError, this)), menus_(new RoomMenus(*this)),
      sideHost_(new QWidget)
{
    setDocument(document, workspaceOf(model_->project()));
    connect(inspector_, &RoomInspector::openRequested, this, &DocumentView::openRequested);
    connect(inspector_, &RoomInspector::textureAsked, this, [this](int number) {
        emit texturesAsked(number);
        emit statusChanged();
    });
    // Said once: what was refused is no problem of the room.
    connect(model_, &RoomModel::noticed, this, [this](const QString& sentence) { emit reported(Severity::Info, sentence); });
    connect(findings_, &RoomFindings::failed, this,
            [this](const QString& sentence) { emit reported(Severity::Info, sentence); }); // of the moment: no fault of the room
    connect(model_, &RoomModel::built, this,
            [this](const BuiltRoom& room) { emit said(tr("Builder"), builtText(title(), room)); });
    makeHost(this);
    makeHost(sideHost_);
    moveInto(topViews_, this);
    moveInto(view3d_, sideHost_);
    view3d_->setTitled(false);
    panels_ = {{QStringLiteral("view3d"), tr("3D view"), QStringLiteral("view-3d"), sideHost_, Qt::RightDockWidgetArea},
               {QStringLiteral("inspector"), tr("Inspector"), QStringLiteral("property"), inspector_, Qt::RightDockWidgetArea},
               {QStringLiteral("layers"), tr("Layers"), QStringLiteral("layers"), new LayersPanel(model_), Qt::LeftDockWidgetArea}};
    if (const std::size_t lost = document->partsLost(); lost > 0)
        QTimer::singleShot(0, this, [this, lost] {
            emit reported(Severity::Warning, tr("The room was changed elsewhere; parts of its layers and groups that are gone: %1.").arg(lost));
        });
    if (view3d_->canvas() != nullptr)
        panels_.append({QStringLiteral("light"), tr("Light"), QStringLiteral("light"),
                        scrolling(new LightPanel(view3d_->canvas()), lightHeight), Qt::RightDockWidgetArea});

    for (auto signal : {&RoomModel::modeChanged, &RoomModel::hoveredChanged, &RoomModel::selectionChanged, &RoomModel::factsChanged})
        connect(model_, signal, this, &DocumentView::statusChanged);
    model_->readFacts();
    followMap(map());
    connect(topViews_, &TopViews::added, this, [this](TopView* view) { followMap(view->canvas()); });
    connect(topViews_, &TopViews::activeChanged, this, &RoomView::showActive);
    connect(topViews_, &TopViews::viewsChanged, this, &DocumentView::statusChanged);
    if (view3d() != nullptr) {
        connect(view3d(), &View3dCanvas::kodRequested, this,
                [this](const QString& file, int line) { emit openRequested(placePath(file, QString::number(line))); });
        connect(view3d(), &View3dCanvas::menuRequested, menus_, &RoomMenus::showOf3d);
        connect(view3d(), &View3dCanvas::swapRequested, this, [this] { set3dFirst(!is3dFirst_); });
        connect(view3d(), &View3dCanvas::flyingChanged, this, &DocumentView::statusChanged);
        connect(view3d(), &View3dCanvas::brushChanged, this, &DocumentView::statusChanged);
    }
    connect(qApp, &QApplication::focusChanged, this, [this](QWidget*, QWidget* now) { followFocus(now); });
    connect(inputPresetNotifier(), &InputPresetNotifier::changed, this, &DocumentView::statusChanged);
    findings_->start();
}

/// What a top view tells is heard, of each of them.
void RoomView::followMap(MapCanvas* map)
{
    menus_->follow(map);
    connect(map, &MapCanvas::toolChanged, this, &DocumentView::statusChanged);
    connect(map, &MapCanvas::swapRequested, this, [this] { set3dFirst(!is3dFirst_); });
    connect(map, &MapCanvas::roomRequested, this, &DocumentView::openRequested);
    if (view3d() != nullptr)
        connect(map, &MapCanvas::standHere, view3d(), &View3dCanvas::standAt);
    connect(map, &MapCanvas::cursorMoved, this, &DocumentView::statusChanged);
    connect(map, &MapCanvas::viewChanged, this, [this, map] {
        if (gridBox_ != nullptr)
            gridBox_->setCurrentIndex(gridBox_->findData(map->gridStep()));
    });
    findings_->showFaults();
}

/// The boxes of the tool bar say what the active top view has.
void RoomView::showActive()
{
    if (gridBox_ != nullptr)
        gridBox_->setCurrentIndex(gridBox_->findData(map()->gridStep()));
    if (fillBox_ != nullptr)
        fillBox_->setCurrentIndex(static_cast<int>(map()->fill()));
    emit statusChanged();
}

RoomView::~RoomView()
{
    disconnect(qApp, nullptr, this, nullptr); // our parts lose the focus when we are half gone
    for (const Panel& panel : std::as_const(panels_)) // where the shell has not taken them
        if (panel.widget->parent() == nullptr)
            delete panel.widget;
}

TopView* RoomView::topView() { return topViews_->active(); }
MapCanvas* RoomView::map() { return topViews_->active()->canvas(); }
const MapCanvas* RoomView::map() const { return topViews_->active()->canvas(); }
View3dCanvas* RoomView::view3d() { return view3d_->canvas(); }
const View3dCanvas* RoomView::view3d() const { return view3d_->canvas(); }

void RoomView::takeTexture(int number)
{
    if (view3d() != nullptr)
        view3d()->setBrushTexture(number);
}

QStringList RoomView::texturePlaces() const
{
    QStringList words;
    for (const TexturePlace& place : rooms::texturePlaces(*model_))
        words << place.words;
    if (const QString chosen = inspector_->chosenTexture(); !chosen.isEmpty() && !words.isEmpty())
        words.prepend(chosen);
    return words;
}

void RoomView::putTexture(int number, int place)
{
    const bool isChosen = !inspector_->chosenTexture().isEmpty();
    const QVector<TexturePlace> places = rooms::texturePlaces(*model_);
    if (isChosen && place == 0)
        inspector_->putChosenTexture(number);
    else if (const qsizetype at = place - (isChosen ? 1 : 0); at >= 0 && at < places.size())
        rooms::putTexture(*model_, places[at], number);
}

void RoomView::undo()
{
    map()->backOut();
    if (view3d() != nullptr && !view3d()->isBrush())
        view3d()->backOut();
    DocumentView::undo();
}

void RoomView::redo()
{
    map()->backOut();
    DocumentView::redo();
}

QString RoomView::title() const { return QFileInfo(path()).fileName(); }

QVector<QWidget*> RoomView::toolBarWidgets()
{
    if (gridBox_ == nullptr) {
        gridBox_ = new QComboBox(this);
        gridBox_->setToolTip(tr("Grid step in editor units; 64 = one square"));
        gridBox_->setAccessibleName(tr("Grid step"));
        for (int step = 1; step <= 1024; step *= 2)
            gridBox_->addItem(tr("Grid %1").arg(step), step);
        gridBox_->setCurrentIndex(gridBox_->findData(map()->gridStep()));
        connect(gridBox_, &QComboBox::activated, this, [this] { map()->setGridStep(gridBox_->currentData().toInt()); });

        fillBox_ = new QComboBox(this);
        fillBox_->setToolTip(tr("What the floors of the top view show"));
        fillBox_->setAccessibleName(tr("Fill"));
        for (int i = 0; i < mapFillCount; ++i)
            fillBox_->addItem(ui::icon(QStringLiteral("texture")), mapFillName(static_cast<MapFill>(i)));
        fillBox_->setCurrentIndex(static_cast<int>(map()->fill()));
        connect(fillBox_, &QComboBox::activated, this, &RoomView::setFill);
    }
    return {gridBox_, fillBox_};
}

void RoomView::setFill(int fill)
{
    map()->setFill(static_cast<MapFill>(((fill % mapFillCount) + mapFillCount) % mapFillCount));
    if (fillBox_ != nullptr)
        fillBox_->setCurrentIndex(static_cast<int>(map()->fill()));
    emit statusChanged();
}

QStringList RoomView::statusLeft() const
{
    QStringList facts;
    facts.append(model_->mode() == MapMode::All ? tr("All kinds") : tr("%1 mode").arg(mapModeName(model_->mode())));
    const auto count = model_->selection().size();
    if (const auto& picked = model_->picked())
        facts.append(picked->kind == PlacedItem::Kind::Exit   ? tr("Exit to %1").arg(model_->facts()->exits[picked->index].room)
                     : picked->kind == PlacedItem::Kind::Edge ? tr("Exit to %1").arg(model_->facts()->edges[picked->index].room)
                                                              : tr("%1 of Blakod").arg(model_->facts()->objects[picked->index].className));
    else if (count == 1)
        facts.append(tr("%1 selected").arg(model_->nameOf(model_->current())));
    else
        facts.append(count == 0 ? tr("Nothing selected") : tr("%1 selected").arg(count));
    if (const auto cursor = map()->cursor()) {
        const Place place = model_->index().place(map()->toEditor(*cursor));
        facts.append(tr("x %1, y %2").arg(std::floor(place.editor.x())).arg(std::floor(place.editor.y())));
        facts.append(tr("row %1, col %2 · fine %3, %4")
                         .arg(place.server.row)
                         .arg(place.server.column)
                         .arg(place.server.fineRow)
                         .arg(place.server.fineColumn));
        facts.append(
            tr("client %1, %2").arg(grouped(static_cast<int>(place.client.x)), grouped(static_cast<int>(place.client.y))));
    }
    facts.append(hint());
    return facts;
}

/// What mouse and keys do in the view that has them.
QString RoomView::hint() const
{
    const QString swap = is3dFirst_ ? tr("Tab top view") : tr("Tab 3D view");
    const auto row = [&swap](const QString& keys) -> QString { return keys + QStringLiteral(" · ") + swap; };
    const View3dCanvas* in3d = hasKeys3d_ ? view3d() : nullptr;
    if (in3d == nullptr && map()->isSloping())
        return row(tr("Click 3 vertices · Drag one up or down · Enter done · Esc back"));
    if (in3d == nullptr)
        return row(tr("Wheel zoom · Space drag pan"));
    const QString keys = walkKeysName(inputPreset());
    if (in3d->isBrush())
        return row(tr("%1 walk · Click paint · Ctrl click take · Shift click fill").arg(keys));
    return row(in3d->isFlying() ? tr("%1 fly · %2 · Right drag look").arg(keys, flyKeysName(inputPreset()))
                                : tr("%1 walk · Right drag look").arg(keys));
}

/// The focus goes to the inspector and back to nothing, too: then it is still the view where one was at work.
void RoomView::followFocus(QWidget* now)
{
    const bool is3d = now != nullptr && now == view3d();
    if (is3d == hasKeys3d_ || (!is3d && (now == nullptr || !topViews_->isAncestorOf(now))))
        return;
    hasKeys3d_ = is3d;
    emit statusChanged();
}

QStringList RoomView::statusRight() const
{
    const roo::Room& room = model_->room();
    QStringList facts{counted(static_cast<qlonglong>(room.nodes.size()), tr("BSP 1 node"), tr("BSP %1 nodes"))};
    const QString kind = tr(".roo %1").arg(
        QString::fromUtf8(roo::formatName(room.format).data(), static_cast<qsizetype>(roo::formatName(room.format).size())));
    const QString dialect = model_->project() != nullptr ? model_->project()->dialectName() : QString();
    facts.append(dialect.isEmpty() ? kind : tr("%1 · %2").arg(dialect, kind));
    facts.append(savedText());
    return facts;
}

void RoomView::documentTold(const document::DocumentNotice& notice)
{
    DocumentView::documentTold(notice);
    if (notice.kind != document::DocumentNotice::Kind::Problems)
        return;
    findings_->showFaults();
    emit statusChanged();
}

QVector<ProblemFix> RoomView::fixesOf(const Diagnostic& finding) const
{
    QVector<ProblemFix> fixes = DocumentView::fixesOf(finding);
    const QString rule = QString::fromStdString(finding.code);
    fixes.append({tr("Ignore \u201c%1\u201d in this room").arg(rule), 1, [findings = QPointer<RoomFindings>(findings_), rule](bool) {
                      if (RoomFindings* all = findings.data())
                          all->ignoreRule(rule);
                  }});
    return fixes;
}

void RoomView::showProblem(const Diagnostic& finding)
{
    const QVector<MapItem> items = findings_->itemsOf(finding);
    if (items.isEmpty())
        return map()->fitRoom();
    model_->setModeFor(items.first());
    model_->select(items.first());
    constexpr double around = space::editorUnitsPerSquare / 4; // a part of the room that fits at any useful zoom
    const auto spot = RoomFindings::spotOf(finding);
    map()->reveal(spot ? QRectF(*spot, QSizeF()).adjusted(-around, -around, around, around) : model_->boundsOf(items.first()));
}

void RoomView::set3dFirst(bool on)
{
    if (on == is3dFirst_)
        return;
    is3dFirst_ = on;
    if (on)
        for (TopView* view : topViews_->all())
            view->canvas()->keepView();
    hasKeys3d_ = on && view3d() != nullptr;
    moveInto(on ? static_cast<QWidget*>(view3d_) : topViews_, this);
    moveInto(on ? static_cast<QWidget*>(topViews_) : view3d_, sideHost_);
    view3d_->setTitled(on);
    topViews_->setTitled(!on);
    for (TopView* view : topViews_->all())
        view->canvas()->settle();
    if (!on) // clicks in the 3D view moved it
        for (TopView* view : topViews_->all())
            view->canvas()->returnToKept(selectionArea());
    updatePanelTitle();
    if (on && view3d() != nullptr)
        view3d()->setFocus();
    else
        map()->setFocus();
    emit statusChanged();
}

/// The dock around the side panel belongs to the shell; its name follows what is shown.
void RoomView::updatePanelTitle()
{
    for (QWidget* above = sideHost_->parentWidget(); above != nullptr; above = above->parentWidget())
        if (auto* dock = qobject_cast<QDockWidget*>(above))
            return dock->setWindowTitle(is3dFirst_ ? tr("Top view") : tr("3D view"));
}

void RoomView::lookFromHere()
{
    if (view3d() == nullptr)
        return;
    if (const auto cursor = map()->cursor())
        view3d()->standAt(map()->toEditor(*cursor));
    else if (model_->current())
        view3d()->standAt(model_->boundsOf(model_->current()).center());
}

ScriptConsole* RoomView::scriptConsole()
{
    if (scriptConsole_ == nullptr)
        scriptConsole_ = new ScriptConsole(*this);
    return scriptConsole_;
}

FindReplaceDialog* RoomView::findReplace()
{
    if (findReplace_ == nullptr) {
        findReplace_ = new FindReplaceDialog(model_, this);
        connect(findReplace_, &FindReplaceDialog::openRequested, this, &DocumentView::openRequested);
    }
    if (MapItem item = model_->current()) {
        int texture = textureOf(*model_, item);
        // Of a line in the top view nobody pointed at a part: steps have no texture in the middle.
        for (const auto part : {MapItem::Part::Normal, MapItem::Part::Below, MapItem::Part::Above})
            for (const bool minus : {false, true})
                if (texture == 0 && item.kind == MapItem::Kind::Line) {
                    item.part = part;
                    item.minusSide = minus;
                    texture = textureOf(*model_, item);
                }
        if (texture != 0)
            findReplace_->setQuery({roomcore::Findable::Texture, texture});
    }
    return findReplace_;
}

void RoomView::repeatLast()
{
    if (lastCommand_)
        lastCommand_(*this);
}

/// Editor units; nothing: nothing is selected.
std::optional<QRectF> RoomView::selectionArea() const
{
    QRectF area;
    for (const MapItem& item : model_->selection())
        area = area.isNull() ? model_->boundsOf(item) : area.united(model_->boundsOf(item));
    return model_->current() ? std::optional(area) : std::nullopt;
}

void RoomView::showSelection()
{
    if (const auto area = selectionArea())
        map()->fitArea(area->adjusted(-32, -32, 32, 32));
}

QVariantMap RoomView::saveViewState() const
{
    QVariantMap state = topViews_->active()->state();
    if (topViews_->all().size() > 1)
        state.insert(QStringLiteral("topViews"), topViews_->layoutState());
    const roomcore::MapGrid& grid = model_->shownGrid();
    state.insert(QStringLiteral("mode"), static_cast<int>(model_->mode()));
    state.insert(QStringLiteral("grid"), grid.step);
    state.insert(QStringLiteral("gridDynamic"), model_->isGridDynamic());
    state.insert(QStringLiteral("gridFrom"), QVariantList{grid.origin.x, grid.origin.y, grid.degrees});
    state.insert(QStringLiteral("3dFirst"), is3dFirst_);
    if (const auto& selected = model_->selection(); !selected.isEmpty() && selected.size() <= mostKeptSelected) {
        QVariantList items; // kind, number, and so on
        for (const MapItem& item : selected)
            items << static_cast<int>(item.kind) << item.index;
        state.insert(QStringLiteral("selected"), items);
    }
    if (roomDocument()->hasOwnDefaults())
        state.insert(QStringLiteral("newParts"), stateOf(roomDocument()->defaults()));
    if (view3d() != nullptr) {
        const render::Camera& camera = view3d()->camera();
        state.insert(QStringLiteral("camera"), QVariantList{camera.x, camera.y, camera.z, camera.angle, camera.horizonShift});
        state.insert(QStringLiteral("flying"), view3d()->isFlying());
        state.insert(QStringLiteral("hour"), view3d()->light().hour);
    }
    return state;
}

/// The parts that are still there: the file may have changed since.
void RoomView::restoreSelection(const QVariantList& items)
{
    QVector<MapItem> there;
    for (qsizetype i = 0; i + 1 < items.size() && there.size() < mostKeptSelected; i += 2)
        if (const int kind = items[i].toInt(); kind > 0 && kind <= static_cast<int>(MapItem::Kind::Thing))
            there.append({static_cast<MapItem::Kind>(kind), items[i + 1].toInt()});
    model_->setSelection(std::move(there));
}

void RoomView::restoreViewState(const QVariantMap& state)
{
    const auto number = [&state](const char* key, double otherwise) {
        bool valid = false;
        const double value = state.value(QLatin1String(key)).toDouble(&valid);
        return valid && std::isfinite(value) ? value : otherwise;
    };
    topView()->restoreState(state);
    topViews_->restoreLayout(state.value(QStringLiteral("topViews")).toMap());
    showActive();
    model_->setMode(static_cast<MapMode>(std::clamp(static_cast<int>(number("mode", 0)), 0, mapModeCount - 1)));
    restoreSelection(state.value(QStringLiteral("selected")).toList());
    map()->setGridStep(static_cast<int>(number("grid", map()->gridStep())));
    if (const QVariantList from = state.value(QStringLiteral("gridFrom")).toList(); from.size() == 3 && std::isfinite(from[2].toDouble()))
        map()->setGrid({map()->gridStep(), roomcore::onGrid(from[0].toInt(), from[1].toInt(), 1), std::remainder(from[2].toDouble(), 90)});
    if (const auto kept = defaultsOf(state.value(QStringLiteral("newParts")).toMap(), roomDocument()->defaults()))
        roomDocument()->setDefaults(kept);
    map()->setGridDynamic(state.value(QStringLiteral("gridDynamic")).toBool());
    const QVariantList at = state.value(QStringLiteral("camera")).toList();
    if (view3d() != nullptr && at.size() == 5) {
        render::Camera camera = view3d()->camera();
        view3d()->setFlying(state.value(QStringLiteral("flying")).toBool());
        camera.x = at[0].toDouble();
        camera.y = at[1].toDouble();
        camera.z = at[2].toDouble();
        camera.angle = at[3].toDouble();
        camera.horizonShift = at[4].toDouble();
        view3d()->setCamera(camera);
        if (const double hour = number("hour", 12); hour != 12)
            view3d()->setLight(lightAtHour(hour, view3d()->light()));
    }
    set3dFirst(state.value(QStringLiteral("3dFirst")).toBool());
}

QString RoomView::placeHint() const { return tr("row,column or line 12, sector 5, tag 4, texture 4107"); }

bool RoomView::goToPlace(const QString& place) { return topView()->goTo(place); }

void RoomView::prepareForGrab()
{
    model_->finishBuilding();
    for (TopView* view : topViews_->all())
        view->canvas()->walk()->finish();
    findings_->finish();
    QCoreApplication::sendPostedEvents(this);
    for (TopView* view : topViews_->all()) {
        view->canvas()->paintCompletely();
        view->canvas()->update();
    }
}

} // namespace blak::ui::rooms
