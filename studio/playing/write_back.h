// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "studio/treeplan/kod_sections.h"

#include <QDialog>
#include <nlohmann/json_fwd.hpp>

#include <optional>

class QPlainTextEdit;

namespace blak::document {
class TextDocument;
class Workspace;
} // namespace blak::document

namespace blak::ui::playing {

/// A value of the control channel as a default in Blakod; nothing for objects, lists and texts, which a source cannot hold.
std::optional<std::string> blakodDefault(const nlohmann::json& value);

/// A change of a source that was worked out and not made yet.
struct WriteBack
{
    std::shared_ptr<document::TextDocument> document;
    std::string before, after;

    /// Reads the source through the workspace, unsaved work and all. Fails where the class is not found in it.
    static Result<WriteBack> plan(document::Workspace& workspace, const std::filesystem::path& source, const std::string& className,
                                  bool slashComments, const std::vector<treeplan::WantedDeclaration>& wanted);
    /// As `diff -u` writes it.
    std::string difference() const;
    /// One step of undo, not saved.
    void apply() const;
};

/// Shows what would be written, and asks.
class WriteBackDialog : public QDialog
{
    Q_OBJECT

public:
    explicit WriteBackDialog(const WriteBack& change, QWidget* parent = nullptr);
    QPlainTextEdit* difference() const { return difference_; }

private:
    QPlainTextEdit* difference_ = nullptr;
};

} // namespace blak::ui::playing
