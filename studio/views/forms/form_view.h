// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "studio/views/common/file_view.h"

#include <string>

namespace blak::ui::views {

/// A small text file of an old format that is edited through fields. The document is the text, as for every text file: an edit of a
/// field is a step of its history, what no edit touches stays byte for byte, and another view may show the same text.
class FormView : public FileView
{
    Q_OBJECT

public:
    Result<void> reload() override;

    /// The bytes of the file as they would be saved; where another view made of it what no form can show, those before.
    const std::string& text() const { return bytes_; }
    bool isReadable() const { return isReadable_; }

protected:
    /// `text` is what the file holds, for the case that nobody has the document open.
    FormView(const QString& path, std::shared_ptr<Project> project, QString iconName, std::string text, QWidget* parent);

    /// One step of undo; nothing when the text is the same. Steps of one key (not 0) become one.
    void edit(std::string text, const QString& name = {}, std::uint64_t mergeKey = 0);
    /// Shows text(); called after every change of it.
    virtual void refresh() = 0;
    /// Whether text() could be read; refuses what reload() would bring otherwise.
    virtual Result<void> check(std::string_view text) const = 0;

    void documentTold(const document::DocumentNotice& notice) override;

private:
    std::shared_ptr<document::TextDocument> text_;
    std::string bytes_;
    bool isReadable_ = true;
};

} // namespace blak::ui::views
