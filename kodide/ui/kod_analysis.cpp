// SPDX-License-Identifier: GPL-3.0-or-later
#include "kodide/ui/kod_analysis.h"

#include "kodide/compiler/characters.h"
#include "kodide/compiler/parser.h"
#include "kodide/ui/rough_outline.h"
#include "ui/sentence.h"

#include <algorithm>
#include <array>
#include <optional>

namespace blak::ui::code {
namespace {

using kod::SyntaxUnit;
using kod::TokenIndex;

constexpr std::size_t mostProblems = 500;
constexpr qsizetype mostDetail = 80; ///< characters

QString textOf(std::string_view text) { return QString::fromUtf8(text.data(), static_cast<qsizetype>(text.size())); }

class Outliner
{
public:
    explicit Outliner(const SyntaxUnit& unit) : unit_(unit)
    {
        const std::string& text = unit.sources[0]->text;
        for (std::size_t at = 0; at < text.size(); ++at)
            if (text[at] == '\n' || (text[at] == '\r' && (at + 1 == text.size() || text[at + 1] != '\n')))
                lineStarts_.push_back(at + 1);
    }

    int lineOf(std::size_t offset) const
    {
        return static_cast<int>(std::ranges::upper_bound(lineStarts_, offset) - lineStarts_.begin()) - 1;
    }

    QVector<OutlineEntry> run() const
    {
        QVector<OutlineEntry> classes;
        for (const kod::ClassSyntax* syntax : unit_.classes)
            if (isOwn(syntax->name))
                classes.push_back(classEntry(*syntax));
        return classes;
    }

    /// Of a header: its constants, in no class.
    QVector<OutlineEntry> constants(std::span<const kod::Declaration> all) const
    {
        OutlineEntry owner;
        addDeclarations(owner, OutlineEntry::Kind::Constant, all);
        return owner.members;
    }

private:
    using Kind = OutlineEntry::Kind;

    bool isOwn(TokenIndex token) const { return token < unit_.tokens.size() && unit_.tokens[token].source == 0; }

    OutlineEntry entry(Kind kind, TokenIndex name, TokenIndex last) const
    {
        OutlineEntry made;
        made.kind = kind;
        made.name = textOf(unit_.text(name));
        made.begin = unit_.tokens[name].begin;
        made.end = isOwn(last) && last >= name ? unit_.tokens[last].begin + unit_.tokens[last].length
                                               : made.begin + unit_.tokens[name].length;
        made.line = lineOf(unit_.tokens[name].begin);
        return made;
    }

    QString expressionText(const kod::Expression* expression) const
    {
        if (expression == nullptr || !isOwn(expression->first) || !isOwn(expression->last))
            return {};
        const auto begin = unit_.tokens[expression->first].begin;
        const kod::Token& last = unit_.tokens[expression->last];
        if (last.begin < begin)
            return {};
        return textOf(std::string_view(unit_.sources[0]->text).substr(begin, last.begin + last.length - begin))
            .simplified()
            .left(mostDetail);
    }

    void addDeclarations(OutlineEntry& owner, Kind kind, std::span<const kod::Declaration> declarations) const
    {
        for (const kod::Declaration& one : declarations) {
            if (one.fragment != nullptr || !isOwn(one.name))
                continue;
            OutlineEntry made = entry(kind, one.name, one.value != nullptr ? one.value->last : one.name);
            made.detail = expressionText(one.value);
            owner.members.push_back(std::move(made));
        }
    }

    OutlineEntry classEntry(const kod::ClassSyntax& syntax) const
    {
        OutlineEntry made = entry(Kind::Class, syntax.name, syntax.last);
        if (syntax.super != kod::noToken)
            made.detail = textOf(unit_.text(syntax.super));
        addDeclarations(made, Kind::Constant, syntax.constants);
        for (const kod::ResourceDeclaration& one : syntax.resources) {
            if (!isOwn(one.name))
                continue;
            OutlineEntry resource = entry(Kind::Resource, one.name, one.text);
            resource.detail = textOf(unit_.text(one.text)).simplified().left(mostDetail);
            made.members.push_back(std::move(resource));
        }
        addDeclarations(made, Kind::Classvar, syntax.classvars);
        addDeclarations(made, Kind::Property, syntax.properties);
        for (const kod::Handler* handler : syntax.handlers) {
            if (!isOwn(handler->name))
                continue;
            OutlineEntry message = entry(Kind::Message, handler->name, handler->last);
            QStringList parameters;
            for (const kod::Parameter& parameter : handler->parameters)
                parameters << textOf(unit_.text(parameter.name));
            message.detail = u'(' + parameters.join(QStringLiteral(", ")) + u')';
            made.members.push_back(std::move(message));
        }
        for (const OutlineEntry& member : made.members)
            made.end = std::max(made.end, member.end);
        return made;
    }

