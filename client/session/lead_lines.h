// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstddef>
#include <functional>
#include <nlohmann/json.hpp>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace blak::session {

/// The lines by which one program leads a client in another (docs/client.md, "Led by another program"): a JSON object each, both ways,
/// over a pipe. Neither side trusts the other one.
class LeadLines
{
public:
    static constexpr std::size_t longest = std::size_t{96} << 20; ///< bytes of a line: the largest sprite that a format allows, packed
    static constexpr std::size_t longestAnswer = std::size_t{32} << 20; ///< of a client, whose largest is a picture of its window
    static constexpr std::size_t deepest = 32; ///< lists and objects within each other

    explicit LeadLines(std::size_t most = longest) : most_(most) {}

    /// Tells of each whole line among what came. What is no JSON object is left out, as are lines of another shape than whoever takes
    /// them expects. False where a line has no end: what follows makes no sense any more.
    bool take(std::string_view bytes, const std::function<void(const nlohmann::json& line)>& each);
    void clear();

    static std::string lineOf(const nlohmann::json& object);
    /// Bytes as a text that a line may hold, and back; what is no such text is no bytes.
    static std::string packed(std::span<const std::byte> bytes);
    static std::vector<std::byte> unpacked(const nlohmann::json& object, const char* member);

private:
    std::size_t most_; ///< bytes of a line
    std::string rest_;
    std::size_t looked_ = 0; ///< so much of it has no end of a line
    unsigned begun_ = 0;     ///< how often with nothing
};

} // namespace blak::session
