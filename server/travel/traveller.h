// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "server/travel/saved_past.h"
#include "server/travel/visitor.h"

#include <chrono>
#include <deque>
#include <functional>

namespace blak::serve {

/// How much of the past is kept.
struct TravelLimits
{
    std::size_t checkpoints = 16;
    std::int64_t period = 250; ///< milliseconds at least between the youngest ones; the older, the farther apart
    /// Between two lies so many times the work that making one is, and copying the pages that it shares and that are written afterwards. So they cost a share of the work, however idle the world is; and
    /// what is between two is done again in a bounded time, however busy. 0 = any.
    std::int64_t work = 120;
    std::int64_t mostWork = 700'000'000; ///< nanoseconds; after so much even if the pages cost more: it is done again with each step back
    std::uint64_t logBytes = std::uint64_t{128} << 20;
    std::uint64_t memoryBytes = std::uint64_t{512} << 20; ///< that checkpoints have for themselves
    std::function<std::int64_t()> clock; ///< milliseconds since anything; nothing = those that pass
};

/// Remembers what a machine does and shows its past: makes checkpoints, keeps the log of inputs, sends visitors.
class Traveller final : public vm::InputHook
{
public:
    enum class Step { None, Into, Over, Out };
    struct Place
    {
        bool past = false;
        nlohmann::json stop; ///< as toJson(Stop) has it; null when the present stands as it stood
    };
    struct Figures
    {
        std::size_t checkpoints = 0;
        std::uint64_t logBytes = 0, memoryBytes = 0;
        std::int64_t made = 0, nanoseconds = 0; ///< all checkpoints, and what making them took
    };

    Traveller(vm::Vm& machine, Guide& guide, TravelLimits limits = {});
    ~Traveller() override;
    /// Not while a handler runs.
    Result<void> start();

    bool away() const { return channel_.open(); }
    /// A handler of the living machine stands, or goes on; or the machine itself, between two inputs. `inError`: in the middle of a
    /// statement.
    void stopped(bool inError);
    void goOn();

    // While a handler stands. The past is shown from now on, or another moment of it.
    Result<Place> back(Step step, const nlohmann::json& rules);
    /// Null without `breakpoints`: to the next statement.
    Result<Place> forward(Step step, const nlohmann::json& rules);
    /// Where the last message began that came then or before; without any where the past begins.
    Result<Place> toTime(std::int64_t milliseconds);
    Place toPresent();
    /// What the shown moment says to a request of the control channel.
    nlohmann::json ask(const nlohmann::json& request);

    /// How something was so long before what is shown, without going there. Null: as it is now.
    struct Answer
    {
        nlohmann::json answer;
        std::int64_t ago = 0; ///< milliseconds; the past that is kept may be shorter
    };
    Result<Answer> askAgo(std::int64_t milliseconds, const nlohmann::json& request);

    /// Writes down the world as it was at the oldest moment from which everything up to now can be done again, and the inputs since,
    /// to two new files. `stop`: why the world stands, null = it runs; `inError`: in the middle of a statement.
    Result<SavedPast> save(const std::filesystem::path& world, const std::filesystem::path& inputs, nlohmann::json stop, bool inError);

    struct Times
    {
        std::int64_t first = 0, here = 0, now = 0; ///< milliseconds since the recording began
    };
    Times times() const;
    Figures figures();

    void began(const vm::Input& input) override;
    void ended() override;

private:
    struct Checkpoint
    {
        pid_t process = -1;
        OwnHandle handle;
        std::uint64_t input = 0;     ///< the one that comes next
        std::uint64_t logPlace = 0;
        std::int64_t milliseconds = 0;
        bool afterLoss = false; ///< nothing older leads here
        std::uint64_t bytes = 0; ///< that it has for itself, at most
        bool measured = true;    ///< `bytes` are what the system says
    };

    void makeCheckpoint(std::int64_t now);
    bool hasWorked(std::int64_t now);
    void measureFaults();
    void thinOut(std::int64_t now);
    void drop(std::size_t which);
    bool measureOne();
    std::uint64_t memory() const;
    [[noreturn]] void serveAsCheckpoint(OwnHandle handle);
    std::int64_t clock() const;
    Errand errand(Errand::Kind kind, bool breakpoints = false) const;
    Result<Outcome> send(const Checkpoint& from, Errand errand, Channel& channel);
    Result<Outcome> search(const Checkpoint& from, const Errand& errand);
    /// Looks through the stretches before the moment where one is, the youngest first.
    Result<Outcome> searchBack(Errand errand);
    Result<Place> visit(Moment moment, nlohmann::json stop);
    Place arrive(Moment moment, const Outcome& outcome, Channel channel, const nlohmann::json& stop);
    Result<Place> visitStatementOf(const Outcome& outcome);
    Result<Place> toBeginning();
    const Checkpoint* before(std::uint64_t input) const;

    vm::Vm& machine_;
    Guide& guide_;
    TravelLimits limits_;
    InputLog log_;
    std::unique_ptr<Tap> tap_;
    std::deque<Checkpoint> checkpoints_; ///< the oldest first
    std::vector<pid_t> ended_;           ///< dropped ones whose end nobody has seen yet
    std::chrono::steady_clock::time_point begun_;
    std::int64_t clockBegun_ = 0; ///< of the clock of limits_
    std::uint64_t nextInput_ = 0;
    int nesting_ = 0;
    std::int64_t base_ = 0; ///< instructions before the input that is carried out
    bool lost_ = true;      ///< something has changed that inputs do not tell
    bool started_ = false;
    std::int64_t checkpointAt_ = 0, askedAt_ = 0; ///< milliseconds: of the last one; when it was asked how much has been worked
    std::int64_t checkpointCost_ = 0, workedAt_ = 0; ///< nanoseconds of the processor: of the last one; when it was made
    std::int64_t faultsAt_ = 0, mostFaults_ = 0;     ///< pages: that had been copied or made then; that the last one shares
    std::int64_t faultCost_ = 0;                     ///< nanoseconds for one of them
    std::int64_t made_ = 0, nanoseconds_ = 0;

    Moment present_; ///< of the stop; the first moment that is not past
    bool presentInError_ = false; ///< the statement of the stop has begun: it is past
    std::int64_t presentTime_ = 0;
    Moment here_; ///< where one is while away
    std::int64_t hereTime_ = 0;
    std::size_t hereDepth_ = 0;
    Moment passed_; ///< what made one stop here may come up behind the beginning of the statement
    Channel channel_; ///< to the visitor who shows it
};

} // namespace blak::serve
