// SPDX-License-Identifier: GPL-3.0-or-later
#include "studio/project/dialect.h"

#include "formats/base/file_io.h"
#include "formats/base/names.h"

#include <algorithm>

namespace blak::project {
namespace {

constexpr std::size_t mostSamples = 64;
constexpr std::uint64_t largestSample = 4 * 1024 * 1024; // bytes; the largest known kod file has 0.4 MB
constexpr std::int32_t classicBof = 5;                   // object code: every later version is open105's
constexpr std::int32_t newestOldRoom = 12;               // rooms of 1997 to 2012 have at most this version
constexpr std::int32_t firstOpen105Room = 14;

std::int32_t newestVersion(const std::vector<FoundFile>& files, FileKind kind)
{
    std::int32_t newest = 0;
    for (const FoundFile& file : files) {
        if (file.kind == kind)
            newest = std::max(newest, file.version & 0xFF);
    }
    return newest;
}

DetectedDialect classicOfSomeAge(const std::vector<FoundFile>& files, std::string reason)
{
    const std::int32_t newest = newestVersion(files, FileKind::Room);
    if (newest == 0 || newest > newestOldRoom)
        return {Dialect::Classic, std::move(reason)};
    return {Dialect::Classic97, std::move(reason) + ", no room is newer than version 12"};
}

/// A System at the very top is that of a small tree, which may do without the message by which it is told.
DetectedDialect openOfSomeAge(const std::filesystem::path& root, const std::vector<FoundFile>& files, std::string reason)
{
    std::size_t top = SIZE_MAX; // folders above the sources that lie highest
    const FoundFile* system = nullptr;
    const auto depth = [](const FoundFile& file) { return static_cast<std::size_t>(std::distance(file.path.begin(), file.path.end())); };
    for (const FoundFile& file : files) {
        if (file.kind != FileKind::Kod)
            continue;
        top = std::min(top, depth(file));
        if (equalIgnoringCase(file.path.filename().native(), "system.kod"))
            system = &file;
    }
    if (system != nullptr && depth(*system) > top) {
        const auto text = readTextFile(root / system->path, largestSample);
        if (text && !isSystemOfOpen105(text.value()))
            return {Dialect::Open29, std::move(reason) + ", " + system->path.generic_string() + " knows no InitializeServer"};
    }
    return {Dialect::Open105, std::move(reason)};
}

std::vector<const FoundFile*> samples(const std::vector<FoundFile>& files)
{
    std::vector<const FoundFile*> kod;
    for (const FoundFile& file : files) {
        if (file.kind == FileKind::Kod && file.size <= largestSample)
            kod.push_back(&file);
    }
    const std::size_t step = kod.size() / mostSamples + 1;
    std::vector<const FoundFile*> chosen;
    for (std::size_t i = 0; i < kod.size(); i += step)
        chosen.push_back(kod[i]);
    return chosen;
}

} // namespace

int classicVotes(std::string_view kod)
{
    int votes = 0;
    while (!kod.empty()) {
        std::string_view line = kod.substr(0, kod.find('\n'));
        kod.remove_prefix(std::min(line.size() + 1, kod.size()));
        line.remove_prefix(std::min(line.find_first_not_of(" \t"), line.size()));
        if (line.starts_with('%'))
            ++votes;
        else if (line.starts_with("//") || line.starts_with("/*") || line.starts_with("foreach "))
            --votes;
    }
    return votes;
}

DetectedDialect detectDialect(const std::filesystem::path& root, const std::vector<FoundFile>& files)
{
    std::size_t classic = 0, open105 = 0;
    for (const FoundFile* sample : samples(files)) {
        const auto text = readTextFile(root / sample->path, largestSample);
        const int votes = text ? classicVotes(text.value()) : 0;
        classic += votes > 0;
        open105 += votes < 0;
    }
    const auto share = [&](std::size_t part) {
        return std::to_string(part) + " of " + std::to_string(classic + open105) + " kod files";
    };
    if (open105 > classic)
        return openOfSomeAge(root, files, "comments begin with // in " + share(open105));
    if (classic > 0)
        return classicOfSomeAge(files, "comments begin with % in " + share(classic));

    if (const std::int32_t bof = newestVersion(files, FileKind::ObjectCode); bof > 0) {
        const std::string reason = "object code of version " + std::to_string(bof);
        return bof > classicBof ? DetectedDialect{Dialect::Open105, reason} : classicOfSomeAge(files, reason);
    }
    if (const std::int32_t room = newestVersion(files, FileKind::Room); room >= firstOpen105Room)
        return {Dialect::Open105, "rooms of version " + std::to_string(room)};
    else if (room > 0)
        return classicOfSomeAge(files, "rooms of version " + std::to_string(room));
    return {Dialect::Classic, "nothing tells"};
}

} // namespace blak::project
