// SPDX-License-Identifier: GPL-3.0-or-later
#include "formats/wire/resource_formats.h"

#include <cstddef>

namespace blak::wire {

std::vector<Parameter> parametersOf(std::string_view resourceText)
{
    std::vector<Parameter> parameters;
    for (std::size_t i = 0; i + 1 < resourceText.size(); ++i) {
        if (resourceText[i] != '%')
            continue;
        switch (resourceText[++i]) {
        case 'd':
        case 'i': parameters.push_back(Parameter::Integer); break;
        case 's': parameters.push_back(Parameter::Resource); break;
        case 'q': parameters.push_back(Parameter::Text); break;
        case 'r': parameters.push_back(Parameter::Message); break;
        default: break;
        }
    }
    return parameters;
}

void ResourceFormats::set(std::uint32_t resource, std::string_view text)
{
    auto parameters = parametersOf(text);
    if (parameters.empty())
        formats_.erase(resource);
    else
        formats_.insert_or_assign(resource, std::move(parameters));
}

const std::vector<Parameter>& ResourceFormats::parameters(std::uint32_t resource) const
{
    static const std::vector<Parameter> none;
    const auto found = formats_.find(resource);
    return found == formats_.end() ? none : found->second;
}

} // namespace blak::wire
