// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "server/vm/statement_counts.h"

#include <cstdint>
#include <map>
#include <nlohmann/json.hpp>
#include <string>
#include <tuple>
#include <utility>
#include <vector>

namespace blak::profile {

/// What a call, or all calls from one place, cost itself; not what it called.
struct Cost
{
    std::int64_t nanoseconds = 0;
    std::int64_t calls = 0;   ///< 0 when samples were taken
    std::int64_t samples = 0; ///< 0 when every call was timed
    std::int64_t objects = 0, listNodes = 0, strings = 0; ///< made, when every call was timed

    void add(const Cost& other);
    friend bool operator==(const Cost&, const Cost&) = default;
};

/// A handler.
struct Function
{
    std::string type, message; ///< names of the class whose handler it is, and of the message
    std::string file;          ///< as the machine names it

    std::string name() const { return type + "." + message; }
    friend auto operator<=>(const Function&, const Function&) = default;
};

/// A handler as it was called from one path of callers.
struct Node
{
    std::size_t parent = 0; ///< [0] is the root, its own parent
    std::size_t function = 0;
    Cost self;
};

/// A top-level message, with the calls below it.
struct SlowMessage
{
    std::int64_t object = 0;
    std::string type, message;
    std::int64_t nanoseconds = 0;
    std::vector<std::pair<std::string, std::int64_t>> stacks; ///< "A;B;C" and nanoseconds, most first
};

/// One line of the table of handlers.
struct Row
{
    std::size_t function = 0;
    Cost self;
    std::int64_t total = 0; ///< nanoseconds with what it called; of a handler that calls itself once only
};

/// A tree of calls.
class Profile
{
public:
    static constexpr std::size_t mostNodes = 1'000'000, mostSlow = 20;

    std::size_t functionOf(const Function& function);
    /// The node below another one; the root's place when there are too many.
    std::size_t child(std::size_t parent, std::size_t function);
    Node& node(std::size_t place) { return nodes_[place]; }
    const std::vector<Node>& nodes() const { return nodes_; }
    const std::vector<Function>& functions() const { return functions_; }
    std::vector<SlowMessage> slowest;          ///< most first, at most mostSlow
    std::vector<vm::StatementCount> statements; ///< when they were counted
    std::int64_t nanoseconds = 0;              ///< of all top-level messages
    std::int64_t messages = 0;                 ///< top-level ones

    void addSlow(SlowMessage message);
    void merge(const Profile& other);

    /// By what they cost themselves, most first.
    std::vector<Row> rows() const;
    std::string pathOf(std::size_t place) const; ///< "A;B;C", outermost first
    Cost sum() const;

    /// "A;B;C microseconds" a line, as flamegraph.pl and speedscope read it.
    std::string collapsed() const;
    /// For www.speedscope.app: a profile of type "sampled", in nanoseconds.
    nlohmann::json speedscope(const std::string& name) const;
    nlohmann::json toJson() const;
    /// The same back; throws nlohmann::json::exception or std::out_of_range where it makes no sense.
    static Profile fromJson(const nlohmann::json& json);

private:
    std::vector<Function> functions_{{"", "", ""}};
    std::vector<Node> nodes_{Node{}};
    std::map<Function, std::size_t> functionPlaces_;
    std::map<std::pair<std::size_t, std::size_t>, std::size_t> children_; ///< by parent and function
};

} // namespace blak::profile
