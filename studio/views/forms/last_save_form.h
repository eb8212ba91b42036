// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "studio/views/forms/form_view.h"

#include <cstdint>

class QLabel;
class QLineEdit;
class QPushButton;

namespace blak::ui::views {

class TablePane;

/// lastsave.txt: the save that the server loads, as a number and as a choice among the saves that lie beside the file.
class LastSaveForm : public FormView
{
    Q_OBJECT

public:
    ~LastSaveForm() override;
    static Result<DocumentView*> open(const QString& path, std::shared_ptr<Project> project, QWidget* parent);

    QStringList statusLeft() const override;
    QStringList statusRight() const override;
    QString placeHint() const override { return tr("number of a save"); }
    bool goToPlace(const QString& place) override;

    QLineEdit* numberField() const { return number_; }
    QPushButton* useButton() const { return use_; }
    QPushButton* openButton() const { return open_; }
    QLabel* problemLabel() const { return problem_; }
    TablePane* pane() const { return pane_; }

protected:
    void refresh() override;
    Result<void> check(std::string_view text) const override;

private:
    std::vector<Diagnostic> findings() const;
    LastSaveForm(const QString& path, std::shared_ptr<Project> project, std::string text, QWidget* parent);
    std::int64_t number() const;
    void takeNumber();
    void use(std::int64_t number);
    void refreshButtons();

    QLineEdit* number_ = nullptr;
    QLabel* date_ = nullptr;
    QLabel* problem_ = nullptr;
    QPushButton *use_ = nullptr, *open_ = nullptr;
    TablePane* pane_ = nullptr;
};

} // namespace blak::ui::views
