// SPDX-License-Identifier: GPL-3.0-or-later
#include "formats/bof/disassemble.h"

#include "formats/bof/functions.h"
#include "formats/bof/instruction.h"

#include <algorithm>
#include <map>
#include <unordered_map>

namespace blak::bof {
namespace {

/// Names by number, with the chains of superclasses for properties and class variables.
class Names
{
public:
    explicit Names(const kodbase::Kodbase* base)
    {
        if (base == nullptr)
            return;
        for (const auto& entry : base->classes) {
            classes_[entry.id] = &entry;
            for (const auto& resource : entry.resources)
                resources_[resource.id] = resource.name;
            for (const auto& message : entry.messages) {
                messages_[message.id] = message.name;
                for (const auto& parameter : message.parameters)
                    parameters_[parameter.id] = parameter.name;
            }
        }
        for (const auto& external : base->externals) {
            if (external.kind == kodbase::ExternalKind::Message)
                messages_.emplace(external.id, external.name);
            else if (external.kind == kodbase::ExternalKind::Parameter)
                parameters_.emplace(external.id, external.name);
            else
                externalClasses_.emplace(external.id, external.name);
        }
    }

    std::string className(std::int32_t id) const
    {
        if (const auto it = classes_.find(id); it != classes_.end())
            return it->second->name;
        return find(externalClasses_, id, "class ");
    }
    std::string message(std::int32_t id) const { return find(messages_, id, "message "); }
    std::string parameter(std::int32_t id) const { return find(parameters_, id, "parameter "); }
    std::string resource(std::int32_t id) const { return find(resources_, id, "resource "); }
    std::string property(std::int32_t owner, std::uint32_t number) const
    {
        return number == 0 ? "self" : member(owner, number, &kodbase::Class::properties, "property ");
    }
    std::string classvar(std::int32_t owner, std::uint32_t number) const
    {
        return member(owner, number, &kodbase::Class::classvars, "classvar ");
    }

private:
    using Table = std::unordered_map<std::int32_t, std::string>;

    static std::string find(const Table& table, std::int32_t id, std::string_view otherwise)
    {
        const auto it = table.find(id);
        return it != table.end() ? it->second : std::string(otherwise) + std::to_string(id);
    }

    std::string member(std::int32_t owner, std::uint32_t number, std::vector<kodbase::Name> kodbase::Class::*list,
                       std::string_view otherwise) const
    {
        constexpr int deepest = 64; // a damaged kodbase may hold a ring of superclasses
        auto it = classes_.find(owner);
        for (int depth = 0; depth < deepest && it != classes_.end(); ++depth) {
            for (const auto& name : it->second->*list)
                if (static_cast<std::uint32_t>(name.id) == number)
                    return name.name;
            it = classes_.find(it->second->superId);
        }
        return std::string(otherwise) + std::to_string(number);
    }

    std::unordered_map<std::int32_t, const kodbase::Class*> classes_;
    Table externalClasses_;
    Table messages_;
    Table parameters_;
    Table resources_;
};

std::string quoted(std::string_view text)
{
    constexpr std::string_view digits = "0123456789ABCDEF";
    std::string out = "\"";
    for (const char c : text) {
        const auto byte = static_cast<unsigned char>(c);
        if (c == '"' || c == '\\')
            out.append("\\").push_back(c);
        else if (byte < 32 || byte > 126) {
            out.append("\\x").push_back(digits[byte >> 4]);
            out.push_back(digits[byte & 15]);
        } else
            out.push_back(c);
    }
    return out + "\"";
}

class Lister
{
public:
    Lister(const File& file, const kodbase::Kodbase* base) : file_(file), names_(base) {}

