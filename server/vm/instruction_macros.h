// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// The instructions as the body of Machine::execute() spells them (interpreter.cpp, and nobody else): `f` is the frame on top, `ip`
// its instruction, `base` where operands lie, `table` the labels that are jumped to.

// Operands that an operator cannot work on: reported; the classic dialects store the first operand, open105 stores nothing.
#define BAD_OPERANDS(text)                                                                                                       \
    do {                                                                                                                         \
        f->at = ip;                                                                                                              \
        report(std::string("can't " text " ") + briefText(A) + " and " + briefText(B) + describeSelf());                         \
        if constexpr (!Traits::extended)                                                                                         \
            D = A;                                                                                                               \
        ++ip;                                                                                                                    \
        NEXT;                                                                                                                    \
    } while (false)
#define BAD_OPERAND(text)                                                                                                        \
    do {                                                                                                                         \
        f->at = ip;                                                                                                              \
        report(std::string("can't " text " ") + briefText(A) + describeSelf());                                                  \
        if constexpr (!Traits::extended)                                                                                         \
            D = A;                                                                                                               \
        ++ip;                                                                                                                    \
        NEXT;                                                                                                                    \
    } while (false)

#define A (base[static_cast<std::size_t>(ip->from)][ip->a])
#define B (base[static_cast<std::size_t>(ip->second)][ip->b])
#define D (base[static_cast<std::size_t>(ip->to)][ip->dest])
// The result of a call or a send, which a debugger may watch.
#define STORE_RESULT                                                                                                             \
    do {                                                                                                                         \
        const Word before = D;                                                                                                   \
        D = value;                                                                                                               \
        if (hook_ != nullptr) [[unlikely]]                                                                                       \
            tellResultWritten(*f, before);                                                                                       \
    } while (false)
#define NEXT goto* table[static_cast<std::size_t>(ip->operation)]
// The account of instructions: budget_ less the number of the current instruction is what is left. A straight line needs no
// bookkeeping that way; a jump by n instructions changes the budget by what it skips or repeats.
#define CHOOSE_TABLE table = budget_ < carefulBelow_.load(std::memory_order_relaxed) ? carefulLabels : labels
#define ENTER_TOP                                                                                                                \
    do {                                                                                                                         \
        f = &frames_[frameCount_ - 1];                                                                                           \
        ip = f->at;                                                                                                              \
        base[0] = f->locals;                                                                                                     \
        base[1] = f->properties;                                                                                                 \
        base[2] = const_cast<Word*>(f->code->constants.data());                                                                  \
        CHOOSE_TABLE;                                                                                                            \
    } while (false)
#define JUMP(distance, instructions)                                                                                             \
    do {                                                                                                                         \
        const std::int32_t by = (distance);                                                                                      \
        budget_ += by - (instructions);                                                                                          \
        if (by <= 0)                                                                                                             \
            CHOOSE_TABLE;                                                                                                        \
        ip += by;                                                                                                                \
        NEXT;                                                                                                                    \
    } while (false)

#define BINARY_LL_LK(name, expression, text)                                                                                     \
    do_##name##LL:                                                                                                               \
    {                                                                                                                            \
        const Word a = base[0][ip->a];                                                                                           \
        const Word b = base[0][ip->b];                                                                                           \
        if (!integers(a, b)) [[unlikely]]                                                                                        \
            BAD_OPERANDS(text);                                                                                                  \
        base[0][ip->dest] = static_cast<Word>(expression);                                                                       \
        ++ip;                                                                                                                    \
        NEXT;                                                                                                                    \
    }                                                                                                                            \
    do_##name##LK:                                                                                                               \
    {                                                                                                                            \
        const Word a = base[0][ip->a];                                                                                           \
        const Word b = base[2][ip->b];                                                                                           \
        if (!integers(a, b)) [[unlikely]]                                                                                        \
            BAD_OPERANDS(text);                                                                                                  \
        base[0][ip->dest] = static_cast<Word>(expression);                                                                       \
        ++ip;                                                                                                                    \
        NEXT;                                                                                                                    \
    }
#define BINARY_ANY(name, expression, text)                                                                                       \
    do_##name##Any:                                                                                                              \
    {                                                                                                                            \
        const Word a = A;                                                                                                        \
        const Word b = B;                                                                                                        \
        if (!integers(a, b)) [[unlikely]]                                                                                        \
            BAD_OPERANDS(text);                                                                                                  \
        D = static_cast<Word>(expression);                                                                                       \
        ++ip;                                                                                                                    \
        NEXT;                                                                                                                    \
    }
