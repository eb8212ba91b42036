// SPDX-License-Identifier: GPL-3.0-or-later
#include "kodide/compiler/bc_driver.h"

#include "formats/base/dialects.h"
#include "formats/base/file_io.h"
#include "kodide/compiler/bc_resources.h"
#include "kodide/compiler/kodbase.h"
#include "kodide/compiler/session.h"
#include "kodide/compiler/tree_order.h"

#include <algorithm>
#include <array>
#include <filesystem>
#include <functional>
#include <optional>
#include <unistd.h>

namespace blak::kod {
namespace {

namespace fs = std::filesystem;

constexpr std::size_t includeFolderLimit = 20;
constexpr std::size_t errorLimit = 25;

struct Arguments
{
    const Dialect* dialect = &classicDialect();
    bool debugLines = false;
    std::string kodbase = "kodbase.txt";
    std::vector<fs::path> includes;
    std::string outputFolder;
    bool directoryMode = false;     ///< from then on words are folders; files are forgotten
    std::vector<std::string> trees; ///< only the first is compiled
    std::vector<std::string> files;
    ResourceChecks checks;
    std::vector<Finding> findings; ///< about the switches themselves
    bool listLocals = false;
    bool faulty = false;
};

/// A switch is `-x...` or `/x`: only its first letter counts. Longer words that begin with a slash are paths here.
bool isSwitch(const std::string& word)
{
    return word.starts_with('-') || (word.size() == 2 && word[0] == '/' && isClass(word[1], LetterClass));
}

bool isReadable(const std::string& path) { return ::access(path.c_str(), R_OK) == 0; }

/// Notes are no diagnostics: the old compilers go on after them.
class ArgumentReader
{
public:
    ArgumentReader(std::span<const std::string> words, std::ostream& out) : words_(words), out_(out) {}

    Arguments read()
    {
        takeDialect();
        for (at_ = 0; at_ < words_.size() && !arguments_.faulty; ++at_) {
            const std::string& word = words_[at_];
            if (word.starts_with(dialectOption))
                continue;
            if (isSwitch(word))
                takeSwitch(word.size() > 1 ? lower(word[1]) : '\0', word);
            else
                (arguments_.directoryMode ? arguments_.trees : arguments_.files).push_back(word);
        }
        return std::move(arguments_);
    }

private:
    static constexpr std::string_view dialectOption = "--dialect=";

    /// Which switches there are depends on it, wherever it stands.
    void takeDialect()
    {
        for (const std::string& word : words_) {
            if (!word.starts_with(dialectOption))
                continue;
            if (const Dialect* dialect = findDialect(std::string_view(word).substr(dialectOption.size())))
                arguments_.dialect = dialect;
            else
                refuse("error: unknown dialect " + word.substr(dialectOption.size()) + "; known are " + dialectNames());
        }
    }

    void refuse(const std::string& text)
    {
        out_ << text << "\n";
        arguments_.faulty = true;
    }

    /// The word after the switch; none at the end, where the switch is ignored with a note.
    std::optional<std::string> value(const std::string& word, std::string_view what)
    {
        if (at_ + 1 < words_.size())
            return words_[++at_];
        out_ << "note: " << word << " needs " << what << "; ignored\n";
        return std::nullopt;
    }

    void takeSwitch(char letter, const std::string& word)
    {
        switch (letter) {
        case 'd': arguments_.debugLines = true; return;
        case 'k':
            if (auto file = value(word, "a file"))
                arguments_.kodbase = std::move(*file);
            return;
        case 'i':
            if (const auto folder = value(word, "a folder"))
                takeInclude(*folder);
            return;
        default: break;
        }
        if (!arguments_.dialect->directoryMode || !takeLaterSwitch(letter, word))
            out_ << "note: unknown switch " << word << "; ignored\n";
    }

    /// Switches that came with the compilers of whole folders.
    bool takeLaterSwitch(char letter, const std::string& word)
    {
        switch (letter) {
        case 'o':
            if (auto folder = value(word, "a folder"))
                arguments_.outputFolder = std::move(*folder);
            return true;
        case 'r': arguments_.directoryMode = true; return true;
        case 'a': arguments_.checks.sameText = true; return true;
        case 'b': arguments_.checks.noGerman = true; return true;
        case 'c': arguments_.checks.unreferenced = true; return true;
        case 'l': arguments_.listLocals = true; return true;
        default: return false;
        }
    }

