// SPDX-License-Identifier: GPL-3.0-or-later
#include "formats/document/text_document.h"

#include "formats/base/file_io.h"
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
    const TextDifference difference = differenceOf(text_, text);
    splice(difference.prefix, difference.before, std::string(text.substr(difference.prefix, difference.after)));
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
