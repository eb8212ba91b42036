// SPDX-License-Identifier: GPL-3.0-or-later
#include "server/vm/list_walk.h"

#include <string>

namespace blak::vm {
namespace {

template <class Traits>
using Word = typename Traits::Word;

/// The object that a target word names: an object, or one of the built-in objects that small integers stand for.
template <class Traits>
std::optional<std::int64_t> targetObject(Machine<Traits>& m, Word<Traits> target)
{
    using W = Words<Traits>;
    if (W::is(target, Tag::Object))
        return W::data(target);
    return W::is(target, Tag::Int) ? m.builtInByNumber(W::data(target)) : std::nullopt;
}

/// A message given as such or, in open105, by its name in a string.
template <class Traits>
std::optional<std::int32_t> messageOf(Machine<Traits>& m, Word<Traits> word)
{
    using W = Words<Traits>;
    if (W::is(word, Tag::Message))
        return static_cast<std::int32_t>(W::data(word));
    if constexpr (Traits::extended)
        if (const std::string* name = m.string(word))
            return m.messageByName(*name);
    return std::nullopt;
}

template <class Traits>
std::string nameOfSelf(Machine<Traits>& m)
{
    return "OBJECT " + std::to_string(m.self()) + " CLASS " + m.className(m.frame().type->id);
}

template <class Traits>
Word<Traits> create(Machine<Traits>& m, const Arguments<Traits>& a)
{
    using W = Words<Traits>;
    if (!W::is(a[0], Tag::Class)) {
        m.report("can't create an object of a non-class " + m.briefText(a[0]));
        return W::nil;
    }
    const auto* type = m.classOf(a[0]);
    if (type == nullptr) {
        m.reportWithoutPlace("can't create an object of CLASS " + std::to_string(W::data(a[0])) + ": there is no such class");
        return W::make(Tag::Object, -1);
    }
    return m.createAndConstruct(*type, a.parameters, a.settings, a.settingCount);
}

template <class Traits>
Word<Traits> isClass(Machine<Traits>& m, const Arguments<Traits>& a)
{
    using W = Words<Traits>;
    const auto* target = W::is(a[0], Tag::Object) ? m.object(W::data(a[0])) : nullptr;
    const auto* type = m.classOf(a[1]); // none for a class that is not loaded, of which nothing is
    if (target == nullptr || !W::is(a[1], Tag::Class)) {
        m.report("can't find out if " + m.briefText(a[0]) + " is of class " + m.briefText(a[1]));
        return W::nil;
    }
    return W::boolean(type != nullptr && target->type->isA(type));
}

template <class Traits>
Word<Traits> getClass(Machine<Traits>& m, const Arguments<Traits>& a)
{
    using W = Words<Traits>;
    const auto* target = W::is(a[0], Tag::Object) ? m.object(W::data(a[0])) : nullptr;
    if (target == nullptr) {
        m.report("can't get the class of " + m.briefText(a[0]));
        return W::nil;
    }
    return W::make(Tag::Class, target->type->id);
}

/// To every live instance, in the order of their ids. The count comes back as a bare word (kod.md, section 4.3).
template <class Traits>
Word<Traits> sendToClass(Machine<Traits>& m, const Arguments<Traits>& a, std::int32_t message)
{
    using W = Words<Traits>;
    const auto* type = m.classOf(a[0]);
    if (type == nullptr) {
        m.reportWithoutPlace("can't send to CLASS " + std::to_string(W::data(a[0])) + ": there is no such class");
        return W::nil;
    }
    std::int64_t count = 0;
    const std::size_t end = m.objectCount();
    for (std::size_t id = 0; id < end; ++id) {
        const auto* target = m.object(static_cast<std::int64_t>(id));
        if (target == nullptr || !target->type->isA(type))
            continue;
        m.call(static_cast<std::int64_t>(id), message, a.parameters, a.settings, a.settingCount);
        ++count;
        if (m.aborted())
            break;
    }
    return W::make(Tag::Nil, count);
}

template <class Traits>
Word<Traits> send(Machine<Traits>& m, const Arguments<Traits>& a)
{
    using W = Words<Traits>;
    const auto message = messageOf(m, a[1]);
    if (!message) {
        m.report("OBJECT " + std::to_string(m.self()) + " can't send non-message " + m.briefText(a[1]));
        return W::nil;
    }
    if (W::is(a[0], Tag::Class))
        return sendToClass(m, a, *message);
    const auto target = targetObject(m, a[0]);
    if (!target) {
        m.report(nameOfSelf(m) + " can't send MESSAGE " + m.messageName(*message) + " (" + std::to_string(*message) +
                 ") to non-object " + m.briefText(a[0]));
        return W::nil;
    }
    return m.call(*target, *message, a.parameters, a.settings, a.settingCount);
}

template <class Traits>
Word<Traits> post(Machine<Traits>& m, const Arguments<Traits>& a)
{
    using W = Words<Traits>;
    const auto message = messageOf(m, a[1]);
    if (!message) {
        m.report("OBJECT " + std::to_string(m.self()) + " can't post non-message " + m.briefText(a[1]));
        return W::nil;
    }
    const auto target = Traits::extended || W::is(a[0], Tag::Object) ? targetObject(m, a[0]) : std::nullopt;
    if (!target) {
        m.report(nameOfSelf(m) + " can't post MESSAGE " + m.messageName(*message) + " to non-object " + m.briefText(a[0]));
        return W::nil;
    }
    m.post(*target, *message, a.parameters, a.settings, a.settingCount);
    return W::nil;
}

/// What the element of a list stands for: itself at position 0, else its n-th element; nothing where that is missing, which is
/// reported then.
template <class Traits>
std::optional<Word<Traits>> elementOf(Machine<Traits>& m, Word<Traits> element, std::int64_t position)
{
    if (position == 0)
        return element;
    if (m.cell(element) == nullptr) {
        m.report("can't take an element of " + m.briefText(element) + m.describeSelf());
        return std::nullopt;
    }
    const auto* node = lists::nodeAt(m, element, position, "Nth");
    return node == nullptr ? std::nullopt : std::optional(node->first);
}

/// SendList and its kin: list, position, [class,] message. Position 0 is the element itself, n the n-th of the element.
template <class Traits, bool byClass, bool breaks>
Word<Traits> sendList(Machine<Traits>& m, const Arguments<Traits>& a)
{
    using W = Words<Traits>;
    const Word<Traits> yes = W::boolean(true);
    const auto message = messageOf(m, a[byClass ? 3 : 2]);
    if (W::is(a[0], Tag::Nil))
        return yes;
    const bool namesClass = !byClass || W::is(a[2], Tag::Class);
    if (!W::is(a[0], Tag::List) || !W::is(a[1], Tag::Int) || W::data(a[1]) < 0 || !message || !namesClass) {
        m.report("can't send to a list: " + m.briefText(a[0]) + " position " + m.briefText(a[1]) + m.describeSelf());
        return yes;
    }
    const auto* type = byClass ? m.classOf(a[2]) : nullptr;
    bool result = true;
    Word<Traits> list = a[0];
    std::size_t left = m.cellCount(); // handlers may make the list longer, and a ring of it
    while (m.cell(list) != nullptr) {
        const auto element = elementOf(m, m.at(list).first, W::data(a[1]));
        const bool isObject = element && W::is(*element, Tag::Object);
        const auto* target = isObject ? m.object(W::data(*element)) : nullptr;
        if (element && !isObject)
            m.report("can't send MESSAGE " + m.messageName(*message) + " to non-object " + m.briefText(*element) +
                     m.describeSelf());
        if (isObject && (!byClass || (target != nullptr && type != nullptr && target->type->isA(type)))) {
            const Word<Traits> answer = m.call(W::data(*element), *message, a.parameters, a.settings, a.settingCount);
            result = result && answer != W::boolean(false);
            if (!result && breaks)
                break;
        }
        // The next one as the handler left the list.
        const Word<Traits> rest = m.at(list).rest;
        if (W::is(rest, Tag::Nil) || !m.worked(1) || m.aborted())
            break;
        list = W::make(Tag::List, W::data(rest));
        if (left-- == 0) {
            m.report("a ring of list nodes is sent MESSAGE " + m.messageName(*message) + m.describeSelf());
            break;
        }
    }
    return W::boolean(result);
}

template <class Traits>
Word<Traits> isObject(Machine<Traits>& m, const Arguments<Traits>& a)
{
    using W = Words<Traits>;
    if (!W::is(a[0], Tag::Object))
        return W::boolean(false);
    const bool alive = m.object(W::data(a[0])) != nullptr;
    if (!alive)
        m.reportWithoutPlace("OBJECT " + std::to_string(W::data(a[0])) + " is invalid");
    return W::boolean(alive);
}

template <class Traits>
Word<Traits> recycleUser(Machine<Traits>& m, const Arguments<Traits>& a)
{
    using W = Words<Traits>;
    const auto* old = W::is(a[0], Tag::Object) ? m.object(W::data(a[0])) : nullptr;
    if (old == nullptr || !m.host().accountOfObject(W::data(a[0]))) {
        m.report("can't recycle the non-user " + m.briefText(a[0]));
        return W::nil;
    }
    const ReservedIds& ids = Traits::dialect().ids;
    const std::int64_t oldId = W::data(a[0]);
    const auto* type = old->type;
    constexpr std::uint32_t names = 900000;
    const std::string text = "User" + std::to_string(100000 + m.host().random() % names);
    const Word<Traits> name = W::make(Tag::Resource, m.newDynamicResource(text));
    const std::int32_t parameters[]{ids.systemId, ids.name};
    const Word<Traits> words[]{W::make(Tag::Object, m.systemObject()), name};
    const Word<Traits> created = m.createAndConstruct(*type, parameters, words, 2);
    m.post(oldId, ids.deleteMessage, nullptr, nullptr, 0);
    m.host().replaceUser(oldId, W::data(created));
    return created;
}

/// One value as Debug() and GodLog() print it; nothing for a text that is not there, which has been reported then.
template <class Traits>
std::optional<std::string> printed(Machine<Traits>& m, Word<Traits> word, bool withAccount)
{
    using W = Words<Traits>;
    std::string number = std::to_string(W::data(word));
    switch (W::tag(word)) {
    case Tag::String:
        if (const std::string* text = m.string(word))
            return *text;
        m.report("can't print the invalid string " + number + m.describeSelf());
        return std::nullopt;
    case Tag::DebugString:
    case Tag::Resource:
    case Tag::TempString:
        if (const auto text = m.lookUp(word))
            return std::string(*text);
        return W::is(word, Tag::Resource) ? "<unknown RESOURCE " + number + ">" : m.valueText(word);
    case Tag::Int: return number;
    case Tag::Class:
        return m.classOf(word) == nullptr ? "<unknown CLASS " + number + ">"
                                          : "&" + m.className(static_cast<std::int32_t>(W::data(word)));
    case Tag::Object: {
        const auto* target = m.object(W::data(word));
        if (target == nullptr)
            return "<OBJECT " + number + " invalid>";
        const ReservedIds& ids = Traits::dialect().ids;
        const std::int32_t type = target->type->id;
        if (type != ids.classUser && type != ids.classDm && type != ids.classAdmin)
            return m.valueText(word);
        const auto account = m.host().accountOfObject(W::data(word));
        if (!account)
            return "<OBJECT " + number + " broken user>";
        return withAccount ? "ACCOUNT " + std::to_string(*account) + " OBJECT " + number : m.valueText(word);
    }
    default: return m.valueText(word);
    }
}

/// All of them, or nothing when one is not there.
template <class Traits>
std::optional<std::string> printedAll(Machine<Traits>& m, const Arguments<Traits>& a, bool withAccount, std::string_view between)
{
    std::string text;
    for (unsigned i = 0; i < a.count; ++i) {
        const auto one = printed(m, a[i], withAccount);
        if (!one)
            return std::nullopt;
        text += (i == 0 ? std::string() : std::string(between)) + *one;
    }
    return text;
}

template <class Traits>
Word<Traits> debug(Machine<Traits>& m, const Arguments<Traits>& a)
{
    if (const auto text = printedAll(m, a, true, ","))
        m.debug(*text);
    return Words<Traits>::nil;
}

template <class Traits>
Word<Traits> godLog(Machine<Traits>& m, const Arguments<Traits>& a)
{
    if (const auto text = printedAll(m, a, false, ""))
        m.godLog(*text);
    return Words<Traits>::nil;
}

template <class Traits>
Word<Traits> dumpStack(Machine<Traits>& m, const Arguments<Traits>&)
{
    m.dumpStack();
    return Words<Traits>::nil;
}

template <class Traits>
Word<Traits> setTrace(Machine<Traits>& m, const Arguments<Traits>&)
{
    m.debug("message traces are set by the administrator");
    return Words<Traits>::nil;
}

template <class Traits>
Word<Traits> setClassVar(Machine<Traits>& m, const Arguments<Traits>& a)
{
    using W = Words<Traits>;
    const typename Machine<Traits>::Class* type = m.classOf(a[0]);
    if (W::is(a[0], Tag::Object))
        if (const auto* target = m.object(W::data(a[0])))
            type = target->type;
    const auto name = W::is(a[1], Tag::DebugString) ? m.lookUp(a[1]) : std::nullopt;
    if (type == nullptr || !name) {
        m.report("can't set class variable " + m.briefText(a[1]) + " of " + m.briefText(a[0]) + m.describeSelf());
        return W::boolean(false);
    }
    const std::string wanted = lowerCase(*name);
    for (std::size_t i = 0; i < type->classvarNames.size(); ++i)
        if (lowerCase(type->classvarNames[i]) == wanted) {
            return W::boolean(m.setClassvar(type->id, static_cast<std::uint32_t>(i), m.toValue(a[2])));
        }
    m.report("CLASS " + m.className(type->id) + " has no class variable " + std::string(*name) + m.describeSelf());
    return W::boolean(false);
}

} // namespace

template <class Traits>
Builtin<Traits> objectBuiltin(bof::Function function)
{
    using F = bof::Function;
    switch (function) {
    case F::Create: return &create<Traits>;
    case F::IsClass: return &isClass<Traits>;
    case F::GetClass: return &getClass<Traits>;
    case F::Send: return &send<Traits>;
    case F::Post: return &post<Traits>;
    case F::SendList: return &sendList<Traits, false, false>;
    case F::SendListBreak: return &sendList<Traits, false, true>;
    case F::SendListByClass: return &sendList<Traits, true, false>;
    case F::SendListByClassBreak: return &sendList<Traits, true, true>;
    case F::IsObject: return &isObject<Traits>;
    case F::RecycleUser: return &recycleUser<Traits>;
    case F::Debug: return &debug<Traits>;
    case F::GodLog: return &godLog<Traits>;
    case F::DumpStack: return &dumpStack<Traits>;
    case F::SetTrace: return &setTrace<Traits>;
    case F::SetClassVar: return &setClassVar<Traits>;
    default: return nullptr;
    }
}

#define X(Traits) template Builtin<Traits> objectBuiltin<Traits>(bof::Function);
BLAK_VM_FOR_EACH_DIALECT(X)
#undef X

} // namespace blak::vm
