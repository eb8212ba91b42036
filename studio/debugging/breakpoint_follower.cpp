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
    followers_.clear();
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
    const QString key = keyOf(view);
    const QString path = key.isEmpty() ? view.path() : key;
    const auto text = path.isEmpty() ? nullptr : textOf(view);
    if (text == nullptr)
        return;
    const bool hasAny = !session_.breakpoints().value(path).empty();
    if (!hasAny && session_.state() == code::DebugState::Off) { // a world may stand in a text without any
        followers_.erase(path);
        left_.remove(path);
        return;
    }
    std::unique_ptr<LineFollower>& follower = followers_[path];
    QVector<code::LineEdit> edits;
    if (follower != nullptr && follower->isOf(text)) {
        edits = follower->take();
        if (hasAny)
            emit textChanged(path);
    } else {
        follower = std::make_unique<LineFollower>(text);
        const QByteArray now = bytesOf(*text);
        if (const auto before = left_.constFind(path); before != left_.constEnd())
            edits = code::lineEdits(*before, now);
        else
            settle(path, now, text->hasEdits());
        left_.remove(path);
    }
    const QScopedValueRollback moving(isMoving_, true);
    for (const code::LineEdit& edit : std::as_const(edits))
        session_.linesMoved(path, edit);
    if (!edits.isEmpty())
        code::showBreakpoints(view, session_); // marks of lines that were replaced have gone elsewhere
}

void BreakpointFollower::leave(code::CodeView& view)
{
    follow(view);
    const QString path = keyOf(view);
    if (followers_.contains(path))
        emit closing(path);
    const auto text = textOf(view);
    const auto follower = followers_.find(path);
    if (text == nullptr || follower == followers_.end())
        return;
    for (DocumentView* other : host_.documents())
        if (auto* one = code::blakodView(other); one != nullptr && one != &view && one->document() == view.document())
            return; // it stays open there
    left_[path] = bytesOf(*text);
    followers_.erase(follower);
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
            if (const QString path = keyOf(*view); followers_.contains(path))
                if (const auto text = textOf(*view); text != nullptr)
                    session_.setTexts(path, [lines = TextLines(bytesOf(*text))](code::LineBreakpoint& one) { lines.read(one); });
}

} // namespace blak::ui::debugging
