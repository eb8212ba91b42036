// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QImage>
#include <QTimer>
#include <QVector>
#include <QWidget>

namespace blak::ui::textures {

class TextureModel;

/// The texture under the mouse or the selected one, large, its animation running, with what is known of it.
class TexturePreview : public QWidget
{
    Q_OBJECT

public:
    explicit TexturePreview(const TextureModel& model, QWidget* parent = nullptr);

    void setTexture(int number); ///< 0: none
    int texture() const { return number_; }
    /// Again from the model: facts or use have come.
    void refresh();
    QStringList facts() const;
    /// Where it is used: a room a line, as far as a tip has place for them.
    QString roomsTip() const;

    QSize sizeHint() const override { return {260, 110}; }
    QSize minimumSizeHint() const override { return {150, 60}; }

signals:
    /// The rooms that use it are asked for, at a place on the screen.
    void roomsAsked(int number, const QPoint& at);

protected:
    bool event(QEvent* event) override;
    void mouseReleaseEvent(QMouseEvent* event) override;
    void paintEvent(QPaintEvent* event) override;
    void hideEvent(QHideEvent* event) override;
    void showEvent(QShowEvent* event) override;

private:
    void load();
    void runAnimation();

    const TextureModel& model_;
    int number_ = 0;
    bool upright_ = true;
    QVector<QImage> frames_;
    int frame_ = 0;
    QTimer* animation_ = nullptr;
};

} // namespace blak::ui::textures
