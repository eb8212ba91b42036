// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "studio/atlas/atlas_graph.h"

#include <QDialog>
#include <QThreadPool>

#include <memory>

class QLabel;
class QLineEdit;
class QMenu;

namespace blak::ui::atlas {

class AtlasCanvas;

/// The map of all rooms in a window of its own beside the studio; reads the project in a worker.
class AtlasWindow : public QDialog
{
    Q_OBJECT

public:
    AtlasWindow(std::shared_ptr<const project::Project> project, std::shared_ptr<const FileSource> files, QWidget* parent = nullptr);
    ~AtlasWindow() override;

    AtlasCanvas* canvas() { return canvas_; }
    /// Of a room that is open: marked as soon as the project is read.
    void setCurrentFile(const QString& fileName);
    void finish(); ///< waits until the project is read

signals:
    /// A room, or a line of Blakod (ui/place_path.h).
    void openRequested(const QString& path);

private:
    void openRoom(int room);
    void readPlan(int room);
    void addTags(QMenu& menu, int room);
    void take(const Result<blak::atlas::AtlasGraph>& graph);
    void find();

    AtlasCanvas* canvas_;
    QLineEdit* search_;
    QLabel* facts_;
    QLabel* told_;
    QString currentFile_;
    QString summary_;
    QThreadPool pool_;
};

} // namespace blak::ui::atlas
