// SPDX-License-Identifier: GPL-3.0-or-later
// Going on, stepping, pausing.
#include "server/dap/adapter.h"
#include "server/vm/error_words.h"

#include <algorithm>

namespace blak::dap {

using nlohmann::json;

void Adapter::threads(const Request& request) { answer(request, {{"threads", {{{"id", 1}, {"name", "World"}}}}}); }

void Adapter::proceed(const Request& request, const char* step)
{
    if (!stopped_)
        return refuse(request, "the world runs");
    if (!past_) // a way through the past may end where it began
        leave();
    json fields = json::object();
    if (step != nullptr)
        fields["step"] = step;
    const bool goesOn = step == nullptr;
    ask(request, "debug.continue", std::move(fields),
        [this, request, goesOn](const json&) { answer(request, goesOn ? json{{"allThreadsContinued", true}} : json(nullptr)); });
}

/// What was known of the stop means nothing any more.
void Adapter::leave()
{
    stopped_ = false;
    frames_.clear();
    handles_.clear();
}

/// The server tells where one stands then, as after a step. When it refuses, one stands where one stood.
void Adapter::goBack(const Request& request, const char* step)
{
    if (!stopped_)
        return refuse(request, "the world runs: pause it first");
    json fields = json::object();
    if (step != nullptr)
        fields["step"] = step;
    ask(request, "debug.back", std::move(fields), [this, request](const json&) { answer(request); });
}

/// What is kept of the past, for a time line.
void Adapter::times(const Request& request)
{
    ask(request, "debug.times", json::object(), [this, request](const json& result) { answer(request, result); });
}

void Adapter::travel(const Request& request)
{
    if (!stopped_)
        return refuse(request, "the world runs: pause it first");
    const bool present = flagOf(request.arguments, "present");
    const json to = present ? json("present") : json(numberOf(request.arguments, "milliseconds"));
    ask(request, "debug.travel", {{"to", to}}, [this, request](const json&) { answer(request); });
}

/// What is kept of the past, as a recording that is debugged elsewhere.
void Adapter::savePast(const Request& request)
{
    ask(request, "debug.save", {{"file", textOf(request.arguments, "file")}, {"replace", flagOf(request.arguments, "replace")}},
        [this, request](const json& result) { answer(request, result); });
}

void Adapter::pause(const Request& request)
{
    ask(request, "debug.pause", json::object(), [this, request](const json&) { answer(request); });
}

/// Only places in the handler that stands are next: the statements of the line, or of the next one that has some.
void Adapter::gotoTargets(const Request& request)
{
    const std::string path = textOf(objectOf(request.arguments, "source"), "path");
    const std::int64_t line = numberOf(request.arguments, "line") + (firstLineIs1_ ? 0 : 1);
    loadFrame(request, 0, [this, request, path, line](const Frame& frame) {
        if (frame.handler == nullptr)
            return refuse(request, "no source of the handler that stands is known");
        const std::string name = frame.handler->className + "." + frame.handler->name;
        const Sidecar* there = book_->find(path);
        const auto spot = there == nullptr ? std::nullopt : spotFor(*there, line);
        if (there != frame.sidecar || !spot || spot->handler != frame.handler)
            return refuse(request, "the next statement can only be one of " + name + ", the handler that stands");
        json targets = json::array();
        for (const StatementPlace& statement : spot->handler->statements) {
            if (statement.source != 0 || statement.inner || statement.line != spot->statement->line)
                continue;
            gotoTargets_.push_back(statement.offset);
            targets.push_back({{"id", gotoTargets_.size()},
                               {"label", name + ", line " + std::to_string(statement.line)},
                               {"line", statement.line - (firstLineIs1_ ? 0 : 1)},
                               {"column", statement.column - (firstColumnIs1_ ? 0 : 1)}});
        }
        answer(request, {{"targets", std::move(targets)}});
    });
}

void Adapter::goTo(const Request& request)
{
    const std::int64_t target = numberOf(request.arguments, "targetId");
    if (!stopped_ || target < 1 || static_cast<std::size_t>(target) > gotoTargets_.size())
        return refuse(request, "the world has gone on since");
    move(request, "debug.goto", {{"offset", gotoTargets_[static_cast<std::size_t>(target - 1)]}}, "goto");
}

void Adapter::restartFrame(const Request& request)
{
    if (!stopped_)
        return refuse(request, "the world runs: pause it first");
    move(request, "debug.restart", {{"frame", std::max<std::int64_t>(numberOf(request.arguments, "frameId") - 1, 0)}}, "restart");
}

/// The world stands elsewhere afterwards, and what was known of the stack is another one.
void Adapter::move(const Request& request, std::string_view action, json fields, const char* reason)
{
    ask(request, action, std::move(fields), [this, request, reason](const json&) {
        answer(request);
        frames_.clear();
        handles_.clear();
        gotoTargets_.clear();
        send(eventJson("stopped", {{"threadId", 1}, {"allThreadsStopped", true}, {"reason", reason}}));
    });
}

void Adapter::exceptionInfo(const Request& request)
{
    if (!stopped_ || error_.empty())
        return refuse(request, "the world has not stopped at an error");
    answer(request, {{"exceptionId", "Blakod error"}, {"description", vm::errorInWords(error_)}, {"breakMode", "always"}, {"details", {{"message", error_}}}});
}

} // namespace blak::dap
