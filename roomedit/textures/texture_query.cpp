// SPDX-License-Identifier: GPL-3.0-or-later
#include "roomedit/textures/texture_query.h"

#include <QRegularExpression>

#include <algorithm>

namespace blak::ui::textures {

TextureQuery::TextureQuery(const QString& text)
{
    for (const QString& word : text.simplified().split(QLatin1Char(' '), Qt::SkipEmptyParts))
        addWord(word.toLower());
}

void TextureQuery::addWord(const QString& word)
{
    static const QRegularExpression size(QStringLiteral("^([0-9]{1,5})[x\u00d7]([0-9]{1,5})$"));
    static const QRegularExpression comparison(QStringLiteral("^(>=|<=|>|<|=)([0-9]{1,6})$"));
    static const QRegularExpression span(QStringLiteral("^([0-9]{1,6})-([0-9]{1,6})$"));
    static const QRegularExpression number(QStringLiteral("^(?:grd)?([0-9]{1,6})(?:\\.bgf)?$"));
    if (const auto match = size.match(word); match.hasMatch()) {
        sizes_ << QSize(match.captured(1).toInt(), match.captured(2).toInt());
    } else if (const auto compared = comparison.match(word); compared.hasMatch()) {
        const QString sign = compared.captured(1);
        const int value = compared.captured(2).toInt();
        Range range;
        if (sign.startsWith(QLatin1Char('>')))
            range.low = sign.size() == 2 ? value : value + 1;
        else if (sign.startsWith(QLatin1Char('<')))
            range.high = sign.size() == 2 ? value : value - 1;
        else
            range = {value, value};
        ranges_ << range;
    } else if (const auto both = span.match(word); both.hasMatch()) {
        ranges_ << Range{both.captured(1).toInt(), both.captured(2).toInt()};
    } else if (const auto digits = number.match(word); digits.hasMatch()) {
        digits_ << digits.captured(1);
    } else {
        words_ << word;
    }
}

bool TextureQuery::matches(int number, const QString& name, QSize size) const
{
    const auto fits = [&](const QSize& wanted) { return wanted == size || wanted.transposed() == size; };
    const auto contains = [&](const Range& range) { return number >= range.low && number <= range.high; };
    const QString digits = textureDigits(number);
    // A name may hold digits too ("Pillar 2").
    const auto hasDigits = [&](const QString& part) { return digits.contains(part) || name.contains(part); };
    const auto hasWord = [&](const QString& word) { return name.contains(word, Qt::CaseInsensitive); };
    return std::all_of(sizes_.begin(), sizes_.end(), fits) && std::all_of(ranges_.begin(), ranges_.end(), contains) &&
           std::all_of(digits_.begin(), digits_.end(), hasDigits) && std::all_of(words_.begin(), words_.end(), hasWord);
}

QString textureDigits(int number) { return QStringLiteral("%1").arg(number, 5, 10, QLatin1Char('0')); }

} // namespace blak::ui::textures
