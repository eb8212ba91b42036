// SPDX-License-Identifier: GPL-3.0-or-later
#include "bgfeditor/ui/room_preview.h"

#include "bgfeditor/bgfcore/standing_place.h"
#include "bgfeditor/ui/preview_room.h"
#include "bgfeditor/ui/sprite_model.h"
#include "client/render/asset_store.h"
#include "client/render/renderer.h"
#include "client/render/sprite_layout.h"
#include "ui/background_pool.h"
#include "ui/find_box.h"
#include "ui/fonts.h"
#include "ui/frame_painter.h"
#include "ui/number_field.h"
#include "ui/project.h"
#include "ui/theme.h"

#include <QAbstractItemView>
#include <QCompleter>
#include <QCoreApplication>
#include <QDirIterator>
#include <QFile>
#include <QHBoxLayout>
#include <QMouseEvent>
#include <QPaintEvent>
#include <QPainter>
#include <QPointer>
#include <QScrollBar>
#include <QThreadPool>
#include <QToolTip>
#include <QWheelEvent>

#include <algorithm>
#include <cmath>
#include <numbers>

namespace blak::ui::sprites {
namespace {

constexpr int fullTurn = 4096, north = 3072;      // angles
constexpr double nearest = 0.75, farthest = 64;   // squares
constexpr double usual = 2;                       // squares, for all that is small enough
constexpr double spare = 0.06;                    // of half the picture, kept free above the head and below the feet
constexpr double turnPerPixel = 8;                // of the mouse
constexpr int mostRooms = 4096, mostFiles = 200'000; // that are looked for below the project's folder
constexpr int neutralAmbient = 192;

/// Looks for the rooms of the project when it is first opened, not before.
class RoomBox : public FindBox
{
public:
    explicit RoomBox(std::function<void()> fill) : fill_(std::move(fill)) {}
    void showPopup() override
    {
        fill_();
        FindBox::showPopup();
    }

protected:
    void focusInEvent(QFocusEvent* event) override // somebody may type
    {
        fill_();
        FindBox::focusInEvent(event);
    }

private:
    std::function<void()> fill_;
};

} // namespace

struct RoomPreview::Stage
{
    Stage(space::LoadedRoom loaded, std::shared_ptr<render::AssetStore> store, bool textured)
        : room(std::move(loaded)), renderer(std::move(store))
    {
        render::RenderOptions options;
        options.textures = textured;
        renderer.setOptions(options);
    }