    Listing run()
    {
        const auto where = places(file_);
        out_ = "// " + file_.sourceName + ", bof version " + std::to_string(file_.version) + "\n";
        for (std::size_t c = 0; c < file_.classes.size(); ++c) {
            owner_ = &file_.classes[c];
            listClass();
            for (std::size_t h = 0; h < owner_->handlers.size(); ++h)
                listHandler(owner_->handlers[h], where[c][h]);
        }
        if (!file_.strings.empty())
            out_ += "\nstrings\n";
        for (std::size_t i = 0; i < file_.strings.size(); ++i)
            out_ += "  " + std::to_string(i) + "  " + quoted(file_.strings[i]) + "\n";
        return {std::move(out_), std::move(places_)};
    }

private:
    /// The next line to be written shows this.
    void note(ListedPlace::Kind kind, std::string name, std::int32_t sourceLine = 0)
    {
        lines_ += static_cast<std::uint32_t>(std::count(out_.begin() + static_cast<std::ptrdiff_t>(counted_), out_.end(), '\n'));
        counted_ = out_.size();
        places_.push_back({kind, lines_, sourceLine, std::move(name)});
    }

    std::string valueText(const Value& value) const
    {
        switch (value.tag) {
        case Tag::Nil: return value.data == 0 ? "$" : "$ " + std::to_string(value.data);
        case Tag::Int: return std::to_string(value.data);
        case Tag::Class: return "&" + names_.className(value.data);
        case Tag::Message: return "@" + names_.message(value.data);
        case Tag::Resource: return names_.resource(value.data);
        case Tag::DebugString:
            if (value.data >= 0 && static_cast<std::size_t>(value.data) < file_.strings.size())
                return quoted(file_.strings[static_cast<std::size_t>(value.data)]);
            break;
        default: break;
        }
        if (value.tag == overrideTag(file_.version))
            return "overridden by " + names_.property(owner_->id, static_cast<std::uint32_t>(value.data));
        return std::string(tagName(value.tag, file_.version)) + " " + std::to_string(value.data);
    }

    std::string localText(std::uint32_t slot) const
    {
        if (slot < handler_->parameters.size())
            return names_.parameter(handler_->parameters[slot].id);
        return "local " + std::to_string(slot);
    }

    std::string operandText(const Operand& operand) const
    {
        switch (operand.source) {
        case Source::Local: return localText(operand.word);
        case Source::Property: return names_.property(owner_->id, operand.word);
        case Source::Classvar: return names_.classvar(owner_->id, operand.word);
        case Source::Constant: return valueText(operand.value());
        }
        return {};
    }

    std::string destinationText(const Instruction& instruction) const
    {
        switch (instruction.destination) {
        case Destination::Local: return localText(instruction.slot) + " = ";
        case Destination::Property: return names_.property(owner_->id, instruction.slot) + " = ";
        case Destination::None: return {};
        }
        return {};
    }

    std::string callText(const Instruction& instruction) const
    {
        const std::string_view name = functionName(functionOf(instruction.function, file_.version > packedVersions));
        std::string text = name.empty() ? "function " + std::to_string(instruction.function) : std::string(name);
        text += "(";
        std::string_view comma;
        for (const Operand& operand : instruction.arguments) {
            text.append(comma).append(operandText(operand));
            comma = ", ";
        }
        for (const Setting& setting : instruction.settings) {
            text.append(comma).append("#").append(names_.parameter(setting.parameter));
            text.append(" = ").append(operandText(setting.operand));
            comma = ", ";
        }
        return text + ")";
    }

    std::string instructionText(const Instruction& instruction) const
    {
        static constexpr std::string_view conditions[]{"", "not ", "$ = ", "$ <> "};
        switch (instruction.kind) {
        case Kind::Return: return "return " + operandText(instruction.first);
        case Kind::Propagate: return "propagate";
        case Kind::Goto: return "goto " + std::to_string(instruction.target);
        case Kind::GotoIf:
            return "if " + std::string(conditions[static_cast<std::size_t>(instruction.condition)]) +
                   operandText(instruction.first) + " goto " + std::to_string(instruction.target);
        case Kind::Call: return destinationText(instruction) + callText(instruction);
        case Kind::Unary: {
            const std::string_view op = operatorText(instruction.op);
            return destinationText(instruction) + std::string(op) + (op.size() > 1 ? " " : "") + operandText(instruction.first);
        }
        case Kind::Binary:
            return destinationText(instruction) + operandText(instruction.first) + " " +
                   std::string(operatorText(instruction.op)) + " " + operandText(instruction.second);
        }
        return {};
    }

