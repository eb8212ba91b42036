// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "formats/wire/codec.h"

#include <QtGlobal>

class QCursor;
class QKeyEvent;
class QMouseEvent;
class QPainter;
class QRect;
class QString;
class QStyleOptionViewItem;

namespace blak::client {

/// What the parts of the client ask before they do something: modules may take it for themselves. True = go on.
class ClientHooks
{
public:
    virtual ~ClientHooks() = default;

    virtual bool message(const wire::Message&) { return true; } ///< of the server, before the game hears it
    virtual void followed(const wire::Message&) {}              ///< the game has heard it
    virtual bool key(const QKeyEvent&) { return true; }
    virtual bool action(const QString& /*name*/) { return true; }
    virtual bool click(const QMouseEvent&, quint32 /*object*/) { return true; }
    virtual void animate(int /*milliseconds*/) {}
    virtual void redraw(QPainter&, const QRect&) {}
    virtual bool drawItem(QPainter&, const QStyleOptionViewItem&, quint32 /*object*/, const QString& /*list*/) { return true; }
    virtual bool cursor(const QCursor&) { return true; }
    virtual void focus() {}
};

} // namespace blak::client
