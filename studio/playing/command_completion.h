// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "studio/playing/world_names.h"
#include "ui/line_completion.h"

namespace blak::ui::playing {

/// The list of words while one types a command for administrators: commands, their next words, classes and messages of the running
/// world. Tab takes what is chosen, or brings the list where something was typed.
class CommandCompletion : public LineCompletion
{
    Q_OBJECT

public:
    CommandCompletion(QLineEdit& line, WorldNames& names);

private:
    void offer(Cause cause) override;
    void take(const QString& word) override;
    void forgetAnswers() override { ++asked_; }
    bool isAsking(const QKeyEvent& key) const override;
    void showRows(const QVector<CompletionRow>& rows, Cause cause);
    void showNames(const QStringList& names, Cause cause);

    WorldNames& names_;
    CommandPlace place_; ///< where the list is, or what is asked for
    int asked_ = 0;      ///< answers to older questions are too late
};

} // namespace blak::ui::playing
