// SPDX-License-Identifier: GPL-3.0-or-later
#include "client/session/post.h"

#include "formats/wire/fields.h"
#include "formats/wire/message_text.h"

namespace blak::session {
namespace {

using wire::Field;
using wire::MessageId;
using namespace wire::fields;

} // namespace

std::int64_t unixTimeOf(wire::Dialect dialect, std::uint32_t time)
{
    constexpr std::int64_t of1996 = 820'454'400;
    constexpr std::int64_t ofMainline = 1'534'000'000;
    switch (dialect) {
    case wire::Dialect::Open105:
    case wire::Dialect::Open29: return time;
    case wire::Dialect::Mainline: return time + ofMainline;
    default: return time + of1996;
    }
}

bool Post::hear(const wire::Message& message, wire::Dialect dialect, const wire::ResourceBook& resources)
{
    switch (message.row->id) {
    case MessageId::BP_MAIL: {
        Letter letter;
        letter.index = numberOf(message, "index");
        letter.sender = std::string(textOf(message, "sender"));
        letter.time = unixTimeOf(dialect, numberOf(message, "time"));
        for (const Field& element : itemsOf(message, "recipients"))
            letter.recipients.push_back(element.items.empty() ? std::string() : element.items.front().text);
        if (letter.recipients.empty()) { // the answer of an empty mailbox
            mailboxWasEmpty_ = true;
            return true;
        }
        if (const Field* body = message.find("body"))
            letter.body = wire::messageText(*body, resources);
        if (letters_.size() < mostLetters)
            letters_.push_back(std::move(letter));
        return true;
    }
    case MessageId::BP_LOOK_NEWSGROUP: {
        NewsGroup news;
        news.group = static_cast<std::uint16_t>(numberOf(message, "group"));
        const std::uint32_t permission = numberOf(message, "permission");
        news.mayRead = (permission & 1) != 0;
        news.mayPost = (permission & 2) != 0;
        news.globe = wire::objectOf(message.find("object"));
        if (const Field* description = message.find("description"))
            news.description = wire::messageText(*description, resources);
        news_ = std::move(news);
        return true;
    }
    case MessageId::BP_ARTICLES: {
        const auto group = static_cast<std::uint16_t>(numberOf(message, "group"));
        if (!news_ || news_->group != group) {
            news_.emplace();
            news_->group = group;
            news_->mayRead = true;
        }
        const std::uint32_t part = numberOf(message, "part");
        if (part <= 1)
            news_->articles.clear();
        news_->listed = true;
        news_->partsHeard = static_cast<std::uint8_t>(part);
        news_->parts = static_cast<std::uint8_t>(numberOf(message, "parts"));
        for (const Field& element : itemsOf(message, "articles"))
            if (news_->articles.size() < mostArticles)
                news_->articles.push_back({numberIn(element.items, "number"),
                                           unixTimeOf(dialect, numberIn(element.items, "time")),
                                           std::string(textIn(element.items, "poster")),
                                           std::string(textIn(element.items, "title"))});
        return true;
    }
    case MessageId::BP_ARTICLE:
        if (!news_)
            news_.emplace();
        news_->body = std::string(textOf(message, "body"));
        return true;
    case MessageId::BP_LOOKUP_NAMES: foundNames_ = numbersOf(itemsOf(message, "players")); return true;
    default: return false;
    }
}

} // namespace blak::session
