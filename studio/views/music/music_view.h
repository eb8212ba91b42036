// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "client/audio/score.h"
#include "studio/views/common/file_view.h"

class QLabel;

namespace blak::ui {
class ViewHeader;
}

namespace blak::ui::views {

class TablePane;

/// Notes for a synthesizer (.mid, .xmi): why they cannot be heard here, how long they are, and who plays what.
class MusicView : public FileView
{
    Q_OBJECT

public:
    static Result<DocumentView*> open(const QString& path, std::shared_ptr<Project> project, QWidget* parent);

    QStringList statusLeft() const override;
    QStringList statusRight() const override;

    const audio::Score& score() const { return score_; }
    TablePane* pane() const { return pane_; }
    QLabel* reason() const { return reason_; }

private:
    Result<void> readAgain();
    MusicView(const QString& path, std::shared_ptr<Project> project, audio::Score score, QWidget* parent);
    void show(audio::Score score);

    audio::Score score_;
    ViewHeader* header_ = nullptr;
    QLabel* reason_ = nullptr;
    TablePane* pane_ = nullptr;
};

} // namespace blak::ui::views
