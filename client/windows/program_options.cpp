// SPDX-License-Identifier: GPL-3.0-or-later
#include "client/windows/program_options.h"

#include "client/windows/module_loader.h"
#include "formats/base/file_io.h"

#include <QCommandLineParser>

namespace blak::client {
namespace {

constexpr int usageError = 2;
constexpr std::uint64_t largestScript = 4 << 20;

QString scriptHelp()
{
    QString help = QStringLiteral("\nA script has one step on a line:\n");
#define X(id, name, usage, text)                                                                                                 \
    help += QStringLiteral("  %1  %2\n").arg(QStringLiteral(name " " usage), -28).arg(QStringLiteral(text));
    BLAK_SCRIPT_COMMANDS(X)
#undef X
    return help;
}

} // namespace

ProgramOptions parseProgramOptions(const QStringList& words)
{
    QCommandLineParser parser;
    parser.setApplicationDescription(QStringLiteral("Client for worlds of the BlakSton engine. Without options it asks where to go."));
    const auto add = [&](const char* name, const char* text, const char* value) {
        parser.addOption({QString::fromLatin1(name), QString::fromLatin1(text), QString::fromLatin1(value)});
    };
    parser.addOption({{QStringLiteral("h"), QStringLiteral("help")}, QStringLiteral("Show this help.")});
    parser.addOption({{QStringLiteral("v"), QStringLiteral("version")}, QStringLiteral("Show the version.")});
    add("server", "Where the world is; the port is 5959 where none is given.", "HOST:PORT");
    add("user", "Name of the account.", "NAME");
    add("password", "Its password.", "WORD");
    add("character", "Character to be played at once.", "NAME");
    add("world", "Folder with rooms, sprites and texts.", "FOLDER");
    add("updates", "Fetch what the server wants into this folder.", "FOLDER");
    add("protocol", "1997, 2012, mainline (usual), open105 or open29.", "NAME");
    add("script", "Play this script and leave; 0 = all of it came true.", "FILE");
    add("junit", "Write what came of the script in JUnit's format.", "FILE");
    add("record", "Write every frame to a file.", "FILE");
    add("grab", "Write a picture of the window at the end.", "FILE");
    add("after", "Seconds until the picture where there is no script (3).", "SECONDS");
    add("size", "Size of the window, 1280x800.", "WxH");
    add("theme", "dark or light.", "NAME");
    add("settings", "Keep settings in this file.", "FILE");
    parser.addOption({QStringLiteral("list-modules"), QStringLiteral("Load every module there is, say which, and leave.")});
    parser.addOption({QStringLiteral("led"), QStringLiteral("Be led by another program, line by line on standard input (docs/client.md).")});
    add("module", "Load this module of the client's own too (may be said again).", "NAME");
    ProgramOptions options;
    const auto fail = [&](const QString& why) {
        options.exitCode = usageError;
        options.message = QStringLiteral("blakston-client: ") + why;
        return options;
    };
    if (!parser.parse(QStringList{QStringLiteral("blakston-client")} + words))
        return fail(parser.errorText());
    if (parser.isSet(QStringLiteral("help")) || parser.isSet(QStringLiteral("version"))) {
        options.exitCode = 0;
        options.message = parser.isSet(QStringLiteral("version")) ? QStringLiteral("blakston-client ") + QStringLiteral(BLAK_VERSION)
                                                                  : parser.helpText() + scriptHelp();
        options.message.replace(QStringLiteral("<executable_name>"), QStringLiteral("blakston-client"));
        return options;
    }
    if (!parser.positionalArguments().isEmpty())
        return fail(QStringLiteral("\"%1\" is no option").arg(parser.positionalArguments().first()));
    const auto text = [&](const char* name) { return parser.value(QString::fromLatin1(name)); };
    QString why;
    if (!text("server").isEmpty() && !parseAddress(text("server"), options.wish.host, options.wish.port, why))
        return fail(QStringLiteral("--server: ") + why);
    wire::SessionSettings& session = options.wish.session;
    session.account = text("user").toStdString();
    session.password = text("password").toStdString();
    session.character = text("character").toStdString();
    if (!text("protocol").isEmpty()) {
        bool known = false;
        for (const wire::DialectName& one : wire::dialectNames)
            if (text("protocol").toStdString() == one.name) {
                session.dialect = one.dialect;
                known = true;
            }
        if (!known)
            return fail(QStringLiteral("--protocol: expected 1997, 2012, mainline, open105 or open29, found \"%1\"").arg(text("protocol")));
    }
    options.wish.world = text("world").toStdString();
    options.wish.updates = text("updates").toStdString();
    options.wish.record = text("record");
    options.grab = text("grab");
    options.junit = text("junit");
    options.theme = text("theme");
    options.settings = text("settings");
    options.listsModules = parser.isSet(QStringLiteral("list-modules"));
    options.isLed = parser.isSet(QStringLiteral("led"));
    options.modules = parser.values(QStringLiteral("module"));
    for (const QString& name : options.modules)
        if (!isModuleName(name))
            return fail(QStringLiteral("--module: expected a name of a-z, 0-9 and _, found \"%1\"").arg(name));
    if (!options.theme.isEmpty() && options.theme != QLatin1String("dark") && options.theme != QLatin1String("light"))
        return fail(QStringLiteral("--theme: expected dark or light, found \"%1\"").arg(options.theme));
    if (!text("size").isEmpty()) {
        const QStringList parts = text("size").split(QLatin1Char('x'));
        options.size = parts.size() == 2 ? QSize(parts[0].toInt(), parts[1].toInt()) : QSize();
        constexpr int least = 320, most = 8192;
        if (options.size.width() < least || options.size.height() < least / 2 || options.size.width() > most || options.size.height() > most)
            return fail(QStringLiteral("--size: expected WxH from 320x160 to 8192x8192, found \"%1\"").arg(text("size")));
    }
    if (!text("after").isEmpty()) {
        bool right = false;
        options.grabSeconds = text("after").toInt(&right);
        if (!right || options.grabSeconds < 0 || options.grabSeconds > 3600)
            return fail(QStringLiteral("--after: expected 0 to 3600 seconds, found \"%1\"").arg(text("after")));
    }
    if (!text("script").isEmpty()) {
        options.scriptName = text("script");
        const auto bytes = readTextFile(text("script").toStdString(), largestScript);
        auto steps = bytes ? parsePlayScript(bytes.value(), text("script").toStdString()) : Result<std::vector<ScriptStep>>(bytes.error());
        if (!steps)
            return fail(QString::fromStdString(steps.error().text()));
        options.script = std::move(steps).value();
        if (options.wish.host.isEmpty() || session.account.empty())
            return fail(QStringLiteral("a script needs --server and --user"));
    }
    return options;
}

} // namespace blak::client
