// SPDX-License-Identifier: GPL-3.0-or-later
#include "server/travel/visitor.h"

#include "server/travel/carry_out.h"
#include "server/travel/saved_past.h"

#include <algorithm>
#include <array>
#include <chrono>
#include <unistd.h>
#include <utility>

namespace blak::serve {
namespace {

/// Where copies wait, in inputs before that whose statements count. Some inputs have no statements, but not many in a row.
constexpr std::array<std::uint64_t, 2> rungs{Visitor::farthestRung, 3};
constexpr std::chrono::milliseconds worthCopies(50); ///< what took less can as well be done twice

} // namespace

using nlohmann::json;
using vm::InputKind;

Visitor::Visitor(vm::Vm& machine, Guide& guide, int log, Channel channel, bool takesWebhooks)
    : machine_(machine), guide_(guide), logHandle_(log), channel_(std::move(channel)), takesWebhooks_(takesWebhooks)
{
}

void Visitor::finish(Outcome outcome)
{
    if (earlier_.open() && !outcome.found && outcome.fault.empty()) { // the copy that waits there goes on with what is before
        earlier_.send("null");
        ::_exit(0);
    }
    channel_.send(toJson(outcome).dump(-1, ' ', true, json::error_handler_t::replace));
    ::_exit(0); // nothing of the server is to be put away twice
}

void Visitor::fail(std::string what)
{
    Outcome outcome;
    outcome.fault = std::move(what);
    finish(std::move(outcome));
}

void Visitor::exhausted(bool differs)
{
    // What the living machine has not done yet cannot be done again.
    const auto& next = log_->peek();
    const bool obstacle = next && next->kind == LogEvent::Kind::Input && next->input.input.kind == InputKind::Unrepeatable;
    if (obstacle)
        outcome_.obstacle = input_;
    if (differs && !obstacle)
        fail("this moment cannot be shown: the copy did something else than the world");
    finish(outcome_);
}

void Visitor::run()
{
    const auto text = channel_.receive(-1);
    const json wanted = text ? json::parse(*text, nullptr, false) : json();
    if (!wanted.is_object())
        ::_exit(0);
    begun_ = std::chrono::steady_clock::now();
    errand_ = errandFromJson(wanted);
    if (errand_.kind == Errand::Kind::Write) {
        machine_.setInputHook(nullptr);
        if (const auto written = writeWorld(machine_, errand_.file); !written)
            fail(written.error().text());
        outcome_.found = Moment{errand_.firstInput, 0};
        finish(outcome_);
    }
    log_ = std::make_unique<InputLogReader>(logHandle_, errand_.logFrom, errand_.logTo);
    host_ = std::make_unique<LoggedHost>(
        *log_, takesWebhooks_, [this](bool differs) { exhausted(differs); }, [this](std::string_view line) { debugged(line); });
    machine_.setInputHook(nullptr);
    machine_.setHost(*host_);
    guide_.forgetPresent();
    machine_.addHook(*this, vm::HookCalls::Untold);
    if (errand_.breakpoints)
        guide_.watch(
            errand_.rules, [this](const Stop& stop) { met(stop); }, [this](bool begins) { setBusy(begins); });

    for (input_ = errand_.firstInput;; ++input_) {
        const auto event = log_->next();
        if (!event || input_ > errand_.limit.input)
            finish(outcome_);
        if (event->kind != LogEvent::Kind::Input || event->input.nested)
            fail("the log of inputs makes no sense");
        if (event->input.input.kind == InputKind::Unrepeatable) {
            outcome_.obstacle = input_;
            finish(outcome_);
        }
        if (event->input.milliseconds > errand_.latest)
            finish(outcome_);
        if (errand_.stays)
            climb();
        step(event->input);
    }
}

/// On the way to the input whose statements count, without looking at any: a copy waits where they are looked for next if that input has
/// none, and once more farther back. So what is before is done again only once, wherever the statement is.
void Visitor::climb()
{
    if (input_ == errand_.input)
        return lookAhead();
    if (!errand_.others)
        return;
    const auto rung = std::ranges::find(rungs, errand_.input - std::min(input_, errand_.input));
    if (rung == rungs.end() || std::chrono::steady_clock::now() - begun_ < worthCopies)
        return;
    auto [ours, theirs] = connectedPair();
    const pid_t self = ::getpid();
    const pid_t child = ours ? ::fork() : -1;
    if (child < 0)
        return; // nobody looks here, then
    if (child == 0) {
        becomeCopy(self, {channel_.number(), theirs.number(), logHandle_});
        earlier_ = Channel(std::move(theirs));
        return;
    }
    theirs.close();
    if (!Channel(std::move(ours)).receive(-1))
        ::_exit(0); // it has found one, has been looked at, and ended
    errand_.limit = {std::next(rung) == rungs.end() ? errand_.input : errand_.input - *std::next(rung), 0};
    lookAhead();
}

/// A copy of this copy searches the input; this one goes where that says.
void Visitor::lookAhead()
{
    errand_.stays = false;
    auto [ours, theirs] = connectedPair();
    const pid_t self = ::getpid();
    const pid_t child = ours ? ::fork() : -1;
    if (child < 0)
        return; // then this one searches, and nobody stands there
    if (child == 0) {
        becomeCopy(self, {theirs.number(), logHandle_});
        channel_ = Channel(std::move(theirs));
        earlier_.close();
        return;
    }
    theirs.close();
    const auto said = Channel(std::move(ours)).receive(-1);
    const json answer = said ? json::parse(*said, nullptr, false) : json();
    if (!answer.is_object())
        fail("this moment cannot be shown: the copy that looked for it has ended");
    const Outcome found = outcomeFromJson(answer);
    if (!found.found || !found.fault.empty())
        finish(found);
    errand_.kind = Errand::Kind::Visit;
    errand_.at = *found.found;
}

void Visitor::step(const LoggedInput& input)
{
    base_ = machine_.executed();
    came_ = input.milliseconds;
    machine_.setStepping(*this, stepsThrough(input_) || log_->nestedAhead());
    carryOut(machine_, *host_, input);
    const auto end = log_->next();
    if (!end) // the living machine still carries it out
        finish(outcome_);
    if (end->kind != LogEvent::Kind::End || end->end.nested || end->end.executed != machine_.executed() - base_)
        fail("this moment cannot be shown: the copy has run another way than the world");
}

/// Whether each statement of the input has to be looked at. Where the run ends is always looked for: a handler may not end by itself.
bool Visitor::stepsThrough(std::uint64_t input) const
{
    if (input == errand_.limit.input)
        return true;
    switch (errand_.kind) {
    case Errand::Kind::Visit: return input == errand_.at.input;
    case Errand::Kind::First: return !errand_.breakpoints && input >= errand_.at.input;
    case Errand::Kind::Last: return !errand_.breakpoints && !errand_.stays && (errand_.others || input == errand_.input);
    case Errand::Kind::Write: break;
    }
    return false;
}

/// What a debugger did while the handler stood here.
void Visitor::doNested(bool inError, bool movable)
{
    while (standsFor(*log_, machine_.executed() - base_, inError, movable)) {
        if (log_->peek()->input.input.kind == InputKind::Unrepeatable) {
            outcome_.obstacle = input_;
            finish(outcome_);
        }
        const LoggedInput copy = log_->next()->input;
        busy_ = true;
        carryOut(machine_, *host_, copy);
        busy_ = false;
        const auto end = log_->next();
        if (!end)
            finish(outcome_);
        if (end->kind != LogEvent::Kind::End || !end->end.nested)
            fail("this moment cannot be shown: the copy did something else than the world while it stood");
        if (moves(copy.input))
            return; // the handler goes on elsewhere
    }
}

bool Visitor::counts(const Moment& moment) const
{
    if (came_ < errand_.milliseconds)
        return false;
    if (moment.input == errand_.input)
        return machine_.depth() <= errand_.depth;
    return errand_.others && machine_.depth() <= errand_.otherDepth;
}

void Visitor::line(const vm::CodePlace& place)
{
    if (busy_)
        return;
    const Moment moment = now();
    if (moment >= errand_.limit)
        finish(outcome_);
    switch (errand_.kind) {
    case Errand::Kind::Visit:
        if (moment == errand_.at)
            stand(place);
        if (moment > errand_.at)
            fail("this moment cannot be shown: no statement begins there");
        break;
    case Errand::Kind::First:
        if (!errand_.breakpoints && moment > errand_.at && counts(moment)) {
            outcome_.found = moment;
            finish(outcome_);
        }
        break;
    case Errand::Kind::Last:
        if (!errand_.breakpoints && counts(moment) &&
            !(errand_.firstOfInput && outcome_.found && outcome_.found->input == moment.input))
            outcome_.found = moment;
        break;
    case Errand::Kind::Write: break;
    }
    doNested(false, true);
}

void Visitor::propertyWritten(std::int64_t, std::int32_t, const vm::Value&, const vm::Value&)
{
    if (!busy_)
        doNested(false, false);
}

void Visitor::returning(const vm::CodePlace&)
{
    if (busy_)
        return;
    if (now() >= errand_.limit)
        finish(outcome_);
    doNested(false, true);
}

void Visitor::debugged(std::string_view text)
{
    if (busy_)
        return;
    if (errand_.breakpoints)
        guide_.debugLine(text);
    doNested(true, false);
}

void Visitor::error(std::string_view)
{
    if (!busy_)
        doNested(true, false);
}

void Visitor::met(const Stop& stop)
{
    if (busy_)
        return;
    const Moment moment = now();
    if (moment >= errand_.limit)
        finish(outcome_);
    if (errand_.kind == Errand::Kind::First && moment <= errand_.at)
        return;
    outcome_.found = moment;
    outcome_.stop = toJson(stop);
    if (errand_.kind == Errand::Kind::First)
        finish(outcome_);
}

/// Something is tried that the world did not do.
void Visitor::setBusy(bool busy)
{
    busy_ = busy;
    host_->setIdle(busy);
}

/// Answers questions until nobody asks any more.
void Visitor::stand(const vm::CodePlace& place)
{
    setBusy(true);
    outcome_.found = now();
    outcome_.stop = toJson(Stop{"step", place, {}, {}});
    outcome_.stop["depth"] = machine_.depth();
    outcome_.stop["milliseconds"] = came_;
    channel_.send(toJson(outcome_).dump(-1, ' ', true, json::error_handler_t::replace));
    while (const auto text = channel_.receive(-1)) {
        const json request = json::parse(*text, nullptr, false);
        channel_.send(guide_.answerInPast(request).dump(-1, ' ', true, json::error_handler_t::replace));
    }
    ::_exit(0);
}

} // namespace blak::serve
