// SPDX-License-Identifier: GPL-3.0-or-later
#include "studio/debugging/line_follower.h"

#include <algorithm>
#include <string_view>

namespace blak::ui::debugging {
namespace {

QByteArray bytes(std::string_view text) { return {text.data(), static_cast<qsizetype>(text.size())}; }

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
    const QByteArray head = bytes(now.substr(begin, splice.at() - begin)), tail = bytes(now.substr(behind, end - behind));
    QVector<code::LineEdit> edits = code::lineEdits(head + bytes(splice.held()) + tail, head + bytes(put) + tail);
    const auto above = static_cast<int>(std::ranges::count(now.substr(0, begin), '\n'));
    for (code::LineEdit& edit : edits)
        edit.first += above;
    return edits;
}

} // namespace

LineFollower::LineFollower(const std::shared_ptr<document::TextDocument>& text) : text_(text), state_(text->history().position())
{
    if (!text->hasEdits())
        saved_ = bytes(text->text());
    changes_ = text->history().notices().connect([this](const document::HistoryNotice& notice) { hear(notice); });
}

std::optional<std::size_t> LineFollower::savedAt() const
{
    const auto text = text_.lock();
    return text == nullptr || saved_.isEmpty() ? std::nullopt : text->history().savedPosition();
}

void LineFollower::hear(const document::HistoryNotice& notice)
{
    using Kind = document::HistoryNotice::Kind;
    const auto text = text_.lock();
    if (text == nullptr)
        return;
    const document::History& history = text->history();
    switch (notice.kind) {
    case Kind::BeforeChange:
        if (!std::exchange(hasLeft_, true))
            steps_ << LineStep{LineStep::Kind::Leaves, state_};
        break;
    case Kind::AfterChange:
        if (const auto* splice = dynamic_cast<const document::TextSplice*>(notice.change))
            for (const code::LineEdit& edit : editsOf(*splice))
                steps_ << LineStep{LineStep::Kind::Moved, 0, edit};
        break;
    case Kind::Committed: arrive({LineStep::Kind::Forgets, history.position()}, history.position()); break;
    case Kind::Undone:
    case Kind::Redone:
    case Kind::RolledBack: arrive({LineStep::Kind::Arrives, history.position()}, history.position()); break;
    case Kind::Saved: saved_ = bytes(text->text()); break;
    case Kind::Trimmed: arrive({LineStep::Kind::Shifts, state_ - std::min(state_, history.position())}, history.position()); break;
    }
}

void LineFollower::arrive(const LineStep& how, std::size_t state)
{
    steps_ << how;
    state_ = state;
    hasLeft_ = false;
}

} // namespace blak::ui::debugging
