// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "kodide/compiler/parser.h"

#include <condition_variable>
#include <filesystem>
#include <memory>
#include <mutex>
#include <string>
#include <thread>
#include <vector>

namespace blak::kod {

struct ParsedFile
{
    std::shared_ptr<SyntaxUnit> unit; ///< null when the file cannot be read
    std::string fault;
};

ParsedFile parseFile(const std::filesystem::path& file, const Dialect& dialect, IncludeStore& includes);

/// Reads and parses files by several threads, a limited number ahead of the one who takes the results in order.
class ParseAhead
{
public:
    ParseAhead(std::vector<std::filesystem::path> files, const Dialect& dialect, IncludeStore& includes, unsigned threads);
    ~ParseAhead();
    ParseAhead(const ParseAhead&) = delete;
    ParseAhead& operator=(const ParseAhead&) = delete;

    /// The file at that place; called with 0, 1, 2 ...
    ParsedFile take(std::size_t index);

private:
    void work();

    std::vector<std::filesystem::path> files_;
    const Dialect& dialect_;
    IncludeStore& includes_;
    std::mutex mutex_;
    std::condition_variable ready_;
    std::condition_variable room_;
    std::vector<std::unique_ptr<ParsedFile>> results_;
    std::size_t next_ = 0;
    std::size_t taken_ = 0;
    bool stop_ = false;
    std::vector<std::jthread> threads_;
};

} // namespace blak::kod
