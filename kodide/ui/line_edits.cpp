// SPDX-License-Identifier: GPL-3.0-or-later
#include "kodide/ui/line_edits.h"

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
