// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "studio/views/forms/form_view.h"

#include <QElapsedTimer>

class QLabel;
class QPlainTextEdit;

namespace blak::ui::views {

/// motd.txt: the message of the day as text, with what players cannot be shown told below.
class MotdForm : public FormView
{
    Q_OBJECT

public:
    static Result<DocumentView*> open(const QString& path, std::shared_ptr<Project> project, QWidget* parent);

    QStringList statusLeft() const override;
    QStringList statusRight() const override;
    QPlainTextEdit* editor() const { return editor_; }
    QLabel* problemLabel() const { return problem_; }

protected:
    void refresh() override;
    Result<void> check(std::string_view text) const override;

private:
    MotdForm(const QString& path, std::shared_ptr<Project> project, std::string text, QWidget* parent);
    void take();

    QPlainTextEdit* editor_ = nullptr;
    QLabel* problem_ = nullptr;
    bool refreshing_ = false;
    QElapsedTimer typing_;
    std::uint64_t step_ = 0;
};

} // namespace blak::ui::views
