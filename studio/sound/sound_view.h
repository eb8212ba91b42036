// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "client/audio/decode.h"
#include "ui/document_view.h"

#include <QThreadPool>

#include <atomic>
#include <optional>

class QLabel;
class QScrollBar;
class QSlider;
class QToolButton;

namespace blak::ui {
class Inspector;
class InspectorGroup;
class ValueLabel;
class ViewHeader;
} // namespace blak::ui

namespace blak::ui::sound {

class LevelMeter;
class SoundPlayer;
class Waveform;

/// A class that names the sound.
struct SoundUser
{
    QString className;
    QString place; ///< a path and a line, as openRequested() takes it
};

/// A sound as a document: its wave, a player below it, its facts in the inspector.
class SoundView : public DocumentView
{
    Q_OBJECT

public:
    /// Decodes the file; large ones go on in the background.
    static Result<DocumentView*> open(const QString& path, QWidget* parent);
    ~SoundView() override;

    QString path() const override { return path_; }
    QString title() const override;
    QString icon() const override { return QStringLiteral("sound"); }
    QVector<Panel> panels() override;
    QStringList statusLeft() const override;
    QStringList statusRight() const override;
    QVariantMap saveViewState() const override;
    void restoreViewState(const QVariantMap& state) override;
    QString placeHint() const override;
    bool goToPlace(const QString& place) override;
    void prepareForGrab() override;

    SoundPlayer& player() const { return *player_; }
    Waveform& waveform() const { return *waveform_; }
    LevelMeter& meter() const { return *meter_; }
    const audio::SoundFacts& facts() const { return sound_.facts; }
    void zoomStep(int direction);

    /// Classes of the project that name the sound; none given: they are not known (yet), and nothing is said of them.
    void setUsers(const std::optional<QVector<SoundUser>>& users);
    static constexpr qsizetype mostUsers = 20; ///< that are named; of more, how many

protected:
    void keyPressEvent(QKeyEvent* event) override;
    void resizeEvent(QResizeEvent* event) override;

private:
    Result<void> readAgain();
    SoundView(const QString& path, QWidget* parent);

    QWidget* makeTransport();
    void makeInspector();
    void connectParts();
    Result<void> load();
    void decodeInBackground(std::vector<std::byte> bytes);
    void take(audio::Sound sound);
    void refuse(const Error& error);
    void findPeaks();
    void refreshTransport();
    void refreshPosition();
    void refreshScroll();
    void refreshDevice();
    void cancelBackground();

    QString path_;
    audio::Sound sound_;
    SoundPlayer* player_ = nullptr;
    ViewHeader* header_ = nullptr;
    QLabel* device_ = nullptr;
    QLabel* zoom_ = nullptr;
    Waveform* waveform_ = nullptr;
    QScrollBar* scroll_ = nullptr;
    QToolButton* play_ = nullptr;
    QToolButton* stop_ = nullptr;
    QToolButton* loop_ = nullptr;
    QLabel* time_ = nullptr;
    QLabel* samples_ = nullptr;
    QSlider* volume_ = nullptr;
    QLabel* volumeText_ = nullptr;
    LevelMeter* meter_ = nullptr;
    Inspector* inspector_ = nullptr;
    QVector<ValueLabel*> values_;
    InspectorGroup* usersGroup_ = nullptr;
    QLabel* users_ = nullptr;
    std::optional<QVector<SoundUser>> shownUsers_;
    std::shared_ptr<std::atomic<bool>> cancelled_;
    QThreadPool pool_;
};

} // namespace blak::ui::sound
