// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <optional>
#include <string>

namespace blak::world {

/// Whether people may come into the game, and what those are told who may not.
class GameLock
{
public:
    void close(std::string text) { text_ = std::move(text); }
    /// False when it was open.
    bool open()
    {
        const bool was = text_.has_value();
        text_.reset();
        return was;
    }
    bool closed() const { return text_.has_value(); }
    const std::optional<std::string>& text() const { return text_; }

private:
    std::optional<std::string> text_;
};

} // namespace blak::world
