// SPDX-License-Identifier: GPL-3.0-or-later
#include "client/session/lead_lines.h"

#include <sodium.h>

#include <utility>

namespace blak::session {

using nlohmann::json;

bool LeadLines::take(std::string_view bytes, const std::function<void(const json& line)>& each)
{
    std::string all = std::exchange(rest_, {}); // moved, not copied: a long line comes in thousands of pieces
    all.append(bytes);
    std::size_t start = 0;
    const unsigned begun = begun_;
    const auto isShallow = [](int depth, json::parse_event_t, json&) { // what is deeper is thrown away
        return static_cast<std::size_t>(depth) <= deepest;
    };
    for (std::size_t end = all.find('\n', looked_); end != std::string::npos; end = all.find('\n', start)) {
        const json line = json::parse(all.begin() + static_cast<std::ptrdiff_t>(start), all.begin() + static_cast<std::ptrdiff_t>(end), isShallow, false);
        start = end + 1;
        if (!line.is_object())
            continue;
        try {
            each(line);
        } catch (const json::exception&) { // Qt's loop must not see it
        }
        if (begun != begun_) // whoever took it begins anew
            return true;
    }
    if (all.size() - start > most_) {
        clear();
        return false;
    }
    all.erase(0, start);
    rest_ = std::move(all);
    looked_ = rest_.size();
    return true;
}

void LeadLines::clear()
{
    rest_.clear();
    looked_ = 0;
    ++begun_;
}

std::string LeadLines::lineOf(const json& object) { return object.dump(-1, ' ', true, json::error_handler_t::replace) + "\n"; }

std::string LeadLines::packed(std::span<const std::byte> bytes)
{
    std::string text(sodium_base64_ENCODED_LEN(bytes.size(), sodium_base64_VARIANT_ORIGINAL), '\0');
    sodium_bin2base64(text.data(), text.size(), reinterpret_cast<const unsigned char*>(bytes.data()), bytes.size(), sodium_base64_VARIANT_ORIGINAL);
    text.pop_back(); // its zero
    return text;
}

std::vector<std::byte> LeadLines::unpacked(const json& object, const char* member)
{
    const auto found = object.find(member);
    if (found == object.end() || !found->is_string())
        return {};
    const auto& text = found->get_ref<const std::string&>();
    std::vector<std::byte> bytes(text.size() / 4 * 3);
    if (bytes.empty()) // which libsodium takes no pointer of
        return {};
    std::size_t size = 0;
    const char* end = nullptr;
    if (sodium_base642bin(reinterpret_cast<unsigned char*>(bytes.data()), bytes.size(), text.data(), text.size(), nullptr, &size, &end,
                          sodium_base64_VARIANT_ORIGINAL) != 0 ||
        end != text.data() + text.size())
        return {};
    bytes.resize(size);
    return bytes;
}

} // namespace blak::session