    void listClass()
    {
        out_ += '\n';
        note(ListedPlace::Kind::Class, names_.className(owner_->id));
        const std::string number = "class " + std::to_string(owner_->id), name = names_.className(owner_->id);
        out_ += name == number ? number : "class " + name + " (" + std::to_string(owner_->id) + ")";
        if (owner_->superId != 0)
            out_ += " is " + names_.className(owner_->superId);
        out_ += ", " + std::to_string(owner_->totalProperties) + " properties, " + std::to_string(owner_->totalClassvars) +
                " class variables\n";
        for (const Default& entry : owner_->classvars)
            listDefault(ListedPlace::Kind::Classvar, "classvar " + std::to_string(entry.number), names_.classvar(owner_->id, static_cast<std::uint32_t>(entry.number)), entry);
        for (const Default& entry : owner_->properties)
            listDefault(ListedPlace::Kind::Property, "property " + std::to_string(entry.number), names_.property(owner_->id, static_cast<std::uint32_t>(entry.number)), entry);
    }

    /// `number`: what it is called where no name is known.
    void listDefault(ListedPlace::Kind kind, const std::string& number, const std::string& name, const Default& entry)
    {
        note(kind, name);
        out_ += "  " + number + (name == number ? std::string() : "  " + name) + " = " + valueText(entry.value) + "\n";
    }

    void listHandler(const Handler& handler, const HandlerPlace& place)
    {
        handler_ = &handler;
        out_ += '\n';
        note(ListedPlace::Kind::Message, names_.message(handler.message));
        out_ += "  " + names_.message(handler.message) + "(";
        std::string_view comma;
        for (const Parameter& parameter : handler.parameters) {
            out_.append(comma).append(names_.parameter(parameter.id)).append(" = ").append(valueText(parameter.value));
            comma = ", ";
        }
        out_ += ")  // message " + std::to_string(handler.message) + ", " + std::to_string(handler.locals) + " locals, code at " +
                std::to_string(place.code) + "\n";
        if (handler.comment >= 0 && static_cast<std::size_t>(handler.comment) < file_.strings.size())
            out_ += "  " + quoted(file_.strings[static_cast<std::size_t>(handler.comment)]) + "\n";

        Instruction instruction;
        std::size_t line = 0;
        for (std::uint32_t offset = 0; offset < handler.code.size(); offset = instruction.end) {
            for (; line < handler.lines.size() && handler.lines[line].offset <= offset; ++line)
                out_ += "   line " + std::to_string(handler.lines[line].line) + "\n";
            note(ListedPlace::Kind::Code, {}, line > 0 ? handler.lines[line - 1].line : 0);
            std::string number = std::to_string(offset);
            number.insert(0, number.size() < 6 ? 6 - number.size() : 0, ' ');
            if (const auto decoded = decode(file_.version, handler.code, offset, instruction); !decoded) {
                out_ += number + "  ?? " + decoded.error().text() + "\n";
                break;
            }
            out_ += number + "  " + instructionText(instruction) + "\n";
        }
    }

    const File& file_;
    Names names_;
    const Class* owner_ = nullptr;
    const Handler* handler_ = nullptr;
    std::string out_;
    std::vector<ListedPlace> places_;
    std::uint32_t lines_ = 0; ///< line ends in out_ up to counted_
    std::size_t counted_ = 0;
};

} // namespace

Listing list(const File& file, const kodbase::Kodbase* names) { return Lister(file, names).run(); }

std::string disassemble(const File& file, const kodbase::Kodbase* names) { return list(file, names).text; }

} // namespace blak::bof
