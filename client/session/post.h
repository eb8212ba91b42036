// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "formats/wire/objects.h"
#include "formats/wire/resource_book.h"

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <vector>

namespace blak::session {

struct Letter
{
    std::uint32_t index = 0; ///< position in the mailbox, from 1; what is deleted by it renumbers the rest
    std::string sender;
    std::int64_t time = 0; ///< Unix
    std::vector<std::string> recipients;
    std::string body;
};

struct Article
{
    std::uint32_t number = 0;
    std::int64_t time = 0; ///< Unix
    std::string poster, title;
};

struct NewsGroup
{
    std::uint16_t group = 0;
    bool mayRead = false, mayPost = false;
    wire::GameObject globe;
    std::string description;
    std::vector<Article> articles;
    std::uint8_t parts = 0, partsHeard = 0;
    bool listed = false;              ///< articles have come
    std::optional<std::string> body;  ///< of the article asked for last
};

/// Letters and news.
class Post
{
public:
    static constexpr std::size_t mostLetters = 1000;
    static constexpr std::size_t mostArticles = 100'000;

    bool hear(const wire::Message& message, wire::Dialect dialect, const wire::ResourceBook& resources);
    void clear() { *this = {}; }

    const std::vector<Letter>& letters() const { return letters_; } ///< as they came: the last position first
    bool mailboxWasEmpty() const { return mailboxWasEmpty_; }
    const std::optional<NewsGroup>& news() const { return news_; }
    /// The answer to BP_REQ_LOOKUP_NAMES: ids in the order asked, 0 = nobody of that name.
    const std::optional<std::vector<std::uint32_t>>& foundNames() const { return foundNames_; }

    void forgetLetters() { letters_.clear(), mailboxWasEmpty_ = false; }
    void forgetNews() { news_.reset(); }
    void forgetNames() { foundNames_.reset(); }

private:
    std::vector<Letter> letters_;
    bool mailboxWasEmpty_ = false;
    std::optional<NewsGroup> news_;
    std::optional<std::vector<std::uint32_t>> foundNames_;
};

/// Unix time of a time of letters and articles: each dialect counts from another day.
std::int64_t unixTimeOf(wire::Dialect dialect, std::uint32_t time);

} // namespace blak::session
