// SPDX-License-Identifier: GPL-3.0-or-later
#include "studio/shell/play_script.h"

#include "formats/base/file_io.h"
#include "studio/playing/play_test.h"
#include "ui/theme.h"

#include <QApplication>
#include <QDir>

#include <cstdio>

namespace blak::ui::shell {
namespace {

constexpr int unreadable = 2;
constexpr std::uint64_t largestScript = 4 << 20;

void say(FILE* where, const QString& text) { std::fputs(qPrintable(text + QLatin1Char('\n')), where); }

} // namespace

int runPlayScript(const PlayScriptWish& wish, int argc, char** argv)
{
    if (qEnvironmentVariableIsEmpty("QT_QPA_PLATFORM") && qEnvironmentVariableIsEmpty("DISPLAY") &&
        qEnvironmentVariableIsEmpty("WAYLAND_DISPLAY"))
        qputenv("QT_QPA_PLATFORM", "offscreen");
    const auto fail = [](const QString& why) {
        say(stderr, QStringLiteral("blakston-studio: ") + why);
        return unreadable;
    };
    if (!QDir(wish.project).exists())
        return fail(QStringLiteral("expected the folder of a project, found \"%1\"").arg(wish.project));
    const auto text = readTextFile(wish.script.toStdString(), largestScript);
    if (!text)
        return fail(QString::fromStdString(text.error().text()));
    auto steps = client::parsePlayScript(text.value(), wish.script.toStdString());
    if (!steps)
        return fail(QString::fromStdString(steps.error().text()));
    QApplication application(argc, argv);
    QApplication::setApplicationName(QStringLiteral("blakston-studio"));
    installTheme(application, ThemeKind::Dark);
    play::PlayWish played;
    played.project = QDir(wish.project).absolutePath().toStdString();
    playing::PlayTest test(played, std::move(steps).value(), wish.script);
    QObject::connect(&test, &playing::PlayTest::said, &application,
                     [](bool good, const QString& line) { say(good ? stdout : stderr, line); });
    QObject::connect(
        &test, &playing::PlayTest::finished, &application,
        [&] {
            bool good = test.passed();
            if (!wish.junit.isEmpty())
                if (const auto written = writeFileAtomically(wish.junit.toStdString(), test.junit().toStdString(), Backup::None); !written) {
                    say(stderr, QString::fromStdString(written.error().text()));
                    good = false;
                }
            if (!wish.grab.isEmpty() && !test.window().grab().save(wish.grab)) {
                say(stderr, wish.grab + QStringLiteral(": the picture cannot be written"));
                good = false;
            }
            QApplication::exit(good ? 0 : 1);
        },
        Qt::QueuedConnection);
    test.window().show();
    test.start();
    return QApplication::exec();
}

} // namespace blak::ui::shell
