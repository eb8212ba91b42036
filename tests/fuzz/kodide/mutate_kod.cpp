// SPDX-License-Identifier: GPL-3.0-or-later
// Compiles the programs of the conformance suite with tokens dropped, doubled, swapped or replaced, many hundreds a second. A
// crash, a hang, a failure without a reason and an error without a place end it, and the program is kept.
//
//     mutate_kod SUITE [--runs N | --minutes M] [--seed S]
#include "formats/base/file_io.h"
#include "kodide/compiler/lints.h"
#include "kodide/compiler/sidecar.h"

#include <algorithm>
#include <array>
#include <chrono>
#include <csignal>
#include <cstdio>
#include <cstdlib>
#include <fcntl.h>
#include <filesystem>
#include <random>
#include <set>
#include <string>
#include <unistd.h>

using namespace blak;
using namespace blak::kod;
namespace fs = std::filesystem;

namespace {

constexpr unsigned secondsPerProgram = 20; // more is a hang
constexpr std::size_t largestProgram = 20'000;
constexpr const char* keptFile = "mutated.kod";

struct Program
{
    fs::path file;
    const Dialect* dialect;
    std::vector<std::string> tokens; ///< with what stands before each
};

std::string current; ///< the text being compiled, for the signal handler

void onSignal(int signal)
{
    const char* what = signal == SIGALRM ? "hang" : "crash";
    const int file = ::open(keptFile, O_WRONLY | O_CREAT | O_TRUNC, 0666);
    if (file < 0 || ::write(file, current.data(), current.size()) < 0 ||
        ::write(2, what, std::char_traits<char>::length(what)) < 0)
        ::_exit(4);
    constexpr std::string_view text = ": see mutated.kod\n";
    if (::write(2, text.data(), text.size()) < 0)
        ::_exit(4);
    ::_exit(3);
}

std::vector<std::string> cut(const std::string& text, const Dialect& dialect)
{
    const auto source = std::make_shared<SourceText>(SourceText{"m.kod", text});
    const auto unit = parse(source, dialect, {.includes = nullptr, .home = {}, .recovery = Recovery::Compatible});
    std::vector<std::string> tokens;
    std::size_t at = 0;
    for (const Token& token : unit->tokens)
        if (token.source == 0 && token.begin >= at && token.length > 0) {
            tokens.push_back(text.substr(at, token.begin + token.length - at));
            at = token.begin + token.length;
        }
    tokens.push_back(text.substr(at));
    return tokens;
}

std::vector<Program> programs(const fs::path& suite)
{
    std::vector<Program> list;
    for (const Dialect* dialect : dialects()) {
        std::set<fs::path> files; // sorted: the same seed gives the same programs everywhere
        for (const auto& entry : fs::recursive_directory_iterator(suite / dialect->name))
            if (entry.path().extension() == ".kod")
                files.insert(entry.path());
        for (const fs::path& file : files)
            if (const auto text = readTextFile(file); text && text.value().size() < largestProgram)
                list.push_back({file, dialect, cut(text.value(), *dialect)});
    }
    return list;
}

class Mutator
{
public:
    explicit Mutator(unsigned seed) : random_(seed) {}

    std::size_t below(std::size_t limit) { return random_() % limit; }

