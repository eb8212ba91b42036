// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "client/module_api/host.h"

namespace blak::client {

class CharacterPage;

/// The choice and the making of a character ("char.dll"); it goes when one is played.
class CharacterModule : public module::Module
{
public:
    module::Info info() const override;
    void begin(module::Host& host) override;
    bool userChanged(quint32 topics) override;

private:
    CharacterPage* page_ = nullptr;
};

} // namespace blak::client
