// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "studio/views/common/table_model.h"
#include "studio/views/forms/form_view.h"

#include <functional>
#include <optional>

class QCheckBox;
class QComboBox;
class QFormLayout;
class QLabel;
class QLineEdit;
class QPushButton;

namespace blak::ui::views {

class TablePane;

/// A list of entries, one a line, with the fields of the current one beside it.
class EntryForm : public FormView
{
    Q_OBJECT

public:
    ~EntryForm() override;
    QStringList statusLeft() const override;
    TablePane* pane() const { return pane_; }
    QPushButton* addButton() const { return add_; }
    QPushButton* removeButton() const { return remove_; }
    QLabel* problemLabel() const { return problem_; }

protected:
    EntryForm(const QString& path, std::shared_ptr<Project> project, QString iconName, std::string text, const QString& title,
              const QString& one, const QString& many, QWidget* parent);

    QLineEdit* addLine(const QString& label, const QString& hint, std::function<void(const QString&)> take);
    QComboBox* addChoice(const QString& label, std::function<void(int)> take);
    QCheckBox* addSwitch(const QString& label, std::function<void(bool)> take);
    void addFieldRow(const QString& label, QWidget* field);
    void addNote(const QString& text);
    /// Shown below the fields; empty = none.
    void say(const QString& problem);
    /// Call at the end of the constructor.
    void start();
    int current() const; ///< entry, -1 = none

    virtual std::shared_ptr<const TableSource> rows() const = 0;
    virtual void showEntry(int entry) = 0; ///< fills the fields; -1 = none is current
    virtual void addEntry() = 0;
    virtual void removeEntry(int entry) = 0;
    void refresh() override;
    void select(int entry);

private:
    void showCurrent();

    TablePane* pane_ = nullptr;
    QWidget* side_ = nullptr;
    QFormLayout* fields_ = nullptr;
    QLabel* problem_ = nullptr;
    QLabel* empty_ = nullptr;
    QPushButton *add_ = nullptr, *remove_ = nullptr;
    bool showing_ = false;
};

/// "5959" as a number of at least `least`; nothing for anything else.
std::optional<std::int64_t> wholeNumber(const QString& text, std::int64_t least);

} // namespace blak::ui::views
