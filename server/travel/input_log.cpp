// SPDX-License-Identifier: GPL-3.0-or-later
#include "server/travel/input_log.h"

#include "formats/base/file_io.h"

#include <algorithm>
#include <array>
#include <fcntl.h>
#include <sys/mman.h>
#include <unistd.h>

namespace blak::serve {
namespace {

constexpr std::size_t flushedAt = 64 * 1024;

/// Writes numbers in groups of seven bits, signs at the low end, and texts: to a piece of its own, which is appended as a whole, as a letter
/// at a time costs a call each.
class Writer
{
public:
    explicit Writer(std::string& out) : out_(out) {}
    ~Writer() { append(); }

    void number(std::uint64_t number)
    {
        if (size_ + longest > piece_.size())
            append();
        for (; number >= 0x80; number >>= 7)
            piece_[size_++] = static_cast<char>(number | 0x80);
        piece_[size_++] = static_cast<char>(number);
    }
    void signedNumber(std::int64_t number)
    {
        this->number((static_cast<std::uint64_t>(number) << 1) ^ static_cast<std::uint64_t>(number >> 63));
    }
    void text(std::string_view text)
    {
        number(text.size());
        append();
        out_.append(text);
    }
    void value(const vm::Value& value)
    {
        number(static_cast<std::uint64_t>(value.tag));
        signedNumber(value.data);
    }

private:
    static constexpr std::size_t longest = 10; ///< bytes of a number

    void append()
    {
        out_.append(piece_.data(), size_);
        size_ = 0;
    }

    std::string& out_;
    std::array<char, 256> piece_; ///< what lies behind size_ is not there yet
    std::size_t size_ = 0;
};

/// Reads them; all that is wanted behind the end is 0, and `good` says so.
struct Cursor
{
    std::span<const std::byte> bytes;
    std::size_t at;
    bool good = true;

