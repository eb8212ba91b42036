// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "formats/base/result.h"

#include <chrono>
#include <filesystem>
#include <nlohmann/json.hpp>
#include <string>

namespace blak::cli {

/// A TCP connection, which waits when it is read; -1 = there is none to be had.
int connectTo(const std::string& host, int port);

/// The control channel of a running server (docs/server.md), asked one request after the other.
class ToolConnection
{
public:
    /// Of the server that runs in the folder, or in the run folder of a project; by its control.json.
    static Result<ToolConnection> open(const std::filesystem::path& folder);

    ToolConnection(ToolConnection&& other) noexcept : socket_(std::exchange(other.socket_, -1)), read_(std::move(other.read_)) {}
    ToolConnection& operator=(ToolConnection&&) = delete;
    ~ToolConnection();

    /// The result; fails with what the server said, or when it says nothing for so long.
    Result<nlohmann::json> ask(std::string_view action, nlohmann::json fields = nlohmann::json::object(),
                               std::chrono::milliseconds most = std::chrono::seconds(30));

private:
    explicit ToolConnection(int socket) : socket_(socket) {}

    int socket_ = -1;
    std::string read_;
    int number_ = 0;
};

} // namespace blak::cli
