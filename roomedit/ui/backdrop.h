// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QDialog>
#include <QImage>
#include <QPointF>
#include <QString>
#include <QVariantMap>

#include <array>

class QLabel;

namespace blak::ui {
class NumberField;
}

namespace blak::ui::rooms {

class MapCanvas;

/// A picture over the floors of the top view, half see-through: a plan that somebody draws after. Kept with the state of the view, no
/// part of the room.
struct Backdrop
{
    QString file;
    QImage image;             ///< null: none
    QPointF corner;           ///< top left, editor units
    double unitsPerPixel = 8; ///< editor units
    int opacity = 40;         ///< per cent

    /// Reads the picture; what is wrong, in words, else empty. Large ones are made smaller, and keep their size in the room.
    QString load(const QString& path);
    QVariantMap state() const; ///< empty where there is none
    void restore(const QVariantMap& state);
};

/// Place, size and opacity of the backdrop, seen at once; another picture, or none.
class BackdropDialog : public QDialog
{
    Q_OBJECT

public:
    BackdropDialog(MapCanvas* canvas, QWidget* parent);

    /// Another picture, over the whole room; false: it was refused, and told.
    bool take(const QString& path);

private:
    void choose();
    void refresh();

    MapCanvas* canvas_;
    QLabel* name_;
    std::array<NumberField*, 4> fields_{}; ///< left, top, width, opacity
};

} // namespace blak::ui::rooms
