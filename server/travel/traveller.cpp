// SPDX-License-Identifier: GPL-3.0-or-later
#include "server/travel/traveller.h"

#include <algorithm>
#include <array>
#include <csignal>
#include <ctime>
#include <fstream>
#include <limits>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

namespace blak::serve {
namespace {

using nlohmann::json;

constexpr int searchPatience = 120'000; ///< milliseconds; a visitor that takes longer is given up
constexpr int answerPatience = 20'000;
constexpr std::size_t pageSize = 4096; ///< bytes
constexpr std::int64_t askedEach = 20; ///< milliseconds: what has been worked is asked of the system, which costs as much as a small message
constexpr auto anyDepth = std::numeric_limits<std::size_t>::max();

/// Nanoseconds that the processor has given to this thread.
std::int64_t worked()
{
    timespec time{};
    ::clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time);
    return time.tv_sec * std::int64_t{1'000'000'000} + time.tv_nsec;
}

/// Pages that this thread has had copied or made.
std::int64_t faults()
{
    rusage usage{};
    ::getrusage(RUSAGE_THREAD, &usage);
    return usage.ru_minflt;
}

} // namespace

Traveller::Traveller(vm::Vm& machine, Guide& guide, TravelLimits limits)
    : machine_(machine), guide_(guide), limits_(std::move(limits)), begun_(std::chrono::steady_clock::now()),
      clockBegun_(limits_.clock ? limits_.clock() : 0)
{
}

Traveller::~Traveller()
{
    if (!started_)
        return;
    machine_.setInputHook(nullptr);
    machine_.setHost(tap_->real());
    channel_.close();
    while (!checkpoints_.empty())
        drop(checkpoints_.size() - 1);
    for (const pid_t process : ended_)
        ::waitpid(process, nullptr, 0);
}

Result<void> Traveller::start()
{
    if (machine_.running())
        return Error{"a handler runs: the recording cannot begin in the middle of it", ""};
    if (auto opened = log_.open(); !opened)
        return opened;
    tap_ = std::make_unique<Tap>(machine_, machine_.host(), log_, [this] { lost_ = true; });
    machine_.setHost(*tap_);
    machine_.setInputHook(this);
    started_ = true;
    measureFaults(); // the pages for it are there from now on
    return {};
}

std::int64_t Traveller::clock() const
{
    if (limits_.clock)
        return limits_.clock() - clockBegun_;
    return std::chrono::duration_cast<std::chrono::milliseconds>(std::chrono::steady_clock::now() - begun_).count();
}

void Traveller::began(const vm::Input& input)
{
    const bool repeatable = input.kind != vm::InputKind::Unrepeatable;
    if (nesting_++ > 0) {
        log_.add(input, true, machine_.executed() - base_, 0);
        lost_ = lost_ || !repeatable;
        return;
    }
    const std::int64_t now = clock();
    if (repeatable && (lost_ || (now - checkpointAt_ >= limits_.period && hasWorked(now))))
        makeCheckpoint(now);
    lost_ = lost_ || !repeatable;
    log_.add(input, false, 0, now);
    ++nextInput_;
    base_ = machine_.executed();
}

void Traveller::ended()
{
    --nesting_;
    log_.add(LoggedEnd{nesting_ > 0, machine_.executed() - base_});
}

bool Traveller::hasWorked(std::int64_t now)
{
    if (limits_.work == 0)
        return true;
    if (now - askedAt_ < askedEach)
        return false;
    askedAt_ = now;
    const std::int64_t work = worked() - workedAt_;
    return work >= limits_.mostWork ||
           (work >= checkpointCost_ * limits_.work && // which is cheaper to ask
            work >= (checkpointCost_ + std::min(faults() - faultsAt_, mostFaults_) * faultCost_) * limits_.work);
}

/// What it costs to write to a page that the checkpoint of just now shares: all of them together more than making it, in a world that
/// works. Pages that lie together, or were looked at just now, would cost a fraction of what those of a world do.
void Traveller::measureFaults()
{
    constexpr std::size_t pages = 16, apart = 64 * 1024;
    static std::array<char, (pages + 1) * apart> written{}; // the pages between them are never there
    const std::int64_t before = worked();
    for (std::size_t i = 1; i <= pages; ++i)
        *const_cast<volatile char*>(&written[i * apart]) = static_cast<char>(i);
    faultCost_ = (worked() - before) / static_cast<std::int64_t>(pages);
    faultsAt_ = faults();
    std::ifstream file("/proc/self/statm");
    std::int64_t size = 0;
    file >> size >> mostFaults_; // pages that are there
}

/// `now` is when the input that follows began: what is done again from here is no earlier than this.
void Traveller::makeCheckpoint(std::int64_t now)
{
    const auto begun = std::chrono::steady_clock::now();
    const std::int64_t workBegun = worked(), written = faults() - faultsAt_;
    auto [ours, theirs] = connectedPair();
    if (!ours || !log_.flush())
        return;
    const pid_t parent = ::getpid();
    const pid_t child = ::fork();
    if (child == 0) {
        becomeCopy(parent, {theirs.number(), log_.handle()});
        serveAsCheckpoint(std::move(theirs));
    }
    checkpointAt_ = now;
    if (child < 0)
        return;
    if (!checkpoints_.empty()) { // the pages that it has kept as they were
        checkpoints_.back().bytes = static_cast<std::uint64_t>(std::min(written, mostFaults_)) * pageSize;
        checkpoints_.back().measured = false;
    }
    checkpoints_.push_back({child, std::move(ours), nextInput_, log_.end(), now, lost_ && !checkpoints_.empty(), 0, true});
    lost_ = false;
    std::erase_if(ended_, [](pid_t process) { return ::waitpid(process, nullptr, WNOHANG) != 0; });
    thinOut(now);
    ++made_;
    nanoseconds_ += (std::chrono::steady_clock::now() - begun).count();
    measureFaults();
    workedAt_ = worked();
    checkpointCost_ = workedAt_ - workBegun;
}

/// In the copy: waits until somebody wants to see what came after, and has a copy of its own go there.
void Traveller::serveAsCheckpoint(OwnHandle handle)
{
    for (auto& checkpoint : checkpoints_)
        checkpoint.handle.release(); // closed already
    while (auto channel = takeHandle(handle.number())) {
        const pid_t parent = ::getpid();
        if (::fork() == 0) {
            becomeCopy(parent, {channel->number(), log_.handle()});
            Visitor(machine_, guide_, log_.handle(), Channel(std::move(*channel)), tap_->takesWebhooks()).run();
        }
    }
    ::_exit(0);
}

/// What checkpoints have for themselves, at most.
std::uint64_t Traveller::memory() const
{
    std::uint64_t sum = 0;
    for (const Checkpoint& one : checkpoints_)
        sum += one.bytes;
    return sum;
}

/// As many as are allowed, the farther apart the older they are.
void Traveller::thinOut(std::int64_t now)
{
    while (memory() > limits_.memoryBytes && measureOne()) {
    }
    while (checkpoints_.size() > 2 && (checkpoints_.size() > limits_.checkpoints || memory() > limits_.memoryBytes)) {
        std::size_t least = 0;
        double worth = std::numeric_limits<double>::max();
        for (std::size_t i = 1; i + 1 < checkpoints_.size(); ++i) {
            const double gap = static_cast<double>(checkpoints_[i + 1].milliseconds - checkpoints_[i - 1].milliseconds);
            const double age = static_cast<double>(now - checkpoints_[i].milliseconds + limits_.period);
            if (!checkpoints_[i + 1].afterLoss && !checkpoints_[i].afterLoss && gap / age < worth) {
                worth = gap / age;
                least = i;
            }
        }
        drop(least);
    }
    while (checkpoints_.size() > 1 && log_.end() - checkpoints_.front().logPlace > limits_.logBytes)
        drop(0);
}

void Traveller::drop(std::size_t which)
{
    Checkpoint& one = checkpoints_[which];
    one.handle.close();
    ::kill(one.process, SIGKILL);
    ended_.push_back(one.process); // the world does not wait for its end
    if (which > 0) { // what the two shared is now the other one's
        checkpoints_[which - 1].bytes += one.bytes;
        checkpoints_[which - 1].measured = false;
    }
    checkpoints_.erase(checkpoints_.begin() + static_cast<std::ptrdiff_t>(which));
    if (which == 0 && !checkpoints_.empty())
        log_.drop(checkpoints_.front().logPlace);
}

/// Asks the system what the pages of a checkpoint take that it shares with nobody: it counts for a while, a tenth of what making one
/// takes. False when all are known.
bool Traveller::measureOne()
{
    const auto one = std::ranges::find(checkpoints_, false, &Checkpoint::measured);
    if (one == checkpoints_.end())
        return false;
    one->measured = true;
    std::ifstream file("/proc/" + std::to_string(one->process) + "/smaps_rollup");
    constexpr std::string_view label = "Private_Dirty:";
    for (std::string row; std::getline(file, row);)
        if (row.starts_with(label))
            one->bytes = std::strtoull(row.c_str() + label.size(), nullptr, 10) * 1024;
    return true;
}

Traveller::Figures Traveller::figures()
{
    measureOne();
    return {checkpoints_.size(), checkpoints_.empty() ? 0 : log_.end() - checkpoints_.front().logPlace, memory(), made_, nanoseconds_};
}

void Traveller::stopped(bool inError)
{
    present_ = nesting_ == 0 ? Moment{nextInput_, 0} : Moment{nextInput_ - 1, machine_.executed() - base_};
    presentInError_ = inError;
    presentTime_ = clock();
}

void Traveller::goOn() { channel_.close(); }

Errand Traveller::errand(Errand::Kind kind, bool breakpoints) const
{
    Errand out;
    out.kind = kind;
    out.limit = present_;
    out.limit.executed += presentInError_ && !breakpoints ? 1 : 0;
    out.breakpoints = breakpoints;
    return out;
}

const Traveller::Checkpoint* Traveller::before(std::uint64_t input) const
{
    const auto later = std::ranges::find_if(checkpoints_, [&](const Checkpoint& one) { return one.input > input; });
    return later == checkpoints_.begin() ? nullptr : &*std::prev(later);
}

Result<Outcome> Traveller::send(const Checkpoint& from, Errand errand, Channel& channel)
{
    errand.firstInput = from.input;
    errand.logFrom = from.logPlace;
    errand.logTo = log_.end();
    auto [ours, theirs] = connectedPair();
    if (!ours || !log_.flush() || !giveHandle(from.handle.number(), theirs.number()))
        return Error{"the past cannot be shown: its checkpoint has ended", ""};
    theirs.close();
    channel = Channel(std::move(ours));
    const auto said = channel.send(toJson(errand).dump(-1, ' ', true, json::error_handler_t::replace))
                          ? channel.receive(searchPatience)
                          : std::nullopt;
    const json answer = said ? json::parse(*said, nullptr, false) : json();
    if (!answer.is_object())
        return Error{"the past cannot be shown: the copy of the world has ended, or takes too long", ""};
    Outcome outcome = outcomeFromJson(answer);
    if (!outcome.fault.empty())
        return Error{outcome.fault, ""};
    return outcome;
}

Result<Outcome> Traveller::search(const Checkpoint& from, const Errand& errand)
{
    Channel channel;
    return send(from, errand, channel);
}

Result<Outcome> Traveller::searchBack(Errand errand)
{
    std::size_t which = checkpoints_.size();
    while (which-- > 0) {
        const Checkpoint& from = checkpoints_[which];
        if (Moment{from.input, 0} >= errand.limit || from.milliseconds > errand.latest)
            continue;
        auto outcome = search(from, errand);
        if (!outcome || outcome.value().found)
            return outcome;
        errand.limit = {from.input, 0};
    }
    return Outcome{};
}

auto Traveller::visit(Moment moment, json stop) -> Result<Place>
{
    const Checkpoint* from = before(moment.input);
    if (from == nullptr)
        return Error{"that is longer ago than what is kept of the past", ""};
    Errand errand = this->errand(Errand::Kind::Visit);
    errand.at = moment;
    Channel channel;
    const auto outcome = send(*from, errand, channel);
    if (!outcome)
        return outcome.error();
    if (!outcome.value().found)
        return Error{"this moment cannot be shown any more: the world was changed in a way that cannot be done again", ""};
    return arrive(moment, outcome.value(), std::move(channel), stop);
}

/// A visitor stands there. `stop` says why one is there, if that is known.
auto Traveller::arrive(Moment moment, const Outcome& outcome, Channel channel, const json& stop) -> Place
{
    channel_ = std::move(channel);
    here_ = passed_ = moment;
    hereTime_ = outcome.stop.value("milliseconds", std::int64_t{0});
    hereDepth_ = outcome.stop.value("depth", std::size_t{1});
    json shown = outcome.stop;
    if (stop.is_object())
        shown.update(stop);
    return {true, std::move(shown)};
}

/// Errors and writes come up in the middle of a statement; one stands where it begins.
auto Traveller::visitStatementOf(const Outcome& outcome) -> Result<Place>
{
    const Moment moment = *outcome.found;
    Errand errand = this->errand(Errand::Kind::Last);
    errand.limit = {moment.input, moment.executed + 1};
    errand.input = moment.input;
    const Checkpoint* from = before(moment.input);
    if (from == nullptr)
        return Error{"that is longer ago than what is kept of the past", ""};
    const auto statement = search(*from, errand);
    if (!statement)
        return statement.error();
    json stop = outcome.stop;
    if (stop.is_object())
        for (const char* place : {"file", "line", "offset"})
            stop.erase(place);
    auto place = visit(statement.value().found.value_or(moment), std::move(stop));
    passed_ = moment;
    return place;
}

auto Traveller::toBeginning() -> Result<Place>
{
    if (checkpoints_.empty())
        return Error{"nothing of the past is kept", ""};
    Errand errand = this->errand(Errand::Kind::First);
    errand.at = {checkpoints_.front().input, -1};
    errand.others = true;
    errand.otherDepth = anyDepth;
    const auto outcome = search(checkpoints_.front(), errand);
    if (!outcome)
        return outcome.error();
    if (!outcome.value().found)
        return Error{"nothing before this is kept of the past", ""};
    return visit(*outcome.value().found, {{"reason", "entry"}});
}

auto Traveller::back(Step step, const json& rules) -> Result<Place>
{
    const std::size_t depth = away() ? hereDepth_ : machine_.depth();
    Errand errand = this->errand(Errand::Kind::Last, step == Step::None);
    if (away())
        errand.limit = here_;
    const Moment from = errand.limit;
    if (step == Step::None) {
        errand.rules = rules;
        const auto outcome = searchBack(errand);
        if (!outcome)
            return outcome.error();
        return outcome.value().found ? visitStatementOf(outcome.value()) : toBeginning();
    }
    errand.input = from.input;
    errand.depth = step == Step::Into ? anyDepth : step == Step::Over || depth == 0 ? depth : depth - 1;
    // Or to the message before: where its outermost handler ended, or where it ended at all.
    errand.others = true;
    errand.otherDepth = step == Step::Into ? anyDepth : 1;
    errand.stays = true;
    auto last = std::ranges::find_if(checkpoints_, [&](const Checkpoint& one) { return one.input > from.input; });
    for (bool near = true; near && last != checkpoints_.begin();) {
        near = from.input - (--last)->input < Visitor::farthestRung; // then what is before it is looked at on the way from the one before
        Channel channel;
        const auto outcome = send(*last, errand, channel);
        if (!outcome)
            return outcome.error();
        if (const auto& found = outcome.value().found)
            return outcome.value().stop.is_object() ? Result<Place>(arrive(*found, outcome.value(), std::move(channel), nullptr))
                                                    : visit(*found, nullptr);
        errand.limit = {from.input, 0};
    }
    errand.stays = false;
    errand.limit = {from.input, 0};
    const auto outcome = searchBack(errand);
    if (!outcome)
        return outcome.error();
    if (!outcome.value().found)
        return Error{"nothing before this is kept of the past", ""};
    return visit(*outcome.value().found, nullptr);
}

auto Traveller::forward(Step step, const json& rules) -> Result<Place>
{
    if (!away())
        return Error{"this is the present", ""};
    Errand errand = this->errand(Errand::Kind::First, step == Step::None);
    errand.at = passed_;
    errand.input = here_.input;
    errand.depth = step == Step::Into ? anyDepth : step == Step::Over ? hereDepth_ : hereDepth_ - 1;
    errand.others = true;
    errand.otherDepth = anyDepth;
    if (step == Step::None)
        errand.rules = rules;
    for (const Checkpoint* from = before(here_.input); from != nullptr;) {
        const auto outcome = search(*from, errand);
        if (!outcome)
            return outcome.error();
        if (outcome.value().found)
            return step == Step::None ? visitStatementOf(outcome.value()) : visit(*outcome.value().found, nullptr);
        if (!outcome.value().obstacle)
            break;
        const auto next = std::ranges::find_if(
            checkpoints_, [&](const Checkpoint& one) { return one.input > *outcome.value().obstacle; });
        from = next == checkpoints_.end() ? nullptr : &*next;
    }
    return toPresent();
}

/// There may be nothing at that time: the world did nothing, or stood. What it did last before is shown then.
auto Traveller::toTime(std::int64_t milliseconds) -> Result<Place>
{
    Errand errand = this->errand(Errand::Kind::Last);
    errand.others = true;
    errand.otherDepth = anyDepth;
    errand.input = std::numeric_limits<std::uint64_t>::max(); // none is special
    errand.latest = milliseconds;
    errand.firstOfInput = true;
    const auto outcome = searchBack(errand);
    if (!outcome)
        return outcome.error();
    return outcome.value().found ? visit(*outcome.value().found, nullptr) : toBeginning();
}

auto Traveller::askAgo(std::int64_t milliseconds, const json& request) -> Result<Answer>
{
    const bool between = nesting_ == 0;
    if (checkpoints_.empty())
        return Error{"nothing of the past is kept", ""};
    const std::int64_t from = away() ? hereTime_ : between ? clock() : presentTime_;
    const std::int64_t then = std::max(from - milliseconds, checkpoints_.front().milliseconds);
    Errand errand = this->errand(Errand::Kind::First);
    errand.limit = away() ? here_ : between ? Moment{nextInput_, 0} : present_;
    errand.others = true;
    errand.otherDepth = anyDepth;
    errand.input = std::numeric_limits<std::uint64_t>::max(); // none is special
    errand.milliseconds = then;
    for (auto start = std::ranges::find_if(checkpoints_.rbegin(), checkpoints_.rend(),
                                           [&](const Checkpoint& one) { return one.milliseconds <= then; }).base();;) {
        const Checkpoint& begin = *std::prev(start);
        errand.at = {begin.input, -1};
        const auto outcome = search(begin, errand);
        if (!outcome)
            return outcome.error();
        if (outcome.value().found) {
            Errand there = errand;
            there.kind = Errand::Kind::Visit;
            there.at = *outcome.value().found;
            Channel channel;
            const auto visited = send(*before(there.at.input), there, channel);
            if (!visited)
                return visited.error();
            if (!visited.value().found)
                return Error{"this moment cannot be shown any more: the world was changed in a way that cannot be done again", ""};
            const auto said = channel.send(request.dump(-1, ' ', true, json::error_handler_t::replace))
                                  ? channel.receive(answerPatience)
                                  : std::nullopt;
            json answer = said ? json::parse(*said, nullptr, false) : json();
            if (!answer.is_object())
                return Error{"the past cannot be shown: the copy of the world has ended, or takes too long", ""};
            return Answer{std::move(answer), from - visited.value().stop.value("milliseconds", then)};
        }
        if (!outcome.value().obstacle)
            return Answer{away() ? ask(request) : json(), from - then};
        start = std::ranges::find_if(start, checkpoints_.end(), // what cannot be done again lies before the next of these
                                     [&](const Checkpoint& one) { return one.input > *outcome.value().obstacle; });
        if (start == checkpoints_.end())
            return Error{"nothing after that is kept of the past", ""};
        ++start;
    }
}

auto Traveller::toPresent() -> Place
{
    channel_.close();
    return {};
}

json Traveller::ask(const json& request)
{
    const auto said = channel_.send(request.dump(-1, ' ', true, json::error_handler_t::replace)) ? channel_.receive(answerPatience)
                                                                                               : std::nullopt;
    json answer = said ? json::parse(*said, nullptr, false) : json();
    if (!answer.is_object()) {
        channel_.close();
        return {{"ok", false}, {"error", "the past cannot be shown any more: its copy of the world has ended"}};
    }
    return answer;
}

Result<SavedPast> Traveller::save(const std::filesystem::path& world, const std::filesystem::path& inputs, json stop, bool inError)
{
    if (checkpoints_.empty() || lost_)
        return Error{"there is nothing yet to be saved: let the world go on for a moment", ""};
    if (nesting_ == 0)
        presentTime_ = clock();
    const auto lost = std::ranges::find(checkpoints_.rbegin(), checkpoints_.rend(), true, &Checkpoint::afterLoss);
    const Checkpoint& from = lost == checkpoints_.rend() ? checkpoints_.front() : *lost;
    Errand errand = this->errand(Errand::Kind::Write);
    errand.file = world.string();
    if (const auto written = search(from, errand); !written)
        return written.error();
    if (auto copied = log_.copy(from.logPlace, inputs); !copied)
        return copied.error();
    SavedPast past{world, inputs, from.input, from.milliseconds, tap_->takesWebhooks(), {nextInput_, 0}, inError, std::move(stop)};
    if (nesting_ > 0)
        past.present = {nextInput_ - 1, machine_.executed() - base_};
    return past;
}

auto Traveller::times() const -> Times
{
    const std::int64_t first = checkpoints_.empty() ? 0 : checkpoints_.front().milliseconds;
    return {first, away() ? hereTime_ : presentTime_, presentTime_};
}

} // namespace blak::serve
