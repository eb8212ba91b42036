// SPDX-License-Identifier: GPL-3.0-or-later
#include "roomedit/textures/texture_browser.h"

#include "client/render/asset_store.h"
#include "roomedit/textures/question_bar.h"
#include "roomedit/textures/texture_cell.h"
#include "roomedit/textures/texture_list.h"
#include "roomedit/textures/texture_model.h"
#include "roomedit/textures/texture_preview.h"
#include "roomedit/textures/texture_thumbnails.h"
#include "ui/empty_label.h"
#include "ui/icons.h"
#include "ui/project.h"
#include "ui/search_field.h"
#include "ui/theme.h"

#include <QClipboard>
#include <QComboBox>
#include <QDir>
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
#include <QSlider>
#include <QStackedWidget>
#include <QToolButton>

#include <algorithm>
#include <map>

namespace blak::ui::textures {
namespace {

constexpr int toolsHeight = 32;
constexpr int leastPicture = 48, usualPicture = 76, largestPicture = 192; ///< px wide
constexpr int labelsFrom = 860; ///< px; in a narrower dock buttons show their icons only
constexpr int sliderFrom = 760;
constexpr int sizesFrom = 640;   ///< below, sizes are found by typing
constexpr int previewFrom = 560; ///< below, there is no place for the large picture
constexpr int roomsInMenu = 30;

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

QToolButton* switchButton(const QString& iconName, const QString& text, const QString& toolTip)
{
    auto* button = new QToolButton;
    button->setIcon(icon(iconName));
    button->setText(text);
    button->setToolTip(toolTip);
    button->setAccessibleName(text);
    button->setCheckable(true);
    button->setFixedHeight(24);
    return button;
}

} // namespace

TextureBrowser::TextureBrowser(QWidget* parent)
    : QWidget(parent), model_(new TextureModel(this)), list_(new TextureList(this)),
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
    column->addWidget(makeTools());
    column->addWidget(question_);
    auto* row = new QHBoxLayout;
    row->setSpacing(0);
    pages_->addWidget(grid_);
    pages_->addWidget(empty_);
    row->addWidget(pages_, 1);
    row->addWidget(preview_);
    column->addLayout(row, 1);
    setFocusProxy(grid_);
    search_->setTarget(grid_);
    connectParts();
    applySize();
    refreshCount();
}

TextureBrowser::~TextureBrowser() = default;

QWidget* TextureBrowser::makeTools()
{
    auto* tools = new QWidget;
    tools->setFixedHeight(toolsHeight);
    auto* row = new QHBoxLayout(tools);
    row->setContentsMargins(8, 4, 8, 4);
    row->setSpacing(4);
    search_ = new SearchField(tr("Search textures"));
    search_->setToolTip(tr("A name, a number, a size like 64x64, or a range like >=9000"));
    search_->setMinimumWidth(130);
    search_->setMaximumWidth(240);
    favourites_ = switchButton(QStringLiteral("star"), tr("Favourites"), tr("Show favourites only"));
    here_ = switchButton(QStringLiteral("room"), tr("Used here"), tr("Show what the open room uses"));
    useBox_ = new QComboBox;
    useBox_->addItems({tr("All textures"), tr("Used"), tr("Unused")});
    useBox_->setToolTip(tr("By use in the rooms of this world"));
    useBox_->setAccessibleName(tr("Use"));
    sizeBox_ = new QComboBox;
    sizeBox_->addItem(tr("All sizes"));
    sizeBox_->setAccessibleName(tr("Size in pixels"));
    sizeBox_->setSizeAdjustPolicy(QComboBox::AdjustToContents);
    slider_ = new QSlider(Qt::Horizontal);
    slider_->setRange(leastPicture, largestPicture);
    slider_->setValue(usualPicture);
    slider_->setSingleStep(8);
    slider_->setPageStep(24);
    slider_->setFixedWidth(80);
    slider_->setToolTip(tr("Size of the pictures"));
    slider_->setAccessibleName(tr("Size of the pictures"));
    count_ = new QLabel;
    count_->setObjectName(QStringLiteral("secondary"));
    add_ = switchButton(QStringLiteral("plus"), tr("Add picture\u2026"), tr("Add a PNG, BMP or BGF file as a texture"));
    add_->setCheckable(false);
    row->addWidget(search_, 10);
    row->addWidget(favourites_);
    row->addWidget(here_);
    row->addWidget(useBox_);
    row->addWidget(sizeBox_);
    row->addStretch(1);
    row->addWidget(count_);
    row->addWidget(slider_);
    row->addWidget(add_);
    return tools;
}

