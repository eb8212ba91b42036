// SPDX-License-Identifier: GPL-3.0-or-later
#include "kodide/ui/written_expression.h"

#include "kodide/compiler/parser.h"
#include "kodide/ui/code_view.h"
#include "kodide/ui/kod_symbols.h"
#include "server/dap/snippets.h"
#include "ui/sentence.h"

#include <QCoreApplication>

#include <algorithm>
#include <memory>

namespace blak::ui::code {

QString grammarFault(const QString& expression)
{
    if (expression.isEmpty())
        return {};
    const std::string opening = "Any\nmessages:\nTest()\n{\nreturn (";
    const std::size_t begin = opening.size();
    const std::string before = opening + expression.toStdString();
    const auto source = std::make_shared<kod::SourceText>(kod::SourceText{"expression", before + "\n);\n}\nend\n"});
    QString said;
    constexpr std::string_view openStill = "expected `)`, found ";
    for (const kod::Dialect* dialect : kod::dialects()) { // good in one of them, good here
        const auto unit = kod::parse(source, *dialect, {});
        const auto fault = std::ranges::find_if(unit->findings, &kod::Finding::syntax);
        if (fault == unit->findings.end())
            return {};
        const std::string why = dap::faultInWords(*fault, before.size());
        // Which is no parenthesis that somebody has written: there is a whole expression, and something behind it.
        const std::size_t written = fault->range.begin - std::min<std::size_t>(fault->range.begin, begin);
        const bool isBehind = why.starts_with(openStill) && fault->range.begin < before.size() &&
                              written > 0 && grammarFault(QString::fromStdString(expression.toStdString().substr(0, written))).isEmpty();
        said = isBehind ? asSentence(QCoreApplication::translate("BreakpointDialog", "unexpected %1 after the expression").arg(QString::fromStdString(why.substr(openStill.size()))))
                        : asSentence(QString::fromStdString(why));
    }
    return said;
}

WithExpression withExpression(const std::string& text, int line, const QString& expression)
{
    std::size_t at = 0;
    for (int i = 1; i < line && at < text.size(); ++i)
        at = std::min(text.find('\n', at), text.size() - 1) + 1;
    const std::string before = "if (", written = expression.toStdString();
    WithExpression out{text, at + before.size(), at + before.size() + written.size()};
    out.text.insert(at, before + written + "\n) { }\n");
    return out;
}

namespace {

/// The first message or class that a part of a text names, and that the tree lacks, in a sentence.
QString unknownFault(const kod::SyntaxUnit& unit, std::size_t begin, std::size_t end, const kod::TreeIndex& index)
{
    for (std::size_t i = 0; i + 1 < unit.tokens.size(); ++i) {
        const kod::Token &sign = unit.tokens[i], &name = unit.tokens[i + 1];
        const bool isMessage = sign.kind == kod::TokenKind::At, isClass = sign.kind == kod::TokenKind::Ampersand;
        if (sign.source != 0 || sign.begin < begin || sign.begin >= end || !(isMessage || isClass) ||
            name.kind != kod::TokenKind::Identifier)
            continue;
        const kod::NameKind wanted = isMessage ? kod::NameKind::Message : kod::NameKind::Class;
        const std::string spelling(unit.text(static_cast<kod::TokenIndex>(i + 1)));
        if (std::ranges::none_of(index.named(spelling), [wanted](const kod::SymbolKey& key) { return key.kind == wanted; }))
            return QCoreApplication::translate("BreakpointDialog", isMessage ? "Unknown message `%1`." : "Unknown class `%1`.")
                .arg(QString::fromStdString(spelling));
    }
    return {};
}

} // namespace

QString nameFault(const CodeView& view, int line, const QString& expression)
{
    const auto symbols = view.tree() ? view.tree()->symbols() : nullptr;
    if (!symbols || line < 1)
        return {};
    const WithExpression tried = withExpression(view.text()->text(), line, expression);
    const kod::CheckedText checked = symbols->check(view.indexPath(), tried.text);
    for (const kod::Finding& finding : checked.findings)
        if (finding.code == kod::diagnosticInfo(kod::Code::UnknownIdentifier).code && finding.range.file == 0 && finding.range.begin >= tried.begin && finding.range.begin < tried.end)
            return asSentence(QString::fromStdString(finding.message));
    const auto index = view.index();
    return index && checked.unit ? unknownFault(*checked.unit, tried.begin, tried.end, *index) : QString();
}

} // namespace blak::ui::code
