// SPDX-License-Identifier: GPL-3.0-or-later
#include "server/billing/portal.h"

#include "formats/base/names.h"
#include "server/record/peer_lines.h"

#include <algorithm>
#include <utility>
#include <vector>

namespace blak::serve {
namespace {

constexpr std::size_t mostOutput = 1024 * 1024;
constexpr std::size_t mostFields = 4;

/// The fields of a line; nothing when there are too many. Some machines put blanks where the document has tabs.
std::vector<std::string_view> fieldsOf(std::string_view line)
{
    std::vector<std::string_view> fields;
    const char separator = line.find('\t') == line.npos ? ' ' : '\t';
    while (fields.size() <= mostFields) {
        const std::size_t end = std::min(line.find(separator), line.size());
        fields.push_back(line.substr(0, end));
        if (end == line.size())
            return fields;
        line.remove_prefix(end + 1);
    }
    return {};
}

/// Names come from accounts; a tab or a line end in one would be a message of its own.
bool mayTravel(std::string_view account)
{
    constexpr unsigned char firstPrintable = 0x20;
    return !account.empty() &&
           std::ranges::all_of(account, [](char c) { return static_cast<unsigned char>(c) >= firstPrintable; });
}

} // namespace

void Portal::begin()
{
    connection_ = true;
    closing = false;
    output.clear();
    input_.clear();
}

void Portal::connected(std::int64_t now)
{
    there_ = true;
    ready_ = false;
    startedAt_ = now;
    output += startup() + "\n";
}

std::optional<BillingVerdict> Portal::ask(std::string_view account, std::int64_t ticket, std::int64_t now)
{
    const bool sends = ready_ && mayTravel(account) && waiting_.size() < mostWaiting && output.size() < mostOutput;
    if (sends)
        output += "LOGIN\t" + std::string(account) + "\t" + std::to_string(settings_.serverNumber) + "\n";
    if (settings_.ignore)
        return BillingVerdict::Yes;
    if (!sends)
        return BillingVerdict::Unknown;
    waiting_[ticket] = {std::string(account), now};
    return std::nullopt;
}

void Portal::forget(std::int64_t ticket) { waiting_.erase(ticket); }

void Portal::loggedOut(std::string_view account)
{
    if (ready_ && mayTravel(account) && output.size() < mostOutput)
        output += "LOGOUT\t" + std::string(account) + "\t" + std::to_string(settings_.serverNumber) + "\n";
}

void Portal::received(std::string_view bytes, std::int64_t)
{
    takeLines(input_, bytes, closing, [this](std::string_view text) { line(text); });
    if (input_.size() > longestLine)
        giveUp("sends lines that are too long");
}

void Portal::line(std::string_view text)
{
    const auto fields = fieldsOf(text);
    const std::string number = std::to_string(settings_.serverNumber);
    if (fields.size() == 2 && fields[0] == "STARTUP" && fields[1] == number) {
        if (!std::exchange(ready_, true))
            log("billing: the machine answers, players may log in");
        return;
    }
    if (fields.size() == 4 && fields[0] == "LOGIN" && fields[3] == number && (fields[1] == "YES" || fields[1] == "NO"))
        return settle(fields[2], fields[1] == "YES" ? BillingVerdict::Yes : BillingVerdict::No);
    log("billing: the machine sent a line that makes no sense");
}

/// All that wait for this account: a second login of it is the same question.
void Portal::settle(std::string_view account, BillingVerdict verdict)
{
    std::vector<std::int64_t> tickets;
    for (const auto& [ticket, question] : waiting_)
        if (equalIgnoringCase(question.account, account))
            tickets.push_back(ticket);
    for (const std::int64_t ticket : tickets) {
        waiting_.erase(ticket);
        answered(ticket, verdict);
    }
}

void Portal::giveUp(std::string_view why)
{
    log("billing: the machine " + std::string(why));
    closing = true;
}

void Portal::lost(std::int64_t)
{
    if (there_)
        log("billing: the connection is gone");
    connection_ = there_ = ready_ = false;
    output.clear();
    input_.clear();
    const auto waited = std::exchange(waiting_, {});
    for (const auto& [ticket, question] : waited)
        answered(ticket, BillingVerdict::Unknown);
}

void Portal::tick(std::int64_t now)
{
    if (there_ && !ready_ && now - startedAt_ > patience && !closing)
        giveUp("does not answer STARTUP");
    std::vector<std::int64_t> late;
    for (const auto& [ticket, question] : waiting_)
        if (now - question.asked > patience)
            late.push_back(ticket);
    for (const std::int64_t ticket : late) {
        waiting_.erase(ticket);
        answered(ticket, BillingVerdict::Unknown);
    }
}

} // namespace blak::serve
