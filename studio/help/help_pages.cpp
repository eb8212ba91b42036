// SPDX-License-Identifier: GPL-3.0-or-later
#include "studio/help/help_pages.h"

#include <QCoreApplication>
#include <QDir>
#include <QDirIterator>
#include <QFile>
#include <QRegularExpression>

#include <algorithm>

static void initialiseResources() { Q_INIT_RESOURCE(help); }

namespace blak::ui::help {
namespace {

constexpr auto root = ":/help/";
constexpr qsizetype excerptLength = 160;
constexpr int titleWeight = 100;
constexpr int headingWeight = 20;

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

} // namespace

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
    pages_.insert(page, QString(markdown).remove(comments).replace(pictures, QStringLiteral("*\\1*")));
}

QString HelpPages::title(const QString& page) const
{
    const QString text = pages_.value(page);
    for (const QStringView line : QStringView(text).split(u'\n'))
        if (isHeading(line))
            return headingText(line);
    return page;
}

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
    return pages_.contains(path) ? path + anchor : QString();
}

QVector<HelpHit> HelpPages::search(const QString& words) const
{
    const QStringList wanted = words.split(QRegularExpression(QStringLiteral("\\s+")), Qt::SkipEmptyParts);
    QVector<HelpHit> hits;
    if (wanted.isEmpty())
        return hits;
    for (auto it = pages_.constBegin(); it != pages_.constEnd(); ++it) {
        const QString pageTitle = title(it.key());
        const bool all = std::all_of(wanted.begin(), wanted.end(),
                                     [&](const QString& word) { return it.value().contains(word, Qt::CaseInsensitive); });
        if (!all)
            continue;
        HelpHit hit{it.key(), pageTitle, {}, {}, 0};
        QString heading;
        int best = 0;
        for (const QStringView line : QStringView(it.value()).split(u'\n')) {
            if (isHeading(line))
                heading = headingText(line);
            int found = 0;
            for (const QString& word : wanted)
                found += line.contains(word, Qt::CaseInsensitive) ? 1 : 0;
            if (found == 0)
                continue;
            hit.weight += found * (isHeading(line) ? headingWeight : 1);
            const int worth = found * (isHeading(line) ? 3 : 2);
            if (worth <= best)
                continue;
            best = worth;
            hit.heading = heading == pageTitle ? QString() : heading;
            hit.excerpt = isHeading(line) ? QString() : plain(line.toString()).left(excerptLength);
        }
        for (const QString& word : wanted)
            hit.weight += pageTitle.contains(word, Qt::CaseInsensitive) ? titleWeight : 0;
        hits.push_back(std::move(hit));
    }
    std::stable_sort(hits.begin(), hits.end(), [](const HelpHit& a, const HelpHit& b) { return a.weight > b.weight; });
    return hits;
}

QString keysMarkdown(const ActionTable& actions, const std::function<QList<QKeySequence>(const QString&)>& keysOf,
                     const std::function<QString(const QString&)>& atTimes)
{
    QString page = QStringLiteral("# ") + say("All commands and keys") + QStringLiteral("\n\n") +
                   say("Made from the table of actions as it stands now, with your own keys. Change them in the settings.") +
                   QStringLiteral("\n");
    const QString blank(QChar(QChar::Nbsp)); // of a row without it the cells become one
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
