// SPDX-License-Identifier: GPL-3.0-or-later
// What the studio asks besides the protocol: of the world, to reload it; and the test that is debugged.
#include "server/dap/adapter.h"

#include <algorithm>
#include <array>

namespace blak::dap {

using nlohmann::json;

namespace {

/// They look and change nothing.
constexpr std::array<std::string_view, 14> asked{"object.read", "classes",  "class.read", "instances", "instances.read",
                                                 "timers",      "sessions", "accounts",   "references", "owners",
                                                 "debug.ago",   "status",   "debug.variables", "profile.start"};

} // namespace

/// {"do": a request of the control channel, its fields}; the answer is {"result": ...}.
void Adapter::askWorld(const Request& request)
{
    const std::string action = textOf(request.arguments, "do");
    if (std::ranges::find(asked, action) == asked.end() && action != "profile.stop")
        return refuse(request, "\"" + action + "\" is nothing that can be asked here");
    json fields = request.arguments;
    fields.erase("do");
    ask(request, action, std::move(fields), [this, request](const json& result) { answer(request, {{"result", result}}); });
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
