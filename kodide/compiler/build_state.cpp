// SPDX-License-Identifier: GPL-3.0-or-later
#include "kodide/compiler/build_state.h"

#include "formats/base/file_io.h"

#include <array>
#include <charconv>
#include <fcntl.h>
#include <sys/stat.h>

namespace blak::kod {
namespace {

constexpr std::string_view heading = "blak-build 2 ";

template <typename Number>
Number takeNumber(std::string_view& line, int base = 10)
{
    Number number = 0;
    while (!line.empty() && line.front() == ' ')
        line.remove_prefix(1);
    const auto [end, fault] = std::from_chars(line.data(), line.data() + line.size(), number, base);
    line.remove_prefix(fault == std::errc{} ? static_cast<std::size_t>(end - line.data()) : line.size());
    return number;
}

std::string_view takeWord(std::string_view& line)
{
    while (!line.empty() && line.front() == ' ')
        line.remove_prefix(1);
    const std::string_view word = line.substr(0, line.find(' '));
    line.remove_prefix(word.size());
    return word;
}

std::string_view takeLine(std::string_view& text)
{
    const std::string_view line = text.substr(0, text.find('\n'));
    text.remove_prefix(std::min(line.size() + 1, text.size()));
    return line;
}

void addNumber(std::string& out, auto number, int base = 10)
{
    std::array<char, 24> digits;
    out += ' ';
    out.append(digits.data(), std::to_chars(digits.data(), digits.data() + digits.size(), number, base).ptr);
}

void addStamp(std::string& out, char kind, const FileStamp& stamp, std::uint64_t hash, std::string_view path)
{
    out += kind;
    addNumber(out, stamp.size);
    addNumber(out, stamp.time);
    addNumber(out, stamp.inode);
    addNumber(out, hash, 16);
    out += ' ';
    out += path;
    out += '\n';
}

} // namespace

std::optional<FileStamp> stampAt(int folder, const char* name)
{
    struct stat info
    {
    };
    if (::fstatat(folder, name, &info, 0) != 0 || !S_ISREG(info.st_mode))
        return std::nullopt;
    return FileStamp{static_cast<std::uint64_t>(info.st_size), info.st_mtim.tv_sec * 1'000'000'000 + info.st_mtim.tv_nsec,
                     info.st_ino};
}

std::optional<FileStamp> stampOf(const std::filesystem::path& file) { return stampAt(AT_FDCWD, file.c_str()); }

std::uint64_t contentHash(std::string_view text)
{
    std::uint64_t hash = 14695981039346656037ull ^ text.size();
    while (text.size() >= 8) {
        std::uint64_t word = 0;
        for (unsigned i = 0; i < 8; ++i)
            word |= std::uint64_t{static_cast<unsigned char>(text[i])} << (8 * i);
        hash = (hash ^ word) * 0x9e3779b97f4a7c15ull;
        hash ^= hash >> 32;
        text.remove_prefix(8);
    }
    for (const char c : text)
        hash = (hash ^ static_cast<unsigned char>(c)) * 1099511628211ull;
    return hash ^ (hash >> 29);
}

void BuiltFile::addInclude(std::uint32_t number) { addNumber(includeText, number); }

void BuiltFile::addClass(const BuiltClass& entry)
{
    classText += 'c';
    addNumber(classText, entry.layout, 16);
    classText += ' ' + entry.name + (entry.super.empty() ? "" : " ") + entry.super + '\n';
}

std::vector<std::uint32_t> BuiltFile::includes() const
{
    std::vector<std::uint32_t> numbers;
    for (std::string_view rest = includeText; !rest.empty();)
        numbers.push_back(takeNumber<std::uint32_t>(rest));
    return numbers;
}

std::vector<BuiltClass> BuiltFile::classes() const
{
    std::vector<BuiltClass> list;
    for (std::string_view text = classText; !text.empty();) {
        std::string_view line = takeLine(text).substr(1);
        BuiltClass& entry = list.emplace_back();
        entry.layout = takeNumber<std::uint64_t>(line, 16);
        entry.name = takeWord(line);
        entry.super = takeWord(line);
    }
    return list;
}

BuiltFile* BuildState::find(std::string_view path)
{
    if (next_ < files_.size() && files_[next_].path == path)
        return &files_[next_++];
    if (places_.empty())
        for (std::size_t i = 0; i < files_.size(); ++i)
            if (!files_[i].path.empty())
                places_.emplace(files_[i].path, i);
    const auto place = places_.find(path);
    if (place == places_.end())
        return nullptr;
    next_ = place->second + 1;
    return &files_[place->second];
}

void BuildState::put(BuiltFile file)
{
    if (BuiltFile* known = find(file.path)) {
        file.path = std::move(known->path); // the index refers to its characters
        *known = std::move(file);
        return;
    }
    places_.clear(); // the list may move
    files_.push_back(std::move(file));
}

void BuildState::erase(std::string_view path)
{
    if (BuiltFile* known = find(path)) {
        places_.clear();
        known->path.clear();
    }
}

BuildState readBuildState(const std::filesystem::path& file, std::string_view settings)
{
    BuildState state;
    const auto read = readTextFile(file);
    std::string_view text = read ? std::string_view(read.value()) : std::string_view();
    const std::string first = std::string(heading) + std::string(settings) + "\n";
    if (!text.starts_with(first))
        return state;
    text.remove_prefix(first.size());
    BuiltFile current;
    const auto flush = [&] {
        if (!current.path.empty())
            state.append(std::move(current));
        current = {};
    };
    while (!text.empty()) {
        const std::string_view whole = text;
        std::string_view line = takeLine(text);
        if (line.empty())
            continue;
        const char kind = line.front();
        line.remove_prefix(1);
        if (kind == 'f' || kind == 'F' || kind == 'i') {
            FileStamp stamp;
            stamp.size = takeNumber<std::uint64_t>(line);
            stamp.time = takeNumber<std::int64_t>(line);
            stamp.inode = takeNumber<std::uint64_t>(line);
            const auto hash = takeNumber<std::uint64_t>(line, 16);
            std::string path(line.empty() ? line : line.substr(1));
            if (kind == 'i') {
                state.includes.push_back({std::move(path), stamp, hash});
                continue;
            }
            flush();
            current.path = std::move(path);
            current.stamp = stamp;
            current.hash = hash;
            current.resources = kind == 'F';
        } else if (kind == 'u') {
            current.includeText = line;
        } else if (kind == 'c') {
            current.classText += whole.substr(0, whole.size() - text.size());
        }
    }
    flush();
    state.settings = settings;
    return state;
}

std::string writeBuildState(BuildState& state, const std::vector<std::string>& order)
{
    std::string out = std::string(heading) + state.settings + "\n";
    for (const BuiltInclude& include : state.includes)
        addStamp(out, 'i', include.stamp, include.hash, include.path);
    for (const std::string& path : order) {
        const BuiltFile* file = state.find(path);
        if (!file)
            continue;
        addStamp(out, file->resources ? 'F' : 'f', file->stamp, file->hash, path);
        if (!file->includeText.empty())
            out += "u" + file->includeText + "\n";
        out += file->classText;
    }
    return out;
}

} // namespace blak::kod
