// SPDX-License-Identifier: GPL-3.0-or-later
#include "bgfeditor/ui/sprite_view.h"

#include "bgfeditor/bgfcore/angles.h"
#include "bgfeditor/bgfcore/frame_edits.h"
#include "bgfeditor/bgfcore/sprite_checks.h"
#include "bgfeditor/ui/angle_wheel.h"
#include "bgfeditor/ui/animation_panel.h"
#include "bgfeditor/ui/colour_chips.h"
#include "bgfeditor/ui/doll_panel.h"
#include "bgfeditor/ui/frame_list.h"
#include "bgfeditor/ui/group_list.h"
#include "bgfeditor/ui/hotspot_table.h"
#include "bgfeditor/ui/layer_panel.h"
#include "bgfeditor/ui/outside_editor.h"
#include "bgfeditor/ui/palette_compare.h"
#include "bgfeditor/ui/palette_panel.h"
#include "bgfeditor/ui/room_preview.h"
#include "bgfeditor/ui/sprite_canvas.h"
#include "bgfeditor/ui/sprite_edit_actions.h"
#include "bgfeditor/ui/sprite_import.h"
#include "bgfeditor/ui/sprite_inspector.h"
#include "bgfeditor/ui/sprite_menu.h"
#include "bgfeditor/ui/tiling_panel.h"
#include "client/render/asset_store.h"
#include "formats/base/file_io.h"
#include "formats/base/windows1252.h"
#include "ui/fonts.h"
#include "ui/icons.h"
#include "ui/project.h"
#include "ui/view_header.h"

#include <QAbstractItemView>
#include <QComboBox>
#include <QDropEvent>
#include <QFile>
#include <QFileInfo>
#include <QLabel>
#include <QMimeData>
#include <QPointer>
#include <QRegularExpression>
#include <QSignalBlocker>
#include <QSlider>
#include <QTableWidget>
#include <QToolButton>
#include <QVBoxLayout>

#include <algorithm>
#include <cmath>
#include <span>
#include <utility>

