// SPDX-License-Identifier: GPL-3.0-or-later
#include "server/world/user_name.h"

namespace blak::world {

UserName userNameOf(vm::Vm& vm, std::int64_t object)
{
    const vm::Value answer = vm.send(object, vm.dialect().ids.getUserName, {}).value_or(vm::Value{}); // nobody answers: $
    if (answer.tag != bof::Tag::Resource)
        return {"Non-resource " + std::to_string(static_cast<int>(answer.tag)) + "," + std::to_string(answer.data), false};
    if (auto text = vm.resourceText(answer.data))
        return {std::move(*text), true};
    return {"Invalid resource id " + std::to_string(answer.data), false};
}

} // namespace blak::world