void TextureBrowser::connectParts()
{
    connect(search_, &SearchField::filterChanged, this, [this](const QString& text) {
        list_->setQuery(text);
        refreshCount();
    });
    connect(favourites_, &QToolButton::toggled, this, [this](bool on) {
        list_->setOnlyFavourites(on);
        refreshCount();
    });
    connect(here_, &QToolButton::toggled, this, [this](bool on) {
        list_->setOnlyHere(on);
        refreshCount();
    });
    connect(useBox_, &QComboBox::currentIndexChanged, this, [this](int index) {
        list_->setUse(static_cast<TextureList::Use>(index));
        refreshCount();
    });
    connect(sizeBox_, &QComboBox::activated, this, [this](int index) {
        list_->setSize(sizeBox_->itemData(index).toSize());
        refreshCount();
    });
    connect(slider_, &QSlider::valueChanged, this, [this] {
        applySize();
        emit stateChanged();
    });
    connect(add_, &QToolButton::clicked, this, &TextureBrowser::chooseFiles);
    connect(empty_, &QLabel::linkActivated, this, [this] {
        if (!list_->isFiltering()) {
            chooseFiles();
            return;
        }
        for (QToolButton* button : {favourites_, here_})
            button->setChecked(false);
        useBox_->setCurrentIndex(0);
        sizeBox_->setCurrentIndex(0);
        search_->clear();
        list_->showAll();
        refreshCount();
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
        refreshSizes();
        refreshCount();
        preview_->refresh();
    });
    connect(model_, &TextureModel::useChanged, this, [this] {
        refreshCount();
        preview_->refresh();
    });
    connect(grid_, &QListView::doubleClicked, this, [this](const QModelIndex& index) { openTexture(list_->numberAt(index)); });
    connect(grid_, &QWidget::customContextMenuRequested, this, &TextureBrowser::showMenu);
    connect(grid_->selectionModel(), &QItemSelectionModel::currentChanged, this, [this](const QModelIndex& now) {
        showPreview(list_->numberAt(now));
        emit currentTextureChanged(list_->numberAt(now));
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
    model_->setWorld(assets, project == nullptr ? QString() : project->root());
    add_->setEnabled(assets != nullptr);
    refreshSizes();
    refreshCount();
}

void TextureBrowser::setRoom(const QString& path)
{
    model_->setRoom(path);
    here_->setEnabled(!path.isEmpty() || here_->isChecked());
    refreshCount();
    preview_->refresh();
}

void TextureBrowser::setRoomTextures(const QString& path, const RoomTextures& textures)
{
    model_->setRoomTextures(path, textures);
}

void TextureBrowser::refresh()
{
    const int current = currentTexture();
    thumbnails_->renew();
    model_->refresh();
    setCurrentTexture(current);
    refreshCount();
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
    return {{QStringLiteral("favourites"), favourites}, {QStringLiteral("picture"), slider_->value()}};
}

void TextureBrowser::restoreState(const QVariantMap& state)
{
    QSet<int> favourites;
    for (const QVariant& one : state.value(QStringLiteral("favourites")).toList())
        favourites.insert(one.toInt());
    model_->setFavourites(favourites);
    const QSignalBlocker quiet(slider_);
    slider_->setValue(state.value(QStringLiteral("picture"), usualPicture).toInt());
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
    QMenu menu(this);
    menu.addAction(icon(QStringLiteral("copy")), tr("Copy number"), this,
                   [number] { QGuiApplication::clipboard()->setText(QString::number(number)); });
    menu.addAction(icon(QStringLiteral("sprite")), tr("Open sprite"), this, [this, number] { openTexture(number); });
    const bool favourite = model_->favourites().contains(number);
    menu.addAction(icon(QStringLiteral("star")), favourite ? tr("Remove from favourites") : tr("Add to favourites"), this,
                   [this, number] { toggleFavourite(number); });
    menu.addSeparator();
    const auto rooms = model_->use() == nullptr ? QVector<TextureUse::InRoom>() : model_->use()->rooms.value(number);
    auto* list = menu.addMenu(icon(QStringLiteral("room")),
                              rooms.isEmpty() ? tr("Used in no room") : tr("Rooms that use it (%1)").arg(rooms.size()));
    list->setEnabled(!rooms.isEmpty());
    for (const TextureUse::InRoom& one : rooms.mid(0, roomsInMenu))
        list->addAction(tr("%1 (%2)").arg(QFileInfo(one.room).fileName()).arg(one.count.total()), this,
                        [this, path = one.room] { emit openRequested(path); });
    if (rooms.size() > roomsInMenu)
        list->addAction(tr("%1 more").arg(rooms.size() - roomsInMenu))->setEnabled(false);
    menu.exec(grid_->viewport()->mapToGlobal(at));
}

void TextureBrowser::hover(const QPoint& at)
{
    const QModelIndex index = grid_->indexAt(at);
    showPreview(index.isValid() ? list_->numberAt(index) : currentTexture());
}

void TextureBrowser::showPreview(int number) { preview_->setTexture(number); }

void TextureBrowser::applySize()
{
    cell_->setPictureWidth(slider_->value());
    grid_->setGridSize(cell_->cellSize());
    grid_->setIconSize(cell_->cellSize());
    grid_->verticalScrollBar()->setSingleStep(cell_->cellSize().height() / 2);
    grid_->viewport()->update();
}

void TextureBrowser::refreshSizes()
{
    std::map<std::pair<int, int>, int> counts; // either way round is one size
    for (int row = 0; row < model_->rowCount(); ++row) {
        const QSize size = model_->shownSize(model_->numberAt(row));
        if (size.isValid())
            ++counts[{std::min(size.width(), size.height()), std::max(size.width(), size.height())}];
    }
    const QSize chosen = sizeBox_->currentData().toSize();
    sizeBox_->clear();
    sizeBox_->addItem(tr("All sizes"));
    for (const auto& [size, count] : counts)
        sizeBox_->addItem(tr("%1 \u00d7 %2").arg(size.first).arg(size.second), QSize(size.first, size.second));
    const int again = chosen.isValid() ? sizeBox_->findData(chosen) : 0;
    sizeBox_->setCurrentIndex(std::max(0, again));
    if (again < 0)
        list_->setSize({});
}

void TextureBrowser::refreshCount()
{
    const int all = model_->rowCount();
    const int shown = list_->rowCount();
    if (model_->assets() == nullptr)
        empty_->say(tr("Open a world folder to see its textures."));
    else if (all == 0)
        empty_->say(tr("This world has no textures. Drop a PNG, BMP or BGF file here to add one."), tr("Add picture\u2026"));
    else if (!list_->query().isEmpty())
        empty_->say(tr("No texture matches \u201c%1\u201d.").arg(list_->query()), tr("Show all %1").arg(all));
    else if (favourites_->isChecked() && model_->favourites().isEmpty())
        empty_->say(tr("No favourites yet. Press F on a texture to make it one."), tr("Show all %1").arg(all));
    else
        empty_->say(tr("No texture is left by these switches."), tr("Show all %1").arg(all));
    pages_->setCurrentWidget(shown == 0 ? static_cast<QWidget*>(empty_) : grid_);
    search_->setPlaceholderText(all == 0 ? tr("Search textures") : tr("Search %1 textures").arg(all));
    if (here_->isChecked())
        count_->setText(tr("%1 used in this room").arg(shown));
    else if (list_->isFiltering())
        count_->setText(tr("%1 of %2").arg(shown).arg(all));
    else
        count_->setText(model_->room().isEmpty() || all == 0 ? QString()
                                                             : tr("%1 used in this room").arg(model_->countUsedHere()));
    here_->setEnabled(!model_->room().isEmpty() || here_->isChecked());
    preview_->setVisible(width() >= previewFrom && all > 0);
    if (preview_->texture() == 0 && shown > 0) // nothing chosen yet: better the first than an empty place
        showPreview(list_->numberAt(list_->index(0, 0)));
}

void TextureBrowser::resizeEvent(QResizeEvent* event)
{
    QWidget::resizeEvent(event);
    const bool wide = width() >= labelsFrom;
    for (QToolButton* button : {favourites_, here_, add_})
        button->setToolButtonStyle(wide ? Qt::ToolButtonTextBesideIcon : Qt::ToolButtonIconOnly);
    sizeBox_->setVisible(width() >= sizesFrom);
    slider_->setVisible(width() >= sliderFrom);
    preview_->setFixedWidth(std::clamp(width() * 3 / 10, 200, 360));
    preview_->setVisible(width() >= previewFrom && model_->rowCount() > 0);
}

bool TextureBrowser::eventFilter(QObject* watched, QEvent* event)
{
    if (watched == grid_->viewport()) {
        if (event->type() == QEvent::MouseMove)
            hover(static_cast<QMouseEvent*>(event)->position().toPoint());
        else if (event->type() == QEvent::Leave)
            showPreview(currentTexture());
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
    case Qt::Key_Enter: openTexture(number); return true;
    case Qt::Key_F:
        if (number != 0)
            toggleFavourite(number);
        return true;
    case Qt::Key_Slash: search_->setFocus(Qt::ShortcutFocusReason); return true;
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
    proposeFiles(QFileDialog::getOpenFileNames(this, tr("Add textures"), QString(), tr("Pictures (*.png *.bmp *.bgf)")));
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
