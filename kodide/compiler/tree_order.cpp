// SPDX-License-Identifier: GPL-3.0-or-later
#include "kodide/compiler/tree_order.h"

#include "formats/base/file_io.h"
#include "kodide/compiler/characters.h"

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <fcntl.h>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <sys/stat.h>
#include <unistd.h>

namespace blak::kod {
namespace {

namespace fs = std::filesystem;

constexpr unsigned folderDepthLimit = 64;
constexpr std::uint64_t makefileLimit = 1 << 20; ///< bytes

struct Listed
{
    std::vector<std::string> names; ///< of objects, without extension
    std::vector<std::string> odd;   ///< words that name no object
};

/// A line of a makefile without its line end and the backslash that continues it.
struct MakefileLine
{
    std::string_view text;
    bool continued = false;
};

MakefileLine takeLine(std::string_view& text)
{
    const std::size_t end = std::min(text.find('\n'), text.size());
    MakefileLine line{text.substr(0, end)};
    text.remove_prefix(std::min(end + 1, text.size()));
    while (!line.text.empty() && isClass(line.text.back(), BlankClass))
        line.text.remove_suffix(1);
    line.continued = line.text.ends_with('\\');
    if (line.continued)
        line.text.remove_suffix(1);
    return line;
}

/// `BOFS =`, `BOFS2 =` ... `BOFS8 =` in the first column; gives what follows. The compilers of whole folders know no numbers:
/// there one belongs to the first word, which then names no file.
std::optional<std::string_view> listOf(std::string_view line)
{
    const std::size_t equal = line.find('=');
    std::string_view name = line.substr(0, std::min(equal, line.size()));
    while (!name.empty() && isClass(name.back(), BlankClass))
        name.remove_suffix(1);
    if (equal == std::string_view::npos || !name.starts_with("BOFS") || name.size() > 5)
        return std::nullopt;
    return line.substr(equal + 1);
}

/// A word names an object up to its first dot, whatever follows.
void takeWords(std::string_view line, Listed& listed)
{
    line = line.substr(0, line.find('#'));
    while (!line.empty()) {
        const std::size_t begin = std::min(line.find_first_not_of(" \t\r"), line.size());
        const std::size_t stop = std::min(line.find_first_of(" \t\r", begin), line.size());
        const std::string_view word = line.substr(begin, stop - begin);
        line.remove_prefix(stop);
        const std::size_t dot = word.find('.');
        if (dot != std::string_view::npos && dot != 0 && word.find('/') == std::string_view::npos)
            listed.names.emplace_back(word.substr(0, dot));
        else if (!word.empty())
            listed.odd.emplace_back(word);
    }
}

Listed listedObjects(const std::string& makefile, bool firstListOnly)
{
    Listed listed;
    const auto read = readTextFile(makefile, makefileLimit);
    if (!read)
        return listed;
    std::string_view text = read.value();
    bool listing = false;
    while (!text.empty()) {
        const MakefileLine line = takeLine(text);
        std::string_view words = line.text;
        if (!listing) {
            const auto list = listOf(words);
            if (!list)
                continue;
            words = *list;
        }
        takeWords(words, listed);
        listing = line.continued;
        if (!listing && firstListOnly)
            break;
    }
    return listed;
}

std::string below(const std::string& folder, std::string_view name)
{
    std::string path = folder;
    path += '/';
    return path += name;
}

class MakefileWalk
{
public:
    MakefileWalk(FolderScan& scan, bool firstListOnly) : scan_(scan), firstListOnly_(firstListOnly) {}

    void add(const std::string& folder, int parent, unsigned depth)
    {
        const auto makefile = scan_.spelling(folder + "/makefile");
        if (depth > folderDepthLimit || !makefile || scan_.kind(*makefile) != FolderScan::Kind::File) {
            order.withoutMakefile.emplace_back(folder);
            return;
        }
        std::vector<std::pair<std::string, int>> folders;
        const Listed listed = listedObjects(*makefile, firstListOnly_);
        for (const std::string& word : listed.odd)
            order.missing.emplace_back(below(folder, word));
        for (const std::string& name : listed.names) {
            const auto source = scan_.spelling(below(folder, name) + ".kod");
            int index = parent;
            if (source && scan_.kind(*source) == FolderScan::Kind::File) {
                index = static_cast<int>(order.files.size());
                order.files.push_back({*source, name + ".kod", parent});
            } else {
                order.missing.emplace_back(below(folder, name) + ".kod");
            }
            if (const auto inner = scan_.spelling(below(folder, name)); inner && scan_.kind(*inner) == FolderScan::Kind::Folder)
                folders.emplace_back(*inner, index);
        }
        for (const auto& [inner, index] : folders)
            add(inner, index, depth + 1);
    }

