// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QByteArrayList>
#include <QVector>

namespace blak::ui {

/// A run of lines that differ: left lines [leftBegin, leftEnd) stand where the right has [rightBegin, rightEnd).
struct LineDifference
{
    qsizetype leftBegin = 0;
    qsizetype leftEnd = 0;
    qsizetype rightBegin = 0;
    qsizetype rightEnd = 0;

    friend bool operator==(const LineDifference&, const LineDifference&) = default;
};

/// Lines of a text without their ends, whatever these are.
QByteArrayList splitLines(const QByteArray& text);

/// The fewest lines to take out and put in (E. Myers, "An O(ND) Difference Algorithm", 1986); texts that differ in thousands of
/// places are told as one difference, so that time and memory stay bounded.
QVector<LineDifference> compareLines(const QByteArrayList& left, const QByteArrayList& right);

} // namespace blak::ui
