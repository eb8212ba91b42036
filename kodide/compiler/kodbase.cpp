// SPDX-License-Identifier: GPL-3.0-or-later
#include "kodide/compiler/kodbase.h"

#include <array>
#include <charconv>

namespace blak::kod {
namespace {

/// Words of a line; blanks and tabs separate.
class Words
{
public:
    explicit Words(std::string_view line) : line_(line) {}

    std::string_view next()
    {
        const std::size_t begin = std::min(line_.find_first_not_of(" \t\r"), line_.size());
        const std::size_t end = std::min(line_.find_first_of(" \t\r", begin), line_.size());
        const std::string_view word = line_.substr(begin, end - begin);
        line_.remove_prefix(end);
        return word;
    }
    bool nextNumber(std::int32_t& number)
    {
        const std::string_view word = next();
        const auto [end, fault] = std::from_chars(word.data(), word.data() + word.size(), number);
        return !word.empty() && fault == std::errc{};
    }

private:
    std::string_view line_;
};

class Reader
{
public:
    Reader(std::string_view file, SymbolTable& symbols, const Dialect& dialect, std::vector<Finding>& findings)
        : file_(file), symbols_(symbols), dialect_(dialect), findings_(findings)
    {
    }

    bool read(std::string_view text)
    {
        bool good = true;
        while (!text.empty() && !stop_) {
            const std::size_t end = std::min(text.find('\n'), text.size());
            std::string_view line = text.substr(0, end);
            text.remove_prefix(std::min(end + 1, text.size()));
            ++line_;
            if (!readLine(line))
                good = false;
        }
        resolveSupers();
        if (!good && stop_) {
            Finding& finding = fault(Code::KodbaseStopped, "error loading the knowledge base; going on with what was read");
            finding.referenceLine = 0;
        }
        return good;
    }

private:
    Finding& fault(Code code, std::string message)
    {
        Finding finding;
        finding.severity = diagnosticInfo(code).severity;
        finding.code = diagnosticInfo(code).code;
        finding.file = file_;
        finding.range.line = finding.referenceLine = line_;
        finding.range.column = 1;
        finding.message = std::move(message);
        findings_.push_back(std::move(finding));
        return findings_.back();
    }

    bool stopWith(std::string message)
    {
        stop_ = true;
        fault(Code::KodbaseLine, std::move(message));
        return false;
    }

    bool readLine(std::string_view line)
    {
        Words words(line);
        const std::string_view type = words.next();
        if (type.empty()) {
            stop_ = !dialect_.kodbasePerFile;
            fault(Code::KodbaseLine, "an empty line; expected one of T C R V Y M P c m p");
            return false;
        }
        switch (type[0]) {
        case 'T': return readTotals(words);
        case 'C': return readClass(words);
        case 'R':
        case 'V':
        case 'Y':
        case 'M':
        case 'P': return readMember(type[0], words);
        case 'c':
        case 'm':
        case 'p': return readExternal(type[0], words);
        default: fault(Code::KodbaseLine, "unknown kind of line `" + std::string(type.substr(0, 1)) + "`"); return false;
        }
    }

    bool readTotals(Words& words)
    {
        std::int32_t ids = 0;
        std::int32_t resources = 0;
        if (!words.nextNumber(ids) || !words.nextNumber(resources))
            return stopWith("expected `T`, the largest id and the largest resource id");
        symbols_.maxId = ids;
        symbols_.maxResource = resources;
        return true;
    }

    bool readClass(Words& words)
    {
        const std::string_view name = words.next();
        std::int32_t id = 0;
        std::int32_t super = 0;
        if (name.empty() || !words.nextNumber(id) || !words.nextNumber(super))
            return stopWith("expected `C`, a class name, its id and the id of its superclass or 0");
        const NameId key = symbols_.name(name);
        // Ids of these classes moved between versions of the dialect; the check is known to miss capitalised names.
        for (const ReservedName& row : dialect_.reserved)
            if (!dialect_.kodbasePerFile && row.kind == SymbolKind::Class && row.id >= 27 && row.id <= 29 && row.name == name &&
                row.id != id)
                return stopWith("class " + std::string(name) + " must have the id " + std::to_string(row.id) + ", not " +
                                std::to_string(id) + "; delete the file and compile everything");
        class_ = &symbols_.beginClass(symbols_.defineWithId(SymbolKind::Class, key, name, id), nullptr);
        if (super != 0)
            supers_.emplace_back(class_, symbols_.name(words.next()));
        return true;
    }

