// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "studio/views/common/file_view.h"

#include <string>
#include <vector>

namespace blak::ui::views {

/// A small text file that is edited through fields. Its state is the text itself: every edit makes a new one, undo goes back to
/// the one before, and what no edit touches stays byte for byte.
class FormView : public FileView
{
    Q_OBJECT

public:
    bool isModified() const override { return text_ != saved_; }
    Result<void> save() override;
    bool canUndo() const override { return !undo_.empty(); }
    bool canRedo() const override { return !redo_.empty(); }
    void undo() override;
    void redo() override;
    Result<void> reload() override;
    Result<QByteArray> unsavedState() const override;
    Result<void> restoreUnsaved(const QByteArray& state) override;

    const std::string& text() const { return text_; }

protected:
    FormView(const QString& path, std::shared_ptr<Project> project, QString iconName, std::string text, QWidget* parent);

    /// One step of undo; nothing when the text is the same.
    void edit(std::string text);
    /// Shows text(); called after every change of it.
    virtual void refresh() = 0;
    /// Whether text() could be read; refuses what reload() and restoreUnsaved() would bring otherwise.
    virtual Result<void> check(std::string_view text) const = 0;

private:
    void take(std::string text);

    std::string text_, saved_;
    std::vector<std::string> undo_, redo_;
};

} // namespace blak::ui::views
