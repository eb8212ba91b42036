// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "formats/wire/codec.h"
#include "server/vm/vm.h"

namespace blak::serve {

/// Hands the messages of clients over to Blakod: ReceiveClient of the character, or of System (reference kod.md section 6,
/// protocol.md section 3).
///
/// The list of a message reuses one chain of nodes, as in the reference: Blakod that keeps it sees the next message in it.
class ClientMessages
{
public:
    explicit ClientMessages(vm::Vm& machine) : vm_(machine) {}

    /// `object` is the character, -1 while there is none; then only messages for System are taken. The error says why a message
    /// was dropped.
    Result<void> deliver(const wire::Message& message, std::int64_t session, std::int64_t object);

    /// The character's connection is gone, or it asks to leave.
    void deliverQuit(std::int64_t session, std::int64_t object);

    /// A collection or a load has made the ids of the chain void.
    void forgetNodes() { chain_.clear(); }

private:
    struct Call
    {
        std::vector<vm::Value> values;
        vm::Value numbers;
        bool hasNumbers = false;
    };

    Result<void> addFields(const wire::MessageRow& row, std::span<const wire::Field> fields, Call& call, bool inStructure);
    Result<void> addList(const wire::MessageRow& row, const wire::Field& list, Call& call);
    Result<vm::Value> objectOf(const wire::Field& field) const;
    void send(std::int64_t object, std::int64_t session, std::int64_t type, const Call& call);

    vm::Vm& vm_;
    std::vector<std::int64_t> chain_;
};

} // namespace blak::serve
