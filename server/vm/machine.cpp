// SPDX-License-Identifier: GPL-3.0-or-later
#include "server/vm/machine.h"

#include "server/vm/frames.h"

#include <algorithm>

namespace blak::vm {
namespace {

constexpr std::size_t indexedResources = 1 << 18; ///< keeps a file with wild numbers from making a huge index
constexpr std::size_t propertyBlockWords = 64 * 1024;
constexpr std::size_t framesPerDepth = 4; ///< propagation stacks frames too
constexpr std::size_t stackWordsPerDepth = 96;

} // namespace

std::string_view tagName(Tag tag, bool extended) { return bof::tagName(tag, extended ? bof::newestVersion : bof::oldestVersion); }

std::unique_ptr<Vm> Vm::create(const Dialect& dialect, Host& host)
{
    if (&dialect == &open105)
        return std::make_unique<Machine<Open105Traits>>(host);
    if (&dialect == &classic97)
        return std::make_unique<Machine<Classic97Traits>>(host);
    return std::make_unique<Machine<ClassicTraits>>(host);
}

template <class Traits>
Machine<Traits>::Machine(Host& host) : host_(&host), maxInstructions_(Traits::dialect().maxInstructions)
{
    frames_.resize(Traits::dialect().maxDepth * framesPerDepth);
    stack_.resize(Traits::dialect().maxDepth * stackWordsPerDepth + callReserve);
}

template <class Traits>
Machine<Traits>::~Machine() = default;

template <class Traits>
std::vector<Error> Machine<Traits>::loadProgram(std::vector<LoadedFile> files)
{
    const Outside outside(*this, {});
    std::vector<Error> problems;
    program_ = vm::loadProgram<Traits>(std::move(files), problems);
    handlerTimes_.clear();
    builtinTimes_.clear();
    chooseBuiltins();
    beCarefulAnew();
    patchAnew();
    applyNames();
    return problems;
}

template <class Traits>
void Machine<Traits>::setNames(const kodbase::Kodbase& names)
{
    const Outside outside(*this, {});
    base_ = names;
    names_.set(names, !Traits::extended);
    applyNames();
}

/// Gives classes the names of their members; inherited ones come from the ancestors.
template <class Traits>
void Machine<Traits>::applyNames()
{
    std::unordered_map<std::int32_t, const kodbase::Class*> entries;
    for (const kodbase::Class& entry : base_.classes)
        entries[entry.id] = &entry;
    for (auto& [id, type] : program_.classes) {
        type->propertyNames.assign(type->propertyCount + 1, "");
        type->propertyNames[0] = "self";
        type->classvarNames.assign(type->classvarCount, "");
        for (const Class* ancestor : type->ancestors) {
            const auto it = entries.find(ancestor->id);
            if (it == entries.end())
                continue;
            if (ancestor == type.get())
                type->name = it->second->name;
            for (const kodbase::Name& name : it->second->properties)
                if (name.id > 0 && static_cast<std::size_t>(name.id) < type->propertyNames.size())
                    type->propertyNames[static_cast<std::size_t>(name.id)] = name.name;
            for (const kodbase::Name& name : it->second->classvars)
                if (name.id >= 0 && static_cast<std::size_t>(name.id) < type->classvarNames.size())
                    type->classvarNames[static_cast<std::size_t>(name.id)] = name.name;
        }
    }
}

template <class Traits>
void Machine<Traits>::addResources(const rsc::File& file)
{
    const Outside outside(*this, {});
    for (const rsc::Entry& entry : file.entries) {
        Languages& texts = resources_[entry.id];
        texts[entry.language] = entry.text;
        const auto number = static_cast<std::size_t>(entry.id);
        if (entry.id < 0 || number >= indexedResources)
            continue;
        if (number >= resourceIndex_.size())
            resourceIndex_.resize(number + 1);
        resourceIndex_[number] = &texts;
    }
}

template <class Traits>
void Machine<Traits>::clearResources()
{
    const Outside outside(*this, {});
    resourceIndex_.clear();
    resources_.clear();
}

// --- texts ---------------------------------------------------------------------------------------------------------------------

template <class Traits>
const std::map<std::int32_t, std::string>* Machine<Traits>::languages(std::int64_t resource) const
{
    if (resource >= rsc::firstDynamicId) {
        const auto it = dynamic_.find(resource);
        return it == dynamic_.end() ? nullptr : &it->second;
    }
    if (const auto number = static_cast<std::size_t>(resource); number < resourceIndex_.size())
        return resourceIndex_[number];
    const auto it = resources_.find(resource);
    return it == resources_.end() ? nullptr : &it->second;
}

template <class Traits>
std::map<std::int32_t, std::string>* Machine<Traits>::mutableLanguages(std::int64_t resource)
{
    const auto it = dynamic_.find(resource);
    return it == dynamic_.end() ? nullptr : &it->second;
}

template <class Traits>
std::optional<std::string> Machine<Traits>::resourceText(std::int64_t id, std::int32_t language) const
{
    const auto* texts = languages(id);
    if (texts == nullptr || texts->empty())
        return std::nullopt;
    const auto it = texts->find(language);
    return it != texts->end() ? it->second : texts->begin()->second;
}

template <class Traits>
std::optional<std::string_view> Machine<Traits>::lookUp(Word word) const
{
    const auto data = static_cast<std::int64_t>(W::data(word));
    switch (W::tag(word)) {
    case Tag::String:
        if (data >= 0 && static_cast<std::size_t>(data) < strings_.size())
            return strings_[static_cast<std::size_t>(data)];
        return std::nullopt;
    case Tag::TempString: return temp_;
    case Tag::Resource:
        if (const auto* texts = languages(data); texts != nullptr && !texts->empty())
            return texts->begin()->second; // English has number 0
        return std::nullopt;
    case Tag::DebugString: {
        if (frameCount_ == 0)
            return std::nullopt;
        const auto& strings = frame().code->file->strings;
        if (data < 0 || static_cast<std::size_t>(data) >= strings.size())
            return std::nullopt;
        return strings[static_cast<std::size_t>(data)];
    }
    default: return std::nullopt;
    }
}

template <class Traits>
std::string Machine<Traits>::valueText(Word word) const
{
    const Tag tag = W::tag(word);
    const auto data = static_cast<std::int64_t>(W::data(word));
    std::string name;
    if (tag == Tag::Resource)
        name = names_.resources.name(static_cast<std::int32_t>(data));
    else if (tag == Tag::Class)
        name = names_.classes.name(static_cast<std::int32_t>(data));
    const std::string_view shown = Traits::extended && tag == Tag::Tag13 ? "HASHTABLE" : tagName(tag, Traits::extended);
    return std::string(shown) + " " + (name.empty() ? std::to_string(data) : name);
}

template <class Traits>
std::string Machine<Traits>::briefText(Word word) const
{
    return std::to_string(static_cast<int>(W::tag(word))) + "," + std::to_string(W::data(word));
}

template <class Traits>
std::string Machine<Traits>::describeSelf() const
{
    if (!Traits::extended || frameCount_ == 0)
        return {};
    return " in obj:" + std::to_string(frame().object) + " " + names_.classes.name(frame().type->id);
}

template <class Traits>
std::string Machine<Traits>::position() const
{
    if (frameCount_ == 0)
        return "[Server] ";
    const Frame& top = frame();
    const auto place = static_cast<std::size_t>(top.at - top.code->instructions.data());
    return "[" + top.code->file->name + " (" + std::to_string(top.code->lines[place]) + ")] ";
}

template <class Traits>
void Machine<Traits>::report(std::string_view text)
{
    if (!mayReport())
        return;
    const std::string line = position() + std::string(text);
    host_->errorLine(line);
    tellError(line);
}

template <class Traits>
std::vector<HandlerView> Machine<Traits>::callers(std::size_t most) const
{
    std::vector<HandlerView> result;
    for (std::size_t i = frameCount_; i-- > 0 && result.size() < most;) {
        const Frame& f = frames_[i];
        const auto place = static_cast<std::size_t>(f.at - f.code->instructions.data());
        result.push_back({names_.classes.name(f.code->owner->id), names_.messages.name(f.code->message), f.code->file->name,
                          f.code->lines[place], f.object});
    }
    return result;
}

template <class Traits>
void Machine<Traits>::debug(std::string_view text)
{
    text = text.substr(0, text.find('\0')); // as in C
    if (mayLog(text.size()))
        host_->debugLine(position() + std::string(text));
}

template <class Traits>
void Machine<Traits>::dumpStack()
{
    std::string text = Traits::extended ? "Stack trace:" : "Stack:";
    for (std::size_t i = frameCount_; i-- > 0;) {
        const Frame& f = frames_[i];
        const bool above = i + 1 < frameCount_ && frames_[i + 1].propagated;
        const auto place = static_cast<std::size_t>(f.at - f.code->instructions.data());
        const std::int32_t line = above ? f.code->firstLine : f.code->lines[place];
        std::string entry = std::string(above ? "+" : "") + names_.classes.name(f.code->owner->id) +
                            "::" + names_.messages.name(f.code->message) + "(";
        for (std::size_t p = 0; p < f.sentCount; ++p)
            entry += std::string(p == 0             ? "#"
                                 : Traits::extended ? ", #"
                                                    : ",#") +
                     names_.parameters.name(f.sentIds[p]) + "=" + valueText(f.sent[p]);
        entry += ") ";
        const std::string place2 = f.code->file->name + " (" + std::to_string(line) + ")";
        entry += Traits::extended ? "[" + place2 + "]" : place2;
        text += "\n" + entry;
    }
    if (!mayLog(text.size()))
        return;
    host_->debugLine(text);
    if constexpr (Traits::extended)
        host_->debugLine("End stack trace");
}

// --- heap ----------------------------------------------------------------------------------------------------------------------

template <class Traits>
auto Machine<Traits>::allocateProperties(std::size_t count) -> Word*
{
    if (blocks_.empty() || blockUsed_ + count > blockSize_) {
        blockSize_ = std::max(count, propertyBlockWords);
        blocks_.push_back(std::make_unique_for_overwrite<Word[]>(blockSize_));
        blockUsed_ = 0;
    }
    Word* words = blocks_.back().get() + blockUsed_;
    blockUsed_ += count;
    return words;
}

template <class Traits>
std::int64_t Machine<Traits>::allocate(const Class& type)
{
    const std::size_t count = type.propertyDefaults.size();
    take(sizeof(Object) + count * sizeof(Word));
    Word* words = allocateProperties(count);
    std::copy(type.propertyDefaults.begin(), type.propertyDefaults.end(), words);
    const auto id = static_cast<std::int64_t>(objects_.size());
    words[0] = W::make(Tag::Object, id);
    objects_.push_back({&type, words});
    return id;
}

template <class Traits>
auto Machine<Traits>::newTable(std::size_t buckets) -> Word
{
    const std::int64_t id = nextTable_++;
    if (!take(sizeof(Table<Word>) + buckets * sizeof(std::uint32_t)))
        buckets = 1;
    tables_.emplace(id, Table<Word>(buckets));
    return W::make(Traits::extended ? Tag::Tag13 : Tag::Int, id);
}

template <class Traits>
auto Machine<Traits>::tableOf(Word word) -> Table<Word>*
{
    if (!W::is(word, Traits::extended ? Tag::Tag13 : Tag::Int))
        return nullptr;
    const auto id = static_cast<std::int64_t>(W::data(word));
    if (id == lastTableId_ && lastTable_ != nullptr)
        return lastTable_;
    const auto it = tables_.find(id);
    if (it == tables_.end())
        return nullptr;
    lastTableId_ = id;
    lastTable_ = &it->second;
    return lastTable_;
}

template <class Traits>
void Machine<Traits>::deleteTable(Word word)
{
    lastTable_ = nullptr;
    tables_.erase(W::data(word));
}

template <class Traits>
std::int64_t Machine<Traits>::addRoom(std::unique_ptr<RoomState> room)
{
    take(bytesOf(*room));
    rooms_.push_back(std::move(room));
    return static_cast<std::int64_t>(rooms_.size() - 1);
}

template <class Traits>
RoomState* Machine<Traits>::room(Word word)
{
    const auto id = static_cast<std::size_t>(W::data(word));
    return W::is(word, Tag::RoomData) && id < rooms_.size() ? rooms_[id].get() : nullptr;
}

template <class Traits>
void Machine<Traits>::freeRoom(Word word)
{
    if (room(word) != nullptr)
        rooms_[static_cast<std::size_t>(W::data(word))].reset();
}

template <class Traits>
std::int64_t Machine<Traits>::newDynamicResource(std::string_view text)
{
    const Outside outside(*this, {.kind = InputKind::NewResource, .text = text});
    const std::int64_t id = nextDynamic_++;
    take(sizeof(Languages) + 2 * text.size());
    dynamic_[id][0] = text;
    return id;
}

template <class Traits>
std::int64_t Machine<Traits>::newString(std::string_view text)
{
    const Outside outside(*this, {.kind = InputKind::NewString, .text = text});
    take(sizeof(std::string) + text.size());
    strings_.emplace_back(text);
    return static_cast<std::int64_t>(strings_.size() - 1);
}

template <class Traits>
std::int64_t Machine<Traits>::newListNode(Value first, Value rest)
{
    const Outside outside(*this, {.kind = InputKind::NewNode, .values = {first, rest}});
    return W::data(cons(toWord(first), toWord(rest)));
}

template <class Traits>
bool Machine<Traits>::setListNode(std::int64_t id, Value first, Value rest)
{
    const Outside outside(*this, {.kind = InputKind::SetNode, .numbers = {id}, .values = {first, rest}});
    if (id < 0 || static_cast<std::size_t>(id) >= cells_.size())
        return false;
    cells_[static_cast<std::size_t>(id)] = {toWord(first), toWord(rest)};
    return true;
}

template <class Traits>
auto Machine<Traits>::outSlot(Word slot) -> Word*
{
    const Frame& f = frame();
    const auto number = static_cast<std::int64_t>(W::data(slot));
    if (!W::is(slot, Tag::Int) || number < 0 || number >= f.code->slotCount)
        return nullptr;
    return f.locals + number;
}

/// The reference keeps cells for the parameters of client messages at the start of its arena. Number 0, which several list
/// functions take for the end of a list, is never an ordinary node that way.
template <class Traits>
void Machine<Traits>::reserveClientCells()
{
    constexpr std::size_t clientCells = 20;
    if (cells_.empty())
        cells_.resize(clientCells, {W::nil, W::nil});
}

template <class Traits>
void Machine<Traits>::clearWorld()
{
    const Outside outside(*this, {});
    objects_.clear();
    builtIns_ = {};
    blocks_.clear();
    blockUsed_ = blockSize_ = 0;
    cells_.clear();
    reserveClientCells();
    strings_.clear();
    blanks_.clear();
    lastTable_ = nullptr;
    tables_.clear();
    nextTable_ = Traits::extended ? 0 : 1;
    timers_.clear();
    timerKeys_.clear();
    nextTimer_ = 0;
    dynamic_.clear();
    nextDynamic_ = rsc::firstDynamicId;
    temp_.clear();
    posts_.clear();
    rooms_.clear();
    pausedAt_.reset();
}

template <class Traits>
HeapSizes Machine<Traits>::sizes() const
{
    return {objects_.size(), cells_.size(), strings_.size(), tables_.size(), timers_.size()};
}

#define X(Traits) template class Machine<Traits>;
BLAK_VM_FOR_EACH_DIALECT(X)
#undef X

} // namespace blak::vm
