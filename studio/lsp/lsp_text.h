// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <filesystem>
#include <nlohmann/json.hpp>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

/// Places and names of texts as the Language Server Protocol has them.
namespace blak::lsp {

/// Turns byte offsets of a text into lines and UTF-16 units, and back. A text that is no UTF-8 has one unit for each byte. The
/// text must live as long.
class Utf16Text
{
public:
    explicit Utf16Text(std::string_view text);

    nlohmann::json position(std::uint32_t offset) const;
    nlohmann::json range(std::uint32_t begin, std::uint32_t end) const;
    /// Of a position from outside: what is beyond a line or the text is its end.
    std::uint32_t offset(const nlohmann::json& position) const;

private:
    std::string_view text_;
    bool isUtf8_;
    std::vector<std::uint32_t> lines_;
};

/// The path of a file:// address; nothing for other ones.
std::optional<std::filesystem::path> pathOfUri(std::string_view uri);
std::string uriOf(const std::filesystem::path& path);

/// Makes one change of didChange: of a range, or of all.
void applyChange(std::string& text, const nlohmann::json& change);

} // namespace blak::lsp
