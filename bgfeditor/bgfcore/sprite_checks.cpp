// SPDX-License-Identifier: GPL-3.0-or-later
#include "bgfeditor/bgfcore/sprite_checks.h"

#include "bgfeditor/bgfcore/command_source.h"
#include "bgfeditor/bgfcore/content_box.h"
#include "bgfeditor/bgfcore/frame_edits.h"
#include "bgfeditor/bgfcore/hotspot_edits.h"
#include "bgfeditor/bgfcore/hotspots.h"
#include "bgfeditor/bgfcore/pixels.h"
#include "bgfeditor/bgfcore/quantiser.h"
#include "formats/bbg/make.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <iterator>
#include <map>
#include <optional>
#include <unordered_set>

namespace blak::bgfcore {
namespace {

using Findings = std::vector<Diagnostic>;
using Rule = void (*)(const SpriteDocument&, Findings&);

constexpr std::int32_t largestOldSide = 1024; ///< pixels; larger ones old clients were never seen to draw
constexpr std::size_t mostOldGroups = 34;     ///< the most that a known file has
constexpr double unitsPerYOffset = 4;         ///< client units of one step of the y offset
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

/// Its pixels are those of a file that a command file names and that is not there.
bool isOfMissingFile(const SpriteDocument& document, PartId id)
{
    const Frame& frame = document.frames().at(id);
    return document.source() != nullptr && document.source()->isMissing(frame.file) && frame.image->indices() == nullptr;
}

/// One finding for all of them: what is missing is most often the folder's content.
void missingBitmaps(const SpriteDocument& document, Findings& findings)
{
    if (document.source() == nullptr)
        return;
    std::vector<std::string> missing;
    std::unordered_set<std::string> named;
    std::optional<PartId> first;
    for (const PartId id : document.frames().ids()) {
        const bool isNew = named.insert(document.frames().at(id).file).second;
        if (!isNew || !isOfMissingFile(document, id))
            continue;
        missing.push_back(document.frames().at(id).file);
        if (!first)
            first = id;
    }
    if (first)
        findings.push_back(atFrame(document, "missing bitmap", *first,
                                   bbg::missingBitmapsText(missing, named.size(), document.source()->folder().string())));
}

void undecodable(const SpriteDocument& document, Findings& findings)
{
    for (const PartId id : document.frames().ids()) {
        const FrameImage& image = *document.frames().at(id).image;
        if (image.indices() != nullptr || isOfMissingFile(document, id))
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
                                     std::to_string(mostOldGroups) + " that any old sprite has.");
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
                                           "old bitmap uses them."));
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
            if (number <= 0 || !seen.contains(-number))
                continue;
            // What hangs there is found by the number without its sign.
            const auto& all = document.frames().at(id).hotspots;
            const auto first = std::ranges::find_if(all, [n = number](const bgf::Hotspot& one) { return std::abs(one.number) == n; });
            const int other = -first->number;
            Diagnostic one = atFrame(document, "hotspot twice", id,
                                     "Hotspots " + std::to_string(number) + " and " + std::to_string(-number) +
                                         " are both there; what hangs on them hangs on the first one, " + std::to_string(first->number) + ".");
            one.fixes.push_back(fixOf("Remove hotspot " + std::to_string(other), [id, other](SpriteDocument& changed) {
                return removeHotspot(changed, std::array{id}, other);
            }));
            findings.push_back(std::move(one));
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

/// By what hangs there: the sign may change from angle to angle.
bool hasHotspot(const Frame& frame, int number)
{
    return std::ranges::any_of(frame.hotspots, [number](const bgf::Hotspot& one) { return std::abs(one.number) == number; });
}

/// The one sign of it that more of the frames have.
int usualSign(const SpriteDocument& document, FrameIds frames, int number)
{
    std::ptrdiff_t over = 0;
    for (const PartId id : frames)
        for (const bgf::Hotspot& hotspot : document.frames().at(id).hotspots)
            if (std::abs(hotspot.number) == number)
                over += hotspot.number > 0 ? 1 : -1;
    return over >= 0 ? number : -number;
}

/// Of `frames` most have it, and some lack it.
void sayMissing(const SpriteDocument& document, const std::vector<PartId>& frames, const std::string& where, Findings& findings)
{
    std::map<int, std::vector<PartId>> lacking;
    for (const PartId id : frames)
        for (const bgf::Hotspot& hotspot : document.frames().at(id).hotspots)
            lacking.try_emplace(std::abs(int{hotspot.number}));
    for (auto& [number, without] : lacking) {
        std::ranges::copy_if(frames, std::back_inserter(without),
                             [&, n = number](PartId id) { return !hasHotspot(document.frames().at(id), n); });
        if (without.empty() || 2 * without.size() >= frames.size())
            continue;
        std::string list;
        for (std::size_t i = 0; i < std::min<std::size_t>(6, without.size()); ++i)
            list += (i == 0 ? "" : ", ") + std::to_string(document.frames().placeOf(without[i]));
        if (without.size() > 6)
            list = std::to_string(without.size()) + " frames" + where;
        else
            list = (without.size() == 1 ? "frame " : "frames ") + list + where;
        const int signedNumber = usualSign(document, frames, number);
        Diagnostic one = atFrame(document, "missing hotspot", without.front(),
                                 "Hotspot " + std::to_string(signedNumber) + " is missing in " + list + ".");
        std::vector<PartId> involved; // those that have it by the other sign are no neighbours
        std::ranges::copy_if(frames, std::back_inserter(involved),
                             [&](PartId id) { return !findHotspot(document.frames().at(id), -signedNumber); });
        one.fixes.push_back(fixOf("Interpolate it from the neighbours", [signedNumber, involved](SpriteDocument& changed) {
            return interpolateHotspot(changed, involved, signedNumber);
        }));
        findings.push_back(std::move(one));
    }
}

/// Of the whole sprite, and of the angles of a group.
void missingHotspot(const SpriteDocument& document, Findings& findings)
{
    const std::size_t before = findings.size();
    sayMissing(document, allFrames(document), {}, findings);
    if (findings.size() != before)
        return; // that says it already
    for (const PartId id : document.groups().ids()) {
        std::vector<PartId> sides;
        for (const GroupEntry& entry : document.groups().at(id).entries)
            if (entry.frame != 0 && std::ranges::find(sides, entry.frame) == sides.end())
                sides.push_back(entry.frame);
        sayMissing(document, sides, " of group " + std::to_string(document.groups().placeOf(id) + 1), findings);
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
        if (before != 0 && before != frameId && std::abs(height - last) > mostJump) {
            Diagnostic one = atFrame(document, "jumping feet", frameId,
                                     "The feet are " + std::to_string(static_cast<int>(std::abs(height - last))) +
                                         " client units " + (height > last ? "higher" : "lower") + " than in frame " +
                                         std::to_string(document.frames().placeOf(before)) + " of the group before.");
            std::vector<PartId> sides;
            for (const GroupEntry& entry : entries)
                if (entry.frame != 0 && std::ranges::find(sides, entry.frame) == sides.end())
                    sides.push_back(entry.frame);
            const int steps = static_cast<int>(std::lround((height - last) / unitsPerYOffset));
            one.fixes.push_back(fixOf("Move the group to the height of the one before", [sides, steps](SpriteDocument& changed) {
                return moveOffsets(changed, sides, 0, steps);
            }));
            findings.push_back(std::move(one));
        }
        before = frameId;
        last = height;
    }
}

/// Bitmaps of a command file with a colour table that is not the project's.
void foreignPalette(const SpriteDocument& document, Findings& findings)
{
    if (!document.isCommandFile())
        return;
    for (const PartId id : document.frames().ids()) {
        const Frame& frame = document.frames().at(id);
        const palette::Palette* colours = document.source()->foreignColours(frame.file);
        if (colours == nullptr || frame.image != document.source()->onDisk(frame.file))
            continue; // drawn on since, in the project's colours
        Diagnostic one = atFrame(document, "foreign palette", id,
                                 frame.file + " has other colours than the project; its palette indices are taken as they are.");
        one.fixes.push_back(fixOf("Take the nearest colours of the project", [id](SpriteDocument& changed) -> Result<void> {
            const Frame& old = changed.frames().at(id);
            const palette::Palette* own = changed.source()->foreignColours(old.file);
            if (own == nullptr)
                return {};
            ColourPicture picture{old.width(), old.height(), {}};
            for (const std::uint8_t index : *old.image->indices()) {
                const palette::Colour& colour = (*own)[index];
                const std::uint32_t alpha = index == bgf::transparentIndex ? 0u : 0xFF000000u;
                picture.pixels.push_back(alpha | std::uint32_t{colour.r} << 16 | std::uint32_t{colour.g} << 8 | colour.b);
            }
            auto matched = Quantiser(changed.source()->colours()).run(picture);
            return setImage(changed, id, FrameImage::ofIndices(picture.width, picture.height, std::move(matched.indices)),
                            "Take the nearest colours of the project");
        }));
        findings.push_back(std::move(one));
    }
}

/// A figure whose whole edge is one colour that is seen: its background was meant to be transparent. Textures are left out, by name.
void solidBackground(const SpriteDocument& document, Findings& findings)
{
    if (document.path().filename().string().starts_with("grd"))
        return;
    for (const PartId id : document.frames().ids()) {
        const Frame& frame = document.frames().at(id);
        const FrameImage& image = *frame.image;
        constexpr std::int32_t leastSide = 8; ///< smaller ones may well be full
        if (image.indices() == nullptr || image.width() < leastSide || image.height() < leastSide)
            continue;
        const std::uint8_t colour = image.at(0, 0);
        bool isSolid = colour != bgf::transparentIndex;
        for (std::int32_t x = 0; x < image.width() && isSolid; ++x)
            isSolid = image.at(x, 0) == colour && image.at(x, image.height() - 1) == colour;
        for (std::int32_t y = 0; y < image.height() && isSolid; ++y)
            isSolid = image.at(0, y) == colour && image.at(image.width() - 1, y) == colour;
        if (!isSolid || std::ranges::all_of(*image.indices(), [colour](std::uint8_t index) { return index == colour; }))
            continue;
        Diagnostic one = atFrame(document, "solid background", id,
                                 "The whole edge has the colour " + std::to_string(colour) +
                                     "; what is around a figure has the transparent index 254.");
        one.fixes.push_back(fixOf("Make what hangs together with the edge transparent", [id, colour](SpriteDocument& changed) {
            Pixels pixels(*changed.frames().at(id).image);
            const std::int32_t right = pixels.width() - 1, bottom = pixels.height() - 1;
            for (const PixelPoint corner : {PixelPoint{0, 0}, {right, 0}, {0, bottom}, {right, bottom}})
                if (pixels.at(corner) == colour)
                    (void)fillArea(pixels, corner, bgf::transparentIndex);
            return setImage(changed, id, pixels.image(changed.frames().at(id).image->isCompressed()), "Transparent background");
        }));
        findings.push_back(std::move(one));
    }
}

/// What the old tool would say of a command file.
void commandWarnings(const SpriteDocument& document, Findings& findings)
{
    if (!document.isCommandFile())
        return;
    for (const std::string& warning : document.source()->warnings()) {
        Diagnostic one = finding(document, "command file", warning);
        one.place = "Sprite";
        findings.push_back(std::move(one));
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

void damagedLayers(const SpriteDocument& document, Findings& findings)
{
    if (document.layersProblem().empty())
        return;
    Diagnostic one = finding(document, "damaged layers",
                             "The layers cannot be read: " + document.layersProblem() +
                                 ". The sprite opens without them; saved, their file is put away as NAME~.");
    one.place = "Sprite";
    findings.push_back(std::move(one));
}

constexpr std::array<Rule, 16> rules{missingBitmaps, undecodable,    badIndex,       emptyGroup,     zeroShrink,   largeFrame,
                                     reservedColour, hotspotNumbers, hotspotOutside, missingHotspot, jumpingFeet,
                                     longName,       foreignPalette, solidBackground, commandWarnings, damagedLayers};

constexpr std::array ruleTable{
    SpriteRule{"damaged frame", Severity::Error, "A bitmap cannot be decoded; clients may stop with it."},
    SpriteRule{"missing bitmap", Severity::Error, "Bitmaps that a command file names are not there."},
    SpriteRule{"missing frame", Severity::Error, "A group names a bitmap that is not in the file."},
    SpriteRule{"name too long", Severity::Error, "The name has no NUL at its end."},
    SpriteRule{"hotspot 0", Severity::Error, "Hotspots have numbers other than 0."},
    SpriteRule{"empty group", Severity::Warning, "A group shows nothing from any side."},
    SpriteRule{"shrink 0", Severity::Warning, "The shrink factor is not from 1 to 255."},
    SpriteRule{"large frame", Severity::Warning, "A bitmap is larger than old clients draw."},
    SpriteRule{"many groups", Severity::Warning, "More groups than any known sprite has."},
    SpriteRule{"reserved colour", Severity::Warning, "Pixels have colours that belong to the system."},
    SpriteRule{"foreign palette", Severity::Warning, "A bitmap of a command file has other colours than the project."},
    SpriteRule{"command file", Severity::Warning, "The old tool would complain about the command file."},
    SpriteRule{"damaged layers", Severity::Warning, "The file of layers beside the sprite cannot be read."},
    SpriteRule{"hotspot twice", Severity::Warning, "A frame has a hotspot of one number more than once, by either sign."},
    SpriteRule{"version 9", Severity::Info, "A bitmap is compressed by a lost method."},
    SpriteRule{"solid background", Severity::Info, "The edge of a figure is one colour, where it should be transparent."},
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
