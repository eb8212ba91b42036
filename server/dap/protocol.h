// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "formats/base/result.h"

#include <cstdint>
#include <nlohmann/json.hpp>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

/// What the Debug Adapter Protocol says, as far as we speak it. Requests are read with care: an editor may send anything.
namespace blak::dap {

struct Request
{
    std::int64_t seq = 0;
    std::string command;
    nlohmann::json arguments = nlohmann::json::object(); ///< always an object
};

/// A JSON object; an error when it is none, or nested deeper than any message of an editor.
Result<nlohmann::json> readObject(std::string_view text);

/// A message of an editor; an error when it is none that one could answer.
Result<Request> readRequest(std::string_view text);

nlohmann::json responseJson(const Request& request, nlohmann::json body);
nlohmann::json refusalJson(const Request& request, std::string_view why);
nlohmann::json eventJson(std::string_view name, nlohmann::json body);

// Fields of arguments: absent, or of another type, is the value that is given.
std::string textOf(const nlohmann::json& object, const char* key, std::string_view otherwise = {});
std::int64_t numberOf(const nlohmann::json& object, const char* key, std::int64_t otherwise = 0);
bool flagOf(const nlohmann::json& object, const char* key, bool otherwise = false);
/// An empty list when there is none.
const nlohmann::json& listOf(const nlohmann::json& object, const char* key);
const nlohmann::json& objectOf(const nlohmann::json& object, const char* key);

/// One of setBreakpoints, setFunctionBreakpoints, setDataBreakpoints.
struct WantedBreakpoint
{
    std::int64_t line = 0;  ///< of a source
    std::string name;       ///< Class.Message, or what dataBreakpointInfo gave
    std::string condition, hitCondition, logMessage;
    bool oneShot = false; ///< stops once; not of the protocol, other editors never say so
};
WantedBreakpoint wantedBreakpoint(const nlohmann::json& json);

/// As it is, beside what was wanted.
struct Breakpoint
{
    std::int64_t id = 0;
    bool verified = false;
    std::string message; ///< why not, or why elsewhere
    std::string path;    ///< of the source; empty = none
    std::int64_t line = 0;
};
nlohmann::json toJson(const Breakpoint& breakpoint);

struct StackFrame
{
    std::int64_t id = 0;
    std::string name;
    std::string path;       ///< empty = no source is known
    std::string sourceName; ///< what is shown for it
    std::int64_t line = 0, column = 0, endLine = 0, endColumn = 0;
    std::int64_t sourceReference = 0; ///< 0 = the source is the file
    bool isOld = false;               ///< its source has another version by now
    bool isOrigin = false;            ///< has ended: it made the message that runs. Without a source: a heading
};
nlohmann::json toJson(const StackFrame& frame);

/// Ids from here on are handlers that have ended: StackFrame::isOrigin has no field in the protocol.
inline constexpr std::int64_t firstOriginFrame = 1'000'000;
/// In front of the name of a function breakpoint: it stops where the handlers of that message return, for which there is no field either.
inline constexpr std::string_view endOfMessage = "end of ";

struct Scope
{
    std::string name, hint; ///< hint: arguments, locals or none
    std::int64_t reference = 0;
    bool expensive = false;
};
nlohmann::json toJson(const Scope& scope);

struct Variable
{
    std::string name, value, type, evaluateName;
    std::int64_t reference = 0; ///< 0 = nothing to look into
    std::int64_t indexed = 0;   ///< elements, which come in pages
    bool isDefault = false;     ///< a property that still is what its class says
    bool mayChange = false;     ///< to find it messages were sent, or functions called that may change the world
};
nlohmann::json toJson(const Variable& variable);

/// ">= 3", "= 3", "3", "% 3" as the control channel takes it: {"kind": ..., "number": ...}.
Result<nlohmann::json> hitsJson(std::string_view text);

} // namespace blak::dap
