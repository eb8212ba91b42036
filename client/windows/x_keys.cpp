// SPDX-License-Identifier: GPL-3.0-or-later
#include "client/windows/x_keys.h"

#include <QGuiApplication>
#include <QWindow>

#ifdef BLAK_HAVE_XCB
#include <cstdlib>
#include <memory>
#include <xcb/xcb.h>
#endif

namespace blak::client {

#ifdef BLAK_HAVE_XCB

bool hasWindowsInWindows() { return QGuiApplication::platformName() == QLatin1String("xcb"); }

void leaveKeysToParent(QWindow& window)
{
    auto* x11 = qGuiApp->nativeInterface<QNativeInterface::QX11Application>();
    if (x11 == nullptr || window.handle() == nullptr)
        return;
    const auto id = static_cast<xcb_window_t>(window.winId());
    xcb_connection_t* connection = x11->connection();
    const std::unique_ptr<xcb_get_window_attributes_reply_t, decltype(&std::free)> now(
        xcb_get_window_attributes_reply(connection, xcb_get_window_attributes(connection, id), nullptr), &std::free);
    if (now == nullptr)
        return;
    const std::uint32_t wanted = now->your_event_mask & ~static_cast<std::uint32_t>(XCB_EVENT_MASK_KEY_PRESS | XCB_EVENT_MASK_KEY_RELEASE);
    xcb_change_window_attributes(connection, id, XCB_CW_EVENT_MASK, &wanted);
    xcb_flush(connection);
}

#else

bool hasWindowsInWindows() { return false; }
void leaveKeysToParent(QWindow&) {}

#endif

} // namespace blak::client
