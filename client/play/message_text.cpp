// SPDX-License-Identifier: GPL-3.0-or-later
#include "client/play/message_text.h"

#include "formats/base/windows1252.h"

namespace blak::client {

QString contentOf(const std::vector<wire::Field>& fields, qsizetype longest)
{
    QString out;
    for (const wire::Field& field : fields) {
        if (out.size() > longest)
            return out + QStringLiteral("...");
        const QString name = QLatin1String(field.name.data(), static_cast<int>(field.name.size()));
        out += (out.isEmpty() ? QString() : QStringLiteral(" ")) + name + u'=';
        const bool isSecret = name.contains(QLatin1String("password")) || name == QLatin1String("old") || name == QLatin1String("new");
        if (isSecret)
            out += QStringLiteral("...");
        else if (!field.text.empty())
            out += u'"' + QString::fromStdString(windows1252::toUtf8(field.text)) + u'"';
        else if (!field.items.empty())
            out += u'(' + contentOf(field.items, longest) + u')';
        else
            out += QString::number(field.number);
    }
    return out;
}

} // namespace blak::client
