// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "roomedit/textures/texture_addition.h"
#include "roomedit/textures/texture_use.h"

#include <QVariantMap>
#include <QWidget>

class QLabel;
class QListView;
class QMenu;
class QStackedWidget;

namespace blak::ui {
class EmptyLabel;
class Project;
class SearchField;
} // namespace blak::ui

namespace blak::ui::textures {

class QuestionBar;
class TextureCell;
class TextureList;
class TextureModel;
class TexturePreview;
class TextureThumbnails;
class TextureTools;

/// The dock that shows all textures of the open project: search, switches, a grid of pictures, the one under the mouse large.
/// Pictures dropped on it become textures after one question. Needs no open room; with one it counts what the room uses.
class TextureBrowser : public QWidget
{
    Q_OBJECT

public:
    explicit TextureBrowser(QWidget* parent = nullptr);
    ~TextureBrowser() override;

    /// The textures of another project; null: none.
    void setProject(const std::shared_ptr<Project>& project);
    /// The folder of a project that comes as soon as it was looked through, while there is none; empty: none comes.
    void setLookingThrough(const QString& folder);
    /// The room whose use is counted; empty: none.
    void setRoom(const QString& path);
    /// What a room shows that is being edited.
    void setRoomTextures(const QString& path, const RoomTextures& textures);
    void forgetRoomTextures(const QString& path); ///< it was closed: what its file says counts again
    /// A room was saved as a .roo with these textures; it may be a new one. No file is read.
    void setSavedRoom(const QString& path, const RoomTextures& textures);
    /// The file of a texture was saved.
    void refreshTexture(int number);
    /// Reads textures and rooms again: files changed.
    void refresh();
    /// Rooms came or went.
    void refreshUse();

    /// Where one may be put, in words ("the floor"), first where it goes by a double click. Empty: nowhere, and that opens its file.
    void setPlaces(const QStringList& places);

    int currentTexture() const; ///< 0: none
    void setCurrentTexture(int number);

    /// Favourites, what was picked lately and the size of the pictures; to be kept for each project by the shell.
    QVariantMap saveState() const;
    void restoreState(const QVariantMap& state);

    /// As dropping them would: asks, then adds.
    void proposeFiles(const QStringList& files);
    /// Asks for files to propose.
    void chooseFiles();

    /// Before a picture is taken.
    void finish();

    /// Bytes that its small pictures take, and at most may.
    qint64 thumbnailBytes() const;
    qint64 thumbnailLimit() const;

    // For tests and for those who build around it.
    QListView* grid() const { return grid_; }
    SearchField* search() const;
    TextureModel& model() const { return *model_; }
    TextureList& list() const { return *list_; }
    TexturePreview& preview() const { return *preview_; }
    QuestionBar& questionBar() const { return *question_; }
    QString emptySentence() const;

signals:
    void openRequested(const QString& path);
    /// One shall be put on a place, by its number among setPlaces().
    void putRequested(int number, int place);
    /// It was opened by Return, a second click or its menu: its sprite is opened too.
    void textureChosen(int number);
    void currentTextureChanged(int number);
    /// A press on it: a click, or the beginning of a drag.
    void texturePicked(int number);
    void stateChanged();
    /// Something could not be done; in words for the user.
    void failed(const QString& sentence, const QString& place);
    /// Files were written; those who keep pictures of the project look again.
    void texturesAdded(const QVector<int>& numbers);

protected:
    void dragEnterEvent(QDragEnterEvent* event) override;
    void dragMoveEvent(QDragMoveEvent* event) override;
    void dropEvent(QDropEvent* event) override;
    void resizeEvent(QResizeEvent* event) override;
    bool eventFilter(QObject* watched, QEvent* event) override;

private:
    void connectParts();
    void takeTexture(int number);
    void openTexture(int number);
    void showMenu(const QPoint& at);
    void showCurrent();
    QVector<TextureUse::InRoom> roomsWith(int number) const;
    void showRooms(int number, const QPoint& at); ///< where to open them
    void addRooms(QMenu& list, const QVector<TextureUse::InRoom>& rooms);
    void hover(const QPoint& at);
    void showPreview(int number);
    void applySize();
    void refreshCount();
    void answer(int which);
    void toggleFavourite(int number);

    std::shared_ptr<Project> project_;
    TextureModel* model_ = nullptr;
    TextureList* list_ = nullptr;
    TextureTools* tools_ = nullptr;
    TextureThumbnails* thumbnails_ = nullptr;
    TextureCell* cell_ = nullptr;
    QListView* grid_ = nullptr;
    TexturePreview* preview_ = nullptr;
    QStackedWidget* pages_ = nullptr;
    EmptyLabel* empty_ = nullptr;
    QuestionBar* question_ = nullptr;
    QLabel* hint_ = nullptr; ///< what a double click does, while there is a place
    QStringList places_;
    TextureAddition addition_;
};

} // namespace blak::ui::textures
