// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QImage>
#include <QWidget>

#include <optional>

class QMimeData;

namespace blak::ui::rooms {

class TextureImages;

/// "4101 Oak boards", as far as it has a name.
QString textureWords(int number, const QString& name);

/// A texture in the inspector: its picture, its number below its name. Grey and "none" for number 0, a pattern when it is
/// missing.
class TextureLabel : public QWidget
{
    Q_OBJECT

public:
    TextureLabel(const TextureImages* textures, bool onWall, QWidget* parent = nullptr);

    void setTexture(int number);
    void setMixed();
    int texture() const { return number_; }

    /// A texture can be dropped on it.
    void setAcceptsTextures(bool accepts) { setAcceptDrops(accepts); }
    /// The texture number that is dragged, as the browser gives it in plain text; nothing when it is none.
    static std::optional<int> droppedTexture(const QMimeData& mime);
    /// It says what a click does, and tells of one.
    void setClickable(const QString& tip);
    /// The place where the next texture goes: with a frame.
    void setChosen(bool chosen);
    bool isChosen() const { return chosen_; }

    QSize sizeHint() const override { return {110, 40}; }
    QSize minimumSizeHint() const override { return {60, 40}; }

signals:
    void textureDropped(int number);
    void clicked();

protected:
    void dragEnterEvent(QDragEnterEvent* event) override;
    void dropEvent(QDropEvent* event) override;
    void mouseReleaseEvent(QMouseEvent* event) override;
    void paintEvent(QPaintEvent* event) override;

private:
    const TextureImages* textures_;
    bool onWall_;
    int number_ = 0;
    bool mixed_ = false, chosen_ = false;
    QString clickTip_; ///< empty: a click does nothing
    QString name_;
    QImage image_;
};

} // namespace blak::ui::rooms
