// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "formats/settings/known_option.h"
#include "studio/views/forms/form_view.h"

#include <functional>

class QLabel;
class QLineEdit;
class QVBoxLayout;

namespace blak::ui {
class SearchField;
}

namespace blak::ui::views {

/// blakserv.cfg and the .ini files of clients: every option that the program knows, by group, with its meaning and default, and
/// those in the file that nobody knows. What is typed goes into its line of the file and changes nothing else.
class SettingsForm : public FormView
{
    Q_OBJECT

public:
    ~SettingsForm() override;
    static Result<DocumentView*> openServer(const QString& path, std::shared_ptr<Project> project, QWidget* parent);
    static Result<DocumentView*> openClient(const QString& path, std::shared_ptr<Project> project, QWidget* parent);

    QStringList statusLeft() const override;
    QStringList statusRight() const override;

    struct Row
    {
        std::string group, name;
        settings::KnownOption option; ///< kind and range; its names are those of the table, empty where nobody knows it
        std::string fallback; ///< default
        QString note;
        bool known = true;
        QWidget* field = nullptr; ///< line edit or combo box
        QLabel* label = nullptr;
        QLabel* problem = nullptr;
        QWidget* holder = nullptr;
    };
    /// Null when there is no such option.
    const Row* row(std::string_view group, std::string_view name) const;
    SearchField* filter() const { return filter_; }
    int shownRows() const;

    /// As if it was typed; an empty value takes the line out of the file.
    void setValue(const Row& row, const QString& value);

private:
    std::vector<Diagnostic> findings() const;
    struct Known
    {
        const settings::KnownOption* option;
        std::string fallback;
        bool isOffered; ///< shown although the file does not have it
    };
    using CheckFile = std::function<std::vector<settings::Finding>(const settings::File&)>;
    SettingsForm(const QString& path, std::shared_ptr<Project> project, std::string text, settings::Style style, QString kind,
                 std::vector<Known> known, CheckFile checkFile, QWidget* parent);

    settings::File file() const;
    void build();
    void addRow(Row row);
    void refresh() override;
    Result<void> check(std::string_view text) const override;
    void applyFilter(const QString& words);

    settings::Style style_;
    QString kind_;
    std::vector<Known> known_;
    CheckFile checkFile_;
    std::vector<std::unique_ptr<Row>> rows_;
    std::vector<std::pair<QWidget*, std::vector<Row*>>> groups_; ///< head and rows
    SearchField* filter_ = nullptr;
    QLabel* count_ = nullptr;
    bool refreshing_ = false;
};

} // namespace blak::ui::views
