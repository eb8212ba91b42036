// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "formats/document/text_document.h"
#include "kodide/ui/line_edits.h"

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <utility>

namespace blak::ui::debugging {

/// What became of the lines of a text. States of the text are called by how many steps of its history are in effect.
struct LineStep
{
    enum class Kind : std::uint8_t {
        Leaves,  ///< the text is about to be another one than in the state `at`
        Moved,   ///< `edit`
        Arrives, ///< by undo or redo it is again as it was in the state `at`
        Forgets, ///< the states from `at` on are other ones now
        Shifts,  ///< the first `at` steps are forgotten: what was state n is n - `at`
    };
    Kind kind = Kind::Moved;
    std::size_t at = 0;
    code::LineEdit edit{};
};

/// Where the lines of a text go, change by change: many steps of undo at once move them as each alone does.
class LineFollower
{
public:
    explicit LineFollower(const std::shared_ptr<document::TextDocument>& text);

    bool isOf(const std::shared_ptr<document::TextDocument>& text) const { return text_.lock() == text; }
    /// What happened since it was asked last, in order.
    QVector<LineStep> take() { return std::exchange(steps_, {}); }
    /// The text as its file has it, as far as that is known, and which state it is of, where the history leads there.
    const QByteArray& saved() const { return saved_; }
    std::optional<std::size_t> savedAt() const;

private:
    void hear(const document::HistoryNotice& notice);
    void arrive(const LineStep& how, std::size_t state);

    std::weak_ptr<document::TextDocument> text_;
    QVector<LineStep> steps_;
    QByteArray saved_;
    std::size_t state_ = 0;  ///< the last one that is not in the midst of a step
    bool hasLeft_ = false;   ///< it is changed since
    document::Connection changes_;
};

} // namespace blak::ui::debugging
