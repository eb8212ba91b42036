// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "formats/base/diagnostic.h"

#include <cstddef>
#include <string>
#include <vector>

namespace blak::doomimport {

/// "3 lines": the number and the word, with its plural.
std::string counted(std::size_t count, const std::string& one);

/// Collects findings; each kind is one sentence with the numbers it is about, as the file of the map has them.
class ImportReport
{
public:
    explicit ImportReport(std::string file) : file_(std::move(file)) {}

    void add(Severity severity, std::string code, std::string message, std::string place = {});
    /// Nothing where there are no numbers. "12 lines without length were left out (lines 3, 4, 9 and 9 more)."
    void addParts(Severity severity, std::string code, const std::string& part, const std::vector<std::size_t>& numbers,
                  const std::string& what);
    std::vector<Diagnostic> take(); ///< the gravest first

private:
    std::string file_;
    std::vector<Diagnostic> findings_;
};

} // namespace blak::doomimport
