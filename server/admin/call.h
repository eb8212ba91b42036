// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "server/admin/admin.h"
#include "server/admin/text.h"

#include <chrono>
#include <optional>
#include <span>

namespace blak::world {

struct Arguments
{
    std::vector<std::int64_t> numbers;
    std::vector<std::string_view> texts;
    std::string_view rest; ///< `name TAG value` pairs
    bool restMayBeEmpty = false;
};

/// One command while it runs: what it was given, what it works on, its answer. The commands are methods of structs by theme, each
/// made of a call and gone with it; what outlives a command belongs to Admin.
struct AdminCall
{
    Admin& admin;
    World& world;
    vm::Vm& vm;
    const Asker& asker;
    const Arguments& in;
    std::string& out;
    bool& closes;

    void line(std::string_view text) const { out.append(text).append("\r\n"); }
    std::string tagText(bof::Tag tag) const;
    std::string valueText(const vm::Value& value) const;
    std::string explained(const vm::Value& value) const; ///< the second line of a result, or nothing
    void objectLines(std::int64_t id) const;

    /// `TAG value` as administrators write it. `fault` says what is wrong.
    enum class Fault { None, Tag, Data, Reference };
    vm::Value parseValue(std::string_view tag, std::string_view data, Fault& fault) const;
    void checkSent(const vm::Value& value, std::string_view data, Fault& fault) const;
    bool parsePairs(std::vector<vm::Parameter>& parameters) const;

    // What a command needs; nothing, after a line that says so, when it is not there.
    bool needObject(std::int64_t id) const;
    std::optional<std::int64_t> needBuiltIn(std::int64_t number) const;
    std::optional<std::int32_t> needClass(std::string_view name, std::string_view fault = "Cannot find class ",
                                          std::string_view end = ".") const;
    void noProperty(std::string_view name, const vm::ClassView& type) const;

    std::vector<std::int64_t> instancesOf(std::int32_t classId, bool exactly) const;
    static std::string microsecondsSince(std::chrono::steady_clock::time_point start);
};

/// The struct that a command is a method of.
template <auto method>
struct ThemeOf;

template <typename Theme, void (Theme::*method)()>
struct ThemeOf<method>
{
    using Type = Theme;
};

/// A method of a theme as a row of the table has it.
template <auto method>
void runs(const AdminCall& call)
{
    typename ThemeOf<method>::Type theme{call};
    (theme.*method)();
}

} // namespace blak::world
