// SPDX-License-Identifier: GPL-3.0-or-later
// blakserv.cfg, packages.txt, masks and ranges of addresses, the accounts file.
#include "server/address/address.h"
#include "server/sessions/package.h"
#include "server/sessions/settings.h"
#include "server/world/accounts.h"
#include "server/admin/admin.h"

#include <cstdlib>

using namespace blak;

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size)
{
    const std::string text(reinterpret_cast<const char*>(data), size);
    world::Config config;
    if (!config.parse(text))
        return 0;
    (void)serve::Settings::from(config, vm::classic);
    world::Config again;
    if (!again.parse(config.write()))
        std::abort();
    world::SystemTimers timers;
    timers.configure(config, false, 1'000'000);
    (void)timers.takeDue(2'000'000);
    std::size_t faults = 0;
    (void)serve::readPackages(text, faults);
    (void)serve::parseAddressRange(text);
    (void)serve::matchesMask(text, {});
    (void)world::withoutSecrets(text);
    world::Accounts accounts;
    std::vector<Error> problems;
    if (accounts.read(text, "accounts", problems)) {
        world::Accounts copy;
        problems.clear();
        if (!copy.read(accounts.write(true), "accounts", problems) || !problems.empty() ||
            copy.list.size() != accounts.list.size())
            std::abort();
    }
    return 0;
}
