// SPDX-License-Identifier: GPL-3.0-or-later
#include "studio/newclass/new_class.h"

#include "formats/base/names.h"
#include "studio/treeplan/kod_sections.h"
#include "studio/treeplan/makefile_list.h"

#include <algorithm>

namespace blak::newclass {
namespace {

using namespace treeplan;

constexpr std::size_t mostLetters = 100; ///< of what players read
constexpr int mostAncestors = 64;        ///< deeper trees are circles

Result<NewClassRequest> completed(const ClassTree& tree, NewClassRequest request)
{
    if (!isName(request.name))
        return Error{"expected a name of letters, digits and underscores", "class \"" + request.name + "\""};
    if (const KnownClass* same = tree.find(request.name))
        return Error{"there is such a class already", same->source.lexically_relative(tree.root).string()};
    const KnownClass* parent = tree.find(request.parent);
    if (parent == nullptr)
        return Error{"there is no such class", "parent \"" + request.parent + "\""};
    request.parent = parent->name;
    if (request.title.size() > mostLetters || request.title.find_first_of("\"\\\r\n") != std::string::npos)
        return Error{"expected up to 100 letters without quotes and line breaks", "name \"" + request.title + "\""};
    if (request.file.empty())
        request.file = lowerCase(request.name);
    if (!isName(request.file))
        return Error{"expected a name of letters, digits and underscores", "file \"" + request.file + "\""};
    if (request.folder.empty())
        request.folder = tree.folderFor(*parent);
    std::error_code none;
    if (!std::filesystem::is_directory(request.folder, none))
        return Error{"there is no such folder", request.folder.string()};
    return request;
}

/// Where the line of ancestors first declares vrName: a class variable, or a property; nothing where none does.
std::optional<KodSection> sectionOfName(const ClassTree& tree, const KnownClass* one, const FileSource& files)
{
    for (int i = 0; one != nullptr && i < mostAncestors; ++i, one = one->parent.empty() ? nullptr : tree.find(one->parent)) {
        const auto text = files.readText(one->source);
        if (!text)
            return std::nullopt;
        for (const KodSection section : {KodSection::ClassVariables, KodSection::Properties})
            if (!declaredValue(text.value(), one->name, tree.comments, section, "vrName").empty())
                return section;
    }
    return std::nullopt;
}

/// The lines `include NAME.khd` of a source, as they stand there.
std::vector<std::string> includesOf(const std::string& source, KodComments comments)
{
    const std::string code = blankComments(source, comments);
    std::vector<std::string> lines;
    for (auto at = findWord(code, "include"); at; at = findWord(code, "include", *at + 1)) {
        std::string_view line = std::string_view(code).substr(*at, lineEnd(code, *at) - *at);
        while (!line.empty() && (line.back() == ' ' || line.back() == '\t' || line.back() == '\r'))
            line.remove_suffix(1);
        if (line.ends_with(".khd") && std::ranges::find(lines, line) == lines.end())
            lines.emplace_back(line);
    }
    return lines;
}

std::string sourceText(const NewClassRequest& request, std::string_view lineBreak, const std::vector<std::string>& includes,
                       std::optional<KodSection> nameSection)
{
    const std::string name = lowerCase(request.name) + "_name_rsc";
    std::vector<std::string> lines{request.name + " is " + request.parent, ""};
    const auto add = [&lines](std::string_view heading, const std::vector<std::string>& inside) {
        lines.emplace_back(heading);
        lines.emplace_back();
        for (const std::string& line : inside)
            lines.push_back("   " + line);
        if (!inside.empty())
            lines.emplace_back();
    };
    const auto nameIn = [&](KodSection section) {
        return nameSection == section ? std::vector<std::string>{"vrName = " + name} : std::vector<std::string>();
    };
    if (!includes.empty())
        add("constants:", includes);
    add("resources:", nameSection ? std::vector<std::string>{name + " = \"" + request.title + "\""} : std::vector<std::string>());
    add("classvars:", nameIn(KodSection::ClassVariables));
    add("properties:", nameIn(KodSection::Properties));
    add("messages:", {});
    lines.emplace_back("end");
    std::string text;
    for (const std::string& line : lines)
        text += line + std::string(lineBreak);
    return text;
}

} // namespace

Result<NewClassPlan> planNewClass(const ClassTree& tree, const NewClassRequest& asked, const FileSource& files)
{
    const auto checked = completed(tree, asked);
    if (!checked)
        return checked.error();
    const NewClassRequest& request = checked.value();
    NewClassPlan plan;
    plan.name = "New class " + request.name;
    plan.source = request.folder / (request.file + ".kod");
    if (isTaken(plan.source, files))
        return Error{"there is such a file already", plan.source.lexically_relative(tree.root).string()};

    TextEdits texts(files);
    const KnownClass& parent = *tree.find(request.parent);
    const auto like = texts.open(parent.source);
    if (!like)
        return like.error();
    const std::string model = like.value()->before;
    std::optional<KodSection> nameSection;
    if (!request.title.empty()) {
        nameSection = sectionOfName(tree, &parent, files);
        if (!nameSection)
            return Error{"no class above has a name for players (vrName)", "parent \"" + request.parent + "\""};
    }
    plan.files.push_back({plan.source, {}, sourceText(request, lineBreakOf(model), includesOf(model, tree.comments), nameSection), true, {}});

    std::error_code none;
    const std::filesystem::path makefile = request.folder / "makefile";
    if (!std::filesystem::exists(makefile, none)) {
        plan.notes.push_back("There is no makefile in " + request.folder.lexically_relative(tree.root).string() +
                             ": everything there is compiled.");
    } else if (auto done = texts.change(makefile, [&](const std::string& text) { return withListEntry(text, "BOFS", request.file + ".bof", {}); });
               !done) {
        return done.error();
    }
    texts.moveInto(plan);
    return plan;
}

} // namespace blak::newclass
