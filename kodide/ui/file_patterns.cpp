// SPDX-License-Identifier: GPL-3.0-or-later
#include "kodide/ui/file_patterns.h"

#include <QFileInfo>
#include <QRegularExpression>
#include <QVector>

#include <algorithm>

namespace blak::ui::code {

QStringList filesThatMatch(QStringList files, const QString& patterns, const QString& root)
{
    const QStringList given = patterns.split(QRegularExpression(QStringLiteral("[\\s,;]+")), Qt::SkipEmptyParts);
    const QStringList used = given.isEmpty() ? QStringList{QStringLiteral("*.kod"), QStringLiteral("*.khd")} : given;
    struct Test
    {
        QRegularExpression pattern;
        bool ofPath; ///< below the root, for patterns with a slash
    };
    QVector<Test> tests;
    for (const QString& pattern : used) {
        QString text = QRegularExpression::wildcardToRegularExpression(pattern, QRegularExpression::UnanchoredWildcardConversion);
        text.replace(QLatin1String("[^/]*[^/]*"), QLatin1String(".*")); // "**" reaches into folders
        if (pattern.endsWith(u'/'))
            text += QLatin1String(".*"); // all of that folder
        tests.push_back({QRegularExpression(u'^' + text + u'$', QRegularExpression::CaseInsensitiveOption), pattern.contains(u'/')});
    }
    const QString above = root.isEmpty() ? QString() : root + u'/';
    files.removeIf([&](const QString& path) {
        const QString name = QFileInfo(path).fileName();
        const QString below = path.startsWith(above) ? path.mid(above.size()) : path;
        return std::none_of(tests.begin(), tests.end(),
                            [&](const Test& test) { return test.pattern.match(test.ofPath ? below : name).hasMatch(); });
    });
    return files;
}

} // namespace blak::ui::code
