// SPDX-License-Identifier: GPL-3.0-or-later
#include "kodide/compiler/syntax.h"

namespace blak::kod {

SourceRange SyntaxUnit::range(TokenIndex first, TokenIndex last) const
{
    const Token& from = tokens[first];
    const Token& to = tokens[last];
    const LineColumn place = lineColumn(from.source, from.begin);
    const std::uint32_t end =
        to.source == from.source && to.begin + to.length >= from.begin ? to.begin + to.length : from.begin + from.length;
    return {from.source, from.begin, end, place.line, place.column};
}

LineColumn SyntaxUnit::lineColumn(std::uint32_t source, std::uint32_t offset) const
{
    if (lines.size() < sources.size())
        lines.resize(sources.size());
    if (!lines[source])
        lines[source].emplace(sources[source]->text);
    return lines[source]->at(offset);
}

std::uint32_t SyntaxUnit::referenceLine(TokenIndex token) const
{
    const Token& t = tokens[token];
    return t.kind == TokenKind::EndOfLine ? t.line - 1 : t.line;
}

Finding& report(const SyntaxUnit& unit, std::vector<Finding>& findings, Code code, TokenIndex first, TokenIndex last,
                TokenIndex reduce, std::string message)
{
    const DiagnosticInfo& info = diagnosticInfo(code);
    Finding finding;
    finding.severity = info.severity;
    finding.code = info.code;
    finding.range = unit.range(first, last);
    finding.file = unit.sources[unit.tokens[first].source]->name;
    finding.message = std::move(message);
    finding.referenceLine = unit.referenceLine(reduce);
    if (unit.tokens[reduce].source != unit.tokens[first].source)
        finding.referenceFile = unit.sources[unit.tokens[reduce].source]->name;
    finding.order = std::uint64_t{reduce} * 4 + 1;
    findings.push_back(std::move(finding));
    return findings.back();
}

} // namespace blak::kod
