// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QObject>

namespace blak::play {

/// Somebody who calls Mixer::render regularly.
class OutputBackend : public QObject
{
    Q_OBJECT

public:
    virtual bool isDevice() const = 0;
    /// Rests while nothing is to be heard.
    virtual void setRunning(bool running) = 0;

signals:
    /// The device went away or could not be opened.
    void failed();
};

} // namespace blak::play
