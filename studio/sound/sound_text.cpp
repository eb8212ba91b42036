// SPDX-License-Identifier: GPL-3.0-or-later
#include "studio/sound/sound_text.h"

#include "ui/number_text.h"

#include <QCoreApplication>

#include <algorithm>
#include <cmath>

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
    return grouped(number);
}

QString sizeText(qint64 bytes)
{
    if (bytes < 1024)
        return counted(bytes, QCoreApplication::translate("SoundText", "1 byte"), QCoreApplication::translate("SoundText", "%1 bytes"));
    const double kilobytes = static_cast<double>(bytes) / 1024;
    return kilobytes < 1024 ? QCoreApplication::translate("SoundText", "%1 KB").arg(kilobytes, 0, 'f', 1)
                            : QCoreApplication::translate("SoundText", "%1 MB").arg(kilobytes / 1024, 0, 'f', 1);
}

QString loudnessText(float loudest)
{
    if (loudest <= 0)
        return QCoreApplication::translate("SoundText", "silence");
    const double tenths = std::round(200 * std::log10(static_cast<double>(loudest)));
    return QCoreApplication::translate("SoundText", "%1 dB").arg(tenths / 10 + 0.0, 0, 'f', 1); // + 0.0: no minus before zero
}

} // namespace blak::ui::sound
