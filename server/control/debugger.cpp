// SPDX-License-Identifier: GPL-3.0-or-later
#include "server/control/debugger.h"

#include "formats/base/names.h"
#include "server/vm/error_words.h"

#include <algorithm>
#include <utility>

namespace blak::serve {
namespace {

constexpr std::int64_t evaluationBudget = 1'000'000; ///< instructions; a moment
constexpr std::string_view ranTooLong = "it ran too long and was stopped";

/// Why there is no value; empty: there is one.
std::string faultOf(const Result<Debugger::Outcome>& outcome)
{
    if (!outcome)
        return outcome.error().text();
    if (!outcome.value().errors.empty())
        return outcome.value().errors.front();
    return outcome.value().evaluation.finished ? std::string() : std::string(ranTooLong);
}

} // namespace

std::string stemOfFile(std::string_view file)
{
    file = file.substr(file.find_last_of("/\\") + 1);
    return lowerCase(file.substr(0, file.rfind('.')));
}

void Debugger::attach()
{
    if (attached_)
        return;
    attached_ = true;
    machine_.addHook(*this, vm::HookCalls::Untold);
}

void Debugger::detach()
{
    if (!attached_)
        return;
    attached_ = stopped_ = pausing_ = false;
    step_ = Step::None;
    places_.clear();
    messages_.clear();
    messagePlaces_.clear();
    writes_.clear();
    errors_ = {};
    machine_.clearBreakpoints();
    machine_.removeHook(*this);
}

void Debugger::standInCopy()
{
    attach();
    stopped_ = true;
    inError_ = false;
}

void Debugger::setStep(Step step)
{
    step_ = step;
    chooseStepping();
}

/// Writes are told by statements, and a step from Debug() has to be noticed at the very next one, in the middle of what runs fast else.
void Debugger::chooseStepping() { machine_.setStepping(*this, step_ != Step::None || !writes_.empty() || errors_.atDebug); }

void Debugger::setErrors(ErrorRule rule)
{
    errors_ = std::move(rule);
    chooseStepping();
}

void Debugger::resume(Step step)
{
    if (!stopped_)
        return;
    depth_ = machine_.depth();
    stepMessage_ = machine_.counters().topLevelMessages;
    setStep(step);
    stopped_ = false;
}

void Debugger::pause()
{
    pausing_ = true;
    machine_.interrupt();
}

bool Debugger::setAside(bool aside)
{
    if (pausing_ && !aside)
        machine_.interrupt(); // what ran aside has taken the one before
    return std::exchange(aside_, aside);
}

void Debugger::pulse()
{
    pulseWanted_ = true;
    machine_.interrupt();
}

std::vector<std::uint32_t> Debugger::setPlaces(const std::string& file, std::multimap<std::uint32_t, StopRule> rules)
{
    const std::string stem = stemOfFile(file);
    for (auto it = places_.begin(); it != places_.end();)
        if (it->first.first == stem) {
            machine_.setBreakpointAt(stem, it->first.second, false);
            it = places_.erase(it);
        } else {
            ++it;
        }
    std::vector<std::uint32_t> missing;
    for (auto& [offset, rule] : rules) {
        if (!machine_.setBreakpointAt(stem, offset, true))
            missing.push_back(offset);
        else
            places_.emplace(PlaceKey{stem, offset}, std::move(rule));
    }
    placeMessages(true); // some may have stood at the same instructions
    return missing;
}

std::vector<std::size_t> Debugger::setMessages(std::vector<MessageRule> rules)
{
    placeMessages(false);
    messages_ = std::move(rules);
    programChanged();
    std::vector<std::size_t> counts(messages_.size());
    for (const auto& [key, place] : messagePlaces_)
        ++counts[place.rule];
    return counts;
}

void Debugger::setWrites(std::vector<WriteRule> rules)
{
    writes_ = std::move(rules);
    chooseStepping();
}

void Debugger::placeMessages(bool on)
{
    for (const auto& [key, place] : messagePlaces_)
        if (on || !places_.contains(key))
            machine_.setBreakpointAt(key.first, key.second, on);
}

void Debugger::programChanged()
{
    messagePlaces_.clear();
    for (std::size_t i = 0; i < messages_.size(); ++i)
        for (const vm::CodePlace& place : placesOf(messages_[i]))
            messagePlaces_.emplace(PlaceKey{stemOfFile(place.file), place.offset},
                                   MessagePlace{i, *machine_.classByName(messages_[i].className)});
    placeMessages(true);
}

std::vector<vm::CodePlace> Debugger::placesOf(const MessageRule& rule)
{
    const auto type = machine_.classByName(rule.className);
    const auto message = machine_.messageByName(rule.message);
    if (!type || !message)
        return {};
    return rule.atEnd ? machine_.exits(*type, *message) : machine_.entries(*type, *message);
}

/// A step does not go on in a message that has nothing to do with the one where it began.
bool Debugger::stepReached()
{
    const std::size_t depth = machine_.depth();
    const bool reached =
        step_ == Step::Into || (step_ == Step::Over && depth <= depth_) || (step_ == Step::Out && depth < depth_);
    if (!reached)
        return false;
    if (machine_.counters().topLevelMessages == stepMessage_)
        return true;
    setStep(Step::None);
    return false;
}

void Debugger::line(const vm::CodePlace& place)
{
    if (stopped_)
        return;
    if (pulseWanted_.exchange(false) && servePulse && !pulsing_) {
        pulsing_ = true;
        servePulse();
        pulsing_ = false;
        if (!attached_)
            return;
    }
    steppedTo_ = noOffset;
    if (pausing_ && !aside_)
        stop({"pause", place, {}, {}});
    else if (step_ != Step::None && stepReached())
        stop({"step", place, {}, {}});
}

/// Whether the hit counts. A condition that fails stops, so that somebody sees why.
bool Debugger::meets(StopRule& rule, const StopTest& test, Stop& stop)
{
    const auto run = [this](const Snippet& snippet) {
        stopped_ = true; // what it does runs through
        if (tries)
            tries(true);
        auto outcome = evaluate(0, snippet, Voice::Muted);
        if (tries)
            tries(false);
        stopped_ = false;
        return outcome;
    };
    std::string fault;
    if (test.condition) {
        const auto outcome = run(*test.condition);
        fault = faultOf(outcome);
        if (fault.empty() &&
            (outcome.value().evaluation.value.tag == bof::Tag::Nil || outcome.value().evaluation.value.data == 0))
            return false;
    }
    if (instead)
        return test.log.empty();
    if (rule.spent || !rule.hits.takes(++rule.hit))
        return false;
    rule.spent = rule.once;
    if (test.log.empty()) {
        stop.fault = fault;
        return true;
    }
    std::string text;
    for (const StopTest::Piece& piece : test.log) {
        if (const auto* plain = std::get_if<std::string>(&piece)) {
            text += *plain;
            continue;
        }
        const auto outcome = run(std::get<Snippet>(piece));
        if (const std::string why = faultOf(outcome); !why.empty())
            text += "{" + vm::errorInWords(why) + "}";
        else
            text += shown != nullptr ? shown(outcome.value().evaluation) : std::to_string(outcome.value().evaluation.value.data);
    }
    if (wrote)
        wrote(rule.id, text, stop.place);
    return false;
}

/// A step that ends at a breakpoint has stopped there already.
void Debugger::breakpoint(const vm::CodePlace& place)
{
    if (stopped_)
        return;
    const bool steppedHere =
        steppedTo_ == place.offset && steppedIn_ == place.file && std::exchange(steppedTo_, noOffset) != noOffset;
    const PlaceKey key{stemOfFile(place.file), place.offset};
    Stop stop{"breakpoint", place, {}, {}};
    const auto [first, last] = places_.equal_range(key);
    for (auto it = first; it != last; ++it)
        if (meets(it->second, it->second.test, stop))
            stop.ids.push_back(it->second.id);
    const auto [firstMessage, lastMessage] = messagePlaces_.equal_range(key);
    for (auto it = firstMessage; it != lastMessage; ++it) {
        MessageRule& rule = messages_[it->second.rule];
        const auto frames = machine_.stack();
        const auto type = frames.empty() ? std::nullopt : machine_.classOfObject(frames.front().object);
        const StopTest* test = rule.stop.testAt(key.first, place.offset);
        if (test != nullptr && type && machine_.isA(*type, it->second.classId) && meets(rule.stop, *test, stop)) {
            if (stop.ids.empty())
                stop.reason = "message";
            stop.ids.push_back(rule.stop.id);
        }
    }
    const bool known = first != last || firstMessage != lastMessage; // otherwise one by line, which always stops
    if (!steppedHere && (!known || !stop.ids.empty()))
        this->stop(std::move(stop));
}

void Debugger::propertyWritten(std::int64_t object, std::int32_t property, const vm::Value& before, const vm::Value& after)
{
    if (stopped_ || writes_.empty())
        return;
    const auto type = machine_.classOfObject(object);
    const auto frames = machine_.stack();
    if (!type || frames.empty())
        return;
    Stop stop{"write", frames.front().place, {}, {}};
    for (WriteRule& rule : writes_) {
        if (rule.property != static_cast<std::uint32_t>(property) || rule.object.value_or(object) != object ||
            !machine_.isA(*type, rule.classId) || (rule.changesOnly && before == after))
            continue;
        const StopTest* test = rule.stop.testAt(stemOfFile(stop.place.file), stop.place.offset);
        if (test != nullptr && meets(rule.stop, *test, stop))
            stop.ids.push_back(rule.stop.id);
    }
    if (stop.ids.empty())
        return;
    const auto view = machine_.classView(*type);
    const std::string name = view && static_cast<std::size_t>(property) < view->propertyNames.size()
                                 ? view->propertyNames[static_cast<std::size_t>(property)]
                                 : std::to_string(property);
    const auto text = [this](const vm::Value& value) { return shown ? shown({value, {}, true}) : std::to_string(value.data); };
    stop.text = name + " of OBJECT " + std::to_string(object) + ": " + text(before) + " -> " + text(after);
    this->stop(std::move(stop));
}

void Debugger::error(std::string_view text)
{
    if (stopped_) {
        said_.emplace_back(text);
        return;
    }
    if (!errors_.stops || machine_.depth() == 0)
        return;
    const std::string lower = lowerCase(text);
    const vm::FrameView frame = machine_.stack().front();
    const auto type = machine_.classOfObject(frame.object);
    bool word = true, object = true; // nothing of the kind is wanted
    bool anyWord = false, anyClass = false;
    for (const std::string& part : errors_.containing) {
        if (part.starts_with('&')) { // the class may have been loaded since it was asked for
            const auto wanted = machine_.classByName(part.substr(1));
            object = (anyClass && object) || (wanted && type && machine_.isA(*type, *wanted));
            anyClass = true;
        } else {
            word = (anyWord && word) || lower.find(part) != lower.npos;
            anyWord = true;
        }
    }
    if (!word || !object)
        return;
    inError_ = true;
    stop({"error", frame.place, {}, std::string(text)});
    inError_ = false;
}

void Debugger::debugLine(std::string_view text)
{
    if (!attached_ || stopped_ || inError_ || !errors_.atDebug || machine_.depth() == 0)
        return;
    inError_ = true; // within the call of Debug()
    stop({"debug", machine_.stack().front().place, {}, std::string(text)});
    inError_ = false;
}

void Debugger::standStill(std::string reason, std::string text, bool inError)
{
    attach();
    inError_ = inError;
    const auto frames = machine_.stack();
    stop({std::move(reason), frames.empty() ? vm::CodePlace{} : frames.front().place, {}, std::move(text)});
    inError_ = false;
}

Result<Debugger::Outcome> Debugger::evaluate(std::size_t depth, const Snippet& snippet, Voice voice)
{
    if (!stopped_)
        return Error{"no handler is stopped", ""};
    if (inError_)
        return Error{"the handler stands in the middle of an instruction: step first", ""};
    said_.clear();
    const bool mute = voice == Voice::Muted && mutes;
    if (mute)
        mutes(true);
    auto evaluation = machine_.evaluate(depth, {snippet.file, {}}, snippet.locals, evaluationBudget);
    if (mute)
        mutes(false);
    if (!evaluation)
        return evaluation.error();
    return Outcome{std::move(evaluation).value(), std::exchange(said_, {})};
}

std::optional<Error> Debugger::move(const std::function<std::optional<Error>()>& how)
{
    if (!stopped_)
        return Error{"no handler is stopped", ""};
    if (inError_)
        return Error{"the handler stands in the middle of an instruction: step first", ""};
    auto fault = how();
    if (!fault)
        moved_ = true;
    return fault;
}

std::optional<Error> Debugger::setNext(std::uint32_t offset)
{
    return move([&] { return machine_.setNext(offset); });
}

std::optional<Error> Debugger::restart(std::size_t depth)
{
    return move([&] { return machine_.restart(depth); });
}

void Debugger::stop(Stop stop)
{
    if (instead && !stopped_)
        return instead(stop);
    if (stopped_ || !serveTools) // what tools send while a handler is stopped runs through
        return;
    pausing_ = false;
    setStep(Step::None);
    stopped_ = true;
    const bool atStatement = stop.reason == "step" || stop.reason == "pause";
    steppedTo_ = atStatement ? stop.place.offset : noOffset;
    steppedIn_ = stop.place.file;
    machine_.setStanding(true);
    if (stoppedAt)
        stoppedAt(stop);
    while (stopped_)
        if (!serveTools()) {
            detach();
            break;
        }
    machine_.setStanding(false);
    const PlaceKey key{stemOfFile(stop.place.file), stop.place.offset};
    if (std::exchange(moved_, false))
        steppedTo_ = noOffset; // the machine goes on where it was put
    if (!places_.empty() && !places_.contains(key) && !messagePlaces_.contains(key))
        steppedTo_ = noOffset; // no breakpoint comes next
    if (wentOn)
        wentOn();
}

} // namespace blak::serve
