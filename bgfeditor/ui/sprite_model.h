// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "bgfeditor/bgfcore/colour_map.h"
#include "bgfeditor/bgfcore/doll.h"
#include "bgfeditor/bgfcore/edit_scope.h"
#include "bgfeditor/bgfcore/hotspot_names.h"
#include "bgfeditor/bgfcore/sprite_document.h"
#include "bgfeditor/bgfcore/layer_edits.h"
#include "bgfeditor/bgfcore/stroke.h"
#include "formats/bgf/sprite.h"

#include <QBasicTimer>
#include <QElapsedTimer>
#include <QImage>
#include <QObject>
#include <QString>
#include <QVector>

#include <memory>
#include <optional>

namespace blak::ui {
class Project;
}

namespace blak::ui::sprites {

/// How a group follows the other, as the engine tells its clients (ANIMATE_NONE, _CYCLE, _ONCE).
enum class AnimationKind : int {
    None,  ///< the first group stands
    Cycle, ///< from the first to the last and again
    Once,  ///< from the first to the last, then the final one stands
};

/// What the views of one sprite share: the document, which frame, group and angle are shown, how it is coloured, the animation,
/// what is drawn with. Frames count from 0 as in the file; groups are shown from 1, as the command files and the game count them.
class SpriteModel : public QObject
{
    Q_OBJECT

public:
    SpriteModel(QString path, std::shared_ptr<Project> project, std::shared_ptr<bgfcore::SpriteDocument> document,
                QObject* parent = nullptr);

    const QString& path() const { return path_; }
    void setPath(const QString& path); ///< its file was renamed
    const std::shared_ptr<Project>& project() const { return project_; }
    bgfcore::SpriteDocument& document() { return *document_; }
    const bgfcore::SpriteDocument& document() const { return *document_; }
    const std::shared_ptr<bgfcore::SpriteDocument>& sharedDocument() const { return document_; }
    /// The document by numbers as its file would have them; bitmaps without their pixels.
    const bgf::Sprite& sprite() const { return sprite_; }
    bgfcore::PartId frameId(int frame) const { return frame < 0 ? 0 : document_->frameAt(static_cast<std::size_t>(frame)); }
    bgfcore::PartId currentId() const { return frameId(frame_); }
    /// All frames, in their order.
    std::vector<bgfcore::PartId> frameIds() const;
    /// Number of a frame; -1 when it is gone.
    int frameOf(bgfcore::PartId id) const;
    bgfcore::PartId groupId(int group) const { return group < 0 ? 0 : document_->groupAt(static_cast<std::size_t>(group)); }
    int frameCount() const { return static_cast<int>(sprite_.bitmaps.size()); }
    int groupCount() const { return static_cast<int>(sprite_.groups.size()); }
    /// The compressor of version 9 is proprietary: sizes, offsets and hotspots are known, pixels are not.
    bool hasOpaqueFrames() const;

    int frame() const { return frame_; } ///< -1 = the group has no bitmap here
    int group() const { return group_; } ///< -1 = the frame was picked by itself
    int angle() const { return angle_; } ///< 4096 per turn
    const bgf::Bitmap* bitmap(int frame) const;
    const bgf::Bitmap* current() const { return bitmap(frame_); }

    void setFrame(int frame); ///< picks a frame; group and angle follow where a group shows it
    void setGroup(int group);
    void setAngle(int angle);
    void turn(int steps); ///< to the next entry of the group
    /// Frame of a group at an angle, -1 where there is none.
    int frameAt(int group, int angle) const;

    std::uint8_t translation() const { return translation_; }
    void setTranslation(std::uint8_t id);
    int light() const { return light_; } ///< 0..63
    void setLight(int light);
    const palette::Palette& palette() const;
    const palette::Tables& tables() const;

    int hotspot() const { return hotspot_; } ///< index in the frame, -1 = none selected
    void setHotspot(int hotspot);

    /// Palette indices, null where they cannot be decoded (see problem()).
    const std::vector<std::uint8_t>* indices(int frame) const;
    /// In the colours of now; transparent around. Null where it cannot be decoded.
    QImage image(int frame) const;
    QString problem(int frame) const;

    // What edits change.
    bgfcore::EditScope scope() const { return scope_; }
    void setScope(bgfcore::EditScope scope);
    std::vector<bgfcore::PartId> scopeFrames() const;

    /// Pixels that tools are limited to; of the size of the frame, or without pixels. Gone when a frame of another size is shown.
    const bgfcore::Selection& selection() const { return selection_; }
    void setSelection(bgfcore::Selection selection);

