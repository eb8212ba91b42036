// SPDX-License-Identifier: GPL-3.0-or-later
#include "kodide/ui/written_expression.h"

#include "kodide/compiler/parser.h"
#include "kodide/ui/code_view.h"
#include "kodide/ui/kod_symbols.h"
#include "server/dap/snippets.h"
#include "ui/sentence.h"

#include <algorithm>
#include <memory>

namespace blak::ui::code {

QString grammarFault(const QString& expression)
{
    if (expression.isEmpty())
        return {};
    const std::string before = "Any\nmessages:\nTest()\n{\nreturn (" + expression.toStdString();
    const auto source = std::make_shared<kod::SourceText>(kod::SourceText{"expression", before + "\n);\n}\nend\n"});
    QString said;
    for (const kod::Dialect* dialect : kod::dialects()) { // good in one of them, good here
        const auto unit = kod::parse(source, *dialect, {});
        const auto fault = std::ranges::find_if(unit->findings, &kod::Finding::syntax);
        if (fault == unit->findings.end())
            return {};
        said = asSentence(QString::fromStdString(dap::faultInWords(*fault, before.size())));
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

QString nameFault(const CodeView& view, int line, const QString& expression)
{
    const auto symbols = view.tree() ? view.tree()->symbols() : nullptr;
    if (!symbols || line < 1)
        return {};
    const WithExpression tried = withExpression(view.text()->text(), line, expression);
    for (const kod::Finding& finding : symbols->check(view.indexPath(), tried.text).findings)
        if (finding.code == kod::diagnosticInfo(kod::Code::UnknownIdentifier).code && finding.range.file == 0 && finding.range.begin >= tried.begin && finding.range.begin < tried.end)
            return asSentence(QString::fromStdString(finding.message));
    return {};
}

} // namespace blak::ui::code
