// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "formats/base/text_encoding.h"
#include "formats/document/document.h"

namespace blak::document {

class TextDocument;

/// Bytes of a text in the place of others.
class TextSplice final : public Change
{
public:
    /// Of text that is still to be put in: `count` bytes from `at` become `with`.
    TextSplice(TextDocument& text, std::size_t at, std::size_t count, std::string with);

    void swap() override;
    std::size_t memory() const override { return sizeof(*this) + held_.capacity(); }
    Touched touched() const override { return {"text", 0}; }
    /// Texts that touch each other become one: letters typed one after the other, backspaces.
    bool merge(Change& later) override;

    const TextDocument& text() const { return text_; }
    std::size_t at() const { return at_; }
    std::size_t count() const { return count_; }         ///< bytes of the document that swap() takes out
    const std::string& held() const { return held_; }    ///< bytes that swap() puts in

private:
    friend class TextDocument;

    TextDocument& text_;
    std::size_t at_;
    std::size_t count_;
    std::string held_;
};

/// A text in any encoding, as UTF-8. Its file keeps every byte that was not edited. Blakod, settings, lists of the server: all text
/// files are this document, whatever shows them.
class TextDocument : public Document
{
public:
    static constexpr std::uint64_t mostBytes = 64u * 1024 * 1024;

    static Result<std::shared_ptr<TextDocument>> open(const std::filesystem::path& file, EncodingRule rule);
    TextDocument(std::filesystem::path path, std::string_view bytes, EncodingRule rule);

    const std::string& text() const { return text_; }
    const TextForm& form() const { return form_; }
    EncodingRule encodingRule() const { return rule_; }

    // In an open transaction:
    void splice(std::size_t at, std::size_t count, std::string with);
    /// Only what differs becomes another, so that places in the rest stay. Never cuts a character.
    void setText(std::string_view text);

    /// One step of undo; nothing when the text is the same.
    void edit(std::string name, std::string_view text, std::uint64_t mergeKey = 0);
    /// The same from bytes of the file's encoding. Fails when they are none.
    Result<void> editBytes(std::string name, std::string_view bytes, std::uint64_t mergeKey = 0);

    Result<Bytes> unsavedState() const override;
    Result<void> restoreUnsaved(std::span<const std::byte> state) override;

protected:
    Result<std::string> write() const override;
    Result<void> read(std::string bytes) override;
    Result<void> apply(const Fix& fix) override;

private:
    friend class TextSplice;

    std::string text_;
    TextForm form_;
    EncodingRule rule_;
};

/// The differing middle of two texts: bytes of a common prefix, and how many differ in each.
struct TextDifference
{
    std::size_t prefix = 0;
    std::size_t before = 0;
    std::size_t after = 0;
};
TextDifference differenceOf(std::string_view before, std::string_view after);

} // namespace blak::document
