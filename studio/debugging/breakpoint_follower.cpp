// SPDX-License-Identifier: GPL-3.0-or-later
#include "studio/debugging/breakpoint_follower.h"

#include "kodide/ui/breakpoint_place.h"
#include "kodide/ui/code_view.h"
#include "kodide/ui/debug_margin.h"
#include "kodide/ui/text_bytes.h"

#include <QFile>
#include <QScopedValueRollback>

#include <algorithm>
#include <utility>

namespace blak::ui::debugging {
namespace {

constexpr qint64 mostBytes = 8 << 20; ///< of a file that is looked through for lines; no source of Blakod is as large
constexpr int mostFiles = 200;        ///< likewise, when a project is opened

QByteArray bytesOf(const document::TextDocument& text) { return {text.text().data(), static_cast<qsizetype>(text.text().size())}; }

std::shared_ptr<document::TextDocument> textOf(const code::CodeView& view)
{
    return std::dynamic_pointer_cast<document::TextDocument>(view.document());
}

} // namespace

BreakpointFollower::BreakpointFollower(const DebugHost& host, code::DebugSession& session, QObject* parent)
    : QObject(parent), host_(host), session_(session)
{
}

BreakpointMap BreakpointFollower::begin(const BreakpointMap& kept)
{
    followed_.clear();
    left_.clear();
    otherNames_.clear();
    kept_ = placed_ = kept;
    int files = 0;
    for (auto it = placed_.begin(); it != placed_.end(); ++it) {
        const bool anyText = std::ranges::any_of(it.value(), [](const code::LineBreakpoint& one) { return !one.text.isEmpty(); });
        QFile file(it.key());
        if (!code::isLineKey(it.key()) || !anyText || ++files > mostFiles || file.size() > mostBytes || !file.open(QIODevice::ReadOnly))
            continue;
        it.value() = placedByText(it.value(), code::decodeText(file.readAll(), true).utf8);
    }
    return placed_;
}

/// Of the breakpoints of its text; empty: it has none. Asking the disk whether two paths are one file takes too long for each letter.
QString BreakpointFollower::keyOf(const code::CodeView& view) const
{
    const auto& all = session_.breakpoints();
    if (all.contains(view.path()))
        return view.path();
    if (std::exchange(keysThen_, all.size()) != all.size())
        otherNames_.clear();
    if (const auto known = otherNames_.constFind(view.path()); known != otherNames_.constEnd())
        return *known;
    QString key;
    for (auto it = all.begin(); key.isEmpty() && it != all.end(); ++it)
        if (code::isLineKey(it.key()) && code::isSameFile(it.key(), view.path()))
            key = it.key();
    otherNames_.insert(view.path(), key);
    return key;
}

/// Unless the user has changed them meanwhile.
void BreakpointFollower::settle(const QString& path, const QByteArray& text, bool edited)
{
    const auto kept = kept_.constFind(path);
    if (kept == kept_.constEnd())
        return;
    const std::vector<code::LineBreakpoint> there = session_.breakpoints().value(path);
    if (isAlike(there, placed_.value(path))) {
        std::vector<code::LineBreakpoint> now = placedByText(*kept, text, edited);
        if (!isAlike(now, there))
            session_.replace(path, std::move(now));
    }
    kept_.remove(path);
    placed_.remove(path);
}

void BreakpointFollower::follow(code::CodeView& view)
{
    if (isMoving_) // who hears of a line that moved asks again
        return;
    const QString key = keyOf(view);
    const QString path = key.isEmpty() ? view.path() : key;
    const auto text = path.isEmpty() ? nullptr : textOf(view);
    if (text == nullptr)
        return;
    const bool hasAny = !session_.breakpoints().value(path).empty();
    if (!hasAny && session_.state() == code::DebugState::Off) { // a world may stand in a text without any
        followed_.erase(path);
        left_.remove(path);
        return;
    }
    Followed& followed = followed_[path];
    QVector<LineStep> steps;
    std::optional<code::LineMarks> asSaved;
    if (followed.lines != nullptr && followed.lines->isOf(text)) {
        steps = followed.lines->take();
        if (hasAny)
            emit textChanged(path);
    } else {
        followed = {};
        followed.lines = std::make_unique<LineFollower>(text);
        const QByteArray now = bytesOf(*text);
        if (const auto before = left_.constFind(path); before != left_.constEnd()) {
            for (const code::LineEdit& edit : code::lineEdits(before->text, now))
                steps << LineStep{LineStep::Kind::Moved, 0, edit};
            if (!before->saved.isEmpty() && before->saved == now)
                asSaved = before->savedMarks;
        } else {
            settle(path, now, text->hasEdits());
        }
        left_.remove(path);
    }
    const QScopedValueRollback moving(isMoving_, true);
    play(path, steps);
    if (asSaved)
        session_.setMarks(path, *asSaved);
    const bool isMoved = std::ranges::any_of(steps, [](const LineStep& step) { return step.kind == LineStep::Kind::Moved; });
    compareWithWorld(path, text->text(), isMoved);
    if (isMoved)
        code::showBreakpoints(view, session_); // marks of lines that were replaced have gone elsewhere
}

/// Lines that are gone take their breakpoints along to where they were; the state of before has both again.
void BreakpointFollower::play(const QString& path, const QVector<LineStep>& steps)
{
    constexpr std::size_t mostStates = 1000;
    for (const LineStep& step : steps) {
        // What hears of it may come here again, and forget the text.
        const auto there = followed_.find(path);
        if (there == followed_.end())
            return;
        auto& states = there->second.states;
        switch (step.kind) {
        case LineStep::Kind::Leaves:
            states[step.at] = session_.marks(path);
            if (std::exchange(there->second.isTaken, false))
                there->second.takenMarks = states[step.at];
            if (states.size() > mostStates)
                states.erase(step.at > states.begin()->first ? states.begin() : std::prev(states.end()));
            break;
        case LineStep::Kind::Moved: session_.linesMoved(path, step.edit); break;
        case LineStep::Kind::Arrives:
            if (const auto state = states.find(step.at); state != states.end())
                session_.setMarks(path, code::LineMarks(state->second));
            break;
        case LineStep::Kind::Forgets: states.erase(states.lower_bound(step.at), states.end()); break;
        case LineStep::Kind::Shifts: {
            std::map<std::size_t, code::LineMarks> shifted;
            for (auto& [at, marks] : states)
                if (at >= step.at)
                    shifted.emplace(at - step.at, std::move(marks));
            states = std::move(shifted);
            break;
        }
        }
    }
}

/// Of a text that is byte for byte the one that the world took no line is another one, by whatever edits it came to be so.
void BreakpointFollower::compareWithWorld(const QString& path, const std::string& text, bool isMoved)
{
    const auto there = followed_.find(path);
    if (there == followed_.end())
        return;
    Followed& followed = there->second;
    if (session_.state() == code::DebugState::Off) {
        followed.taken.reset();
        followed.take = 0;
    } else if (followed.take != session_.take(path)) {
        followed.take = session_.take(path);
        followed.isTaken = !isMoved && session_.marks(path).edits.isEmpty(); // else what it took is not known
        followed.taken = followed.isTaken ? std::optional(text) : std::nullopt;
    } else if (!followed.isTaken && followed.taken == text) {
        followed.isTaken = true;
        session_.isAsTaken(path, code::LineMarks(followed.takenMarks));
    }
}

void BreakpointFollower::leave(code::CodeView& view)
{
    follow(view);
    const QString path = keyOf(view);
    if (followed_.contains(path))
        emit closing(path);
    const auto text = textOf(view);
    const auto followed = followed_.find(path);
    if (text == nullptr || followed == followed_.end())
        return;
    for (DocumentView* other : host_.documents())
        if (auto* one = code::blakodView(other); one != nullptr && one != &view && one->document() == view.document())
            return; // it stays open there
    Left left{bytesOf(*text), {}, {}};
    if (const auto saved = followed->second.lines->savedAt(); saved && text->hasEdits())
        if (const auto state = followed->second.states.find(*saved); state != followed->second.states.end()) {
            left.saved = followed->second.lines->saved();
            left.savedMarks = state->second;
        }
    left_[path] = std::move(left);
    followed_.erase(followed);
}

void BreakpointFollower::renamed(const QString& from, const QString& to)
{
    if (auto followed = followed_.extract(from); !followed.empty()) {
        followed_.erase(to);
        followed.key() = to;
        followed_.insert(std::move(followed));
    }
    const auto carry = [&from, &to](auto& byPath) {
        if (byPath.contains(from))
            byPath[to] = byPath.take(from);
    };
    carry(left_);
    carry(kept_);
    carry(placed_);
    otherNames_.clear();
    const QScopedValueRollback moving(isMoving_, true); // the lines are the same
    session_.renamed(from, to);
}

void BreakpointFollower::judge(const code::CodeView& view)
{
    if (const QString path = keyOf(view); !path.isEmpty())
        session_.judge(path, [&view](int line) { return code::whyHollow(view.analysis(), line); });
}

void BreakpointFollower::readLines()
{
    for (DocumentView* document : host_.documents())
        if (auto* view = code::blakodView(document))
            if (const QString path = keyOf(*view); followed_.contains(path))
                if (const auto text = textOf(*view); text != nullptr)
                    session_.setTexts(path, [lines = TextLines(bytesOf(*text))](code::LineBreakpoint& one) { lines.read(one); });
}

} // namespace blak::ui::debugging
