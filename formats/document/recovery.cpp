// SPDX-License-Identifier: GPL-3.0-or-later
#include "formats/document/recovery.h"

#include "formats/base/byte_reader.h"
#include "formats/base/byte_writer.h"
#include "formats/base/system_error.h"

#include <algorithm>
#include <optional>

namespace blak::document {
namespace {

enum RecordKind : std::uint8_t { Start = 1, Step = 2 };

/// The file may be this many times as large as the document, and a little more, before it starts anew.
constexpr std::uint64_t growth = 4;
constexpr std::uint64_t slack = 1024u * 1024;

void appendText(ByteWriter& out, std::string_view text)
{
    out.u32(static_cast<std::uint32_t>(text.size()));
    out.text(text);
}

std::string readText(ByteReader& in, std::string_view field)
{
    const auto bytes = in.raw(in.count32(field, 1), field);
    return {reinterpret_cast<const char*>(bytes.data()), bytes.size()};
}

std::vector<std::byte> startRecord(std::string_view origin, std::span<const std::byte> bytes)
{
    ByteWriter out;
    out.u8(Start);
    appendText(out, origin);
    out.raw(bytes);
    return out.take();
}

std::vector<std::byte> stepRecord(std::string_view name, std::span<const std::byte> before, std::span<const std::byte> after)
{
    const auto prefix = static_cast<std::size_t>(std::ranges::mismatch(before, after).in1 - before.begin());
    const auto restBefore = before.subspan(prefix);
    const auto restAfter = after.subspan(prefix);
    const auto suffix = static_cast<std::size_t>(
        std::mismatch(restBefore.rbegin(), restBefore.rend(), restAfter.rbegin(), restAfter.rend()).first - restBefore.rbegin());
    ByteWriter out;
    out.u8(Step);
    appendText(out, name);
    out.u64(prefix);
    out.u64(restBefore.size() - suffix);
    out.raw(restAfter.first(restAfter.size() - suffix));
    return out.take();
}

/// A new journal that holds the document as it is.
Result<Journal> startJournal(const std::filesystem::path& file, std::string_view origin, std::span<const std::byte> bytes,
                             SyncPolicy policy)
{
    auto journal = Journal::create(file, policy);
    if (!journal)
        return journal.error();
    if (auto done = journal.value().append(startRecord(origin, bytes)); !done) {
        std::error_code code;
        std::filesystem::remove(file, code);
        return done.error();
    }
    return journal;
}

std::optional<Error> replay(Recovered& result, std::span<const std::byte> record, bool isFirst, std::string_view file)
{
    ByteReader in(record, file);
    const std::uint8_t kind = in.u8("kind of record");
    if (kind != (isFirst ? Start : Step)) {
        in.fail(0, "kind of record", "expected " + std::to_string(isFirst ? Start : Step) + ", found " + std::to_string(kind));
        return in.error();
    }
    if (isFirst) {
        result.origin = readText(in, "origin");
        const auto bytes = in.raw(in.remaining(), "document");
        result.bytes.assign(bytes.begin(), bytes.end());
        return in.error();
    }
    std::string name = readText(in, "name of step");
    const std::uint64_t prefix = in.u64("prefix");
    const std::uint64_t removed = in.u64("removed");
    const auto inserted = in.raw(in.remaining(), "inserted");
    if (in.ok() && (prefix > result.bytes.size() || removed > result.bytes.size() - prefix))
        in.fail(0, "prefix", "the step reaches beyond the document");
    if (!in.ok())
        return in.error();
    const auto at = result.bytes.begin() + static_cast<std::ptrdiff_t>(prefix);
    const auto after = result.bytes.erase(at, at + static_cast<std::ptrdiff_t>(removed));
    result.bytes.insert(after, inserted.begin(), inserted.end());
    result.steps.push_back(std::move(name));
    return {};
}

} // namespace

Result<RecoveryLog> RecoveryLog::start(const std::filesystem::path& file, std::string_view origin, std::vector<std::byte> bytes,
                                       SyncPolicy policy)
{
    auto journal = startJournal(file, origin, bytes, policy);
    if (!journal)
        return journal.error();
    return RecoveryLog(std::move(journal).value(), std::string(origin), std::move(bytes), policy);
}

Result<void> RecoveryLog::record(std::string_view name, std::vector<std::byte> bytes)
{
    if (auto done = journal_.append(stepRecord(name, bytes_, bytes)); !done)
        return done;
    bytes_ = std::move(bytes);
    return journal_.size() > growth * bytes_.size() + slack ? startAnew(name) : Result<void>();
}

Result<void> RecoveryLog::restart(std::string_view origin, std::vector<std::byte> bytes)
{
    origin_ = origin;
    bytes_ = std::move(bytes);
    return startAnew({});
}

/// A new file with the whole document takes the place of the old one. With a name it has one step, so that the document still
/// counts as unsaved.
Result<void> RecoveryLog::startAnew(std::string_view stepName)
{
    const std::filesystem::path file = journal_.file();
    const std::filesystem::path temporary = file.string() + ".new";
    std::error_code code;
    std::filesystem::remove(temporary, code);
    auto journal = startJournal(temporary, origin_, bytes_, policy_);
    if (!journal)
        return journal.error();
    if (!stepName.empty())
        if (auto done = journal.value().append(stepRecord(stepName, bytes_, bytes_)); !done)
            return done;
    if (auto done = journal.value().sync(); !done)
        return done;
    std::filesystem::rename(temporary, file, code);
    if (code)
        return systemError("cannot replace the journal", file, code);
    auto resumed = Journal::resume(file, policy_);
    if (!resumed)
        return resumed.error();
    journal_ = std::move(resumed).value();
    return {};
}

void RecoveryLog::discard()
{
    std::error_code code;
    std::filesystem::remove(journal_.file(), code);
}

Result<Recovered> recover(const JournalContent& content, std::string_view file)
{
    if (content.records.empty())
        return Error{"the journal has no whole record", std::string(file)};
    Recovered result;
    result.isCut = content.isCut;
    bool isFirst = true;
    for (const auto& record : content.records) {
        if (auto error = replay(result, record, isFirst, file))
            return *error;
        isFirst = false;
    }
    return result;
}

Result<Recovered> recover(const std::filesystem::path& file)
{
    const auto content = readJournal(file);
    if (!content)
        return content.error();
    return recover(content.value(), file.string());
}

} // namespace blak::document