    void takeInclude(const std::string& folder)
    {
        if (!isReadable(folder))
            refuse(folder + ": the include folder cannot be read");
        else if (arguments_.includes.size() < includeFolderLimit)
            arguments_.includes.emplace_back(folder);
        else
            arguments_.findings.push_back(
                findingOf(Code::TooManyIncludeFolders, folder, "too many include directories; this one is not searched"));
    }

    std::span<const std::string> words_;
    std::ostream& out_;
    std::size_t at_ = 0;
    Arguments arguments_;
};

/// Source file an argument stands for: as it is when it exists, else with the extension .kod.
std::string sourceFile(const std::string& argument)
{
    std::error_code code;
    const fs::path path(argument);
    if (path.extension() == ".kod" || path.extension() == ".KOD")
        return argument;
    const std::string name = path.filename().string();
    const std::string stem = name.substr(0, name.find('.'));
    return path.has_parent_path() ? (path.parent_path() / (stem + ".kod")).string() : stem + ".kod";
}

std::string withExtension(const std::string& source, std::string_view extension)
{
    return fs::path(source).replace_extension(extension).string();
}

class Run
{
public:
    Run(const Arguments& arguments, std::ostream& out)
        : arguments_(arguments), out_(out), dialect_(*arguments.dialect), session_(dialect_), includes_(arguments.includes)
    {
    }

    bool start()
    {
        std::error_code code;
        if (!fs::exists(arguments_.kodbase, code)) {
            print({findingOf(Code::KodbaseUnreadable, {}, "no knowledge base " + arguments_.kodbase + " yet")});
            return true;
        }
        const auto text = readTextFile(arguments_.kodbase);
        if (!text) {
            out_ << "error: " << text.error().text() << "\n";
            failed_ = true;
            return true;
        }
        std::vector<Finding> findings;
        if (!session_.readKodbase(text.value(), fs::path(arguments_.kodbase).filename().string(), findings)) {
            failed_ = true;
            skipNext_ = dialect_.kodbasePerFile; // its error counts as one of the first file
        }
        print(findings);
        return true;
    }

    /// False when the run must end.
    bool compile(const std::string& file, const std::string& embeddedName)
    {
        fileGood_ = false;
        auto text = readTextFile(file, sourceLimit);
        if (!text) {
            out_ << file << ": cannot be read: " << text.error().what << "\n"; // no diagnostic in the old format
            failed_ = true;
            return false;
        }
        const auto source = std::make_shared<SourceText>(SourceText{file, std::move(text).value()});
        const ParseOptions options{.includes = &includes_, .home = homeFolder(file), .recovery = Recovery::Compatible,
                                   .includeOnce = arguments_.directoryMode};
        const std::shared_ptr<SyntaxUnit> unit = parse(source, dialect_, options);
        UnitOptions unitOptions;
        unitOptions.recheckIncludes = !arguments_.directoryMode;
        unitOptions.generate = !skipNext_;
        unitOptions.consequences = true;
        unitOptions.object = {.debugLines = arguments_.debugLines, .sourceName = embeddedName};
        const bool skipped = std::exchange(skipNext_, false);
        UnitResult result = session_.compile(unit, unitOptions, true);
        if (dialect_.directoryMode)
            orderWarnings(result);
        const bool ended = trimToReference(result.findings);
        print(result.findings);
        if (tooMany_)
            out_ << "more than " << errorLimit << " errors; stopped here\n";
        if (skipped || !result.good) {
            failed_ = failed_ || !result.good;
            if (result.object.bytes.empty())
                return !ended;
            lastGood_ = false;
            std::error_code code;
            if (fs::remove(withExtension(file, ".bof"), code))
                out_ << "warning: deleted " << withExtension(file, ".bof") << "\n";
            return !ended;
        }
        return write(file, *unit, result);
    }

    void missingSource(const std::string& name)
    {
        out_ << "error: a makefile names " << name << ", which does not exist\n";
        failed_ = true;
    }

    void missingMakefile(const fs::path& folder)
    {
        out_ << folder.string() << ": no makefile\n";
        failed_ = true;
    }

    const Dialect& dialect() const { return dialect_; }

    bool finish()
    {
        if (!dialect_.kodbasePerFile && lastGood_)
            saveKodbase();
        if (dialect_.subclassWarning) {
            const auto stale = session_.binder().staleDescendants(1);
            if (!stale.empty()) {
                std::string message = "these subclasses must be compiled again:";
                for (const ClassInfo* info : stale)
                    message += " " + std::string(info->symbol->spelling);
                print({findingOf(Code::RecompileSubclasses, {}, std::move(message))});
            }
        }
        return !failed_;
    }