    std::string mutate(std::vector<std::string> tokens)
    {
        constexpr std::array<int, 4> changes{1, 1, 2, 4};
        for (int i = changes[below(4)]; i > 0 && tokens.size() > 1; --i) {
            const std::size_t a = below(tokens.size());
            const std::size_t b = below(tokens.size());
            switch (below(4)) {
            case 0: tokens.erase(tokens.begin() + static_cast<std::ptrdiff_t>(a)); break;
            case 1: tokens.insert(tokens.begin() + static_cast<std::ptrdiff_t>(a), std::string(tokens[a])); break;
            case 2: std::swap(tokens[a], tokens[b]); break;
            default: tokens[a] = tokens[b]; break;
            }
        }
        std::string text;
        for (const std::string& token : tokens)
            text += token;
        return text;
    }

private:
    std::mt19937 random_;
};

/// Limits of handlers, and faults the old compilers find after all else, have no line in their format.
bool withoutOldLine(const std::string& code)
{
    constexpr std::array codes{Code::ArgumentLimit, Code::LocalLimit, Code::ParameterLimit, Code::DuplicateCase,
                               Code::TwoDefaults};
    return std::ranges::any_of(codes, [&](Code known) { return diagnosticInfo(known).code == code; });
}

std::string faultOf(const Program& program, const std::string& text, Recovery recovery)
{
    const auto source = std::make_shared<SourceText>(SourceText{"m.kod", text});
    IncludeStore includes({program.file.parent_path(), program.file.parent_path() / "include"});
    const std::shared_ptr<SyntaxUnit> unit =
        parse(source, *program.dialect, {.includes = &includes, .home = program.file.parent_path(), .recovery = recovery});
    Session session(*program.dialect);
    UnitOptions options;
    options.object.debugLines = true;
    UnitResult result = session.compile(unit, options);
    if (result.good) {
        lint(result.bound, *unit, result.findings);
        TreeLints tree;
        tree.add(result.bound, *unit);
        tree.finish(session.symbols(), result.findings);
        if (writeSidecar(result.bound, *unit, result.object).empty())
            return "no sidecar";
    } else if (!hasErrors(result.findings)) {
        return "fails without a reason";
    }
    for (const Finding& finding : result.findings) {
        const bool placed = finding.range.line != 0 && finding.range.column != 0 && !finding.file.empty() &&
                            finding.range.begin <= finding.range.end;
        if (!placed || finding.message.empty() || (finding.referenceLine == 0 && !withoutOldLine(finding.code)))
            return "lost the place of " + finding.code + ": " + finding.message;
    }
    return {};
}

} // namespace

int main(int count, char** words)
{
    const std::vector<std::string> arguments(words + 1, words + count);
    long runs = 3000;
    double minutes = 0;
    unsigned seed = 1;
    for (std::size_t i = 1; i + 1 < arguments.size(); i += 2) {
        if (arguments[i] == "--runs")
            runs = std::atol(arguments[i + 1].c_str());
        else if (arguments[i] == "--minutes")
            minutes = std::atof(arguments[i + 1].c_str());
        else if (arguments[i] == "--seed")
            seed = static_cast<unsigned>(std::atol(arguments[i + 1].c_str()));
    }
    const std::vector<Program> all = arguments.empty() ? std::vector<Program>() : programs(arguments[0]);
    if (all.empty()) {
        std::fputs("usage: mutate_kod SUITE [--runs N | --minutes M] [--seed S]\n", stderr);
        return 2;
    }
    for (const int signal : {SIGSEGV, SIGABRT, SIGBUS, SIGFPE, SIGILL, SIGALRM})
        std::signal(signal, onSignal);
    Mutator mutator(seed);
    using Clock = std::chrono::steady_clock;
    const auto end = Clock::now() + std::chrono::duration<double>(minutes * 60);
    long run = 0;
    for (; minutes > 0 ? Clock::now() < end : run < runs; ++run) {
        const Program& program = all[mutator.below(all.size())];
        current = mutator.mutate(program.tokens);
        for (const Recovery recovery : {Recovery::Compatible, Recovery::Editor}) {
            ::alarm(secondsPerProgram);
            const std::string fault = faultOf(program, current, recovery);
            ::alarm(0);
            if (fault.empty())
                continue;
            const bool kept = writeFileAtomically(keptFile, current, Backup::None).operator bool();
            std::fprintf(stderr, "%s (from %s, run %ld%s)\n", fault.c_str(), program.file.c_str(), run,
                         kept ? ", kept as mutated.kod" : "");
            return 1;
        }
    }
    std::printf("%ld mutated programs of %zu, no fault\n", run, all.size());
    return 0;
}
