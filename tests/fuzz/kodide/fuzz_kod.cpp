// SPDX-License-Identifier: GPL-3.0-or-later
#include "kodide/compiler/kodbase.h"
#include "kodide/compiler/lints.h"
#include "kodide/compiler/parser.h"
#include "kodide/compiler/session.h"
#include "kodide/compiler/sidecar.h"
#include "kodide/compiler/statement_lines.h"

#include <algorithm>
#include <cstdlib>
#include <string>

using namespace blak::kod;

namespace {

/// Where a world can stop: lines of the handler, in order.
void checkLines(const SyntaxUnit& unit)
{
    for (const HandlerLines& one : statementLines(unit)) {
        if (!std::ranges::is_sorted(one.lines))
            std::abort();
        for (const int line : one.lines)
            if (one.placeFor(line) != line || one.next(line) != line)
                std::abort();
    }
}

/// The same text as a header that is looked at by itself.
void checkHeader(const SourcePointer& source, const Dialect& dialect, const ParseOptions& options)
{
    const auto header = parseHeader(source, dialect, options);
    if (!header)
        return; // one of classes
    for (const Finding& finding : header->unit.findings)
        if (finding.range.begin > source->text.size() || finding.range.end > source->text.size() || finding.message.empty())
            std::abort(); // a lost place
}

} // namespace

/// First byte: bit 0 dialect, bit 1 recovery of the old parsers, bit 2 a knowledge base instead of a program.
extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size)
{
    if (size == 0)
        return 0;
    const std::uint8_t flags = data[0];
    const Dialect& dialect = flags & 1 ? open105Dialect() : classicDialect();
    std::string text(reinterpret_cast<const char*>(data + 1), size - 1);
    Session session(dialect);
    if (flags & 4) {
        std::vector<Finding> findings;
        session.readKodbase(text, "kodbase.txt", findings);
        const std::string written = writeKodbase(session.symbols());
        text = "A\nmessages:\n   F(a = 1) { return @F; }\nend\n";
    }
    const ParseOptions options{.includes = nullptr, .home = {}, .recovery = flags & 2 ? Recovery::Compatible : Recovery::Editor};
    const auto source = std::make_shared<SourceText>(SourceText{"fuzz.kod", std::move(text)});
    const std::shared_ptr<SyntaxUnit> unit = parse(source, dialect, options);
    checkLines(*unit);
    checkHeader(source, dialect, options);
    UnitOptions unitOptions;
    unitOptions.object.debugLines = true;
    UnitResult result = session.compile(unit, unitOptions);
    if (result.good) {
        lint(result.bound, *unit, result.findings);
        if (writeSidecar(result.bound, *unit, result.object).empty())
            std::abort();
    } else if (result.findings.empty()) {
        std::abort(); // a failure without a reason
    }
    for (const Finding& finding : result.findings)
        if (finding.range.begin > source->text.size() || finding.range.end > source->text.size() || finding.message.empty())
            std::abort(); // a lost place
    return 0;
}
