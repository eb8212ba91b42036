// SPDX-License-Identifier: GPL-3.0-or-later
#include "formats/bof/instruction.h"

#include "formats/base/byte_reader.h"
#include "formats/bof/bof.h"

#include <array>

namespace blak::bof {
namespace {

struct OperatorRow
{
    std::string_view text;
    bool unary;
    int packed;
    std::int32_t firstVersion;
};

constexpr std::array operatorRows{
#define X(name, text, packed, version) OperatorRow{text, true, packed, version},
    BOF_UNARY_OPERATORS(X)
#undef X
#define X(name, text, packed, version) OperatorRow{text, false, packed, version},
        BOF_BINARY_OPERATORS(X)
#undef X
};

// --- versions 7 to 11: the table of the newest version; the others lack the rows that came later -------------------------------

constexpr std::size_t newestOpcodes = 76;

constexpr std::array<Opcode, newestOpcodes> makeNewest()
{
    std::array<Opcode, newestOpcodes> table{};
    std::size_t at = 0;
    const auto add = [&](Opcode row) { table[at++] = row; };
    const auto addPair = [&](Shape shape, Operator op, std::int32_t version) {
        add({shape, op, Condition::True, Destination::Local, Source::Local, version});
        add({shape, op, Condition::True, Destination::Property, Source::Local, version});
    };
    const auto addJumps = [&](Condition condition, std::int32_t version) {
        for (Source source : {Source::Constant, Source::Local, Source::Property, Source::Classvar})
            add({Shape::GotoIf, Operator::Move, condition, Destination::None, source, version});
    };
    const auto addCalls = [&](Shape shape, std::int32_t version) {
        for (Destination to : {Destination::None, Destination::Local, Destination::Property})
            add({shape, Operator::Move, Condition::True, to, Source::Local, version});
    };

    add({});
    add({Shape::Goto, Operator::Move, Condition::True, Destination::None, Source::Local, 7});
    addJumps(Condition::True, 7);
    addJumps(Condition::False, 7);
    addJumps(Condition::Null, 9);
    addJumps(Condition::NotNull, 9);
    addCalls(Shape::Call, 7);
    addCalls(Shape::CallSettings, 10);
    for (Operator op : {Operator::Not, Operator::Negate, Operator::Move, Operator::BitNot})
        addPair(Shape::Unary, op, 7);
    for (Operator op : {Operator::PostIncrement, Operator::PostDecrement, Operator::PreIncrement, Operator::PreDecrement})
        add({Shape::Unary, op, Condition::True, Destination::None, Source::Local, 7});
    for (auto op = static_cast<int>(Operator::Add); op <= static_cast<int>(Operator::BitOr); ++op)
        addPair(Shape::Binary, static_cast<Operator>(op), 7);
    addPair(Shape::Binary, Operator::IsClass, 8);
    addPair(Shape::Binary, Operator::IsClassConstant, 8);
    for (Operator op : {Operator::First, Operator::Rest, Operator::GetClass})
        addPair(Shape::Unary, op, 11);
    return table;
}

constexpr std::array<Opcode, newestOpcodes> newest = makeNewest();
static_assert(newest[0x4B].op == Operator::GetClass && newest[0x41].op == Operator::BitOr &&
              newest[0x20].op == Operator::PostIncrement);

constexpr std::size_t countOf(std::int32_t version)
{
    std::size_t count = 0;
    for (const Opcode& row : newest)
        count += row.firstVersion <= version ? 1 : 0;
    return count;
}

template <std::int32_t version>
constexpr auto rowsOf()
{
    std::array<Opcode, countOf(version)> table{};
    std::size_t at = 0;
    for (const Opcode& row : newest)
        if (row.firstVersion <= version)
            table[at++] = row;
    return table;
}

constexpr auto opcodes7 = rowsOf<7>();
constexpr auto opcodes8 = rowsOf<8>();
constexpr auto opcodes9 = rowsOf<9>();
constexpr auto opcodes10 = rowsOf<10>();
static_assert(opcodes7.size() == 55 && opcodes8.size() == 59 && opcodes9.size() == 67 && opcodes10.size() == 70);

/// First row of the newest table that fits.
template <typename Fits>
constexpr std::uint8_t findOpcode(Fits fits)
{
    for (std::size_t i = 0; i < newest.size(); ++i)
        if (fits(newest[i]))
            return static_cast<std::uint8_t>(i);
    return 0;
}

static_assert(newest[gotoOpcode].shape == Shape::Goto && newest[returnOpcode].shape == Shape::Return);

constexpr std::size_t operatorCount = operatorRows.size();

/// Opcode of each operator, to a local and to a property.
constexpr auto operatorOpcodes = [] {
    std::array<std::array<std::uint8_t, 2>, operatorCount> table{};
    for (std::size_t op = 0; op < operatorCount; ++op)
        for (Destination to : {Destination::Local, Destination::Property})
            table[op][static_cast<std::size_t>(to)] = findOpcode([&](const Opcode& row) {
                return (row.shape == Shape::Unary || row.shape == Shape::Binary) && row.op == static_cast<Operator>(op) &&
                       (row.destination == to || row.destination == Destination::None);
            });
    return table;
}();

// --- decoding ------------------------------------------------------------------------------------------------------------------

bool toSource(unsigned code, Source& source)
{
    source = static_cast<Source>(code & 3);
    return code <= 3;
}

void readSource(ByteReader& in, Operand& operand)
{
    const std::size_t at = in.offset();
    const unsigned code = in.u8("operand type");
    if (!toSource(code, operand.source))
        in.fail(at, "operand type", "expected 0 to 3, found " + std::to_string(code));
}

void readCall(ByteReader& in, Instruction& out, bool hasSettings)
{
    out.kind = Kind::Call;
    out.function = in.u8("function");
    if (out.destination != Destination::None)
        out.slot = in.u32("destination");
    const std::size_t count = in.u8("number of arguments");
    for (std::size_t i = 0; i < count && in.ok(); ++i) {
        Operand& operand = out.arguments.emplace_back();
        readSource(in, operand);
        operand.word = in.u32("argument");
    }
    const std::size_t settings = hasSettings ? in.u8("number of settings") : 0;
    for (std::size_t i = 0; i < settings && in.ok(); ++i) {
        Setting& setting = out.settings.emplace_back();
        setting.parameter = in.i32("parameter");
        readSource(in, setting.operand);
        setting.operand.word = in.u32("setting");
    }
}

/// Versions 5 and 6: the opcode byte is command (bits 7-5), destination (4), source 1 (3-2), source 2 (1-0).
void decodePacked(std::int32_t version, ByteReader& in, Instruction& out)
{
    const std::size_t at = in.offset();
    const unsigned byte = in.u8("opcode");
    const bool toProperty = (byte & 0x10) != 0;
    out.first.source = static_cast<Source>(byte >> 2 & 3);
    out.second.source = static_cast<Source>(byte & 3);
    out.destination = toProperty ? Destination::Property : Destination::Local;
    const auto command = static_cast<PackedCommand>(byte >> 5);
    switch (command) {
    case PackedCommand::Unary:
    case PackedCommand::Binary: {
        const bool isUnaryCommand = command == PackedCommand::Unary;
        const int info = in.u8("operator");
        out.kind = isUnaryCommand ? Kind::Unary : Kind::Binary;
        std::size_t row = 0;
        while (row < operatorRows.size() && (operatorRows[row].unary != isUnaryCommand || operatorRows[row].packed != info ||
                                             operatorRows[row].firstVersion > version))
            ++row;
        if (row == operatorRows.size()) {
            in.fail(at, "operator", "unknown operator number " + std::to_string(info));
            return;
        }
        out.op = static_cast<Operator>(row);
        out.slot = in.u32("destination");
        out.first.word = in.u32("operand");
        if (!isUnaryCommand)
            out.second.word = in.u32("second operand");
        return;
    }
    case PackedCommand::Goto: {
        out.destination = Destination::None;
        out.target = static_cast<std::int64_t>(at) + in.i32("jump");
        if ((byte & 3) == 1) {
            out.kind = Kind::Goto;
            return;
        }
        out.kind = Kind::GotoIf;
        out.condition = toProperty ? Condition::False : Condition::True;
        out.first.word = in.u32("operand");
        return;
    }
    case PackedCommand::Call:
        if (out.first.source == Source::Classvar)
            in.fail(at, "opcode", "a call cannot store into a class variable");
        out.destination = out.first.source == Source::Local      ? Destination::Local
                          : out.first.source == Source::Property ? Destination::Property
                                                                 : Destination::None;
        readCall(in, out, true);
        return;
    case PackedCommand::Return:
        out.destination = Destination::None;
        out.kind = toProperty ? Kind::Propagate : Kind::Return;
        if (!toProperty)
            out.first.word = in.u32("operand");
        return;
    default: in.fail(at, "opcode", "unknown command " + std::to_string(byte >> 5));
    }
}

void decodeWide(std::int32_t version, ByteReader& in, Instruction& out)
{
    const std::size_t at = in.offset();
    const unsigned byte = in.u8("opcode");
    const auto table = opcodes(version);
    if (byte >= table.size()) {
        in.fail(at, "opcode", "expected 0 to " + std::to_string(table.size() - 1) + ", found " + std::to_string(byte));
        return;
    }
    const Opcode& row = table[byte];
    out.op = row.op;
    out.condition = row.condition;
    out.destination = row.destination;

    unsigned types = 0;
    if (row.shape == Shape::Return || row.shape == Shape::Unary || row.shape == Shape::Binary) {
        types = in.u8("operand types");
        if (!toSource(types >> 4, out.first.source))
            in.fail(at, "operand types", "expected 0 to 3 in the high nibble, found " + std::to_string(types >> 4));
    }
    switch (row.shape) {
    case Shape::Return:
        if ((types & 15) > 1)
            in.fail(at, "operand types", "expected 0 (return) or 1 (propagate), found " + std::to_string(types & 15));
        out.kind = (types & 15) == 1 ? Kind::Propagate : Kind::Return;
        if (out.kind == Kind::Return)
            out.first.word = in.u32("operand");
        return;
    case Shape::Goto:
    case Shape::GotoIf: {
        const std::int32_t distance = in.i32("jump");
        out.kind = row.shape == Shape::Goto ? Kind::Goto : Kind::GotoIf;
        if (out.kind == Kind::GotoIf) {
            out.first.source = row.source;
            out.first.word = in.u32("operand");
        }
        out.target = static_cast<std::int64_t>(in.offset()) + distance;
        return;
    }
    case Shape::Call:
    case Shape::CallSettings: readCall(in, out, row.shape == Shape::CallSettings || version < 10); return;
    case Shape::Unary:
        out.kind = Kind::Unary;
        if ((types & 15) > 1)
            in.fail(at, "operand types", "expected 0 or 1 in the low nibble, found " + std::to_string(types & 15));
        if (row.destination == Destination::None)
            out.destination = (types & 15) == 0 ? Destination::Local : Destination::Property;
        out.slot = in.u32("destination");
        out.first.word = in.u32("operand");
        return;
    case Shape::Binary:
        out.kind = Kind::Binary;
        if (!toSource(types & 15, out.second.source))
            in.fail(at, "operand types", "expected 0 to 3 in the low nibble, found " + std::to_string(types & 15));
        out.slot = in.u32("destination");
        out.first.word = in.u32("operand");
        out.second.word = in.u32("second operand");
        return;
    }
}

} // namespace

std::string_view operatorText(Operator op) { return operatorRows[static_cast<std::size_t>(op)].text; }

bool isUnary(Operator op) { return operatorRows[static_cast<std::size_t>(op)].unary; }

int packedNumber(Operator op) { return operatorRows[static_cast<std::size_t>(op)].packed; }

std::uint8_t operatorOpcode(Operator op, Destination to)
{
    return operatorOpcodes[static_cast<std::size_t>(op)][static_cast<std::size_t>(to)];
}

std::uint8_t jumpOpcode(Condition condition, Source source)
{
    return findOpcode(
        [&](const Opcode& row) { return row.shape == Shape::GotoIf && row.condition == condition && row.source == source; });
}

std::uint8_t callOpcode(bool settings, Destination to)
{
    return findOpcode(
        [&](const Opcode& row) { return row.shape == (settings ? Shape::CallSettings : Shape::Call) && row.destination == to; });
}

std::span<const Opcode> opcodes(std::int32_t version)
{
    switch (version) {
    case 7: return opcodes7;
    case 8: return opcodes8;
    case 9: return opcodes9;
    case 10: return opcodes10;
    case 11: return newest;
    default: return {};
    }
}

Result<void> decode(std::int32_t version, std::span<const std::byte> code, std::uint32_t offset, Instruction& out)
{
    // Everything that this instruction may not have goes back to its default; the vectors keep their memory.
    std::vector<Operand> arguments = std::move(out.arguments);
    std::vector<Setting> settings = std::move(out.settings);
    arguments.clear();
    settings.clear();
    out = {};
    out.arguments = std::move(arguments);
    out.settings = std::move(settings);
    out.offset = offset;
    ByteReader in(code, "code");
    in.seek(offset, "instruction");
    if (version <= packedVersions)
        decodePacked(version, in, out);
    else
        decodeWide(version, in, out);
    if (in.error())
        return *in.error();
    out.end = static_cast<std::uint32_t>(in.offset());
    return {};
}

} // namespace blak::bof
