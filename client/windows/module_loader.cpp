// SPDX-License-Identifier: GPL-3.0-or-later
#include "client/windows/module_loader.h"

#include <QCoreApplication>
#include <QDir>
#include <QFileInfo>
#include <QMetaType>
#include <QPluginLoader>

#include <algorithm>
#include <cstring>

namespace blak::client {
namespace {

constexpr int longestName = 32;
const char* const prefix = "blakston_";
const char* const ending = ".so";

Error failure(const QString& name, const QString& what)
{
    return {what.toStdString(), "module " + name.toStdString()};
}

/// The file of that name in a folder; "" when there is none, or when it is a link that leads out of the folder.
QString fileIn(const QString& folder, const QString& name)
{
    const QFileInfo file(QDir(folder).filePath(QLatin1String(prefix) + name + QLatin1String(ending)));
    const QString real = file.canonicalFilePath();
    const QString home = QFileInfo(folder).canonicalFilePath();
    return !home.isEmpty() && QFileInfo(real).isFile() && QFileInfo(real).absolutePath() == home ? real : QString();
}

/// Qt keeps the table of a type where it saw it first, for good. That must not be a plugin that goes: whoever asks for the type after
/// it would look into the library that is no longer there.
void makeTypesKnown()
{
    QMetaType::fromType<Qt::CheckState>().id();
    QMetaType::fromType<Qt::Alignment>().id();
}

} // namespace

bool isModuleName(const QString& name)
{
    return !name.isEmpty() && name.size() <= longestName && std::all_of(name.begin(), name.end(), [](QChar c) {
        return (c >= QLatin1Char('a') && c <= QLatin1Char('z')) || (c >= QLatin1Char('0') && c <= QLatin1Char('9')) || c == QLatin1Char('_');
    });
}

QStringList moduleFolders()
{
    const QDir program(QCoreApplication::applicationDirPath());
    return {program.filePath(QStringLiteral("modules")), QDir::cleanPath(program.filePath(QStringLiteral("../lib/blakston-client/modules")))};
}

QStringList installedModules()
{
    QStringList names;
    for (const QString& folder : moduleFolders())
        for (const QString& file : QDir(folder).entryList({QLatin1String(prefix) + QLatin1Char('*') + QLatin1String(ending)}, QDir::Files)) {
            const QString name = file.mid(static_cast<int>(std::strlen(prefix)), file.size() - static_cast<int>(std::strlen(prefix) + std::strlen(ending)));
            if (isModuleName(name) && !names.contains(name))
                names << name;
        }
    names.sort();
    return names;
}

LoadedModule::~LoadedModule()
{
    module_.reset();
    if (loader_ != nullptr)
        loader_->unload();
}

Result<std::unique_ptr<LoadedModule>> LoadedModule::load(const QString& name)
{
    makeTypesKnown();
    if (!isModuleName(name))
        return failure(name.left(longestName), QStringLiteral("expected a name of a-z, 0-9 and _, at most 32 of them"));
    QString file;
    for (const QString& folder : moduleFolders())
        if (file.isEmpty())
            file = fileIn(folder, name);
    if (file.isEmpty())
        return failure(name, QStringLiteral("there is none of that name in %1").arg(moduleFolders().join(QStringLiteral(" or "))));
    std::unique_ptr<LoadedModule> loaded(new LoadedModule);
    loaded->name_ = name;
    loaded->loader_ = std::make_unique<QPluginLoader>(file);
    loaded->loader_->setLoadHints(QLibrary::ResolveAllSymbolsHint); // not PreventUnloadHint, which is usual for plugins
    loaded->loader_->load(); // counted for each game: instance() alone takes what another game has loaded, and that may go earlier
    auto* factory = qobject_cast<module::Factory*>(loaded->loader_->instance());
    if (factory == nullptr)
        return failure(name, loaded->loader_->isLoaded() ? QStringLiteral("%1 is a plugin, but no module of this client (%2)").arg(file, QStringLiteral(BLAK_MODULE_IID))
                                                         : loaded->loader_->errorString());
    if (const char* version = factory->builtWith(); version != nullptr && std::strcmp(version, BLAK_VERSION) != 0)
        return failure(name, QStringLiteral("expected a module of version %1, found one of %2").arg(QStringLiteral(BLAK_VERSION), QString::fromLatin1(version)));
    loaded->module_.reset(factory->make());
    if (loaded->module_ == nullptr)
        return failure(name, QStringLiteral("the plugin makes no module"));
    loaded->info_ = loaded->module_->info();
    if (loaded->info_.name != name)
        return failure(name, QStringLiteral("the file holds a module that calls itself \"%1\"").arg(loaded->info_.name.left(longestName)));
    return loaded;
}

} // namespace blak::client