    const SyntaxUnit& unit_;
    std::vector<std::size_t> lineStarts_{0};
};

void addConstants(NameSet& names, const SyntaxUnit& unit, std::span<const kod::Declaration> constants)
{
    for (const kod::Declaration& one : constants) {
        if (one.fragment != nullptr) {
            if (*one.fragment)
                addConstants(names, (*one.fragment)->unit, (*one.fragment)->constants);
            continue;
        }
        std::string name(unit.text(one.name));
        std::ranges::transform(name, name.begin(), kod::lower);
        names.insert(std::move(name));
    }
}

qsizetype sizeOf(const QVector<OutlineEntry>& classes)
{
    qsizetype entries = classes.size();
    for (const OutlineEntry& one : classes)
        entries += one.members.size();
    return entries;
}

QString outsideOf(const QVector<OutlineEntry>& classes)
{
    QString all;
    for (const OutlineEntry& one : classes) {
        all += QStringLiteral("%1 is %2\n").arg(one.name, one.detail);
        for (const OutlineEntry& member : one.members)
            if (member.kind == OutlineEntry::Kind::Property || member.kind == OutlineEntry::Kind::Classvar ||
                member.kind == OutlineEntry::Kind::Resource)
                all += QStringLiteral("%1 %2\n").arg(static_cast<int>(member.kind)).arg(member.name);
    }
    return all.toLower();
}

CodeProblem problemOf(const kod::Finding& finding, const std::string& text, const Outliner& outliner)
{
    CodeProblem problem;
    problem.severity = finding.severity;
    problem.sentence = asSentence(textOf(finding.message));
    problem.code = QString::fromStdString(finding.code);
    problem.begin = static_cast<qsizetype>(std::min<std::size_t>(finding.range.begin, text.size()));
    problem.end = static_cast<qsizetype>(std::clamp<std::size_t>(finding.range.end, finding.range.begin, text.size()));
    problem.line = outliner.lineOf(static_cast<std::size_t>(problem.begin));
    for (const Fix& fix : finding.fixes)
        if (fix.range.file == 0)
            problem.fixes.push_back(fix);
    return problem;
}

void addProblems(KodAnalysis& result, const std::string& text, const std::vector<kod::Finding>& findings, const Outliner& outliner)
{
    for (const kod::Finding& finding : findings) {
        if (finding.range.file != 0)
            continue; // of an include file, which tells it itself
        result.problems.push_back(problemOf(finding, text, outliner));
        if (result.problems.size() >= static_cast<qsizetype>(mostProblems))
            break;
    }
}

/// A header is no source: what it holds stands in the block of constants of whoever includes it. Nothing when the text is one of
/// classes in spite of its name.
std::optional<KodAnalysis> headerAnalysis(const std::string& text, const std::filesystem::path& file, const kod::Dialect& dialect,
                                          kod::IncludeStore* includes)
{
    std::string ending = file.extension().string();
    std::ranges::transform(ending, ending.begin(), kod::lower);
    if (ending != ".khd")
        return std::nullopt;
    const auto source = std::make_shared<kod::SourceText>(kod::SourceText{file.string(), text});
    const auto header = kod::parseHeader(
        source, dialect, {.includes = includes, .home = file.parent_path(), .recovery = kod::Recovery::Editor});
    if (!header)
        return std::nullopt;
    KodAnalysis result;
    const Outliner outliner(header->unit);
    result.classes = outliner.constants(header->constants);
    result.hasGrammarFaults = std::ranges::any_of(header->unit.findings, &kod::Finding::syntax);
    addConstants(result.constants, header->unit, header->constants);
    addProblems(result, text, header->unit.findings, outliner);
    return result;
}

KodAnalysis analysisOf(const std::string& text, const SyntaxUnit& unit, const std::vector<kod::Finding>& findings,
                       const kod::Dialect& dialect)
{
    KodAnalysis result;
    const Outliner outliner(unit);
    result.classes = outliner.run();
    result.handlers = kod::statementLines(unit);
    result.hasGrammarFaults = std::ranges::any_of(findings, &kod::Finding::syntax);
    if (result.hasGrammarFaults) {
        // What the grammar lost behind a fault is still there to be found.
        QVector<OutlineEntry> rough = roughOutline(text, dialect);
        if (sizeOf(rough) > sizeOf(result.classes))
            result.classes = std::move(rough);
    }
    for (const kod::ClassSyntax* one : unit.classes)
        addConstants(result.constants, unit, one->constants);
    result.outside = outsideOf(result.classes);
    addProblems(result, text, findings, outliner);
    return result;
}

} // namespace

KodAnalysis analyseKod(const std::string& text, const std::filesystem::path& file, const kod::Dialect& dialect,
                       kod::IncludeStore* includes)
{
    if (auto header = headerAnalysis(text, file, dialect, includes))
        return std::move(*header);
    const auto source = std::make_shared<kod::SourceText>(kod::SourceText{file.string(), text});
    const auto unit =
        kod::parse(source, dialect, {.includes = includes, .home = file.parent_path(), .recovery = kod::Recovery::Editor});
    return analysisOf(text, *unit, unit->findings, dialect);
}

KodAnalysis analyseKod(const std::string& text, const std::filesystem::path& file, const kod::TreeSymbols& tree,
                       std::optional<kod::CheckedText>* checked, const kod::TreeIndex* index)
{
    if (auto header = headerAnalysis(text, file, *tree.tree().dialect, &tree.includes())) {
        header->knowsTree = true;
        return std::move(*header);
    }
    kod::CheckedText found = tree.check(file, text);
    if (index != nullptr)
        std::ranges::move(index->findings(found), std::back_inserter(found.findings));
    KodAnalysis result = analysisOf(text, *found.unit, found.findings, *tree.tree().dialect);
    result.knowsTree = true;
    if (checked != nullptr)
        *checked = std::move(found);
    return result;
}

QString outlineIcon(OutlineEntry::Kind kind)
{
    static constexpr std::array icons{
#define X(name, icon, title) icon,
        KOD_OUTLINE_KINDS(X)
#undef X
    };
    return QLatin1String(icons[static_cast<std::size_t>(kind)]);
}

} // namespace blak::ui::code
