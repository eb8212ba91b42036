// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QString>
#include <QStringList>

#include <optional>
#include <utility>

namespace blak::ui {

/// What was typed in a line before, for Up and Down. Behind the newest stands what is half typed.
class LineHistory
{
public:
    /// A line was given: the newest from now on. The same one again is none.
    void add(const QString& line)
    {
        if (lines_.isEmpty() || lines_.last() != line)
            lines_ << line;
        at_ = lines_.size();
        halfTyped_.clear();
    }

    /// The line before the one that is looked at; `typed`: what stands there now. Nothing before the first.
    std::optional<QString> before(const QString& typed)
    {
        if (at_ == 0)
            return std::nullopt;
        if (at_ == lines_.size())
            halfTyped_ = typed;
        return lines_[--at_];
    }

    /// The line behind it, at last what was half typed. Nothing behind that.
    std::optional<QString> behind()
    {
        if (at_ == lines_.size())
            return std::nullopt;
        return ++at_ == lines_.size() ? std::exchange(halfTyped_, {}) : lines_[at_];
    }

private:
    QStringList lines_;
    qsizetype at_ = 0; ///< its end: what is being typed
    QString halfTyped_;
};

} // namespace blak::ui
