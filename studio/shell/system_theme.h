// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/theme.h"

#include <QDBusConnection>
#include <QObject>
#include <QTimer>

#include <optional>

class QDBusVariant;

namespace blak::ui::shell {

/// Whether the desktop is dark or light, now and later: as its portal says (org.freedesktop.portal.Settings, "color-scheme", which
/// GNOME, KDE, Xfce and others answer), where none does, as the colours look that Qt takes from it. Looks at those, so it has to
/// be made before a theme of ours is installed, which hides them.
class SystemTheme : public QObject
{
    Q_OBJECT

public:
    explicit SystemTheme(const QDBusConnection& bus = QDBusConnection::sessionBus());
    ~SystemTheme() override;

    ThemeKind kind() const;

    /// Of the portal's number: 1 dark, 2 light, else no wish.
    static std::optional<ThemeKind> kindOfScheme(uint scheme);

signals:
    void changed();

public slots:
    /// The portal's SettingChanged.
    void takeSetting(const QString& group, const QString& key, const QDBusVariant& value);

protected:
    bool eventFilter(QObject* watched, QEvent* event) override;

private:
    void ask(QDBusConnection bus);
    void lookAtColours();
    void set(std::optional<ThemeKind> wished, ThemeKind colours);

    QTimer look_; ///< every widget is told of a change
    std::optional<ThemeKind> wished_; ///< by the portal
    ThemeKind colours_ = ThemeKind::Dark;
};

} // namespace blak::ui::shell