namespace blak::ui::sprites {
namespace {

constexpr int roomBesideName = 130; ///< px in the list of translations: their ramps, margins and the scroll bar

int widestName(const TranslationModel& translations)
{
    const QFontMetrics metrics(monoFont());
    int widest = 0;
    for (int row = 0; row < translations.rowCount(); ++row)
        widest = std::max(widest, metrics.horizontalAdvance(translations.index(row).data().toString()));
    return widest;
}

} // namespace

Result<DocumentMaker> SpriteView::load(const QString& path, std::shared_ptr<Project> project, const std::atomic<bool>&)
{
    const std::filesystem::path file(QFile::encodeName(path).toStdString());
    const auto bytes = readFile(file);
    if (!bytes)
        return bytes.error();
    const auto& content = bytes.value();
    const auto assets = project == nullptr ? nullptr : project->assets(); // builds the tables of the palette
    auto document =
        bgfcore::SpriteDocument::make(file, std::string_view(reinterpret_cast<const char*>(content.data()), content.size()),
                                      assets == nullptr ? palette::builtIn() : assets->palette());
    if (!document)
        return document.error();
    for (const bgfcore::PartId id : document.value()->frames().ids())
        (void)document.value()->frames().at(id).image->indices(); // decodes here, where nobody waits
    return DocumentMaker([path, project = std::move(project), document = std::move(document).value()](QWidget* parent) {
        const auto workspace = workspaceOf(project);
        const auto there = workspace != nullptr ? workspace->find(document->path()) : nullptr;
        if (there != nullptr && there->views() == 0 && !there->isModified())
            workspace->close(document->path()); // nobody looked at it any more; the file may be another by now
        else if (auto shared = std::dynamic_pointer_cast<bgfcore::SpriteDocument>(there)) // open already, with its steps of undo and redo
            return Result<DocumentView*>(new SpriteView(path, project, std::move(shared), parent));
        return Result<DocumentView*>(new SpriteView(path, project, document, parent));
    });
}

Result<DocumentView*> SpriteView::open(const QString& path, std::shared_ptr<Project> project, QWidget* parent)
{
    const auto made = load(path, std::move(project), false);
    return made ? made.value()(parent) : made.error();
}

SpriteView::SpriteView(QString path, std::shared_ptr<Project> project, std::shared_ptr<bgfcore::SpriteDocument> document,
                       QWidget* parent)
    : DocumentView(parent), model_(new SpriteModel(std::move(path), std::move(project), std::move(document), this)),
      header_(new ViewHeader({}, this)), zoom_(new QLabel(this)), canvas_(new SpriteCanvas(model_, this)),
      outside_(new OutsideEditor(*this))
{
    setAcceptDrops(true);
    setDocument(model_->sharedDocument(), workspaceOf(model_->project()));
    auto* column = new QVBoxLayout(this);
    column->setContentsMargins(0, 0, 0, 0);
    column->setSpacing(0);
    column->addWidget(header_);
    column->addWidget(canvas_, 1);
    header_->addWidget(new ColourChips(model_, this));
    header_->addWidget(zoom_);
    connect(header_->addButton(QStringLiteral("zoom-in"), tr("Zoom in")), &QToolButton::clicked, this,
            [this] { canvas_->zoomStep(1); });
    connect(header_->addButton(QStringLiteral("fit"), tr("Fit the frame")), &QToolButton::clicked, canvas_, &SpriteCanvas::fit);
    QToolButton* grid = header_->addButton(QStringLiteral("grid"), tr("Pixel grid, from 800 % on"), true);
    QToolButton* onion = header_->addButton(QStringLiteral("onion"), tr("Onion skin: the group before and after"), true);
    grid->setChecked(canvas_->isGridShown());
    connect(grid, &QToolButton::clicked, canvas_, &SpriteCanvas::setGridShown);
    connect(onion, &QToolButton::clicked, canvas_, &SpriteCanvas::setOnionShown);

    panels_ = {
        {QStringLiteral("frames"), tr("Frames"), QStringLiteral("sprite"), new FrameList(model_), Qt::LeftDockWidgetArea},
        {QStringLiteral("groups"), tr("Groups"), QStringLiteral("angle"), new GroupList(model_), Qt::LeftDockWidgetArea},
        {QStringLiteral("angle"), tr("Angle"), QStringLiteral("angle"), new AngleWheel(model_), Qt::RightDockWidgetArea},
        {QStringLiteral("hotspots"), tr("Hotspots"), QStringLiteral("hotspot"), new HotspotTable(model_),
         Qt::RightDockWidgetArea},
        {QStringLiteral("layers"), tr("Layers"), QStringLiteral("layers"), new LayerPanel(model_), Qt::LeftDockWidgetArea},
        {QStringLiteral("properties"), tr("Properties"), QStringLiteral("property"), new SpriteInspector(model_),
         Qt::RightDockWidgetArea},
        {QStringLiteral("doll"), tr("Paper doll"), QStringLiteral("doll"), new DollPanel(model_), Qt::RightDockWidgetArea},
        {QStringLiteral("preview"), tr("In the room"), QStringLiteral("light"), new RoomPreview(model_), Qt::RightDockWidgetArea},
        {QStringLiteral("animation"), tr("Animation"), QStringLiteral("loop"), new AnimationPanel(model_),
         Qt::BottomDockWidgetArea},
        {QStringLiteral("palette"), tr("Palette"), QStringLiteral("palette"), new PalettePanel(model_), Qt::BottomDockWidgetArea},
        {QStringLiteral("translations"), tr("Translations"), QStringLiteral("palette"), new TranslationGrid(model_),
         Qt::BottomDockWidgetArea},
        {QStringLiteral("palettes"), tr("Compare palettes"), QStringLiteral("palette"), new PaletteCompare(model_),
         Qt::BottomDockWidgetArea},
        {QStringLiteral("tiling"), tr("Tiled"), QStringLiteral("texture"), new TilingPanel(model_), Qt::BottomDockWidgetArea},
    };

    for (const Panel& panel : std::as_const(panels_))
        if (auto* doll = qobject_cast<DollPanel*>(panel.widget)) {
            connect(doll, &DollPanel::failed, this,
                    [this](const QString& sentence) { emit reported(Severity::Warning, sentence); });
            connect(doll, &DollPanel::told, this, [this](const QString& sentence) { emit reported(Severity::Info, sentence); });
        } else if (auto* table = qobject_cast<HotspotTable*>(panel.widget)) {
            connect(table, &HotspotTable::failed, this,
                    [this](const QString& sentence) { emit reported(Severity::Warning, sentence); });
            connect(table, &HotspotTable::actionRequested, this, &SpriteView::runAction);
            offerMenu(*this, table->table(), "Sprite/Hotspot");
        } else if (auto* layers = qobject_cast<LayerPanel*>(panel.widget)) {
            connect(layers, &LayerPanel::failed, this,
                    [this](const QString& sentence) { emit reported(Severity::Warning, sentence); });
            connect(layers, &LayerPanel::actionRequested, this, &SpriteView::runAction);
        } else if (auto* groups = qobject_cast<GroupList*>(panel.widget)) {
            offerMenu(*this, groups, "Sprite/Group");
        } else if (auto* palettes = qobject_cast<PaletteCompare*>(panel.widget))
            connect(palettes, &PaletteCompare::failed, this,
                    [this](const QString& sentence) { emit reported(Severity::Warning, sentence); });
        else if (auto* room = qobject_cast<RoomPreview*>(panel.widget))
            connect(room, &RoomPreview::failed, this,
                    [this](const QString& sentence) { emit reported(Severity::Warning, sentence); });
        else if (auto* inspector = qobject_cast<SpriteInspector*>(panel.widget))
            connect(inspector, &SpriteInspector::failed, this,
                    [this](const QString& sentence) { emit reported(Severity::Warning, sentence); });
        else if (auto* frames = qobject_cast<FrameList*>(panel.widget)) {
            offerMenu(*this, frames, "Sprite/Frame");
            connect(frames, &FrameList::dropped, this, [this](const QMimeData* dropped) { importData(*this, *dropped); });
            connect(frames, &FrameList::removeRequested, this, [this] { removeFrame(*this); });
            connect(frames, &FrameList::moved, this, [this](int from, int place) {
                if (tell(bgfcore::moveFrame(model_->document(), model_->frameId(from), static_cast<std::size_t>(place))))
                    model_->setFrame(place);
            });
        }
    for (auto signal :
         {&SpriteModel::frameChanged, &SpriteModel::coloursChanged, &SpriteModel::hotspotChanged, &SpriteModel::animationChanged})
        connect(model_, signal, this, &DocumentView::statusChanged);
    connect(model_, &SpriteModel::frameChanged, this, &SpriteView::refreshHeader);
    const auto showView = [this, grid, onion] {
        refreshHeader();
        grid->setChecked(canvas_->isGridShown());
        onion->setChecked(canvas_->isOnionShown());
    };
    connect(canvas_, &SpriteCanvas::viewChanged, this, showView);
    connect(canvas_, &SpriteCanvas::toolChanged, this, showView);
    connect(canvas_, &SpriteCanvas::cursorMoved, this, &DocumentView::statusChanged);
    connect(canvas_, &SpriteCanvas::toolChanged, this, &DocumentView::statusChanged); // its hint
    connect(canvas_, &SpriteCanvas::failed, this,
            [this](const QString& sentence) { emit reported(Severity::Warning, sentence); });
    connect(model_, &SpriteModel::documentChanged, this, [this] {
        emit problemsChanged();
        roomsTimer_.start();
    });
    const auto assets = model_->project() == nullptr ? nullptr : model_->project()->assets();
    const bool isBuilt = assets != nullptr && !assets->findFile(model_->document().builtName()).empty();
    // Of a command file of a project whose sprite nobody made yet, the preview is the only place to see it.
    isShownInRooms_ = isBuilt || (assets != nullptr && model_->document().isCommandFile() && !model_->project()->root().isEmpty());
    if (isShownInRooms_ && !isBuilt)
        showInRooms();
    constexpr int roomsDelay = 80; // ms
    roomsTimer_.setSingleShot(true);
    roomsTimer_.setInterval(roomsDelay);
    connect(&roomsTimer_, &QTimer::timeout, this, &SpriteView::showInRooms);
    refreshHeader();
    if (!model_->document().asepriteSources().empty())
        QTimer::singleShot(0, this, &SpriteView::tellChangedPictures); // when somebody listens
}

void SpriteView::tellChangedPictures()
{
    for (const QString& file : outside_->changedAseprites())
        emit reported(Severity::Info, tr("%1 was changed since its frames were read: Sprite > Frame > Read Aseprite pictures again.")
                                          .arg(QFileInfo(file).fileName()));
}

/// Rooms and previews show the sprite as it is edited; saved, they read the file again. What a command file makes is another file,
/// which may be built later or never: that is shown as long as the editor is open.
void SpriteView::showInRooms()
{
    const auto assets = model_->project() == nullptr ? nullptr : model_->project()->assets();
    if (assets == nullptr || !isShownInRooms_)
        return;
    const std::string name = model_->document().builtName();
    if (!shownAs_.empty() && shownAs_ != name)
        assets->setFile(shownAs_, {}); // it was renamed
    if (isModified() || model_->document().isCommandFile()) {
        assets->setFile(name, bgf::write(model_->document().sprite()));
        shownAs_ = name;
    } else {
        assets->setFile(name, {});
        shownAs_.clear();
    }
    for (const Panel& panel : std::as_const(panels_))
        panel.widget->update();
}

void SpriteView::takePath(const QString& path)
{
    checkedRevision_ = UINT64_MAX; // what is found names the file
    model_->setPath(path);
}

void SpriteView::documentTold(const document::DocumentNotice& notice)
{
    DocumentView::documentTold(notice);
    if (notice.kind == document::DocumentNotice::Kind::Saved || notice.kind == document::DocumentNotice::Kind::Reloaded)
        showInRooms();
}

void SpriteView::runAction(const QString& id)
{
    for (const auto& edits : {groupEdits(), layerEdits()})
        for (const SpriteEdit& edit : edits)
            if (id == QLatin1String(edit.id))
                return edit.run(*this);
}

void SpriteView::dragEnterEvent(QDragEnterEvent* event)
{
    if (canImport(*event->mimeData()))
        event->acceptProposedAction();
}

void SpriteView::dropEvent(QDropEvent* event)
{
    event->acceptProposedAction();
    importData(*this, *event->mimeData());
}

void SpriteView::setRoomTitles(const std::function<QString(const QString&)>& titleOf)
{
    for (const Panel& panel : std::as_const(panels_))
        if (auto* preview = qobject_cast<RoomPreview*>(panel.widget))
            preview->setRoomTitles(titleOf);
}

bool SpriteView::tell(const Result<void>& done)
{
    if (!done)
        emit reported(Severity::Warning, tr("Nothing was changed: %1.").arg(QString::fromStdString(done.error().what)));
    return static_cast<bool>(done);
}

SpriteView::~SpriteView()
{
    if (const auto assets = model_->project() == nullptr ? nullptr : model_->project()->assets();
        isShownInRooms_ && assets != nullptr && (isModified() || model_->document().isCommandFile()))
        assets->setFile(model_->document().builtName(), {});   // edits that were given up
    for (const Panel& panel : std::as_const(panels_)) // where the shell has not taken them
        if (panel.widget->parent() == nullptr)
            delete panel.widget;
}

QString SpriteView::title() const { return QFileInfo(path()).fileName(); }

QString SpriteView::groupText() const
{
    if (model_->group() < 0)
        return tr("in no group");
    const std::size_t entries = model_->sprite().groups[static_cast<std::size_t>(model_->group())].size();
    const int entry = bgfcore::entryForAngle(entries, model_->angle());
    return tr("Group %1 · %2°").arg(model_->group() + 1).arg(bgfcore::degreesOfEntry(entries, entry));
}

void SpriteView::refreshHeader()
{
    header_->setTitle(model_->frame() < 0 ? tr("No bitmap") : tr("Frame %1").arg(model_->frame()));
    header_->setDetail(groupText());
    zoom_->setText(tr("%1 %").arg(std::lround(canvas_->zoom() * 100)));
}

QVector<QWidget*> SpriteView::toolBarWidgets()
{
    if (translationBox_ == nullptr) {
        translationLabel_ = new QLabel(tr("Translation"), this);
        translationLabel_->setObjectName(QStringLiteral("text2"));
        translationLabel_->setContentsMargins(4, 0, 4, 0);
        translationBox_ = new QComboBox(this);
        translationBox_->setAccessibleName(tr("Translation"));
        translationBox_->setFont(monoFont());
        translationBox_->setMinimumContentsLength(24);
        translationBox_->setSizeAdjustPolicy(QComboBox::AdjustToMinimumContentsLengthWithIcon);
        TranslationModel* translations = new TranslationModel(model_, this);
        translationBox_->setModel(translations);
        translationBox_->setIconSize({0, 0});
        translationBox_->setMinimumWidth(translationBox_->sizeHint().width()); // narrower, all names would be "..."
        translationBox_->view()->setMinimumWidth(widestName(*translations) + roomBesideName); // the list may be wider than its field
        translationBox_->view()->setTextElideMode(Qt::ElideRight);
        connect(translationBox_, &QComboBox::activated, this,
                [this](int row) { model_->setTranslation(static_cast<std::uint8_t>(row)); });
        lightLabel_ = new QLabel(tr("Light"), this);
        lightLabel_->setObjectName(QStringLiteral("text2"));
        lightLabel_->setContentsMargins(8, 0, 4, 0);
        lightSlider_ = new QSlider(Qt::Horizontal, this);
        lightSlider_->setRange(0, palette::lightLevels - 1);
        lightSlider_->setValue(model_->light());
        lightSlider_->setFixedWidth(96);
        lightSlider_->setToolTip(tr("Light level, 0 dark to 63 full"));
        lightSlider_->setAccessibleName(tr("Light"));
        connect(lightSlider_, &QSlider::valueChanged, model_, &SpriteModel::setLight);
        connect(model_, &SpriteModel::coloursChanged, this, [this] {
            const QSignalBlocker quiet(lightSlider_);
            translationBox_->setCurrentIndex(model_->translation());
            lightSlider_->setValue(model_->light());
        });
    }
    return {translationLabel_, translationBox_, lightLabel_, lightSlider_};
}

QStringList SpriteView::statusLeft() const
{
    QStringList facts;
    if (const auto pixel = canvas_->cursor()) {
        facts.append(tr("x %1, y %2 in bitmap").arg(pixel->x()).arg(pixel->y()));
        if (const auto* indices = model_->indices(model_->frame())) {
            const bgf::Bitmap& bitmap = *model_->current();
            const auto at = static_cast<std::size_t>(pixel->y()) * static_cast<std::size_t>(bitmap.width) +
                            static_cast<std::size_t>(pixel->x());
            const int index = at < indices->size() ? (*indices)[at] : bgf::transparentIndex;
            facts.append(index == bgf::transparentIndex ? tr("transparent")
                                                        : tr("palette index 0x%1").arg(index, 2, 16, QLatin1Char('0')));
        }
    }
    facts.append(model_->frame() < 0 ? tr("no frame shown, of %1 · %2").arg(model_->frameCount()).arg(groupText()) // the group has no such angle
                                     : tr("frame %1 of %2 · %3").arg(model_->frame()).arg(model_->frameCount()).arg(groupText()));
    const SpriteTool tool = canvas_->tool();
    const bool nudges = tool == SpriteTool::Select || tool == SpriteTool::AddHotspot || tool == SpriteTool::Offset;
    facts.append(nudges ? tr("%1 · arrows nudge, Shift in all frames · Enter animate").arg(canvas_->toolText()) : canvas_->toolText());
    return facts;
}

QStringList SpriteView::statusRight() const
{
    const QString name = QString::fromStdString(windows1252::toUtf8(model_->sprite().name())).trimmed();
    QStringList facts;
    if (!name.isEmpty())
        facts.append(name);
    facts.append(model_->document().isCommandFile() ? tr("makes %1").arg(QString::fromStdString(model_->document().builtName()))
                                                    : tr(".bgf %1").arg(model_->sprite().version));
    facts.append(savedText());
    return facts;
}

void SpriteView::refreshFindings() const
{
    bgfcore::SpriteDocument& document = model_->document();
    if (checkedRevision_ == document.revision())
        return;
    checkedRevision_ = document.revision();
    std::vector<Diagnostic> found = bgfcore::checkSprite(document);
    bool opaqueTold = false; // once for the file
    std::erase_if(found, [&](const Diagnostic& one) { return one.code == "version 9" && std::exchange(opaqueTold, true); });
    document.setProblems(std::move(found));
}

const std::vector<Diagnostic>& SpriteView::problems() const
{
    refreshFindings();
    return DocumentView::problems();
}

void SpriteView::showProblem(const Diagnostic& problem)
{
    const bgfcore::SpriteDocument& document = model_->document();
    for (const PartPlace& part : problem.parts)
        if (part.kind == document.frames().kind())
            return model_->setFrame(model_->frameOf(part.id));
    for (const PartPlace& part : problem.parts)
        if (part.kind == document.groups().kind())
            model_->setGroup(static_cast<int>(document.groups().placeOf(part.id)));
}

QString SpriteView::placeHint() const { return tr("frame 3 or group 2"); }

bool SpriteView::goToPlace(const QString& place)
{
    static const QRegularExpression shape(QStringLiteral("^\\s*(frame|group)\\s*(\\d{1,6})\\s*$"),
                                          QRegularExpression::CaseInsensitiveOption);
    const auto match = shape.match(place);
    const bool isGroup = match.captured(1).compare(QLatin1String("group"), Qt::CaseInsensitive) == 0;
    const int number = match.captured(2).toInt() - (isGroup ? 1 : 0); // groups are counted from 1, as in the list
    if (!match.hasMatch() || number < 0 || number >= (isGroup ? model_->groupCount() : model_->frameCount()))
        return false;
    if (isGroup)
        model_->setGroup(number);
    else
        model_->setFrame(number);
    return true;
}

QVariantMap SpriteView::saveViewState() const
{
    QVariantMap state{{QStringLiteral("zoom"), canvas_->zoom()},
            {QStringLiteral("x"), canvas_->shift().x()},
            {QStringLiteral("y"), canvas_->shift().y()},
            {QStringLiteral("frame"), model_->frame()},
            {QStringLiteral("group"), model_->group()},
            {QStringLiteral("angle"), model_->angle()},
            {QStringLiteral("translation"), model_->translation()},
            {QStringLiteral("light"), model_->light()},
            {QStringLiteral("onion"), canvas_->isOnionShown()},
            {QStringLiteral("grid"), canvas_->isGridShown()},
            {QStringLiteral("hotspots"), canvas_->areHotspotsShown()},
            {QStringLiteral("offsets"), canvas_->areOffsetsShown()}};
    if (!model_->doll().parts.empty())
        state.insert(QStringLiteral("doll"), QString::fromStdString(bgfcore::writeDoll(model_->shownDoll())));
    return state;
}

void SpriteView::restoreViewState(const QVariantMap& state)
{
    const auto number = [&state](const char* key, double otherwise) {
        bool valid = false;
        const double value = state.value(QLatin1String(key)).toDouble(&valid);
        return valid && std::isfinite(value) ? std::clamp(value, -1e6, 1e6) : otherwise;
    };
    const auto flag = [&state](const char* key, bool otherwise) { return state.value(QLatin1String(key), otherwise).toBool(); };
    if (const int group = static_cast<int>(number("group", -1)); group >= 0) {
        model_->setGroup(group);
        model_->setAngle(static_cast<int>(number("angle", model_->angle())));
    } else {
        model_->setFrame(static_cast<int>(number("frame", 0)));
    }
    model_->setTranslation(static_cast<std::uint8_t>(std::clamp(number("translation", 0), 0.0, 255.0)));
    model_->setLight(static_cast<int>(number("light", palette::lightLevels - 1)));
    canvas_->setOnionShown(flag("onion", canvas_->isOnionShown()));
    canvas_->setGridShown(flag("grid", canvas_->isGridShown()));
    canvas_->setHotspotsShown(flag("hotspots", canvas_->areHotspotsShown()));
    canvas_->setOffsetsShown(flag("offsets", canvas_->areOffsetsShown()));
    if (const auto text = state.value(QStringLiteral("doll")).toString().toStdString(); !text.empty())
        if (auto doll = bgfcore::readDoll(text, "doll"))
            model_->setDoll(std::move(doll).value());
    if (state.contains(QStringLiteral("zoom"))) {
        canvas_->setZoom(number("zoom", canvas_->zoom()));
        canvas_->setShift({number("x", 0), number("y", 0)});
    }
}

void SpriteView::prepareForGrab() { model_->setPlaying(false); }

} // namespace blak::ui::sprites
