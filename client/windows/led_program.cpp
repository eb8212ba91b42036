// SPDX-License-Identifier: GPL-3.0-or-later
#include "client/windows/led_program.h"

#include "client/play/lead_lines.h"
#include "client/windows/crash_note.h"
#include "client/windows/led_window.h"

#include <QApplication>
#include <QSocketNotifier>

#include <cerrno>
#include <csignal>
#include <fcntl.h>
#include <sys/prctl.h>
#include <unistd.h>

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
bool writeAll(int to, const QByteArray& bytes)
{
    for (qsizetype done = 0; done < bytes.size();) {
        const ssize_t part = ::write(to, bytes.constData() + done, static_cast<std::size_t>(bytes.size() - done));
        if (part < 0 && errno != EINTR)
            return false;
        done += part < 0 ? 0 : part;
    }
    return true;
}

} // namespace

int playLed(QApplication& application)
{
    ::prctl(PR_SET_PDEATHSIG, SIGKILL); // also where this hangs and reads no more
    std::signal(SIGPIPE, SIG_IGN);
    noteCrashes();
    const int output = takeOutput();
    LedWindow window;
    QObject::connect(&window, &LedWindow::told, &window, [output](const nlohmann::json& line) {
        if (!writeAll(output, LeadLines::lineOf(line)))
            QCoreApplication::exit(0);
    });
    LeadLines lines;
    QSocketNotifier input(STDIN_FILENO, QSocketNotifier::Read);
    QObject::connect(&input, &QSocketNotifier::activated, &window, [&] {
        QByteArray bytes(256 * 1024, Qt::Uninitialized);
        const ssize_t got = ::read(STDIN_FILENO, bytes.data(), static_cast<std::size_t>(bytes.size()));
        if (got < 0 && (errno == EINTR || errno == EAGAIN))
            return;
        if (got <= 0) {
            input.setEnabled(false);
            return application.exit(0);
        }
        bytes.truncate(got);
        if (!lines.take(bytes, [&window](const nlohmann::json& line) { window.take(line); }))
            application.exit(badLines);
    });
    window.show();
    emit window.told({{"event", "ready"}});
    return application.exec();
}

} // namespace blak::client
