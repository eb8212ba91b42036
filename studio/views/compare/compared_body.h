// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "studio/views/compare/compare_load.h"
#include "studio/views/compare/side_by_side.h"

#include <QVariantMap>
#include <QWidget>

#include <memory>
#include <optional>
#include <vector>

class QBoxLayout;
class QSplitter;

namespace blak::ui::views {

class Chips;
class DifferenceRows;
class FramePair;
class RoomPair;
class SearchBar;
class SideBySide;
class TablePane;
class TextBox;

/// What is shown of one comparison: rooms as maps, sprites and pictures as frames, texts and bytes by lines, and the list of what
/// differs. The first difference is the current one. It never changes: files that are read anew get another one.
class ComparedBody : public QWidget
{
    Q_OBJECT

public:
    struct Side
    {
        QString path; ///< of the edits of a file: that file
        QString name; ///< as shown
        QString role = {}; ///< what it is to the other one: "older"; empty: nothing tells
        QString heading() const { return role.isEmpty() ? name : name + QStringLiteral(" \u00b7 ") + role; }
    };
    /// `ofEdits`: the right side is what would be saved in place of the left one.
    ComparedBody(Compared compared, const Side& left, const Side& right, bool ofEdits, const std::shared_ptr<Project>& project);

    const QString& kind() const { return kind_; } ///< "rooms", "texts"
    bool isEqual() const { return equal_; }       ///< byte for byte
    /// What the list says when nothing differs.
    void setEmptySentence(const QString& sentence);

    int differences() const;
    int steps() const;   ///< differences that a step leads to: those that no filter hides
    int current() const; ///< among them; -1: none
    /// The next difference (or the one before), going round.
    void step(int direction);

    bool canFold() const { return sides_ != nullptr; }
    void setFolded(bool folded);
    bool isFolded() const;

    /// Looks for words in both texts.
    void find();
    void stepHit(int direction); ///< to the next place, or the one before

    bool canHideList() const { return splitter_ != nullptr; }
    /// The list below pictures and maps, which then have the whole page.
    void setListShown(bool shown);
    double share() const { return share_; } ///< of the list, of the height of both
    void setShare(double share);

    /// What is looked at, for the body that takes the place of this one.
    struct Place
    {
        QVariantMap view;                       ///< of texts, pictures, maps
        QString searched;
        std::optional<SideBySide::Spot> spot;   ///< the current difference of texts
        std::optional<diff::Difference> difference; ///< that of a list
    };
    Place place() const;
    /// As far as it is still there: another kind of file may have taken the place.
    void goBackTo(const Place& place);
    void prepareForGrab();

    SideBySide* sides() const { return sides_; }
    TablePane* list() const { return list_; }
    RoomPair* rooms() const { return rooms_; }
    FramePair* frames() const { return frames_; }

signals:
    void changed(); ///< another difference is the current one, or others are listed

protected:
    bool eventFilter(QObject* watched, QEvent* event) override;

private:
    void addSprites(Compared& compared, const Side& left, const Side& right, const std::shared_ptr<Project>& project);
    void addLines(std::vector<SideLine> lines, const Side& left, const Side& right, QBoxLayout& column);
    void addList(diff::Differences differences, const QString& leftRole, const QString& rightRole);
    void shareHeight();
    void showRow(int row);
    int rowOf(const diff::Difference& difference) const;
    void choosePair(int pair);

    QString kind_;
    bool equal_ = false;
    bool ofEdits_ = false;
    QSplitter* parts_ = nullptr;    ///< what is compared over the list
    QSplitter* splitter_ = nullptr; ///< the same, where the list can be hidden: below pictures and maps
    double share_ = 0.3;
    SideBySide* sides_ = nullptr;
    SearchBar* search_ = nullptr; ///< of sides_
    RoomPair* rooms_ = nullptr;
    FramePair* frames_ = nullptr;
    TablePane* list_ = nullptr;
    Chips* chips_ = nullptr;
    TextBox* box_ = nullptr;
    std::shared_ptr<const DifferenceRows> rows_;
    std::vector<diff::FramePair> framePairs_;
};

} // namespace blak::ui::views