    void print(const std::vector<Finding>& findings)
    {
        for (const Finding& finding : findings)
            if (wanted(finding))
                out_ << shownText(referenceText(finding)) << "\n";
    }

    bool failed() const { return failed_; }
    bool fileGood() const { return fileGood_; }

private:
    fs::path homeFolder(const std::string& file) const
    {
        return !arguments_.directoryMode ? fs::path() : fs::path(file).parent_path();
    }

    /// Warnings that the newer compilers give while they write the object: last, for handlers in the order of their messages, and
    /// only when there is an object to write.
    static void orderWarnings(UnitResult& result)
    {
        const auto late = [](const Finding& finding) {
            return std::ranges::any_of(std::array{Code::ResultDropped, Code::UnusedLocal, Code::DuplicateCase, Code::TwoDefaults},
                                       [&](Code code) { return finding.code == diagnosticInfo(code).code; });
        };
        const auto begin = std::ranges::stable_partition(result.findings, std::not_fn(late)).begin();
        if (std::any_of(result.findings.begin(), begin, [](const Finding& f) { return f.severity == Severity::Error; })) {
            result.findings.erase(begin, result.findings.end());
            return;
        }
        std::vector<std::pair<std::uint64_t, std::uint64_t>> handlers; // order of the first finding a handler can have, its rank
        for (std::size_t i = 0; i < result.bound.classes.size(); ++i)
            for (const BoundHandler& handler : result.bound.classes[i].handlers)
                handlers.emplace_back(std::uint64_t{handler.syntax->name} * 4,
                                      std::uint64_t{i} << 32 | static_cast<std::uint32_t>(handler.message ? handler.message->id : 0));
        std::ranges::sort(handlers);
        const auto rank = [&](const Finding& finding) {
            const auto after = std::ranges::upper_bound(handlers, finding.order, {}, [](const auto& row) { return row.first; });
            return after == handlers.begin() ? 0 : (after - 1)->second;
        };
        std::ranges::stable_sort(begin, result.findings.end(), {}, [&](const Finding& f) { return std::pair(rank(f), f.order); });
        const auto fault =
            std::find_if(begin, result.findings.end(), [](const Finding& f) { return f.severity == Severity::Error; });
        if (fault == result.findings.end())
            return;
        const std::uint64_t end = endOfStatement(result.bound, fault->order);
        const auto rest = std::find_if(fault, result.findings.end(),
                                       [&](const Finding& f) { return rank(f) != rank(*fault) || f.order >= end; });
        result.findings.erase(rest, result.findings.end());
    }

    /// Where the statement of a handler's body that has a fault ends; nothing of what follows is looked at.
    static std::uint64_t endOfStatement(const BoundUnit& bound, std::uint64_t order)
    {
        for (const BoundClass& owner : bound.classes)
            for (const BoundHandler& handler : owner.handlers)
                for (const Statement* statement : handler.syntax->body)
                    if (std::uint64_t{statement->first} * 4 <= order && order < std::uint64_t{statement->last} * 4)
                        return std::uint64_t{statement->last} * 4 + 4;
        return order;
    }

    /// Cuts the findings where the old compiler would have stopped. True when it would have ended the run there.
    bool trimToReference(std::vector<Finding>& findings)
    {
        for (std::size_t i = 0; i < findings.size(); ++i) {
            const bool fatal = findings[i].syntax && dialect_.syntaxErrorEndsRun;
            errors_ += findings[i].severity == Severity::Error;
            if (!fatal && errors_ <= errorLimit)
                continue;
            findings.resize(i + 1);
            tooMany_ = !fatal;
            return true;
        }
        return false;
    }

    bool wanted(const Finding& finding) const
    {
        if (finding.ours)
            return false;
        if (finding.code == diagnosticInfo(Code::UnusedLocal).code)
            return dialect_.uninitializedRefused || arguments_.listLocals;
        return true;
    }

    bool write(const std::string& file, const SyntaxUnit& unit, UnitResult& result)
    {
        const std::string object = withExtension(file, ".bof");
        const std::string resources = withExtension(file, ".rsc");
        if (!save(object, result.object.bytes))
            return false;
        if (!arguments_.outputFolder.empty() &&
            !save((fs::path(arguments_.outputFolder) / "loadkod" / fs::path(object).filename()).string(), result.object.bytes))
            return false;
        if (!result.resources.empty()) {
            if (!save(resources, result.resources))
                return false;
            if (!arguments_.outputFolder.empty() &&
                !save((fs::path(arguments_.outputFolder) / "rsc" / fs::path(resources).filename()).string(), result.resources))
                return false;
            if (dialect_.resourceLanguages) {
                std::vector<Finding> warnings;
                checkResources(result.bound, unit, arguments_.checks, warnings);
                for (Finding& warning : warnings) { // they are about the file, not about a line
                    warning.referenceLine = 0;
                    warning.file = resources;
                }
                print(warnings);
            }
        }
        lastGood_ = fileGood_ = true;
        return !dialect_.kodbasePerFile || saveKodbase();
    }

