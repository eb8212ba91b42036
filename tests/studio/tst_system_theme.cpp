// SPDX-License-Identifier: GPL-3.0-or-later
#include "studio/shell/appearance.h"
#include "studio/shell/studio_settings.h"
#include "studio/shell/system_theme.h"
#include "ui/theme.h"

#include <QApplication>
#include <QDBusAbstractAdaptor>
#include <QDBusConnection>
#include <QDBusVariant>
#include <QProcess>
#include <QStandardPaths>
#include <QTemporaryDir>
#include <QTest>
#include <QThread>

#include <memory>

using namespace blak;
using namespace blak::ui;
using namespace blak::ui::shell;

namespace {

/// What a desktop's portal answers.
class Portal : public QDBusAbstractAdaptor
{
    Q_OBJECT
    Q_CLASSINFO("D-Bus Interface", "org.freedesktop.portal.Settings")

public:
    Portal(QObject* parent, uint scheme) : QDBusAbstractAdaptor(parent), scheme_(scheme) {}

    void change(uint scheme)
    {
        scheme_ = scheme;
        emit SettingChanged(QStringLiteral("org.freedesktop.appearance"), QStringLiteral("color-scheme"), QDBusVariant(scheme));
    }

public slots:
    QDBusVariant Read(const QString& group, const QString& key)
    {
        const bool isKnown = group == QLatin1String("org.freedesktop.appearance") && key == QLatin1String("color-scheme");
        return QDBusVariant(isKnown ? QVariant::fromValue(QDBusVariant(scheme_)) : QVariant());
    }

signals:
    void SettingChanged(const QString& group, const QString& key, const QDBusVariant& value);

private:
    uint scheme_;
};

QDBusConnection nobody() { return QDBusConnection(QStringLiteral("no such bus")); }

} // namespace

class TestSystemTheme : public QObject
{
    Q_OBJECT

    std::unique_ptr<QTemporaryDir> folder_;

private slots:
    void initTestCase() { installTheme(*qApp, ThemeKind::Dark); }

    void init()
    {
        folder_ = std::make_unique<QTemporaryDir>();
        useSettingsFile(folder_->filePath(QStringLiteral("studio.ini")));
    }

    void withoutAPortalTheColoursTell()
    {
        const ThemeKind before = theme().kind;
        SystemTheme desktop(nobody());
        QCOMPARE(theme().kind, before);
        QCOMPARE(QApplication::palette().color(QPalette::Window), theme().dock); // ours again
        QCOMPARE(desktop.kind(), ThemeKind::Light);                             // what this platform has by itself
    }

    void theStudioFollowsWhileItRuns()
    {
        SystemTheme desktop(nobody());
        followSystemTheme(desktop);
        const auto tell = [&desktop](const char* key, uint scheme) {
            desktop.takeSetting(QStringLiteral("org.freedesktop.appearance"), QLatin1String(key), QDBusVariant(scheme));
        };
        setThemeChoice(ThemeChoice::System);
        tell("color-scheme", 1);
        QCOMPARE(theme().kind, ThemeKind::Dark);
        tell("color-scheme", 2);
        QCOMPARE(theme().kind, ThemeKind::Light);
        tell("accent-color", 1); // another setting
        QCOMPARE(theme().kind, ThemeKind::Light);
        setThemeChoice(ThemeChoice::Light);
        tell("color-scheme", 1);
        QCOMPARE(theme().kind, ThemeKind::Light); // the user wants this one
        setThemeChoice(ThemeChoice::System);
        QCOMPARE(theme().kind, ThemeKind::Dark);
        tell("color-scheme", 0); // no wish any more: the colours
        QCOMPARE(theme().kind, ThemeKind::Light);
        setThemeChoice(ThemeChoice::Dark);
    }

    void aRealBusIsAskedAndHeard()
    {
        const QString daemon = QStandardPaths::findExecutable(QStringLiteral("dbus-daemon"));
        QVERIFY2(!daemon.isEmpty(), "dbus-daemon is missing: scripts/install-packages test");
        QProcess bus;
        bus.start(daemon, {QStringLiteral("--session"), QStringLiteral("--nofork"), QStringLiteral("--print-address")});
        QVERIFY(bus.waitForReadyRead());
        const QString address = QString::fromUtf8(bus.readLine()).trimmed();

        QThread thread; // the studio waits for the answer, so somebody else has to give it
        QObject object;
        Portal portal(&object, 1);
        object.moveToThread(&thread);
        thread.start();
        QMetaObject::invokeMethod(
            &object,
            [&] {
                QDBusConnection there = QDBusConnection::connectToBus(address, QStringLiteral("portal"));
                there.registerObject(QStringLiteral("/org/freedesktop/portal/desktop"), &object);
                there.registerService(QStringLiteral("org.freedesktop.portal.Desktop"));
            },
            Qt::BlockingQueuedConnection);
        {
            SystemTheme desktop(QDBusConnection::connectToBus(address, QStringLiteral("studio")));
            QCOMPARE(desktop.kind(), ThemeKind::Dark);
            QMetaObject::invokeMethod(&object, [&] { portal.change(2); });
            QTRY_COMPARE(desktop.kind(), ThemeKind::Light);
        }
        thread.quit();
        thread.wait();
        QDBusConnection::disconnectFromBus(QStringLiteral("studio"));
        QDBusConnection::disconnectFromBus(QStringLiteral("portal"));
        bus.terminate();
        bus.waitForFinished();
    }
};

QTEST_MAIN(TestSystemTheme)
#include "tst_system_theme.moc"
