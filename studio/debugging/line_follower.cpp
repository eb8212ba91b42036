// SPDX-License-Identifier: GPL-3.0-or-later
#include "studio/debugging/line_follower.h"

#include <algorithm>
#include <string_view>

namespace blak::ui::debugging {
namespace {

/// Of a change that was made: of the whole lines it touched.
QVector<code::LineEdit> editsOf(const document::TextSplice& splice)
{
    const std::string_view now = splice.text().text();
    const std::string_view put = now.substr(splice.at(), splice.count());
    if (put.find('\n') == put.npos && splice.held().find('\n') == std::string::npos)
        return {};
    const std::size_t lineEnd = splice.at() == 0 ? now.npos : now.rfind('\n', splice.at() - 1);
    const std::size_t begin = lineEnd == now.npos ? 0 : lineEnd + 1;
    const std::size_t behind = splice.at() + splice.count();
    const std::size_t end = std::min(now.find('\n', behind), now.size());
    const auto bytes = [](std::string_view text) { return QByteArray(text.data(), static_cast<qsizetype>(text.size())); };
    const QByteArray head = bytes(now.substr(begin, splice.at() - begin)), tail = bytes(now.substr(behind, end - behind));
    QVector<code::LineEdit> edits = code::lineEdits(head + bytes(splice.held()) + tail, head + bytes(put) + tail);
    const auto above = static_cast<int>(std::ranges::count(now.substr(0, begin), '\n'));
    for (code::LineEdit& edit : edits)
        edit.first += above;
    return edits;
}

} // namespace

LineFollower::LineFollower(const std::shared_ptr<document::TextDocument>& text) : text_(text)
{
    changes_ = text->history().notices().connect([this](const document::HistoryNotice& notice) {
        if (notice.kind != document::HistoryNotice::Kind::AfterChange)
            return;
        if (const auto* splice = dynamic_cast<const document::TextSplice*>(notice.change))
            edits_ += editsOf(*splice);
    });
}

} // namespace blak::ui::debugging
