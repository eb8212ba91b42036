// SPDX-License-Identifier: GPL-3.0-or-later
#include "server/dap/control_link.h"

#include "server/dap/protocol.h"

namespace blak::dap {

using nlohmann::json;

void ControlLink::ask(std::string_view action, json fields, Answer answer)
{
    const std::int64_t id = next_++;
    fields["id"] = id;
    fields["do"] = action;
    output_ += fields.dump(-1, ' ', true, json::error_handler_t::replace) + "\n";
    waiting_.emplace(id, std::move(answer));
}

void ControlLink::received(std::string_view bytes)
{
    input_ += bytes;
    std::size_t begin = 0;
    for (std::size_t end = input_.find('\n'); end != std::string::npos; end = input_.find('\n', begin)) {
        const std::string text = input_.substr(begin, end - begin);
        begin = end + 1;
        line(text);
    }
    input_.erase(0, begin);
}

void ControlLink::line(std::string_view text)
{
    const json message = json::parse(text, nullptr, false);
    if (!message.is_object())
        return;
    try {
        take(message);
    } catch (const json::exception&) { // a server that says other things than ours: whoever asked is not answered
    }
}

void ControlLink::take(const json& message)
{
    if (message.contains("event")) {
        if (event)
            event(message);
        return;
    }
    auto node = waiting_.extract(numberOf(message, "id", -1));
    if (!node || !node.mapped())
        return;
    const bool good = flagOf(message, "ok");
    const auto result = message.find("result");
    node.mapped()(good && result != message.end() ? *result : json::object(),
                  good ? std::string() : textOf(message, "error", "the server refuses"));
}

void ControlLink::ended()
{
    const auto waiting = std::exchange(waiting_, {});
    for (const auto& [id, answer] : waiting)
        if (answer)
            answer(json::object(), "the connection to the server has ended");
}

} // namespace blak::dap
