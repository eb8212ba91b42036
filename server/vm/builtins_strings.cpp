// SPDX-License-Identifier: GPL-3.0-or-later
#include "server/vm/builtins.h"

#include <algorithm>
#include <charconv>

namespace blak::vm {
namespace {

template <class Traits>
using Word = typename Traits::Word;

template <class Traits>
Word<Traits> badString(Machine<Traits>& m, std::string_view what, Word<Traits> word)
{
    m.report(std::string(what) + " can't use non-string " + m.briefText(word) + m.describeSelf());
    return Words<Traits>::nil;
}

/// Compares two strings with `test`; in open105 a resource is tried in all its languages against anything but a resource.
template <class Traits, class Test>
Word<Traits> compare(Machine<Traits>& m, const Arguments<Traits>& a, std::string_view what, Test test)
{
    using W = Words<Traits>;
    const auto one = m.lookUp(a[0]);
    const auto other = m.lookUp(a[1]);
    for (const auto& [text, word] : {std::pair{one, a[0]}, std::pair{other, a[1]}}) {
        if (m.isBlank(word))
            return W::nil;
        if (!text) {
            badString(m, what, word);
            return Traits::extended && W::is(word, Tag::Resource) ? W::boolean(false) : W::nil;
        }
    }
    if (test(*one, *other))
        return W::boolean(true);
    if constexpr (Traits::extended) {
        const bool firstIsResource = W::is(a[0], Tag::Resource);
        if (firstIsResource != W::is(a[1], Tag::Resource)) {
            const auto* texts = m.languages(W::data(firstIsResource ? a[0] : a[1]));
            if (texts == nullptr)
                return W::boolean(false);
            // The first language is what lookUp() gave.
            for (auto it = std::next(texts->begin()); it != texts->end(); ++it)
                if (firstIsResource ? test(it->second, *other) : test(*one, it->second))
                    return W::boolean(true);
        }
    }
    return W::boolean(false);
}

template <class Traits>
Word<Traits> stringEqual(Machine<Traits>& m, const Arguments<Traits>& a)
{
    return compare(m, a, "StringEqual", fuzzyEqual);
}

/// Where `part` begins in `text`, letters of both cases being equal; npos = nowhere.
std::size_t findWithoutCase(std::string_view text, std::string_view part)
{
    if (part.empty())
        return 0;
    const char upper = upperCase(part.front());
    for (std::size_t at = 0; at + part.size() <= text.size(); ++at) {
        if (upperCase(text[at]) != upper)
            continue;
        std::size_t same = 1;
        while (same < part.size() && upperCase(text[at + same]) == upperCase(part[same]))
            ++same;
        if (same == part.size())
            return at;
    }
    return text.npos;
}

bool contains(std::string_view text, std::string_view part)
{
    if (text.empty() || part.empty())
        return false;
    text = trimmed(text);
    part = trimmed(part);
    return findWithoutCase(text, part) != text.npos;
}

template <class Traits>
Word<Traits> stringContain(Machine<Traits>& m, const Arguments<Traits>& a)
{
    return compare(m, a, "StringContain", contains);
}

template <class Traits>
Word<Traits> setResource(Machine<Traits>& m, const Arguments<Traits>& a)
{
    using W = Words<Traits>;
    auto* texts = W::is(a[0], Tag::Resource) ? m.mutableLanguages(W::data(a[0])) : nullptr;
    const Tag tag = W::tag(a[1]);
    const bool allowed = tag == Tag::TempString || tag == Tag::Resource || (Traits::extended && tag == Tag::String);
    const auto text = allowed ? m.lookUp(a[1]) : std::nullopt;
    if (texts == nullptr || !text) {
        m.report("can't set resource " + m.briefText(a[0]) + " to " + m.briefText(a[1]) + m.describeSelf());
        return W::nil;
    }
    if (text->size() > (*texts)[0].size() && !m.take(text->size() - (*texts)[0].size()))
        return W::nil;
    (*texts)[0] = std::string(*text);
    m.host().resourceChanged(W::data(a[0]), (*texts)[0]);
    return W::nil;
}

/// Each token of the temp string in turn becomes the temp string, and self is told.
template <class Traits>
Word<Traits> parseString(Machine<Traits>& m, const Arguments<Traits>& a)
{
    using W = Words<Traits>;
    const auto separators = W::is(a[1], Tag::DebugString) ? m.lookUp(a[1]) : std::nullopt;
    if (!W::is(a[0], Tag::TempString) || !separators || !W::is(a[2], Tag::Message)) {
        m.report("can't parse " + m.briefText(a[0]) + " by " + m.briefText(a[1]) + " into " + m.briefText(a[2]) +
                 m.describeSelf());
        return W::nil;
    }
    const std::string text = m.temp();
    const std::string stops(*separators);
    const std::int32_t parameter = Traits::dialect().ids.string;
    const Word<Traits> word = W::make(Tag::TempString, 0);
    for (std::size_t at = text.find_first_not_of(stops); at != text.npos;) {
        const std::size_t end = std::min(text.find_first_of(stops, at), text.size());
        m.setTemp(std::string_view(text).substr(at, end - at));
        m.call(m.self(), static_cast<std::int32_t>(W::data(a[2])), &parameter, &word, 1);
        at = text.find_first_not_of(stops, end);
    }
    return W::nil;
}

/// The text that SetString() stores: more kinds of values in open105. `made` keeps what has no storage of its own.
template <class Traits>
std::optional<std::string_view> textOf(Machine<Traits>& m, Word<Traits> word, std::string& made)
{
    using W = Words<Traits>;
    const Tag tag = W::tag(word);
    if constexpr (Traits::extended) {
        if (tag == Tag::Int)
            return made = std::to_string(W::data(word));
        if (tag == Tag::Message)
            return made = m.messageName(static_cast<std::int32_t>(W::data(word)));
        if (tag == Tag::Class) {
            if (m.classOf(word) == nullptr)
                return std::nullopt;
            return made = m.className(static_cast<std::int32_t>(W::data(word)));
        }
    } else if (tag == Tag::DebugString) {
        return std::nullopt;
    }
    return m.lookUp(word);
}

template <class Traits>
Word<Traits> setString(Machine<Traits>& m, const Arguments<Traits>& a)
{
    using W = Words<Traits>;
    const bool makeNew = Traits::extended && a[0] == W::nil;
    if (!makeNew && m.string(a[0]) == nullptr)
        return badString(m, "SetString", a[0]);
    std::string made;
    const auto text = textOf(m, a[1], made);
    if (!text)
        return badString(m, "SetString", a[1]);
    if (makeNew) // makeString() may move all texts, so it gets the only copy
        return m.makeString(std::string(*text));
    const std::size_t there = m.textAt(a[0]).capacity();
    if (text->size() > there && !m.take(text->size() - there))
        return W::nil;
    m.textAt(a[0]).assign(*text); // may be the same text
    m.textWasSet(a[0]);
    return a[0];
}

template <class Traits>
Word<Traits> createString(Machine<Traits>& m, const Arguments<Traits>&)
{
    return m.makeString("");
}

template <class Traits>
Word<Traits> stringSubstitute(Machine<Traits>& m, const Arguments<Traits>& a)
{
    using W = Words<Traits>;
    std::string* target = W::is(a[0], Tag::TempString) ? &m.temp() : m.string(a[0]);
    if (target == nullptr)
        return badString(m, "StringSubstitute", a[0]);
    const auto wanted = m.lookUp(a[1]);
    if (!wanted)
        return badString(m, "StringSubstitute", a[1]);
    if (m.isBlank(a[1]))
        return W::nil;
    const auto replacement = m.lookUp(a[2]);
    if (!replacement)
        return badString(m, "StringSubstitute", a[2]);
    const std::size_t most = Traits::dialect().maxTempString;
    if (wanted->empty() || wanted->size() > most) {
        m.report("StringSubstitute can't look for a text of " + std::to_string(wanted->size()) + " bytes" + m.describeSelf());
        return W::nil;
    }
    const std::size_t at = findWithoutCase(*target, *wanted);
    if (at == target->npos)
        return W::boolean(false);
    if (target->size() - wanted->size() + replacement->size() > most) {
        m.report("StringSubstitute would make a text of more than " + std::to_string(most) + " bytes" + m.describeSelf());
        return W::nil;
    }
    target->replace(at, wanted->size(), *replacement); // the library allows a part of the target itself
    return W::boolean(true);
}

template <class Traits>
Word<Traits> appendTempString(Machine<Traits>& m, const Arguments<Traits>& a)
{
    using W = Words<Traits>;
    const auto add = [&](std::string_view text) {
        const std::size_t most = Traits::dialect().maxTempString;
        m.temp().append(text.substr(0, most - std::min(most, m.temp().size())));
    };
    if (W::is(a[0], Tag::Int)) {
        char digits[24];
        const auto end = std::to_chars(digits, digits + sizeof digits, static_cast<std::int64_t>(W::data(a[0]))).ptr;
        add({digits, static_cast<std::size_t>(end - digits)});
        return W::nil;
    }
    const auto text = W::is(a[0], Tag::TempString) ? std::nullopt : m.lookUp(a[0]);
    if (!text)
        return badString(m, "AppendTempString", a[0]);
    add(*text);
    return W::nil;
}

template <class Traits>
Word<Traits> clearTempString(Machine<Traits>& m, const Arguments<Traits>&)
{
    m.temp().clear();
    return Words<Traits>::make(Tag::TempString, 0);
}

template <class Traits>
Word<Traits> getTempString(Machine<Traits>&, const Arguments<Traits>&)
{
    return Words<Traits>::make(Tag::TempString, 0);
}

template <class Traits>
Word<Traits> stringLength(Machine<Traits>& m, const Arguments<Traits>& a)
{
    const auto text = m.lookUp(a[0]);
    if (!text)
        return badString(m, "StringLength", a[0]);
    if (m.isBlank(a[0]))
        return Words<Traits>::nil;
    return Words<Traits>::integer(static_cast<std::int64_t>(text->size()));
}

template <class Traits>
Word<Traits> stringConsistsOf(Machine<Traits>& m, const Arguments<Traits>& a)
{
    if (m.isBlank(a[0]))
        return Words<Traits>::nil;
    const auto text = m.lookUp(a[0]);
    if (!text)
        return badString(m, "StringConsistsOf", a[0]);
    if (m.isBlank(a[1]))
        return Words<Traits>::nil;
    const auto allowed = m.lookUp(a[1]);
    if (!allowed)
        return badString(m, "StringConsistsOf", a[1]);
    return Words<Traits>::boolean(text->find_first_not_of(*allowed) == text->npos);
}

template <class Traits>
Word<Traits> isString(Machine<Traits>&, const Arguments<Traits>& a)
{
    return Words<Traits>::boolean(Words<Traits>::is(a[0], Tag::String));
}

/// strtol, base 10: what is out of range becomes the largest or smallest number of 64 bits, and that is cut.
template <class Traits>
Word<Traits> stringToNumber(Machine<Traits>& m, const Arguments<Traits>& a)
{
    using W = Words<Traits>;
    if (!W::is(a[0], Tag::TempString) && m.string(a[0]) == nullptr)
        return badString(m, "StringToNumber", a[0]);
    std::string_view text = *m.lookUp(a[0]);
    text.remove_prefix(std::min(text.find_first_not_of(" \t\r\n\v\f"), text.size()));
    if (text.starts_with('+') && !text.starts_with("+-"))
        text.remove_prefix(1);
    std::int64_t value = 0;
    if (std::from_chars(text.data(), text.data() + text.size(), value).ec == std::errc::result_out_of_range)
        value = text.starts_with('-') ? std::numeric_limits<std::int64_t>::min() : std::numeric_limits<std::int64_t>::max();
    return W::integer(value);
}

/// Meant to store the number as four bytes; the reference stores the id of the string instead (kod.md, section 5.2).
template <class Traits>
Word<Traits> minigameNumberToString(Machine<Traits>& m, const Arguments<Traits>& a)
{
    using W = Words<Traits>;
    std::string* target = m.string(a[0]);
    if (target == nullptr || !W::is(a[1], Tag::Int))
        return badString(m, "MinigameNumberToString", target == nullptr ? a[0] : a[1]);
    const auto number = static_cast<std::uint32_t>(W::data(a[0]));
    std::string bytes;
    for (int shift = 24; shift >= 0; shift -= 8)
        bytes.push_back(static_cast<char>(number >> shift & 0xFF));
    *target = bytes.substr(0, bytes.find('\0')); // texts end at the first zero byte
    return W::nil;
}

/// Meant to read four bytes; the reference always gives 0.
template <class Traits>
Word<Traits> minigameStringToNumber(Machine<Traits>& m, const Arguments<Traits>& a)
{
    if (m.string(a[0]) == nullptr)
        return badString(m, "MinigameStringToNumber", a[0]);
    return Words<Traits>::integer(0);
}

} // namespace

template <class Traits>
Builtin<Traits> stringBuiltin(bof::Function function)
{
    using F = bof::Function;
    switch (function) {
    case F::StringEqual: return &stringEqual<Traits>;
    case F::StringContain: return &stringContain<Traits>;
    case F::SetResource: return &setResource<Traits>;
    case F::ParseString: return &parseString<Traits>;
    case F::SetString: return &setString<Traits>;
    case F::CreateString: return &createString<Traits>;
    case F::StringSubstitute: return &stringSubstitute<Traits>;
    case F::AppendTempString: return &appendTempString<Traits>;
    case F::ClearTempString: return &clearTempString<Traits>;
    case F::GetTempString: return &getTempString<Traits>;
    case F::StringLength: return &stringLength<Traits>;
    case F::StringConsistsOf: return &stringConsistsOf<Traits>;
    case F::IsString: return &isString<Traits>;
    case F::StringToNumber: return &stringToNumber<Traits>;
    case F::MinigameNumberToString: return &minigameNumberToString<Traits>;
    case F::MinigameStringToNumber: return &minigameStringToNumber<Traits>;
    default: return nullptr;
    }
}

#define X(Traits) template Builtin<Traits> stringBuiltin<Traits>(bof::Function);
BLAK_VM_FOR_EACH_DIALECT(X)
#undef X

} // namespace blak::vm