#define DIVISION(name, expression)                                                                                               \
    do_##name##Any:                                                                                                              \
    {                                                                                                                            \
        const Word a = A;                                                                                                        \
        const Word b = B;                                                                                                        \
        if (!integers(a, b)) [[unlikely]]                                                                                        \
            BAD_OPERANDS("div or mod 2 vars");                                                                                   \
        if (W::data(b) == 0) [[unlikely]]                                                                                        \
            BAD_OPERANDS("div or mod by 0:");                                                                                    \
        D = expression;                                                                                                          \
        ++ip;                                                                                                                    \
        NEXT;                                                                                                                    \
    }
// A comparison alone, and one fused with the jump behind it. Operands that are no integers leave the jump to the instruction
// behind.
#define COMPARE(name, test, text)                                                                                                \
    BINARY_ANY(name, W::boolean(test), text)                                                                                     \
    do_##name##Jump:                                                                                                             \
    {                                                                                                                            \
        const Word a = A;                                                                                                        \
        const Word b = B;                                                                                                        \
        if (!integers(a, b)) [[unlikely]]                                                                                        \
            BAD_OPERANDS(text);                                                                                                  \
        const bool result = test;                                                                                                \
        base[0][ip->dest] = W::boolean(result);                                                                                  \
        if (result != ip->sense) {                                                                                               \
            ip += 2;                                                                                                             \
            NEXT;                                                                                                                \
        }                                                                                                                        \
        JUMP(ip->extra, 2);                                                                                                      \
    }
#define EQUALITY(name, test)                                                                                                     \
    do_##name##Any:                                                                                                              \
    {                                                                                                                            \
        const Word a = A;                                                                                                        \
        const Word b = B;                                                                                                        \
        D = W::boolean(test);                                                                                                    \
        ++ip;                                                                                                                    \
        NEXT;                                                                                                                    \
    }                                                                                                                            \
    do_##name##Jump:                                                                                                             \
    {                                                                                                                            \
        const Word a = A;                                                                                                        \
        const Word b = B;                                                                                                        \
        const bool result = test;                                                                                                \
        base[0][ip->dest] = W::boolean(result);                                                                                  \
        if (result != ip->sense) {                                                                                               \
            ip += 2;                                                                                                             \
            NEXT;                                                                                                                \
        }                                                                                                                        \
        JUMP(ip->extra, 2);                                                                                                      \
    }
#define UNARY(name, expression, text)                                                                                            \
    do_##name##Any:                                                                                                              \
    {                                                                                                                            \
        const Word a = A;                                                                                                        \
        if (!W::is(a, Tag::Int)) [[unlikely]]                                                                                    \
            BAD_OPERAND(text);                                                                                                   \
        D = static_cast<Word>(expression);                                                                                       \
        ++ip;                                                                                                                    \
        NEXT;                                                                                                                    \
    }
// ++ and --: the source changes; the destination gets the new value (PRE) or the old one. Where both are the same slot the value
// is changed once.
#define STEP(name, step, result)                                                                                                 \
    do_##name##Any:                                                                                                              \
    {                                                                                                                            \
        const Word a = A;                                                                                                        \
        if (!W::is(a, Tag::Int)) [[unlikely]]                                                                                    \
            BAD_OPERAND("step");                                                                                                 \
        const Word changed = static_cast<Word>(a + (step));                                                                      \
        const bool same = ip->from == ip->to && ip->a == ip->dest;                                                               \
        if (ip->from != Place::Constant)                                                                                         \
            A = changed;                                                                                                         \
        if (!same)                                                                                                               \
            D = result;                                                                                                          \
        ++ip;                                                                                                                    \
        NEXT;                                                                                                                    \
    }
#define JUMP_IF(name, condition)                                                                                                 \
    do_##name : if (condition) JUMP(ip->extra, 1);                                                                               \
    ++ip;                                                                                                                        \
    NEXT;
// First and Rest of open105 leave the destination as it was when there is no list; those of the classic dialects are calls that
// give $.
#define CELL_PART(name, part, calls)                                                                                             \
    do_##name : if (const Cell* c = cell(A)) [[likely]] D = c->part;                                                             \
    else                                                                                                                         \
    {                                                                                                                            \
        f->at = ip;                                                                                                              \
        report(std::string("can't take " #name " of a non-list ") + briefText(A) + describeSelf());                              \
    }                                                                                                                            \
    ++ip;                                                                                                                        \
    NEXT;                                                                                                                        \
    do_##name##Call : ++calls;                                                                                                   \
    if (const Cell* c = cell(A)) [[likely]]                                                                                      \
        D = c->part;                                                                                                             \
    else {                                                                                                                       \
        f->at = ip;                                                                                                              \
        report(std::string("can't take " #name " of a non-list ") + briefText(A) + describeSelf());                              \
        D = W::nil;                                                                                                              \
    }                                                                                                                            \
    ++ip;                                                                                                                        \
    NEXT;
