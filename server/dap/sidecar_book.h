// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <filesystem>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace blak::dap {

/// Where a statement begins in the code, and where it stands in a source. Lines and columns from 1.
struct StatementPlace
{
    std::uint32_t offset = 0; ///< in the object file
    std::uint32_t source = 0; ///< 0 = the file itself, otherwise one that it includes
    std::int64_t line = 0, column = 0, endLine = 0, endColumn = 0;
    bool inner = false; ///< a later part of a statement
};

struct HandlerNames
{
    std::string className, name;
    std::uint32_t begin = 0, end = 0; ///< of the code
    std::size_t parameters = 0;
    std::vector<std::string> variables; ///< by slot: parameters, then locals
    std::vector<StatementPlace> statements;
};

/// What a .kdb file says (docs/formats/kdb.md).
struct Sidecar
{
    std::filesystem::path source;
    std::filesystem::path compiled; ///< the copy of it that was compiled; usually the same
    std::vector<std::filesystem::path> sources; ///< [0] is `source`
    std::uint64_t sourceHash = 0;
    std::uint64_t objectHash = 0; ///< of the object file that it describes
    std::vector<HandlerNames> handlers;
    std::optional<std::string> text; ///< of the source as it was compiled, where somebody has asked for it in time

    const HandlerNames* handlerAt(std::uint32_t offset) const;
};

/// The statement that the instruction belongs to.
const StatementPlace* statementAt(const HandlerNames& handler, std::uint32_t offset);

/// Where a breakpoint of a line goes.
struct BreakpointSpot
{
    const HandlerNames* handler = nullptr;
    const StatementPlace* statement = nullptr;
};
/// At the line, or at the next one where a statement begins.
std::optional<BreakpointSpot> spotFor(const Sidecar& sidecar, std::int64_t line);

/// Reads a sidecar; nothing when it makes no sense. `folder` is where its source stands.
std::unique_ptr<Sidecar> readSidecar(std::string_view text, const std::filesystem::path& folder);

/// Where sidecars are, and the folder that the one with them is a copy of; empty = it is none.
struct SidecarTree
{
    std::filesystem::path folder, original;
};

/// The sidecars of some trees, read when they are asked for.
class SidecarBook
{
public:
    explicit SidecarBook(std::vector<SidecarTree> trees) : trees_(std::move(trees)) {}
    explicit SidecarBook(std::filesystem::path root) : SidecarBook(std::vector{SidecarTree{std::move(root), {}}}) {}

    /// By a name as the machine has it ("memmap/user.bof") or the path of a source: its stem counts. Null when there is none.
    const Sidecar* find(const std::string& file);
    /// As it was before the last reload while handlers stood; null when nothing is kept of it.
    const Sidecar* before(const std::string& file) const;
    /// Reads the source, unless it has changed since it was compiled.
    void keepText(const Sidecar& sidecar);
    /// Something was compiled. `keep`: handlers stand in what was there.
    void forget(bool keep);
    void forgetBefore() { before_.clear(); }

private:
    void findPlaces();

    std::vector<SidecarTree> trees_;
    struct SidecarFile
    {
        std::filesystem::path path;
        std::size_t tree = 0;
    };
    std::optional<std::map<std::string, SidecarFile>> places_; ///< by stem in lower case
    std::map<std::string, std::unique_ptr<Sidecar>> read_, before_;
};

} // namespace blak::dap
