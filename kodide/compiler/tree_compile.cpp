// SPDX-License-Identifier: GPL-3.0-or-later
#include "kodide/compiler/tree_compile.h"

#include "formats/base/file_io.h"
#include "kodide/compiler/bc_resources.h"
#include "kodide/compiler/build_state.h"
#include "kodide/compiler/characters.h"
#include "kodide/compiler/folder_scan.h"
#include "kodide/compiler/kodbase.h"
#include "kodide/compiler/lints.h"
#include "kodide/compiler/parse_ahead.h"
#include "kodide/compiler/session.h"
#include "kodide/compiler/sidecar.h"

#include <algorithm>
#include <unistd.h>
#include <unordered_set>

namespace blak::kod {
namespace {

namespace fs = std::filesystem;

class TreeBuild
{
public:
    TreeBuild(const KodTree& tree, const TreeOptions& options)
        : tree_(tree), root_(tree.root), options_(options), dialect_(*tree.dialect), kodbaseFile_(tree.kodbase),
          stateFile_(tree.root / ".blak-build"), includes_(tree.includes, options.files)
    {
        result_.dialect = &dialect_;
    }

    TreeResult run()
    {
        const TreeOrder order = tree_.order(scan_);
        result_.files = order.files.size();
        reportMissing(order);
        loadState();
        std::vector<std::size_t> dirty = findDirty(order);
        if (dirty.empty())
            return std::move(result_);
        // The knowledge base numbers everything; without a state of this tree its ids are still kept.
        Session session(dialect_);
        std::error_code code;
        const bool fresh = options_.all || options_.checkOnly;
        if (!fresh && fs::exists(kodbaseFile_, code)) {
            if (const auto text = readTextFile(kodbaseFile_))
                session.readKodbase(text.value(), kodbaseFile_.string(), result_.findings);
        }
        compileDirty(session, order, dirty);
        if (!options_.checkOnly)
            finish(session);
        else if (options_.lints && result_.good()) // names of a file with errors would be missed
            treeLints_.finish(session.symbols(), result_.findings);
        result_.externals = session.symbols().externals().size();
        return std::move(result_);
    }

private:
    void reportMissing(const TreeOrder& order)
    {
        const auto warn = [this](const fs::path& place, const char* message) {
            Finding finding = findingOf(Code::MissingSource, place.string(), message);
            finding.severity = Severity::Warning;
            result_.findings.push_back(std::move(finding));
        };
        for (const fs::path& missing : order.missing)
            warn(missing, "a makefile names this file, which does not exist");
        if (!order.files.empty() && order.withoutMakefile != std::vector<fs::path>{root_})
            for (const fs::path& folder : order.withoutMakefile)
                warn(folder, "the folder is named like an object and has no makefile; nothing in it is compiled");
    }

    std::string settings() const
    {
        return std::string(dialect_.name) + (options_.debugLines ? "-d" : "") + (options_.sidecars ? "-s" : "") +
               (options_.output.empty() ? "" : " " + options_.output.string());
    }

    void loadState()
    {
        // Without the knowledge base the numbers in the objects cannot be known.
        if (!options_.all && !options_.checkOnly && ::access(kodbaseFile_.c_str(), F_OK) == 0)
            state_ = readBuildState(stateFile_, settings());
        state_.settings = settings();
        changedIncludes_.resize(state_.includes.size());
        for (std::size_t i = 0; i < state_.includes.size(); ++i)
            changedIncludes_[i] = includeChanged(state_.includes[i]);
    }

    bool includeChanged(BuiltInclude& include)
    {
        const auto stamp = stampNow(include.path);
        if (!stamp)
            return true;
        if (*stamp == include.stamp && *stamp != FileStamp{} && !options_.verify)
            return false;
        const auto text = includes_.source().readText(include.path, sourceLimit);
        if (!text || contentHash(text.value()) != include.hash)
            return true;
        include.stamp = *stamp;
        stateChanged_ = true;
        return false;
    }

    /// Of unsaved work there is none: its content is compared each time, and that of the file after it.
    std::optional<FileStamp> stampNow(const std::string& path)
    {
        return includes_.source().isOverlaid(path) ? FileStamp{} : scan_.stamp(path);
    }
    FileStamp stampOfBuilt(const fs::path& path) const
    {
        return includes_.source().isOverlaid(path) ? FileStamp{} : stampOf(path).value_or(FileStamp{});
    }

