// SPDX-License-Identifier: GPL-3.0-or-later
#include "studio/shell/system_theme.h"

#include <QApplication>
#include <QDBusMessage>
#include <QDBusReply>
#include <QDBusVariant>
#include <QEvent>
#include <QPalette>

namespace blak::ui::shell {
namespace {

constexpr int middleGrey = 128;
constexpr int patience = 300; ///< ms that the start waits for a portal

// Version 1 of the interface: "Read" answers a variant within a variant, "SettingChanged" carries one.
constexpr QLatin1String service("org.freedesktop.portal.Desktop");
constexpr QLatin1String object("/org/freedesktop/portal/desktop");
constexpr QLatin1String portal("org.freedesktop.portal.Settings");
constexpr QLatin1String appearance("org.freedesktop.appearance");
constexpr QLatin1String colourScheme("color-scheme");

QVariant unpacked(QVariant value)
{
    while (value.canConvert<QDBusVariant>())
        value = value.value<QDBusVariant>().variant();
    return value;
}

} // namespace

SystemTheme::SystemTheme(const QDBusConnection& bus)
{
    lookAtColours();
    if (bus.isConnected())
        ask(bus);
    look_.setSingleShot(true);
    connect(&look_, &QTimer::timeout, this, &SystemTheme::lookAtColours);
    qApp->installEventFilter(this);
}

SystemTheme::~SystemTheme() = default;

ThemeKind SystemTheme::kind() const { return wished_.value_or(colours_); }

std::optional<ThemeKind> SystemTheme::kindOfScheme(uint scheme)
{
    switch (scheme) {
    case 1: return ThemeKind::Dark;
    case 2: return ThemeKind::Light;
    default: return std::nullopt;
    }
}

void SystemTheme::ask(QDBusConnection bus)
{
    bus.connect(service, object, portal, QStringLiteral("SettingChanged"), this,
                SLOT(takeSetting(QString, QString, QDBusVariant)));
    QDBusMessage question = QDBusMessage::createMethodCall(service, object, portal, QStringLiteral("Read"));
    question << QString(appearance) << QString(colourScheme);
    const QDBusMessage answer = bus.call(question, QDBus::Block, patience);
    if (answer.type() == QDBusMessage::ReplyMessage && !answer.arguments().isEmpty())
        wished_ = kindOfScheme(unpacked(answer.arguments().first()).toUInt());
}

void SystemTheme::takeSetting(const QString& group, const QString& key, const QDBusVariant& value)
{
    if (group == appearance && key == colourScheme)
        set(kindOfScheme(unpacked(value.variant()).toUInt()), colours_);
}

void SystemTheme::set(std::optional<ThemeKind> wished, ThemeKind colours)
{
    const ThemeKind before = kind();
    wished_ = wished;
    colours_ = colours;
    if (kind() != before)
        emit changed();
}

/// What Qt has from the desktop lies under the palette that the theme has set.
void SystemTheme::lookAtColours()
{
    const QPalette ours = QApplication::palette();
    QApplication::setPalette(QPalette());
    const int lightness = QApplication::palette().color(QPalette::Window).lightness();
    QApplication::setPalette(ours);
    set(wished_, lightness < middleGrey ? ThemeKind::Dark : ThemeKind::Light);
}

bool SystemTheme::eventFilter(QObject*, QEvent* event)
{
    if (event->type() == QEvent::ThemeChange)
        look_.start(0);
    return false;
}

} // namespace blak::ui::shell
