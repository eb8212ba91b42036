// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/stop_listening.h"

#include <QObject>

namespace blak::ui {

void stopListening(QObject& view)
{
    for (QObject* child : view.findChildren<QObject*>())
        QObject::disconnect(child, nullptr, &view, nullptr);
}

} // namespace blak::ui
