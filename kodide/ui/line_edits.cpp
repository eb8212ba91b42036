// SPDX-License-Identifier: GPL-3.0-or-later
#include "kodide/ui/line_edits.h"

#include "formats/diff/sequence.h"

#include <algorithm>

namespace blak::ui::code {

std::optional<LineEdit> lineEdit(const QByteArray& before, const QByteArray& after)
{
    const qsizetype shorter = std::min(before.size(), after.size());
    qsizetype head = std::mismatch(before.begin(), before.begin() + shorter, after.begin()).first - before.begin();
    while (head > 0 && before[head - 1] != '\n') // whole lines
        --head;
    qsizetype tail = 0;
    while (tail < shorter - head && before[before.size() - 1 - tail] == after[after.size() - 1 - tail])
        ++tail;
    const auto beginsLine = [](const QByteArray& text, qsizetype at) { return at == 0 || text[at - 1] == '\n'; };
    while (tail > 0 && !(beginsLine(before, before.size() - tail) && beginsLine(after, after.size() - tail)))
        --tail;
    const auto lines = [](const QByteArray& text, qsizetype from, qsizetype to) {
        return static_cast<int>(std::count(text.begin() + from, text.begin() + to, '\n'));
    };
    // A last line has no end of its own.
    const int open = tail == 0 ? 1 : 0;
    const LineEdit edit{lines(before, 0, head) + 1, lines(before, head, before.size() - tail) + open,
                        lines(after, head, after.size() - tail) + open};
    return edit.removed == edit.added ? std::nullopt : std::optional(edit);
}

QVector<LineEdit> lineEdits(const QByteArray& before, const QByteArray& after)
{
    if (before == after)
        return {};
    constexpr qsizetype mostLines = 50'000; // of more, what lies between is one stretch
    if (before.count('\n') + after.count('\n') > mostLines) {
        const auto edit = lineEdit(before, after);
        return edit ? QVector<LineEdit>{*edit} : QVector<LineEdit>{};
    }
    diff::Numbering number;
    const auto numbers = [&number](const QByteArray& text) {
        std::vector<std::uint32_t> all;
        for (qsizetype at = 0; at <= text.size();) { // the last line has no end of its own
            const qsizetype end = text.indexOf('\n', at);
            const qsizetype length = (end < 0 ? text.size() : end) - at;
            all.push_back(number({text.constData() + at, static_cast<std::size_t>(length)}));
            at += length + 1;
        }
        return all;
    };
    const auto left = numbers(before), right = numbers(after);
    const auto runs = diff::compareSequences(left, right);
    QVector<LineEdit> edits;
    for (auto run = runs.rbegin(); run != runs.rend(); ++run)
        if (!run->same && run->leftCount != run->rightCount)
            edits << LineEdit{static_cast<int>(run->left) + 1, static_cast<int>(run->leftCount), static_cast<int>(run->rightCount)};
    return edits;
}

int LineEdits::moved(int line, const LineEdit& edit)
{
    if (line >= edit.first + edit.removed)
        return line + edit.added - edit.removed;
    return line < edit.first ? line : std::min(line, edit.first + std::max(edit.added, 1) - 1);
}

int LineEdits::now(int before) const
{
    for (const LineEdit& edit : edits_)
        before = moved(before, edit);
    return before;
}

int LineEdits::before(int now) const
{
    for (auto edit = edits_.rbegin(); edit != edits_.rend(); ++edit)
        now = moved(now, {edit->first, edit->added, edit->removed});
    return now;
}

} // namespace blak::ui::code
