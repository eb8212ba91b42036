// SPDX-License-Identifier: GPL-3.0-or-later
#include "server/vm/loader.h"

#include "formats/bof/verify.h"
#include "server/vm/lowering.h"

#include <algorithm>
#include <optional>

namespace blak::vm {
namespace {

constexpr std::size_t maxInheritance = 1000;
/// Bytes of code that cannot have more constants than instructions can name, as each takes four. Longer handlers are decoded when
/// they are loaded, so that it is known whether they fit.
constexpr std::size_t mostCodeLeft = 4 * maxSlotIndex;

/// The lines of all handlers by their offset in the file.
std::vector<bof::Line> linesOf(const bof::File& file, const std::vector<std::vector<bof::HandlerPlace>>& places)
{
    std::vector<bof::Line> lines;
    for (std::size_t c = 0; c < file.classes.size(); ++c)
        for (std::size_t h = 0; h < file.classes[c].handlers.size(); ++h)
            for (const bof::Line& line : file.classes[c].handlers[h].lines)
                lines.push_back({places[c][h].code + line.offset, line.line});
    lines.shrink_to_fit();
    return lines;
}

template <class Traits>
class Loader
{
public:
    Loader(Program<Traits>& program, std::vector<Error>& problems) : program_(program), problems_(problems) {}

    void add(LoadedFile&& loaded)
    {
        const Dialect& dialect = Traits::dialect();
        if (loaded.file.version != dialect.bofVersion) {
            problems_.push_back(
                {"expected version " + std::to_string(dialect.bofVersion) + ", found " + std::to_string(loaded.file.version),
                 loaded.name});
            return;
        }
        if (const auto sound = bof::verify(loaded.file, loaded.name); !sound) {
            problems_.push_back(sound.error());
            return;
        }
        const auto places = bof::places(loaded.file);
        auto source = std::make_unique<SourceFile>();
        source->name = std::move(loaded.name);
        source->version = loaded.file.version;
        source->strings = std::move(loaded.file.strings);
        source->lines = linesOf(loaded.file, places);
        for (std::size_t c = 0; c < loaded.file.classes.size(); ++c)
            addClass(loaded.file.classes[c], places[c], *source);
        program_.files.push_back(std::move(source));
    }

    /// Whether the classes fit into the places of their namesakes; linked to the superclasses there then.
    bool linkInto(const Program<Traits>& existing, bool forNow)
    {
        std::size_t there = 0;
        for (const auto& [id, old] : existing.classes)
            there += !program_.files.empty() && old->fileName == program_.files.front()->name;
        if (program_.classes.empty() || program_.classes.size() != there)
            return false;
        for (auto& [id, entry] : program_.classes) {
            const auto* old = existing.find(id);
            if (old == nullptr || old->fileName != entry->fileName || old->superId != entry->superId ||
                old->propertyCount != entry->propertyCount || old->classvarCount != entry->classvarCount)
                return false;
            entry->super = old->super;
            complete(*entry);
            if (forNow) {
                entry->classvars = old->classvars;
                continue;
            }
            const bool inherited =
                std::ranges::any_of(existing.classes, [&](const auto& other) { return other.second->super == old; });
            if (inherited && (entry->propertyDefaults != old->propertyDefaults || entry->classvars != old->classvars))
                return false;
        }
        return true;
    }

    /// Connects superclasses and drops the classes that have none, or less than they need.
    void link()
    {
        for (auto it = program_.classes.begin(); it != program_.classes.end();) {
            if (const auto fault = linkOne(*it->second)) {
                problems_.push_back({*fault, it->second->fileName + ", class " + std::to_string(it->first)});
                it = program_.classes.erase(it);
                // Whoever was linked to it is looked at again.
                for (auto& [id, entry] : program_.classes) {
                    entry->ancestors.clear();
                    entry->super = nullptr;
                }
                it = program_.classes.begin();
            } else {
                ++it;
            }
        }
        std::vector<ClassInfo<Traits>*> order;
        for (auto& [id, entry] : program_.classes)
            order.push_back(entry.get());
        std::ranges::stable_sort(order, {}, [](const auto* entry) { return entry->depth; });
        for (ClassInfo<Traits>* entry : order)
            complete(*entry);

        constexpr std::int32_t indexedClasses = 1 << 16; // keeps a file with wild numbers from making a huge index
        for (const auto& [id, entry] : program_.classes) {
            if (id < 0 || id >= indexedClasses)
                continue;
            program_.index.resize(static_cast<std::size_t>(id) + 1);
            program_.index.back() = entry.get();
        }
    }

private:
    void addClass(bof::Class& in, const std::vector<bof::HandlerPlace>& places, const SourceFile& source)
    {
        auto entry = std::make_unique<ClassInfo<Traits>>();
        entry->id = in.id;
        entry->superId = in.superId;
        entry->propertyCount = static_cast<std::uint32_t>(in.totalProperties);
        entry->classvarCount = static_cast<std::uint32_t>(in.totalClassvars);
        entry->file = &source;
        entry->fileName = source.name;
        for (const bof::Default& value : in.properties)
            own_[in.id].properties.emplace_back(static_cast<std::uint32_t>(value.number), wordOf<Traits>(value.value));
        for (const bof::Default& value : in.classvars)
            own_[in.id].classvars.emplace_back(static_cast<std::uint32_t>(value.number), wordOf<Traits>(value.value));
        for (std::size_t h = 0; h < in.handlers.size(); ++h)
            addHandler(*entry, in.handlers[h], places[h].code);
        if (program_.classes.contains(in.id)) {
            problems_.push_back(
                {"a class of the same number was loaded before", source.name + ", class " + std::to_string(in.id)});
            return;
        }
        program_.classes.emplace(in.id, std::move(entry));
    }

