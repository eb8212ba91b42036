// SPDX-License-Identifier: GPL-3.0-or-later
#include "kodide/compiler/parse_ahead.h"

#include "formats/base/file_io.h"

#include <algorithm>
#include <string_view>

namespace blak::kod {
namespace {

constexpr std::size_t window = 48; ///< files parsed ahead, which bounds the memory
constexpr unsigned mostThreads = 16;

/// Whether the beginning holds so many control characters that this is no text: one error then, not one at every byte.
bool isBinary(std::string_view text)
{
    constexpr std::size_t looked = 4096; // bytes
    constexpr std::size_t tolerated = 20; // one control character in so many bytes
    const std::string_view head = text.substr(0, looked);
    const auto isControl = [](char c) {
        const auto code = static_cast<unsigned char>(c);
        return code < 0x20 && std::string_view("\t\n\v\f\r\x1A").find(c) == std::string_view::npos;
    };
    return static_cast<std::size_t>(std::count_if(head.begin(), head.end(), isControl)) * tolerated > head.size();
}

} // namespace

ParsedFile parseFile(const std::filesystem::path& file, const Dialect& dialect, IncludeStore& includes)
{
    auto text = includes.source().readText(file, sourceLimit);
    if (!text)
        return {nullptr, text.error().what};
    if (isBinary(text.value()))
        return {nullptr, "this is no text: expected Blakod, found a binary file"};
    const auto source = std::make_shared<SourceText>(SourceText{file.string(), std::move(text).value()});
    return {parse(source, dialect, {.includes = &includes, .home = file.parent_path(), .recovery = Recovery::Editor,
                   .includeOnce = dialect.directoryMode}),
            {}};
}

ParseAhead::ParseAhead(std::vector<std::filesystem::path> files, const Dialect& dialect, IncludeStore& includes, unsigned threads)
    : files_(std::move(files)), dialect_(dialect), includes_(includes), results_(files_.size())
{
    constexpr std::size_t worthAThread = 8; // files
    unsigned count = threads != 0 ? threads : std::max(1u, std::thread::hardware_concurrency());
    count = std::min({count, mostThreads, static_cast<unsigned>(files_.size() / worthAThread)});
    for (unsigned i = 0; i < count; ++i)
        threads_.emplace_back([this] { work(); });
}

ParseAhead::~ParseAhead()
{
    {
        const std::scoped_lock lock(mutex_);
        stop_ = true;
    }
    room_.notify_all();
}

void ParseAhead::work()
{
    for (;;) {
        std::size_t index = 0;
        {
            std::unique_lock lock(mutex_);
            room_.wait(lock, [this] { return stop_ || next_ >= files_.size() || next_ < taken_ + window; });
            if (stop_ || next_ >= files_.size())
                return;
            index = next_++;
        }
        auto result = std::make_unique<ParsedFile>(parseFile(files_[index], dialect_, includes_));
        {
            const std::scoped_lock lock(mutex_);
            results_[index] = std::move(result);
        }
        ready_.notify_one();
    }
}

ParsedFile ParseAhead::take(std::size_t index)
{
    if (threads_.empty())
        return parseFile(files_[index], dialect_, includes_);
    std::unique_ptr<ParsedFile> result;
    {
        std::unique_lock lock(mutex_);
        ready_.wait(lock, [&] { return results_[index] != nullptr; });
        result = std::move(results_[index]);
        taken_ = index + 1;
    }
    room_.notify_all();
    return std::move(*result);
}

} // namespace blak::kod
