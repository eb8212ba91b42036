// SPDX-License-Identifier: GPL-3.0-or-later
#include "kodide/compiler/bc_driver.h"

#include "formats/base/file_io.h"
#include "kodide/compiler/bc_resources.h"
#include "kodide/compiler/kodbase.h"
#include "kodide/compiler/session.h"
#include "kodide/compiler/tree_order.h"

#include <algorithm>
#include <filesystem>
#include <optional>

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
    std::vector<std::string> trees;
    std::vector<std::string> files;
    ResourceChecks checks;
    std::vector<Finding> findings; ///< about the switches themselves
    bool listLocals = false;
    bool faulty = false;
};

/// A switch is `-x` or `/x`; longer words that begin with a slash are paths here.
char switchLetter(const std::string& word)
{
    if (word.size() >= 2 && word[0] == '-')
        return lower(word[1]);
    if (word.size() == 2 && word[0] == '/' && isClass(word[1], LetterClass))
        return lower(word[1]);
    return '\0';
}

Arguments parseArguments(std::span<const std::string> words, std::ostream& out)
{
    Arguments arguments;
    for (std::size_t i = 0; i < words.size(); ++i) {
        const std::string& word = words[i];
        if (word.starts_with("--dialect=")) {
            const Dialect* dialect = findDialect(std::string_view(word).substr(10));
            if (!dialect) {
                out << "error: unknown dialect " << word.substr(10) << "; known are classic, classic97 and open105\n";
                arguments.faulty = true;
                continue;
            }
            arguments.dialect = dialect;
            continue;
        }
        const char letter = switchLetter(word);
        if (letter == '\0') {
            arguments.files.push_back(word);
            continue;
        }
        const auto value = [&]() -> std::string {
            if (word.size() > 2)
                return word.substr(2);
            if (i + 1 < words.size())
                return words[++i];
            out << "error: " << word << " needs a value\n";
            arguments.faulty = true;
            return {};
        };
        switch (letter) {
        case 'd': arguments.debugLines = true; break;
        case 'k': arguments.kodbase = value(); break;
        case 'i':
            if (const std::string folder = value(); arguments.includes.size() < includeFolderLimit)
                arguments.includes.emplace_back(folder);
            else
                arguments.findings.push_back(
                    findingOf(Code::TooManyIncludeFolders, folder, "too many include directories; this one is not searched"));
            break;
        case 'o': arguments.outputFolder = value(); break;
        case 'r': arguments.trees.push_back(value()); break;
        case 'a': arguments.checks.sameText = true; break;
        case 'b': arguments.checks.noGerman = true; break;
        case 'c': arguments.checks.unreferenced = true; break;
        case 'l': arguments.listLocals = true; break;
        default:
            out << "error: unknown switch " << word << "\n";
            arguments.faulty = true;
            break;
        }
    }
    return arguments;
}

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
        const ParseOptions options{.includes = &includes_, .home = homeFolder(file), .recovery = Recovery::Compatible};
        const std::shared_ptr<SyntaxUnit> unit = parse(source, dialect_, options);
        UnitOptions unitOptions;
        unitOptions.recheckIncludes = arguments_.trees.empty();
        unitOptions.generate = !skipNext_;
        unitOptions.object = {.debugLines = arguments_.debugLines, .sourceName = embeddedName};
        const bool skipped = std::exchange(skipNext_, false);
        UnitResult result = session_.compile(unit, unitOptions, true);
        const bool ended = trimToReference(result.findings);
        print(result.findings);
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
        return arguments_.trees.empty() ? fs::path() : fs::path(file).parent_path();
    }

    /// Cuts the findings where the old compiler would have stopped. True when it would have ended the run there.
    bool trimToReference(std::vector<Finding>& findings)
    {
        std::size_t errors = 0;
        for (std::size_t i = 0; i < findings.size(); ++i) {
            const bool fatal = findings[i].syntax && dialect_.syntaxErrorEndsRun;
            errors += findings[i].severity == Severity::Error;
            if (!fatal && errors <= errorLimit)
                continue;
            findings.resize(i + 1);
            if (!fatal)
                findings.push_back(findingOf(Code::TooManyErrors, findings[i].file,
                                             "more than " + std::to_string(errorLimit) + " errors; stopped here"));
            return true;
        }
        return false;
    }

    bool wanted(const Finding& finding) const
    {
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
    const TreeOrder order = makefileOrder(root, scan);
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
        if (!run.compile(file.source, fs::path(file.source).filename().string()))
            return false;
        dead[i] = !run.fileGood();
    }
    return true;
}

} // namespace

int runBc(std::span<const std::string> words, std::ostream& out)
{
    const Arguments arguments = parseArguments(words, out);
    if (arguments.faulty)
        return 1;
    if (arguments.files.empty() && arguments.trees.empty()) {
        out << "No files specified!\n"
               "usage: bc [--dialect=classic|open105] [-d] [-K kodbase] [-I folder]... [-O folder] [-r folder] file...\n";
        return arguments.dialect->kodbasePerFile ? 1 : 0;
    }
    Run run(arguments, out);
    run.print(arguments.findings);
    bool going = run.start();
    for (const std::string& tree : arguments.trees)
        going = going && compileTree(run, tree);
    for (const std::string& argument : arguments.files) {
        const std::string file = sourceFile(argument);
        going = going && run.compile(file, file);
    }
    if (!going)
        return 1;
    return run.finish() && arguments.findings.empty() ? 0 : 1;
}

} // namespace blak::kod