    /// What hangs at a number in this project; empty where nobody said.
    QString hotspotName(int number) const;
    /// For the whole project; kept in its folder. Fails without one.
    Result<void> nameHotspot(int number, const QString& name);

    // Drawing.
    const bgfcore::DrawSettings& drawing() const { return drawing_; }
    void setDrawing(const bgfcore::DrawSettings& settings);
    /// Of palette indices, in the colours of now.
    QImage imageOf(int width, int height, const std::vector<std::uint8_t>& indices) const;

    // Layers.
    QString drawnLayer() const; ///< that tools draw on in this frame; empty: it has none
    void setDrawnLayer(const QString& name);
    /// What tools draw on in a frame, and how the frame looks with it changed. Null where the pixels are unknown.
    bgfcore::ImagePointer drawnImage(bgfcore::PartId frame) const;
    QImage imageWith(bgfcore::PartId frame, const bgfcore::Pixels& drawn) const;
    /// The picture that is drawn from; null where there is none or it cannot be read.
    const QImage& referenceImage() const;

    /// What hangs on this sprite in the paper doll; its base and group are those that are shown.
    const bgfcore::Doll& doll() const { return doll_; }
    void setDoll(bgfcore::Doll doll);
    /// With the file, the group and the translation of now.
    bgfcore::Doll shownDoll() const;
    /// Since the animation was started, ms; parts of the doll move with it. 0 while nothing plays.
    double dollElapsed() const { return dollClock_.isValid() ? static_cast<double>(dollClock_.elapsed()) : 0; }

    // Animation: groups first..last at the angle of now.
    AnimationKind animationKind() const { return kind_; }
    void setAnimationKind(AnimationKind kind);
    int finalGroup() const { return finalGroup_; } ///< of AnimationKind::Once
    void setFinalGroup(int group);
    bool isPlaying() const { return timer_.isActive() || dollTimer_.isActive(); }
    void setPlaying(bool playing);
    int firstGroup() const { return firstGroup_; }
    int lastGroup() const { return lastGroup_; }
    void setGroups(int first, int last);
    int interval() const { return interval_; } ///< ms
    void setInterval(int milliseconds);
    void stepGroup(int steps);

signals:
    void frameChanged();   ///< frame, group or angle
    void coloursChanged(); ///< translation or light
    void hotspotChanged();
    void documentChanged(); ///< after each edit, undo and redo; comes before the signals of what is shown
    void drawingChanged();
    void selectionChanged();
    void scopeChanged();
    void layerChanged(); ///< another one is drawn on
    void namesChanged(); ///< of hotspots
    void dollChanged();
    void dollMoved(); ///< a part shows its next group
    void animationChanged(); ///< playing, range or interval

protected:
    void timerEvent(QTimerEvent* event) override;

private:
    void mirror();
    void chooseWhatCameBack();
    void chooseWhatStoodBefore();
    void followDocument();
    void findGroup();
    void showEntry();
    void dropOddSelection();
    void moveDoll(bool moves);

    QString path_;
    std::shared_ptr<Project> project_;
    std::shared_ptr<bgfcore::SpriteDocument> document_;
    document::Connection edits_;
    bgf::Sprite sprite_; ///< of the document, by numbers
    std::vector<bgfcore::PartId> mirrored_; ///< frames of `sprite_`
    bgfcore::DrawSettings drawing_;
    bgfcore::Doll doll_;
    mutable std::unique_ptr<palette::Tables> ownTables_; ///< without a project
    bgfcore::ColourMap colours_{};
    int frame_ = -1, group_ = -1, angle_ = 0;
    int groupBefore_ = -1; ///< that was shown before a frame that is in none
    std::uint8_t translation_ = 0;
    int light_ = palette::lightLevels - 1;
    bgfcore::PartId shownId_ = 0; ///< of frame_
    int hotspot_ = -1;
    bgfcore::EditScope scope_ = bgfcore::EditScope::Frame;
    bgfcore::Selection selection_;
    mutable bgfcore::ReferencePointer decodedReference_; ///< that referenceImage_ is of
    mutable QImage referenceImage_;
    std::shared_ptr<bgfcore::HotspotNames> names_; ///< of the project; shared by its sprites
    AnimationKind kind_ = AnimationKind::Cycle;
    int firstGroup_ = 0, lastGroup_ = 0, finalGroup_ = 0, interval_ = 180;
    QBasicTimer timer_, dollTimer_;
    QElapsedTimer dollClock_; ///< valid while playing
};

} // namespace blak::ui::sprites
