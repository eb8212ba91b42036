// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "kodide/index/tree_index.h"
#include "kodide/ui/latest_answer.h"
#include "ui/line_completion.h"

#include <filesystem>
#include <functional>
#include <memory>
#include <optional>
#include <string>

class QLineEdit;

namespace blak::ui::code {

/// Where what one types in a field is evaluated: before the statement in a line (from 1) of a text.
struct FieldPlace
{
    std::shared_ptr<const kod::TreeIndex> index;
    std::filesystem::path path;
    std::string text;
    int line = 0;
};

/// The list of names while one types Blakod in a field, as the editor has it. Tab takes the first.
class FieldCompletion : public LineCompletion
{
    Q_OBJECT

public:
    /// `place`: nothing while names mean nothing there.
    FieldCompletion(QLineEdit& field, std::function<std::optional<FieldPlace>()> place);

private:
    void offer(Cause cause) override;
    void take(const QString& word) override;
    void forgetAnswers() override { answer_.forget(); }
    QString word() const; ///< before the cursor

    std::function<std::optional<FieldPlace>()> place_;
    LatestAnswer answer_;
};

} // namespace blak::ui::code
