// SPDX-License-Identifier: GPL-3.0-or-later
// What an assistant for pictures has to know of a tree, and the texts it changes there.
#include "formats/base/names.h"
#include "studio/newart/new_art.h"
#include "studio/project/project_names.h"
#include "studio/treeplan/kod_sections.h"

#include <algorithm>
#include <cctype>
#include <map>

namespace blak::newart {
namespace {

namespace fs = std::filesystem;
using namespace treeplan;

constexpr std::uint64_t largestSource = 4 * 1024 * 1024;

KodComments commentsOf(bool slashComments) { return slashComments ? KodComments::Slashes : KodComments::Percent; }

/// 4101 for "grd04101"; 0 for other names.
int textureNumber(std::string_view stem)
{
    if (stem.size() != 8 || !isSameWord(stem.substr(0, 3), "grd") ||
        !std::ranges::all_of(stem.substr(3), [](unsigned char c) { return std::isdigit(c) != 0; }))
        return 0;
    return std::stoi(std::string(stem.substr(3)));
}

/// Where the most of something lie; empty for nothing.
class FolderCount
{
public:
    void add(const fs::path& file) { ++count_[file.parent_path()]; }
    fs::path most() const
    {
        const auto largest = std::ranges::max_element(count_, {}, [](const auto& entry) { return entry.second; });
        return largest == count_.end() ? fs::path() : largest->first;
    }

private:
    std::map<fs::path, int> count_;
};

/// Where the list that begins with `name =` ends: behind its last word.
struct ListPlace
{
    std::size_t begin = 0; ///< of the last line
    std::size_t words = 0; ///< end of the last word in it
    std::size_t end = 0;   ///< of the last line, before its line break
    bool isFirstLine = false;
};

std::optional<ListPlace> findList(std::string_view code, std::string_view name)
{
    const auto head = findWord(code, name);
    if (!head)
        return std::nullopt;
    const auto isContinued = [&](std::size_t end) { return end > 0 && code[end - 1] == '\\'; };
    const auto wordsEnd = [&](std::size_t begin, std::size_t end) {
        while (end > begin && (code[end - 1] == '\\' || code[end - 1] == ' ' || code[end - 1] == '\t' || code[end - 1] == '\r'))
            --end;
        return end;
    };
    std::size_t line = lineBegin(code, *head);
    ListPlace place{line, wordsEnd(line, lineEnd(code, line)), lineEnd(code, line), true};
    while (isContinued(lineEnd(code, line)) && nextLine(code, line) < code.size()) {
        line = nextLine(code, line);
        const std::size_t end = lineEnd(code, line), words = wordsEnd(line, end);
        if (words == line)
            break; // an empty line behind the last backslash
        place = {line, words, end, false};
    }
    return place;
}

} // namespace

ArtTree readArtTree(const project::Project& project, const FileSource& files)
{
    ArtTree tree;
    tree.root = project.root();
    tree.slashComments = project.dialect().dialect == project::Dialect::Open105;
    tree.colours = project.colours();
    if (!project.spriteFolders().empty())
        tree.built = project.root() / project.spriteFolders().front();
    FolderCount commandFiles, textures, bitmaps, pngs;
    for (const project::FoundFile& file : project.files()) {
        const fs::path path = project.absolute(file);
        const std::string ending = lowerCase(path.extension().string());
        const int number = textureNumber(path.stem().string());
        if (number > 0 && (ending == ".bgf" || ending == ".bbg" || ending == ".bmp" || ending == ".png"))
            tree.textureNumbers.push_back(number);
        if (number > 0 && (ending == ".bbg" || ending == ".bmp" || ending == ".png"))
            textures.add(path);
        else if (ending == ".bbg")
            commandFiles.add(path);
        if (ending == ".bmp")
            bitmaps.add(path);
        if (ending == ".png")
            pngs.add(path);
        if (ending != ".kod")
            continue;
        if (const auto text = files.readText(path, largestSource))
            for (const project::NamedClass& type : project::namesOfSource(text.value(), tree.slashComments).classes)
                tree.classes.emplace_back(type.name, path);
    }
    std::ranges::sort(tree.textureNumbers);
    tree.textureNumbers.erase(std::unique(tree.textureNumbers.begin(), tree.textureNumbers.end()), tree.textureNumbers.end());
    std::ranges::sort(tree.classes);
    tree.sources = commandFiles.most();
    tree.textures = textures.most();
    std::error_code none;
    const auto holds = [&](const fs::path& folder, std::string_view ending) {
        for (const auto& entry : fs::directory_iterator(folder, none))
            if (isSameWord(entry.path().extension().string(), ending))
                return true;
        return false;
    };
    // The tools of the engine's own trees take BMP alone; a tree that has PNG beside its command files is of another kind.
    const fs::path& kept = tree.sources.empty() ? tree.textures : tree.sources;
    tree.hasBmp = !kept.empty() && !holds(kept, ".png");
    return tree;
}

int nextFreeTexture(const ArtTree& tree)
{
    if (tree.textureNumbers.empty())
        return 1;
    if (tree.textureNumbers.back() < highestTexture)
        return tree.textureNumbers.back() + 1;
    for (int number = 1; number <= highestTexture; ++number)
        if (!std::ranges::binary_search(tree.textureNumbers, number))
            return number;
    return 0;
}

Result<std::string> withTarget(const std::string& makefile, const std::string& stem, const std::string& texture, int shrink, bool isWall)
{
    std::string code = makefile; // comments of makefiles begin with #
    for (std::size_t at = code.find('#'); at != std::string::npos; at = code.find('#', at + 1))
        std::fill(code.begin() + static_cast<std::ptrdiff_t>(at), code.begin() + static_cast<std::ptrdiff_t>(lineEnd(code, at)), ' ');
    const auto list = findList(code, "BGFS");
    if (!list)
        return Error{"there is no list BGFS", {}};
    const std::string file = stem + ".bgf";
    if (findWord(code, file))
        return Error{file + " is there already", {}};
    const std::string lineBreak(lineBreakOf(makefile));
    std::string text = makefile;

    // The folder before the name as the last word has it.
    const std::string_view line = std::string_view(code).substr(list->begin, list->words - list->begin);
    const std::size_t blank = line.find_last_of(" \t=");
    const std::string_view last = blank == std::string_view::npos ? line : line.substr(blank + 1);
    const std::size_t slash = last.find_last_of("\\/");
    const std::string folder(slash == std::string_view::npos ? std::string_view() : last.substr(0, slash + 1));
    if (list->isFirstLine)
        text.insert(list->words, " " + folder + file);
    else {
        const bool isContinued = text[list->end - 1] == '\\';
        const std::string indent(indentAt(text, list->begin));
        text.insert(list->end, std::string(isContinued ? "" : " \\") + lineBreak + indent + folder + file + (isContinued ? " \\" : ""));
    }
    if (texture.empty())
        return text;
    const std::string rule = folder + file + ":" + lineBreak + "\t$(MAKEBGF) -o $@ -n \"" + texture + "\" -s " + std::to_string(shrink) +
                             (isWall ? " -r" : "") + " 1 $** 1 1 1" + lineBreak + lineBreak;
    const std::size_t rules = text.rfind("!include");
    const std::size_t place = rules == std::string::npos || rules < list->end ? text.size() : lineBegin(text, rules);
    const bool needsBreak = place > 0 && text[place - 1] != '\n';
    text.insert(place, (needsBreak ? lineBreak : "") + rule);
    return text;
}

Result<std::string> withIcon(const std::string& source, std::string_view className, const std::string& file, bool slashComments)
{
    const KodComments comments = commentsOf(slashComments);
    if (!hasClass(source, className, comments))
        return Error{"expected the class " + std::string(className) + ", and its end, found none", {}};
    std::vector<WantedDeclaration> wanted;
    std::string icon = declaredValue(source, className, comments, KodSection::ClassVariables, "vrIcon");
    if (icon.empty()) { // the parent's
        const bool hasSuffix = blankComments(source, comments).find("_rsc") != std::string::npos;
        icon = lowerCase(className) + "_icon" + (hasSuffix ? "_rsc" : "");
        wanted.push_back({KodSection::ClassVariables, "vrIcon", icon});
    }
    wanted.insert(wanted.begin(), {KodSection::Resources, icon, file});
    return withDeclarations(source, className, comments, wanted);
}

} // namespace blak::newart
