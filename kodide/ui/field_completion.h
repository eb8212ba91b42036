// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "kodide/index/tree_index.h"
#include "kodide/ui/latest_answer.h"
#include "ui/pop_list.h"

#include <QObject>

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

/// The list of names while one types Blakod in a field, as the editor has it. Return is the field's until a row was chosen by keys; Tab
/// takes the first.
class FieldCompletion : public QObject
{
    Q_OBJECT

public:
    /// `place`: nothing while names mean nothing there.
    FieldCompletion(QLineEdit& field, std::function<std::optional<FieldPlace>()> place);

    const PopList& list() const { return *list_; }

protected:
    bool eventFilter(QObject* watched, QEvent* event) override;

private:
    void ask(bool isWanted);
    void accept(int row);
    void close();
    QString word() const; ///< before the cursor

    QLineEdit& field_;
    std::function<std::optional<FieldPlace>()> place_;
    PopList* list_;
    LatestAnswer answer_;
    bool hasChosen_ = false;
};

} // namespace blak::ui::code
