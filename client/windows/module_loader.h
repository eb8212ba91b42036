// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "client/module_api/module.h"
#include "formats/base/result.h"

#include <QStringList>

#include <memory>

class QPluginLoader;

namespace blak::client {

/// 1 to 32 of a-z, 0-9 and _: what a module may be called. Nothing that could be a path is.
bool isModuleName(const QString& name);

/// Where the modules of this program are: beside it in `modules`, else in `../lib/blakston-client/modules`. Nowhere else is looked.
QStringList moduleFolders();

/// The names of all modules there are, sorted.
QStringList installedModules();

/// A plugin in memory, and the module it made. It leaves memory when the last game that uses it gives it up.
class LoadedModule
{
public:
    ~LoadedModule();
    /// From the program's own folders alone, by name.
    static Result<std::unique_ptr<LoadedModule>> load(const QString& name);

    const QString& name() const { return name_; }
    const module::Info& info() const { return info_; }
    module::Module& instance() { return *module_; }

private:
    LoadedModule() = default;

    QString name_;
    module::Info info_;
    std::unique_ptr<QPluginLoader> loader_;
    std::unique_ptr<module::Module> module_; ///< its code is in the plugin: goes first
};

} // namespace blak::client