    std::string relative(const std::string& source) const
    {
        const std::string& root = root_.native();
        return source.starts_with(root) && source.size() > root.size() + 1 ? source.substr(root.size() + 1) : source;
    }

    /// Files whose own text, includes or outputs changed; in order. Descendants follow from the layouts.
    std::vector<std::size_t> findDirty(const TreeOrder& order)
    {
        std::vector<std::size_t> dirty;
        names_.reserve(order.files.size());
        for (std::size_t i = 0; i < order.files.size(); ++i) {
            names_.push_back(relative(order.files[i].source));
            if (isDirty(order.files[i].source, names_.back()))
                dirty.push_back(i);
        }
        if (dirty.empty() && stateChanged_) {
            const std::string state = writeBuildState(state_, names_);
            save(stateFile_, std::as_bytes(std::span(state)));
        }
        return dirty;
    }

    bool isDirty(const std::string& source, const std::string& name)
    {
        BuiltFile* file = state_.find(name);
        if (!file || !hasOutputs(source, *file))
            return true;
        for (const std::uint32_t number : file->includes())
            if (number >= changedIncludes_.size() || changedIncludes_[number])
                return true;
        const auto stamp = stampNow(source);
        if (!stamp)
            return true;
        if (*stamp != file->stamp || *stamp == FileStamp{} || options_.verify) {
            const auto text = includes_.source().readText(source, sourceLimit);
            if (!text || contentHash(text.value()) != file->hash)
                return true;
            file->stamp = *stamp;
            stateChanged_ = true;
        }
        return false;
    }

    bool hasOutputs(const std::string& source, const BuiltFile& file)
    {
        const std::size_t stem = source.size() - std::string_view(".kod").size();
        const std::size_t folder = source.rfind('/', stem) + 1; // 0 when there is none
        std::string path;
        const auto exists = [&](std::string_view before, std::size_t from, std::string_view extension) {
            path.assign(before).append(source, from, stem - from).append(extension);
            return scan_.kind(path) == FolderScan::Kind::File;
        };
        if (!exists("", 0, ".bof") || (file.resources && !exists("", 0, ".rsc")) || (options_.sidecars && !exists("", 0, ".kdb")))
            return false;
        return options_.output.empty() || (exists(options_.output.native() + "/loadkod/", folder, ".bof") &&
                                           (!file.resources || exists(options_.output.native() + "/rsc/", folder, ".rsc")));
    }

    void compileDirty(Session& session, const TreeOrder& order, const std::vector<std::size_t>& dirty)
    {
        // Files below a class whose layout changes are found on the way; they are parsed when they are met.
        std::vector<char> wanted(order.files.size());
        for (const std::size_t i : dirty)
            wanted[i] = 1;
        std::vector<fs::path> ahead;
        ahead.reserve(dirty.size());
        for (const std::size_t i : dirty)
            ahead.push_back(order.files[i].source);
        ParseAhead parsed(std::move(ahead), dialect_, includes_, options_.threads);
        std::size_t next = 0;
        std::size_t errors = 0;
        for (std::size_t i = 0; i < order.files.size(); ++i) {
            const bool own = wanted[i] != 0;
            if (!own && !belowChanged(names_[i]))
                continue;
            if (options_.cancelled != nullptr && options_.cancelled->load()) {
                result_.stopped = true;
                leaveForNextTime(i, wanted);
                return;
            }
            ParsedFile file = own ? parsed.take(next++) : parseFile(order.files[i].source, dialect_, includes_);
            std::size_t k = result_.findings.size();
            compileFile(session, order.files[i], names_[i], file);
            while (k < result_.findings.size() && errors < options_.errorLimit)
                errors += result_.findings[k++].severity == Severity::Error;
            if (options_.progress)
                options_.progress(++done_, dirty.size());
            if (errors >= options_.errorLimit) {
                stop(k, i + 1 < order.files.size());
                leaveForNextTime(i + 1, wanted);
                return;
            }
        }
    }

    /// What was not reached is out of date still: the state would have it that classes above are as they were.
    void leaveForNextTime(std::size_t from, const std::vector<char>& wanted)
    {
        for (std::size_t i = from; i < names_.size(); ++i)
            if (wanted[i] != 0 || belowChanged(names_[i]))
                state_.erase(names_[i]);
    }

