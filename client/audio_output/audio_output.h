// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "client/audio/mixer.h"

#include <QObject>
#include <QString>

#include <memory>

class QMediaDevices;
class QTimer;

namespace blak::play {

class OutputBackend;

/// Where the program's one mixer is heard: the default sound device, or nowhere. Without a device (or with BLAK_AUDIO=none) time
/// passes all the same, so that positions move and ends are told. Lives in the GUI thread, which alone gives the mixer orders.
class AudioOutput : public QObject
{
    Q_OBJECT

public:
    /// The one of this program: made at the first call, gone with the last who holds it.
    static std::shared_ptr<AudioOutput> shared();

    ~AudioOutput() override;

    audio::Mixer& mixer() { return *mixer_; }
    bool hasDevice() const;
    QString deviceName() const { return deviceName_; }

    /// After giving orders: a device that rested goes on at once.
    void wake();

signals:
    /// hasDevice() or deviceName() answer differently.
    void deviceChanged();
    void ended(quint64 voice, audio::EndReason reason);

private:
    AudioOutput();

    void chooseBackend();
    void useNull();
    void poll();

    std::unique_ptr<audio::Mixer> mixer_;
    std::unique_ptr<OutputBackend> backend_; ///< goes before the mixer it renders
    QMediaDevices* devices_ = nullptr;
    QTimer* poll_ = nullptr;
    QString deviceName_;
    int idlePolls_ = 0;
};

} // namespace blak::play
