// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "bgfeditor/bgfcore/colour_map.h"
#include "formats/bgf/sprite.h"

#include <QBasicTimer>
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

/// What the views of one sprite share: the file, the decoded frames, which frame, group and angle are shown, how it is coloured,
/// the animation. Frames count from 0 as in the file; groups are shown from 1, as the command files and the game count them.
class SpriteModel : public QObject
{
    Q_OBJECT

public:
    SpriteModel(QString path, std::shared_ptr<Project> project, bgf::Sprite sprite, QObject* parent = nullptr);

    const QString& path() const { return path_; }
    const std::shared_ptr<Project>& project() const { return project_; }
    const bgf::Sprite& sprite() const { return sprite_; }
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

    // Animation: groups first..last at the angle of now.
    bool isPlaying() const { return timer_.isActive(); }
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
    void animationChanged(); ///< playing, range or interval

protected:
    void timerEvent(QTimerEvent* event) override;

private:
    struct Decoded
    {
        std::vector<std::uint8_t> indices;
        QString problem;
    };
    const Decoded& decoded(int frame) const;
    void showEntry();

    QString path_;
    std::shared_ptr<Project> project_;
    bgf::Sprite sprite_;
    mutable std::vector<std::optional<Decoded>> decoded_;
    mutable std::unique_ptr<palette::Tables> ownTables_; ///< without a project
    bgfcore::ColourMap colours_{};
    int frame_ = -1, group_ = -1, angle_ = 0;
    std::uint8_t translation_ = 0;
    int light_ = palette::lightLevels - 1;
    int hotspot_ = -1;
    int firstGroup_ = 0, lastGroup_ = 0, interval_ = 180;
    QBasicTimer timer_;
};

} // namespace blak::ui::sprites