    bool readMember(char type, Words& words)
    {
        const std::string_view name = words.next();
        std::int32_t number = 0;
        if (name.empty() || !words.nextNumber(number))
            return stopWith("expected a name and a number");
        if (!class_)
            return stopWith("a line of a class before the first class");
        const NameId key = symbols_.name(name);
        const auto symbol = [&](SymbolKind kind) -> Symbol& {
            Symbol* known = symbols_.global(key);
            return known && known->kind == kind ? *known : symbols_.defineWithId(kind, key, name, number);
        };
        const std::string_view spelling = symbols_.keep(name);
        switch (type) {
        case 'R':
            symbol(SymbolKind::Resource).info = class_;
            class_->resources.push_back({spelling, number});
            break;
        case 'V': class_->classvars.push_back({.name = key, .spelling = spelling, .number = number}); break;
        case 'Y': class_->properties.push_back({.name = key, .spelling = spelling, .number = number}); break;
        case 'M':
            symbol(SymbolKind::Message);
            class_->messages.push_back({spelling, number, {}});
            break;
        default:
            if (class_->messages.empty())
                return stopWith("a parameter before the first message of its class");
            symbol(SymbolKind::Parameter);
            class_->messages.back().parameters.push_back({spelling, number});
            break;
        }
        return true;
    }

    bool readExternal(char type, Words& words)
    {
        const std::string_view name = words.next();
        std::int32_t id = 0;
        if (name.empty() || !words.nextNumber(id))
            return stopWith("expected the name and id of something undefined");
        const SymbolKind kind = type == 'c' ? SymbolKind::Class : type == 'm' ? SymbolKind::Message : SymbolKind::Parameter;
        symbols_.referWithId(kind, symbols_.name(name), name, id);
        return true;
    }

    void resolveSupers()
    {
        for (const auto& [info, name] : supers_) {
            const Symbol* super = symbols_.global(name);
            if (super && super->kind == SymbolKind::Class && super->info != info)
                info->super = super->info;
        }
        std::uint32_t walk = 0; // a file edited by hand may hold a cycle
        for (const auto& [info, name] : supers_) {
            ++walk;
            for (ClassInfo* up = info; up && (up->seen == 0 || up->seen == walk); up = up->super) {
                if (up->super && up->super->seen == walk)
                    up->super = nullptr;
                up->seen = walk;
            }
        }
        for (const auto& [info, name] : supers_)
            for (ClassInfo* up = info; up && up->seen != 0; up = up->super)
                up->seen = 0;
    }

    std::string file_;
    SymbolTable& symbols_;
    const Dialect& dialect_;
    std::vector<Finding>& findings_;
    ClassInfo* class_ = nullptr;
    std::vector<std::pair<ClassInfo*, NameId>> supers_;
    std::uint32_t line_ = 0;
    bool stop_ = false;
};

void addLine(std::string& out, std::string_view prefix, std::string_view name, std::int32_t number)
{
    out += prefix;
    out += name;
    out += ' ';
    std::array<char, 12> digits;
    const auto end = std::to_chars(digits.data(), digits.data() + digits.size(), number).ptr;
    out.append(digits.data(), end);
    out += '\n';
}

} // namespace

bool readKodbase(std::string_view text, std::string_view file, SymbolTable& symbols, const Dialect& dialect,
                 std::vector<Finding>& findings)
{
    return Reader(file, symbols, dialect, findings).read(text);
}

std::string writeKodbase(const SymbolTable& symbols)
{
    std::string out = "T " + std::to_string(symbols.maxId) + " " + std::to_string(symbols.maxResource) + "\n";
    for (const ClassInfo* info : symbols.classes()) {
        out += "C ";
        out += info->symbol->spelling;
        out += ' ' + std::to_string(info->symbol->id);
        if (info->super) {
            out += ' ' + std::to_string(info->super->symbol->id) + ' ';
            out += info->super->symbol->spelling;
            out += '\n';
        } else {
            out += " 0\n";
        }
        for (const ResourceInfo& resource : info->resources)
            addLine(out, "R\t", resource.spelling, resource.id);
        for (const MemberInfo& member : info->classvars)
            addLine(out, "V\t", member.spelling, member.number);
        for (const MemberInfo& member : info->properties)
            addLine(out, "Y\t", member.spelling, member.number);
        for (const MessageInfo& message : info->messages) {
            addLine(out, "M\t", message.spelling, message.id);
            for (const ParameterInfo& parameter : message.parameters)
                addLine(out, "P\t\t", parameter.spelling, parameter.id);
        }
    }
    for (const Symbol* symbol : symbols.externals())
        addLine(out,
                symbol->kind == SymbolKind::Class     ? "c "
                : symbol->kind == SymbolKind::Message ? "m "
                                                      : "p ",
                symbol->spelling, symbol->id);
    return out;
}

} // namespace blak::kod
