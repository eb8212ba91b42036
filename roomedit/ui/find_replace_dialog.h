// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "formats/base/file_source.h"
#include "roomedit/roomcore/operations/find.h"

#include <QDialog>
#include <QStringList>
#include <QThreadPool>

#include <atomic>
#include <filesystem>
#include <vector>

class QComboBox;
class QLabel;
class QPushButton;
class QTreeWidget;

namespace blak::ui {
class NumberField;
}

namespace blak::ui::rooms {

class RoomModel;

/// Finds parts of a room, of what is selected in it, or of all rooms of the project by texture, tag, height or light, and puts another
/// value in the place of the old one. In all rooms it is one step of undo, in documents that are saved as any other.
class FindReplaceDialog : public QDialog
{
    Q_OBJECT

public:
    enum class Scope : int { Room, Selection, Project };

    explicit FindReplaceDialog(RoomModel* model, QWidget* parent = nullptr);
    ~FindReplaceDialog() override;

    void setQuery(const roomcore::Query& query);
    roomcore::Query query() const;
    void setScope(Scope scope);
    Scope scope() const;
    /// What the last search or replacement came to.
    QString outcome() const;

    void find();
    void replaceAll();
    /// Waits for a search of the project.
    void finish();

signals:
    /// A room of the list was chosen.
    void openRequested(const QString& path);

protected:
    void showEvent(QShowEvent* event) override;

private:
    struct Hit
    {
        std::filesystem::path file;
        std::size_t parts = 0;
    };

    std::vector<std::filesystem::path> projectRooms() const;
    void searchProject(bool thenReplaces);
    void takeHits(const std::vector<Hit>& hits, std::size_t searched, bool thenReplaces);
    void replaceInProject(const std::vector<Hit>& hits);
    void showScope();
    void say(const QString& text);

    RoomModel* model_;
    QComboBox* kind_;
    NumberField* value_;
    NumberField* with_;
    QComboBox* scope_;
    QPushButton* find_;
    QPushButton* replace_;
    QLabel* outcome_;
    QTreeWidget* list_;
    QThreadPool pool_;
    std::atomic<bool> cancelled_ = false;
    bool busy_ = false;
};

} // namespace blak::ui::rooms
