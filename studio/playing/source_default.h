// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "formats/base/result.h"
#include "studio/treeplan/kod_text.h"

#include <string>
#include <string_view>
#include <vector>

namespace blak::ui::playing {

/// A default that a class shall have: a property of its objects, or a class variable.
struct WantedDefault
{
    std::string name;
    std::string value; ///< as Blakod has it: "18", "$", "&Candle", "candle_icon"
    bool isClassVariable = false;
};

/// The source of a class with other defaults. What the class declares itself gets the new value, the comment behind it stays; what it
/// inherits is declared anew in its own section, which is made where there is none. 0 and 1 become FALSE and TRUE where the source says
/// one of those. Fails when the text does not hold the class, or a declaration cannot be told apart.
Result<std::string> withDefaults(const std::string& source, std::string_view className, treeplan::KodComments comments,
                                 const std::vector<WantedDefault>& wanted);

} // namespace blak::ui::playing
