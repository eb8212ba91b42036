// SPDX-License-Identifier: GPL-3.0-or-later
#include "server/vm/frames.h"
#include "server/vm/instruction_macros.h"

#include <cstdlib>

// Threaded dispatch needs labels as values, which every compiler we use has and ISO C++ has not.
#pragma GCC diagnostic ignored "-Wpedantic"

namespace blak::vm {

/// Finds or makes the cache entry for objects of `type`. Its code is nullptr when the class has no handler.
template <class Traits>
auto Machine<Traits>::cached(const CallSite<Traits>& site, const Class* type, std::int32_t message) -> const
    typename CallSite<Traits>::Cached&
{
    for (const auto& entry : site.cache)
        if (entry.owner == type)
            return entry;
    auto& entry = site.cache[site.nextCached++ % CallSite<Traits>::cacheSize];
    entry.owner = type;
    entry.code = type->find(message);
    entry.plan = nullptr;
    if (entry.code == nullptr)
        return entry;
    if (!site.plans)
        site.plans = std::make_unique<typename CallSite<Traits>::Plans>();
    const auto [it, isNew] = site.plans->try_emplace(entry.code);
    if (isNew) {
        for (const std::int32_t id : entry.code->parameterIds) {
            const auto hit = std::ranges::find(site.parameters, id);
            it->second.push_back(hit == site.parameters.end() ? std::int16_t{-1}
                                                              : static_cast<std::int16_t>(hit - site.parameters.begin()));
        }
        it->second.push_back(-1); // so that data() is never null
    }
    entry.plan = it->second.data();
    return entry;
}

/// Enters the next handler of the message with the parameters that were sent first.
template <class Traits>
bool Machine<Traits>::pushPropagate()
{
    const Frame& frame = frames_[frameCount_ - 1];
    const Code<Traits>* next = frame.code->propagate;
    if (next == nullptr) {
        report("can't propagate MESSAGE " + std::to_string(frame.code->message) + ": no superclass of CLASS " +
               names_.classes.name(frame.code->owner->id) + " handles it");
        return false;
    }
    const Object target{frame.type, frame.properties};
    ++deepestFrames_;
    if (!pushFrame(*next, frame.object, target, frame.sentIds, frame.sent, frame.sentCount, nullptr)) {
        --deepestFrames_;
        return false;
    }
    frames_[frameCount_ - 1].propagated = true;
    --counters_.messages; // as the reference counts: only what is sent
    return true;
}

/// Runs a built-in for the instruction at which `frame` stands.
template <class Traits>
auto Machine<Traits>::callSite(const CallSite<Traits>& site, const Frame& frame) -> Word
{
    ++site.calls;
    const Word* const bases[3]{frame.locals, frame.properties, frame.code->constants.data()};
    Word words[256];
    Word settings[256];
    const std::size_t count = site.arguments.size();
    for (std::size_t i = 0; i < count; ++i)
        words[i] = bases[static_cast<std::size_t>(site.arguments[i].place)][site.arguments[i].index];
    const std::size_t settingCount = site.settings.size();
    for (std::size_t i = 0; i < settingCount; ++i)
        settings[i] = bases[static_cast<std::size_t>(site.settings[i].place)][site.settings[i].index];
    const Args args{words,    static_cast<unsigned>(count),        site.parameters.data(),
                    settings, static_cast<unsigned>(settingCount), site.to == Place::None};
    return site.function(*this, args);
}

template <class Traits>
auto Machine<Traits>::execute() -> Word
{
    static const void* const labels[]{
#define X(name) &&do_##name,
        VM_OPERATIONS(X)
#undef X
    };
    static const void* const carefulLabels[]{
#define X(name) &&careful,
        VM_OPERATIONS(X)
#undef X
    };
    const void* const* table = labels;
    const auto integers = [](Word a, Word b) {
        constexpr Word tag = static_cast<Word>(Tag::Int);
        return (((a ^ tag) | (b ^ tag)) & W::tagMask) == 0;
    };
    const auto signedOf = [](Word word) { return static_cast<Int>(word); };

    Word scratch[1]{};
    Word* base[4]{nullptr, nullptr, nullptr, scratch};
    const Instruction* ip = nullptr;
    Frame* f = nullptr;
    Word value = W::nil;
    ENTER_TOP;
    NEXT;

do_MoveLL:
    base[0][ip->dest] = base[0][ip->a];
    ++ip;
    NEXT;
do_MoveLK:
    base[0][ip->dest] = base[2][ip->a];
    ++ip;
    NEXT;
do_MoveLP:
    base[0][ip->dest] = base[1][ip->a];
    ++ip;
    NEXT;
do_MovePL:
    base[1][ip->dest] = base[0][ip->a];
    ++ip;
    NEXT;
do_MovePK:
    base[1][ip->dest] = base[2][ip->a];
    ++ip;
    NEXT;
do_MoveAny:
    D = A;
    ++ip;
    NEXT;

    UNARY(Not, W::boolean(!W::truth(a)), "not")
    UNARY(Negate, W::make(Tag::Int, -static_cast<std::int64_t>(W::data(a))), "negate")
    UNARY(BitNot, a ^ ~W::tagMask, "bit-not")
    STEP(PostIncrement, Word{16}, a)
    STEP(PostDecrement, Word{0} - Word{16}, a)
    STEP(PreIncrement, Word{16}, changed)
    STEP(PreDecrement, Word{0} - Word{16}, changed)

    // Data sits above four tag bits: (a + b) has the tag twice, (a - b) has none.
    BINARY_LL_LK(Add, a + (b - 1), "add 2 vars")
    BINARY_ANY(Add, a + (b - 1), "add 2 vars")
    BINARY_LL_LK(Subtract, a - (b - 1), "sub 2 vars")
    BINARY_ANY(Subtract, a - (b - 1), "sub 2 vars")
    BINARY_ANY(Multiply, (a - 1) * static_cast<Word>(W::data(b)) + 1, "mult 2 vars")
    // By -1 comes the only quotient that can leave the range; it wraps.
    DIVISION(Divide, W::data(b) == -1 ? W::make(Tag::Int, static_cast<std::int64_t>(W::make(Tag::Int, 0) - (a - 1)) >> 4)
                                      : W::integer(W::data(a) / W::data(b)))
    DIVISION(Modulo, W::data(b) == -1 ? W::integer(0) : W::integer(std::abs(W::data(a) % W::data(b))))
    BINARY_ANY(And, W::boolean(W::truth(a) && W::truth(b)), "and 2 vars")
    BINARY_ANY(Or, W::boolean(W::truth(a) || W::truth(b)), "or 2 vars")
    BINARY_ANY(BitAnd, a & b, "bit-and 2 vars")
    BINARY_ANY(BitOr, a | b, "bit-or 2 vars")
    EQUALITY(Equal, a == b)
    EQUALITY(NotEqual, a != b)
    COMPARE(Less, signedOf(a) < signedOf(b), "< 2 vars")
    COMPARE(Greater, signedOf(a) > signedOf(b), "> 2 vars")
    COMPARE(LessEqual, signedOf(a) <= signedOf(b), "<= 2 vars")
    COMPARE(GreaterEqual, signedOf(a) >= signedOf(b), ">= 2 vars")

do_Goto:
    JUMP(ip->extra, 1);
    JUMP_IF(GotoTrue, W::truth(A))
    JUMP_IF(GotoFalse, !W::truth(A))
    JUMP_IF(GotoTrueLocal, W::truth(base[0][ip->a]))
    JUMP_IF(GotoFalseLocal, !W::truth(base[0][ip->a]))
    JUMP_IF(GotoNull, A == W::nil)
    JUMP_IF(GotoNotNull, A != W::nil)

do_LoadClassvar : {
    // The table of the object's own class; a property may have taken the variable's place there.
    Word word = ip->a < f->type->classvars.size() ? f->type->classvars[ip->a] : W::nil;
    if (W::is(word, Traits::overrideTag))
        word = base[1][static_cast<std::size_t>(W::data(word))];
    base[0][ip->dest] = word;
    ++budget_; // a part of the instruction behind it
    ++ip;
    NEXT;
}

    CELL_PART(First, first, firsts_)
    CELL_PART(Rest, rest, rests_)

do_GetClass : {
    const Word a = A;
    const Object* o = W::is(a, Tag::Object) ? object(W::data(a)) : nullptr;
    if (o == nullptr) {
        f->at = ip;
        report("can't get the class of " + briefText(a) + describeSelf());
    }
    D = o == nullptr ? W::nil : W::make(Tag::Class, o->type->id);
    ++ip;
    NEXT;
}
do_IsClass : {
    const Word a = A;
    const Object* o = W::is(a, Tag::Object) ? object(W::data(a)) : nullptr;
    const Class* type = classOf(B); // none for a class that is not loaded, of which nothing is
    if (o == nullptr || !W::is(B, Tag::Class)) {
        f->at = ip;
        report("can't find out if " + briefText(a) + " is of class " + briefText(B) + describeSelf());
    }
    D = W::boolean(o != nullptr && type != nullptr && o->type->isA(type));
    ++ip;
    NEXT;
}
do_ConsCall : {
    ++conses_;
    const Word a = A;
    const Word b = B;
    if constexpr (Traits::extended) {
        if (!W::is(b, Tag::List) && b != W::nil) [[unlikely]] {
            f->at = ip;
            report("can't cons to a non-list " + briefText(b) + describeSelf());
            D = b;
            ++ip;
            NEXT;
        }
    }
    D = cons(a, b);
    ++ip;
    NEXT;
}

do_Call:
do_CallDiscard : {
    f->at = ip;
    value = callSite(f->code->sites[static_cast<std::size_t>(ip->extra)], *f);
    if (aborted_) [[unlikely]]
        goto aborted;
    STORE_RESULT;
    ++ip;
    NEXT;
}
do_Send : {
    f->at = ip;
    const CallSite<Traits>& site = f->code->sites[static_cast<std::size_t>(ip->extra)];
    const Word target = base[static_cast<std::size_t>(site.arguments[0].place)][site.arguments[0].index];
    if (!W::is(target, Tag::Object)) [[unlikely]]
        goto do_Call;
    const Object* o = object(W::data(target));
    if (o == nullptr) [[unlikely]]
        goto do_Call;
    const auto& hit = site.cache[0].owner == o->type ? site.cache[0] : cached(site, o->type, site.message);
    if (hit.code == nullptr) [[unlikely]]
        goto do_Call;
    Word* sent = f->locals + f->code->slotCount;
    const std::size_t count = site.settings.size();
    for (std::size_t i = 0; i < count; ++i)
        sent[i] = base[static_cast<std::size_t>(site.settings[i].place)][site.settings[i].index];
    if (!pushFrame(*hit.code, W::data(target), *o, site.parameters.data(), sent, count, hit.plan)) [[unlikely]] {
        D = W::nil;
        ++ip;
        NEXT;
    }
    ENTER_TOP;
    NEXT;
}
do_Create : {
    f->at = ip;
    const CallSite<Traits>& site = f->code->sites[static_cast<std::size_t>(ip->extra)];
    const Class* type = site.cache[0].owner;
    if (type == nullptr) [[unlikely]] {
        type = classOf(base[2][site.arguments[0].index]);
        if (type == nullptr)
            goto do_Call;
    }
    const auto& hit = cached(site, type, Traits::dialect().ids.constructor);
    if (hit.code == nullptr) [[unlikely]]
        goto do_Call;
    const std::int64_t id = allocate(*type);
    Word* sent = f->locals + f->code->slotCount;
    const std::size_t count = site.settings.size();
    for (std::size_t i = 0; i < count; ++i)
        sent[i] = base[static_cast<std::size_t>(site.settings[i].place)][site.settings[i].index];
    const Word created = W::make(Tag::Object, id);
    const Object target = objects_[static_cast<std::size_t>(id)];
    if (!pushFrame(*hit.code, id, target, site.parameters.data(), sent, count, hit.plan)) [[unlikely]] {
        D = created;
        ++ip;
        NEXT;
    }
    f = &frames_[frameCount_ - 1];
    f->constructor = true;
    ++creations_;
    f->created = created;
    ENTER_TOP;
    NEXT;
}

do_Propagate:
    f->at = ip;
    if (!pushPropagate()) [[unlikely]] {
        value = W::nil;
        goto leave;
    }
    ENTER_TOP;
    NEXT;

do_ReturnLocal:
    value = base[0][ip->a];
    goto leave;
do_ReturnAny:
    value = A;
    goto leave;

do_Break:
    f->at = ip;
    atBreakpoint(*f);
    if (moved_) [[unlikely]]
        goto moved;
    CHOOSE_TABLE;
    goto* labels[static_cast<std::size_t>(operationAt(ip))];

careful:
    // Each instruction comes by here while the budget runs out or a debugger looks on.
    f->at = ip;
    if (budget_ < ranIn(*f)) [[unlikely]] {
        // The old machines stand behind the last one that the limit allows; two in one may have gone a step too far.
        const std::int64_t over = ranIn(*f) - budget_;
        ++budget_; // this one does not run
        f->at = ip - std::min<std::int64_t>(over, ip - f->code->instructions.data());
        overrun();
        f->at = ip;
        value = W::nil;
        goto leave;
    }
    if (!hooks_.empty()) [[unlikely]]
        beCareful(*f);
    else
        carefulBelow_.store(nearLimit(), std::memory_order_relaxed); // nobody is there to be interrupted
    if (moved_) [[unlikely]]
        goto moved;
    CHOOSE_TABLE;
    goto* labels[static_cast<std::size_t>(ip->operation)];

moved:
    // A debugger has chosen what comes next, and stands there already: a breakpoint does not stop it again.
    moved_ = false;
    ENTER_TOP;
    goto* labels[static_cast<std::size_t>(operationAt(ip))];

aborted:
    // What has no instructions left meets the limit in each handler below, before its next instruction.
    if (overran_)
        report(overrunText);
    value = W::nil;

leave:
    if (hook_ != nullptr) [[unlikely]]
        hook_->leave(f->object, f->code->owner->id, f->code->message);
    budget_ -= ip - f->code->instructions.data() + 1;
    while (f->propagated) {
        f = &frames_[--frameCount_ - 1];
        --deepestFrames_;
    }
    if (f->constructor)
        value = f->created;
    --frameCount_;
    if (frameCount_ > 0)
        budget_ += ranIn(frames_[frameCount_ - 1]);
    if (f->entry)
        return value;
    ENTER_TOP;
    STORE_RESULT;
    if (aborted_) [[unlikely]]
        goto aborted;
    ++ip;
    NEXT;
}

#define X(Traits)                                                                                                                \
    template auto Machine<Traits>::execute()->Word;                                                                              \
    template auto Machine<Traits>::cached(const CallSite<Traits>&, const Class*, std::int32_t)                                   \
        ->const typename CallSite<Traits>::Cached&;
BLAK_VM_FOR_EACH_DIALECT(X)
#undef X

} // namespace blak::vm
