// SPDX-License-Identifier: GPL-3.0-or-later
#include "roomedit/script/script_findings.h"

#include "roomedit/roomcore/checks/room_checks.h"
#include "roomedit/roomcore/map/map_convert.h"
#include "roomedit/roomcore/room_document.h"

#include <algorithm>
#include <set>
#include <string>
#include <tuple>
#include <utility>

namespace blak::roomscript {

using namespace roomcore;

namespace {

constexpr qsizetype mostTold = 5;

/// What a finding is about: parts keep their ids, while numbers in its words may be others.
using Key = std::tuple<std::string, std::string, std::vector<std::uint32_t>>;

Key keyOf(const Diagnostic& finding)
{
    std::vector<std::uint32_t> ids;
    for (const PartPlace& part : finding.parts)
        ids.push_back(part.id);
    return {finding.code, ids.empty() ? finding.message : std::string(), std::move(ids)};
}

std::vector<Diagnostic> errorsOf(const Map& map, const std::shared_ptr<const roo::Room>& file)
{
    auto findings = findingsOf(map, file, Rules::Errors);
    return findings ? std::move(findings).value() : std::vector<Diagnostic>();
}

} // namespace

Result<std::vector<Diagnostic>> findingsOf(const Map& map, const std::shared_ptr<const roo::Room>& file, Rules rules)
{
    static const auto none = std::make_shared<const roo::Room>();
    RoomCopy copy;
    copy.file = file ? file : none;
    auto room = roomFromMap(map, *copy.file);
    if (!room)
        return room.error();
    copy.room = std::move(room.value().room);
    copy.numbers = std::move(room.value().numbers);
    RoomCheckInput input{copy.room};
    input.numbers = &copy.numbers;
    input.isBuilt = copy.room == *copy.file;
    input.edited = &copy;
    if (rules == Rules::Errors)
        for (const RoomRule& rule : roomRules())
            if (rule.severity != Severity::Error)
                input.ignored.emplace(rule.name);
    return checkRoom(input);
}

QStringList newErrors(const Map& before, const Map& now, const std::shared_ptr<const roo::Room>& file)
{
    std::set<Key> known;
    if (!before.lines().empty())
        for (const Diagnostic& finding : errorsOf(before, file))
            known.insert(keyOf(finding));
    QStringList told;
    qsizetype left = 0;
    for (const Diagnostic& finding : errorsOf(now, file)) {
        if (finding.severity != Severity::Error || known.contains(keyOf(finding)))
            continue;
        if (told.size() == mostTold) {
            ++left;
            continue;
        }
        const QString message = QString::fromStdString(finding.message), place = QString::fromStdString(finding.place);
        told << (finding.parts.empty() ? message : place + QStringLiteral(": ") + message);
    }
    if (left > 0)
        told << (left == 1 ? QStringLiteral("1 more error.") : QStringLiteral("%1 more errors.").arg(left));
    return told;
}

} // namespace blak::roomscript
