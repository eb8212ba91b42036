// SPDX-License-Identifier: GPL-3.0-or-later
#include "roomedit/textures/texture_browser.h"

#include "client/render/asset_store.h"
#include "roomedit/textures/question_bar.h"
#include "roomedit/textures/texture_cell.h"
#include "roomedit/textures/texture_list.h"
#include "roomedit/textures/texture_model.h"
#include "roomedit/textures/texture_preview.h"
#include "roomedit/textures/texture_thumbnails.h"
#include "roomedit/textures/texture_tools.h"
#include "ui/empty_label.h"
#include "ui/icons.h"
#include "ui/project.h"
#include "ui/search_field.h"
#include "ui/theme.h"

#include <QClipboard>
#include <QDropEvent>
#include <QFileDialog>
#include <QFileInfo>
#include <QGuiApplication>
#include <QHBoxLayout>
#include <QKeyEvent>
#include <QLabel>
#include <QListView>
#include <QMenu>
#include <QMimeData>
#include <QScrollBar>
#include <QStackedWidget>
#include <QTimer>

#include <algorithm>

namespace blak::ui::textures {
namespace {

constexpr int previewFrom = 560; ///< below, there is no place for the large picture
constexpr int roomsInMenu = 30;
constexpr int wayToPreview = 500; ///< ms that the mouse may take from a picture to the large one

bool isPicture(const QString& path)
{
    const QString ending = QFileInfo(path).suffix().toLower();
    return ending == QLatin1String("bmp") || ending == QLatin1String("png") || ending == QLatin1String("bgf");
}

QStringList picturesIn(const QMimeData& mime)
{
    QStringList files;
    for (const QUrl& url : mime.urls())
        if (url.isLocalFile() && isPicture(url.toLocalFile()))
            files << url.toLocalFile();
    return files;
}

/// Scrolls by whole rows of the wheel's pixels, takes Return, and never starts a selection by rubber band.
class Grid : public QListView
{
public:
    Grid()
    {
        setObjectName(QStringLiteral("textureGrid"));
        setViewMode(QListView::IconMode);
        setMovement(QListView::Static);
        setResizeMode(QListView::Adjust);
        setUniformItemSizes(true);
        setWordWrap(false);
        setSelectionMode(QAbstractItemView::SingleSelection);
        setSelectionRectVisible(false);
        setDragEnabled(true);
        setDragDropMode(QAbstractItemView::DragOnly);
        setVerticalScrollMode(QAbstractItemView::ScrollPerPixel);
        setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
        setContextMenuPolicy(Qt::CustomContextMenu);
        setMouseTracking(true);
        setEditTriggers(QAbstractItemView::NoEditTriggers);
        setFrameShape(QFrame::NoFrame);
        setSpacing(0);
    }
};

} // namespace

TextureBrowser::TextureBrowser(QWidget* parent)
    : QWidget(parent), model_(new TextureModel(this)), list_(new TextureList(this)), tools_(new TextureTools(*model_, *list_)),
      thumbnails_(new TextureThumbnails(TextureThumbnails::defaultByteLimit, this)),
      cell_(new TextureCell(*model_, *thumbnails_, this)), grid_(new Grid), preview_(new TexturePreview(*model_)),
      pages_(new QStackedWidget), empty_(new EmptyLabel(QString())), question_(new QuestionBar)
{
    setObjectName(QStringLiteral("textureBrowser"));
    setAcceptDrops(true);
    list_->setSourceModel(model_);
    grid_->setModel(list_);
    grid_->setItemDelegate(cell_);
    grid_->setAccessibleName(tr("Textures"));
    auto* column = new QVBoxLayout(this);
    column->setContentsMargins(0, 0, 0, 0);
    column->setSpacing(0);
    column->addWidget(tools_);
    column->addWidget(question_);
    auto* row = new QHBoxLayout;
    row->setSpacing(0);
    pages_->addWidget(grid_);
    pages_->addWidget(empty_);
    row->addWidget(pages_, 1);
    row->addWidget(preview_);
    connect(preview_, &TexturePreview::roomsAsked, this, &TextureBrowser::showRooms);
    column->addLayout(row, 1);
    hint_ = new QLabel;
    hint_->setObjectName(QStringLiteral("textureHint"));
    hint_->setContentsMargins(8, 2, 8, 3);
    hint_->setSizePolicy(QSizePolicy::Ignored, QSizePolicy::Fixed); // a narrow dock stays narrow
    hint_->hide();
    column->addWidget(hint_);
    setFocusProxy(grid_);
    search()->setTarget(grid_);
    connectParts();
    applySize();
    refreshCount();
}

TextureBrowser::~TextureBrowser() = default;

SearchField* TextureBrowser::search() const { return tools_->search(); }

void TextureBrowser::connectParts()
{
    connect(tools_, &TextureTools::filterChanged, this, &TextureBrowser::refreshCount);
    connect(tools_, &TextureTools::pictureWidthChanged, this, [this] {
        applySize();
        emit stateChanged();
    });
    connect(tools_, &TextureTools::addRequested, this, &TextureBrowser::chooseFiles);
    connect(empty_, &QLabel::linkActivated, this, [this] {
        if (!list_->isFiltering()) {
            chooseFiles();
            return;
        }
        tools_->showAll();
        grid_->setFocus(Qt::OtherFocusReason);
    });
    connect(question_, &QuestionBar::answered, this, &TextureBrowser::answer);
    connect(thumbnails_, &TextureThumbnails::arrived, this, [this](const QVector<int>& numbers) {
        cell_->forget(numbers);
        grid_->viewport()->update();
    });
    connect(model_, &QAbstractItemModel::dataChanged, cell_, [this] { cell_->forget(); });
    connect(model_, &QAbstractItemModel::modelReset, cell_, [this] { cell_->forget(); });
    connect(themeNotifier(), &ThemeNotifier::changed, cell_, [this] { cell_->forget(); });
    connect(model_, &TextureModel::factsChanged, this, [this] {
        tools_->refreshSizes();
        refreshCount();
        preview_->refresh();
    });
    connect(model_, &TextureModel::useChanged, this, [this] {
        refreshCount();
        preview_->refresh();
    });
    connect(grid_, &QListView::doubleClicked, this, [this](const QModelIndex& index) { takeTexture(list_->numberAt(index)); });
    connect(grid_, &QWidget::customContextMenuRequested, this, &TextureBrowser::showMenu);
    connect(grid_->selectionModel(), &QItemSelectionModel::currentChanged, this, [this](const QModelIndex& now) {
        showPreview(list_->numberAt(now));
        emit currentTextureChanged(list_->numberAt(now));
    });
    connect(grid_, &QListView::pressed, this, [this](const QModelIndex& index) { // also where a drag begins
        if ((QGuiApplication::mouseButtons() & (Qt::RightButton | Qt::MiddleButton)) != 0)
            return;
        list_->pick(list_->numberAt(index));
        emit texturePicked(list_->numberAt(index));
        emit stateChanged();
    });
    grid_->installEventFilter(this);
    grid_->viewport()->installEventFilter(this);
}

void TextureBrowser::setProject(const std::shared_ptr<Project>& project)
{
    project_ = project;
    question_->hide();
    preview_->setTexture(0);
    const auto assets = project == nullptr ? nullptr : project->assets();
    thumbnails_->setAssets(assets);
    model_->setProject(assets, project == nullptr ? QString() : project->root());
    tools_->setAddEnabled(assets != nullptr);
    tools_->refreshSizes();
    refreshCount();
}

void TextureBrowser::setLookingThrough(const QString& folder)
{
    tools_->setLookingThrough(QFileInfo(folder).fileName());
    refreshCount();
}

void TextureBrowser::setRoom(const QString& path)
{
    model_->setRoom(path);
    refreshCount();
    preview_->refresh();
}

void TextureBrowser::setRoomTextures(const QString& path, const RoomTextures& textures)
{
    model_->setRoomTextures(path, textures);
}

qint64 TextureBrowser::thumbnailBytes() const { return thumbnails_->cachedBytes(); }

qint64 TextureBrowser::thumbnailLimit() const { return thumbnails_->byteLimit(); }

void TextureBrowser::forgetRoomTextures(const QString& path) { model_->forgetRoomTextures(path); }

void TextureBrowser::refresh()
{
    const int current = currentTexture();
    thumbnails_->renew();
    model_->refresh();
    setCurrentTexture(current);
    refreshCount();
}

void TextureBrowser::refreshUse() { model_->refreshUse(); }

void TextureBrowser::setSavedRoom(const QString& path, const RoomTextures& textures)
{
    model_->setSavedRoom(path, textures);
}

void TextureBrowser::refreshTexture(int number)
{
    thumbnails_->renew();
    model_->refreshTexture(number);
}

int TextureBrowser::currentTexture() const { return list_->numberAt(grid_->currentIndex()); }

void TextureBrowser::setCurrentTexture(int number)
{
    const QModelIndex index = list_->indexOf(number);
    grid_->setCurrentIndex(index);
    if (index.isValid())
        grid_->scrollTo(index);
}

QVariantMap TextureBrowser::saveState() const
{
    QVariantList favourites;
    for (const int number : model_->favourites())
        favourites << number;
    QVariantList recent;
    for (const int number : list_->recent())
        recent << number;
    return {{QStringLiteral("favourites"), favourites}, {QStringLiteral("recent"), recent}, {QStringLiteral("picture"), tools_->pictureWidth()}};
}

void TextureBrowser::restoreState(const QVariantMap& state)
{
    QSet<int> favourites;
    for (const QVariant& one : state.value(QStringLiteral("favourites")).toList())
        favourites.insert(one.toInt());
    model_->setFavourites(favourites);
    QVector<int> recent;
    for (const QVariant& one : state.value(QStringLiteral("recent")).toList())
        recent << one.toInt();
    list_->setRecent(recent);
    tools_->setPictureWidth(state.value(QStringLiteral("picture"), TextureTools::usualPicture).toInt());
    applySize();
}

void TextureBrowser::finish()
{
    model_->finish();
    grid_->doItemsLayout();
    grid_->viewport()->grab(); // asks for the pictures that show
    thumbnails_->finish();
}

QString TextureBrowser::emptySentence() const { return pages_->currentWidget() == empty_ ? empty_->text() : QString(); }

void TextureBrowser::setPlaces(const QStringList& places)
{
    if (places == places_)
        return;
    places_ = places;
    hint_->setVisible(!places.isEmpty());
    if (!places.isEmpty())
        hint_->setText(tr("A double click or Enter puts it on %1, a drag anywhere, the menu opens its picture").arg(places.first()));
    hint_->setToolTip(hint_->text());
}

/// A double click or Return: on what is selected, else its file is opened.
void TextureBrowser::takeTexture(int number)
{
    if (number == 0 || places_.isEmpty())
        return openTexture(number);
    list_->pick(number);
    emit putRequested(number, 0);
}

void TextureBrowser::openTexture(int number)
{
    if (number == 0 || model_->assets() == nullptr)
        return;
    emit textureChosen(number);
    const auto file = model_->assets()->findFile(render::AssetStore::textureFileName(number));
    if (!file.empty())
        emit openRequested(QString::fromStdString(file.string()));
}

void TextureBrowser::toggleFavourite(int number)
{
    model_->setFavourite(number, !model_->favourites().contains(number));
    refreshCount();
    emit stateChanged();
}

void TextureBrowser::showMenu(const QPoint& at)
{
    const QModelIndex index = grid_->indexAt(at);
    if (!index.isValid())
        return;
    const int number = list_->numberAt(index);
    auto* menu = new QMenu(this);
    menu->setAttribute(Qt::WA_DeleteOnClose);
    for (int place = 0; place < places_.size(); ++place)
        menu->addAction(place == 0 ? icon(QStringLiteral("bucket")) : QIcon(), tr("Put on %1").arg(places_[place]), this, [this, number, place] { emit putRequested(number, place); });
    if (!places_.isEmpty())
        menu->addSeparator();
    menu->addAction(icon(QStringLiteral("copy")), tr("Copy number"), this,
                    [number] { QGuiApplication::clipboard()->setText(QString::number(number)); });
    menu->addAction(icon(QStringLiteral("sprite")), tr("Open the picture"), this, [this, number] { openTexture(number); });
    const bool favourite = model_->favourites().contains(number);
    menu->addAction(icon(QStringLiteral("star")), favourite ? tr("Remove from favourites") : tr("Add to favourites"), this,
                    [this, number] { toggleFavourite(number); });
    menu->addSeparator();
    const auto rooms = roomsWith(number);
    auto* list = menu->addMenu(icon(QStringLiteral("room")),
                               rooms.isEmpty() ? tr("Used in no room") : tr("Rooms that use it (%1)").arg(rooms.size()));
    list->setEnabled(!rooms.isEmpty());
    addRooms(*list, rooms);
    menu->popup(grid_->viewport()->mapToGlobal(at));
}

QVector<TextureUse::InRoom> TextureBrowser::roomsWith(int number) const
{
    return model_->use() == nullptr ? QVector<TextureUse::InRoom>() : model_->use()->rooms.value(number);
}

void TextureBrowser::showRooms(int number, const QPoint& at)
{
    const auto rooms = roomsWith(number);
    if (rooms.isEmpty())
        return;
    auto* menu = new QMenu(this);
    menu->setAttribute(Qt::WA_DeleteOnClose);
    addRooms(*menu, rooms);
    menu->popup(at);
}

void TextureBrowser::addRooms(QMenu& list, const QVector<TextureUse::InRoom>& rooms)
{
    for (const TextureUse::InRoom& one : rooms.mid(0, roomsInMenu))
        list.addAction(tr("%1 (%2)").arg(QFileInfo(one.room).fileName()).arg(one.count.total()), this,
                       [this, path = one.room] { emit openRequested(path); });
    if (rooms.size() > roomsInMenu)
        list.addAction(tr("%1 more").arg(rooms.size() - roomsInMenu))->setEnabled(false);
}

void TextureBrowser::hover(const QPoint& at)
{
    const QModelIndex index = grid_->indexAt(at);
    if (index.isValid())
        showPreview(list_->numberAt(index));
    else
        showCurrent();
}

/// Back from what the mouse was over; where nothing is chosen that stays, better than an empty place.
void TextureBrowser::showCurrent()
{
    if (const int number = currentTexture(); number != 0)
        showPreview(number);
}

void TextureBrowser::showPreview(int number) { preview_->setTexture(number); }

void TextureBrowser::applySize()
{
    cell_->setPictureWidth(tools_->pictureWidth());
    grid_->setGridSize(cell_->cellSize());
    grid_->setIconSize(cell_->cellSize());
    grid_->verticalScrollBar()->setSingleStep(cell_->cellSize().height() / 2);
    grid_->viewport()->update();
}

void TextureBrowser::refreshCount()
{
    const int all = model_->rowCount();
    const int shown = list_->rowCount();
    const auto [sentence, link] = tools_->emptySentence();
    empty_->say(sentence, link);
    pages_->setCurrentWidget(shown == 0 ? static_cast<QWidget*>(empty_) : grid_);
    tools_->refreshCount();
    preview_->setVisible(width() >= previewFrom && all > 0);
    if (preview_->texture() == 0 && shown > 0) // nothing chosen yet: better the first than an empty place
        showPreview(list_->numberAt(list_->index(0, 0)));
}

void TextureBrowser::resizeEvent(QResizeEvent* event)
{
    QWidget::resizeEvent(event);
    tools_->fit(width());
    preview_->setFixedWidth(std::clamp(width() * 3 / 10, 200, 360));
    preview_->setVisible(width() >= previewFrom && model_->rowCount() > 0);
}

bool TextureBrowser::eventFilter(QObject* watched, QEvent* event)
{
    if (watched == grid_->viewport()) {
        if (event->type() == QEvent::MouseMove)
            hover(static_cast<QMouseEvent*>(event)->position().toPoint());
        else if (event->type() == QEvent::Leave)
            QTimer::singleShot(wayToPreview, this, [this] { // who goes there means what it shows
                if (!preview_->underMouse() && !grid_->viewport()->underMouse())
                    showCurrent();
            });
        return false;
    }
    if (watched != grid_ || event->type() != QEvent::KeyPress)
        return QWidget::eventFilter(watched, event);
    const auto* key = static_cast<QKeyEvent*>(event);
    const int number = currentTexture();
    if (key->matches(QKeySequence::Copy)) {
        if (number != 0)
            QGuiApplication::clipboard()->setText(QString::number(number));
        return true;
    }
    if (key->modifiers() != Qt::NoModifier)
        return false;
    switch (key->key()) {
    case Qt::Key_Return:
    case Qt::Key_Enter: takeTexture(number); return true;
    case Qt::Key_F:
        if (number != 0)
            toggleFavourite(number);
        return true;
    case Qt::Key_Slash: search()->setFocus(Qt::ShortcutFocusReason); return true;
    default: return false;
    }
}

void TextureBrowser::dragEnterEvent(QDragEnterEvent* event)
{
    if (model_->assets() != nullptr && !picturesIn(*event->mimeData()).isEmpty())
        event->acceptProposedAction();
}

void TextureBrowser::dragMoveEvent(QDragMoveEvent* event) { event->acceptProposedAction(); }

void TextureBrowser::dropEvent(QDropEvent* event)
{
    event->acceptProposedAction();
    proposeFiles(picturesIn(*event->mimeData()));
}

void TextureBrowser::chooseFiles()
{
    proposeFiles(QFileDialog::getOpenFileNames(this, tr("Add textures"), project_ ? project_->root() : QString(), tr("Pictures (*.png *.bmp *.bgf)")));
}

void TextureBrowser::proposeFiles(const QStringList& files)
{
    if (files.isEmpty() || model_->assets() == nullptr)
        return;
    auto plan = planAddition(files, *model_->assets(), model_->use(), project_->root());
    if (!plan) {
        emit failed(tr("Cannot add a texture: %1.").arg(QString::fromStdString(plan.error().what)),
                    QString::fromStdString(plan.error().where));
        return;
    }
    addition_ = std::move(plan).value();
    question_->ask(questionFor(addition_, project_->root()),
                   addition_.asksForSurface ? QStringList{tr("Add as wall"), tr("Add as floor"), tr("Cancel")}
                                            : QStringList{tr("Add"), tr("Cancel")});
}

void TextureBrowser::answer(int which)
{
    const TextureAddition addition = std::exchange(addition_, {});
    grid_->setFocus(Qt::OtherFocusReason);
    if (which == (addition.asksForSurface ? 2 : 1) || addition.textures.empty())
        return;
    const auto added = addTextures(addition, which == 0);
    if (!added) {
        emit failed(tr("Cannot add a texture: %1.").arg(QString::fromStdString(added.error().what)),
                    QString::fromStdString(added.error().where));
        return;
    }
    model_->assets()->rescan();
    refresh();
    setCurrentTexture(addition.textures.front().number);
    QVector<int> numbers;
    for (const NewTexture& texture : addition.textures)
        numbers << texture.number;
    emit texturesAdded(numbers);
}

} // namespace blak::ui::textures
