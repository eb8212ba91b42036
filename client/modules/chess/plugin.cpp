// SPDX-License-Identifier: GPL-3.0-or-later
#include "client/modules/chess/chess.h"

#include <QObject>

namespace blak::client {

class ChessPlugin : public QObject, public module::Factory
{
    Q_OBJECT
    Q_PLUGIN_METADATA(IID BLAK_MODULE_IID)
    Q_INTERFACES(blak::module::Factory)

public:
    module::Module* make() override { return new Chess; }
    const char* builtWith() const override { return BLAK_VERSION; }
};

} // namespace blak::client

#include "plugin.moc"
