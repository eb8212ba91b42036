// SPDX-License-Identifier: GPL-3.0-or-later
#include "formats/document/document.h"

#include "formats/base/file_io.h"
#include "formats/base/system_error.h"
#include "formats/document/alike_fixes.h"

#include <algorithm>
#include <array>
#include <cerrno>
#include <chrono>
#include <sodium.h>
#include <sys/stat.h>
#include <unistd.h>
#include <utility>

namespace blak::document {
namespace {

constexpr std::size_t fingerprintBytes = 16;

bool isEdit(HistoryNotice::Kind kind)
{
    using Kind = HistoryNotice::Kind;
    return kind == Kind::Committed || kind == Kind::Undone || kind == Kind::Redone || kind == Kind::RolledBack ||
           kind == Kind::Trimmed;
}

struct FileStamp
{
    std::filesystem::file_time_type changed{};
    std::uintmax_t size = 0;
};

/// The time at which anything of the file changed, its name among it: unlike the time of its last write nobody can put it back,
/// and a file that another one was renamed over has the time of that.
FileStamp stampOf(const std::filesystem::path& file, std::error_code& code)
{
    struct ::stat facts
    {
    };
    if (::stat(file.c_str(), &facts) != 0) {
        code.assign(errno, std::generic_category());
        return {};
    }
    code.clear();
    const auto since = std::chrono::seconds(facts.st_ctim.tv_sec) + std::chrono::nanoseconds(facts.st_ctim.tv_nsec);
    return {std::filesystem::file_time_type(since), static_cast<std::uintmax_t>(facts.st_size)};
}

} // namespace

std::string contentFingerprint(std::string_view bytes)
{
    std::array<unsigned char, fingerprintBytes> hash{};
    crypto_generichash(hash.data(), hash.size(), reinterpret_cast<const unsigned char*>(bytes.data()), bytes.size(), nullptr, 0);
    std::string text;
    constexpr std::string_view digits = "0123456789abcdef";
    for (const unsigned char byte : hash) {
        text += digits[byte >> 4];
        text += digits[byte & 0xFu];
    }
    return text;
}

Document::Document(std::filesystem::path path) : path_(std::move(path))
{
    edits_ = history_.notices().connect([this](const HistoryNotice& notice) {
        if (isEdit(notice.kind))
            tell(DocumentNotice::Kind::Edited);
        else if (notice.kind == HistoryNotice::Kind::Saved)
            tell(DocumentNotice::Kind::Saved);
    });
}

Document::~Document() = default;

void Document::setPath(std::filesystem::path path)
{
    const std::filesystem::path before = std::exchange(path_, std::move(path));
    notices_.tell({DocumentNotice::Kind::Moved, before});
}

void Document::setShown()
{
    std::error_code code;
    const FileStamp stamp = stampOf(path_, code);
    fileTime_ = stamp.changed;
    fileSize_ = stamp.size;
    mayOverwrite_ = false;
    hasNoFile_ = false;
    if (disk_ == DiskState::Same)
        return;
    disk_ = DiskState::Same;
    tell(DocumentNotice::Kind::Disk);
}

void Document::setRead(std::string_view bytes)
{
    fingerprint_ = contentFingerprint(bytes);
    setShown();
}

bool Document::isReadOnly() const
{
    if (!canEdit())
        return true;
    std::error_code code;
    const std::filesystem::path target = std::filesystem::is_symlink(path_, code) ? std::filesystem::weakly_canonical(path_, code)
                                                                                   : path_;
    const std::filesystem::path folder = target.has_parent_path() ? target.parent_path() : std::filesystem::path(".");
    // A file is replaced by another, so that its folder must be writable; a file that is write-protected is meant to stay.
    return ::access(folder.c_str(), W_OK) != 0 || (::access(target.c_str(), F_OK) == 0 && ::access(target.c_str(), W_OK) != 0);
}

Result<Content> Document::content() const
{
    if (!content_ || contentRevision_ != revision()) {
        auto bytes = write();
        if (!bytes)
            return bytes.error();
        content_ = std::make_shared<const std::string>(std::move(bytes).value());
        contentRevision_ = revision();
    }
    return content_;
}

DiskState Document::checkDisk()
{
    std::error_code code;
    const auto [time, size] = stampOf(path_, code);
    DiskState now = DiskState::Same;
    if (code) {
        const Error error = systemError("cannot look at", path_, code);
        if (error.code != ErrorCode::NotFound)
            now = disk_; // what cannot be seen has not changed for us
        else if (!hasNoFile_)
            now = DiskState::Gone;
    } else if (time != fileTime_ || size != fileSize_) {
        now = DiskState::Changed;
        if (!fingerprint_.empty())
            if (const auto bytes = readTextFile(path_); bytes && contentFingerprint(bytes.value()) == fingerprint_) {
                fileTime_ = time;
                fileSize_ = size;
                now = DiskState::Same;
            }
    }
    if (now != disk_) {
        disk_ = now;
        tell(DocumentNotice::Kind::Disk);
    }
    return disk_;
}

void Document::allowOverwriting() { mayOverwrite_ = true; }

Result<void> Document::save()
{
    if (!isModified())
        return {};
    if (checkDisk() == DiskState::Changed && !mayOverwrite_)
        return Error{"another program changed the file meanwhile", path_.string(), ErrorCode::Conflict};
    const auto bytes = content();
    if (!bytes)
        return bytes.error();
    if (auto done = writeBeside(mayOverwrite_); !done)
        return done;
    if (auto done = writeFileAtomically(path_, *bytes.value()); !done)
        return done;
    setRead(*bytes.value());
    history_.markSaved();
    return {};
}

Result<void> Document::removeFile()
{
    if (checkDisk() == DiskState::Changed)
        return Error{"another program changed the file meanwhile", path_.string(), ErrorCode::Conflict};
    if (auto done = setFileAside(path_); !done && done.error().code != ErrorCode::NotFound)
        return done;
    setRead({});
    hasNoFile_ = true;
    history_.markSaved();
    return {};
}

Result<void> Document::reload()
{
    if (!canEdit()) {
        if (auto done = read({}); !done)
            return done;
        setShown();
        tell(DocumentNotice::Kind::Reloaded);
        return {};
    }
    auto bytes = readTextFile(path_);
    if (!bytes)
        return bytes.error();
    Transaction transaction(history_, "Read again");
    const std::string fingerprint = contentFingerprint(bytes.value());
    if (auto done = read(std::move(bytes).value()); !done)
        return done;
    transaction.commit();
    setShown();
    fingerprint_ = fingerprint;
    history_.markSaved();
    tell(DocumentNotice::Kind::Reloaded);
    return {};
}

Result<Bytes> Document::unsavedState() const
{
    const auto bytes = content();
    if (!bytes)
        return bytes.error();
    const auto view = std::as_bytes(std::span(*bytes.value()));
    return Bytes(view.begin(), view.end());
}

Result<void> Document::restoreUnsaved(std::span<const std::byte> state)
{
    Transaction transaction(history_, "Edits of an earlier session");
    if (auto done = read(std::string(reinterpret_cast<const char*>(state.data()), state.size())); !done)
        return done;
    transaction.commit();
    return {};
}

void Document::setProblems(std::vector<Diagnostic> problems)
{
    if (problems.empty() && problems_.empty())
        return;
    problems_ = std::move(problems);
    tell(DocumentNotice::Kind::Problems);
}

void Document::setBeingChecked(bool isBeingChecked)
{
    if (std::exchange(isBeingChecked_, isBeingChecked) != isBeingChecked)
        tell(DocumentNotice::Kind::Problems);
}

Result<void> Document::apply(const Fix& fix)
{
    if (!fix.apply)
        return Error{"this fix is for a text", path_.string()};
    return fix.apply(*this);
}

Result<std::size_t> Document::applyFix(std::size_t problem, std::size_t fix, bool all)
{
    if (!canEdit() || problem >= problems_.size() || fix >= problems_[problem].fixes.size())
        return Error{"there is no such fix any more", path_.string(), ErrorCode::NotFound};
    std::vector<Fix> chosen{problems_[problem].fixes[fix]};
    if (all)
        for (const Diagnostic& other : problems_)
            if (&other != &problems_[problem] && areAlike(problems_[problem], fix, other))
                chosen.push_back(other.fixes[std::min(fix, other.fixes.size() - 1)]);
    std::string name = chosen.front().title;
    if (chosen.size() > 1)
        name += " (" + std::to_string(chosen.size()) + " places)";
    std::ranges::stable_sort(chosen, std::greater(), [](const Fix& one) { return one.range.begin; });
    Transaction transaction(history_, std::move(name));
    for (const Fix& one : chosen)
        if (auto done = apply(one); !done)
            return done.error();
    transaction.commit();
    return chosen.size();
}

Result<std::string> ShownFile::write() const { return Error{"this kind of file is only shown", path().string()}; }

Result<void> ShownFile::read(std::string)
{
    Result<void> result;
    readers_.tell(result);
    return result;
}

ViewHold::ViewHold(std::shared_ptr<Document> document) : document_(std::move(document))
{
    if (!document_)
        return;
    ++document_->views_;
    document_->tell(DocumentNotice::Kind::Views);
}

ViewHold& ViewHold::operator=(ViewHold&& other) noexcept
{
    end();
    document_ = std::move(other.document_);
    return *this;
}

void ViewHold::end()
{
    const std::shared_ptr<Document> document = std::move(document_);
    document_.reset();
    if (!document)
        return;
    --document->views_;
    document->tell(DocumentNotice::Kind::Views);
}

} // namespace blak::document
