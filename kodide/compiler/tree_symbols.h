// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "kodide/compiler/kod_tree.h"
#include "kodide/compiler/session.h"

#include <functional>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <unordered_map>
#include <unordered_set>
#include <vector>

namespace blak::kod {

/// Given the sources of a tree while it is read, in its order: the unit, and what came of it with the meanings of all its names, those
/// of included texts too; nothing of what stands below a class with errors. Names of the session are still changing.
using UnitVisitor =
    std::function<void(const std::filesystem::path& file, std::shared_ptr<const SyntaxUnit> unit, std::optional<UnitResult> result)>;

/// What came of checking one text. `unit` and `bound` refer to names that live as long as this.
struct CheckedText
{
    std::shared_ptr<SyntaxUnit> unit;
    BoundUnit bound; ///< with the meanings of the names; of what could be bound
    std::vector<Finding> findings;
    std::unique_ptr<Session> session;
    std::shared_ptr<const void> base; ///< keeps the names alive
};

/// The symbols of a tree, bound once, and against them one text checked at a time, as if it stood at its place in the tree: what
/// files behind it define is not known, as when the whole tree is checked. A value: a copy is a picture of this moment and costs
/// a few pointers; so does changing it by a file. Copies may be used by several threads.
class TreeSymbols
{
public:
    /// Reads and binds every source, parents first; a second or so for the largest trees. `files` answers what sources and
    /// includes hold; null: the disk.
    static TreeSymbols read(const KodTree& tree, std::shared_ptr<const FileSource> files = nullptr,
                            const UnitVisitor& visit = nullptr);

    const KodTree& tree() const { return base_->tree; }
    /// Another text for a source; replaces one set before. One that does not follow the grammar is passed over: it defines less
    /// than its author means. Checking binds these files anew each time: read again when many differ.
    void setText(const std::filesystem::path& file, std::string text);
    /// Back to what was read.
    void dropText(const std::filesystem::path& file);
    std::size_t changedFiles() const { return changed_.size(); }
    /// Include files hold something else now: texts that are checked or set from now on see it. The other sources of the tree see
    /// it when it is read again.
    void setIncludes(std::shared_ptr<const FileSource> files);
    IncludeStore& includes() const { return *includes_; }
    /// What sources and includes hold; null: the disk.
    const std::shared_ptr<const FileSource>& files() const { return files_; }

    /// Syntax, meaning and lints of a text that may still be in the middle of being typed. Of a class below one with errors only
    /// the syntax: the rest would be consequences.
    CheckedText check(const std::filesystem::path& file, std::string text) const;

    /// The source that defines the class, as it was read; empty when there is none.
    std::filesystem::path fileOf(std::string_view className) const;

private:
    struct File
    {
        std::filesystem::path path;
        SymbolRange range; ///< what it added
        std::vector<std::string> classes; ///< lower case
    };
    struct Base
    {
        explicit Base(KodTree found) : tree(std::move(found)), session(*tree.dialect) {}

        KodTree tree;
        std::shared_ptr<IncludeStore> includes; ///< what it was read with; its names refer to them
        Session session;
        std::vector<File> files;
        std::unordered_map<std::string, std::size_t> places; ///< of the files
        std::unordered_map<std::string, std::size_t> owners; ///< of the classes
        std::unordered_set<std::string> failed;              ///< classes with errors, and those below them
        mutable std::mutex binding;                          ///< binding annotates syntax trees that checks share
    };
    struct Changed
    {
        std::size_t place; ///< in the tree; behind all for files that are not in it
        std::filesystem::path path;
        std::shared_ptr<SyntaxUnit> unit;
    };

    std::size_t placeOf(const std::filesystem::path& file) const;
    std::shared_ptr<SyntaxUnit> parseText(const std::filesystem::path& file, std::string text) const;
    std::vector<SymbolRange> partsBefore(std::size_t place) const;
    UnitOptions optionsFor(std::size_t place) const;

    std::shared_ptr<const Base> base_;
    std::shared_ptr<IncludeStore> includes_;
    std::shared_ptr<const FileSource> files_;
    std::vector<Changed> changed_; ///< by place
};

} // namespace blak::kod
