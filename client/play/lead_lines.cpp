// SPDX-License-Identifier: GPL-3.0-or-later
#include "client/play/lead_lines.h"

namespace blak::client {

using nlohmann::json;

bool LeadLines::take(const QByteArray& bytes, const std::function<void(const json& line)>& each)
{
    rest_ += bytes;
    qsizetype start = 0;
    for (qsizetype end = rest_.indexOf('\n', looked_); end >= 0; end = rest_.indexOf('\n', start)) {
        const json line = json::parse(rest_.constData() + start, rest_.constData() + end, nullptr, false);
        start = end + 1;
        if (!line.is_object())
            continue;
        try {
            each(line);
        } catch (const json::exception&) { // Qt's loop must not see it
            continue;
        }
    }
    rest_.remove(0, start);
    looked_ = rest_.size();
    if (rest_.size() <= longest)
        return true;
    clear();
    return false;
}

void LeadLines::clear()
{
    rest_.clear();
    looked_ = 0;
}

QByteArray LeadLines::lineOf(const json& object)
{
    return QByteArray::fromStdString(object.dump(-1, ' ', true, json::error_handler_t::replace) + "\n");
}

std::string LeadLines::packed(std::span<const std::byte> bytes)
{
    return QByteArray::fromRawData(reinterpret_cast<const char*>(bytes.data()), static_cast<qsizetype>(bytes.size())).toBase64().toStdString();
}

std::vector<std::byte> LeadLines::unpacked(const json& object, const char* member)
{
    const auto found = object.find(member);
    if (found == object.end() || !found->is_string())
        return {};
    const QByteArray bytes = QByteArray::fromBase64(QByteArray::fromStdString(found->get<std::string>()));
    const auto view = std::as_bytes(std::span(bytes.constData(), static_cast<std::size_t>(bytes.size())));
    return {view.begin(), view.end()};
}

} // namespace blak::client
