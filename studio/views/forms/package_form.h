// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "formats/packages/packages.h"
#include "studio/views/forms/entry_form.h"

namespace blak::ui::views {

/// packages.txt: what clients fetch or delete to be up to date.
class PackageForm : public EntryForm
{
    Q_OBJECT

public:
    static Result<DocumentView*> open(const QString& path, std::shared_ptr<Project> project, QWidget* parent);

    QStringList statusRight() const override;

    QLineEdit* fileField() const { return file_; }
    QLineEdit* sequence() const { return sequence_; }
    QComboBox* folder() const { return folder_; }
    QCheckBox* deletes() const { return deletes_; }

protected:
    std::shared_ptr<const TableSource> rows() const override;
    void showEntry(int entry) override;
    void addEntry() override;
    void removeEntry(int entry) override;
    Result<void> check(std::string_view text) const override;

private:
    PackageForm(const QString& path, std::shared_ptr<Project> project, std::string text, QWidget* parent);
    packages::File file() const;
    void change(const std::function<void(packages::Package&)>& how);

    QLineEdit *file_ = nullptr, *sequence_ = nullptr, *size_ = nullptr;
    QComboBox* folder_ = nullptr;
    QCheckBox *deletes_ = nullptr, *guests_ = nullptr;
};

} // namespace blak::ui::views
