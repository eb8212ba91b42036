// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QByteArray>
#include <QVector>

#include <optional>

namespace blak::ui::code {

/// Lines from `first` (from 1) on that others took the place of.
struct LineEdit
{
    int first = 1;
    int removed = 0, added = 0;

    friend bool operator==(const LineEdit&, const LineEdit&) = default;
};

/// What lies between the lines that two texts have in common at their beginning and at their end; nothing where as many came as
/// went.
std::optional<LineEdit> lineEdit(const QByteArray& before, const QByteArray& after);

/// Of each stretch of lines that differs, last ones first: lines between two of them stay the same ones. For texts that came to
/// differ in many places at once.
QVector<LineEdit> lineEdits(const QByteArray& before, const QByteArray& after);

/// Edits of a text one after the other: where its lines are now, and where they were. A line that is gone is where it was.
class LineEdits
{
public:
    bool isEmpty() const { return edits_.isEmpty(); }
    void add(const LineEdit& edit) { edits_ << edit; }

    int now(int before) const;
    int before(int now) const;
    static int moved(int line, const LineEdit& edit);

private:
    QVector<LineEdit> edits_;
};

} // namespace blak::ui::code