    space::LoadedRoom room;
    render::Renderer renderer;
    FramePainter painter;
    space::Point place{};
    bool isPlaceChosen = false; ///< by somebody
};

RoomPreview::RoomPreview(SpriteModel* model, QWidget* parent)
    : QWidget(parent), model_(model), controls_(new QWidget(this)), rooms_(new RoomBox([this] { findRooms(); })),
      row_(new NumberField(1, 1e4, {})), column_(new NumberField(1, 1e4, {})), direction_(north)
{
    setAccessibleName(tr("In the room"));
    // Asked before the first edit, which puts the sprite into the store's memory; what a command file makes may not be there yet.
    if (const auto assets = model->project() != nullptr ? model->project()->assets() : nullptr)
        isInProject_ = !assets->findFile(model->document().builtName()).empty() ||
                       (model->document().isCommandFile() && !model->project()->root().isEmpty());
    for (auto signal : {&SpriteModel::frameChanged, &SpriteModel::coloursChanged, &SpriteModel::dollChanged, &SpriteModel::dollMoved})
        connect(model, signal, this, qOverload<>(&QWidget::update));
    controls_->setAutoFillBackground(true);
    auto* strip = new QHBoxLayout(controls_);
    strip->setContentsMargins(8, 3, 8, 3);
    strip->setSpacing(4);
    rooms_->addItem(tr("A plain room"));
    rooms_->setObjectName(QStringLiteral("previewRoom"));
    rooms_->setAccessibleName(tr("Room"));
    rooms_->setToolTip(tr("The room it is seen in: a plain one, or any of the project"));
    rooms_->setSizeAdjustPolicy(QComboBox::AdjustToMinimumContentsLengthWithIcon);
    rooms_->setMinimumContentsLength(8);
    rooms_->setFixedHeight(22);
    strip->addWidget(rooms_, 1);
    const auto addField = [&](const QString& label, NumberField* field, const char* name) {
        field->setObjectName(QLatin1String(name));
        field->setAccessibleName(label);
        field->setFixedSize(48, 22);
        strip->addWidget(new DragLabel(label, field));
        strip->addWidget(field);
        connect(field, &NumberField::valueChanged, this, [this] {
            setPlace((column_->value() - 0.5) * squareSide, (row_->value() - 0.5) * squareSide);
        });
    };
    addField(tr("Row"), row_, "previewRow");
    addField(tr("Col"), column_, "previewColumn");
    auto* column = new QVBoxLayout(this);
    column->setContentsMargins(0, 0, 0, 0);
    column->addWidget(controls_);
    column->addStretch();
    connect(rooms_, &QComboBox::activated, this, [this](int row) { (void)setRoom(rooms_->itemData(row).toString()); });
    connect(rooms_, &FindBox::notFound, this, [this](const QString& part) {
        QToolTip::showText(rooms_->mapToGlobal(QPoint(0, rooms_->height())), tr("No room of this project has \"%1\" in its name or file.").arg(part),
                           rooms_);
    });
    controls_->setVisible(canShow());
}

RoomPreview::~RoomPreview() = default;

bool RoomPreview::canShow() const
{
    return stage_ != nullptr || isInProject_;
}

void RoomPreview::findRooms()
{
    if (rooms_->count() > 1 || model_->project() == nullptr || model_->project()->root().isEmpty())
        return;
    QVector<QPair<QString, QString>> found;
    QDirIterator files(model_->project()->root(), QDir::Files, QDirIterator::Subdirectories);
    for (int looked = 0; files.hasNext() && looked < mostFiles && found.size() < mostRooms; ++looked) {
        const QString file = files.next();
        if (file.endsWith(QLatin1String(".roo"), Qt::CaseInsensitive))
            found.append({titleOf_ ? titleOf_(files.fileName()) : files.fileName(), file});
    }
    std::ranges::sort(found, [](const auto& one, const auto& other) {
        const int order = one.first.compare(other.first, Qt::CaseInsensitive);
        return order != 0 ? order < 0 : one.second < other.second;
    });
    for (const auto& [name, file] : std::as_const(found)) {
        rooms_->addItem(name, file);
        rooms_->setItemData(rooms_->count() - 1, file, Qt::ToolTipRole);
    }
    const int width = rooms_->view()->sizeHintForColumn(0) + rooms_->view()->verticalScrollBar()->sizeHint().width();
    for (QAbstractItemView* list : {rooms_->view(), rooms_->completer()->popup()}) // the box is narrower than the names
        list->setMinimumWidth(width);
}

void RoomPreview::setRoomTitles(std::function<QString(const QString&)> titleOf)
{
    titleOf_ = std::move(titleOf);
    if (rooms_->count() <= 1)
        return; // it asks once it is opened
    const QSignalBlocker quiet(rooms_);
    const QString file = rooms_->currentData().toString();
    while (rooms_->count() > 1)
        rooms_->removeItem(1);
    findRooms();
    rooms_->setCurrentIndex(std::max(0, rooms_->findData(file)));
}

/// Only when it is first seen: it looks at some textures.
void RoomPreview::buildStage()
{
    const auto assets = model_->project()->assets();
    const int texture = calmTexture(*assets);
    if (auto room = plainRoom(texture)) {
        stage_ = std::make_unique<Stage>(std::move(room).value(), assets, texture != 0);
        stage_->place = {2 * squareSide, 1.5 * squareSide}; // with room for the viewer
        direction_ = north;
        showPlace();
    }
}

bool RoomPreview::setRoom(const QString& file)
{
    if (model_->project() == nullptr || model_->project()->assets() == nullptr)
        return false;
    if (file.isEmpty()) {
        ++arrivalsAsked_;
        buildStage();
        update();
        return stage_ != nullptr;
    }
    auto room = roomOfFile(QFile::encodeName(file).toStdString());
    if (!room) {
        rooms_->setCurrentIndex(0);
        emit failed(tr("The room cannot be shown: %1.").arg(QString::fromStdString(room.error().text())));
        return false;
    }
    const space::Point place = openPlace(room.value());
    stage_ = std::make_unique<Stage>(std::move(room).value(), model_->project()->assets(), true);
    stage_->place = place;
    ++arrivalsAsked_;
    turnToSpace();
    findRooms();
    rooms_->setCurrentIndex(std::max(0, rooms_->findData(file)));
    showPlace();
    update();
    readArrival(file);
    return true;
}

/// Takes long in a large project, so it is read beside.
void RoomPreview::readArrival(const QString& file)
{
    auto reader = model_->project()->roomFactsReader(file);
    if (!reader)
        return;
    backgroundPool().start([reader = std::move(reader), preview = QPointer<RoomPreview>(this), asked = arrivalsAsked_] {
        const std::optional<RoomFacts::Arrival> arrival = reader().arrival;
        if (!arrival)
            return;
        QMetaObject::invokeMethod(
            QCoreApplication::instance(),
            [preview, arrival, asked] {
                if (RoomPreview* there = preview.data(); there != nullptr && there->arrivalsAsked_ == asked)
                    there->standWhereOneArrives(arrival->row, arrival->column);
            },
            Qt::QueuedConnection);
    });
}

void RoomPreview::standWhereOneArrives(double row, double column)
{
    const space::Point place{column * squareSide, row * squareSide};
    if (stage_->isPlaceChosen || !bgfcore::canStandAt(stage_->room, place))
        return;
    stage_->place = place;
    turnToSpace();
    showPlace();
    update();
}

/// Looks in the direction nearest to the present one in which the viewer can stand back far enough to see all of the sprite; in the
/// one with the most room where there is none.
void RoomPreview::turnToSpace()
{
    constexpr int directions = 16;
    const double wanted = distance() * squareSide;
    double most = 0;
    int best = direction_;
    for (int i = 0; i < directions; ++i) {
        const int turn = (i % 2 == 0 ? i / 2 : -(i / 2 + 1)) * fullTurn / directions;
        const int direction = ((direction_ + turn) % fullTurn + fullTurn) % fullTurn;
        const render::Camera camera = viewerOf(stage_->room, stage_->place, wanted, direction);
        const double away = std::hypot(camera.x - stage_->place.x, camera.y - stage_->place.y);
        if (away > most + 1) { // the nearest of those that are as good
            most = away;
            best = direction;
        }
    }
    direction_ = best;
}

void RoomPreview::setPlace(double x, double y)
{
    if (stage_ == nullptr)
        return;
    stage_->isPlaceChosen = true;
    if (stage_->room.sectorAt({x, y}) == space::none)
        emit failed(tr("Row %1, column %2 lies outside of the room.").arg(row_->value()).arg(column_->value()));
    else
        stage_->place = {x, y};
    showPlace();
    update();
}

void RoomPreview::showPlace()
{
    row_->setValue(std::floor(stage_->place.y / squareSide) + 1);
    column_->setValue(std::floor(stage_->place.x / squareSide) + 1);
}

double RoomPreview::distance() const { return distance_ ? *distance_ : fittingDistance(); }

/// The same for all groups and sides: an animation does not push the viewer about.
double RoomPreview::fittingDistance() const
{
    if (stage_ == nullptr)
        return usual;
    const render::SpriteState shown = bgfcore::stateOf(model_->shownDoll(), stage_->renderer.assets(), 0);
    double above = 0, below = -eyeHeight, aside = 0; // client units, of the eye and of the middle
    const int groups = static_cast<int>(model_->sprite().groups.size());
    for (int group = 0; group < groups; ++group)
        for (int side = 0; side < 8; ++side) {
            render::SpriteState state = shown;
            state.group = group;
            for (const render::PlacedImage& placed : render::layOutSprite(state, side * fullTurn / 8)) {
                above = std::max(above, placed.top - eyeHeight);
                below = std::min(below, placed.bottom() - eyeHeight);
                aside = std::max({aside, -placed.left, placed.right()});
            }
        }
    const double half = QWidget::width() / 2.0, focal = half / std::tan(fieldOfView / 360 * std::numbers::pi);
    const double strip = controls_->isVisible() ? controls_->QWidget::height() : 0; // lies over the picture
    const double up = QWidget::height() / 2.0 - strip, down = QWidget::height() / 2.0;
    if (up < 1)
        return usual;
    const double needed = focal / (1 - spare) * std::max({above / up, -below / down, aside / half});
    return std::clamp(needed / squareSide, usual, farthest);
}

void RoomPreview::setDistance(double squares)
{
    distance_ = std::clamp(squares, nearest, farthest);
    update();
}

void RoomPreview::setDirection(int direction)
{
    direction_ = ((direction % fullTurn) + fullTurn) % fullTurn;
    update();
}

void RoomPreview::paintEvent(QPaintEvent* event)
{
    QPainter painter(this);
    painter.setFont(uiFont());
    if (canShow() && stage_ == nullptr)
        buildStage();
    controls_->setVisible(stage_ != nullptr);
    if (stage_ == nullptr) {
        painter.setPen(theme().text2);
        painter.drawText(rect().adjusted(10, 8, -10, -8), Qt::AlignTop | Qt::AlignLeft | Qt::TextWordWrap,
                         tr("Open the folder of its project to see the sprite in a room."));
        return;
    }
    const render::Camera camera = viewerOf(stage_->room, stage_->place, distance() * squareSide, direction_);
    render::SceneState state;
    state.lighting.ambient = neutralAmbient - palette::lightLevels + 1 + model_->light();
    render::SpriteState sprite = bgfcore::stateOf(model_->shownDoll(), stage_->renderer.assets(), model_->dollElapsed());
    sprite.x = stage_->place.x;
    sprite.y = stage_->place.y;
    sprite.z = groundAt(stage_->room, stage_->place);
    sprite.angle = direction_ + fullTurn / 2 - model_->angle(); // the angle that is edited is the one that is seen
    state.sprites.push_back(std::move(sprite));
    stage_->painter.paint(painter, size(), event->region(), [&](render::Frame& frame, const render::Rgb32Rows& rows) {
        stage_->renderer.render(stage_->room, state, camera, frame, rows);
    });

    const double away = std::hypot(camera.x - stage_->place.x, camera.y - stage_->place.y) / squareSide;
    const QString text = tr("%1 squares away").arg(away, 0, 'g', 2);
    painter.setRenderHint(QPainter::Antialiasing);
    QColor fill = theme().isDark() ? theme().window : theme().tooltip;
    fill.setAlpha(232);
    const QRectF box(8, QWidget::height() - 30, QFontMetricsF(painter.font()).horizontalAdvance(text) + 16, 22);
    painter.setPen(Qt::NoPen);
    painter.setBrush(fill);
    painter.drawRoundedRect(box, 3, 3);
    painter.setPen(theme().text);
    painter.drawText(box, Qt::AlignCenter, text);
}

void RoomPreview::wheelEvent(QWheelEvent* event)
{
    setDistance(distance() * std::pow(2.0, -event->angleDelta().y() / 480.0));
    event->accept();
}

void RoomPreview::mousePressEvent(QMouseEvent* event) { dragFrom_ = event->position().x(); }

/// The viewer walks around it.
void RoomPreview::mouseMoveEvent(QMouseEvent* event)
{
    if ((event->buttons() & Qt::LeftButton) == 0)
        return;
    setDirection(direction_ + static_cast<int>(std::lround((event->position().x() - dragFrom_) * turnPerPixel)));
    dragFrom_ = event->position().x();
}

} // namespace blak::ui::sprites
