// SPDX-License-Identifier: GPL-3.0-or-later
#include "server/vm/names.h"

namespace blak::vm {

void Names::Space::add(std::string_view name, std::int32_t id)
{
    ids.emplace(lowerCase(name), id);
    names.emplace(id, name);
}

std::optional<std::int32_t> Names::Space::find(std::string_view name) const
{
    const auto it = ids.find(lowerCase(name));
    if (it == ids.end())
        return std::nullopt;
    return it->second;
}

std::string_view Names::Space::text(std::int32_t id) const
{
    const auto it = names.find(id);
    return it == names.end() ? std::string_view() : it->second;
}

void Names::set(const kodbase::Kodbase& base, bool lastSpelling)
{
    *this = {};
    const auto add = [&](Space& space, const kodbase::Name& name) {
        space.add(name.name, name.id);
        if (lastSpelling)
            for (Space* both : {&messages, &parameters})
                if (const auto known = both->names.find(name.id); known != both->names.end())
                    known->second = name.name;
    };
    for (const kodbase::Class& entry : base.classes) {
        classes.add(entry.name, entry.id);
        for (const kodbase::Name& resource : entry.resources)
            resources.add(resource.name, resource.id);
        for (const kodbase::Message& message : entry.messages) {
            add(messages, {message.name, message.id});
            for (const kodbase::Name& parameter : message.parameters)
                add(parameters, parameter);
        }
    }
    for (const kodbase::External& external : base.externals) {
        Space& space = external.kind == kodbase::ExternalKind::Class     ? classes
                       : external.kind == kodbase::ExternalKind::Message ? messages
                                                                         : parameters;
        space.add(external.name, external.id);
    }
}

} // namespace blak::vm