    std::uint64_t number()
    {
        std::uint64_t value = 0;
        for (unsigned shift = 0; shift < 64; shift += 7) {
            if (at >= bytes.size())
                break;
            const auto byte = std::to_integer<std::uint64_t>(bytes[at++]);
            value |= (byte & 0x7F) << shift;
            if ((byte & 0x80) == 0)
                return value;
        }
        good = false;
        return 0;
    }
    std::int64_t signedNumber()
    {
        const std::uint64_t value = number();
        return static_cast<std::int64_t>(value >> 1) ^ -static_cast<std::int64_t>(value & 1);
    }
    std::string text()
    {
        const std::uint64_t size = number();
        if (size > bytes.size() - at) {
            good = false;
            return {};
        }
        std::string out(reinterpret_cast<const char*>(bytes.data()) + at, size);
        at += size;
        return out;
    }
    vm::Value value()
    {
        const auto tag = static_cast<bof::Tag>(number());
        return {tag, signedNumber()};
    }
};

} // namespace

InputLog::~InputLog()
{
    if (handle_ >= 0)
        ::close(handle_);
}

Result<void> InputLog::open()
{
    handle_ = ::memfd_create("blakston-inputs", MFD_CLOEXEC);
    return handle_ < 0 ? Result<void>(Error{"the system gives no memory for the log of inputs", ""}) : Result<void>();
}

void InputLog::add(const vm::Input& input, bool nested, std::int64_t executed, std::int64_t milliseconds)
{
    {
        Writer out(pending_);
        out.number(static_cast<std::uint64_t>(LogEvent::Kind::Input));
        out.number(nested ? 1 : 0);
        out.signedNumber(nested ? executed : milliseconds);
        out.number(static_cast<std::uint64_t>(input.kind));
        out.number(input.inError ? 1 : 0);
        for (const std::int64_t number : input.numbers)
            out.signedNumber(number);
        for (const vm::Value& value : input.values)
            out.value(value);
        out.text(input.text);
        out.number(input.parameters.size());
        for (const vm::Parameter& parameter : input.parameters) {
            out.signedNumber(parameter.id);
            out.value(parameter.value);
        }
        out.number(input.roots.size());
        for (const std::int64_t root : input.roots)
            out.signedNumber(root);
        std::vector<std::byte> file;
        if (input.file != nullptr)
            file = bof::write(*input.file);
        out.text({reinterpret_cast<const char*>(file.data()), file.size()});
    }
    if (pending_.size() > flushedAt)
        flush();
}

void InputLog::add(const LoggedEnd& end)
{
    Writer out(pending_);
    out.number(static_cast<std::uint64_t>(LogEvent::Kind::End));
    out.number(end.nested ? 1 : 0);
    out.signedNumber(end.executed);
}

void InputLog::add(const LoggedAnswer& answer)
{
    {
        Writer out(pending_);
        out.number(static_cast<std::uint64_t>(LogEvent::Kind::Answer));
        out.number(static_cast<std::uint64_t>(answer.kind));
        out.number(answer.given ? 1 : 0);
        out.signedNumber(answer.number);
        out.text(answer.bytes);
    }
    if (pending_.size() > flushedAt)
        flush();
}

bool InputLog::flush()
{
    std::string_view left = pending_;
    while (!left.empty() && !failed_) {
        const auto wrote = ::pwrite(handle_, left.data(), left.size(), static_cast<off_t>(written_));
        if (wrote <= 0) {
            failed_ = true;
            break;
        }
        written_ += static_cast<std::uint64_t>(wrote);
        left.remove_prefix(static_cast<std::size_t>(wrote));
    }
    pending_.clear();
    return !failed_;
}

void InputLog::drop(std::uint64_t before)
{
    if (before <= dropped_ || ::fallocate(handle_, FALLOC_FL_PUNCH_HOLE | FALLOC_FL_KEEP_SIZE, static_cast<off_t>(dropped_),
                                          static_cast<off_t>(before - dropped_)) != 0)
        return;
    dropped_ = before;
}

Result<void> InputLog::copy(std::uint64_t from, const std::filesystem::path& file)
{
    if (!flush())
        return Error{"the log of inputs could not be kept", ""};
    std::vector<std::byte> bytes(written_ - std::min(from, written_));
    for (std::size_t at = 0; at < bytes.size();) {
        const auto got = ::pread(handle_, bytes.data() + at, bytes.size() - at, static_cast<off_t>(from + at));
        if (got <= 0)
            return Error{"the log of inputs cannot be read", ""};
        at += static_cast<std::size_t>(got);
    }
    return writeFileAtomically(file, bytes, Backup::None, Rights::OwnerOnly);
}

InputLogReader::InputLogReader(int handle, std::uint64_t from, std::uint64_t to) : from_(from)
{
    const std::uint64_t page = static_cast<std::uint64_t>(::sysconf(_SC_PAGESIZE));
    const std::uint64_t start = from / page * page;
    if (to <= from)
        return;
    mappedSize_ = to - start;
    void* mapped = ::mmap(nullptr, mappedSize_, PROT_READ, MAP_SHARED, handle, static_cast<off_t>(start));
    if (mapped == MAP_FAILED)
        return;
    mapped_ = mapped;
    bytes_ = std::span(static_cast<const std::byte*>(mapped), mappedSize_).subspan(from - start);
}

InputLogReader::~InputLogReader()
{
    if (mapped_ != nullptr)
        ::munmap(mapped_, mappedSize_);
}

std::optional<LogEvent> InputLogReader::read(std::size_t& at) const
{
    if (at >= bytes_.size())
        return std::nullopt;
    Cursor in{bytes_, at};
    LogEvent event;
    event.kind = static_cast<LogEvent::Kind>(in.number());
    switch (event.kind) {
    case LogEvent::Kind::Input: {
        LoggedInput& logged = event.input;
        logged.nested = in.number() != 0;
        (logged.nested ? logged.executed : logged.milliseconds) = in.signedNumber();
        logged.input.kind = static_cast<vm::InputKind>(in.number());
        logged.input.inError = in.number() != 0;
        for (std::int64_t& number : logged.input.numbers)
            number = in.signedNumber();
        for (vm::Value& value : logged.input.values)
            value = in.value();
        logged.text = in.text();
        for (std::uint64_t left = in.number(); left > 0 && in.good; --left) {
            const auto id = static_cast<std::int32_t>(in.signedNumber());
            logged.parameters.push_back({id, in.value()});
        }
        for (std::uint64_t left = in.number(); left > 0 && in.good; --left)
            logged.roots.push_back(in.signedNumber());
        const std::string file = in.text();
        if (!file.empty())
            if (auto parsed = bof::read(std::as_bytes(std::span(file)), "log of inputs"))
                logged.file = std::move(parsed).value();
        break;
    }
    case LogEvent::Kind::End:
        event.end.nested = in.number() != 0;
        event.end.executed = in.signedNumber();
        break;
    case LogEvent::Kind::Answer:
        event.answer.kind = static_cast<AnswerKind>(in.number());
        event.answer.given = in.number() != 0;
        event.answer.number = in.signedNumber();
        event.answer.bytes = in.text();
        break;
    default: return std::nullopt;
    }
    if (!in.good)
        return std::nullopt;
    at = in.at;
    return event;
}

const std::optional<LogEvent>& InputLogReader::peek()
{
    if (!peeked_) {
        const std::size_t before = at_;
        ahead_ = read(at_);
        peekedSize_ = at_ - before;
        peeked_ = true;
    }
    return ahead_;
}

std::optional<LogEvent> InputLogReader::next()
{
    peek();
    peeked_ = false;
    return std::exchange(ahead_, std::nullopt);
}

bool InputLogReader::nestedAhead() const
{
    std::size_t at = at_;
    if (peeked_ && ahead_) {
        if (ahead_->kind == LogEvent::Kind::Input)
            return true;
        if (ahead_->kind == LogEvent::Kind::End)
            return false;
    }
    while (const auto event = read(at)) {
        if (event->kind == LogEvent::Kind::Input)
            return true;
        if (event->kind == LogEvent::Kind::End)
            return false;
    }
    return false;
}

} // namespace blak::serve
