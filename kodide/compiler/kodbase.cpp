// SPDX-License-Identifier: GPL-3.0-or-later
#include "kodide/compiler/kodbase.h"

#include "formats/kodbase/kodbase.h"

#include <unordered_set>

namespace blak::kod {
namespace {

class Reader
{
public:
    Reader(std::string_view file, SymbolTable& symbols, const Dialect& dialect, std::vector<Finding>& findings)
        : file_(file), symbols_(symbols), dialect_(dialect), findings_(findings)
    {
        for (const ReservedName& row : dialect_.reserved)
            externals_.insert(symbols_.name(row.name));
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

    bool readLine(std::string_view text)
    {
        const kodbase::Line line = kodbase::parseLine(text);
        if (line.outcome == kodbase::Line::Outcome::UnknownLetter || line.letter == '\0') {
            const std::size_t begin = std::min(text.find_first_not_of(" \t\r"), text.size());
            const bool isWord = std::min(text.find_first_of(" \t\r", begin), text.size()) > begin + 1;
            stop_ = isWord || (line.letter == '\0' && !dialect_.kodbasePerFile);
            fault(Code::KodbaseLine, line.problem);
            return false;
        }
        if (line.outcome == kodbase::Line::Outcome::Malformed)
            return stopWith(line.problem);
        switch (line.letter) {
        case 'T':
            symbols_.maxId = line.id;
            symbols_.maxResource = line.other;
            return true;
        case 'C': return readClass(line);
        case 'R':
        case 'V':
        case 'Y':
        case 'M':
        case 'P': return readMember(line);
        default: return readExternal(line);
        }
    }

    /// A name may be listed once, and those that every base begins with are listed already.
    bool readExternal(const kodbase::Line& line)
    {
        const NameId key = symbols_.name(line.name);
        if (!externals_.insert(key).second)
            return stopWith("the unresolved name " + std::string(line.name) + " is known already");
        symbols_.referWithId(line.letter == 'c'   ? SymbolKind::Class
                             : line.letter == 'm' ? SymbolKind::Message
                                                  : SymbolKind::Parameter,
                             key, line.name, line.id);
        return true;
    }

    bool readClass(const kodbase::Line& line)
    {
        // Ids of these classes moved between versions of the dialect; the check is known to miss capitalised names.
        for (const ReservedName& row : dialect_.reserved)
            if (!dialect_.kodbasePerFile && row.kind == SymbolKind::Class && row.id >= 27 && row.id <= 29 &&
                row.name == line.name && row.id != line.id)
                return stopWith("class " + std::string(line.name) + " must have the id " + std::to_string(row.id) + ", not " +
                                std::to_string(line.id) + "; delete the file and compile everything");
        const NameId key = symbols_.name(line.name);
        if (const Symbol* known = symbols_.global(key); known && known->builtin)
            return stopWith("class " + std::string(line.name) + " has the name of a function");
        class_ = &symbols_.beginClass(symbols_.defineWithId(SymbolKind::Class, key, line.name, line.id), nullptr);
        if (line.other != 0)
            supers_.emplace_back(class_, symbols_.name(line.superName));
        return true;
    }

    bool readMember(const kodbase::Line& line)
    {
        if (!class_)
            return stopWith("a line of a class before the first class");
        const NameId key = symbols_.name(line.name);
        const auto symbol = [&](SymbolKind kind) -> Symbol& {
            Symbol* known = symbols_.global(key);
            return known ? *known : symbols_.defineWithId(kind, key, line.name, line.id); // the first one has the name
        };
        const std::string_view spelling = symbols_.keep(line.name);
        switch (line.letter) {
        case 'R':
            if (Symbol& resource = symbol(SymbolKind::Resource); resource.kind == SymbolKind::Resource && resource.info == nullptr)
                resource.info = class_; // of several classes the first has it
            class_->resources.edit().push_back({spelling, line.id});
            break;
        case 'V': class_->classvars.edit().push_back({.name = key, .spelling = spelling, .number = line.id}); break;
        case 'Y': class_->properties.edit().push_back({.name = key, .spelling = spelling, .number = line.id}); break;
        case 'M':
            symbol(SymbolKind::Message);
            class_->messages.edit().push_back({spelling, line.id, {}});
            break;
        default:
            if (class_->messages.empty())
                return stopWith("a parameter before the first message of its class");
            symbol(SymbolKind::Parameter);
            class_->messages.edit().back().parameters.push_back({spelling, line.id});
            break;
        }
        return true;
    }

    void resolveSupers()
    {
        for (const auto& [info, name] : supers_) {
            const Symbol* super = symbols_.global(name);
            if (super && super->kind == SymbolKind::Class && super->info != info)
                info->super = super->info;
            info->superName = name;
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
    std::unordered_set<NameId> externals_;
    std::uint32_t line_ = 0;
    bool stop_ = false;
};

} // namespace

bool readKodbase(std::string_view text, std::string_view file, SymbolTable& symbols, const Dialect& dialect,
                 std::vector<Finding>& findings)
{
    return Reader(file, symbols, dialect, findings).read(text);
}

std::string writeKodbase(const SymbolTable& symbols)
{
    kodbase::LineWriter out;
    out.totals(symbols.maxId, symbols.maxResource);
    for (const ClassInfo* info : symbols.classes()) {
        out.beginClass(info->symbol->spelling, info->symbol->id, info->super ? info->super->symbol->id : 0,
                       info->super ? info->super->symbol->spelling : std::string_view());
        for (const ResourceInfo& resource : info->resources)
            out.resource(resource.spelling, resource.id);
        for (const MemberInfo& member : info->classvars)
            out.classvar(member.spelling, member.number);
        for (const MemberInfo& member : info->properties)
            out.property(member.spelling, member.number);
        for (const MessageInfo& message : info->messages) {
            out.message(message.spelling, message.id);
            for (const ParameterInfo& parameter : message.parameters)
                out.parameter(parameter.spelling, parameter.id);
        }
    }
    for (const Symbol* symbol : symbols.externals())
        out.external(symbol->kind == SymbolKind::Class     ? kodbase::ExternalKind::Class
                     : symbol->kind == SymbolKind::Message ? kodbase::ExternalKind::Message
                                                           : kodbase::ExternalKind::Parameter,
                     symbol->spelling, symbol->id);
    return out.take();
}

} // namespace blak::kod
