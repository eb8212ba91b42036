// SPDX-License-Identifier: GPL-3.0-or-later
#include "bgfeditor/bgfcore/hotspot_names.h"

#include "bgfeditor/bgfcore/hotspots.h"
#include "formats/base/file_io.h"

#include <algorithm>
#include <charconv>
#include <cstdlib>

namespace blak::bgfcore {
namespace {

constexpr int mostNumber = 128;
constexpr std::uint64_t largestFile = 64u << 10; ///< bytes

} // namespace

std::shared_ptr<HotspotNames> HotspotNames::ofProject(const std::filesystem::path& folder)
{
    static std::map<std::filesystem::path, std::weak_ptr<HotspotNames>> known;
    std::weak_ptr<HotspotNames>& entry = known[folder];
    auto names = entry.lock();
    if (names == nullptr) {
        names = std::make_shared<HotspotNames>();
        if (!folder.empty()) {
            names->file_ = folder / fileName;
            if (const auto text = readTextFile(names->file_, largestFile))
                names->read(text.value());
        }
        entry = names;
    }
    return names;
}

std::string HotspotNames::name(int number) const
{
    const auto found = names_.find(std::abs(number));
    return found != names_.end() ? found->second : std::string(hotspotName(number));
}

Result<void> HotspotNames::setName(int number, const std::string& name)
{
    if (number == 0 || std::abs(number) > mostNumber)
        return Error{"hotspots have numbers from 1 to 128, with either sign", {}};
    if (file_.empty())
        return Error{"names of hotspots belong to a project: open its folder", {}};
    if (name.size() > longestName || name.find_first_of("\r\n") != std::string::npos)
        return Error{"expected a name of one line with at most " + std::to_string(longestName) + " characters", {}};
    const auto before = names_;
    if (name.empty() || name == hotspotName(number))
        names_.erase(std::abs(number));
    else
        names_[std::abs(number)] = name;
    if (names_ == before)
        return {};
    auto done = writeFileAtomically(file_, write());
    if (!done)
        names_ = before;
    return done;
}

void HotspotNames::read(std::string_view text)
{
    names_.clear();
    while (!text.empty()) {
        const std::size_t end = std::min(text.find('\n'), text.size());
        std::string_view line = text.substr(0, end);
        text.remove_prefix(std::min(end + 1, text.size()));
        while (!line.empty() && (line.back() == '\r' || line.back() == ' '))
            line.remove_suffix(1);
        int number = 0;
        const auto [stop, code] = std::from_chars(line.data(), line.data() + line.size(), number);
        const auto rest = line.substr(static_cast<std::size_t>(stop - line.data()));
        const std::size_t begin = rest.find_first_not_of(" \t");
        if (code == std::errc{} && number > 0 && number <= mostNumber && begin != std::string_view::npos && begin > 0)
            names_[number] = std::string(rest.substr(begin, longestName));
    }
}

std::string HotspotNames::write() const
{
    std::string text;
    for (const auto& [number, name] : names_)
        text += std::to_string(number) + " " + name + "\n";
    return text;
}

} // namespace blak::bgfcore
