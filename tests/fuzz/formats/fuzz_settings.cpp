// SPDX-License-Identifier: GPL-3.0-or-later
// Configuration files of both styles: lines are kept, and what is set is what is read.
#include "formats/clientini/client_settings.h"
#include "formats/config/config.h"

#include <cstdlib>

namespace {

using namespace blak;

constexpr std::size_t mostChanges = 20;

void setAll(settings::File file)
{
    std::size_t changes = 0;
    const settings::File before = file; // options are views of its lines
    for (const settings::Option& option : before.options()) {
        if (++changes > mostChanges)
            return;
        const std::string group(option.group), name(option.name);
        for (const std::string value : {"7", "two words", "", "\"q\"", "<x y>", " blank "})
            if (file.set(group, name, value) && file.value(group, name) != value)
                std::abort();
    }
    if (file.set("Fuzz", "New", "a b") && file.value("fuzz", "new") != "a b")
        std::abort();
}

} // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size)
{
    const std::string_view text(reinterpret_cast<const char*>(data), size);
    for (const auto style : {settings::Style::Blank, settings::Style::Equals}) {
        const auto file = settings::read(text, "fuzz", style);
        if (!file)
            continue;
        if (settings::write(file.value()) != text)
            std::abort();
        (void)config::check(file.value());
        (void)clientini::check(file.value());
        setAll(file.value());
    }
    (void)clientini::parseBinding(text);
    return 0;
}
