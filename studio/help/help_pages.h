// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/action_table.h"

#include <QMap>
#include <QString>
#include <QVector>

#include <functional>

namespace blak::ui::help {

struct HelpHit
{
    QString page;
    QString title;
    QString heading; ///< the one the hit stands under; empty: the page's own
    QString excerpt;
    int weight = 0; ///< more is better
};

/// The pages of the help: docs/ and the studio's own, out of resources, and pages made from tables at run time. A page is called
/// by its path without ending: "language", "formats/roo", "studio/start".
class HelpPages
{
public:
    HelpPages();

    static constexpr auto startPage = "studio/start";
    static constexpr auto keysPage = "studio/keys";

    /// Replaces one of the same name. A comment "words: save undo" in a page names what it is looked for by beside its title.
    void add(const QString& page, const QString& markdown);
    /// A page of what others have, as it is whenever the page is asked for.
    void addMade(const QString& page, const std::function<QString()>& make);

    bool contains(const QString& page) const { return pages_.contains(page) || made_.contains(page); }
    QString markdown(const QString& page) const { return made_.contains(page) ? made_[page]() : pages_.value(page); }
    QString title(const QString& page) const;
    QStringList names() const; ///< by the alphabet

    /// Where a link of a page leads: a page, perhaps with "#heading". Empty for links that leave the help or lead nowhere.
    QString resolve(const QString& page, const QString& link) const;

    /// All words must occur, as beginnings of words or by their stems ("conditional" in "conditions"), which weighs less; within words
    /// only where there is no such page. First pages for who makes a world, then for who runs one or looks into its files, last for who
    /// works on the studio. Among them titles weigh more than headings, headings more than text, and a line with all words more than
    /// lines with one each.
    QVector<HelpHit> search(const QString& words) const;

private:
    /// 0: the line does not hold the word; more is better.
    using Holds = int (*)(QStringView line, const QString& word);
    QVector<HelpHit> hitsOf(const QStringList& wanted, Holds holds) const;

    QMap<QString, QString> pages_;
    QMap<QString, std::function<QString()>> made_;
    QMap<QString, QStringList> words_;
};

/// "All keys": every row of the action table with its menu and keys.
QString keysMarkdown(const ActionTable& actions, const std::function<QList<QKeySequence>(const QString&)>& keysOf,
                     const std::function<QString(const QString&)>& atTimes);

/// An English word without its ending, "condition" of "conditional"; words that begin with it mean much the same.
QString wordStem(const QString& word);

/// The part of a text of that many characters at most that begins near `from`, between words, with dots where it was cut.
QString excerptOf(const QString& text, qsizetype from, qsizetype length);

/// As links name a heading: lower case, blanks become dashes, signs go.
QString headingName(const QString& heading);

} // namespace blak::ui::help
