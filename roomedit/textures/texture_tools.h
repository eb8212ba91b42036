// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QWidget>

#include <utility>

class QComboBox;
class QLabel;
class QSlider;
class QToolButton;

namespace blak::ui {
class SearchField;
}

namespace blak::ui::textures {

class TextureList;
class TextureModel;

/// The row above the grid: search, switches that say what the list shows, how many that are, size of the pictures.
class TextureTools : public QWidget
{
    Q_OBJECT

public:
    TextureTools(const TextureModel& model, TextureList& list, QWidget* parent = nullptr);

    SearchField* search() const { return search_; }
    int pictureWidth() const;         ///< px
    void setPictureWidth(int pixels); ///< without a signal
    void setAddEnabled(bool on);

    /// All switches off, the search empty.
    void showAll();
    /// The sizes that the textures have; the chosen one stays while there is one of it.
    void refreshSizes();
    void refreshCount();
    /// Name of a folder in which textures are looked for, empty: none.
    void setLookingThrough(const QString& name) { lookingThrough_ = name; }
    /// Why nothing is shown, and what a link may offer.
    std::pair<QString, QString> emptySentence() const;
    /// What does not fit the dock is hidden or shows only its icon.
    void fit(int dockWidth);

    static constexpr int leastPicture = 48, usualPicture = 76, largestPicture = 192; ///< px wide

signals:
    void filterChanged();
    void pictureWidthChanged();
    void addRequested();

private:
    void connectParts();

    const TextureModel& model_;
    TextureList& list_;
    SearchField* search_;
    QToolButton* favourites_;
    QToolButton* recent_;
    QToolButton* here_;
    QComboBox* useBox_;
    QComboBox* sizeBox_;
    QSlider* slider_;
    QLabel* count_;
    QToolButton* add_;
    QString lookingThrough_;
};

} // namespace blak::ui::textures
