// SPDX-License-Identifier: GPL-3.0-or-later
// What the studio asks besides the protocol: of the world, to reload it; and the test that is debugged.
#include "server/dap/adapter.h"

#include <algorithm>
#include <array>

namespace blak::dap {

using nlohmann::json;

namespace {

/// They look and change nothing.
constexpr std::array<std::string_view, 16> asked{"object.read", "classes",    "class.read", "instances", "instances.read",
                                                 "timers",      "posts",      "sessions",   "accounts",  "references",
                                                 "owners",      "debug.ago",  "status",     "debug.variables", "debug.hash", "profile.start"};

} // namespace

/// {"do": a request of the control channel, its fields}; the answer is {"result": ...}. Places get the path of their source.
void Adapter::askWorld(const Request& request)
{
    const std::string action = textOf(request.arguments, "do");
    if (std::ranges::find(asked, action) == asked.end() && action != "profile.stop")
        return refuse(request, "\"" + action + "\" is nothing that can be asked here");
    json fields = request.arguments;
    fields.erase("do");
    ask(request, action, std::move(fields), [this, request](json result) {
        for (const char* list : {"timers", "posts"})
            if (result.is_object() && result.contains(list))
                for (json& row : result[list])
                    if (row.contains("origin"))
                        addSources(row["origin"]);
        answer(request, {{"result", std::move(result)}});
    });
}

void Adapter::addSources(json& rows)
{
    for (json& row : rows)
        if (const Sidecar* sidecar = row.contains("file") ? book_->find(textOf(row, "file")) : nullptr)
            row["path"] = sidecar->source.string();
}

/// The handlers that run, and below them those that posted the message or made the timer, which have ended.
void Adapter::answerFrames(const Request& request, json frames, std::int64_t depth)
{
    const std::int64_t start = numberOf(request.arguments, "startFrame");
    if (start + static_cast<std::int64_t>(frames.size()) < depth || (frames.empty() && start > 0))
        return answer(request, {{"stackFrames", std::move(frames)}, {"totalFrames", depth}});
    link_.ask("debug.origin", json::object(), [this, request, frames, depth](const json& rows, const std::string& fault) {
        json all = frames;
        std::int64_t id = firstOriginFrame;
        for (const json& row : fault.empty() && rows.is_array() ? rows : json::array()) {
            if (all.size() == frames.size() || textOf(row, "handler").empty()) {
                StackFrame heading;
                heading.id = id++;
                heading.name = "posted, or set as a timer, by";
                heading.isOrigin = true;
                all.push_back(toJson(heading));
            }
            if (textOf(row, "handler").empty())
                continue;
            StackFrame shown;
            shown.id = id++;
            shown.name = textOf(row, "class") + "." + textOf(row, "handler");
            shown.line = numberOf(row, "line") - (firstLineIs1_ ? 0 : 1);
            shown.column = firstColumnIs1_ ? 1 : 0;
            shown.sourceName = textOf(row, "file");
            if (const Sidecar* sidecar = book_->find(shown.sourceName)) {
                shown.path = sidecar->source.string();
                shown.sourceName = sidecar->source.filename().string();
            }
            shown.isOrigin = true;
            all.push_back(toJson(shown));
        }
        const auto more = static_cast<std::int64_t>(all.size() - frames.size());
        answer(request, {{"stackFrames", std::move(all)}, {"totalFrames", depth + more}});
    });
}

/// Compiles what has changed and has the server load it. Handlers that stand run on as they are.
void Adapter::reload(const Request& request)
{
    if (past_)
        return refuse(request, "the past cannot be changed: go on to the present first");
    const auto made = host_.recompile(project_);
    if (!made)
        return refuse(request, made.error().text());
    auto left = std::make_shared<json>(json::array());
    for (const std::string& one : made.value().resources)
        left->push_back({{"what", "resource"}, {"name", one}});
    for (const std::string& one : made.value().classes)
        left->push_back({{"what", "class"}, {"name", one}});
    reloadNext(request, left, std::make_shared<json>(json{{"classes", json::array()}, {"reports", json::array()}}));
}

void Adapter::reloadNext(const Request& request, std::shared_ptr<json> left, std::shared_ptr<json> done)
{
    if (left->empty())
        return answer(request, *done);
    const json next = left->front();
    left->erase(left->begin());
    if (stopped_ && next["what"] == "resource") { // waits until the world goes on; the classes need not
        (*done)["reports"].push_back(textOf(next, "name") + " is read when the world is started anew");
        return reloadNext(request, left, done);
    }
    ask(request, "reload", next, [this, request, left, done, next](const json& result) {
        if (next["what"] == "class")
            (*done)["classes"].push_back(next["name"]);
        for (const json& report : listOf(result, "reports"))
            (*done)["reports"].push_back(report);
        reloadNext(request, left, done);
    });
}

/// Everything is set: the server may begin. The session ends with the test.
void Adapter::runTest()
{
    link_.ask("test", json::object(), [this](const json& result, const std::string& fault) {
        if (!fault.empty()) {
            say(fault + "\n", "stderr");
        } else {
            const std::int64_t verdict = numberOf(result, "verdict");
            say(test_ + (verdict == 0 ? " passed" : verdict == 1 ? " failed" : " was skipped: " + textOf(result, "skipped")) + "\n",
                verdict == 1 ? "stderr" : "console");
            for (const json& failure : listOf(result, "failures")) {
                json body{{"category", "stderr"}, {"output", textOf(failure, "text") + "\n"}};
                const Sidecar* sidecar = book_->find(textOf(failure, "file"));
                const auto offset = static_cast<std::uint32_t>(numberOf(failure, "offset"));
                const HandlerNames* handler = sidecar == nullptr ? nullptr : sidecar->handlerAt(offset);
                if (const StatementPlace* place = handler == nullptr ? nullptr : statementAt(*handler, offset)) {
                    body["source"] = {{"name", sidecar->source.filename().string()}, {"path", sidecar->source.string()}};
                    body["line"] = place->line;
                }
                send(eventJson("output", std::move(body)));
            }
        }
        link_.ask("stop", json::object(), nullptr);
    });
}

} // namespace blak::dap
