// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "formats/base/result.h"

#include <atomic>
#include <filesystem>
#include <memory>

namespace blak::cli {

/// A program that somebody else started ends when he does: standard input is a pipe that he holds.
void endWithStandardInput();

/// A server that somebody else started and that must not outlive him, whatever becomes of him: standard input is a pipe that he
/// holds. When it ends the server is told to end (SIGTERM), has a moment for that, and its folder is removed either way.
class Lease
{
public:
    /// The folder must have been made for playing: it holds a file play.scratch.
    static Result<Lease> take(const std::filesystem::path& folder);
    Lease(Lease&&) = default;
    Lease& operator=(Lease&&) = delete;
    ~Lease();

private:
    struct State
    {
        std::filesystem::path folder;
        std::atomic<bool> over{false}; ///< whoever sets it removes the folder
    };
    explicit Lease(std::shared_ptr<State> state) : state_(std::move(state)) {}

    std::shared_ptr<State> state_;
};

} // namespace blak::cli
