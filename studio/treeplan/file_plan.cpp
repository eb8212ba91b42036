// SPDX-License-Identifier: GPL-3.0-or-later
#include "studio/treeplan/file_plan.h"

#include "formats/base/counted.h"
#include "formats/base/file_io.h"
#include "studio/treeplan/text_patch.h"

#include <algorithm>
#include <cctype>

namespace blak::treeplan {

Result<PlannedFile*> TextEdits::open(const std::filesystem::path& path)
{
    for (PlannedFile& file : edited_)
        if (file.path == path)
            return &file;
    const auto text = files_.readText(path);
    if (!text)
        return text.error();
    edited_.push_back({path, text.value(), text.value(), false, {}});
    return &edited_.back();
}

void TextEdits::moveInto(FilePlan& plan)
{
    for (PlannedFile& file : edited_)
        if (file.after != file.before)
            plan.files.push_back(std::move(file));
    edited_.clear();
}

bool isTaken(const std::filesystem::path& path, const FileSource& files)
{
    return std::filesystem::exists(path) || files.isOverlaid(path);
}

bool isName(std::string_view name)
{
    const auto isLetter = [](unsigned char letter) { return std::isalpha(letter) != 0 || letter == '_'; };
    return !name.empty() && name.size() <= 60 && isLetter(static_cast<unsigned char>(name[0])) &&
           std::ranges::all_of(name, [&](unsigned char letter) { return isLetter(letter) || std::isdigit(letter) != 0; });
}

std::string changesOf(const std::filesystem::path& root, const FilePlan& plan)
{
    std::string text;
    for (const PlannedFile& file : plan.files) {
        const std::string name = file.path.lexically_relative(root).generic_string();
        text += file.isText() ? unifiedDifference(name, file.before, file.after, file.isNew)
                              : "new " + file.bytes + " " + name + ", " + counted(file.after.size(), "byte") + "\n";
    }
    return text;
}

std::string differenceOf(const std::filesystem::path& root, const FilePlan& plan)
{
    std::string text = changesOf(root, plan);
    for (const std::string& note : plan.notes)
        text += note + "\n";
    return text;
}

namespace {

/// A document for a text that is not there yet. One that was taken back may be known still: it goes on with another step.
Result<std::shared_ptr<document::TextDocument>> newText(document::Workspace& workspace, const std::filesystem::path& path)
{
    if (workspace.find(path))
        return workspace.openText(path, EncodingRule::AlwaysWindows1252);
    auto text = std::make_shared<document::TextDocument>(path, std::string_view(), EncodingRule::AlwaysWindows1252);
    workspace.add(text);
    return text;
}

/// Nothing may be shown of a file of that name that was there before.
Result<void> forgetBytes(document::Workspace& workspace, const std::filesystem::path& path)
{
    const auto there = workspace.find(path);
    if (there && there->views() != 0)
        return Error{"is open", path.string(), ErrorCode::Exists};
    if (there)
        workspace.close(path);
    return {};
}

} // namespace

Result<std::uint64_t> carryOut(document::Workspace& workspace, const FilePlan& plan)
{
    document::GroupTransaction transaction(plan.name);
    std::vector<std::shared_ptr<document::TextDocument>> texts;
    for (const PlannedFile& file : plan.files) {
        if (!file.isText()) {
            if (auto done = forgetBytes(workspace, file.path); !done)
                return done.error();
            continue;
        }
        auto open = file.isNew ? newText(workspace, file.path) : workspace.openText(file.path, EncodingRule::AlwaysWindows1252);
        if (!open)
            return open.error();
        const std::shared_ptr<document::TextDocument> text = std::move(open).value();
        if (!file.isNew) {
            const auto now = text->content();
            if (!now || *now.value() != file.before)
                return Error{"the file has changed since the plan was made", file.path.string(), ErrorCode::Conflict};
        }
        transaction.add(text);
        if (auto done = text->editBytes(plan.name, file.after); !done)
            return done.error();
        texts.push_back(text);
    }
    for (const PlannedFile& file : plan.files)
        if (!file.isText())
            if (auto done = writeFileAtomically(file.path, file.after, Backup::None); !done)
                return done.error();
    transaction.commit();
    for (const auto& text : texts)
        if (auto done = text->save(); !done)
            return done.error();
    return transaction.group();
}

} // namespace blak::treeplan
