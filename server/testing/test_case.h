// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "server/vm/statement_counts.h"
#include "server/vm/vm.h"

#include <cstdint>
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

namespace blak::testing {

/// A handler that is a test: of a class below BlakodTest one whose name begins with Test, of any class one whose comment begins
/// with "Test:".
struct TestCase
{
    std::string className, handler;
    std::string comment; ///< without the mark
    std::string file;    ///< as the machine names it, "memmap/lamptest.bof"

    std::string name() const { return className + "." + handler; }
    friend bool operator==(const TestCase&, const TestCase&) = default;
};

/// By file and class, then in the order of the classes' messages.
std::vector<TestCase> findTests(const vm::Vm& machine);

/// `*` stands for any text, `?` for a letter; small and large letters are the same. A name without a dot is a class.
bool isWanted(const TestCase& test, std::string_view pattern);

/// What a test found wrong, and where it was when it did; no file = nowhere.
struct Failure
{
    std::string text;
    std::string file;
    std::int32_t line = 0;    ///< as the object file has it, 0 = it says nothing
    std::uint32_t offset = 0; ///< of the instruction, for those who have a sidecar
    std::vector<std::string> callers; ///< "User::Tell user.bof (70)", innermost first
};

enum class Verdict { Passed, Failed, Skipped };

struct TestOutcome
{
    TestCase test;
    Verdict verdict = Verdict::Passed;
    std::vector<Failure> failures;
    std::string skipped;       ///< why
    std::int64_t checked = 0;  ///< expectations
    double milliseconds = 0;   ///< it took; its own clock may have gone much farther
    std::vector<std::string> lines; ///< what it wrote with Debug(), the first of them
    std::vector<vm::StatementCount> statements; ///< when they were counted
    nlohmann::json more; ///< of whoever ran it; null = nothing
};

/// Bytes of Blakod (Windows-1252) become text of JSON.
nlohmann::json toJson(const TestOutcome& outcome);
/// The same back; throws nlohmann::json::exception where it makes no sense.
TestOutcome outcomeFromJson(const nlohmann::json& json);

} // namespace blak::testing