    void addHandler(ClassInfo<Traits>& owner, bof::Handler& in, std::uint32_t place)
    {
        auto code = std::make_unique<Code<Traits>>();
        code->owner = &owner;
        code->file = owner.file;
        code->message = in.message;
        code->commentString = in.comment;
        code->declaredSlots = static_cast<std::uint16_t>(in.locals + in.parameters.size());
        code->parameterCount = static_cast<std::uint16_t>(in.parameters.size());
        code->parameterIds.reserve(in.parameters.size());
        code->parameterDefaults.reserve(in.parameters.size());
        for (const bof::Parameter& parameter : in.parameters) {
            code->parameterIds.push_back(parameter.id);
            code->parameterDefaults.push_back(wordOf<Traits>(parameter.value));
        }
        code->place = place;
        code->bytes = std::move(in.code);
        if (code->declaredSlots > Traits::dialect().maxSlots)
            code->entry = Entry::TooManySlots;
        const std::size_t size = code->bytes.size();
        if (size > mostCodeLeft && !lower(*code)) {
            problems_.push_back({"the handler is too large", owner.fileName + ", class " + std::to_string(owner.id) +
                                                                 ", message " + std::to_string(in.message)});
            return;
        }
        program_.longestHandler = std::max(program_.longestHandler, static_cast<std::int64_t>(size));
        owner.handlers.push_back(std::move(code));
    }

    std::optional<std::string> linkOne(ClassInfo<Traits>& entry)
    {
        std::vector<const ClassInfo<Traits>*> chain{&entry};
        while (chain.back()->superId != 0) {
            const auto* super = program_.find(chain.back()->superId);
            if (super == nullptr)
                return "the superclass " + std::to_string(chain.back()->superId) + " is missing";
            if (super->propertyCount > chain.back()->propertyCount || super->classvarCount > chain.back()->classvarCount)
                return "was compiled against an older superclass " + std::to_string(super->id) + ": compile it again";
            if (chain.size() > maxInheritance)
                return std::string("the superclasses form a ring");
            chain.push_back(super);
        }
        entry.super = chain.size() > 1 ? chain[1] : nullptr;
        entry.ancestors.assign(chain.rbegin(), chain.rend());
        entry.depth = static_cast<std::uint32_t>(chain.size() - 1);
        return std::nullopt;
    }

    void complete(ClassInfo<Traits>& entry)
    {
        using W = Words<Traits>;
        if (entry.super != nullptr) {
            entry.propertyDefaults = entry.super->propertyDefaults;
            entry.classvars = entry.super->classvars;
        }
        entry.propertyDefaults.resize(entry.propertyCount + 1, W::nil);
        entry.classvars.resize(entry.classvarCount, W::nil);
        for (const auto& [number, word] : own_[entry.id].properties)
            entry.propertyDefaults[number] = word;
        for (const auto& [number, word] : own_[entry.id].classvars)
            entry.classvars[number] = word;
        for (auto& code : entry.handlers) {
            code->propagate = entry.super == nullptr ? nullptr : entry.super->find(code->message);
            entry.dispatch.insert_or_assign(code->message, code.get());
        }
    }

    struct OwnDefaults
    {
        std::vector<std::pair<std::uint32_t, typename Traits::Word>> properties;
        std::vector<std::pair<std::uint32_t, typename Traits::Word>> classvars;
    };

    Program<Traits>& program_;
    std::vector<Error>& problems_;
    std::unordered_map<std::int32_t, OwnDefaults> own_;
};

} // namespace

template <class Traits>
void decode(const Code<Traits>& code)
{
    lower(const_cast<Code<Traits>&>(code)); // all of them belong to a Program, and none is const there
}

template <class Traits>
Program<Traits> loadProgram(std::vector<LoadedFile> files, std::vector<Error>& problems)
{
    Program<Traits> program;
    Loader<Traits> loader(program, problems);
    for (LoadedFile& file : files)
        loader.add(std::move(file));
    loader.link();
    return program;
}

template <class Traits>
Result<std::optional<Program<Traits>>> loadReplacement(LoadedFile file, const Program<Traits>& existing, bool forNow)
{
    std::vector<Error> problems;
    Program<Traits> program;
    Loader<Traits> loader(program, problems);
    loader.add(std::move(file));
    if (!problems.empty())
        return problems.front();
    if (!loader.linkInto(existing, forNow))
        return std::optional<Program<Traits>>();
    return std::optional(std::move(program));
}

#define X(Traits)                                                                                                                \
    template Result<std::optional<Program<Traits>>> loadReplacement<Traits>(LoadedFile, const Program<Traits>&, bool);           \
    template void decode<Traits>(const Code<Traits>&);                                                                           \
    template Program<Traits> loadProgram<Traits>(std::vector<LoadedFile>, std::vector<Error>&);
BLAK_VM_FOR_EACH_DIALECT(X)
#undef X

} // namespace blak::vm
