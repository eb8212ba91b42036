// SPDX-License-Identifier: GPL-3.0-or-later
#include "client/session/lead_lines.h"

#include "formats/base/base64.h"

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

std::string LeadLines::packed(std::span<const std::byte> bytes) { return base64::encode(bytes); }

std::vector<std::byte> LeadLines::unpacked(const json& object, const char* member)
{
    const auto found = object.find(member);
    return found != object.end() && found->is_string() ? base64::decode(found->get_ref<const std::string&>()) : std::vector<std::byte>();
}

} // namespace blak::session
