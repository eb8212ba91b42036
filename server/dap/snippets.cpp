// SPDX-License-Identifier: GPL-3.0-or-later
#include "server/dap/snippets.h"

#include "formats/base/file_io.h"
#include "formats/base/windows1252.h"
#include "formats/bof/bof.h"
#include "formats/bof/functions.h"
#include "formats/bof/instruction.h"
#include "kodide/compiler/build_state.h"
#include "kodide/compiler/kod_tree.h"

#include <algorithm>
#include <array>
#include <nlohmann/json.hpp>

namespace blak::dap {
namespace {

using nlohmann::json;

constexpr std::string_view pieceName = "BlakDebugPiece"; ///< no handler of a world is called so

/// Where the last line of the class begins, "end".
std::optional<std::size_t> endOfClass(const kod::SyntaxUnit& unit, std::string_view className)
{
    for (const kod::ClassSyntax* one : unit.classes)
        if (unit.text(one->name) == className && unit.tokens[one->last].source == 0)
            return unit.tokens[one->last].begin;
    return std::nullopt;
}

std::string hexadecimal(const std::vector<std::byte>& bytes)
{
    constexpr std::string_view digits = "0123456789abcdef";
    std::string out;
    out.reserve(bytes.size() * 2);
    for (const std::byte byte : bytes) {
        out += digits[std::to_integer<std::size_t>(byte) >> 4];
        out += digits[std::to_integer<std::size_t>(byte) & 15];
    }
    return out;
}

/// Functions that only look. All others may change the world, and sends above all.
constexpr std::array onlyLook{
    bof::Function::IsClass,       bof::Function::GetClass,      bof::Function::GetInactiveTime,  bof::Function::IsString,
    bof::Function::StringEqual,   bof::Function::StringContain, bof::Function::StringLength,     bof::Function::StringConsistsOf,
    bof::Function::GetTempString, bof::Function::BuildString,   bof::Function::GetTimeRemaining, bof::Function::IsTimer,
    bof::Function::RoomData,      bof::Function::Cons,          bof::Function::First,            bof::Function::Rest,
    bof::Function::Length,        bof::Function::Nth,           bof::Function::List,             bof::Function::IsList,
    bof::Function::FindListElem,  bof::Function::Last,          bof::Function::IsListMatch,      bof::Function::GetListElemByClass,
    bof::Function::GetListNode,   bof::Function::ListCopy,      bof::Function::GetTime,          bof::Function::GetTickCount,
    bof::Function::Abs,           bof::Function::Bound,         bof::Function::Sqrt,             bof::Function::GetTableEntry,
    bof::Function::IsTable,       bof::Function::IsObject,      bof::Function::GetAllListNodesByClass};

bool mayChange(const bof::File& file)
{
    const bool extended = file.version >= bof::newestVersion; // which alone has functions of its own
    bof::Instruction instruction;
    for (const bof::Class& one : file.classes)
        for (const bof::Handler& handler : one.handlers)
            for (std::uint32_t at = 0; at < handler.code.size(); at = instruction.end) {
                if (!bof::decode(file.version, handler.code, at, instruction))
                    return true;
                if (instruction.kind == bof::Kind::Call &&
                    std::ranges::find(onlyLook, bof::functionOf(instruction.function, extended)) == onlyLook.end())
                    return true;
            }
    return false;
}

std::string trimmed(std::string_view text)
{
    const std::size_t first = text.find_first_not_of(" \t\r\n");
    const std::size_t last = text.find_last_not_of(" \t\r\n");
    return first == std::string_view::npos ? std::string() : std::string(text.substr(first, last - first + 1));
}

/// Nobody knows the folders where things were compiled: a name says enough.
Error withoutFolder(const Error& error)
{
    const std::string file = std::filesystem::path(error.where).filename().string();
    return {error.what + (file.empty() ? std::string() : " (" + file + ")"), ""};
}

} // namespace

std::string faultInWords(const kod::Finding& fault, std::size_t writtenEnd)
{
    constexpr std::string_view found = ", found ";
    const std::size_t at = fault.message.rfind(found);
    if (!fault.syntax || fault.range.file != 0 || fault.range.begin < writtenEnd || at == std::string::npos)
        return fault.message;
    return fault.message.substr(0, at + found.size()) + "the end";
}

Result<json> Snippets::compile(const Sidecar& sidecar, const HandlerNames& handler, std::string_view text)
{
    auto piece = compileText(sidecar, handler, text);
    return piece ? std::move(piece) : withoutFolder(piece.error());
}

Result<json> Snippets::compileText(const Sidecar& sidecar, const HandlerNames& handler, std::string_view text)
{
    const auto bytes = windows1252::fromUtf8(trimmed(text));
    if (!bytes || bytes->empty())
        return Error{bytes ? "there is nothing to evaluate" : "the text has characters that Blakod lacks", ""};
    const bool statement = bytes->back() == ';';
    if (!statement) {
        auto value = compileBody(sidecar, handler, {"return (", *bytes, "\n);"}); // a comment may end the text
        if (value)
            return value;
        auto done = compileBody(sidecar, handler, {"", *bytes, "\n;\n      return $;"});
        return done ? std::move(done) : std::move(value);
    }
    return compileBody(sidecar, handler, {"", *bytes, "\n      return $;"});
}

/// The knowledge base of the tree, once.
Result<void> Snippets::open(const std::filesystem::path& source)
{
    if (session_)
        return {};
    const kod::KodTree tree = kod::kodTreeOf(source, project_, {.dialect = dialect_});
    const std::filesystem::path& names = kodbase_.empty() ? tree.kodbase : kodbase_;
    const auto kodbase = readTextFile(names);
    if (!kodbase)
        return kodbase.error();
    session_ = std::make_unique<kod::Session>(*tree.dialect);
    includes_ = std::make_unique<kod::IncludeStore>(tree.includes);
    std::vector<kod::Finding> ignored;
    session_->readKodbase(kodbase.value(), names.string(), ignored);
    lastId_ = session_->symbols().maxId;
    return {};
}

/// The first message or class that nothing but a piece names, which only a piece could fail to find: it is misspelled. All such names are
/// forgotten.
std::optional<Error> Snippets::takeUnknown()
{
    std::optional<Error> fault;
    kod::SymbolTable& symbols = session_->symbols();
    for (const kod::Symbol* name : symbols.externals()) {
        if (name->id <= lastId_)
            continue;
        if (!fault && name->kind == kod::SymbolKind::Message)
            fault = Error{"there is no message " + std::string(name->spelling), ""};
        if (!fault && name->kind == kod::SymbolKind::Class)
            fault = Error{"there is no class " + std::string(name->spelling), ""};
        symbols.dropMissing(name->name);
    }
    return fault;
}

Result<json> Snippets::compileBody(const Sidecar& sidecar, const HandlerNames& handler, const Body& body)
{
    if (auto opened = open(sidecar.compiled); !opened)
        return opened.error();
    const auto read = readTextFile(sidecar.compiled);
    if (!read)
        return read.error();
    if (kod::contentHash(read.value()) != sidecar.sourceHash)
        return Error{"the source has changed since it was compiled", sidecar.compiled.string()};
    const auto parse = [&](std::string text) {
        return kod::parse(std::make_shared<kod::SourceText>(kod::SourceText{sidecar.compiled.string(), std::move(text)}),
                          session_->dialect(),
                          {.includes = includes_.get(),
                           .home = sidecar.compiled.parent_path(),
                           .includeOnce = session_->dialect().directoryMode});
    };
    const auto end = endOfClass(*parse(read.value()), handler.className);
    if (!end)
        return Error{"the source has no class " + handler.className, sidecar.compiled.string()};
    std::string text = "\n   " + std::string(pieceName) + "()\n   {\n";
    for (const std::string& name : handler.variables)
        text += (&name == &handler.variables.front() ? "      local " : ", ") + name;
    if (!handler.variables.empty()) {
        text += ";\n\n      if self = $\n      {\n"; // never so; but locals that nobody has set may not be read
        for (const std::string& name : handler.variables)
            text += "         " + name + " = $;\n";
        text += "      }\n";
    }
    text += "      ";
    text += body.before;
    const std::size_t writtenEnd = *end + text.size() + body.written.size();
    text += body.written;
    text += body.behind;
    text += "\n   }\n\n";
    std::string whole = read.value();
    whole.insert(*end, text);

    kod::UnitOptions options;
    options.run = ++run_;
    const kod::UnitResult result = session_->compile(parse(std::move(whole)), options);
    const auto unknown = takeUnknown();
    if (!result.good) {
        const auto error = std::ranges::find(result.findings, Severity::Error, &kod::Finding::severity);
        return Error{error == result.findings.end() ? "this is no Blakod" : faultInWords(*error, writtenEnd), ""};
    }
    if (unknown)
        return *unknown;
    auto file = bof::read(result.object.bytes, "piece");
    if (!file)
        return file.error();
    std::int32_t message = -1;
    for (const kod::HandlerPlace& place : result.object.handlers)
        if (place.handler->message->spelling == pieceName)
            message = place.handler->message->id;
    for (bof::Class& one : file.value().classes)
        std::erase_if(one.handlers, [message](const bof::Handler& each) { return each.message != message; });
    return json{{"code", hexadecimal(bof::write(file.value()))}, {"locals", handler.variables.size()}, {"changes", mayChange(file.value())}};
}

} // namespace blak::dap
