// SPDX-License-Identifier: GPL-3.0-or-later
// A text that is being typed, at any place of it: what it proposes, explains, says and renames must fit the text, whatever it holds.
#include "formats/base/file_io.h"
#include "kodide/compiler/characters.h"
#include "kodide/index/tree_index.h"

#include <algorithm>
#include <array>
#include <cstdlib>
#include <filesystem>
#include <string>
#include <unistd.h>

using namespace blak;
using namespace blak::kod;

namespace {

/// Two small trees on disk, one of each dialect, gone at the end.
class Trees
{
public:
    Trees()
    {
        std::string name = (std::filesystem::temp_directory_path() / "blak-fuzz-XXXXXX").string();
        if (::mkdtemp(name.data()) == nullptr)
            std::abort();
        folder_ = name;
        const std::array<const Dialect*, 2> dialects{&classicDialect(), &open105Dialect()};
        for (std::size_t i = 0; i < dialects.size(); ++i) {
            const std::filesystem::path root = folder_ / dialects[i]->name;
            std::filesystem::create_directories(root);
            put(root / "shared.khd", "   WIDE = 3\n   TALL = WIDE + 1\n");
            put(root / "a.kod", "A\nconstants:\n   include shared.khd\nresources:\n   a_name = \"a\"\nclassvars:\n   viKind = 1\nproperties:\n"
                                "   piSize = WIDE\nmessages:\n   Size(what = $, amount = 2)\n   {\n      local n;\n      n = piSize;\n"
                                "      return n;\n   }\nend\n");
            put(root / "b.kod", "B is A\nproperties:\n   viKind = 2\nmessages:\n   Size(what = $)\n   {\n      Send(what, @Size, #amount = 1);\n"
                                "      propagate;\n   }\nend\n");
            files[i] = root / "typed.kod";
            both[i] = IndexedTree::read(kodTreeAt(root, {.dialect = dialects[i]}));
            if (both[i].index.fileCount() != 3)
                std::abort();
        }
    }
    ~Trees() { std::filesystem::remove_all(folder_); }

    std::array<IndexedTree, 2> both;
    std::array<std::filesystem::path, 2> files;

private:
    static void put(const std::filesystem::path& file, std::string_view text)
    {
        if (!writeFileAtomically(file, text, Backup::None))
            std::abort();
    }

    std::filesystem::path folder_;
};

void require(bool holds)
{
    if (!holds)
        std::abort();
}

void lookAt(const TreeIndex& index, const std::filesystem::path& file, const std::string& text, std::uint32_t offset, bool known)
{
    const CompletionList list = index.complete(file, text, offset);
    require(list.begin <= list.end && list.end <= text.size());
    require(std::ranges::is_sorted(list.items, {}, &Completion::rank));
    for (const Completion& item : list.items)
        require(!item.text.empty());
    if (const auto call = index.callAt(file, text, offset))
        require(!call->name.empty() && call->current < static_cast<int>(call->parameters.size()));
    const auto key = index.symbolAt(file, offset);
    if (!key || !known)
        return;
    require(index.describe(*key, "b").has_value());
    const std::vector<SymbolUse> uses = index.uses(*key);
    require(std::ranges::any_of(uses, [&](const SymbolUse& use) { return use.file == file && use.begin <= offset && offset <= use.end; }) ||
            key->kind == NameKind::MessageParameter);
    for (const SymbolUse& use : uses)
        if (use.file == file)
            require(use.end <= text.size() && lowerText(std::string_view(text).substr(use.begin, use.end - use.begin)) == key->name);
    if (const auto plan = index.rename(*key, "zzFresh"))
        for (const TextEdit& edit : plan.value().edits)
            require(edit.begin < edit.end && (edit.file != file || edit.end <= text.size()));
    (void)index.overridden(*key, "b");
    (void)index.overriding(*key, "a");
}

} // namespace

/// Byte 0: bit 0 dialect, bit 1 a header; bytes 1 and 2: the place; then the text.
extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size)
{
    static const Trees trees;
    if (size < 3)
        return 0;
    const std::size_t which = data[0] & 1;
    const auto offset = static_cast<std::uint32_t>(data[1] | data[2] << 8);
    const std::string text(reinterpret_cast<const char*>(data + 3), size - 3);
    const std::filesystem::path file = data[0] & 2 ? trees.files[which].parent_path() / "shared.khd" : trees.files[which];
    const IndexedTree& both = trees.both[which];
    lookAt(both.index, file, text, offset, false); // of another text: before this one was checked
    const TreeIndex index = both.index.with(file, both.symbols.check(file, text));
    require(index.memoryBytes() > 0 && index.fileCount() >= both.index.fileCount());
    lookAt(index, file, text, offset, true);
    lookAt(index, file, text, static_cast<std::uint32_t>(text.size()), true);
    const auto step = static_cast<std::uint32_t>(text.size() / 6 + 1);
    for (std::uint32_t at = offset % step; at < text.size(); at += step)
        lookAt(index, file, text, at, true);
    return 0;
}
