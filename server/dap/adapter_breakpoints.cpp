// SPDX-License-Identifier: GPL-3.0-or-later
// What editors want to stop at, beside what the server stops at.
#include "formats/base/counted.h"
#include "server/dap/adapter.h"

#include "formats/base/file_io.h"
#include "formats/base/find_file.h"
#include "kodide/compiler/build_state.h"
#include "server/dap/error_kinds.h"
#include "server/dap/log_message.h"

#include <algorithm>

namespace blak::dap {

using nlohmann::json;

namespace {

/// "Class.Message" or "Class::Message".
std::pair<std::string, std::string> splitName(const std::string& name)
{
    const std::size_t dot = name.find_first_of(".:");
    if (dot == std::string::npos)
        return {};
    const std::size_t message = name.find_first_not_of(".:@ ", dot);
    return {name.substr(0, dot), message == std::string::npos ? std::string() : name.substr(message)};
}

} // namespace

/// Condition, hits and log of a breakpoint. What is wrong with them, if anything is. Without a handler there is nothing in which
/// an expression would make sense.
std::optional<std::string> Adapter::addRules(json& place, const WantedBreakpoint& wanted, const Sidecar* sidecar,
                                             const HandlerNames* handler)
{
    const auto compiled = [&](const std::string& text) -> Result<json> {
        if (sidecar == nullptr || handler == nullptr)
            return Error{"an expression needs a handler: set the breakpoint on a line or on a message", ""};
        return snippets_->compile(*sidecar, *handler, text);
    };
    if (!wanted.condition.empty()) {
        auto condition = compiled(wanted.condition);
        if (!condition)
            return condition.error().text();
        place["condition"] = std::move(condition).value();
    }
    if (!wanted.hitCondition.empty()) {
        auto hits = hitsJson(wanted.hitCondition);
        if (!hits)
            return hits.error().text();
        place["hits"] = std::move(hits).value();
    }
    for (const LogPiece& piece : logPieces(wanted.logMessage)) {
        if (!piece.isExpression) {
            place["log"].push_back(piece.text);
            continue;
        }
        auto expression = compiled(piece.text);
        if (!expression)
            return expression.error().text();
        place["log"].push_back(std::move(expression).value());
    }
    return std::nullopt;
}

/// Whether the class in the server's folder, where we can look into it, is not the one that the sidecar describes.
bool Adapter::runsAnotherVersion(const Sidecar& sidecar) const
{
    const auto file = findInFolder(served_ / "memmap", sidecar.source.stem().string() + ".bof");
    const auto bytes = file ? readTextFile(*file) : Result<std::string>(Error{"", ""});
    return bytes && kod::contentHash(bytes.value()) != sidecar.objectHash;
}

void Adapter::resolve(const std::string& path, SourceBreakpoint& one)
{
    one.place = nullptr;
    one.is.verified = false;
    one.is.path = path;
    one.is.line = one.wanted.line;
    const Sidecar* sidecar = book_->find(path);
    if (sidecar == nullptr) {
        one.is.message = "waits for the class: this source has not been compiled";
        return;
    }
    if (runsAnotherVersion(*sidecar)) {
        one.is.message = "waits for the class: the world runs another version of it; reload it";
        return;
    }
    const auto spot = spotFor(*sidecar, one.wanted.line);
    if (!spot) {
        one.is.message = "no statement begins on this line or below";
        return;
    }
    one.is.line = spot->statement->line;
    one.is.message = one.is.line == one.wanted.line
                         ? std::string()
                         : "no statement begins on line " + std::to_string(one.wanted.line) + "; the next one is here, in " +
                               spot->handler->className + "." + spot->handler->name;
    json place{{"offset", spot->statement->offset}, {"id", one.is.id}};
    if (one.wanted.oneShot)
        place["once"] = true;
    if (const auto wrong = addRules(place, one.wanted, sidecar, spot->handler))
        one.is.message = *wrong;
    else
        one.place = std::move(place);
}

void Adapter::sendPlaces(const std::string& path, std::function<void()> then)
{
    json places = json::array();
    for (const SourceBreakpoint& one : breakpoints_[path])
        if (!one.place.is_null())
            places.push_back(one.place);
    link_.ask("debug.places", {{"file", path.substr(path.find_last_of("/\\") + 1)}, {"places", std::move(places)}},
              [this, path, then = std::move(then)](const json& result, const std::string& fault) {
                  const json& missing = listOf(result, "missing");
                  for (SourceBreakpoint& one : breakpoints_[path]) {
                      if (one.place.is_null())
                          continue;
                      const bool found = std::ranges::find(missing, one.place["offset"]) == missing.end();
                      one.is.verified = fault.empty() && found;
                      if (!one.is.verified)
                          one.is.message = fault.empty() ? "waits for the class: the one that runs is missing, or another version"
                                                         : fault;
                  }
                  then();
              });
}

void Adapter::setBreakpoints(const Request& request)
{
    const std::string path = textOf(objectOf(request.arguments, "source"), "path");
    if (path.empty())
        return refuse(request, "expected a source with a path");
    std::vector<SourceBreakpoint>& all = breakpoints_[path];
    all.clear();
    for (const json& wanted : listOf(request.arguments, "breakpoints")) {
        SourceBreakpoint one;
        one.wanted = wantedBreakpoint(wanted);
        one.wanted.line += firstLineIs1_ ? 0 : 1;
        one.is.id = nextBreakpoint_++;
        resolve(path, one);
        all.push_back(std::move(one));
    }
    sendPlaces(path, [this, path, request] {
        json out = json::array();
        for (const SourceBreakpoint& one : breakpoints_[path]) {
            Breakpoint shown = one.is;
            shown.line -= firstLineIs1_ ? 0 : 1;
            out.push_back(toJson(shown));
        }
        answer(request, {{"breakpoints", std::move(out)}});
    });
}

/// Breakpoints for one time that have been met are gone.
void Adapter::takeSpent(const json& ids)
{
    const auto isMet = [&](const Breakpoint& one, bool once) {
        const bool met = once && std::ranges::any_of(ids, [&](const json& id) { return id == one.id; });
        if (met)
            send(eventJson("breakpoint", {{"reason", "removed"}, {"breakpoint", toJson(one)}}));
        return met;
    };
    for (auto& [path, all] : breakpoints_)
        std::erase_if(all, [&](const SourceBreakpoint& one) { return isMet(one.is, one.wanted.oneShot); });
    std::erase_if(messages_, [&](const MessageBreakpoint& one) { return isMet(one.is, one.wanted.oneShot); });
    std::erase_if(writes_, [&](const MessageBreakpoint& one) { return isMet(one.is, one.wanted.oneShot); });
}

/// Other classes run now: offsets are others, and what waited may be there.
void Adapter::reloaded()
{
    if (!connected_)
        return;
    book_->forget(stopped_);
    frames_.clear(); // of the sidecars that were
    handles_.clear();
    gotoTargets_.clear();
    if (stopped_ && takesInvalidated_)
        send(eventJson("invalidated", {{"areas", {"all"}}}));
    snippets_->forget();
    for (auto& [path, all] : breakpoints_) {
        for (SourceBreakpoint& one : all)
            resolve(path, one);
        sendPlaces(path, [this, path = path] {
            for (const SourceBreakpoint& one : breakpoints_[path]) {
                Breakpoint shown = one.is;
                shown.line -= firstLineIs1_ ? 0 : 1;
                send(eventJson("breakpoint", {{"reason", "changed"}, {"breakpoint", toJson(shown)}}));
            }
        });
    }
    const auto tell = [this](const All& all) {
        for (const MessageBreakpoint& one : all)
            send(eventJson("breakpoint", {{"reason", "changed"}, {"breakpoint", toJson(one.is)}}));
    };
    if (!messages_.empty())
        resolveMessages([this, tell] { tell(messages_); });
    if (!writes_.empty())
        resolveWrites([this, tell](const std::string&) { tell(writes_); });
}

void Adapter::setFunctionBreakpoints(const Request& request)
{
    messages_.clear();
    for (const json& given : listOf(request.arguments, "breakpoints")) {
        MessageBreakpoint one;
        one.wanted = wantedBreakpoint(given);
        one.is.id = nextBreakpoint_++;
        messages_.push_back(std::move(one));
    }
    resolveMessages([this, request] {
        json out = json::array();
        for (const MessageBreakpoint& one : messages_)
            out.push_back(toJson(one.is));
        answer(request, {{"breakpoints", std::move(out)}});
    });
}

/// What is compiled is so for each handler by itself; which there are the server knows.
void Adapter::resolveMessages(std::function<void()> then)
{
    ++messagesSet_;
    json asked = json::array();
    for (MessageBreakpoint& one : messages_) {
        one.is.verified = false;
        one.is.message.clear();
        one.rule = nullptr;
        const bool atEnd = one.wanted.name.starts_with(endOfMessage);
        const auto [className, message] = splitName(atEnd ? one.wanted.name.substr(endOfMessage.size()) : one.wanted.name);
        json rule{{"id", one.is.id}, {"class", className}, {"message", message}, {"atEnd", atEnd}, {"once", one.wanted.oneShot}};
        const WantedBreakpoint hitsOnly{0, {}, {}, one.wanted.hitCondition, {}, false};
        if (className.empty() || message.empty())
            one.is.message = "expected Class.Message, or " + std::string(endOfMessage) + "Class.Message";
        else if (const auto wrong = addRules(rule, hitsOnly, nullptr, nullptr))
            one.is.message = *wrong;
        else
            one.rule = std::move(rule);
        asked.push_back({{"class", className}, {"message", message}, {"atEnd", atEnd}});
    }
    addPartsToAll(messages_, messagesSet_, "debug.handlers", {{"messages", std::move(asked)}},
                  [this, then = std::move(then)]() mutable { sendMessages(std::move(then)); });
}

/// `asked`: what the server says the handlers of, for each of them.
void Adapter::addPartsToAll(All& all, const std::int64_t& timesSet, std::string_view question, json asked,
                            std::function<void()> then)
{
    const auto needs = [](const MessageBreakpoint& one) {
        return !one.rule.is_null() && !(one.wanted.condition.empty() && one.wanted.logMessage.empty());
    };
    if (std::ranges::none_of(all, needs))
        return then();
    const std::int64_t stand = timesSet; // whoever sets others meanwhile has them looked up again
    link_.ask(question, std::move(asked),
              [this, &all, &timesSet, needs, stand, then = std::move(then)](const json& result, const std::string&) {
                  const json& handlers = listOf(result, "handlers");
                  for (std::size_t i = 0; stand == timesSet && i < all.size() && i < handlers.size(); ++i)
                      if (needs(all[i]))
                          addParts(all[i], handlers[i]);
                  then();
              });
}

/// Condition and log for each handler in which they mean something. Where they do in none, the breakpoint cannot be.
void Adapter::addParts(MessageBreakpoint& one, const json& places)
{
    json parts = json::array();
    std::vector<const HandlerNames*> seen;
    std::string first; // what is wrong, and where
    std::size_t wrong = 0;
    for (const json& place : places) {
        const std::string file = textOf(place, "file");
        const Sidecar* sidecar = book_->find(file);
        const HandlerNames* handler =
            sidecar == nullptr ? nullptr : sidecar->handlerAt(static_cast<std::uint32_t>(numberOf(place, "offset")));
        if (handler != nullptr && std::ranges::find(seen, handler) != seen.end())
            continue;
        seen.push_back(handler);
        json part{{"file", file}};
        std::optional<std::string> fault;
        if (handler == nullptr || runsAnotherVersion(*sidecar)) {
            fault = "it has not been compiled here as it runs";
        } else {
            part.update({{"begin", handler->begin}, {"end", handler->end}});
            fault = addRules(part, {0, {}, one.wanted.condition, {}, one.wanted.logMessage, false}, sidecar, handler);
        }
        if (!fault) {
            parts.push_back(std::move(part));
            continue;
        }
        if (++wrong == 1)
            first = (handler == nullptr ? file : handler->className + "." + handler->name) + ": " + *fault;
    }
    if (wrong > 0) {
        one.is.message = (parts.empty() ? "" : "not in " + std::to_string(wrong) + " of " + counted(parts.size() + wrong, "handler") + "; ") + first;
        if (parts.empty()) {
            one.rule = nullptr;
            return;
        }
    }
    one.rule["parts"] = std::move(parts);
}

void Adapter::sendMessages(std::function<void()> then)
{
    json rules = json::array();
    for (const MessageBreakpoint& one : messages_)
        if (!one.rule.is_null())
            rules.push_back(one.rule);
    link_.ask("debug.messages", {{"messages", std::move(rules)}},
              [this, then = std::move(then)](const json& result, const std::string& fault) {
                  const json& handlers = listOf(result, "handlers");
                  std::size_t next = 0;
                  for (MessageBreakpoint& one : messages_) {
                      if (one.rule.is_null())
                          continue;
                      const json count = next < handlers.size() ? handlers[next] : json(0);
                      ++next;
                      one.is.verified = fault.empty() && count.is_number() && count.get<std::int64_t>() > 0;
                      if (!one.is.verified)
                          one.is.message = fault.empty() ? "waits for the class: no handler has that message there" : fault;
                  }
                  then();
              });
}

void Adapter::setExceptionBreakpoints(const Request& request)
{
    json words = json::array(), classes = json::array();
    bool any = false, some = false, atDebug = false;
    const auto take = [&](const std::string& filter, const std::string& condition) {
        atDebug = atDebug || filter == "debug";
        const ErrorCondition wanted = errorCondition(condition);
        for (const ErrorKind& kind : errorKinds()) {
            if (kind.filter != filter)
                continue;
            some = true;
            for (const std::string& name : wanted.classes)
                classes.push_back("&" + name);
            if (!wanted.words.empty())
                for (const std::string& word : wanted.words)
                    words.push_back(word);
            else if (kind.words.empty())
                any = true;
            else
                for (const std::string_view word : kind.words)
                    words.push_back(word);
        }
    };
    for (const json& filter : listOf(request.arguments, "filters"))
        if (filter.is_string())
            take(filter.get<std::string>(), {});
    for (const json& option : listOf(request.arguments, "filterOptions"))
        if (option.is_object())
            take(textOf(option, "filterId"), textOf(option, "condition"));
    json containing = any ? json::array() : std::move(words);
    containing.insert(containing.end(), classes.begin(), classes.end());
    ask(request, "debug.errors", {{"stop", some}, {"containing", std::move(containing)}, {"debug", atDebug}},
        [this, request](const json& result) {
            for (const json& name : listOf(result, "unknown"))
                say("There is no class " + name.get<std::string>() + " yet; errors in its objects will stop the world.\n", "console");
            answer(request);
        });
}

/// Properties can be watched: of the object that is looked at, or of a class by "Class.property".
void Adapter::dataBreakpointInfo(const Request& request)
{
    const std::string name = textOf(request.arguments, "name");
    const std::int64_t reference = numberOf(request.arguments, "variablesReference");
    json body{{"dataId", nullptr}, {"description", "only properties can be watched"}};
    const auto describe = [&](std::string id, std::string description) {
        body = {{"dataId", std::move(id)}, {"description", std::move(description)}, {"accessTypes", {"write"}}};
    };
    if (reference > 0 && static_cast<std::size_t>(reference) <= handles_.size()) {
        const Handle& handle = handles_[static_cast<std::size_t>(reference - 1)];
        if (handle.kind == Kind::Object || handle.kind == Kind::Inherited)
            describe("object:" + std::to_string(handle.number) + ":" + name,
                     name + " of OBJECT " + std::to_string(handle.number));
    } else if (const auto [className, property] = splitName(name); !property.empty()) {
        describe("class:" + className + ":" + property, property + " of all objects of " + className);
    }
    answer(request, std::move(body));
}

void Adapter::setDataBreakpoints(const Request& request)
{
    writes_.clear();
    for (const json& given : listOf(request.arguments, "breakpoints")) {
        MessageBreakpoint one;
        one.wanted = wantedBreakpoint(given);
        one.is.id = nextBreakpoint_++;
        writes_.push_back(std::move(one));
    }
    resolveWrites([this, request](const std::string& fault) {
        if (!fault.empty())
            return refuse(request, fault);
        json out = json::array();
        for (const MessageBreakpoint& one : writes_)
            out.push_back(toJson(one.is));
        answer(request, {{"breakpoints", std::move(out)}});
    });
}

/// Conditions and logs are compiled for each handler that writes the property, as those of messages are.
void Adapter::resolveWrites(std::function<void(const std::string& fault)> then)
{
    ++writesSet_;
    json asked = json::array();
    for (MessageBreakpoint& one : writes_) {
        one.is.verified = false;
        one.is.message.clear();
        one.rule = nullptr;
        const std::string& id = one.wanted.name;
        const std::size_t first = id.find(':');
        const std::size_t second = id.find(':', first + 1);
        const std::string kind = id.substr(0, first);
        json of = json::object();
        if (second == std::string::npos || (kind != "object" && kind != "class")) {
            one.is.message = "expected what dataBreakpointInfo gave";
        } else {
            const std::string owner = id.substr(first + 1, second - first - 1);
            of = {{"property", id.substr(second + 1)}};
            if (kind == "class")
                of["class"] = owner;
            else
                of["object"] = std::strtoll(owner.c_str(), nullptr, 10);
            json rule = of;
            rule.update({{"id", one.is.id}, {"once", one.wanted.oneShot}});
            if (const auto wrong = addRules(rule, {0, {}, {}, one.wanted.hitCondition, {}, false}, nullptr, nullptr))
                one.is.message = *wrong;
            else
                one.rule = std::move(rule);
        }
        asked.push_back(std::move(of));
    }
    addPartsToAll(writes_, writesSet_, "debug.writers", {{"writes", std::move(asked)}},
                  [this, then = std::move(then)]() mutable { sendWrites(std::move(then)); });
}

/// The server takes all of them or none; then none of those from before are to be left, which may mean other properties by now.
void Adapter::sendWrites(std::function<void(const std::string& fault)> then)
{
    json rules = json::array();
    for (const MessageBreakpoint& one : writes_)
        if (!one.rule.is_null())
            rules.push_back(one.rule);
    link_.ask("debug.writes", {{"writes", std::move(rules)}},
              [this, then = std::move(then)](const json&, const std::string& fault) {
                  for (MessageBreakpoint& one : writes_) {
                      if (one.rule.is_null())
                          continue;
                      one.is.verified = fault.empty();
                      if (!fault.empty())
                          one.is.message = fault;
                  }
                  if (!fault.empty())
                      link_.ask("debug.writes", {{"writes", json::array()}}, nullptr);
                  then(fault);
              });
}

void Adapter::breakpointLocations(const Request& request)
{
    const std::string path = textOf(objectOf(request.arguments, "source"), "path");
    const std::int64_t shift = firstLineIs1_ ? 0 : 1;
    const std::int64_t first = numberOf(request.arguments, "line") + shift;
    const std::int64_t last = numberOf(request.arguments, "endLine", first - shift) + shift;
    json out = json::array();
    if (const Sidecar* sidecar = book_->find(path))
        for (const HandlerNames& handler : sidecar->handlers)
            for (const StatementPlace& statement : handler.statements)
                if (statement.source == 0 && !statement.inner && statement.line >= first && statement.line <= last)
                    out.push_back({{"line", statement.line - shift}, {"column", statement.column - (firstColumnIs1_ ? 0 : 1)}});
    answer(request, {{"breakpoints", std::move(out)}});
}

} // namespace blak::dap
