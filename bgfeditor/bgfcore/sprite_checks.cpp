// SPDX-License-Identifier: GPL-3.0-or-later
#include "bgfeditor/bgfcore/sprite_checks.h"

#include "bgfeditor/bgfcore/content_box.h"
#include "bgfeditor/bgfcore/frame_edits.h"
#include "bgfeditor/bgfcore/hotspot_edits.h"
#include "bgfeditor/bgfcore/hotspots.h"

#include <algorithm>
#include <array>
#include <map>

namespace blak::bgfcore {
namespace {

using Findings = std::vector<Diagnostic>;
using Rule = void (*)(const SpriteDocument&, Findings&);

constexpr std::int32_t largestOldSide = 1024; ///< pixels; larger ones old clients were never seen to draw
constexpr std::size_t mostOldGroups = 34;     ///< the most that a known file has
constexpr double mostJump = 48;               ///< client units that feet may move from frame to frame of a group's neighbours
constexpr int reservedFirst = 8, reservedLast = 15, reservedFirstHigh = 244, reservedLastHigh = 247; ///< in no known image

std::string frameText(const SpriteDocument& document, PartId id)
{
    return "Frame " + std::to_string(document.frames().placeOf(id));
}
std::string groupText(const SpriteDocument& document, PartId id)
{
    return "Group " + std::to_string(document.groups().placeOf(id) + 1);
}

Diagnostic finding(const SpriteDocument& document, std::string_view code, std::string message)
{
    const auto rule = std::ranges::find_if(spriteRules(), [code](const SpriteRule& one) { return one.code == code; });
    Diagnostic result;
    result.severity = rule->severity;
    result.code = code;
    result.file = document.path().string();
    result.message = std::move(message);
    return result;
}

Diagnostic atFrame(const SpriteDocument& document, std::string_view code, PartId id, std::string message)
{
    Diagnostic result = finding(document, code, std::move(message));
    result.parts = {{std::string(document.frames().kind()), id}};
    result.place = frameText(document, id);
    return result;
}

Diagnostic atGroup(const SpriteDocument& document, std::string_view code, PartId id, std::string message)
{
    Diagnostic result = finding(document, code, std::move(message));
    result.parts = {{std::string(document.groups().kind()), id}};
    result.place = groupText(document, id);
    return result;
}

template <typename Edit>
Fix fixOf(std::string title, Edit edit)
{
    Fix fix;
    fix.title = std::move(title);
    fix.apply = [edit = std::move(edit)](document::Document& document) -> Result<void> {
        return edit(dynamic_cast<SpriteDocument&>(document));
    };
    return fix;
}

std::vector<PartId> allFrames(const SpriteDocument& document)
{
    return {document.frames().ids().begin(), document.frames().ids().end()};
}

// ---- rules --------------------------------------------------------------------------------------------------------------------

void undecodable(const SpriteDocument& document, Findings& findings)
{
    for (const PartId id : document.frames().ids()) {
        const FrameImage& image = *document.frames().at(id).image;
        if (image.indices() != nullptr)
            continue;
        if (document.header().version == 9 && image.isCompressed())
            findings.push_back(atFrame(document, "version 9", id,
                                       "The bitmap is compressed by a tool of version 9, whose method was never published. All "
                                       "else can be changed; the bitmap is kept as it is."));
        else
            findings.push_back(atFrame(document, "damaged frame", id, "The bitmap is damaged: " + image.problem() + "."));
    }
}

void badIndex(const SpriteDocument& document, Findings& findings)
{
    for (const PartId id : document.groups().ids()) {
        const auto& entries = document.groups().at(id).entries;
        const auto bad =
            std::ranges::find_if(entries, [](const GroupEntry& entry) { return entry.frame == 0 && entry.stored != -1; });
        if (bad == entries.end())
            continue;
        Diagnostic one = atGroup(document, "missing frame", id,
                                 "The group names frame " + std::to_string(bad->stored) + ", but the file has " +
                                     std::to_string(document.frames().size()) + ". Nothing is drawn there.");
        one.fixes.push_back(fixOf("Show nothing there", [id](SpriteDocument& changed) -> Result<void> {
            for (std::size_t i = 0; i < changed.groups().at(id).entries.size(); ++i) {
                const GroupEntry& entry = changed.groups().at(id).entries[i];
                if (entry.frame == 0 && entry.stored != -1)
                    if (auto done = setGroupEntry(changed, id, i, 0); !done)
                        return done;
            }
            return {};
        }));
        findings.push_back(std::move(one));
    }
}

void emptyGroup(const SpriteDocument& document, Findings& findings)
{
    for (const PartId id : document.groups().ids()) {
        const auto& entries = document.groups().at(id).entries;
        if (std::ranges::any_of(entries, [](const GroupEntry& entry) { return entry.frame != 0 || entry.stored != -1; }))
            continue;
        findings.push_back(atGroup(document, "empty group", id, "The group shows no bitmap from any side."));
    }
}

void zeroShrink(const SpriteDocument& document, Findings& findings)
{
    if (document.header().shrink >= 1 && document.header().shrink <= 255)
        return;
    Diagnostic one = finding(document, "shrink 0",
                             "The shrink factor is " + std::to_string(document.header().shrink) + "; programs take it as " +
                                 std::to_string(document.header().effectiveShrink()) + ".");
    one.place = "Sprite";
    one.fixes.push_back(
        fixOf("Set it to " + std::to_string(std::max(1, document.header().effectiveShrink())), [](SpriteDocument& changed) {
            return setHeaderProperty(changed, "shrink", std::int64_t{std::max(1, changed.header().effectiveShrink())});
        }));
    findings.push_back(std::move(one));
}

void largeFrame(const SpriteDocument& document, Findings& findings)
{
    for (const PartId id : document.frames().ids()) {
        const Frame& frame = document.frames().at(id);
        if (frame.width() > largestOldSide || frame.height() > largestOldSide)
            findings.push_back(atFrame(document, "large frame", id,
                                       "The bitmap has " + std::to_string(frame.width()) + " x " +
                                           std::to_string(frame.height()) + " pixels; old clients draw up to " +
                                           std::to_string(largestOldSide) + " a side."));
    }
    if (document.groups().size() > mostOldGroups) {
        Diagnostic one = finding(document, "many groups",
                                 "The sprite has " + std::to_string(document.groups().size()) + " groups, more than the " +
                                     std::to_string(mostOldGroups) + " that any sprite of the old worlds has.");
        one.place = "Sprite";
        findings.push_back(std::move(one));
    }
}

void reservedColour(const SpriteDocument& document, Findings& findings)
{
    for (const PartId id : document.frames().ids()) {
        const FrameImage::Indices* indices = document.frames().at(id).image->indices();
        if (indices == nullptr)
            continue;
        const auto pixels = std::ranges::count_if(*indices, [](std::uint8_t index) {
            return (index >= reservedFirst && index <= reservedLast) || (index >= reservedFirstHigh && index <= reservedLastHigh);
        });
        if (pixels > 0)
            findings.push_back(atFrame(document, "reserved colour", id,
                                       std::to_string(pixels) + (pixels == 1 ? " pixel has" : " pixels have") +
                                           " a palette index from 8 to 15 or 244 to 247, which the system's colours had; no "
                                           "bitmap of the old worlds uses them."));
    }
}

void hotspotNumbers(const SpriteDocument& document, Findings& findings)
{
    for (const PartId id : document.frames().ids()) {
        std::map<int, int> seen;
        for (const bgf::Hotspot& hotspot : document.frames().at(id).hotspots)
            ++seen[hotspot.number];
        for (const auto& [number, count] : seen) {
            if (number == 0)
                findings.push_back(atFrame(document, "hotspot 0", id, "A hotspot has the number 0; nothing can hang there."));
            else if (count > 1)
                findings.push_back(atFrame(document, "hotspot twice", id,
                                           "Hotspot " + std::to_string(number) + " is there " + std::to_string(count) +
                                               " times; only the first counts."));
        }
    }
}

void hotspotOutside(const SpriteDocument& document, Findings& findings)
{
    for (const PartId id : document.frames().ids()) {
        const Frame& frame = document.frames().at(id);
        for (const bgf::Hotspot& hotspot : frame.hotspots) {
            if (hotspot.x >= 0 && hotspot.y >= 0 && hotspot.x < frame.width() && hotspot.y < frame.height())
                continue;
            Diagnostic one = atFrame(document, "hotspot outside", id,
                                     "Hotspot " + std::to_string(hotspot.number) + " lies at " + std::to_string(hotspot.x) +
                                         ", " + std::to_string(hotspot.y) + ", outside of the bitmap.");
            findings.push_back(std::move(one));
        }
    }
}

void missingHotspot(const SpriteDocument& document, Findings& findings)
{
    std::map<int, std::size_t> frames;
    for (const PartId id : document.frames().ids()) {
        std::map<int, bool> here;
        for (const bgf::Hotspot& hotspot : document.frames().at(id).hotspots)
            here[hotspot.number] = true;
        for (const auto& [number, is] : here)
            frames[number] += is;
    }
    for (const auto& [number, count] : frames) { // of most frames
        if (count == document.frames().size() || 2 * count <= document.frames().size())
            continue;
        std::string lacking;
        std::size_t many = 0;
        PartId first = 0;
        for (const PartId id : document.frames().ids()) {
            if (findHotspot(document.frames().at(id), number))
                continue;
            first = first == 0 ? id : first;
            if (++many <= 6)
                lacking += (lacking.empty() ? "" : ", ") + std::to_string(document.frames().placeOf(id));
        }
        const std::string list = many > 6 ? std::to_string(many) + " frames" : (many == 1 ? "frame " : "frames ") + lacking;
        Diagnostic one =
            atFrame(document, "missing hotspot", first, "Hotspot " + std::to_string(number) + " is missing in " + list + ".");
        one.fixes.push_back(fixOf("Interpolate it from the neighbours", [n = number](SpriteDocument& changed) {
            return interpolateHotspot(changed, allFrames(changed), n);
        }));
        findings.push_back(std::move(one));
    }
}

/// Groups shown one after the other from one side: the feet should stay where they are.
void jumpingFeet(const SpriteDocument& document, Findings& findings)
{
    const int shrink = document.header().effectiveShrink();
    const double perPixel = 16.0 / std::max(1, shrink);
    PartId before = 0;
    double last = 0;
    for (const PartId id : document.groups().ids()) {
        const auto& entries = document.groups().at(id).entries;
        const PartId frameId = entries.empty() ? 0 : entries.front().frame;
        if (frameId == 0)
            continue;
        const Frame& frame = document.frames().at(frameId);
        const auto content = contentBox(*frame.image);
        if (!content)
            continue;
        const Feet feet = feetOf(frame.width(), frame.height(), frame.xOffset, frame.yOffset, shrink);
        const double height = (feet.y - content->bottom) * perPixel; // of the lowest pixel over the ground, client units
        if (before != 0 && before != frameId && std::abs(height - last) > mostJump)
            findings.push_back(atFrame(document, "jumping feet", frameId,
                                       "The feet are " + std::to_string(static_cast<int>(std::abs(height - last))) +
                                           " client units " + (height > last ? "higher" : "lower") + " than in frame " +
                                           std::to_string(document.frames().placeOf(before)) + " of the group before."));
        before = frameId;
        last = height;
    }
}

void longName(const SpriteDocument& document, Findings& findings)
{
    const auto& name = document.header().rawName;
    if (std::ranges::find(name, '\0') != name.end())
        return;
    Diagnostic one =
        finding(document, "name too long", "The name fills all 32 bytes and has no end; programs read on behind it.");
    one.place = "Sprite";
    one.fixes.push_back(fixOf("Cut it to 31 characters", [](SpriteDocument& changed) {
        return setHeaderProperty(changed, "name", changed.header().name().substr(0, longestName));
    }));
    findings.push_back(std::move(one));
}

constexpr std::array<Rule, 11> rules{undecodable,    badIndex,       emptyGroup,     zeroShrink,  largeFrame, reservedColour,
                                     hotspotNumbers, hotspotOutside, missingHotspot, jumpingFeet, longName};

constexpr std::array ruleTable{
    SpriteRule{"damaged frame", Severity::Error, "A bitmap cannot be decoded; clients may stop with it."},
    SpriteRule{"missing frame", Severity::Error, "A group names a bitmap that is not in the file."},
    SpriteRule{"name too long", Severity::Error, "The name has no NUL at its end."},
    SpriteRule{"hotspot 0", Severity::Error, "Hotspots have numbers other than 0."},
    SpriteRule{"empty group", Severity::Warning, "A group shows nothing from any side."},
    SpriteRule{"shrink 0", Severity::Warning, "The shrink factor is not from 1 to 255."},
    SpriteRule{"large frame", Severity::Warning, "A bitmap is larger than old clients draw."},
    SpriteRule{"many groups", Severity::Warning, "More groups than any known sprite has."},
    SpriteRule{"reserved colour", Severity::Warning, "Pixels have colours that belong to the system."},
    SpriteRule{"hotspot twice", Severity::Warning, "A frame has a hotspot of one number more than once."},
    SpriteRule{"version 9", Severity::Info, "A bitmap is compressed by a lost method."},
    SpriteRule{"hotspot outside", Severity::Info, "A hotspot lies outside of its bitmap."},
    SpriteRule{"missing hotspot", Severity::Info, "A hotspot of most frames is missing in some."},
    SpriteRule{"jumping feet", Severity::Info, "The lowest pixels jump from one group to the next."},
};

} // namespace

std::vector<Diagnostic> checkSprite(const SpriteDocument& document)
{
    Findings findings;
    for (const Rule rule : rules)
        rule(document, findings);
    std::ranges::stable_sort(findings, {}, &Diagnostic::severity);
    return findings;
}

std::span<const SpriteRule> spriteRules() { return ruleTable; }

} // namespace blak::bgfcore
