// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "formats/base/result.h"

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <span>
#include <vector>

/// Append-only file of records that survives a crash at any moment: what was written completely is found again, what was cut is
/// left out.
///
///   "BLAKJNL1"
///   record*  { u32 length, u32 CRC-32 of length and payload, payload }
namespace blak::document {

/// When appended records are forced to the disk. A crash of the program loses nothing in any case; a power cut loses what was
/// not.
struct SyncPolicy
{
    enum class When : std::uint8_t { EveryRecord, Interval, Never };
    When when = When::Interval;
    std::chrono::milliseconds interval{2000}; ///< with When::Interval, checked when a record is appended
};

class Journal
{
public:
    /// Makes a new file; fails when there is one, which may belong to another program or to a crash.
    static Result<Journal> create(const std::filesystem::path& file, SyncPolicy policy = {});

    /// Goes on with a file after recovery; what was cut is cut off.
    static Result<Journal> resume(const std::filesystem::path& file, SyncPolicy policy = {});

    Journal(Journal&& other) noexcept;
    Journal& operator=(Journal&& other) noexcept;
    Journal(const Journal&) = delete;
    Journal& operator=(const Journal&) = delete;
    ~Journal(); ///< closes; the file stays

    /// At most maxRecord bytes. After a failure (disk full) the file ends with the last whole record, or the journal is broken
    /// and refuses more.
    Result<void> append(std::span<const std::byte> payload);
    Result<void> sync();

    std::uint64_t size() const { return size_; } ///< bytes of the file
    const std::filesystem::path& file() const { return file_; }

    static constexpr std::size_t maxRecord = 512u * 1024 * 1024;

private:
    Journal(int descriptor, std::uint64_t size, std::filesystem::path file, SyncPolicy policy);
    Error failure(const char* what) const;

    int descriptor_ = -1;
    std::uint64_t size_ = 0;
    bool isBroken_ = false;
    std::filesystem::path file_;
    SyncPolicy policy_;
    std::chrono::steady_clock::time_point lastSync_;
};

struct JournalContent
{
    std::vector<std::vector<std::byte>> records;
    std::uint64_t wholeBytes = 0; ///< up to the end of the last whole record
    bool isCut = false;           ///< there was more, which is damaged
};

/// All whole records from the start. Fails when the file cannot be read or is no journal.
Result<JournalContent> readJournal(const std::filesystem::path& file);
Result<JournalContent> readJournal(std::span<const std::byte> bytes, std::string_view file);

} // namespace blak::document
