// SPDX-License-Identifier: GPL-3.0-or-later
#include "server/admin/option_commands.h"

namespace blak::world {
namespace {

constexpr std::size_t nameColumn = 20;

std::string bracketed(std::string_view group)
{
    return group.starts_with('[') ? std::string(group) : "[" + std::string(group) + "]";
}

} // namespace

const config::Option* OptionCommands::needOption(settings::Kind kind)
{
    const config::Option* option = findOption(in.texts[0], in.texts[1]);
    if (option == nullptr || option->kind != kind) {
        line("Unable to find configure group " + std::string(in.texts[0]) + " name " + std::string(in.texts[1]) + ".");
        return nullptr;
    }
    if (!option->isDynamic) {
        line("This configure option is not settable at runtime.");
        return nullptr;
    }
    return option;
}

bool OptionCommands::changeOption(const config::Option& option, std::string_view value)
{
    if (const std::string fault = faultOf(option.group, option.name, value); !fault.empty()) {
        line("[" + std::string(option.group) + "] " + std::string(option.name) + ": " + fault);
        return false;
    }
    const auto changed = world.config().set(option.group, option.name, value);
    if (!changed) {
        line(changed.error().text());
        return false;
    }
    world.optionsChanged();
    admin.timeCalls(); // of the options, the one that the world does not ask for when it needs it
    return true;
}

void OptionCommands::setConfigBoolean()
{
    const config::Option* option = needOption(settings::Kind::Boolean);
    if (option == nullptr)
        return;
    const std::string value = lowerCase(in.texts[2]);
    if (value != "yes" && value != "no") {
        line("Boolean configuration options must be 'yes' or 'no'");
        return;
    }
    if (!changeOption(*option, value))
        return;
    line("Configure option group " + bracketed(in.texts[0]) + " name " + std::string(in.texts[1]) + " is now set to '" +
         std::string(in.texts[2]) + "'.");
}

void OptionCommands::setConfigInteger()
{
    const config::Option* option = needOption(settings::Kind::Integer);
    if (option == nullptr)
        return;
    if (!changeOption(*option, std::to_string(in.numbers[0])))
        return;
    line("Configure option group " + bracketed(in.texts[0]) + " name " + std::string(in.texts[1]) + " is now set to " +
         std::to_string(in.numbers[0]) + ".");
}

void OptionCommands::setConfigString()
{
    const config::Option* option = needOption(settings::Kind::Text);
    if (option == nullptr)
        return;
    if (!changeOption(*option, in.texts[2]))
        return;
    line("Configure option group " + bracketed(in.texts[0]) + " name " + std::string(in.texts[1]) + " is now set to " +
         std::string(in.texts[2]) + ".");
}

/// Every option of the dialect's servers and of this one, with what is in force where the file says so. Secrets are left out.
void OptionCommands::showConfiguration()
{
    const config::Fork fork = world.extended()              ? config::Fork::Open105
                              : vm.dialect().wordBits == 64 ? config::Fork::Mainline
                                                            : config::Fork::Original;
    std::string_view group;
    for (const std::span<const config::Option> options : {config::options(), ownOptions()})
        for (const config::Option& option : options) {
            if (!option.isKnownTo(fork))
                continue;
            if (option.group != group) {
                line("");
                line(padded("[" + std::string(option.group) + "]", nameColumn) + " ");
            }
            group = option.group;
            const std::string value = world.config().text(option.group, option.name, defaultFor(option, fork));
            const bool secret = equalIgnoringCase(option.name, "Password");
            const bool bracketed = option.kind == settings::Kind::Text && value.find(' ') != value.npos;
            line(padded(option.name, nameColumn) + " " +
                 (secret && !value.empty() ? "..."
                  : bracketed              ? "<" + value + ">"
                                           : value));
        }
}

void OptionCommands::saveConfiguration()
{
    const auto saved = world.runFolder().saveConfiguration();
    line(saved ? "Configuration saved." : "The configuration cannot be saved: " + saved.error().text());
}

} // namespace blak::world
