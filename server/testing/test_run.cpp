// SPDX-License-Identifier: GPL-3.0-or-later
#include "server/testing/test_run.h"

#include "formats/base/names.h"
#include "server/control/debug_values.h"

#include <algorithm>
#include <chrono>

namespace blak::testing {
namespace {

using bof::Tag;

constexpr std::size_t mostFailures = 100;
constexpr std::size_t mostLines = 1000;
constexpr std::size_t mostSent = 1'000'000;
constexpr std::size_t mostCallers = 20;
constexpr int mostTimers = 100'000;        ///< that run between two steps of a test
constexpr std::size_t mostLater = 10'000;
constexpr std::int64_t longestSkip = std::int64_t{366} * 24 * 3600 * 1000; ///< milliseconds
constexpr int deepestList = 100;
constexpr std::size_t mostElements = 100'000;
constexpr std::size_t shownTold = 5;

std::string inQuotes(const std::string& text) { return "\"" + text + "\""; }

} // namespace

/// A handler of BlakodTest that was entered: its parameters, and where it was called.
struct TestRun::Call
{
    TestRun& run;
    const Row& row;
    std::vector<vm::FrameView> frames; ///< innermost first: the handler itself, then its caller
    std::int32_t caller = 0;           ///< class of the handler that called

    vm::Value value(std::string_view name) const
    {
        const auto slot = row.slots.find(name);
        return slot == row.slots.end() ? vm::Value() : frames.front().locals[slot->second];
    }
    std::string text(std::string_view name) const { return run.textOf(value(name), caller).value_or(""); }
    /// What the test says about it, in front of what was found.
    std::string said(std::string_view name) const
    {
        const std::string text = this->text(name);
        return text.empty() ? text : text + ": ";
    }
    void give(std::string_view name, vm::Value value)
    {
        if (const auto slot = row.slots.find(name); slot != row.slots.end())
            run.machine_.setLocal(0, slot->second, value);
    }
};

TestRun::TestRun(world::World& world, Options options)
    : world_(world), machine_(world.vm()), options_(std::move(options)), clients_(world)
{
    if (!options_.skip)
        options_.skip = [this](std::int64_t milliseconds) { world_.clock().skip(milliseconds); };
    learnLibrary();
    machine_.addHook(*this);
    machine_.setStepping(*this, options_.countStatements);
    world_.logs().setListener(this, [this](world::LogKind kind, std::string_view text) {
        if (kind == world::LogKind::Debug && outcome_.lines.size() < mostLines)
            outcome_.lines.emplace_back(text);
    });
}

TestRun::~TestRun()
{
    world_.logs().setListener(this, nullptr);
    machine_.removeHook(*this);
}

/// Parameters lie in a frame in the order of their numbers.
void TestRun::learnLibrary()
{
    library_ = machine_.classByName(testClass);
    if (!library_)
        return;
    for (const ExpectationRow& row : expectationRows) {
        const auto message = machine_.messageByName(row.name);
        const auto view = message ? machine_.messageView(*library_, *message) : std::nullopt;
        if (!view)
            continue;
        std::vector<std::int32_t> ids;
        for (const auto& [id, value] : view->parameters)
            ids.push_back(id);
        std::ranges::sort(ids);
        Row known{row.what, {}};
        for (std::size_t at = 0; at < row.parameters.size();) {
            const std::size_t end = std::min(row.parameters.find(',', at), row.parameters.size());
            const std::string_view name = row.parameters.substr(at, end - at);
            const auto id = machine_.parameterByName(name);
            const auto place = id ? std::ranges::find(ids, *id) : ids.end();
            if (place != ids.end())
                known.slots.emplace(name, static_cast<std::size_t>(place - ids.begin()));
            at = end + 1;
        }
        rows_.emplace(*message, std::move(known));
    }
}

TestOutcome TestRun::run(const TestCase& test)
{
    outcome_ = {};
    outcome_.test = test;
    sent_.clear();
    expected_.clear();
    later_.clear();
    statements_.clear();
    clients_.forget();
    const auto start = std::chrono::steady_clock::now();
    const auto type = machine_.classByName(test.className);
    const auto message = machine_.messageByName(test.handler);
    const std::int64_t object = type && message ? machine_.createObject(*type, {}) : -1;
    if (object < 0) {
        fail({"there is no such test", test.file, 0, 0, {}});
    } else {
        const bool isTestClass = library_ && machine_.isA(*type, *library_);
        if (const auto setUp = machine_.messageByName("SetUp"); isTestClass && setUp)
            machine_.send(object, *setUp, {});
        const auto result = outcome_.skipped.empty() ? machine_.send(object, *message, {}) : std::nullopt;
        if (!isTestClass && result && *result == vm::Value::integer(0))
            fail({"the handler returned FALSE", test.file, 0, 0, {}});
        for (std::size_t i = 0; i < later_.size() && outcome_.skipped.empty(); ++i)
            sendLater(object, Later(later_[i]));
    }
    for (ExpectedError& one : expected_)
        if (!one.came) {
            one.place.text = "expected an error with " + inQuotes(one.text) + ", none came";
            fail(std::move(one.place));
        }
    if (!clients_.undecoded().empty())
        fail({"a client got what is no message of the protocol: " + clients_.undecoded(), test.file, 0, 0, {}});
    outcome_.verdict = !outcome_.failures.empty()  ? Verdict::Failed
                       : !outcome_.skipped.empty() ? Verdict::Skipped
                                                   : Verdict::Passed;
    outcome_.milliseconds = std::chrono::duration<double, std::milli>(std::chrono::steady_clock::now() - start).count();
    outcome_.statements = statements_.list();
    return std::move(outcome_);
}

/// Timers run at their times until then.
void TestRun::sendLater(std::int64_t object, const Later& later)
{
    const std::int64_t until = world_.milliseconds() + later.milliseconds;
    int left = mostTimers;
    while (left > 0) {
        const auto due = machine_.nextTimerDue();
        if (!due || *due > until)
            break;
        if (const std::int64_t now = world_.milliseconds(); *due > now)
            options_.skip(*due - now);
        left -= machine_.runDueTimer() ? 1 : left; // one that is due and does not run would be due for ever
    }
    if (left == 0)
        fail({"more than " + std::to_string(mostTimers) + " timers ran within " + std::to_string(later.milliseconds) + " ms",
              outcome_.test.file, 0, 0, {}});
    if (const std::int64_t now = world_.milliseconds(); until > now)
        options_.skip(until - now);
    machine_.send(object, later.message, {});
}

void TestRun::line(const vm::CodePlace& place)
{
    statements_.count(place);
}

void TestRun::enter(std::int64_t object, std::int32_t classId, std::int32_t message)
{
    if (library_ && classId == *library_) {
        const auto row = rows_.find(message);
        if (row == rows_.end())
            return;
        Call call{*this, row->second, machine_.stack(), 0};
        call.caller = call.frames.size() > 1 ? call.frames[1].ownerClass : classId;
        return obey(call);
    }
    if (sent_.size() < mostSent)
        sent_.push_back({object, machine_.classOfObject(object).value_or(classId), message});
}

void TestRun::obey(Call& call)
{
    switch (call.row.what) {
    case Expectation::SetUp: return;
    case Expectation::Expect: {
        const vm::Value value = call.value("value");
        const bool holds = value.tag != Tag::Nil && !(value.tag == Tag::Int && value.data == 0);
        return expect(call, holds, call.said("what") + "expected something, found " + shown(value, call.caller));
    }
    case Expectation::ExpectEqual:
    case Expectation::ExpectDifferent: {
        const bool equal = call.row.what == Expectation::ExpectEqual;
        const vm::Value value = call.value("value"), wanted = call.value("wanted");
        return expect(call, isSame(value, wanted, call.caller, 0) == equal,
                      call.said("what") + "expected " + (equal ? "" : "anything but ") + shown(wanted, call.caller) + ", found " +
                          shown(value, call.caller));
    }
    case Expectation::ExpectError:
        ++outcome_.checked;
        expected_.push_back({call.text("string"), false, placeOf(1)});
        return;
    case Expectation::ExpectSent: return checkSent(call, true);
    case Expectation::ExpectNotSent: return checkSent(call, false);
    case Expectation::ExpectTold: return checkTold(call, true);
    case Expectation::ExpectNotTold: return checkTold(call, false);
    case Expectation::AsString:
        return call.give("string", {Tag::String, machine_.newString(call.text("string"))});
    case Expectation::Forget:
        sent_.clear();
        clients_.forget();
        return;
    case Expectation::NewPlayer: return makePlayer(call);
    case Expectation::LogOn: return logOn(call);
    case Expectation::After: {
        const vm::Value time = call.value("number"), message = call.value("message");
        if (message.tag != Tag::Message || time.tag != Tag::Int || time.data < 0 || time.data > longestSkip)
            return expect(call, false, "expected milliseconds (`number`) and a message, found " + shown(time, call.caller) + " and " +
                                           shown(message, call.caller));
        if (later_.size() >= mostLater)
            return expect(call, false, "a test goes on at most " + std::to_string(mostLater) + " times");
        later_.push_back({time.data, static_cast<std::int32_t>(message.data)});
        return;
    }
    case Expectation::Fail: return expect(call, false, call.text("what").empty() ? "the test says so" : call.text("what"));
    case Expectation::Skip:
        if (outcome_.skipped.empty())
            outcome_.skipped = call.text("what").empty() ? "the test says so" : call.text("what");
        return;
    }
}

void TestRun::expect(const Call&, bool holds, std::string text)
{
    ++outcome_.checked;
    if (holds)
        return;
    Failure failure = placeOf(1);
    failure.text = std::move(text);
    fail(std::move(failure));
}

void TestRun::fail(Failure failure)
{
    if (outcome_.failures.size() < mostFailures)
        outcome_.failures.push_back(std::move(failure));
}

/// Of the handler that many calls above the innermost one.
Failure TestRun::placeOf(std::size_t depth) const
{
    Failure failure;
    const auto frames = machine_.stack();
    if (depth < frames.size())
        failure = {"", std::string(frames[depth].place.file), frames[depth].place.line, frames[depth].place.offset, {}};
    const auto callers = machine_.callers(mostCallers + depth);
    for (std::size_t i = depth; i < callers.size(); ++i)
        failure.callers.push_back(callers[i].type + "::" + callers[i].handler + " " + callers[i].file + " (" +
                                  std::to_string(callers[i].line) + ")");
    return failure;
}

void TestRun::error(std::string_view text)
{
    const std::string lower = lowerCase(text);
    for (ExpectedError& one : expected_)
        if (lower.find(lowerCase(one.text)) != lower.npos) {
            one.came = true;
            return;
        }
    Failure failure = placeOf(0);
    failure.text = "error: " + std::string(text);
    fail(std::move(failure));
}

void TestRun::checkSent(const Call& call, bool wanted)
{
    const vm::Value message = call.value("message"), to = call.value("what"), times = call.value("number");
    const auto fits = [&](const Sent& sent) {
        return sent.message == message.data && (to.tag == Tag::Object  ? sent.object == to.data
                                                : to.tag == Tag::Class ? machine_.isA(sent.type, static_cast<std::int32_t>(to.data))
                                                                       : true);
    };
    if (message.tag != Tag::Message)
        return expect(call, false, "expected a message, found " + shown(message, call.caller));
    const auto count = std::ranges::count_if(sent_, fits);
    const std::string what = shown(message, call.caller) + (to.tag == Tag::Nil ? "" : " to " + shown(to, call.caller));
    const std::string found = ", it was sent " + std::to_string(count) + " times";
    if (!wanted)
        return expect(call, count == 0, "expected " + what + " not to be sent" + found);
    if (times.tag == Tag::Int)
        return expect(call, count == times.data, "expected " + what + " " + std::to_string(times.data) + " times" + found);
    expect(call, count > 0, "expected " + what + " to be sent, it was not");
}

void TestRun::checkTold(const Call& call, bool wanted)
{
    const vm::Value who = call.value("who");
    const std::string text = call.text("string");
    std::string heard;
    bool told = false;
    std::size_t others = 0;
    for (const TestClients::Told& one : clients_.told()) {
        if (who.tag == Tag::Object && one.character != who.data)
            continue;
        told = told || one.text.find(text) != one.text.npos;
        if (++others <= shownTold)
            heard += (heard.empty() ? "" : ", ") + inQuotes(one.text);
    }
    if (others > shownTold)
        heard += " and " + std::to_string(others - shownTold) + " more";
    const std::string to = who.tag == Tag::Object ? shown(who, call.caller) : "anybody";
    expect(call, told == wanted,
           "expected " + to + (wanted ? " to be told " : " not to be told ") + inQuotes(text) + ", told was " +
               (heard.empty() ? "nothing" : heard));
}

void TestRun::makePlayer(Call& call)
{
    const vm::Value type = call.value("what");
    const std::string name = call.text("string");
    const std::string account = "test " + std::to_string(world_.accounts().nextId);
    const std::int64_t id = world_.accounts().create(account, "None", world::AccountType::Normal, "");
    const std::int32_t classId = type.tag == Tag::Class ? static_cast<std::int32_t>(type.data) : machine_.dialect().ids.classUser;
    const std::int64_t object = world_.createUser(id, classId, name);
    if (object < 0)
        return expect(call, false, "there is no class of players to make one of");
    clients_.learnTexts();
    call.give("who", vm::Value::object(object));
}

void TestRun::logOn(const Call& call)
{
    const vm::Value who = call.value("who");
    if (who.tag != Tag::Object || !machine_.classOfObject(who.data))
        return expect(call, false, "expected a character, found " + shown(who, call.caller));
    const vm::ReservedIds& ids = machine_.dialect().ids;
    const vm::Parameter parameter{ids.sessionId, {Tag::Session, clients_.connect(who.data)}};
    machine_.send(who.data, ids.userLogon, std::span(&parameter, 1));
}

std::optional<std::string> TestRun::textOf(const vm::Value& value, std::int32_t caller) const
{
    switch (value.tag) {
    case Tag::String: return machine_.stringText(value.data);
    case Tag::TempString: return machine_.tempString();
    case Tag::Resource: return machine_.resourceText(value.data);
    case Tag::DebugString: return machine_.debugString(caller, value.data);
    default: return std::nullopt;
    }
}

bool TestRun::isSame(const vm::Value& a, const vm::Value& b, std::int32_t caller, int depth) const
{
    if (a == b)
        return true;
    const auto text = textOf(a, caller), other = textOf(b, caller);
    if (text || other)
        return text == other;
    if (a.tag != Tag::List || b.tag != Tag::List || depth > deepestList)
        return false;
    vm::Value left = a, right = b;
    for (std::size_t i = 0; i < mostElements && left.tag == Tag::List && right.tag == Tag::List; ++i) {
        const auto one = machine_.listNode(left.data), two = machine_.listNode(right.data);
        if (!one || !two || !isSame(one->first, two->first, caller, depth + 1))
            return false;
        left = one->second;
        right = two->second;
    }
    return left == right;
}

std::string TestRun::shown(const vm::Value& value, std::int32_t caller) const
{
    if (value.tag == Tag::DebugString)
        return inQuotes(textOf(value, caller).value_or(""));
    return serve::shownValue(machine_, value);
}

} // namespace blak::testing
