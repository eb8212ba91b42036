// SPDX-License-Identifier: GPL-3.0-or-later
#include "studio/blak/diagnostic_output.h"

#include "kodide/compiler/session.h"

#include <map>

namespace blak::cli {
namespace {

bool isInText(const SourceRange& range) { return range.line != 0 || range.end != 0; }

Json rangeJson(const SourceRange& range)
{
    return {{"line", range.line}, {"column", range.column}, {"begin", range.begin}, {"end", range.end}};
}

/// A path as the reference of a URI: letters that have a meaning there, and all beyond ASCII, as %XX.
std::string uriOf(std::string_view path)
{
    constexpr std::string_view digits = "0123456789ABCDEF";
    constexpr std::string_view plain = "-._~/";
    std::string uri = path.starts_with('/') ? "file://" : "";
    for (const char c : path) {
        const auto byte = static_cast<unsigned char>(c);
        const bool isPlain = (c >= '0' && c <= '9') || (c >= 'A' && c <= 'Z') || (c >= 'a' && c <= 'z') || plain.find(c) != plain.npos;
        if (isPlain)
            uri += c;
        else
            uri += {'%', digits[byte >> 4], digits[byte & 0xFu]};
    }
    return uri;
}

std::string_view levelOf(Severity severity)
{
    return severity == Severity::Error ? "error" : severity == Severity::Warning ? "warning" : "note";
}

Json regionOf(const SourceRange& range)
{
    Json region;
    if (range.line != 0)
        region["startLine"] = range.line;
    if (range.column != 0)
        region["startColumn"] = range.column;
    region["byteOffset"] = range.begin;
    region["byteLength"] = range.end > range.begin ? range.end - range.begin : 0;
    return region;
}

Json locationOf(const Diagnostic& finding, const SourceRange& range)
{
    Json location;
    location["physicalLocation"]["artifactLocation"]["uri"] = uriOf(finding.file);
    if (isInText(range))
        location["physicalLocation"]["region"] = regionOf(range);
    return location;
}

/// What is said of a place in a text may quote it; of parts of rooms and sprites the sentences are our own, and UTF-8.
std::string messageOf(const Diagnostic& finding)
{
    return finding.place.empty() && finding.parts.empty() ? kod::shownText(finding.message) : finding.message;
}

Json resultOf(const Diagnostic& finding)
{
    Json location = locationOf(finding, finding.range);
    for (const PartPlace& part : finding.parts)
        location["logicalLocations"].push_back({{"name", std::to_string(part.id)}, {"kind", part.kind}});
    if (finding.parts.empty() && !finding.place.empty())
        location["logicalLocations"].push_back({{"fullyQualifiedName", finding.place}});
    Json result{{"ruleId", finding.code},
                {"level", std::string(levelOf(finding.severity))},
                {"message", {{"text", messageOf(finding)}}}};
    if (!finding.file.empty())
        result["locations"] = Json::array({std::move(location)});
    for (const Note& note : finding.notes) {
        Json related = locationOf(finding, note.range);
        related["message"]["text"] = kod::shownText(note.message);
        result["relatedLocations"].push_back(std::move(related));
    }
    for (const Fix& fix : finding.fixes) {
        if (fix.apply)
            continue; // changes of documents that are no texts have no form there
        Json replacement{{"deletedRegion", regionOf(fix.range)}, {"insertedContent", {{"text", fix.replacement}}}};
        Json change{{"artifactLocation", {{"uri", uriOf(finding.file)}}}, {"replacements", Json::array({std::move(replacement)})}};
        result["fixes"].push_back({{"description", {{"text", fix.title}}}, {"artifactChanges", Json::array({std::move(change)})}});
    }
    return result;
}

} // namespace

Json diagnosticJson(const Diagnostic& finding)
{
    Json entry;
    entry["file"] = finding.file;
    if (isInText(finding.range) || finding.place.empty())
        entry["range"] = rangeJson(finding.range);
    entry["severity"] = std::string(severityName(finding.severity));
    entry["code"] = finding.code;
    entry["message"] = messageOf(finding);
    if (!finding.place.empty())
        entry["place"] = finding.place;
    for (const PartPlace& part : finding.parts)
        entry["parts"].push_back({{"kind", part.kind}, {"id", part.id}});
    for (const Note& note : finding.notes)
        entry["notes"].push_back({{"range", rangeJson(note.range)}, {"message", kod::shownText(note.message)}});
    for (const Fix& fix : finding.fixes) {
        Json one{{"title", fix.title}};
        if (!fix.apply) {
            one["range"] = rangeJson(fix.range);
            one["replacement"] = fix.replacement;
        }
        entry["fixes"].push_back(std::move(one));
    }
    return entry;
}

Json diagnosticsJson(std::span<const Diagnostic> findings)
{
    Json list = Json::array();
    for (const Diagnostic& finding : findings)
        list.push_back(diagnosticJson(finding));
    return list;
}

Json sarifLog(std::span<const Diagnostic> findings, const RuleTexts& rules)
{
    std::map<std::string, RuleText, std::less<>> used;
    for (const Diagnostic& finding : findings)
        if (!finding.code.empty() && !used.contains(finding.code))
            used.emplace(finding.code, rules(finding.code));
    Json driver{{"name", "blak"}, {"rules", Json::array()}};
    for (const auto& [code, text] : used) {
        Json rule{{"id", code}};
        if (!text.title.empty())
            rule["shortDescription"]["text"] = text.title;
        if (!text.explanation.empty())
            rule["fullDescription"]["text"] = text.explanation;
        driver["rules"].push_back(std::move(rule));
    }
    Json run{{"tool", {{"driver", std::move(driver)}}}, {"columnKind", "unicodeCodePoints"}, {"results", Json::array()}};
    for (const Diagnostic& finding : findings)
        run["results"].push_back(resultOf(finding));
    return {{"$schema", "https://json.schemastore.org/sarif-2.1.0.json"}, {"version", "2.1.0"}, {"runs", Json::array({std::move(run)})}};
}

} // namespace blak::cli