    bool save(const std::string& file, std::span<const std::byte> bytes)
    {
        std::error_code code;
        if (!arguments_.outputFolder.empty() && fs::path(file).has_parent_path())
            fs::create_directories(fs::path(file).parent_path(), code);
        return report(writeFileQuickly(file, bytes));
    }

    bool saveKodbase()
    {
        const std::string text = writeKodbase(session_.symbols());
        const std::size_t externals = session_.symbols().externals().size();
        if (externals != 0 && dialect_.kodbasePerFile)
            print({findingOf(Code::UnresolvedExternals, {}, std::to_string(externals) + " unresolved externals")});
        return report(writeFileQuickly(arguments_.kodbase, std::as_bytes(std::span(text))));
    }

    bool report(const Result<void>& status)
    {
        if (status)
            return true;
        out_ << "error: " << status.error().text() << "\n";
        failed_ = true;
        return false;
    }

    const Arguments& arguments_;
    std::ostream& out_;
    const Dialect& dialect_;
    Session session_;
    IncludeStore includes_;
    std::size_t errors_ = 0; ///< of the run
    bool tooMany_ = false;
    bool failed_ = false;
    bool skipNext_ = false;
    bool lastGood_ = false; ///< the file that was lowered last kept within all limits
    bool fileGood_ = false;
};

/// Time of the newest text a file is made of: the source and its language file.
fs::file_time_type newestSource(const fs::path& source)
{
    std::error_code code;
    const auto language = fs::path(source).replace_extension(".lkod");
    auto time = fs::last_write_time(source, code);
    if (fs::exists(language, code))
        time = std::max(time, fs::last_write_time(language, code));
    return time;
}

/// Directory mode: the order of the makefiles; a file is compiled again when it, its language file or its parent changed.
/// What lies below a class that failed is left alone.
bool compileTree(Run& run, const std::string& root)
{
    FolderScan scan;
    const TreeOrder order = makefileOrder(root, scan, run.dialect());
    for (const fs::path& folder : order.withoutMakefile)
        run.missingMakefile(folder);
    if (!order.withoutMakefile.empty())
        return false;
    for (const fs::path& missing : order.missing)
        run.missingSource(missing.filename().string());
    std::vector<bool> redone(order.files.size());
    std::vector<bool> dead(order.files.size());
    for (std::size_t i = 0; i < order.files.size(); ++i) {
        const TreeFile& file = order.files[i];
        const bool parentRedone = file.parent >= 0 && redone[static_cast<std::size_t>(file.parent)];
        if (file.parent >= 0 && dead[static_cast<std::size_t>(file.parent)]) {
            dead[i] = true;
            continue;
        }
        std::error_code code;
        const fs::path object = fs::path(file.source).replace_extension(".bof");
        const bool current = fs::exists(object, code) && fs::last_write_time(object, code) >= newestSource(file.source);
        if (current && !parentRedone)
            continue;
        redone[i] = true;
        if (!run.compile(file.source, file.name))
            return false;
        dead[i] = !run.fileGood();
    }
    return true;
}

} // namespace

int runBc(std::span<const std::string> words, std::ostream& out)
{
    const Arguments arguments = ArgumentReader(words, out).read();
    if (arguments.faulty)
        return 1;
    if (arguments.directoryMode ? arguments.trees.empty() : arguments.files.empty()) {
        out << (arguments.directoryMode ? "No directory specified!\n" : "No files specified!\n")
            << "usage: bc [--dialect=classic|classic97|open105|open29] [-d] [-K kodbase] [-I folder]... [-O folder] [-r] file...|folder\n";
        return arguments.dialect->kodbasePerFile || arguments.directoryMode || words.empty() ? 1 : 0;
    }
    Run run(arguments, out);
    run.print(arguments.findings);
    bool going = run.start();
    if (arguments.directoryMode)
        going = going && compileTree(run, arguments.trees.front());
    for (const std::string& argument : arguments.directoryMode ? std::vector<std::string>() : arguments.files) {
        const std::string file = sourceFile(argument);
        going = going && run.compile(file, file);
    }
    if (!going)
        return 1;
    return run.finish() && arguments.findings.empty() ? 0 : 1;
}

} // namespace blak::kod
