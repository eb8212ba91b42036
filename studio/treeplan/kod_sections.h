// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "formats/base/result.h"
#include "studio/treeplan/kod_text.h"

#include <string>
#include <string_view>
#include <vector>

namespace blak::treeplan {

enum class KodSection : char { Constants, Resources, ClassVariables, Properties, Messages };

/// A declaration that a class shall have.
struct WantedDeclaration
{
    KodSection section = KodSection::Properties;
    std::string name;
    std::string value; ///< as Blakod has it: "18", "$", "&Candle", "candle.bgf"
};

/// The source of a class with other declarations. What the class declares itself gets the new value, the comment behind it stays; what it
/// inherits is declared anew in its own section, which is made where there is none. 0 and 1 become FALSE and TRUE where the source says
/// one of those. Fails when the text does not hold the class, or a declaration cannot be told apart.
Result<std::string> withDeclarations(const std::string& source, std::string_view className, KodComments comments,
                                     const std::vector<WantedDeclaration>& wanted);

/// What stands behind `name =` in the class's own section, as written; empty where it declares none.
std::string declaredValue(const std::string& source, std::string_view className, KodComments comments, KodSection section,
                          std::string_view name);

/// Whether the text has the class, from its head to its `end`.
bool hasClass(const std::string& source, std::string_view className, KodComments comments);

} // namespace blak::treeplan
