// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "kodide/compiler/syntax.h"

namespace blak::kod {

struct ClassInfo;

// What a name in the text can stand for: name, words for people.
#define KOD_NAME_KINDS(X)                                                                                                        \
    X(Local, "local")                                                                                                            \
    X(Parameter, "parameter of the handler")                                                                                     \
    X(Property, "property")                                                                                                      \
    X(Classvar, "class variable")                                                                                                \
    X(Constant, "constant")                                                                                                      \
    X(Resource, "resource")                                                                                                      \
    X(Class, "class")                                                                                                            \
    X(Message, "message")                                                                                                        \
    X(MessageParameter, "message parameter")                                                                                     \
    X(Function, "built-in function")                                                                                             \
    X(Self, "the current object")

enum class NameKind : std::uint8_t {
#define X(name, words) name,
    KOD_NAME_KINDS(X)
#undef X
};
std::string_view nameKindText(NameKind kind);

/// What one name in a text stands for, as the binder found out; names with an error have none. A name that is read and written at
/// once (`x += 1`) has two.
struct NameMeaning
{
    NameUse use = noToken;
    NameKind kind = NameKind::Local;
    bool declares = false;            ///< here and not only uses
    bool writes = false;              ///< assigns to it, as loops do
    bool sends = false;               ///< of a message: a call sends it, now or later
    std::int32_t number = 0;          ///< slot, number of the member, value of the constant, or id
    const ClassInfo* owner = nullptr; ///< class the text stands in; of a class the class itself; else null
};

} // namespace blak::kod
