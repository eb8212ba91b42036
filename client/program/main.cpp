// SPDX-License-Identifier: GPL-3.0-or-later
// blakston-client: the client, by hand, by a script, or led by another program.
#include "client/windows/client_window.h"
#include "client/windows/game_page.h"
#include "client/windows/led_program.h"
#include "client/windows/module_host.h"
#include "client/windows/script_player.h"

#include "client/windows/program_options.h"
#include "ui/theme.h"

#include <QApplication>
#include <QDir>
#include <QFile>
#include <QSettings>
#include <QTimer>

#include <cstdio>
#include <memory>

namespace {

using namespace blak;

void say(FILE* where, const QString& text) { std::fputs(qPrintable(text + QLatin1Char('\n')), where); }

/// 0 when every one of them can be loaded.
int listModules()
{
    int failures = 0;
    for (const QString& name : client::installedModules()) {
        const auto loaded = client::LoadedModule::load(name);
        if (loaded)
            say(stdout, name);
        else
            say(stderr, QString::fromStdString(loaded.error().text()));
        failures += loaded ? 0 : 1;
    }
    return failures == 0 ? 0 : 1;
}

/// Where there is no screen the script plays all the same.
void chooseScreen()
{
    if (qEnvironmentVariableIsEmpty("DISPLAY") && qEnvironmentVariableIsEmpty("WAYLAND_DISPLAY") &&
        qEnvironmentVariableIsEmpty("QT_QPA_PLATFORM"))
        qputenv("QT_QPA_PLATFORM", "offscreen");
}

} // namespace

int main(int argc, char** argv)
{
    chooseScreen();
    QStringList words;
    for (int i = 1; i < argc; ++i)
        words << QString::fromLocal8Bit(argv[i]);
    const client::ProgramOptions options = client::parseProgramOptions(words);
    if (!options.message.isEmpty())
        say(options.exitCode == 0 ? stdout : stderr, options.message);
    if (options.exitCode >= 0)
        return options.exitCode;
    QApplication application(argc, argv);
    application.setApplicationName(QStringLiteral("blakston-client"));
    application.setOrganizationName(QStringLiteral("Blakston"));
    if (options.listsModules)
        return listModules();
    std::unique_ptr<QSettings> settings;
    if (options.script.empty() || !options.settings.isEmpty())
        settings = options.settings.isEmpty()
                       ? std::make_unique<QSettings>()
                       : std::make_unique<QSettings>(options.settings, QSettings::IniFormat);
    const QString theme = !options.theme.isEmpty() ? options.theme
                          : settings               ? settings->value(QStringLiteral("theme"), QStringLiteral("dark")).toString()
                                                   : QStringLiteral("dark");
    ui::installTheme(application, theme == QLatin1String("light") ? ui::ThemeKind::Light : ui::ThemeKind::Dark);
    if (options.isLed)
        return client::playLed(application, *settings);
    client::ClientWindow window(settings.get());
    window.setWish(options.wish);
    QStringList own = options.modules;
    if (settings)
        own << settings->value(QStringLiteral("modules/own")).toStringList();
    window.game()->modules()->setOwn(own);
    if (options.size.isValid())
        window.resize(options.size);
    window.show();
    // The opening is no module of a server's: it is there before one.
    const bool opens = options.wish.host.isEmpty() && options.grab.isEmpty() &&
                       (!settings || settings->value(QStringLiteral("opening"), true).toBool());
    if (opens)
        window.game()->modules()->load(QStringLiteral("intro"));
    if (!options.wish.host.isEmpty() && !options.wish.session.account.empty())
        QTimer::singleShot(0, &window, [&window] { window.connectNow(); });

    std::unique_ptr<client::ScriptPlayer> player;
    if (!options.script.empty()) {
        player = std::make_unique<client::ScriptPlayer>(window, options.script);
        // Each step as it is done: whoever started this may do something at the server in between.
        QObject::connect(player.get(), &client::ScriptPlayer::played, &application, [&] {
            const client::ScriptPlayer::Outcome& outcome = player->outcomes().back();
            FILE* const where = outcome.passed ? stdout : stderr;
            say(where, QStringLiteral("%1:%2: %3  %4  (%5 s)%6")
                           .arg(options.scriptName)
                           .arg(outcome.step.line)
                           .arg(outcome.passed ? QStringLiteral("ok  ") : QStringLiteral("FAIL"))
                           .arg(QString::fromStdString(outcome.step.source))
                           .arg(outcome.seconds, 0, 'f', 2)
                           .arg(outcome.why.isEmpty() ? QString() : QStringLiteral("  ") + outcome.why));
            std::fflush(where);
        });
        QObject::connect(player.get(), &client::ScriptPlayer::finished, &application, [&] {
            bool written = true;
            if (!options.junit.isEmpty()) {
                QFile file(options.junit);
                written = file.open(QIODevice::WriteOnly) && file.write(player->junit(options.scriptName).toUtf8()) > 0;
                if (!written)
                    say(stderr, QStringLiteral("%1: %2").arg(options.junit, file.errorString()));
            }
            if (!options.grab.isEmpty() && !window.grab().save(options.grab)) {
                say(stderr, options.grab + QStringLiteral(": the picture cannot be written"));
                written = false;
            }
            const bool passed = player->allPassed() && written;
            window.close();
            application.exit(passed ? 0 : 1);
        });
        player->start();
    } else if (!options.grab.isEmpty()) {
        // A picture of what is there after a while, and out.
        QTimer::singleShot(options.grabSeconds * 1000, &window, [&] {
            const bool saved = window.grab().save(options.grab);
            if (!saved)
                say(stderr, options.grab + QStringLiteral(": the picture cannot be written"));
            window.close();
            application.exit(saved ? 0 : 1);
        });
    }
    return application.exec();
}
