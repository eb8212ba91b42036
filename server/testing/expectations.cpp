// SPDX-License-Identifier: GPL-3.0-or-later
#include "server/testing/expectations.h"

#include <algorithm>

namespace blak::testing {

std::string testLibrarySource()
{
    std::string text(testClass);
    text += "\n\nmessages:\n\n   Constructor()\n   {\n      return;\n   }\n";
    for (const ExpectationRow& row : expectationRows) {
        text += "\n   " + std::string(row.name) + "(";
        for (std::size_t at = 0; at < row.parameters.size();) {
            const std::size_t end = std::min(row.parameters.find(',', at), row.parameters.size());
            text += (at == 0 ? "" : ", ") + std::string(row.parameters.substr(at, end - at)) + " = $";
            at = end + 1;
        }
        text += ")\n   \"" + std::string(row.help) + "\"\n   {\n      return" +
                (row.returned.empty() ? std::string() : " " + std::string(row.returned)) + ";\n   }\n";
    }
    return text + "\nend\n";
}

} // namespace blak::testing
