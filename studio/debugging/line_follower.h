// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "formats/document/text_document.h"
#include "kodide/ui/line_edits.h"

#include <memory>
#include <utility>

namespace blak::ui::debugging {

/// Where the lines of a text go, change by change: many steps of undo at once move them as each alone does.
class LineFollower
{
public:
    explicit LineFollower(const std::shared_ptr<document::TextDocument>& text);

    bool isOf(const std::shared_ptr<document::TextDocument>& text) const { return text_.lock() == text; }
    /// What happened since it was asked last, in order.
    QVector<code::LineEdit> take() { return std::exchange(edits_, {}); }

private:
    std::weak_ptr<document::TextDocument> text_;
    QVector<code::LineEdit> edits_;
    document::Connection changes_;
};

} // namespace blak::ui::debugging
