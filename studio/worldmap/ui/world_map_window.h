// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "studio/worldmap/world_graph.h"

#include <QDialog>
#include <QThreadPool>

#include <memory>

class QLabel;
class QLineEdit;

namespace blak::ui::worldmap {

class WorldMapCanvas;

/// The map of all rooms in a window of its own beside the studio; reads the world in a worker.
class WorldMapWindow : public QDialog
{
    Q_OBJECT

public:
    WorldMapWindow(std::shared_ptr<const project::Project> world, std::shared_ptr<const FileSource> files, QWidget* parent = nullptr);
    ~WorldMapWindow() override;

    WorldMapCanvas* canvas() { return canvas_; }
    /// Of a room that is open: marked as soon as the world is read.
    void setCurrentFile(const QString& fileName);
    void finish(); ///< waits until the world is read

signals:
    void openRequested(const QString& path);

private:
    void take(const Result<blak::worldmap::WorldGraph>& graph);
    void find();

    WorldMapCanvas* canvas_;
    QLineEdit* search_;
    QLabel* facts_;
    QLabel* told_;
    QString currentFile_;
    QString summary_;
    QThreadPool pool_;
};

} // namespace blak::ui::worldmap
