// SPDX-License-Identifier: GPL-3.0-or-later
#include "formats/bbg/command_file.h"

#include <algorithm>

namespace blak::bbg {
namespace {

constexpr std::string_view labelMark = "#*", countMark = "#*Groups:";

std::string_view trimmed(std::string_view text)
{
    text.remove_prefix(std::min(text.find_first_not_of(" \t"), text.size()));
    return text.substr(0, text.find_last_not_of(" \t") + 1);
}

bool isLabelComment(const std::string& comment) { return comment.starts_with(labelMark); }

} // namespace

std::string rewrite(const CommandFile& commands, std::string_view original)
{
    const auto before = read(original, {});
    if (before && before.value().commands == commands)
        return std::string(original);
    std::string text = write(commands);
    if (original.find("\r\n") == std::string_view::npos)
        return text;
    for (std::size_t at = text.find('\n'); at != std::string::npos; at = text.find('\n', at + 2))
        text.insert(at, 1, '\r');
    return text;
}

std::vector<std::string> groupLabels(const CommandFile& commands)
{
    std::vector<std::string> labels;
    for (const std::string& comment : commands.comments) {
        if (isLabelComment(comment) && !comment.starts_with(countMark))
            labels.emplace_back(trimmed(std::string_view(comment).substr(labelMark.size())));
    }
    return labels;
}

void setGroupLabels(CommandFile& commands, const std::vector<std::string>& labels)
{
    std::vector<std::string>& comments = commands.comments;
    const auto first = std::find_if(comments.begin(), comments.end(), isLabelComment);
    const auto place = first - comments.begin();
    comments.erase(std::remove_if(comments.begin(), comments.end(), isLabelComment), comments.end());
    std::vector<std::string> fresh;
    if (!labels.empty())
        fresh.push_back(std::string(countMark) + " " + std::to_string(labels.size()));
    for (const std::string& label : labels)
        fresh.push_back(std::string(labelMark) + " " + label);
    comments.insert(comments.begin() + place, fresh.begin(), fresh.end());
}

} // namespace blak::bbg
