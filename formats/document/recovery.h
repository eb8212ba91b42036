// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "formats/document/journal.h"

#include <string>
#include <string_view>

/// Makes unsaved work of a document survive a crash: the document's bytes after each step, kept in a journal as the difference
/// from the step before.
///
///   first record   u8 1, u32 length, origin (path the document is saved to, may be empty), bytes of the document
///   each step      u8 2, u32 length, name, u64 prefix, u64 removed, inserted bytes
///                  the bytes between a common prefix and a common suffix are replaced
namespace blak::document {

class RecoveryLog
{
public:
    /// Starts with the document as it is now. `file` must not exist.
    static Result<RecoveryLog> start(const std::filesystem::path& file, std::string_view origin, std::vector<std::byte> bytes,
                                     SyncPolicy policy = {});

    /// The document after a step (or an undo). Starts the file anew when the steps have outgrown the document.
    Result<void> record(std::string_view name, std::vector<std::byte> bytes);

    /// After a save: the log starts anew with the saved state.
    Result<void> restart(std::string_view origin, std::vector<std::byte> bytes);

    /// Closes and deletes the file: the document was saved or given up.
    void discard();

    const std::filesystem::path& file() const { return journal_.file(); }

private:
    Result<void> startAnew(std::string_view stepName);

    RecoveryLog(Journal journal, std::string origin, std::vector<std::byte> bytes, SyncPolicy policy)
        : journal_(std::move(journal)), origin_(std::move(origin)), bytes_(std::move(bytes)), policy_(policy)
    {
    }

    Journal journal_;
    std::string origin_;
    std::vector<std::byte> bytes_;
    SyncPolicy policy_;
};

struct Recovered
{
    std::string origin;
    std::vector<std::byte> bytes;   ///< after the last whole step
    std::vector<std::string> steps; ///< names, oldest first; empty: nothing unsaved
    bool isCut = false;             ///< a later step was lost
};

Result<Recovered> recover(const std::filesystem::path& file);
Result<Recovered> recover(const JournalContent& content, std::string_view file); ///< `file` is only for messages

} // namespace blak::document
