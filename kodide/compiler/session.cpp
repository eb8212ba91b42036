// SPDX-License-Identifier: GPL-3.0-or-later
#include "kodide/compiler/session.h"

#include "formats/base/windows1252.h"
#include "kodide/compiler/kodbase.h"

#include <algorithm>
#include <ranges>
#include <unordered_set>

namespace blak::kod {
namespace {

constexpr std::size_t shownWidth = 160; ///< bytes of a line that describe() shows

/// Of a class given twice the last one counts.
void dropReplaced(std::vector<BoundClass>& classes)
{
    std::unordered_set<const ClassInfo*> seen;
    std::vector<BoundClass> kept;
    for (BoundClass& entry : std::views::reverse(classes))
        if (seen.insert(entry.info).second)
            kept.push_back(std::move(entry));
    std::ranges::reverse(kept);
    classes = std::move(kept);
}

} // namespace

std::string shownText(std::string_view bytes)
{
    const bool isUtf8 = windows1252::fromUtf8(bytes).has_value();
    std::string text(bytes);
    for (char& c : text) {
        const auto byte = static_cast<unsigned char>(c);
        const bool unassigned = byte == 0x81 || byte == 0x8D || byte == 0x8F || byte == 0x90 || byte == 0x9D;
        if ((byte < 0x20 && c != '\t') || byte == 0x7F || (unassigned && !isUtf8))
            c = '?';
    }
    return isUtf8 ? text : windows1252::toUtf8(text);
}

bool hasErrors(const std::vector<Finding>& findings)
{
    return std::ranges::any_of(findings, [](const Finding& finding) { return finding.severity == Severity::Error; });
}

bool Session::readKodbase(std::string_view text, std::string_view file, std::vector<Finding>& findings)
{
    return kod::readKodbase(text, file, symbols_, dialect_, findings);
}

/// Classes of a failed file that the old compilers still believe to be new.
void Session::keepLingering(std::shared_ptr<SyntaxUnit> unit, BoundUnit bound, const std::vector<Finding>& findings)
{
    if (dialect_.failedClasses == Linger::None)
        return;
    dropReplaced(bound.classes);
    const auto error = std::ranges::find(findings, Severity::Error, &Finding::severity);
    if (dialect_.failedClasses == Linger::BeforeError && error != findings.end()) {
        std::erase_if(bound.classes, [&](const BoundClass& entry) { return std::uint64_t{entry.syntax->last} * 4 >= error->order; });
    }
    if (!bound.classes.empty())
        lingering_.push_back({std::move(unit), std::move(bound)});
}

UnitResult Session::compile(std::shared_ptr<SyntaxUnit> unitPointer, const UnitOptions& options, bool linger)
{
    SyntaxUnit& unit = *unitPointer;
    UnitResult result;
    std::vector<Finding> found;
    BoundUnit bound = binder_.bind(unit,
                                   {.run = options.run,
                                    .recheckIncludes = options.recheckIncludes,
                                    .keepMeanings = options.meanings,
                                    .includedMeanings = options.includedMeanings},
                                   found);
    result.findings = std::move(unit.findings);
    unit.findings.clear();
    result.findings.insert(result.findings.end(), std::make_move_iterator(found.begin()), std::make_move_iterator(found.end()));
    if (!options.consequences)
        std::erase_if(result.findings, &Finding::consequence);
    if (!result.findings.empty())
        std::ranges::stable_sort(result.findings, {}, &Finding::order);
    if (hasErrors(result.findings) || !options.generate) {
        result.good = !hasErrors(result.findings);
        if (linger)
            keepLingering(std::move(unitPointer), bound, result.findings);
        result.bound = std::move(bound);
        return result;
    }
    std::vector<BoundClass> classes;
    for (Lingering& earlier : lingering_)
        std::ranges::move(earlier.bound.classes, std::back_inserter(classes));
    if (!classes.empty()) {
        std::ranges::move(bound.classes, std::back_inserter(classes));
        dropReplaced(classes);
        bound.classes = std::move(classes);
    }
    std::vector<Finding> limits;
    result.object = writeObject(bound, unit, options.object, limits);
    result.resources = writeResources(bound, dialect_);
    for (Lingering& earlier : lingering_)
        result.earlier.push_back(std::move(earlier.unit));
    lingering_.clear();
    result.findings.insert(result.findings.end(), std::make_move_iterator(limits.begin()), std::make_move_iterator(limits.end()));
    result.bound = std::move(bound);
    result.good = !hasErrors(result.findings);
    return result;
}

std::string referenceText(const Finding& finding)
{
    std::string text;
    if (finding.referenceLine != 0)
        text = (finding.referenceFile.empty() ? finding.file : finding.referenceFile) + "(" + std::to_string(finding.referenceLine) + "): ";
    // What has no line there: errors of a source name it in front, as those with a line do; the rest names its file behind the kind.
    const bool hasFileOnly = finding.referenceLine == 0 && !finding.file.empty();
    const bool isOfSource = finding.severity == Severity::Error && finding.range.line != 0 &&
                            finding.code != diagnosticInfo(Code::KodbaseStopped).code;
    if (hasFileOnly && isOfSource)
        text = finding.file + ": ";
    text += finding.severity == Severity::Error ? "error: " : finding.severity == Severity::Warning ? "warning: " : "";
    if (hasFileOnly && !isOfSource)
        text += finding.file + ": ";
    return text + finding.message;
}

std::string describe(const Finding& finding, std::string_view text, bool colour)
{
    const auto paint = [&](std::string_view code, std::string_view words) {
        return colour ? "\033[" + std::string(code) + "m" + std::string(words) + "\033[0m" : std::string(words);
    };
    const bool isError = finding.severity == Severity::Error;
    std::string place = finding.file;
    if (finding.range.line != 0)
        place += ":" + std::to_string(finding.range.line) + ":" + std::to_string(finding.range.column);
    std::string out = place.empty() ? std::string() : paint("1", place + ":") + " ";
    out += paint(isError ? "1;31" : "1;35", isError ? "error:" : "warning:") + " " + shownText(finding.message) + " [" +
           finding.code + "]\n";
    if (finding.range.line != 0 && finding.range.begin <= text.size() && !text.empty()) {
        const std::string number = std::to_string(finding.range.line);
        std::string_view line = lineAt(text, finding.range.begin);
        std::size_t before = finding.range.column - 1;
        std::string left;
        std::string right;
        if (line.size() > shownWidth) { // the part around the place
            const std::size_t cut = std::min(before > shownWidth / 2 ? before - shownWidth / 2 : 0, line.size() - shownWidth);
            left = cut > 0 ? "..." : "";
            right = cut + shownWidth < line.size() ? "..." : "";
            line = line.substr(cut, shownWidth);
            before -= cut;
        }
        std::string under(left.size(), ' ');
        for (std::size_t i = 0; i < std::min(before, line.size()); ++i)
            under += line[i] == '\t' ? '\t' : ' ';
        const std::size_t length = finding.range.end > finding.range.begin ? finding.range.end - finding.range.begin : 1;
        const std::size_t room = line.size() > before ? line.size() - before : 1;
        under += paint("1;32", "^" + std::string(std::min(length, room) - 1, '~'));
        out += " " + number + " | " + left + shownText(line) + right + "\n " + std::string(number.size(), ' ') + " | " + under +
               "\n";
    }
    for (const Note& note : finding.notes) {
        out += "    note: " + shownText(note.message);
        if (note.range.line != 0)
            out += " (line " + std::to_string(note.range.line) + ")";
        out += "\n";
    }
    for (const Fix& fix : finding.fixes)
        out += "    fix: " + shownText(fix.title) + "\n";
    return out;
}

} // namespace blak::kod