    TreeOrder order;

private:
    FolderScan& scan_;
    bool firstListOnly_;
};

/// Class headers of a text: a name, or a name `is` another, alone on a line that begins the file or follows an `end` line.
struct Headers
{
    std::vector<std::string> defined;
    std::vector<std::string> supers;
};

Headers classHeaders(std::string_view text)
{
    Headers headers;
    bool expecting = true;
    unsigned commentDepth = 0;
    while (!text.empty()) {
        const std::size_t end = std::min(text.find('\n'), text.size());
        std::string_view line = text.substr(0, end);
        text.remove_prefix(std::min(end + 1, text.size()));
        std::vector<std::string> words;
        for (std::size_t at = 0; at < line.size();) {
            if (line.substr(at, 2) == "/*")
                ++commentDepth, at += 2;
            else if (line.substr(at, 2) == "*/" && commentDepth > 0)
                --commentDepth, at += 2;
            else if (line[at] == '%' || line.substr(at, 2) == "//")
                break;
            else if (commentDepth > 0 || isClass(line[at], BlankClass))
                ++at;
            else if (isClass(line[at], LetterClass)) {
                const std::size_t begin = at;
                while (at < line.size() && isClass(line[at], NameClass))
                    ++at;
                words.push_back(lowerText(line.substr(begin, at - begin)));
            } else {
                words.emplace_back();
                break;
            }
        }
        if (words.empty())
            continue;
        if (expecting && !words[0].empty() && words[0] != "end") {
            headers.defined.push_back(words[0]);
            if (words.size() >= 3 && words[1] == "is")
                headers.supers.push_back(words[2]);
            expecting = false;
        } else if (words.size() == 1 && words[0] == "end") {
            expecting = true;
        }
    }
    return headers;
}

} // namespace

TreeOrder makefileOrder(const fs::path& root, FolderScan& scan, const Dialect& dialect)
{
    std::string folder = root.string();
    while (folder.size() > 1 && folder.ends_with('/'))
        folder.pop_back();
    MakefileWalk walk(scan, dialect.directoryMode);
    walk.add(folder, -1, 0);
    return std::move(walk.order);
}

TreeOrder hierarchyOrder(const fs::path& root)
{
    std::vector<fs::path> sources;
    std::error_code code;
    for (auto it = fs::recursive_directory_iterator(root, fs::directory_options::skip_permission_denied, code);
         it != fs::recursive_directory_iterator(); it.increment(code)) {
        if (code)
            break;
        if (lowerText(it->path().extension().string()) == ".kod" && it->is_regular_file(code))
            sources.push_back(it->path());
    }
    std::ranges::sort(sources);
    std::vector<Headers> headers;
    std::map<std::string, std::size_t> definedBy;
    for (std::size_t i = 0; i < sources.size(); ++i) {
        const auto text = readTextFile(sources[i]);
        headers.push_back(text ? classHeaders(text.value()) : Headers{});
        for (const std::string& name : headers.back().defined)
            definedBy.emplace(name, i);
    }
    TreeOrder order;
    std::vector<int> placed(sources.size(), -1); // -2 while its parents are placed: a cycle is cut there
    for (std::size_t start = 0; start < sources.size(); ++start) {
        std::vector<std::size_t> stack{start};
        while (!stack.empty()) {
            const std::size_t i = stack.back();
            if (placed[i] >= 0) {
                stack.pop_back();
                continue;
            }
            int parent = -1;
            std::size_t wanted = i;
            for (const std::string& super : headers[i].supers) {
                const auto owner = definedBy.find(super);
                if (owner == definedBy.end() || owner->second == i)
                    continue;
                if (placed[owner->second] >= 0)
                    parent = placed[owner->second];
                else if (placed[owner->second] == -1)
                    wanted = owner->second;
            }
            if (wanted != i) {
                placed[i] = -2;
                stack.push_back(wanted);
                continue;
            }
            placed[i] = static_cast<int>(order.files.size());
            order.files.push_back({sources[i].string(), sources[i].filename().string(), parent});
            stack.pop_back();
        }
    }
    return order;
}

TreeOrder treeOrder(const fs::path& root, FolderScan& scan, const Dialect& dialect)
{
    TreeOrder order = makefileOrder(root, scan, dialect);
    return order.files.empty() ? hierarchyOrder(root) : order;
}

Result<void> writeFileQuickly(const fs::path& file, std::span<const std::byte> bytes)
{
    // Replacing a file makes some file systems flush at once. A file that is already right only gets the present time.
    if (struct stat info{}; ::stat(file.c_str(), &info) == 0 && static_cast<std::size_t>(info.st_size) == bytes.size()) {
        const auto present = readFile(file);
        if (present && std::ranges::equal(present.value(), bytes) && ::utimensat(AT_FDCWD, file.c_str(), nullptr, 0) == 0)
            return {};
    }
    const std::string temporary = file.string() + ".new";
    const int descriptor = ::open(temporary.c_str(), O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0666);
    if (descriptor < 0)
        return Error{std::string("cannot write: ") + std::strerror(errno), file.string()};
    bool good = true;
    while (good && !bytes.empty()) {
        const ssize_t put = ::write(descriptor, bytes.data(), bytes.size());
        if (put < 0 && errno == EINTR)
            continue;
        good = put > 0;
        if (good)
            bytes = bytes.subspan(static_cast<std::size_t>(put));
    }
    good = ::close(descriptor) == 0 && good;
    if (good && ::rename(temporary.c_str(), file.c_str()) == 0)
        return {};
    const Error error{std::string("cannot write: ") + std::strerror(errno), file.string()};
    ::unlink(temporary.c_str());
    return error;
}

} // namespace blak::kod
