// SPDX-License-Identifier: GPL-3.0-or-later
#include "client/modules/stats/statistics_anew.h"

#include <QObject>

namespace blak::client {

class StatisticsAnewPlugin : public QObject, public module::Factory
{
    Q_OBJECT
    Q_PLUGIN_METADATA(IID BLAK_MODULE_IID)
    Q_INTERFACES(blak::module::Factory)

public:
    module::Module* make() override { return new StatisticsAnew; }
    const char* builtWith() const override { return BLAK_VERSION; }
};

} // namespace blak::client

#include "plugin.moc"
