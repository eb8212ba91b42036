// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "formats/account/accounts.h"
#include "studio/views/forms/entry_form.h"

namespace blak::ui::views {

/// accounts.N: who may log in. What is stored of a password is never shown; a new one can be set.
class AccountForm : public EntryForm
{
    Q_OBJECT

public:
    static Result<DocumentView*> open(const QString& path, std::shared_ptr<Project> project, QWidget* parent);

    QStringList statusRight() const override;

    QLineEdit* name() const { return name_; }
    QLineEdit* password() const { return password_; }
    QPushButton* setPassword() const { return setPassword_; }
    QComboBox* type() const { return type_; }

protected:
    std::shared_ptr<const TableSource> rows() const override;
    void showEntry(int entry) override;
    void addEntry() override;
    void removeEntry(int entry) override;
    Result<void> check(std::string_view text) const override;

private:
    AccountForm(const QString& path, std::shared_ptr<Project> project, std::string text, QWidget* parent);
    account::File file() const;
    /// Changes the current account; a result that cannot be read again is told and dropped.
    void change(const std::function<void(account::Account&)>& how);
    void takePassword();

    QLineEdit *name_ = nullptr, *credits_ = nullptr, *suspended_ = nullptr, *email_ = nullptr, *password_ = nullptr;
    QComboBox* type_ = nullptr;
    QLabel* lastLogin_ = nullptr;
    QLabel* hasPassword_ = nullptr;
    QPushButton* setPassword_ = nullptr;
};

} // namespace blak::ui::views
