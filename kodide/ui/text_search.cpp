// SPDX-License-Identifier: GPL-3.0-or-later
#include "kodide/ui/text_search.h"

#include <QCoreApplication>

namespace blak::ui::code {
namespace {

QString expand(const QString& replacement, const QRegularExpressionMatch& match)
{
    QString out;
    for (qsizetype i = 0; i < replacement.size(); ++i) {
        const QChar c = replacement[i];
        if ((c != u'$' && c != u'\\') || i + 1 == replacement.size()) {
            out += c;
            continue;
        }
        const QChar next = replacement[++i];
        if (next.isDigit() && next.digitValue() <= match.lastCapturedIndex())
            out += match.captured(next.digitValue());
        else if (c == u'\\' && next == u'n')
            out += u'\n';
        else if (c == u'\\' && next == u't')
            out += u'\t';
        else if (next == c)
            out += c;
        else if (!next.isDigit())
            out += QString(c) + next;
    }
    return out;
}

} // namespace

Result<TextSearch> TextSearch::make(const SearchQuery& query)
{
    QString pattern = query.isRegex ? query.text : QRegularExpression::escape(query.text);
    if (query.wholeWord)
        pattern = QStringLiteral("(?<!\\w)(?:") + pattern + QStringLiteral(")(?!\\w)");
    QRegularExpression::PatternOptions options =
        QRegularExpression::MultilineOption | QRegularExpression::UseUnicodePropertiesOption;
    if (!query.matchCase)
        options |= QRegularExpression::CaseInsensitiveOption;
    TextSearch search;
    search.isRegex_ = query.isRegex;
    search.expression_ = QRegularExpression(QStringLiteral("(*ANYCRLF)") + pattern, options);
    if (!search.expression_.isValid())
        return Error{QCoreApplication::translate("TextSearch", "The expression has a fault: %1.")
                         .arg(search.expression_.errorString())
                         .toStdString(),
                     {}};
    search.expression_.optimize();
    return search;
}

TextSearch TextSearch::separate() const
{
    TextSearch search;
    search.isRegex_ = isRegex_;
    search.expression_ = QRegularExpression(expression_.pattern(), expression_.patternOptions());
    return search;
}

QVector<TextMatch> TextSearch::findAll(const QString& text, qsizetype most) const { return run(text, nullptr, most); }

QVector<TextMatch> TextSearch::findAll(const QString& text, const QString& replacement, qsizetype most) const
{
    return run(text, &replacement, most);
}

QVector<TextMatch> TextSearch::run(const QString& text, const QString* replacement, qsizetype most) const
{
    QVector<TextMatch> matches;
    auto all = expression_.globalMatch(text);
    while (all.hasNext() && matches.size() < most) {
        const QRegularExpressionMatch match = all.next();
        if (match.capturedLength() <= 0)
            continue;
        TextMatch one{match.capturedStart(), match.capturedEnd(), {}};
        if (replacement != nullptr)
            one.replacement = isRegex_ ? expand(*replacement, match) : *replacement;
        matches.push_back(std::move(one));
    }
    return matches;
}

} // namespace blak::ui::code
