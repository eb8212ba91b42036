// SPDX-License-Identifier: GPL-3.0-or-later
#include "server/vm/builtins.h"

#include <array>
#include <cmath>
#include <ctime>
#include <nlohmann/json.hpp>

namespace blak::vm {
namespace {

template <class Traits>
using Word = typename Traits::Word;

template <class Traits>
Word<Traits> bad(Machine<Traits>& m, std::string_view what, Word<Traits> word)
{
    m.report(std::string(what) + " can't use " + m.briefText(word) + m.describeSelf());
    return Words<Traits>::nil;
}

// --- numbers -------------------------------------------------------------------------------------------------------------------

constexpr int signBit = 27;

/// The sign is taken from bit 27 whatever the width (kod.md, section 5.1): a mainline quirk for numbers from 2^27 on.
template <class Traits>
Word<Traits> absolute(Machine<Traits>& m, const Arguments<Traits>& a)
{
    using W = Words<Traits>;
    if (!W::is(a[0], Tag::Int))
        return bad(m, "Abs", a[0]);
    const auto value = W::data(a[0]);
    return (static_cast<Word<Traits>>(value) >> signBit & 1) != 0 ? W::integer(-static_cast<std::int64_t>(value)) : a[0];
}

template <class Traits>
Word<Traits> bound(Machine<Traits>& m, const Arguments<Traits>& a)
{
    using W = Words<Traits>;
    for (unsigned i = 0; i < 3; ++i)
        if (!W::is(a[i], Tag::Int) && (i == 0 || a[i] != W::nil))
            return bad(m, "Bound", a[i]);
    auto value = W::data(a[0]);
    if (a[1] != W::nil)
        value = std::max(value, W::data(a[1]));
    if (a[2] != W::nil)
        value = std::min(value, W::data(a[2]));
    return W::integer(value);
}

template <class Traits>
Word<Traits> squareRoot(Machine<Traits>& m, const Arguments<Traits>& a)
{
    using W = Words<Traits>;
    if (!W::is(a[0], Tag::Int) || (static_cast<Word<Traits>>(W::data(a[0])) >> signBit & 1) != 0)
        return bad(m, "Sqrt", a[0]);
    if (W::data(a[0]) < 0) // of 64 bits: the reference makes a 32-bit integer of what is no number
        return W::integer(std::numeric_limits<std::int32_t>::min());
    return W::integer(static_cast<std::int64_t>(std::sqrt(static_cast<double>(W::data(a[0])))));
}

template <class Traits>
Word<Traits> random(Machine<Traits>& m, const Arguments<Traits>& a)
{
    using W = Words<Traits>;
    if (!W::is(a[0], Tag::Int) || !W::is(a[1], Tag::Int) || W::data(a[0]) > W::data(a[1])) {
        m.report("Random can't choose between " + m.briefText(a[0]) + " and " + m.briefText(a[1]) + m.describeSelf());
        return W::nil;
    }
    const auto low = static_cast<std::int64_t>(W::data(a[0]));
    const auto range = static_cast<std::uint64_t>(static_cast<std::int64_t>(W::data(a[1])) - low) + 1;
    return W::integer(low + static_cast<std::int64_t>(m.host().random() % range));
}

// --- time and timers -----------------------------------------------------------------------------------------------------------

template <class Traits>
Word<Traits> getTime(Machine<Traits>& m, const Arguments<Traits>&)
{
    return Words<Traits>::integer(m.host().unixTime() - Traits::dialect().timeOrigin);
}

template <class Traits>
Word<Traits> getTickCount(Machine<Traits>& m, const Arguments<Traits>&)
{
    constexpr std::int64_t mask = 0x7FFFFFF;
    return Words<Traits>::integer(m.host().milliseconds() & mask);
}

template <class Traits>
Word<Traits> getDateAndTime(Machine<Traits>& m, const Arguments<Traits>& a)
{
    using W = Words<Traits>;
    if (!W::is(a[0], Tag::Int))
        return bad(m, "GetDateAndTime", a[0]);
    const auto now = static_cast<std::time_t>(m.host().unixTime());
    std::tm parts{};
    if (W::data(a[0]) == 0)
        gmtime_r(&now, &parts);
    else
        localtime_r(&now, &parts);
    const std::array values{parts.tm_year + 1900, parts.tm_mon + 1, parts.tm_mday, parts.tm_hour, parts.tm_min, parts.tm_sec};
    for (unsigned i = 0; i < values.size(); ++i) {
        if (a[i + 1] == W::nil)
            continue;
        if (Word<Traits>* slot = m.outSlot(a[i + 1]))
            *slot = W::integer(values[i]);
        else
            bad(m, "GetDateAndTime", a[i + 1]);
    }
    return W::nil;
}

template <class Traits>
Word<Traits> getUnixTimeString(Machine<Traits>& m, const Arguments<Traits>&)
{
    return m.makeString(std::to_string(m.host().unixTime()));
}

template <class Traits>
Word<Traits> oldTimestampFix(Machine<Traits>& m, const Arguments<Traits>& a)
{
    using W = Words<Traits>;
    constexpr std::int64_t oldOrigin = 1388534400;
    if (!W::is(a[0], Tag::Int))
        return bad(m, "OldTimestampFix", a[0]);
    return m.makeString(std::to_string(oldOrigin + W::data(a[0])));
}

/// The timer is made on self; the first argument is only looked at (kod.md, section 4.5).
template <class Traits>
Word<Traits> createTimer(Machine<Traits>& m, const Arguments<Traits>& a)
{
    using W = Words<Traits>;
    if (!W::is(a[0], Tag::Object))
        return bad(m, "CreateTimer", a[0]);
    if (!W::is(a[1], Tag::Message))
        return bad(m, "CreateTimer", a[1]);
    if (!W::is(a[2], Tag::Int) || W::data(a[2]) < 0)
        return bad(m, "CreateTimer", a[2]);
    const auto message = static_cast<std::int32_t>(W::data(a[1]));
    if (m.frame().type->find(message) == nullptr) {
        m.report("OBJECT " + std::to_string(m.self()) + " can't make a timer for MESSAGE " + m.messageName(message) +
                 ", which its class does not handle" + m.describeSelf());
        return W::nil;
    }
    constexpr std::size_t timerBytes = 256; // with its places in two maps
    if (!m.roomForTimer()) {
        m.report("no timer for MESSAGE " + m.messageName(message) + ": " + std::to_string(m.sizes().timers) + " timers run");
        return W::nil;
    }
    m.take(timerBytes);
    return W::make(Tag::Timer, m.addTimer(m.self(), message, W::data(a[2])));
}

template <class Traits>
Word<Traits> deleteTimer(Machine<Traits>& m, const Arguments<Traits>& a)
{
    using W = Words<Traits>;
    if (!W::is(a[0], Tag::Timer))
        return bad(m, "DeleteTimer", a[0]);
    const bool noTimers = m.sizes().timers == 0;
    if (m.deleteTimer(W::data(a[0])))
        return W::boolean(true);
    if (Traits::extended || !noTimers)
        m.report("can't delete timer " + std::to_string(W::data(a[0])) + ": there is none" + m.describeSelf());
    return W::boolean(false);
}

template <class Traits>
Word<Traits> getTimeRemaining(Machine<Traits>& m, const Arguments<Traits>& a)
{
    using W = Words<Traits>;
    if (!W::is(a[0], Tag::Timer))
        return bad(m, "GetTimeRemaining", a[0]);
    const auto remaining = m.timeRemaining(W::data(a[0]));
    if (!remaining)
        return bad(m, "GetTimeRemaining", a[0]);
    return W::integer(*remaining);
}

template <class Traits>
Word<Traits> isTimer(Machine<Traits>& m, const Arguments<Traits>& a)
{
    using W = Words<Traits>;
    if (a[0] == W::nil)
        bad(m, "IsTimer", a[0]);
    return W::boolean(W::is(a[0], Tag::Timer));
}

// --- packets and sessions ------------------------------------------------------------------------------------------------------

template <class Traits>
void append(Machine<Traits>& m, std::uint64_t value, std::size_t size)
{
    if (!m.roomInPacket(size))
        return;
    for (std::size_t i = 0; i < size; ++i)
        m.packet().push_back(static_cast<std::byte>(value >> (8 * i)));
}

template <class Traits>
void appendText(Machine<Traits>& m, std::string_view text)
{
    if (!m.roomInPacket(text.size()))
        return;
    append(m, text.size(), 2);
    const auto bytes = std::as_bytes(std::span(text));
    m.packet().insert(m.packet().end(), bytes.begin(), bytes.end());
}

/// One pair of size and data (kod.md, section 5.1).
template <class Traits>
void addOne(Machine<Traits>& m, Word<Traits> size, Word<Traits> data)
{
    using W = Words<Traits>;
    constexpr std::int64_t numberObject = 5;
    constexpr std::int64_t literalText = 6;
    constexpr std::int64_t decimalText = 7;
    constexpr std::uint64_t numberFollows = 0x10000000;
    if (!W::is(size, Tag::Int)) {
        bad(m, "AddPacket", size);
        return;
    }
    const auto bytes = static_cast<std::int64_t>(W::data(size));
    if (W::is(data, Tag::String) || W::is(data, Tag::TempString)) {
        const auto text = m.lookUp(data);
        if (!text)
            bad(m, "AddPacket", data);
        else if (Traits::extended && bytes == decimalText && W::is(data, Tag::String))
            append(m, static_cast<std::uint64_t>(std::strtoll(std::string(*text).c_str(), nullptr, 10)), 4);
        else
            appendText(m, *text);
        return;
    }
    if (data == W::nil)
        bad(m, "AddPacket", data);
    const auto value = static_cast<std::uint64_t>(static_cast<std::int64_t>(W::data(data)));
    if (bytes == 1 || bytes == 2 || bytes == 4) {
        append(m, value, static_cast<std::size_t>(bytes));
    } else if (bytes == numberObject) {
        append(m, (value & 0x0FFFFFFF) | numberFollows, 4);
    } else if (bytes == literalText) {
        const auto text = m.lookUp(data);
        if (text)
            appendText(m, *text);
        else
            bad(m, "AddPacket", data);
    } else {
        bad(m, "AddPacket", size);
    }
}

template <class Traits>
Word<Traits> addPacket(Machine<Traits>& m, const Arguments<Traits>& a)
{
    if (a.count % 2 != 0)
        m.report("AddPacket needs pairs of size and data" + m.describeSelf());
    for (unsigned i = 0; i + 1 < a.count; i += 2)
        addOne(m, a[i], a[i + 1]);
    return Words<Traits>::nil;
}

template <class Traits, bool keep>
Word<Traits> sendPacket(Machine<Traits>& m, const Arguments<Traits>& a)
{
    using W = Words<Traits>;
    if (!W::is(a[0], Tag::Session))
        return bad(m, "SendPacket", a[0]);
    m.host().sendPacket(W::data(a[0]), m.packet());
    if (!keep)
        m.packet().clear();
    return W::nil;
}

template <class Traits>
Word<Traits> clearPacket(Machine<Traits>& m, const Arguments<Traits>&)
{
    m.packet().clear();
    return Words<Traits>::nil;
}

template <class Traits>
Word<Traits> getInactiveTime(Machine<Traits>& m, const Arguments<Traits>& a)
{
    using W = Words<Traits>;
    if (!W::is(a[0], Tag::Session))
        return bad(m, "GetInactiveTime", a[0]);
    const auto seconds = m.host().inactiveSeconds(W::data(a[0]));
    return seconds ? W::integer(*seconds) : bad(m, "GetInactiveTime", a[0]);
}

template <class Traits>
Word<Traits> getSessionIp(Machine<Traits>& m, const Arguments<Traits>& a)
{
    using W = Words<Traits>;
    const auto address = W::is(a[0], Tag::Session) ? m.host().sessionAddress(W::data(a[0])) : std::nullopt;
    if (!address)
        return bad(m, "GetSessionIP", a[0]);
    Word<Traits> list = W::nil;
    for (auto it = address->rbegin(); it != address->rend(); ++it)
        list = m.cons(W::integer(*it), list);
    return list;
}

// --- outside the machine -----------------------------------------------------------------------------------------------------

template <class Traits>
Word<Traits> saveGame(Machine<Traits>& m, const Arguments<Traits>&)
{
    const auto time = m.host().saveGame();
    return time ? m.makeString(std::to_string(*time)) : Words<Traits>::nil;
}

template <class Traits>
Word<Traits> loadGame(Machine<Traits>& m, const Arguments<Traits>& a)
{
    const std::string* time = m.string(a[0]);
    if (time == nullptr)
        return bad(m, "LoadGame", a[0]);
    m.host().loadGame(*time);
    return Words<Traits>::nil;
}

/// One text, which becomes a JSON string, or an event with pairs of key and value, which becomes an object.
template <class Traits>
Word<Traits> sendWebhook(Machine<Traits>& m, const Arguments<Traits>& a)
{
    using W = Words<Traits>;
    if (!m.host().takesWebhooks())
        return W::nil;
    const auto first = m.lookUp(a[0]);
    if (!first)
        return bad(m, "SendWebhook", a[0]);
    const auto utf8 = [](std::string_view text) {
        return nlohmann::json(std::string(text)).dump(-1, ' ', true, nlohmann::json::error_handler_t::replace);
    };
    if (a.count == 1) {
        m.host().webhook(utf8(*first));
        return W::nil;
    }
    if (a.count % 2 == 0) {
        m.report("SendWebhook needs pairs of key and value");
        return W::nil;
    }
    std::string json = "{\"event\":" + utf8(*first) + ",\"params\":{";
    for (unsigned i = 1; i + 1 < a.count; i += 2) {
        const auto key = m.lookUp(a[i]);
        if (!key)
            return bad(m, "SendWebhook", a[i]);
        json += (i == 1 ? "" : ",") + utf8(*key) + ":";
        if (const auto text = m.lookUp(a[i + 1]))
            json += utf8(*text);
        else
            json += a[i + 1] == W::nil ? "null" : std::to_string(W::data(a[i + 1]));
    }
    m.host().webhook(json + "}}");
    return W::nil;
}

template <class Traits>
Word<Traits> recordStat(Machine<Traits>& m, const Arguments<Traits>& a)
{
    using W = Words<Traits>;
    if (!W::is(a[0], Tag::Int)) // without a database the reference does not look at it
        return W::nil;
    std::vector<Value> values;
    for (unsigned i = 2; i < a.count; i += 2)
        values.push_back(m.toValue(a[i]));
    m.host().recordStat(W::data(a[0]), values);
    return W::nil;
}

template <class Traits>
Word<Traits> emptyStatTable(Machine<Traits>& m, const Arguments<Traits>& a)
{
    if (Words<Traits>::is(a[0], Tag::Int))
        m.host().recordStat(Words<Traits>::data(a[0]), {});
    return Words<Traits>::nil;
}

} // namespace

template <class Traits>
Builtin<Traits> systemBuiltin(bof::Function function)
{
    using F = bof::Function;
    switch (function) {
    case F::Abs: return &absolute<Traits>;
    case F::Bound: return &bound<Traits>;
    case F::Sqrt: return &squareRoot<Traits>;
    case F::Random: return &random<Traits>;
    case F::GetTime: return &getTime<Traits>;
    case F::GetTickCount: return &getTickCount<Traits>;
    case F::GetDateAndTime: return &getDateAndTime<Traits>;
    case F::GetUnixTimeString: return &getUnixTimeString<Traits>;
    case F::OldTimestampFix: return &oldTimestampFix<Traits>;
    case F::CreateTimer: return &createTimer<Traits>;
    case F::DeleteTimer: return &deleteTimer<Traits>;
    case F::GetTimeRemaining: return &getTimeRemaining<Traits>;
    case F::IsTimer: return &isTimer<Traits>;
    case F::AddPacket: return &addPacket<Traits>;
    case F::SendPacket: return &sendPacket<Traits, false>;
    case F::SendCopyPacket: return &sendPacket<Traits, true>;
    case F::ClearPacket: return &clearPacket<Traits>;
    case F::GetInactiveTime: return &getInactiveTime<Traits>;
    case F::GetSessionIP: return &getSessionIp<Traits>;
    case F::SaveGame: return &saveGame<Traits>;
    case F::LoadGame: return &loadGame<Traits>;
    case F::SendWebhook: return &sendWebhook<Traits>;
    case F::RecordStat: return &recordStat<Traits>;
    case F::EmptyStatTable: return &emptyStatTable<Traits>;
    default: return nullptr;
    }
}

#define X(Traits) template Builtin<Traits> systemBuiltin<Traits>(bof::Function);
BLAK_VM_FOR_EACH_DIALECT(X)
#undef X

} // namespace blak::vm
