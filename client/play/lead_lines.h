// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QByteArray>

#include <cstddef>
#include <functional>
#include <nlohmann/json.hpp>
#include <span>
#include <vector>

namespace blak::client {

/// The lines by which one program leads a client in another (docs/client.md, "Led by another program"): a JSON object each, both ways,
/// over a pipe.
class LeadLines
{
public:
    static constexpr qsizetype longest = 96 << 20; ///< bytes of a line: the largest sprite that a format allows, packed

    /// Tells of each whole line among what came. What is no JSON object is left out, as are lines of another shape than whoever takes
    /// them expects. False where a line has no end: what follows makes no sense any more.
    bool take(const QByteArray& bytes, const std::function<void(const nlohmann::json& line)>& each);
    void clear();

    static QByteArray lineOf(const nlohmann::json& object);
    /// Bytes as a text that a line may hold, and back; what is no such text is no bytes.
    static std::string packed(std::span<const std::byte> bytes);
    static std::vector<std::byte> unpacked(const nlohmann::json& object, const char* member);

private:
    QByteArray rest_;
    qsizetype looked_ = 0; ///< so much of it has no end of a line
};

} // namespace blak::client
