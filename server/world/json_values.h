// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "server/vm/vm.h"

#include <nlohmann/json.hpp>
#include <stdexcept>
#include <string>

namespace blak::world {

/// What is wrong with a request; caught where requests are answered, never passed on.
struct RequestFault : std::runtime_error
{
    using std::runtime_error::runtime_error;
};

/// {"tag": "INT", "data": 5}, with a name where the number stands for one: {"tag": "RESOURCE", "data": 20001, "name": "..."}.
nlohmann::json valueJson(const vm::Vm& machine, const vm::Value& value);

/// The same back; a class, message or resource may be given by name. A bare number is INT, null is $, true and false are 1 and 0.
vm::Value valueFromJson(const vm::Vm& machine, const nlohmann::json& json);

/// Text of the world (Windows-1252) as JSON has it.
nlohmann::json textJson(std::string_view bytes);
/// And back; throws RequestFault for characters the world does not have.
std::string textFromJson(const nlohmann::json& json, const char* what);

std::int64_t numberFromJson(const nlohmann::json& request, const char* key);

} // namespace blak::world
