// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "client/module_api/module.h"

#include <QHash>
#include <QKeySequence>
#include <QString>
#include <QStringList>

namespace blak::client {

/// A key that a module brought, and what it is now.
struct ModuleKey
{
    QString module;
    module::State state{};
    QString action;
    QKeySequence usual; ///< as the module has it
    QKeySequence key;   ///< empty where somebody took it away

    /// The world has the keyboard: the client's own keys count as well.
    bool isInTheWorld() const { return state >= module::State::Playing; }
};

/// The keys that somebody gave instead of those that modules brought. They are kept while a module is away.
class OwnModuleKeys
{
public:
    QKeySequence keyOf(const ModuleKey& row) const;
    /// The usual one again is none of one's own.
    void bind(const ModuleKey& row, const QKeySequence& key);

    /// A line for each, for settings; what makes no sense is left out.
    QStringList toLines() const;
    static OwnModuleKeys fromLines(const QStringList& lines);

private:
    static constexpr qsizetype most = 1000;

    QHash<QString, QKeySequence> own_;
};

} // namespace blak::client
