// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "server/testing/test_case.h"

#include <functional>
#include <span>
#include <string>

namespace blak::cli {

/// Outcomes as the XML that build servers take for JUnit's: a suite for each class, a case for each test, messages of failures with
/// their places and callers, lines of Debug() as output. `place` gives "file:line" of a failure, or nothing.
std::string junitXml(std::span<const testing::TestOutcome> outcomes,
                     const std::function<std::string(const testing::Failure& failure)>& place);

} // namespace blak::cli
