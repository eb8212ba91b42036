// SPDX-License-Identifier: GPL-3.0-or-later
#include "client/windows/led_program.h"

#include "client/session/lead_lines.h"
#include "client/windows/crash_note.h"
#include "client/windows/led_window.h"

#include <QApplication>
#include <QSocketNotifier>

#include <cerrno>
#include <csignal>
#include <fcntl.h>
#include <sys/prctl.h>
#include <string_view>
#include <unistd.h>
#include <vector>

namespace blak::client {
namespace {

constexpr int badLines = 2;

/// Standard output is for lines alone: what a module prints goes to the error output instead. The descriptor for lines, -1 without one.
int takeOutput()
{
    const int lines = ::fcntl(STDOUT_FILENO, F_DUPFD_CLOEXEC, STDERR_FILENO + 1);
    ::dup2(STDERR_FILENO, STDOUT_FILENO);
    return lines;
}

/// False when nobody reads it any more.
bool writeAll(int to, std::string_view bytes)
{
    for (std::size_t done = 0; done < bytes.size();) {
        const ssize_t part = ::write(to, bytes.data() + done, bytes.size() - done);
        if (part < 0 && errno != EINTR)
            return false;
        done += part < 0 ? 0 : static_cast<std::size_t>(part);
    }
    return true;
}

} // namespace

int playLed(QApplication& application, QSettings& settings)
{
    ::prctl(PR_SET_PDEATHSIG, SIGKILL); // also where this hangs and reads no more
    std::signal(SIGPIPE, SIG_IGN);
    noteCrashes();
    const int output = takeOutput();
    LedWindow window;
    window.keepSettings(settings);
    QObject::connect(&window, &LedWindow::told, &window, [output](const nlohmann::json& line) {
        if (!writeAll(output, session::LeadLines::lineOf(line)))
            QCoreApplication::exit(0);
    });
    session::LeadLines lines;
    std::vector<char> part(256 * 1024);
    QSocketNotifier input(STDIN_FILENO, QSocketNotifier::Read);
    QObject::connect(&input, &QSocketNotifier::activated, &window, [&] {
        const ssize_t got = ::read(STDIN_FILENO, part.data(), part.size());
        if (got < 0 && (errno == EINTR || errno == EAGAIN))
            return;
        if (got <= 0) {
            input.setEnabled(false);
            return application.exit(0);
        }
        if (!lines.take({part.data(), static_cast<std::size_t>(got)}, [&window](const nlohmann::json& line) { window.take(line); }))
            application.exit(badLines);
    });
    emit window.told({{"event", "ready"}}); // it is shown as the first line says
    return application.exec();
}

} // namespace blak::client
