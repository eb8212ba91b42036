// SPDX-License-Identifier: GPL-3.0-or-later
// packages.txt, accounts, lastsave.txt and motd.txt: untouched lines come back as they were, and entries that are written anew
// say the same.
#include "formats/account/accounts.h"
#include "formats/motd/motd.h"
#include "formats/packages/packages.h"
#include "formats/save/last_save.h"

#include <cstdlib>

namespace {

template <typename Read>
void check(std::string_view text, Read read)
{
    auto file = read(text, "fuzz");
    if (!file)
        return;
    if (write(file.value()) != text)
        std::abort();
    for (auto& line : file.value().lines)
        if (line.entry)
            line.text.clear(); // forget the spelling
    const auto again = read(write(file.value()), "again");
    if (!again || again.value().lines.size() != file.value().lines.size())
        std::abort();
    for (std::size_t i = 0; i < again.value().lines.size(); ++i)
        if (again.value().lines[i].entry != file.value().lines[i].entry)
            std::abort();
}

} // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size)
{
    using namespace blak;
    const std::string_view text(reinterpret_cast<const char*>(data), size);
    check(text, packages::read);
    check(text, account::read);
    check(text, save::readLastSave);
    if (const auto packages = packages::read(text, "fuzz"))
        (void)packages::newerThan(packages.value(), 5);
    if (const auto accounts = account::read(text, "fuzz"))
        (void)accounts.value().nextId();
    if (const auto message = motd::read(text, "fuzz")) {
        if (motd::write(message.value()) != text)
            std::abort();
        if (!motd::fromUtf8(motd::toUtf8(message.value()), message.value()))
            std::abort();
    }
    return 0;
}
