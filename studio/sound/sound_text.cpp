// SPDX-License-Identifier: GPL-3.0-or-later
#include "studio/sound/sound_text.h"

#include <QCoreApplication>

#include <algorithm>

namespace blak::ui::sound {

QString timeText(qint64 frames, int rate)
{
    const qint64 milliseconds = frames * 1000 / std::max(1, rate);
    return QStringLiteral("%1:%2.%3")
        .arg(milliseconds / 60'000)
        .arg(milliseconds / 1000 % 60, 2, 10, QLatin1Char('0'))
        .arg(milliseconds % 1000, 3, 10, QLatin1Char('0'));
}

QString countText(qint64 number)
{
    QString text = QString::number(number);
    for (qsizetype at = text.size() - 3; at > 0; at -= 3)
        text.insert(at, QChar(0x2009));
    return text;
}

QString sizeText(qint64 bytes)
{
    if (bytes < 1024)
        return QCoreApplication::translate("SoundText", "%1 bytes").arg(bytes);
    const double kilobytes = static_cast<double>(bytes) / 1024;
    return kilobytes < 1024 ? QCoreApplication::translate("SoundText", "%1 KB").arg(kilobytes, 0, 'f', 1)
                            : QCoreApplication::translate("SoundText", "%1 MB").arg(kilobytes / 1024, 0, 'f', 1);
}

} // namespace blak::ui::sound
