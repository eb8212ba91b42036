// SPDX-License-Identifier: GPL-3.0-or-later
#include "server/vm/builtins.h"

namespace blak::vm {

template <class Traits>
Builtin<Traits> roomBuiltin(bof::Function)
{
    return nullptr;
}

#define X(Traits) template Builtin<Traits> roomBuiltin<Traits>(bof::Function);
BLAK_VM_FOR_EACH_DIALECT(X)
#undef X

} // namespace blak::vm