    /// After the last error that is wanted: forgets what was found behind it.
    void stop(std::size_t kept, bool moreFiles)
    {
        if (kept == result_.findings.size() && !moreFiles)
            return;
        result_.findings.resize(kept);
        result_.stopped = true;
        result_.findings.push_back(
            findingOf(Code::TooManyErrors, {}, "more than " + std::to_string(options_.errorLimit) + " errors; stopped here"));
    }

    bool belowChanged(const std::string& name)
    {
        if (changedClasses_.empty())
            return false;
        const BuiltFile* file = state_.find(name);
        return file && std::ranges::any_of(file->classes(),
                                           [this](const BuiltClass& entry) { return changedClasses_.contains(entry.super); });
    }

    void compileFile(Session& session, const TreeFile& place, const std::string& name, const ParsedFile& file)
    {
        const fs::path source = place.source;
        ++result_.compiled;
        if (!file.unit) {
            ++result_.failed;
            result_.findings.push_back(findingOf(Code::FileUnreadable, source.string(), file.fault));
            return;
        }
        SyntaxUnit& unit = *file.unit;
        if (std::ranges::any_of(unit.classes, [&](const ClassSyntax* syntax) {
                return syntax->super != noToken && failedClasses_.contains(lowerText(unit.text(syntax->super)));
            })) { // its faults would be consequences
            fail(name, unit);
            if (options_.checkOnly) // other files may use its names
                session.compile(file.unit, optionsOfUnit(place));
            return;
        }
        result_.lines += static_cast<std::size_t>(std::ranges::count(unit.sources[0]->text, '\n'));
        UnitResult compiled = session.compile(file.unit, optionsOfUnit(place));
        if (options_.lints && compiled.good) {
            lint(compiled.bound, unit, compiled.findings);
            if (dialect_.resourceLanguages)
                checkResources(compiled.bound, unit, {}, compiled.findings);
            treeLints_.add(compiled.bound, unit);
        } else if (!options_.lints)
            std::erase_if(compiled.findings, [](const Finding& finding) { return finding.code.starts_with("K08"); });
        std::ranges::move(compiled.findings, std::back_inserter(result_.findings));
        if (!compiled.good || (!options_.checkOnly && !write(source, unit, compiled))) {
            fail(name, unit);
            return;
        }
        remember(source, name, unit, compiled);
    }

    UnitOptions optionsOfUnit(const TreeFile& place)
    {
        UnitOptions options;
        options.run = dialect_.kodbasePerFile ? ++run_ : 1; // there each file is a run of its own
        options.recheckIncludes = dialect_.kodbasePerFile;
        options.generate = !options_.checkOnly;
        options.object = {.debugLines = options_.debugLines, .sourceName = place.name};
        return options;
    }

    void fail(const std::string& name, const SyntaxUnit& unit)
    {
        ++result_.failed;
        state_.erase(name);
        for (const ClassSyntax* syntax : unit.classes)
            failedClasses_.insert(lowerText(unit.text(syntax->name)));
    }

    bool save(const fs::path& file, std::span<const std::byte> bytes)
    {
        if (const auto status = writeFileQuickly(file, bytes); !status) {
            result_.findings.push_back(findingOf(Code::FileUnreadable, file.string(), status.error().what));
            return false;
        }
        return true;
    }

    bool write(const fs::path& source, const SyntaxUnit& unit, const UnitResult& compiled)
    {
        const fs::path object = fs::path(source).replace_extension(".bof");
        const fs::path resources = fs::path(source).replace_extension(".rsc");
        const auto bytes = std::span<const std::byte>(compiled.object.bytes);
        const auto resourceBytes = std::span<const std::byte>(compiled.resources);
        if (!options_.output.empty() && !outputReady_) {
            std::error_code code;
            fs::create_directories(options_.output / "loadkod", code);
            fs::create_directories(options_.output / "rsc", code);
            outputReady_ = true;
        }
        bool good = save(object, bytes);
        if (!options_.output.empty())
            good = good && save(options_.output / "loadkod" / object.filename(), bytes);
        if (!compiled.resources.empty()) {
            good = good && save(resources, resourceBytes);
            if (!options_.output.empty())
                good = good && save(options_.output / "rsc" / resources.filename(), resourceBytes);
        }
        if (options_.sidecars) {
            const std::string sidecar = writeSidecar(compiled.bound, unit, compiled.object);
            good = good && save(fs::path(source).replace_extension(".kdb"), std::as_bytes(std::span(sidecar)));
        }
        return good;
    }

