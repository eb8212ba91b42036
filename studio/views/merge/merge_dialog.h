// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/scratch_dir.h"

#include <QDialog>
#include <QProcess>
#include <QStringList>

#include <array>
#include <functional>

class QLabel;
class QLineEdit;
class QPushButton;

namespace blak::ui::views {

/// Asks for the files of a merge. Where git holds the three rooms of a merge that stopped at a conflict, they are taken from there.
class MergeDialog : public QDialog
{
    Q_OBJECT

public:
    /// `room`: the one that is open; empty: none.
    explicit MergeDialog(const QString& room, QWidget* parent = nullptr);
    ~MergeDialog() override;

    QStringList files() const; ///< base, ours, theirs, output
    void setFile(int which, const QString& file);

signals:
    void chosen(const QStringList& four); ///< the files are there until the dialog goes

private:
    void ask(const QStringList& arguments, std::function<void(const QByteArray&)> then);
    void takeStages(const QByteArray& list);
    void takeStage(int index);
    void refresh();

    QString room_;
    std::array<QLineEdit*, 4> fields_{};
    QLabel* note_ = nullptr;
    QPushButton* merge_ = nullptr;
    ScratchDir folder_;
    QProcess* git_ = nullptr;
    QStringList stages_; ///< names of git's objects: base, ours, theirs
};

} // namespace blak::ui::views
