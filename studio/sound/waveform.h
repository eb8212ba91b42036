// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "client/audio/peaks.h"

#include <QPixmap>
#include <QWidget>

#include <memory>

namespace blak::ui::sound {

/// The picture of a sound: a ruler of time, a lane for each channel, the place that is played. Click or drag to go there; wheel
/// zooms at the mouse, Shift and wheel or the middle button move along.
class Waveform : public QWidget
{
    Q_OBJECT

public:
    explicit Waveform(QWidget* parent = nullptr);

    /// Null while the peaks are being found; the length is known before.
    void setSound(std::shared_ptr<const audio::Peaks> peaks, qint64 frames, int rate);
    /// Said while there are no peaks.
    void setSentence(const QString& sentence);
    void setPosition(qint64 frame);
    /// Keeps the position in view while playing.
    void setFollowing(bool following) { following_ = following; }

    double framesPerPixel() const { return framesPerPixel_; }
    qint64 firstFrame() const { return first_; }
    qint64 shownFrames() const;
    bool isFitting() const { return fitting_; }
    int zoomPercent() const; ///< 100 = all of it fits

    void zoomBy(double factor, int atX);
    void fit();
    void scrollTo(qint64 firstFrame);

    qint64 frameAt(int x) const;
    int xOf(qint64 frame) const;

    QSize minimumSizeHint() const override { return {200, 120}; }

signals:
    void seekRequested(qint64 frame);
    /// What part is shown.
    void viewChanged();

protected:
    void paintEvent(QPaintEvent* event) override;
    void resizeEvent(QResizeEvent* event) override;
    void mousePressEvent(QMouseEvent* event) override;
    void mouseMoveEvent(QMouseEvent* event) override;
    void leaveEvent(QEvent* event) override;
    void wheelEvent(QWheelEvent* event) override;
    void keyPressEvent(QKeyEvent* event) override;
    void changeEvent(QEvent* event) override;

private:
    QRect lane(int channel, int channels) const;
    void setView(double framesPerPixel, double firstFrame);
    QPixmap drawAll() const;
    void drawRuler(QPainter& painter) const;
    void drawLane(QPainter& painter, int channel, int channels) const;
    void drawPlaceholder(QPainter& painter) const;

    std::shared_ptr<const audio::Peaks> peaks_;
    QString sentence_ = tr("Reading the sound.");
    qint64 frames_ = 0;
    int rate_ = 44100;
    qint64 position_ = 0;
    qint64 first_ = 0;
    double framesPerPixel_ = 1;
    bool fitting_ = true;
    bool following_ = false;
    int hoverX_ = -1;
    QPoint dragFrom_;
    qint64 dragFirst_ = 0;
    QPixmap picture_; ///< all but what moves; null = to be drawn
};

} // namespace blak::ui::sound