    /// Whatever decides the numbers that descendants use.
    std::uint64_t layoutOf(const BoundClass& bound) const
    {
        std::string text = std::to_string(bound.classvarCount) + " " + std::to_string(bound.propertyCount);
        for (const auto* list : {&bound.info->classvars, &bound.info->properties})
            for (const MemberInfo& member : *list)
                text += "\n" + lowerText(member.spelling) + " " + std::to_string(member.number);
        if (bound.info->super) {
            const std::string super = lowerText(bound.info->super->symbol->spelling);
            const auto known = layouts_.find(super);
            text += "\n" + super + " " + std::to_string(known == layouts_.end() ? 0 : known->second);
        }
        return contentHash(text);
    }

    void remember(const fs::path& source, const std::string& name, const SyntaxUnit& unit, const UnitResult& compiled)
    {
        const BuiltFile* known = state_.find(name);
        const std::vector<BuiltClass> before = known ? known->classes() : std::vector<BuiltClass>();
        BuiltFile built;
        built.path = name;
        built.stamp = stampOfBuilt(source);
        built.hash = contentHash(unit.sources[0]->text);
        built.resources = !compiled.resources.empty();
        for (const IncludeUse& include : unit.includes)
            if (include.source)
                built.addInclude(includeNumber(*include.source));
        for (const BoundClass& bound : compiled.bound.classes) {
            BuiltClass entry{.name = lowerText(bound.info->symbol->spelling), .super = {}};
            if (bound.info->super) {
                entry.super = lowerText(bound.info->super->symbol->spelling);
                if (!layouts_.contains(entry.super))
                    layouts_[entry.super] = storedLayout(entry.super);
            }
            entry.layout = layouts_[entry.name] = layoutOf(bound);
            const auto old = std::ranges::find(before, entry.name, &BuiltClass::name);
            if (old == before.end() || old->layout != entry.layout)
                changedClasses_.insert(entry.name);
            built.addClass(entry);
        }
        state_.put(std::move(built));
    }

    std::uint64_t storedLayout(const std::string& className)
    {
        if (storedLayouts_.empty())
            for (const BuiltFile& file : state_.files())
                for (const BuiltClass& entry : file.classes())
                    storedLayouts_[entry.name] = entry.layout;
        const auto place = storedLayouts_.find(className);
        return place == storedLayouts_.end() ? 0 : place->second;
    }

    std::uint32_t includeNumber(const SourceText& source)
    {
        const auto [place, fresh] = includeNumbers_.try_emplace(source.name, 0);
        if (fresh) {
            const auto known = std::ranges::find(state_.includes, source.name, &BuiltInclude::path);
            place->second = static_cast<std::uint32_t>(known - state_.includes.begin());
            if (known == state_.includes.end())
                state_.includes.push_back({source.name, {}, 0});
            BuiltInclude& include = state_.includes[place->second];
            include.stamp = stampOfBuilt(source.name);
            include.hash = contentHash(source.text);
        }
        return place->second;
    }

    void finish(Session& session)
    {
        const std::string kodbase = writeKodbase(session.symbols());
        save(kodbaseFile_, std::as_bytes(std::span(kodbase)));
        const std::string state = writeBuildState(state_, names_);
        save(stateFile_, std::as_bytes(std::span(state)));
    }

    const KodTree& tree_;
    fs::path root_;
    const TreeOptions& options_;
    const Dialect& dialect_;
    fs::path kodbaseFile_;
    fs::path stateFile_;
    IncludeStore includes_;
    FolderScan scan_;
    TreeResult result_;
    TreeLints treeLints_;
    BuildState state_;
    bool stateChanged_ = false;
    bool outputReady_ = false;
    std::vector<char> changedIncludes_;
    std::vector<std::string> names_; ///< of the files, relative to the root
    std::unordered_set<std::string> changedClasses_;
    std::unordered_set<std::string> failedClasses_;
    std::unordered_map<std::string, std::uint64_t> layouts_;
    std::unordered_map<std::string, std::uint64_t> storedLayouts_;
    std::unordered_map<std::string, std::uint32_t> includeNumbers_;
    std::uint32_t run_ = 1;
    std::size_t done_ = 0;
};

} // namespace

TreeResult compileTree(const KodTree& tree, const TreeOptions& options) { return TreeBuild(tree, options).run(); }

TreeResult compileTree(const fs::path& folder, const TreeOptions& options)
{
    return compileTree(kodTreeAt(folder, options.wishes), options);
}

} // namespace blak::kod
