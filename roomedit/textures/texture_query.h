// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QSize>
#include <QString>
#include <QStringList>
#include <QVector>

#include <limits>
#include <optional>

namespace blak::ui::textures {

/// What a user types to find textures. Words, all of which must hold:
///   64x128        a size in pixels, either way round
///   >=9000 <200   a range of numbers; also > <= =
///   9000-9100     the same
///   0410 grd0410  digits of the number, as it is written with five places
///   moss          part of the name, any case
class TextureQuery
{
public:
    TextureQuery() = default;
    explicit TextureQuery(const QString& text);

    bool isEmpty() const { return sizes_.isEmpty() && ranges_.isEmpty() && digits_.isEmpty() && words_.isEmpty(); }
    bool matches(int number, const QString& name, QSize size) const;

private:
    struct Range
    {
        int low = 0, high = std::numeric_limits<int>::max();
    };

    void addWord(const QString& word);

    QVector<QSize> sizes_;
    QVector<Range> ranges_;
    QStringList digits_, words_;
};

/// "04107", as the name of its file has it; people read the number alone.
QString textureDigits(int number);

} // namespace blak::ui::textures
