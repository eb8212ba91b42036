// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <functional>
#include <map>
#include <nlohmann/json.hpp>
#include <string>
#include <string_view>

namespace blak::dap {

/// Requests to a control channel (docs/server.md), and who gets the answers. Knows no socket.
class ControlLink
{
public:
    /// `fault` is empty when the request was carried out.
    using Answer = std::function<void(const nlohmann::json& result, const std::string& fault)>;

    void ask(std::string_view action, nlohmann::json fields, Answer answer);
    void received(std::string_view bytes);
    /// The connection is gone: whoever waits for an answer is told.
    void ended();
    std::string takeOutput() { return std::exchange(output_, {}); }

    std::function<void(const nlohmann::json& event)> event;

private:
    void line(std::string_view text);
    void take(const nlohmann::json& message);

    std::string input_, output_;
    std::int64_t next_ = 1;
    std::map<std::int64_t, Answer> waiting_;
};

} // namespace blak::dap
