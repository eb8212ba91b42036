// SPDX-License-Identifier: GPL-3.0-or-later
#include "studio/blak/source_places.h"

#include <algorithm>
#include <set>
#include <utility>

namespace blak::cli {

void SourcePlaces::add(const std::filesystem::path& folder, Original original)
{
    trees_.push_back({dap::SidecarBook(folder), std::move(original)});
}

std::filesystem::path SourcePlaces::shown(const Tree& tree, const std::filesystem::path& file)
{
    return tree.original ? tree.original(file) : file;
}

std::pair<const dap::Sidecar*, SourcePlaces::Tree*> SourcePlaces::sidecarOf(const std::string& object)
{
    for (Tree& tree : trees_)
        if (const dap::Sidecar* sidecar = tree.book.find(object))
            return {sidecar, &tree};
    return {nullptr, nullptr};
}

std::optional<SourcePlaces::Place> SourcePlaces::find(const std::string& object, std::uint32_t offset)
{
    const auto [sidecar, tree] = sidecarOf(object);
    const dap::HandlerNames* handler = sidecar == nullptr ? nullptr : sidecar->handlerAt(offset);
    const dap::StatementPlace* statement = handler == nullptr ? nullptr : dap::statementAt(*handler, offset);
    if (statement == nullptr || statement->source >= sidecar->sources.size())
        return std::nullopt;
    return Place{shown(*tree, sidecar->sources[statement->source]), statement->line, handler->className + "." + handler->name};
}

std::map<std::string, SourcePlaces::FileLines> SourcePlaces::linesOf(const Counts& counts)
{
    std::map<std::string, FileLines> files;
    std::set<std::string> objects;
    for (const auto& [place, count] : counts)
        objects.insert(place.first);
    for (const std::string& object : objects) {
        const auto [sidecar, tree] = sidecarOf(object);
        if (sidecar == nullptr)
            continue;
        for (const dap::HandlerNames& handler : sidecar->handlers) {
            bool first = true;
            for (const dap::StatementPlace& statement : handler.statements) {
                if (statement.source >= sidecar->sources.size())
                    continue;
                const auto ran = counts.find({object, statement.offset});
                const std::uint64_t count = ran == counts.end() ? 0 : ran->second;
                FileLines& file = files[shown(*tree, sidecar->sources[statement.source]).string()];
                std::uint64_t& line = file.lines[statement.line];
                line = std::max(line, count);
                if (std::exchange(first, false))
                    file.handlers[{statement.line, handler.className + "." + handler.name}] = count;
            }
        }
    }
    return files;
}

std::string SourcePlaces::lcov(const Counts& counts)
{
    std::string out = "TN:\n";
    for (const auto& [file, lines] : linesOf(counts)) {
        out += "SF:" + file + "\n";
        const auto ran = [](const auto& entry) { return entry.second > 0; };
        for (const auto& [handler, count] : lines.handlers)
            out += "FN:" + std::to_string(handler.first) + "," + handler.second + "\n";
        for (const auto& [handler, count] : lines.handlers)
            out += "FNDA:" + std::to_string(count) + "," + handler.second + "\n";
        out += "FNF:" + std::to_string(lines.handlers.size()) +
               "\nFNH:" + std::to_string(std::ranges::count_if(lines.handlers, ran)) + "\n";
        for (const auto& [line, count] : lines.lines)
            out += "DA:" + std::to_string(line) + "," + std::to_string(count) + "\n";
        out += "LF:" + std::to_string(lines.lines.size()) + "\nLH:" + std::to_string(std::ranges::count_if(lines.lines, ran)) +
               "\nend_of_record\n";
    }
    return out;
}

SourcePlaces::Share SourcePlaces::share(const Counts& counts)
{
    Share share;
    for (const auto& [file, lines] : linesOf(counts)) {
        share.all += lines.lines.size();
        share.ran += static_cast<std::size_t>(std::ranges::count_if(lines.lines, [](const auto& entry) { return entry.second > 0; }));
    }
    return share;
}

} // namespace blak::cli
