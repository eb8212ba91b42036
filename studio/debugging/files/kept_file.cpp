// SPDX-License-Identifier: GPL-3.0-or-later
#include "studio/debugging/files/kept_file.h"

#include "server/dap/protocol.h"

#include <nlohmann/json.hpp>

#include <cstdint>

namespace blak::debugfiles {
namespace {

using nlohmann::json;

constexpr std::size_t mostKept = 10'000;                      ///< breakpoints, and watches
constexpr std::size_t longestText = 4096, longestLine = 200; ///< bytes
constexpr std::int64_t lastLine = 100'000'000;

struct Field
{
    const char* name;
    std::string KeptBreakpoint::* text;
};
constexpr Field fields[]{{"at", &KeptBreakpoint::at},       {"name", &KeptBreakpoint::name}, {"condition", &KeptBreakpoint::condition},
                         {"hits", &KeptBreakpoint::hits},   {"log", &KeptBreakpoint::log},   {"text", &KeptBreakpoint::text},
                         {"above", &KeptBreakpoint::above},   {"below", &KeptBreakpoint::below}, {"print", &KeptBreakpoint::print}};

/// Not in the middle of a character.
std::string_view shortened(std::string_view text, std::size_t longest)
{
    if (text.size() <= longest)
        return text;
    std::size_t end = longest;
    while (end > 0 && (static_cast<unsigned char>(text[end]) & 0xC0) == 0x80)
        --end;
    return text.substr(0, end);
}

bool isOnLine(const std::string& at) { return at != "message:" && at != "write:"; }

} // namespace

std::string keptLine(std::string_view line)
{
    constexpr std::string_view blanks = " \t\r\n\v\f";
    const std::size_t begin = line.find_first_not_of(blanks);
    if (begin == line.npos)
        return {};
    line = shortened(line.substr(begin), longestLine);
    return std::string(line.substr(0, line.find_last_not_of(blanks) + 1));
}

std::string textPrint(std::string_view text)
{
    std::uint64_t hash = 0xcbf29ce484222325; // FNV-1a
    for (const char letter : text)
        if (letter != '\r')
            hash = (hash ^ static_cast<unsigned char>(letter)) * 0x100000001b3;
    std::string hex(16, '0');
    for (auto digit = hex.rbegin(); digit != hex.rend(); ++digit, hash >>= 4)
        *digit = "0123456789abcdef"[hash & 15];
    return hex;
}

Kept parseKept(std::string_view text)
{
    Kept kept;
    const json all = json::parse(text.begin(), text.end(), nullptr, false);
    if (!all.is_object())
        return kept;
    for (const json& row : dap::listOf(all, "breakpoints")) {
        if (!row.is_object() || kept.breakpoints.size() >= mostKept)
            continue;
        KeptBreakpoint one;
        for (const Field& field : fields)
            one.*field.text = shortened(dap::textOf(row, field.name), longestText);
        one.text = keptLine(one.text);
        one.once = dap::flagOf(row, "once");
        one.off = dap::flagOf(row, "off");
        const std::int64_t line = dap::numberOf(row, "line");
        if (one.at.empty() || (isOnLine(one.at) ? line < 1 || line > lastLine : one.name.empty()))
            continue;
        one.line = isOnLine(one.at) ? static_cast<int>(line) : 0;
        kept.breakpoints.push_back(std::move(one));
    }
    for (const json& one : dap::listOf(all, "watches"))
        if (one.is_string() && kept.watches.size() < mostKept)
            kept.watches.emplace_back(shortened(one.get_ref<const std::string&>(), longestText));
    return kept;
}

std::string keptText(const Kept& kept)
{
    json all = json::object();
    for (const KeptBreakpoint& one : kept.breakpoints) {
        json row = json::object();
        for (const Field& field : fields)
            if (!(one.*field.text).empty())
                row[field.name] = one.*field.text;
        if (one.line > 0)
            row["line"] = one.line;
        if (one.once)
            row["once"] = true;
        if (one.off)
            row["off"] = true;
        all["breakpoints"].push_back(std::move(row));
    }
    if (!kept.watches.empty())
        all["watches"] = kept.watches;
    return all.empty() ? std::string() : all.dump(-1, ' ', false, json::error_handler_t::replace); // a text may be no UTF-8
}

} // namespace blak::debugfiles
