// SPDX-License-Identifier: GPL-3.0-or-later
#include "formats/document/text_document.h"

#include "formats/base/file_io.h"
#include "formats/diff/sequence.h"
#include "formats/document/changes.h"

#include <algorithm>
#include <cassert>

namespace blak::document {
namespace {

/// A byte that continues a character of UTF-8.
bool isInside(std::string_view text, std::size_t at)
{
    return at < text.size() && (static_cast<unsigned char>(text[at]) & 0xC0u) == 0x80;
}

constexpr std::size_t mostCompared = 50'000; ///< lines; of more, the differing middle is one piece

/// Lines with their ends.
std::vector<std::string_view> wholeLines(std::string_view text)
{
    std::vector<std::string_view> lines;
    while (!text.empty()) {
        const std::size_t end = std::min(text.find('\n'), text.size() - 1) + 1;
        lines.push_back(text.substr(0, end));
        text.remove_prefix(end);
    }
    return lines;
}

std::vector<std::uint32_t> numbersOf(const std::vector<std::string_view>& lines, diff::Numbering& number)
{
    std::vector<std::uint32_t> numbers;
    numbers.reserve(lines.size());
    for (const std::string_view line : lines)
        numbers.push_back(number(line));
    return numbers;
}

/// Where each line begins, and the end.
std::vector<std::size_t> startsOf(const std::vector<std::string_view>& lines, std::size_t first)
{
    std::vector<std::size_t> starts{first};
    starts.reserve(lines.size() + 1);
    for (const std::string_view line : lines)
        starts.push_back(starts.back() + line.size());
    return starts;
}

/// Back to the beginning of the line, of two texts that are alike up to there.
std::size_t lineStart(std::string_view text, std::size_t at)
{
    const std::size_t end = at == 0 ? text.npos : text.rfind('\n', at - 1);
    return end == text.npos ? 0 : end + 1;
}

} // namespace

TextDifference differenceOf(std::string_view before, std::string_view after)
{
    const std::size_t common = std::min(before.size(), after.size());
    auto prefix = static_cast<std::size_t>(
        std::mismatch(before.begin(), before.begin() + static_cast<std::ptrdiff_t>(common), after.begin()).first - before.begin());
    while (prefix > 0 && (isInside(before, prefix) || isInside(after, prefix)))
        --prefix;
    std::size_t suffix = 0;
    while (suffix < common - prefix && before[before.size() - 1 - suffix] == after[after.size() - 1 - suffix])
        ++suffix;
    while (suffix > 0 && (isInside(before, before.size() - suffix) || isInside(after, after.size() - suffix)))
        --suffix;
    return {prefix, before.size() - suffix - prefix, after.size() - suffix - prefix};
}

TextSplice::TextSplice(TextDocument& text, std::size_t at, std::size_t count, std::string with)
    : text_(text), at_(at), count_(count), held_(std::move(with))
{
    assert(at <= text.text().size() && count <= text.text().size() - at);
}

void TextSplice::swap()
{
    std::string out = text_.text_.substr(at_, count_);
    text_.text_.replace(at_, count_, held_);
    count_ = held_.size();
    held_ = std::move(out);
}

bool TextSplice::merge(Change& later)
{
    auto* next = dynamic_cast<TextSplice*>(&later);
    if (next == nullptr || &next->text_ != &text_)
        return false;
    // In the text between the two: this one put [at_, at_ + count_) there, the next took out the bytes it holds now.
    const std::size_t end = at_ + count_;
    const std::size_t nextEnd = next->at_ + next->held_.size();
    if (next->at_ > end || nextEnd < at_)
        return false;
    const std::size_t begin = std::min(at_, next->at_);
    const std::size_t before = at_ - begin;                              // bytes it took out before ours
    const std::size_t behind = nextEnd > end ? nextEnd - end : 0;        // and behind
    const std::size_t whole = std::max(end, nextEnd) - begin;            // the stretch both touch
    held_ = next->held_.substr(0, before) + held_ + next->held_.substr(next->held_.size() - behind);
    count_ = whole - next->held_.size() + next->count_;
    at_ = begin;
    return true;
}

Result<std::shared_ptr<TextDocument>> TextDocument::open(const std::filesystem::path& file, EncodingRule rule)
{
    const auto bytes = readTextFile(file, mostBytes);
    if (!bytes)
        return bytes.error();
    return std::make_shared<TextDocument>(file, bytes.value(), rule);
}

TextDocument::TextDocument(std::filesystem::path path, std::string_view bytes, EncodingRule rule)
    : Document(std::move(path)), rule_(rule)
{
    form_.encoding = guessEncoding(bytes, rule);
    text_ = decodeText(bytes, form_.encoding);
    countLineEnds(text_, form_);
    setRead(bytes);
}

void TextDocument::splice(std::size_t at, std::size_t count, std::string with)
{
    if (count != 0 || !with.empty())
        history().apply(std::make_unique<TextSplice>(*this, at, count, std::move(with)));
}

void TextDocument::setText(std::string_view text)
{
    const TextDifference whole = differenceOf(text_, text);
    if (whole.before == 0 && whole.after == 0)
        return;
    const std::string before = text_;
    // From the last place to the first, so that what lies ahead of each stays where it is.
    const auto take = [&](std::size_t begin, std::size_t end, std::size_t with, std::size_t withEnd) {
        const std::string_view old = std::string_view(before).substr(begin, end - begin);
        const TextDifference inner = differenceOf(old, text.substr(with, withEnd - with));
        splice(begin + inner.prefix, inner.before, std::string(text.substr(with + inner.prefix, inner.after)));
    };
    // Whole lines: of some that were put in between others that begin alike, none is cut.
    const std::size_t begin = lineStart(before, whole.prefix);
    const std::size_t same = std::min(before.find('\n', whole.prefix + whole.before), before.size() - 1) + 1 - whole.prefix - whole.before;
    const std::size_t beforeEnd = whole.prefix + whole.before + same, afterEnd = whole.prefix + whole.after + same;
    const auto left = wholeLines(std::string_view(before).substr(begin, beforeEnd - begin));
    const auto right = wholeLines(text.substr(begin, afterEnd - begin));
    if (before.empty() || (left.size() <= 1 && right.size() <= 1) || left.size() + right.size() > mostCompared) {
        splice(whole.prefix, whole.before, std::string(text.substr(whole.prefix, whole.after)));
        return;
    }
    diff::Numbering number;
    const auto leftNumbers = numbersOf(left, number), rightNumbers = numbersOf(right, number);
    const auto runs = diff::compareSequences(leftNumbers, rightNumbers);
    const auto leftStarts = startsOf(left, begin), rightStarts = startsOf(right, begin);
    for (auto run = runs.rbegin(); run != runs.rend(); ++run)
        if (!run->same)
            take(leftStarts[run->left], leftStarts[run->left + run->leftCount], rightStarts[run->right],
                 rightStarts[run->right + run->rightCount]);
}

void TextDocument::edit(std::string name, std::string_view text, std::uint64_t mergeKey)
{
    Transaction transaction(history(), std::move(name));
    setText(text);
    transaction.commit(mergeKey);
}

Result<void> TextDocument::editBytes(std::string name, std::string_view bytes, std::uint64_t mergeKey)
{
    if (form_.encoding != TextEncoding::Windows1252 && !isValidUtf8(bytes))
        return Error{"the file is UTF-8, and this has bytes that are not", path().string()};
    edit(std::move(name), decodeText(bytes, form_.encoding), mergeKey);
    return {};
}

Result<std::string> TextDocument::write() const
{
    auto bytes = encodeText(text_, form_.encoding);
    if (!bytes)
        return Error{bytes.error().what, path().string()};
    return bytes;
}

Result<void> TextDocument::read(std::string bytes)
{
    TextForm form;
    form.encoding = guessEncoding(bytes, rule_);
    const std::string text = decodeText(bytes, form.encoding);
    countLineEnds(text, form);
    if (form != form_)
        assign(history(), *this, &TextDocument::form_, form, "form");
    setText(text);
    return {};
}

Result<Bytes> TextDocument::unsavedState() const
{
    const auto view = std::as_bytes(std::span(text_));
    return Bytes(view.begin(), view.end());
}

Result<void> TextDocument::restoreUnsaved(std::span<const std::byte> state)
{
    const std::string_view text(reinterpret_cast<const char*>(state.data()), state.size());
    if (!isValidUtf8(text)) // kept by a version that kept the bytes of the file
        return editBytes("Edits of an earlier session", text);
    edit("Edits of an earlier session", text);
    return {};
}

Result<void> TextDocument::apply(const Fix& fix)
{
    if (fix.apply)
        return fix.apply(*this);
    if (fix.range.begin > fix.range.end || fix.range.end > text_.size())
        return Error{"the text is shorter than it was when the fix was found", path().string()};
    splice(fix.range.begin, fix.range.end - fix.range.begin, fix.replacement);
    return {};
}

} // namespace blak::document
