// SPDX-License-Identifier: GPL-3.0-or-later
#include "kodide/compiler/sidecar.h"

#include "kodide/compiler/build_state.h"

#include <algorithm>
#include <array>
#include <charconv>

namespace blak::kod {
namespace {

std::string_view folderOf(std::string_view path)
{
    const std::size_t slash = path.rfind('/');
    return slash == std::string_view::npos ? std::string_view() : path.substr(0, slash + 1);
}

/// The path as seen from `folder` (which ends with a slash or is empty); both come from the same walk, so they are spelled alike.
/// Cheaper than std::filesystem: this runs for every include of every file.
std::string relativePath(std::string_view path, std::string_view folder)
{
    if (path.starts_with('/') != folder.starts_with('/') || folder.find("..") != std::string_view::npos)
        return std::string(path);
    std::size_t shared = 0;
    for (std::size_t i = 0; i < std::min(path.size(), folder.size()) && path[i] == folder[i]; ++i)
        if (path[i] == '/')
            shared = i + 1;
    std::string result;
    for (const char c : folder.substr(shared))
        if (c == '/')
            result += "../";
    return result += path.substr(shared);
}

class SidecarWriter
{
public:
    SidecarWriter(const BoundUnit& bound, const SyntaxUnit& unit, const ObjectImage& object)
        : bound_(bound), unit_(unit), object_(object)
    {
        out_.reserve(object.bytes.size() * 2);
    }

    std::string write()
    {
        out_ += "{\"format\":\"kdb\",\"version\":1,\"dialect\":";
        string(unit_.dialect->name);
        const auto* bytes = reinterpret_cast<const char*>(object_.bytes.data());
        field("objectHash", contentHash({bytes, object_.bytes.size()}));
        out_ += ",\"sources\":[";
        for (const SourcePointer& source : unit_.sources) {
            out_ += &source == unit_.sources.data() ? "{\"path\":" : ",{\"path\":";
            string(relativePath(source->name, folderOf(unit_.sources.front()->name)));
            field("hash", contentHash(source->text));
            out_ += '}';
        }
        out_ += "],\"classes\":[";
        for (const BoundClass& owner : bound_.classes)
            writeClass(owner);
        out_ += "]}\n";
        return std::move(out_);
    }

private:
    void writeClass(const BoundClass& owner)
    {
        open(&owner != bound_.classes.data(), owner.info->symbol->spelling);
        field("id", owner.info->symbol->id);
        members("properties", owner.info->properties);
        members("classvars", owner.info->classvars);
        out_ += ",\"handlers\":[";
        bool more = false;
        for (const HandlerPlace& place : object_.handlers)
            if (place.owner == &owner) {
                writeHandler(place, more);
                more = true;
            }
        out_ += "]}";
    }

    void members(std::string_view name, const SharedVector<MemberInfo>& list)
    {
        out_ += ",\"" + std::string(name) + "\":[";
        for (const MemberInfo& member : list) {
            open(&member != &*list.begin(), member.spelling);
            field("number", member.number);
            out_ += '}';
        }
        out_ += ']';
    }

    /// Slots in order: parameters, locals, then temporaries without a name. Statements and calls are rows of numbers.
    void writeHandler(const HandlerPlace& place, bool more)
    {
        const Handler& syntax = *place.handler->syntax;
        open(more, unit_.text(syntax.name));
        field("message", place.handler->message->id);
        field("begin", place.begin);
        field("end", place.end);
        field("slots", place.slotCount);
        out_ += ",\"range\":";
        range(syntax.name, syntax.last);
        out_ += ",\"parameters\":[";
        for (const BoundParameter& parameter : place.handler->parameters) {
            open(&parameter != place.handler->parameters.data(), unit_.text(parameter.use));
            field("id", parameter.symbol->id);
            out_ += ",\"range\":";
            range(parameter.use, parameter.use);
            out_ += '}';
        }
        out_ += "],\"locals\":[";
        for (const NameUse& local : syntax.locals) {
            open(&local != syntax.locals.data(), unit_.text(local));
            out_ += ",\"range\":";
            range(local, local);
            out_ += '}';
        }
        out_ += "],\"statements\":[";
        bool first = true;
        for (; mark_ < object_.marks.size() && object_.marks[mark_].offset < place.end; ++mark_) {
            const StatementMark& mark = object_.marks[mark_];
            row(first, mark.offset, headBegin(mark), headEnd(*mark.statement), mark.inner);
        }
        out_ += "],\"calls\":[";
        first = true;
        for (; call_ < object_.calls.size() && object_.calls[call_].offset < place.end; ++call_) {
            const CallMark& call = object_.calls[call_];
            row(first, call.offset, call.expression->first, call.expression->last);
        }
        out_ += "]}";
    }

