// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "formats/base/result.h"
#include "server/vm/program.h"

#include <map>
#include <optional>

namespace blak::vm {

/// A file to load with the name that messages show for it.
struct LoadedFile
{
    bof::File file;
    std::string name;
};

/// All classes of a world.
template <class Traits>
struct Program
{
    std::vector<std::unique_ptr<SourceFile>> files;
    std::map<std::int32_t, std::unique_ptr<ClassInfo<Traits>>> classes;

    std::int64_t longestHandler = 0;             ///< no handler has more instructions
    std::vector<const ClassInfo<Traits>*> index; ///< the classes of usual numbers by number; nullptr = none

    const ClassInfo<Traits>* find(std::int32_t id) const
    {
        if (const auto number = static_cast<std::size_t>(id); number < index.size())
            return index[number];
        const auto it = classes.find(id);
        return it == classes.end() ? nullptr : it->second.get();
    }
};

/// Verifies; decode() does the rest. A file of another version, with a fault, or with a class whose superclass is missing is left
/// out and reported in `problems`; the rest still loads.
template <class Traits>
Program<Traits> loadProgram(std::vector<LoadedFile> files, std::vector<Error>& problems);

/// The classes of one file to take the place of those that an existing program has from a file of that name: linked to its
/// superclasses, but with nothing linked to them. Nothing when the file does not stand for them alone: other classes, another
/// superclass, other numbers of properties, or defaults that subclasses have taken over and that differ. `forNow`: they run and go,
/// so that their defaults concern nobody, and class variables have the values that they have in the program.
template <class Traits>
Result<std::optional<Program<Traits>>> loadReplacement(LoadedFile file, const Program<Traits>& existing, bool forNow = false);

/// Makes the instructions of a handler that was loaded and not yet entered.
template <class Traits>
void decode(const Code<Traits>& code);

/// The function behind a built-in.
template <class Traits>
Builtin<Traits> builtinFor(bof::Function function);

} // namespace blak::vm
