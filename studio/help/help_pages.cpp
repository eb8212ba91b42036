// SPDX-License-Identifier: GPL-3.0-or-later
#include "studio/help/help_pages.h"

#include <QCoreApplication>
#include <QDir>
#include <QDirIterator>
#include <QFile>
#include <QRegularExpression>

#include <algorithm>
#include <array>

static void initialiseResources() { Q_INIT_RESOURCE(help); }

namespace blak::ui::help {
namespace {

constexpr auto root = ":/help/";
constexpr qsizetype excerptLength = 160;
constexpr int wordWorth = 2, stemWorth = 1; ///< of a line that holds the word itself, or one with its stem
constexpr int titleWeight = 100;
constexpr int headingWeight = 20;
constexpr int shortPageWeight = 120; ///< the studio's own pages say first what the manuals say at length
constexpr int mostHeadings = 3, mostLines = 10; ///< of those that hold a word count so many: a long page is not a better one for that

QString say(const char* text) { return QCoreApplication::translate("HelpPages", text); }

bool isHeading(QStringView line) { return line.startsWith(u'#') && line.contains(u' '); }

QString headingText(QStringView line) { return line.mid(line.indexOf(u' ')).trimmed().toString().remove(QLatin1Char('`')); }

/// Words of a line without the signs of Markdown.
QString plain(QString line)
{
    static const QRegularExpression links(QStringLiteral("\\[([^\\]]*)\\]\\([^)]*\\)"));
    static const QRegularExpression signs(QStringLiteral("[`*|]+"));
    return line.replace(links, QStringLiteral("\\1")).replace(signs, QStringLiteral(" ")).simplified();
}

/// Where the word begins one: "play" is in "playing", not in "display" or BLAK_PLAY_TRIES. -1: nowhere.
qsizetype wordIn(QStringView line, const QString& word)
{
    for (qsizetype at = line.indexOf(word, 0, Qt::CaseInsensitive); at >= 0; at = line.indexOf(word, at + 1, Qt::CaseInsensitive))
        if (at == 0 || !(line[at - 1].isLetterOrNumber() || line[at - 1] == u'_'))
            return at;
    return -1;
}

int holdsWord(QStringView line, const QString& word)
{
    return wordIn(line, word) >= 0 ? wordWorth : wordIn(line, wordStem(word)) >= 0 ? stemWorth : 0;
}

int holdsText(QStringView line, const QString& word) { return line.contains(word, Qt::CaseInsensitive) ? wordWorth : 0; }

/// Where the first of the words stands; 0: none does.
qsizetype firstPlace(const QString& line, const QStringList& words)
{
    qsizetype first = line.size();
    for (const QString& word : words)
        for (const qsizetype at : {wordIn(line, wordStem(word)), line.indexOf(word, 0, Qt::CaseInsensitive)})
            if (at >= 0)
                first = std::min(first, at);
    return first == line.size() ? 0 : first;
}

/// Of a page: its first heading, or else what it is called by.
QString titleIn(const QString& text, const QString& page)
{
    for (const QStringView line : QStringView(text).split(u'\n'))
        if (isHeading(line))
            return headingText(line);
    return page;
}

/// Whom a page is for: first who makes a world, then who runs a server or looks into files, last who works on the studio itself.
enum class Reader : std::uint8_t { Maker, Keeper, Developer };

Reader readerOf(const QString& page)
{
    static constexpr std::array developers{"benchmarks", "bots", "compatibility", "facts/", "protocol", "reliability", "security"};
    static constexpr std::array keepers{"admin-commands", "diagnostics", "formats/", "server", "studio/rules", "studio/sprite-rules"};
    const auto isOneOf = [&](const auto& list) { return std::ranges::any_of(list, [&](const char* one) { return page.startsWith(QLatin1String(one)); }); };
    return isOneOf(developers) ? Reader::Developer : isOneOf(keepers) ? Reader::Keeper : Reader::Maker;
}

} // namespace

QString wordStem(const QString& word)
{
    constexpr qsizetype least = 3; // letters of a stem
    QString small = word.toLower();
    const auto without = [&small](QLatin1String ending) {
        if (!small.endsWith(ending))
            return QString();
        const QString rest = small.chopped(ending.size());
        return rest.size() >= least && std::ranges::any_of(rest, [](QChar c) { return QLatin1String("aeiouy").contains(c); }) ? rest : QString();
    };
    for (const char* ending : {"ations", "ation", "ally", "ings", "ing", "al", "ed", "es", "s", "e"}) {
        if (QLatin1String(ending) == QLatin1String("s") && (small.endsWith(QLatin1String("ss")) || small.endsWith(QLatin1String("us"))))
            continue;
        QString stem = without(QLatin1String(ending));
        if (stem.isEmpty())
            continue;
        const QChar last = stem.back();
        const bool isDoubled = last == stem[stem.size() - 2] && last != u's' && last != u'l'; // debugg-ing
        return isDoubled && stem.size() > least ? stem.chopped(1) : stem;
    }
    return small;
}

QString excerptOf(const QString& text, qsizetype from, qsizetype length)
{
    const qsizetype before = length / 4; // characters that lead up to it
    if (text.size() <= length)
        return text;
    qsizetype begin = std::clamp<qsizetype>(from - before, 0, text.size() - length);
    while (begin > 0 && !text[begin - 1].isSpace() && begin < from)
        ++begin;
    qsizetype end = std::min(text.size(), begin + length);
    if (end < text.size())
        if (const qsizetype blank = text.lastIndexOf(u' ', end); blank > begin)
            end = blank;
    const QString dots(QChar(0x2026));
    return (begin > 0 ? dots + u' ' : QString()) + text.mid(begin, end - begin) + (end < text.size() ? u' ' + dots : QString());
}

QString headingName(const QString& heading)
{
    QString name;
    for (const QChar c : heading.toLower()) {
        if (c.isLetterOrNumber() || c == u'_' || c == u'-')
            name += c;
        else if (c.isSpace())
            name += u'-';
    }
    return name;
}

HelpPages::HelpPages()
{
    initialiseResources();
    QDirIterator walk(QLatin1String(root), {QStringLiteral("*.md")}, QDir::Files, QDirIterator::Subdirectories);
    while (walk.hasNext()) {
        const QString path = walk.next();
        QFile file(path);
        if (file.open(QIODevice::ReadOnly))
            add(path.mid(static_cast<qsizetype>(qstrlen(root))).chopped(3), QString::fromUtf8(file.readAll()));
    }
}

void HelpPages::add(const QString& page, const QString& markdown)
{
    static const QRegularExpression comments(QStringLiteral("<!--.*?-->\\n?"), QRegularExpression::DotMatchesEverythingOption);
    static const QRegularExpression pictures(QStringLiteral("!\\[([^\\]]*)\\]\\([^)]*\\)")); // they stay in the manual
    static const QRegularExpression words(QStringLiteral("<!-- words: (.*?) -->"));
    words_.insert(page, words.match(markdown).captured(1).split(u' ', Qt::SkipEmptyParts));
    pages_.insert(page, QString(markdown).remove(comments).replace(pictures, QStringLiteral("*\\1*")));
}

void HelpPages::addMade(const QString& page, const std::function<QString()>& make) { made_.insert(page, make); }

QStringList HelpPages::names() const
{
    QStringList all = pages_.keys() + made_.keys();
    all.sort();
    return all;
}

QString HelpPages::title(const QString& page) const { return titleIn(markdown(page), page); }

QString HelpPages::resolve(const QString& page, const QString& link) const
{
    const qsizetype mark = link.indexOf(u'#');
    const QString anchor = mark < 0 ? QString() : link.mid(mark);
    QString target = mark < 0 ? link : link.left(mark);
    if (target.isEmpty())
        return page + anchor;
    if (target.contains(QLatin1String("://")))
        return {};
    const QString folder = page.contains(u'/') ? page.section(u'/', 0, -2) + u'/' : QString();
    QString path = QDir::cleanPath(folder + target);
    if (path.endsWith(QLatin1String(".md")))
        path.chop(3);
    while (path.startsWith(QLatin1String("../"))) // docs/ is the root of the help, the studio's pages stand below it
        path = path.mid(3);
    return contains(path) ? path + anchor : QString();
}

QVector<HelpHit> HelpPages::search(const QString& words) const
{
    const QStringList wanted = words.split(QRegularExpression(QStringLiteral("\\s+")), Qt::SkipEmptyParts);
    if (wanted.isEmpty())
        return {};
    const QVector<HelpHit> hits = hitsOf(wanted, holdsWord);
    return hits.isEmpty() ? hitsOf(wanted, holdsText) : hits;
}

QVector<HelpHit> HelpPages::hitsOf(const QStringList& wanted, Holds holds) const
{
    QVector<HelpHit> hits;
    for (const QString& page : names()) {
        const QString text = markdown(page);
        const bool all = std::all_of(wanted.begin(), wanted.end(), [&](const QString& word) { return holds(text, word) > 0; });
        if (!all)
            continue;
        const QString pageTitle = titleIn(text, page);
        HelpHit hit{page, pageTitle, {}, {}, 0};
        QString heading;
        int best = 0, headings = 0, lines = 0;
        for (const QStringView line : QStringView(text).split(u'\n')) {
            if (isHeading(line))
                heading = headingText(line);
            int found = 0;
            qsizetype words = 0;
            for (const QString& word : wanted) {
                const int worth = holds(line, word);
                found += worth;
                words += worth > 0 ? 1 : 0;
            }
            if (found == 0)
                continue;
            if (words == wanted.size())
                found *= static_cast<int>(words);
            int& seen = isHeading(line) ? headings : lines;
            if (seen < (isHeading(line) ? mostHeadings : mostLines))
                hit.weight += found * (isHeading(line) ? headingWeight : 1);
            ++seen;
            const int worth = found * (isHeading(line) ? 3 : 2);
            if (worth <= best)
                continue;
            best = worth;
            hit.heading = heading == pageTitle ? QString() : heading;
            const QString shown = plain(line.toString());
            hit.excerpt = isHeading(line) ? QString() : excerptOf(shown, firstPlace(shown, wanted), excerptLength);
        }
        for (const QString& word : wanted)
            hit.weight += titleWeight * (words_.value(page).contains(word, Qt::CaseInsensitive) ? wordWorth : holds(pageTitle, word));
        if (page.startsWith(QLatin1String("studio/")))
            hit.weight += shortPageWeight;
        hits.push_back(std::move(hit));
    }
    std::stable_sort(hits.begin(), hits.end(), [](const HelpHit& a, const HelpHit& b) {
        const Reader first = readerOf(a.page), second = readerOf(b.page);
        return first != second ? first < second : a.weight > b.weight;
    });
    return hits;
}

QString keysMarkdown(const ActionTable& actions, const std::function<QList<QKeySequence>(const QString&)>& keysOf,
                     const std::function<QString(const QString&)>& atTimes)
{
    QString page = QStringLiteral("# ") + say("All commands and keys") + QStringLiteral("\n\n") +
                   say("Made from the table of actions as it stands now, with your own keys. Change them in the settings.") +
                   QStringLiteral("\n");
    const QString blank = QStringLiteral("\u00a0"); // of a row without it the cells become one
    QMap<QString, QString> byMenu;
    QStringList order;
    for (const ActionSpec& spec : actions) {
        const QString menu = spec.menu.isEmpty() ? say("Command palette") : spec.menu.section(u'/', 0, 0);
        if (!byMenu.contains(menu))
            order << menu;
        QString text = spec.text;
        QString keys = QKeySequence::listToString(keysOf(spec.id), QKeySequence::NativeText);
        keys = keys.isEmpty() ? blank : QStringLiteral("`%1`").arg(keys);
        if (const QString at = atTimes(spec.id); !at.isEmpty())
            keys += QStringLiteral("; ") + at;
        byMenu[menu] += QStringLiteral("| %1 | %2 | %3 |\n")
                            .arg(text.remove(u'&').replace(u'|', QLatin1String("\\|")),
                                 keys, spec.context.isEmpty() ? blank : spec.context);
    }
    for (const QString& menu : std::as_const(order))
        page += QStringLiteral("\n## %1\n\n| %2 | %3 | %4 |\n|---|---|---|\n").arg(menu, say("command"), say("keys"), say("in")) +
                byMenu.value(menu);
    return page;
}

} // namespace blak::ui::help
