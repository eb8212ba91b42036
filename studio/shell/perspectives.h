// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "studio/shell/file_group.h"

#include <QString>
#include <QStringList>
#include <QVector>

#include <optional>

namespace blak::ui::shell {

enum class Perspective : int { Welcome, Room, Sprite, Code, Debug, Play };

/// px, by the width of the window: as in the mock-ups for 1280, 1440 and 1920.
struct Extent
{
    int small;  ///< up to 1280 wide
    int normal; ///< 1440
    int large;  ///< from 1900
    int at(int windowWidth) const { return windowWidth <= 1300 ? small : windowWidth >= 1900 ? large : normal; }
};

struct PanelHeight
{
    const char* panel; ///< id of its dock: home of its kind, a slash, the panel
    Extent height;
};

/// Panels that share a place, so that both have room; `with` is in front.
struct PanelTab
{
    const char* panel;
    const char* with;
};

/// How the docks at the left share their column.
enum class LeftColumn : std::uint8_t {
    Stacked,    ///< one below the other
    TabsIfLow,  ///< likewise, but tabs in low windows; the first in front
    FirstAsTab, ///< the first (the project) shares the place of the second, which is in front
};

/// One perspective: what it is called, which kinds of documents it takes, how its docks stand when it is shown first. Everything in
/// which perspectives differ is a field of these rows (perspective_rows.cpp).
struct PerspectiveRow
{
    Perspective perspective = Perspective::Welcome;
    const char* id = "";
    const char* name = "";
    const char* icon = "";
    const char* thing = ""; ///< what is opened there, as it stands in a sentence: "room"
    const char* beginning = ""; ///< id of the action that fills its empty page; empty: a file is chosen
    int key = 0;            ///< Ctrl with this one chooses it; 0: none
    bool hasTab = false;    ///< at the top of the window
    bool showsStops = false; ///< comes when the debugger stops
    QStringList kinds = {}; ///< ids of the document types it takes; the first row that takes a kind is that kind's home
    QVector<FileGroup> lookedFor = {}; ///< what who types a name there means; Blakod stands for classes, too

    Extent right = {384, 432, 600};
    LeftColumn left = LeftColumn::Stacked;
    QVector<PanelHeight> heights = {};
    QVector<PanelTab> tabs = {};
    const char* bottom = nullptr;  ///< dock that is in front at the bottom; null: the first
    const char* foot = nullptr;    ///< dock that stands by itself at the foot of its column, however low the window is
    const char* picture = nullptr; ///< dock above the others at the right, and a tab of theirs where the window is low
};

/// All of them, in the order of the tabs.
QVector<PerspectiveRow> perspectiveRows();

/// Where a command of one kind of document can be given: "in a room", "while playing".
QString placeOfKind(const QString& kind);

/// Which perspective a document is shown in.
class Perspectives
{
public:
    explicit Perspectives(QVector<PerspectiveRow> rows) : rows_(std::move(rows)) {}

    const QVector<PerspectiveRow>& rows() const { return rows_; }
    const PerspectiveRow& row(Perspective perspective) const;
    /// By its id, "room".
    std::optional<Perspective> find(const QString& id) const;

    /// Pages without a kind (a comparison with the disk) stand wherever one is, but not in Welcome.
    bool takes(Perspective perspective, const QString& kind) const;
    /// Where documents of this kind belong.
    Perspective home(const QString& kind) const;
    /// Where one is shown that becomes the current one: here, if this perspective takes it.
    Perspective placeOf(const QString& kind, Perspective now) const { return takes(now, kind) ? now : home(kind); }
    /// Those that take the kind.
    QVector<Perspective> takers(const QString& kind) const;

private:
    QVector<PerspectiveRow> rows_;
};

/// What a stop of the debugger does to the perspective: the one that shows stops comes, from wherever one is, and when the debugger
/// ends the one from before comes back - unless somebody chose another meanwhile. So does the game, as soon as it plays on. Whoever goes
/// elsewhere while the program stands stays there as long as it is only stepped.
class StopRule
{
public:
    explicit StopRule(const Perspectives& perspectives) : perspectives_(perspectives) {}

    /// The perspective to show; none: the one of now.
    std::optional<Perspective> stopped(Perspective now);
    /// By a step, or until something else stops it: then what was chosen before does not count at the next stop.
    void goesOn(Perspective now, bool steps);
    /// It has run on for a moment and not by a step: who was brought from the game is in the game again.
    std::optional<Perspective> runsOn(Perspective now);
    std::optional<Perspective> wentOn(Perspective now);
    /// A stop has brought this one, and nobody went on from there.
    bool hasBrought(Perspective now) const { return brought_ == now; }

private:
    const Perspectives& perspectives_;
    std::optional<Perspective> from_;
    std::optional<Perspective> brought_;
    bool stands_ = false; ///< or is stepped: somebody may go elsewhere, which is a choice
    std::optional<Perspective> steppedIn_; ///< whoever goes elsewhere while it runs is brought back
};

} // namespace blak::ui::shell
