// SPDX-License-Identifier: GPL-3.0-or-later
#include "kodide/compiler/tree_symbols.h"

#include "kodide/compiler/bc_resources.h"
#include "kodide/compiler/characters.h"
#include "kodide/compiler/lints.h"
#include "kodide/compiler/parse_ahead.h"

#include <algorithm>

namespace blak::kod {
namespace {

namespace fs = std::filesystem;

std::string keyOf(const fs::path& file) { return file.lexically_normal().string(); }

bool isBelow(const SyntaxUnit& unit, const std::unordered_set<std::string>& failed)
{
    return std::ranges::any_of(unit.classes, [&](const ClassSyntax* syntax) {
        return syntax->super != noToken && failed.contains(lowerText(unit.text(syntax->super)));
    });
}

void setFailed(const SyntaxUnit& unit, bool hasFailed, std::unordered_set<std::string>& failed)
{
    for (const ClassSyntax* syntax : unit.classes) {
        if (hasFailed)
            failed.insert(lowerText(unit.text(syntax->name)));
        else
            failed.erase(lowerText(unit.text(syntax->name)));
    }
}

SymbolRange between(const SymbolRange& before, const SymbolRange& after)
{
    return {before.symbolEnd, after.symbolEnd, before.classEnd, after.classEnd};
}

} // namespace

TreeSymbols TreeSymbols::read(const KodTree& tree, std::shared_ptr<const FileSource> files, const UnitVisitor& visit)
{
    const auto base = std::make_shared<Base>(tree);
    FolderScan scan;
    const TreeOrder order = tree.order(scan);
    std::vector<fs::path> sources;
    sources.reserve(order.files.size());
    for (const TreeFile& file : order.files)
        sources.emplace_back(file.source);
    TreeSymbols symbols;
    symbols.base_ = base;
    symbols.setIncludes(std::move(files));
    base->includes = symbols.includes_;
    ParseAhead parsed(sources, *tree.dialect, symbols.includes(), 0);
    for (std::size_t i = 0; i < sources.size(); ++i) {
        const ParsedFile file = parsed.take(i);
        File& entry = base->files.emplace_back(File{sources[i], {}, {}});
        base->places.emplace(keyOf(sources[i]), i);
        const SymbolRange before = base->session.symbols().range();
        if (file.unit) {
            for (const ClassSyntax* syntax : file.unit->classes) {
                entry.classes.push_back(lowerText(file.unit->text(syntax->name)));
                base->owners.emplace(entry.classes.back(), i);
            }
            const bool below = isBelow(*file.unit, base->failed);
            UnitOptions options = symbols.optionsFor(i);
            options.meanings = options.includedMeanings = visit && !below;
            std::optional<UnitResult> result = base->session.compile(file.unit, options);
            if (below) // other files may use its names; its faults would be consequences
                result.reset();
            if (!result || !result->good)
                setFailed(*file.unit, true, base->failed);
            if (visit)
                visit(sources[i], file.unit, std::move(result));
        }
        entry.range = between(before, base->session.symbols().range());
    }
    return symbols;
}

/// In the dialects whose compiler is a process for each file, each file is a run; else all are of one.
UnitOptions TreeSymbols::optionsFor(std::size_t place) const
{
    UnitOptions options;
    const bool perFile = base_->tree.dialect->kodbasePerFile;
    options.run = perFile ? static_cast<std::uint32_t>(place) + 2 : 1;
    options.recheckIncludes = perFile;
    options.generate = false;
    return options;
}

std::size_t TreeSymbols::placeOf(const fs::path& file) const
{
    const auto known = base_->places.find(keyOf(file));
    return known == base_->places.end() ? base_->files.size() : known->second;
}

std::shared_ptr<SyntaxUnit> TreeSymbols::parseText(const fs::path& file, std::string text) const
{
    const auto source = std::make_shared<SourceText>(SourceText{file.string(), std::move(text)});
    return parse(source, *base_->tree.dialect,
                 {.includes = includes_.get(),
                  .home = file.parent_path(),
                  .recovery = Recovery::Editor,
                  .includeOnce = base_->tree.dialect->directoryMode});
}

void TreeSymbols::setIncludes(std::shared_ptr<const FileSource> files)
{
    files_ = files;
    includes_ = std::make_shared<IncludeStore>(base_->tree.includes, std::move(files));
}

void TreeSymbols::setText(const fs::path& file, std::string text)
{
    Changed entry{placeOf(file), file, parseText(file, std::move(text))};
    if (hasErrors(entry.unit->findings)) // half a text defines less than it did
        return;
    dropText(file);
    changed_.insert(std::ranges::upper_bound(changed_, entry.place, {}, &Changed::place), std::move(entry));
}

void TreeSymbols::dropText(const fs::path& file)
{
    std::erase_if(changed_, [key = keyOf(file)](const Changed& entry) { return keyOf(entry.path) == key; });
}

/// Built-in names and the files before that place, without those that have another text now.
std::vector<SymbolRange> TreeSymbols::partsBefore(std::size_t place) const
{
    const SymbolRange all = base_->session.symbols().range();
    const SymbolRange first = base_->files.empty() ? SymbolRange{all.symbolEnd, 0, all.classEnd, 0} : base_->files[0].range;
    std::vector<SymbolRange> parts{{0, first.symbolBegin, 0, first.classBegin}};
    for (std::size_t i = 0; i < std::min(place, base_->files.size()); ++i) {
        const SymbolRange& range = base_->files[i].range;
        if (std::ranges::find(changed_, i, &Changed::place) != changed_.end())
            continue;
        SymbolRange& last = parts.back();
        if (last.symbolEnd == range.symbolBegin && last.classEnd == range.classBegin) {
            last.symbolEnd = range.symbolEnd;
            last.classEnd = range.classEnd;
        } else {
            parts.push_back(range);
        }
    }
    return parts;
}

CheckedText TreeSymbols::check(const fs::path& file, std::string text) const
{
    CheckedText checked;
    checked.base = base_;
    checked.unit = parseText(file, std::move(text));
    const std::scoped_lock lock(base_->binding);
    const std::size_t place = placeOf(file);
    checked.session = std::make_unique<Session>(base_->session, partsBefore(place));
    std::unordered_set<std::string> failed = base_->failed;
    if (place < base_->files.size())
        for (const std::string& name : base_->files[place].classes)
            failed.erase(name);
    bool anyChanged = false;
    for (const Changed& other : changed_) {
        if (other.place >= place)
            continue;
        const bool good = checked.session->compile(other.unit, optionsFor(other.place)).good;
        setFailed(*other.unit, isBelow(*other.unit, failed) || !good, failed);
        anyChanged = true;
    }
    if (anyChanged)
        checked.session->symbols().mend();
    if (isBelow(*checked.unit, failed)) {
        checked.findings = std::move(checked.unit->findings);
        return checked;
    }
    UnitOptions options = optionsFor(place);
    options.meanings = true;
    UnitResult result = checked.session->compile(checked.unit, options);
    if (result.good) {
        lint(result.bound, *checked.unit, result.findings);
        if (base_->tree.dialect->resourceLanguages)
            checkResources(result.bound, *checked.unit, {}, result.findings);
    }
    if (std::ranges::any_of(result.findings, &Finding::syntax)) // half a statement sets no local
        std::erase_if(result.findings, [](const Finding& finding) { return finding.severity != Severity::Error; });
    checked.bound = std::move(result.bound);
    checked.findings = std::move(result.findings);
    return checked;
}

fs::path TreeSymbols::fileOf(std::string_view className) const
{
    const auto owner = base_->owners.find(lowerText(className));
    return owner == base_->owners.end() ? fs::path() : base_->files[owner->second].path;
}

} // namespace blak::kod
