// SPDX-License-Identifier: GPL-3.0-or-later
#include "server/vm/frames.h"

#include <algorithm>
#include <utility>

/// Top-level messages, calls from built-ins, the queue of posted messages.
namespace blak::vm {
namespace {

constexpr std::int64_t slowMessageMilliseconds = 1000;

} // namespace

template <class Traits>
bool Machine<Traits>::hasHandler(std::int64_t id, std::int32_t message)
{
    const Object* target = object(id);
    return target != nullptr && target->type->find(message) != nullptr;
}

template <class Traits>
auto Machine<Traits>::call(std::int64_t id, std::int32_t message, const std::int32_t* ids, const Word* words, std::size_t count)
    -> Word
{
    const Object* target = object(id);
    if (target == nullptr) {
        report("can't send MESSAGE " + names_.messages.name(message) + " to invalid OBJECT " + std::to_string(id));
        return W::nil;
    }
    const Code<Traits>* code = target->type->find(message);
    if (code == nullptr) {
        report("OBJECT " + std::to_string(id) + " CLASS " + names_.classes.name(target->type->id) +
               " can't find a handler for MESSAGE " + names_.messages.name(message) + " (" + std::to_string(message) + ")");
        return W::nil;
    }
    if (frameCount_ > 0 && nativeStackIsLow()) {
        report("sending MESSAGE " + names_.messages.name(message) + " from a built-in function, depth is " +
               std::to_string(frameCount_ + 1) + " and the stack is full, aborted!");
        return W::nil;
    }
    const Object copy = *target;
    if (!pushFrame(*code, id, copy, ids, words, count, nullptr))
        return W::nil;
    frames_[frameCount_ - 1].entry = true;
    ++callsFromOutside_;
    const bool moved = std::exchange(moved_, false); // that is of a handler that stands while this one is sent
    const Word result = execute();
    moved_ = moved;
    return result;
}

template <class Traits>
auto Machine<Traits>::createAndConstruct(const Class& type, const std::int32_t* ids, const Word* words, std::size_t count) -> Word
{
    const std::int64_t id = allocate(type);
    call(id, Traits::dialect().ids.constructor, ids, words, count);
    return W::make(Tag::Object, id);
}

template <class Traits>
void Machine<Traits>::post(std::int64_t id, std::int32_t message, const std::int32_t* ids, const Word* words, std::size_t count)
{
    // The ring of the reference keeps one place free.
    if (posts_.size() + 1 >= Traits::dialect().maxPosts) {
        report("the queue of posted messages is full: MESSAGE " + names_.messages.name(message) + " is dropped");
        return;
    }
    posts_.push_back({id, message, {ids, ids + count}, {words, words + count}, whoRuns()});
}

/// Handlers that run, and behind a heading those that made the message that runs, some way back.
template <class Traits>
auto Machine<Traits>::whoRuns() const -> Makers
{
    constexpr std::size_t mostCallers = 12, mostRows = 36;
    if (!keepsOrigins_ || frameCount_ == 0)
        return nullptr;
    std::vector<Maker> rows;
    const std::size_t callers = std::min(frameCount_, mostCallers);
    rows.reserve(std::min(callers + (makers_ ? makers_->size() + 1 : 0), mostRows));
    for (std::size_t i = 0; i < callers; ++i) {
        const Frame& frame = frames_[frameCount_ - 1 - i];
        auto at = static_cast<std::size_t>(frame.at - frame.code->instructions.data());
        std::int32_t line = frame.code->lines[at];
        for (++at; at-- > 0;) // of the statement; errors count another way
            if (frame.code->statement[at] >= 0) {
                line = frame.code->statement[at];
                break;
            }
        rows.push_back({frame.object, frame.code->owner->id, frame.code->message, line});
    }
    if (makers_) {
        rows.push_back({0, -1, 0, 0});
        const std::size_t left = std::min(makers_->size(), mostRows - std::min(rows.size(), mostRows));
        rows.insert(rows.end(), makers_->begin(), makers_->begin() + static_cast<std::ptrdiff_t>(left));
    }
    return std::make_shared<const std::vector<Maker>>(std::move(rows));
}

/// For people. Files are those of the classes of now.
template <class Traits>
Origin Machine<Traits>::named(const Makers& makers) const
{
    if (!makers)
        return nullptr;
    std::vector<HandlerView> rows;
    for (const Maker& one : *makers) {
        const Class* type = program_.find(one.classId);
        if (one.classId < 0)
            rows.emplace_back();
        else
            rows.push_back({names_.classes.name(one.classId), names_.messages.name(one.message),
                            type == nullptr ? std::string() : type->file->name, one.line, one.object});
    }
    return std::make_shared<const std::vector<HandlerView>>(std::move(rows));
}

template <class Traits>
std::vector<PostView> Machine<Traits>::posts() const
{
    std::vector<PostView> rows;
    for (const Post& post : posts_)
        rows.push_back({post.object, post.message, named(post.makers)});
    return rows;
}

template <class Traits>
void Machine<Traits>::beginTopLevel()
{
    budget_ = maxInstructions_;
    forfeited_ = 0;
    aborted_ = overran_ = false;
}

template <class Traits>
void Machine<Traits>::endTopLevel()
{
    budget_ += forfeited_;
    forfeited_ = 0;
    const std::int64_t used = maxInstructions_ - budget_;
    counters_.instructions += used;
    counters_.mostInstructions = std::max(counters_.mostInstructions, used);
    aborted_ = overran_ = false;
}

template <class Traits>
auto Machine<Traits>::runTopLevel(std::int64_t id, std::int32_t message, const std::int32_t* ids, const Word* words,
                                  std::size_t count) -> Word
{
    const std::int64_t start = host_->milliseconds();
    const std::int64_t stood = stood_;
    const std::int64_t startOnStopwatch = stopwatch();
    ++counters_.topLevelMessages;
    beginAccounts(start);
    {
        const Telling telling(*this);
        for (std::size_t i = 0; i < hooks_.size(); ++i)
            hooks_[i].hook->began(id, message);
    }
    beginTopLevel();
    const Word result = call(id, message, ids, words, count);
    endTopLevel();
    const std::int64_t posts = drainPosts();
    endAccounts(message);
    const std::int64_t took = host_->milliseconds() - start - (stood_ - stood);
    const std::int64_t onStopwatch = stopwatch() - startOnStopwatch;
    counters_.nanoseconds += onStopwatch;
    {
        const Telling telling(*this);
        for (std::size_t i = 0; i < hooks_.size(); ++i)
            hooks_[i].hook->ended();
    }
    if (took > counters_.slowestMilliseconds || took > slowMessageMilliseconds || onStopwatch > counters_.slowestNanoseconds)
        measure(id, message, took, onStopwatch, posts);
    return result;
}

/// Of a top-level message that was slower than any before, or slower than any should be. The stopwatch of the classic servers
/// counts milliseconds, that of open105 microseconds.
template <class Traits>
void Machine<Traits>::measure(std::int64_t id, std::int32_t message, std::int64_t took, std::int64_t onStopwatch,
                              std::int64_t posts)
{
    constexpr std::int64_t unit = Traits::extended ? 1'000 : 1'000'000;
    const Object* target = object(id);
    if (onStopwatch / unit > counters_.slowestNanoseconds / unit || took > slowMessageMilliseconds) {
        counters_.slowestObject = id;
        counters_.slowestClass = target == nullptr ? std::string() : names_.classes.name(target->type->id);
        counters_.slowestMessage = names_.messages.name(message);
        counters_.slowestPosts = posts;
    }
    counters_.slowestNanoseconds = std::max(counters_.slowestNanoseconds, onStopwatch);
    counters_.slowestMilliseconds = std::max(counters_.slowestMilliseconds, took);
    if (took > slowMessageMilliseconds) {
        const Code<Traits>* code = target == nullptr ? nullptr : target->type->find(message);
        ++counters_.slowMessages;
        counters_.slowObject = id;
        counters_.slowClass = code == nullptr ? std::string() : names_.classes.name(code->owner->id);
        counters_.slowMessage = names_.messages.name(message);
        counters_.slowMilliseconds = took;
    }
}

/// Runs what was posted, each with a budget of its own; what is left after ten budgets, or after many messages, waits for the
/// next top-level message. Messages that post themselves for ever get little at a time from then on, until the queue has been
/// empty.
template <class Traits>
std::int64_t Machine<Traits>::drainPosts()
{
    constexpr std::int64_t budgetsPerDrain = 10;
    std::int64_t total = 0;
    std::int64_t ran = 0;
    const std::int64_t most = slowPosts_ ? static_cast<std::int64_t>(Traits::dialect().maxPosts) : limits_.posts;
    while (!posts_.empty() && total <= budgetsPerDrain * maxInstructions_) {
        if (ran >= most) {
            if (!slowPosts_)
                tooManyPosts(posts_.front());
            slowPosts_ = true;
            makers_.reset();
            return ran;
        }
        const Post next = std::move(posts_.front());
        posts_.pop_front();
        makers_ = next.makers;
        beginTopLevel();
        call(next.object, next.message, next.ids.data(), next.words.data(), next.words.size());
        total += maxInstructions_ - budget_;
        endTopLevel();
        ++ran;
    }
    makers_.reset();
    slowPosts_ = slowPosts_ && !posts_.empty();
    return ran;
}

template <class Traits>
std::optional<Value> Machine<Traits>::send(std::int64_t id, std::int32_t message, std::span<const Parameter> parameters)
{
    const Outside outside(*this, {.kind = InputKind::Send, .numbers = {id, message}, .parameters = parameters});
    if (!hasHandler(id, message))
        return std::nullopt;
    std::vector<std::int32_t> ids;
    std::vector<Word> words;
    for (const Parameter& parameter : parameters) {
        ids.push_back(parameter.id);
        words.push_back(toWord(parameter.value));
    }
    if (running())
        return toValue(call(id, message, ids.data(), words.data(), words.size()));
    return toValue(runTopLevel(id, message, ids.data(), words.data(), words.size()));
}

template <class Traits>
std::int64_t Machine<Traits>::createObject(std::int32_t classId, std::span<const Parameter> parameters)
{
    const Outside outside(*this, {.kind = InputKind::Create, .numbers = {classId}, .parameters = parameters});
    const Class* type = classOf(classId);
    if (type == nullptr)
        return -1;
    const std::int64_t id = allocate(*type);
    std::vector<std::int32_t> ids;
    std::vector<Word> words;
    for (const Parameter& parameter : parameters) {
        ids.push_back(parameter.id);
        words.push_back(toWord(parameter.value));
    }
    const std::int32_t constructor = Traits::dialect().ids.constructor;
    if (running())
        call(id, constructor, ids.data(), words.data(), words.size());
    else
        runTopLevel(id, constructor, ids.data(), words.data(), words.size());
    return id;
}

#define X(Traits)                                                                                                                \
    template bool Machine<Traits>::hasHandler(std::int64_t id, std::int32_t message);                                            \
    template auto Machine<Traits>::call(std::int64_t id, std::int32_t message, const std::int32_t* ids, const Word* words,       \
                                        std::size_t count)                                                                       \
        ->Word;                                                                                                                  \
    template auto Machine<Traits>::createAndConstruct(const Class& type, const std::int32_t* ids, const Word* words,             \
                                                      std::size_t count)                                                         \
        ->Word;                                                                                                                  \
    template void Machine<Traits>::post(std::int64_t id, std::int32_t message, const std::int32_t* ids, const Word* words,       \
                                        std::size_t count);                                                                      \
    template void Machine<Traits>::beginTopLevel();                                                                              \
    template void Machine<Traits>::endTopLevel();                                                                                \
    template auto Machine<Traits>::runTopLevel(std::int64_t id, std::int32_t message, const std::int32_t* ids,                   \
                                               const Word* words, std::size_t count)                                             \
        ->Word;                                                                                                                  \
    template void Machine<Traits>::measure(std::int64_t, std::int32_t, std::int64_t, std::int64_t, std::int64_t);                \
    template auto Machine<Traits>::whoRuns() const->Makers;                                                                      \
    template Origin Machine<Traits>::named(const Makers&) const;                                                                 \
    template std::vector<PostView> Machine<Traits>::posts() const;                                                               \
    template std::int64_t Machine<Traits>::drainPosts();                                                                         \
    template std::optional<Value> Machine<Traits>::send(std::int64_t id, std::int32_t message,                                   \
                                                        std::span<const Parameter> parameters);                                  \
    template std::int64_t Machine<Traits>::createObject(std::int32_t classId, std::span<const Parameter> parameters);
BLAK_VM_FOR_EACH_DIALECT(X)
#undef X

} // namespace blak::vm
