// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "bgfeditor/bgfcore/sprite_parts.h"
#include "ui/scratch_dir.h"

#include <QFileSystemWatcher>
#include <QMap>
#include <QObject>
#include <QStringList>
#include <QTimer>


namespace blak::ui::sprites {

class SpriteView;

/// Files that other programs write while a sprite is open: bitmaps of a command file, a frame that was handed to a painting program,
/// pictures of Aseprite that frames came from. What they save comes in as a step of undo.
class OutsideEditor : public QObject
{
    Q_OBJECT

public:
    explicit OutsideEditor(SpriteView& view);

    /// Hands the current frame to the desktop's program for pictures: its own bitmap, or of a sprite (.bgf) a PNG for the time being.
    void edit();
    /// The file that edit() would hand over, written where it is for the time being; empty, said to the view, where that cannot be.
    QString fileOfCurrentFrame();
    /// Pictures of Aseprite whose files are not as they were read: of the sprite that was opened.
    QStringList changedAseprites() const;
    /// Takes in what an Aseprite picture is now, as one step of undo, and says what changed.
    void readAseprite(const QString& file);

private:
    void watch(const QString& file);
    void watchFiles();
    void readAgain();
    void readPicture(const QString& file, bgfcore::PartId frame);

    SpriteView& view_;
    QFileSystemWatcher watcher_;
    QTimer timer_; ///< programs write in several goes
    QStringList changed_;
    int patience_ = 0; ///< how often a picture was half written in a row
    ScratchDir folder_;
    QMap<QString, bgfcore::PartId> frames_; ///< by the file for the time being
};

} // namespace blak::ui::sprites
