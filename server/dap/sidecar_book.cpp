// SPDX-License-Identifier: GPL-3.0-or-later
#include "server/dap/sidecar_book.h"

#include "formats/base/file_io.h"
#include "formats/base/names.h"
#include "kodide/compiler/build_state.h"

#include <algorithm>
#include <nlohmann/json.hpp>

namespace blak::dap {
namespace {

namespace fs = std::filesystem;
using nlohmann::json;

std::string stemOf(std::string_view file)
{
    file = file.substr(file.find_last_of("/\\") + 1);
    return lowerCase(file.substr(0, file.rfind('.')));
}

/// [offset, source, line, column, end line, end column, (1 = inner)]
StatementPlace statementOf(const json& row)
{
    constexpr std::size_t columns = 6;
    StatementPlace place;
    place.offset = row.at(0).get<std::uint32_t>();
    place.source = row.at(1).get<std::uint32_t>();
    place.line = row.at(2).get<std::int64_t>();
    place.column = row.at(3).get<std::int64_t>();
    place.endLine = row.at(4).get<std::int64_t>();
    place.endColumn = row.at(5).get<std::int64_t>();
    place.inner = row.size() > columns;
    return place;
}

HandlerNames handlerOf(const json& row, const std::string& className)
{
    HandlerNames handler;
    handler.className = className;
    handler.name = row.at("name").get<std::string>();
    handler.begin = row.at("begin").get<std::uint32_t>();
    handler.end = row.at("end").get<std::uint32_t>();
    for (const json& parameter : row.at("parameters"))
        handler.variables.push_back(parameter.at("name").get<std::string>());
    handler.parameters = handler.variables.size();
    for (const json& local : row.at("locals"))
        handler.variables.push_back(local.at("name").get<std::string>());
    for (const json& statement : row.at("statements"))
        handler.statements.push_back(statementOf(statement));
    return handler;
}

} // namespace

const HandlerNames* Sidecar::handlerAt(std::uint32_t offset) const
{
    const auto it = std::ranges::find_if(
        handlers, [offset](const HandlerNames& handler) { return handler.begin <= offset && offset < handler.end; });
    return it == handlers.end() ? nullptr : &*it;
}

const StatementPlace* statementAt(const HandlerNames& handler, std::uint32_t offset)
{
    const auto after = std::ranges::upper_bound(handler.statements, offset, {}, &StatementPlace::offset);
    return after == handler.statements.begin() ? nullptr : &*std::prev(after);
}

std::optional<BreakpointSpot> spotFor(const Sidecar& sidecar, std::int64_t line)
{
    std::optional<BreakpointSpot> best;
    for (const HandlerNames& handler : sidecar.handlers)
        for (const StatementPlace& statement : handler.statements) {
            if (statement.source != 0 || statement.inner || statement.line < line)
                continue;
            if (!best || statement.line < best->statement->line)
                best = BreakpointSpot{&handler, &statement};
        }
    return best;
}

std::unique_ptr<Sidecar> readSidecar(std::string_view text, const fs::path& folder)
{
    const json all = json::parse(text, nullptr, false);
    try {
        if (!all.is_object() || all.at("format") != "kdb" || all.at("version") != 1)
            return nullptr;
        auto sidecar = std::make_unique<Sidecar>();
        for (const json& source : all.at("sources"))
            sidecar->sources.push_back((folder / source.at("path").get<std::string>()).lexically_normal());
        if (sidecar->sources.empty())
            return nullptr;
        sidecar->source = sidecar->compiled = sidecar->sources.front();
        sidecar->sourceHash = all.at("sources").at(0).at("hash").get<std::uint64_t>();
        sidecar->objectHash = all.at("objectHash").get<std::uint64_t>();
        for (const json& one : all.at("classes"))
            for (const json& handler : one.at("handlers"))
                sidecar->handlers.push_back(handlerOf(handler, one.at("name").get<std::string>()));
        return sidecar;
    } catch (const json::exception&) {
        return nullptr;
    }
}

void SidecarBook::findPlaces()
{
    places_.emplace();
    for (std::size_t tree = 0; tree < trees_.size(); ++tree) {
        if (trees_[tree].folder.empty())
            continue;
        std::error_code code;
        for (fs::recursive_directory_iterator it(trees_[tree].folder, fs::directory_options::skip_permission_denied, code), end;
             !code && it != end; it.increment(code)) {
            if (it->path().filename().string().starts_with('.'))
                it.disable_recursion_pending();
            else if (it->path().extension() == ".kdb")
                places_->try_emplace(lowerCase(it->path().stem().string()), SidecarFile{it->path(), tree});
        }
    }
}

const Sidecar* SidecarBook::find(const std::string& file)
{
    const std::string stem = stemOf(file);
    if (const auto known = read_.find(stem); known != read_.end())
        return known->second.get();
    if (!places_)
        findPlaces();
    const auto place = places_->find(stem);
    if (place == places_->end())
        return nullptr;
    const auto text = readTextFile(place->second.path);
    auto sidecar = text ? readSidecar(text.value(), place->second.path.parent_path()) : nullptr;
    if (const SidecarTree& tree = trees_[place->second.tree]; sidecar && !tree.original.empty()) {
        for (fs::path& source : sidecar->sources)
            if (const fs::path below = source.lexically_relative(tree.folder.lexically_normal());
                !below.empty() && *below.begin() != "..")
                if (std::error_code code; fs::exists(tree.original / below, code)) // what we made ourselves stands in the copy alone
                    source = tree.original / below;
        sidecar->source = sidecar->sources.front();
    }
    return (read_[stem] = std::move(sidecar)).get();
}

const Sidecar* SidecarBook::before(const std::string& file) const
{
    const auto it = before_.find(stemOf(file));
    return it == before_.end() ? nullptr : it->second.get();
}

void SidecarBook::keepText(const Sidecar& sidecar)
{
    const auto it = std::ranges::find_if(read_, [&](const auto& entry) { return entry.second.get() == &sidecar; });
    if (it == read_.end() || sidecar.text)
        return;
    auto text = readTextFile(sidecar.compiled);
    if (text && kod::contentHash(text.value()) == sidecar.sourceHash)
        it->second->text = std::move(text).value();
}

void SidecarBook::forget(bool keep)
{
    places_.reset();
    if (keep)
        for (auto& [stem, sidecar] : read_)
            if (sidecar != nullptr)
                before_.try_emplace(stem, std::move(sidecar)); // the oldest: handlers began in it
    read_.clear();
}

} // namespace blak::dap
