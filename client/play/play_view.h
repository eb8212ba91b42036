// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "client/play/key_table.h"
#include "client/play/texture_decoder.h"
#include "client/play/weather_painter.h"
#include "client/render/renderer.h"
#include "client/scene/walker.h"
#include "ui/frame_painter.h"

#include <QElapsedTimer>
#include <QWidget>

#include <array>
#include <memory>
#include <optional>
#include <set>
#include <vector>

class QTimer;

namespace blak::client {

class GameClient;

struct ViewOptions
{
    int scale = 1; ///< 1 or 2: a pixel of the picture is so many of the screen
    bool names = true;
    bool weather = true;
    bool mipLevels = true; ///< far surfaces do not shimmer; false = as the old client drew
    bool limitWhenUnfocused = true; ///< ten frames a second
    double fieldOfView = 80;        ///< degrees
};

/// The world as one sees it: the software renderer at the window's own resolution, names, the target, what one holds; keys and mouse
/// to walk, choose and act. A frame every 16 ms, 10 a second without focus, none while hidden.
class PlayView : public QWidget
{
    Q_OBJECT

public:
    explicit PlayView(GameClient& client, QWidget* parent = nullptr);
    ~PlayView() override;

    void setOptions(const ViewOptions& options);
    const ViewOptions& options() const { return options_; }
    void setKeys(const KeyTable& keys) { keys_ = keys; }
    const KeyTable& keys() const { return keys_; }

    std::uint32_t target() const { return target_; }
    void setTarget(std::uint32_t id);
    /// The next click chooses for something (a spell, a tool): told by chosen().
    void beginChoice(const QString& what);
    void endChoice(); ///< nobody waits for it any more
    /// Why the world stands, over the picture while it does; empty: the server tidies up.
    void setStanding(const QString& why);
    QString notice() const; ///< what stands over the picture; empty: nothing
    /// As if the key for it were pressed; what is held while a key is down is not done so.
    void perform(PlayAction action);
    bool isChoosing() const { return !choosing_.isEmpty(); }
    bool looksByMouse() const { return mouseLook_; }

    /// What the last frames cost, milliseconds; newest last.
    const std::vector<double>& frameTimes() const { return frameTimes_; }
    std::uint64_t frames() const { return frames_; }
    int dropsSeen() const { return dropsSeen_; } ///< of rain and snow, in the last frame
    /// The object at a point of the widget, 0 = none.
    std::uint32_t objectAt(QPointF at) const;
    /// Where an object stands in the picture; nothing when it is not in view.
    std::optional<QPointF> placeOf(std::uint32_t id) const;

    QSize sizeHint() const override { return {960, 600}; }

signals:
    void targetChanged(quint32 id);
    void chosen(quint32 id); ///< the answer to beginChoice(); 0 = given up
    void lookWanted(quint32 id);
    void actionWanted(PlayAction action); ///< those that are no movement
    /// Client walls in the last frame; a few times a second.
    void wallsSeen(const std::vector<std::uint32_t>& walls);
    void menuWanted(quint32 id, QPoint globalPlace);
    void thingDropped(quint32 thing, quint32 onto); ///< dragged here; 0 = onto no object

protected:
    bool event(QEvent* event) override;
    void paintEvent(QPaintEvent* event) override;
    void keyPressEvent(QKeyEvent* event) override;
    void keyReleaseEvent(QKeyEvent* event) override;
    void focusOutEvent(QFocusEvent* event) override;
    void focusInEvent(QFocusEvent* event) override;
    void mousePressEvent(QMouseEvent* event) override;
    void mouseReleaseEvent(QMouseEvent* event) override;
    void mouseMoveEvent(QMouseEvent* event) override;
    void mouseDoubleClickEvent(QMouseEvent* event) override;
    void wheelEvent(QWheelEvent* event) override;
    void dragEnterEvent(QDragEnterEvent* event) override;
    void dragMoveEvent(QDragMoveEvent* event) override;
    void dragLeaveEvent(QDragLeaveEvent* event) override;
    void dropEvent(QDropEvent* event) override;
    void showEvent(QShowEvent* event) override;
    void hideEvent(QHideEvent* event) override;

private:
    void frame();
    void setPace();
    scene::WalkInput input() const;
    void drawWorld(QPainter& painter, const QRegion& exposed);
    void drawNames(QPainter& painter, const render::Camera& camera);
    void drawHeld(QPainter& painter);
    void drawWeather(QPainter& painter, const render::Camera& camera);
    void tellWalls();
    void drawNotice(QPainter& painter, const QString& text);
    void outlineTarget(const render::Frame& frame, const render::Rgb32Rows& rows);
    void endMouseLook();
    void showCursor(Qt::CursorShape shape);
    void chooseNext();
    bool isHeld(PlayAction action) const { return held_.contains(action); }

    GameClient& client_;
    ViewOptions options_;
    KeyTable keys_;
    std::unique_ptr<render::Renderer> renderer_;
    const render::AssetStore* rendererOf_ = nullptr;
    TextureDecoder decoder_;
    quint64 decodedRoom_ = 0;
    ui::FramePainter painter_;
    QImage small_; ///< of scale 2
    render::Frame smallFrame_;
    QTimer* timer_ = nullptr;
    std::set<PlayAction> held_;
    std::uint32_t target_ = 0, hovered_ = 0;
    QString choosing_, standing_;
    QElapsedTimer sinceFrame_;
    std::optional<QPoint> dragFrom_;
    bool dragged_ = false, mouseLook_ = false;
    QPoint lookCentre_;
    WeatherPainter weather_;
    int dropsSeen_ = 0;
    std::vector<double> frameTimes_;
    std::uint64_t frames_ = 0;
};

} // namespace blak::client
