// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <chrono>
#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

namespace blak::cli {

void print(std::string_view text);          ///< to standard output, as it is
void printError(std::string_view sentence); ///< one line to standard error

/// Rows of cells in columns: the first aligned left, the others right when `numbers`.
class TextTable
{
public:
    explicit TextTable(std::vector<std::string> heading) : rows_{std::move(heading)} {}

    void add(std::vector<std::string> row) { rows_.push_back(std::move(row)); }
    std::string text(std::size_t leftColumns) const;

private:
    std::vector<std::vector<std::string>> rows_;
};

/// A bar on standard error, when that is a terminal and the work takes more than half a second. Vanishes at the end.
class ProgressBar
{
public:
    explicit ProgressBar(std::string_view what);
    ProgressBar(const ProgressBar&) = delete;
    ProgressBar& operator=(const ProgressBar&) = delete;
    ~ProgressBar();

    void show(std::size_t done, std::size_t total); ///< total 0: not known yet

private:
    const std::string what_;
    const bool isTerminal_;
    std::chrono::steady_clock::time_point next_;
    bool shown_ = false;
};

} // namespace blak::cli
