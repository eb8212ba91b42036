// SPDX-License-Identifier: GPL-3.0-or-later
#include "studio/newclass/class_tree.h"

#include "studio/project/project_names.h"

#include <algorithm>
#include <cctype>
#include <map>

namespace blak::newclass {
namespace {

constexpr std::uint64_t largestSource = 4 * 1024 * 1024;

bool isBefore(std::string_view a, std::string_view b)
{
    return std::ranges::lexicographical_compare(a, b, {}, [](unsigned char c) { return std::tolower(c); },
                                                [](unsigned char c) { return std::tolower(c); });
}

} // namespace

const KnownClass* ClassTree::find(std::string_view name) const
{
    const auto place = std::ranges::lower_bound(classes, name, isBefore, &KnownClass::name);
    return place != classes.end() && treeplan::isSameWord(place->name, name) ? &*place : nullptr;
}

std::filesystem::path ClassTree::folderFor(const KnownClass& parent) const
{
    std::map<std::filesystem::path, int> count;
    for (const KnownClass& one : classes)
        if (treeplan::isSameWord(one.parent, parent.name))
            ++count[one.source.parent_path()];
    if (!count.empty())
        return std::ranges::max_element(count, {}, [](const auto& entry) { return entry.second; })->first;
    std::error_code none;
    const auto own = parent.source.parent_path() / parent.source.stem();
    return std::filesystem::is_directory(own, none) ? own : parent.source.parent_path();
}

ClassTree readClassTree(const project::Project& project, const FileSource& files)
{
    ClassTree tree;
    tree.root = project.root();
    const bool slashes = project.dialect().dialect == project::Dialect::Open105;
    tree.comments = slashes ? treeplan::KodComments::Slashes : treeplan::KodComments::Percent;
    for (const project::FoundFile& file : project.files()) {
        const std::filesystem::path path = project.absolute(file);
        if (!treeplan::isSameWord(path.extension().string(), ".kod"))
            continue;
        if (const auto text = files.readText(path, largestSource))
            for (const project::NamedClass& one : project::namesOfSource(text.value(), slashes).classes)
                tree.classes.push_back({one.name, one.parent, path});
    }
    std::ranges::stable_sort(tree.classes, isBefore, &KnownClass::name);
    return tree;
}

} // namespace blak::newclass
