// SPDX-License-Identifier: GPL-3.0-or-later
#include "formats/bof/verify.h"

#include "formats/bof/instruction.h"

#include <string>

namespace blak::bof {
namespace {

constexpr std::int32_t maxMembers = 65535; ///< properties or class variables of one object

bool isConstantTag(const Value& value)
{
    switch (value.tag) {
    case Tag::Nil:
    case Tag::Int:
    case Tag::Resource:
    case Tag::Class:
    case Tag::Message:
    case Tag::DebugString: return true;
    default: return false;
    }
}

class HandlerCheck
{
public:
    HandlerCheck(const File& file, const Class& owner, const Handler& handler) : file_(file), owner_(owner), handler_(handler) {}

    /// Empty when all is well.
    std::string run(std::uint32_t& offset)
    {
        offset = 0;
        std::string fault = checkHeader();
        std::vector<bool> starts(handler_.code.size(), false);
        std::vector<std::pair<std::uint32_t, std::int64_t>> jumps;
        Instruction instruction;
        bool open = true;
        while (fault.empty() && offset < handler_.code.size()) {
            const auto decoded = decode(file_.version, handler_.code, offset, instruction);
            if (!decoded)
                return decoded.error().text();
            starts[offset] = true;
            fault = check(instruction);
            if (instruction.kind == Kind::Goto || instruction.kind == Kind::GotoIf)
                jumps.emplace_back(offset, instruction.target);
            open = instruction.kind != Kind::Return && instruction.kind != Kind::Propagate && instruction.kind != Kind::Goto;
            if (fault.empty())
                offset = instruction.end;
        }
        if (!fault.empty())
            return fault;
        if (open)
            return "the code runs over its end";
        for (const auto& [at, target] : jumps) {
            if (target < 0 || target >= static_cast<std::int64_t>(starts.size()) || !starts[static_cast<std::size_t>(target)]) {
                offset = at;
                return "jumps to " + std::to_string(target) + ", where no instruction begins";
            }
        }
        return {};
    }

private:
    std::string checkHeader() const
    {
        if (handler_.comment < -1 || handler_.comment >= static_cast<std::int64_t>(file_.strings.size()))
            return "comment is string " + std::to_string(handler_.comment) + ", the file has " +
                   std::to_string(file_.strings.size());
        for (std::size_t i = 0; i < handler_.parameters.size(); ++i) {
            if (i > 0 && handler_.parameters[i - 1].id >= handler_.parameters[i].id)
                return "parameter " + std::to_string(handler_.parameters[i].id) + " does not ascend";
            if (auto fault = checkConstant(handler_.parameters[i].value); !fault.empty())
                return fault;
        }
        return {};
    }

    std::string checkConstant(const Value& value) const
    {
        if (!isConstantTag(value))
            return "constant with tag " + std::to_string(static_cast<int>(value.tag));
        if (value.tag == Tag::DebugString && (value.data < 0 || static_cast<std::size_t>(value.data) >= file_.strings.size()))
            return "debug string " + std::to_string(value.data) + ", the file has " + std::to_string(file_.strings.size());
        return {};
    }

    std::string checkRange(std::string_view what, std::uint32_t number, std::int64_t end) const
    {
        if (static_cast<std::int64_t>(number) < end)
            return {};
        return std::string(what) + " " + std::to_string(number) + ", expected less than " + std::to_string(end);
    }

    std::int64_t slots() const { return handler_.locals + static_cast<std::int64_t>(handler_.parameters.size()); }

    std::string checkOperand(const Operand& operand) const
    {
        switch (operand.source) {
        case Source::Local: return checkRange("local", operand.word, slots());
        case Source::Property: return checkRange("property", operand.word, std::int64_t{owner_.totalProperties} + 1);
        case Source::Classvar: return checkRange("class variable", operand.word, owner_.totalClassvars);
        case Source::Constant: return checkConstant(operand.value());
        }
        return {};
    }

    std::string check(const Instruction& instruction) const
    {
        std::string fault;
        if (instruction.destination == Destination::Local)
            fault = checkRange("destination local", instruction.slot, slots());
        else if (instruction.destination == Destination::Property)
            fault = checkRange("destination property", instruction.slot, std::int64_t{owner_.totalProperties} + 1);
        const bool usesFirst =
            instruction.kind != Kind::Goto && instruction.kind != Kind::Call && instruction.kind != Kind::Propagate;
        if (fault.empty() && usesFirst)
            fault = checkOperand(instruction.first);
        if (fault.empty() && instruction.kind == Kind::Binary)
            fault = checkOperand(instruction.second);
        for (const Operand& operand : instruction.arguments)
            if (fault.empty())
                fault = checkOperand(operand);
        for (const Setting& setting : instruction.settings)
            if (fault.empty())
                fault = checkOperand(setting.operand);
        return fault;
    }

    const File& file_;
    const Class& owner_;
    const Handler& handler_;
};

std::string checkDefaults(const File& file, const Class& entry)
{
    if (entry.totalProperties < 0 || entry.totalProperties > maxMembers || entry.totalClassvars < 0 ||
        entry.totalClassvars > maxMembers)
        return "expected at most " + std::to_string(maxMembers) + " properties and class variables";
    const auto check = [&](const Default& entryDefault, std::int32_t lowest, std::int32_t highest, std::string_view what,
                           bool mayOverride) -> std::string {
        if (entryDefault.number < lowest || entryDefault.number > highest)
            return std::string(what) + " " + std::to_string(entryDefault.number) + ", expected " + std::to_string(lowest) +
                   " to " + std::to_string(highest);
        const Value value = entryDefault.value;
        if (mayOverride && value.tag == overrideTag(file.version)) {
            if (value.data < 1 || value.data > entry.totalProperties)
                return std::string(what) + " is overridden by property " + std::to_string(value.data) + ", which does not exist";
            return {};
        }
        if (!isConstantTag(value))
            return std::string(what) + " " + std::to_string(entryDefault.number) + " has a default with tag " +
                   std::to_string(static_cast<int>(value.tag));
        if (value.tag == Tag::DebugString && (value.data < 0 || static_cast<std::size_t>(value.data) >= file.strings.size()))
            return std::string(what) + " has debug string " + std::to_string(value.data) + " as default, which does not exist";
        return {};
    };
    for (const Default& classvar : entry.classvars)
        if (auto fault = check(classvar, 0, entry.totalClassvars - 1, "class variable", true); !fault.empty())
            return fault;
    for (const Default& property : entry.properties)
        if (auto fault = check(property, 1, entry.totalProperties, "property", false); !fault.empty())
            return fault;
    return {};
}

} // namespace

Result<void> verify(const File& file, std::string_view name)
{
    for (const Class& entry : file.classes) {
        const std::string place = std::string(name) + ", class " + std::to_string(entry.id);
        if (auto fault = checkDefaults(file, entry); !fault.empty())
            return Error{fault, place};
        for (const Handler& handler : entry.handlers) {
            std::uint32_t offset = 0;
            if (auto fault = HandlerCheck(file, entry, handler).run(offset); !fault.empty())
                return Error{fault,
                             place + ", message " + std::to_string(handler.message) + ", code offset " + std::to_string(offset)};
        }
    }
    return {};
}

} // namespace blak::bof
