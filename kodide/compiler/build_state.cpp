// SPDX-License-Identifier: GPL-3.0-or-later
#include "kodide/compiler/build_state.h"

#include "formats/base/file_io.h"

#include <array>
#include <charconv>
#include <sys/stat.h>

namespace blak::kod {
namespace {

constexpr std::string_view heading = "blak-build 1 ";

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

std::optional<FileStamp> stampOf(const std::filesystem::path& file)
{
    struct stat info
    {
    };
    if (::stat(file.c_str(), &info) != 0 || !S_ISREG(info.st_mode))
        return std::nullopt;
    return FileStamp{static_cast<std::uint64_t>(info.st_size), info.st_mtim.tv_sec * 1'000'000'000 + info.st_mtim.tv_nsec,
                     info.st_ino};
}

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

BuildState readBuildState(const std::filesystem::path& file, std::string_view settings)
{
    BuildState state;
    const auto read = readTextFile(file);
    std::string_view text = read ? std::string_view(read.value()) : std::string_view();
    const std::string first = std::string(heading) + std::string(settings) + "\n";
    if (!text.starts_with(first))
        return state;
    text.remove_prefix(first.size());
    BuiltFile* current = nullptr;
    while (!text.empty()) {
        const std::size_t end = std::min(text.find('\n'), text.size());
        std::string_view line = text.substr(0, end);
        text.remove_prefix(std::min(end + 1, text.size()));
        if (line.empty())
            continue;
        const char kind = line.front();
        line.remove_prefix(1);
        if (kind == 'f' || kind == 'i') {
            FileStamp stamp;
            stamp.size = takeNumber<std::uint64_t>(line);
            stamp.time = takeNumber<std::int64_t>(line);
            stamp.inode = takeNumber<std::uint64_t>(line);
            const auto hash = takeNumber<std::uint64_t>(line, 16);
            const std::string path(line.empty() ? line : line.substr(1));
            if (kind == 'i') {
                state.includes.push_back({path, stamp, hash});
            } else {
                current = &state.files[path];
                *current = {};
                current->stamp = stamp;
                current->hash = hash;
            }
        } else if (kind == 'u' && current) {
            while (!line.empty())
                if (const auto number = takeNumber<std::uint32_t>(line); number < state.includes.size())
                    current->includes.push_back(number);
        } else if (kind == 'c' && current) {
            current->layouts.push_back(takeNumber<std::uint64_t>(line, 16));
            current->classes.emplace_back(takeWord(line));
            if (const std::string_view super = takeWord(line); !super.empty())
                current->supers.emplace_back(super);
        }
    }
    state.settings = settings;
    return state;
}

std::string writeBuildState(const BuildState& state, const std::vector<std::string>& order)
{
    std::string out = std::string(heading) + state.settings + "\n";
    for (const BuiltInclude& include : state.includes)
        addStamp(out, 'i', include.stamp, include.hash, include.path);
    for (const std::string& path : order) {
        const auto place = state.files.find(path);
        if (place == state.files.end())
            continue;
        const BuiltFile& file = place->second;
        addStamp(out, 'f', file.stamp, file.hash, path);
        if (!file.includes.empty()) {
            out += 'u';
            for (const std::uint32_t number : file.includes)
                addNumber(out, number);
            out += '\n';
        }
        std::size_t super = 0;
        for (std::size_t i = 0; i < file.classes.size(); ++i) {
            out += 'c';
            addNumber(out, file.layouts[i], 16);
            out += ' ';
            out += file.classes[i];
            // Which class each superclass belongs to does not matter for building; they are spread over the lines.
            if (super < file.supers.size()) {
                out += ' ';
                out += file.supers[super++];
            }
            out += '\n';
        }
    }
    return out;
}

} // namespace blak::kod
