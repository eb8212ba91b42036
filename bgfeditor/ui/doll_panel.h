// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QWidget>

class QComboBox;
class QStackedWidget;
class QTableWidget;
class QTableWidgetItem;

namespace blak::ui::sprites {

class SpriteModel;

/// The paper doll: other sprites of the project that hang on this one, as the client would put them together. Shown on the canvas and
/// in the room; kept in a small file of its own, never in the sprite.
class DollPanel : public QWidget
{
    Q_OBJECT

public:
    explicit DollPanel(SpriteModel* model, QWidget* parent = nullptr);

    QTableWidget* table() { return table_; }
    QComboBox* files() { return files_; }

    void openFrom(const QString& file);
    void saveTo(const QString& file);

public slots:
    void addPart();    ///< the sprite that the box names, at the first hotspot that nothing hangs on
    void removePart(); ///< the current row

signals:
    void failed(const QString& sentence);
    void told(const QString& sentence); ///< what was done that nothing shows

private:
    QString spriteNamed(const QString& typed) const;
    void fill();
    void take(QTableWidgetItem* item);
    void chooseFile(bool save);

    SpriteModel* model_;
    QComboBox* files_;
    QTableWidget* table_;
    bool isAdding_ = false; ///< Return was pressed
    QStackedWidget* pages_; ///< the table, or what to do while nothing hangs on
};

} // namespace blak::ui::sprites
