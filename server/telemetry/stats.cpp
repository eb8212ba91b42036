// SPDX-License-Identifier: GPL-3.0-or-later
#include "server/telemetry/stats.h"

#include "formats/base/windows1252.h"

#include <nlohmann/json.hpp>

namespace blak::serve {
namespace {

using nlohmann::json;

json jsonOf(const vm::Value& value, const vm::Vm& machine)
{
    std::optional<std::string> text;
    switch (value.tag) {
    case bof::Tag::Nil: return nullptr;
    case bof::Tag::String: text = machine.stringText(value.data); break;
    case bof::Tag::Resource: text = machine.resourceText(value.data); break;
    case bof::Tag::TempString: text = machine.tempString(); break;
    default: break;
    }
    return text ? json(windows1252::toUtf8(*text)) : json(value.data);
}

} // namespace

JsonLinesStats::JsonLinesStats(std::filesystem::path file, const vm::Vm& machine, std::uint64_t largest)
    : file_(std::move(file)), vm_(machine), largest_(largest)
{
    open();
}

void JsonLinesStats::open()
{
    out_.open(file_, [](std::uint64_t lost, std::string_view why) {
        return json{{"lost", lost}, {"why", why}}.dump(-1, ' ', true, json::error_handler_t::replace) + "\n";
    });
}

void JsonLinesStats::rotate()
{
    out_.close();
    std::error_code ignored;
    const auto numbered = [&](int number) { return std::filesystem::path(file_.string() + "." + std::to_string(number)); };
    for (int i = kept - 1; i > 0; --i)
        std::filesystem::rename(numbered(i), numbered(i + 1), ignored);
    std::filesystem::rename(file_, numbered(1), ignored);
    open();
}

void JsonLinesStats::record(std::int64_t unixTime, std::int64_t kind, std::span<const vm::Value> values)
{
    json line{{"time", unixTime}, {"kind", kind}, {"values", json::array()}};
    for (const vm::Value& value : values)
        line["values"].push_back(jsonOf(value, vm_));
    const std::string text = line.dump(-1, ' ', true, json::error_handler_t::replace) + "\n";
    out_.put(text, true);
    if (out_.size() > largest_)
        rotate();
}

} // namespace blak::serve
