// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "server/admin/call.h"

namespace blak::world {

/// Commands that make, change and end accounts.
struct AccountCommands : AdminCall
{
    void setAccountName();
    void setAccountPassword();
    void setAccountCredits();
    void addCredits();
    void setAccountEmail();
    void setAccountType();
    void setAccountObject();
    void createAccount();
    void createAutomated();
    void recreateAutomated();
    void deleteAccount();
    void deleteUnused();

private:
    Account* needAccount(std::int64_t id);
    bool mayCreate(std::string_view name, std::string_view email);
    AccountType typeToCreate(std::string_view text) const;
    void createAutomatedFrom(std::span<const std::string_view> texts);
};

} // namespace blak::world