    /// A statement with a body stands for its header only, `while` at the end of a loop for the condition.
    static TokenIndex headBegin(const StatementMark& mark)
    {
        const bool condition = mark.inner && mark.statement->kind == StatementKind::DoWhile;
        return condition ? mark.statement->expression->first : mark.statement->first;
    }

    static TokenIndex headEnd(const Statement& statement)
    {
        switch (statement.kind) {
        case StatementKind::If:
        case StatementKind::While:
        case StatementKind::ForIn:
        case StatementKind::For:
        case StatementKind::Switch: return std::max(statement.expression->last, statement.first);
        default: return statement.last;
        }
    }

    /// offset, then a place, then 1 for a later part of a statement
    void row(bool& first, std::uint32_t offset, TokenIndex from, TokenIndex to, bool inner = false)
    {
        out_ += first ? "[" : ",[";
        first = false;
        number(offset);
        out_ += ',';
        place(from, to);
        out_ += inner ? ",1]" : "]";
    }

    void range(TokenIndex from, TokenIndex to)
    {
        out_ += '[';
        place(from, to);
        out_ += ']';
    }

    /// source, line, column, end line, end column; lines and columns from 1, columns in bytes, the end behind the last byte
    void place(TokenIndex from, TokenIndex to)
    {
        const Token& a = unit_.tokens[from];
        const Token& last = unit_.tokens[to];
        const Token& b = last.source == a.source ? last : a;
        const LineColumn begin = unit_.lineColumn(a.source, a.begin);
        const LineColumn end = unit_.lineColumn(b.source, b.begin + b.length);
        number(a.source);
        for (const std::uint32_t value : {begin.line, begin.column, end.line, end.column}) {
            out_ += ',';
            number(value);
        }
    }

    void open(bool more, std::string_view name)
    {
        out_ += more ? ",{\"name\":" : "{\"name\":";
        string(name);
    }
    void field(std::string_view name, auto value)
    {
        out_ += ",\"";
        out_ += name;
        out_ += "\":";
        number(value);
    }
    void number(auto value)
    {
        std::array<char, 24> digits;
        out_.append(digits.data(), std::to_chars(digits.data(), digits.data() + digits.size(), value).ptr);
    }
    void string(std::string_view text)
    {
        constexpr std::string_view hex = "0123456789abcdef";
        out_ += '"';
        for (const char c : text) {
            const auto byte = static_cast<unsigned char>(c);
            if (c == '"' || c == '\\') {
                out_ += '\\';
                out_ += c;
            } else if (byte < 32 || byte >= 127) { // Latin-1 bytes in file names
                out_ += "\\u00";
                out_ += hex[byte >> 4];
                out_ += hex[byte & 15];
            } else {
                out_ += c;
            }
        }
        out_ += '"';
    }

    const BoundUnit& bound_;
    const SyntaxUnit& unit_;
    const ObjectImage& object_;
    std::string out_;
    std::size_t mark_ = 0;
    std::size_t call_ = 0;
};

} // namespace

std::string writeSidecar(const BoundUnit& bound, const SyntaxUnit& unit, const ObjectImage& object)
{
    return SidecarWriter(bound, unit, object).write();
}

} // namespace blak::kod
