// SPDX-License-Identifier: GPL-3.0-or-later
#include "studio/debugging/source_finder.h"

#include "studio/debugging/tests_controller.h"

#include <QDirIterator>
#include <QFile>
#include <QFileInfo>
#include <QRegularExpression>

namespace blak::ui::debugging {
namespace {

constexpr int fewestLetters = 3; ///< of its own that a text must have to be recognised

QString readSource(const QString& path)
{
    QFile file(path);
    return file.open(QIODevice::ReadOnly) ? QString::fromLatin1(file.readAll()).replace(QLatin1String("\r\n"), QLatin1String("\n"))
                                          : QString();
}

/// Calls `look` with each source below the folder until it says true.
template <class Look>
void eachSource(const QString& root, const Look& look)
{
    if (root.isEmpty())
        return;
    for (QDirIterator it(root, {QStringLiteral("*.kod")}, QDir::Files, QDirIterator::Subdirectories); it.hasNext();)
        if (look(it.next()))
            return;
}

QString sourceNamed(const QString& stem, const QString& root)
{
    QString found;
    eachSource(root, [&](const QString& path) {
        if (QFileInfo(path).completeBaseName().compare(stem, Qt::CaseInsensitive) == 0)
            found = path;
        return !found.isEmpty();
    });
    return found;
}

int lineOfClass(const QStringList& text, const QString& className)
{
    const QRegularExpression head(QStringLiteral("^%1(\\s+is\\s+\\w+)?\\s*(%.*)?$").arg(QRegularExpression::escape(className)),
                                  QRegularExpression::CaseInsensitiveOption);
    for (int line = 0; line < text.size(); ++line)
        if (head.match(text.at(line)).hasMatch())
            return line + 1;
    return 0;
}

/// What stands in quotes, with lines that go on put together.
QString joined(const QString& literals)
{
    static const QRegularExpression one(QStringLiteral("\"((?:[^\"\\\\]|\\\\.)*)\""));
    QString text;
    for (auto it = one.globalMatch(literals); it.hasNext();)
        text += it.next().captured(1);
    return text.replace(QLatin1String("\\n"), QLatin1String("\n")).replace(QLatin1String("\\\""), QLatin1String("\""));
}

/// Marks of style ("~B", "`r"), which are not shown, and blanks that are folded.
QString plain(QString text)
{
    static const QRegularExpression style(QStringLiteral("[~`].")), blanks(QStringLiteral("\\s+"));
    return text.remove(style).replace(blanks, QStringLiteral(" ")).trimmed();
}

} // namespace

SourcePlace findHandler(const QString& root, const QString& className, const QString& handler, const QString& file)
{
    SourcePlace place;
    const auto look = [&](const QString& path) {
        const QStringList lines = readSource(path).split(QLatin1Char('\n'));
        const int line = handler.isEmpty() ? lineOfClass(lines, className) : lineOfHandler(lines, className, handler);
        if (line > 0)
            place = {path, line};
        return line > 0;
    };
    const QString stem = QFileInfo(QString(file).replace(QLatin1Char('\\'), QLatin1Char('/'))).completeBaseName();
    if (const QString source = stem.isEmpty() ? QString() : sourceNamed(stem, root); source.isEmpty() || !look(source))
        eachSource(root, look);
    return place;
}

SourcePlace placeNamedIn(const QString& text, const QString& root)
{
    static const QRegularExpression place(
        QStringLiteral("([\\w.~/\\\\-]+\\.(?:kod|khd|bof|lkod))(?:\\s*\\((\\d+)\\)|:(\\d+))"), QRegularExpression::CaseInsensitiveOption);
    for (auto it = place.globalMatch(text); it.hasNext();) {
        const auto match = it.next();
        const QString name = QString(match.captured(1)).replace(QLatin1Char('\\'), QLatin1Char('/'));
        const int line = (match.captured(2).isEmpty() ? match.captured(3) : match.captured(2)).toInt();
        const QFileInfo file(name);
        const bool isSource = file.suffix().compare(QLatin1String("bof"), Qt::CaseInsensitive) != 0;
        for (const QString& there : QStringList{name, root + QLatin1Char('/') + name})
            if (isSource && (there != name || file.isAbsolute()) && QFileInfo(there).isFile())
                return {QFileInfo(there).absoluteFilePath(), line};
        if (const QString found = sourceNamed(file.completeBaseName(), root); !found.isEmpty())
            return {found, line};
    }
    return {};
}

SourcePlace findResourceOf(const QString& told, const QString& root)
{
    static const QRegularExpression section(QStringLiteral("^(\\w+):"), QRegularExpression::MultilineOption);
    static const QRegularExpression row(QStringLiteral("(\\w+)\\s*=\\s*((?:\"(?:[^\"\\\\]|\\\\.)*\"[\\s\\\\]*)+)"));
    static const QRegularExpression gap(QStringLiteral("%[0-9]*[a-zA-Z]"));
    const QString wanted = plain(told);
    SourcePlace best;
    qsizetype most = fewestLetters - 1;
    if (wanted.isEmpty())
        return best;
    eachSource(root, [&](const QString& path) {
        const QString text = readSource(path);
        for (qsizetype at = text.indexOf(QLatin1String("resources:")); at >= 0; at = text.indexOf(QLatin1String("resources:"), at + 1)) {
            const qsizetype begin = at + 10;
            const auto next = section.match(text, begin);
            const qsizetype end = next.hasMatch() ? next.capturedStart() : text.size();
            for (auto it = row.globalMatch(text.mid(begin, end - begin)); it.hasNext();) {
                const auto match = it.next();
                const QString shown = plain(joined(match.captured(2)));
                const QStringList own = shown.split(gap);
                QStringList parts;
                qsizetype letters = 0;
                for (const QString& part : own) {
                    parts << QRegularExpression::escape(part);
                    letters += part.size();
                }
                if (letters <= most)
                    continue;
                const QRegularExpression fits(QLatin1Char('^') + parts.join(QStringLiteral(".*")) + QLatin1Char('$'),
                                              QRegularExpression::DotMatchesEverythingOption);
                if (!fits.match(wanted).hasMatch())
                    continue;
                most = letters;
                best = {path, static_cast<int>(text.left(begin + match.capturedStart()).count(QLatin1Char('\n'))) + 1};
            }
        }
        return false;
    });
    return best;
}

} // namespace blak::ui::debugging
