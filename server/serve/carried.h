// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QLocalSocket>
#include <QObject>
#include <QTcpSocket>
#include <functional>
#include <memory>

namespace blak::serve {

/// One connection that Qt Network carries: bytes go to and fro between the peer and the server's end of a local socket, at most
/// some 64 KB wait in each direction, and whoever does not take its bytes is not read from either. Lives on the gateway's thread.
class Carried final : public QObject
{
public:
    /// Takes the descriptor `inner`. `over` is called once, when both sides are closed; deleting is the owner's business.
    Carried(std::unique_ptr<QTcpSocket> peer, int inner, std::function<void(Carried&)> over);

private:
    void toServer();
    void toPeer();
    void peerGone();
    void serverGone();
    void abandonPeer();
    void finish();

    std::unique_ptr<QTcpSocket> peer_;
    QLocalSocket server_;
    std::function<void(Carried&)> over_;
    bool peerGone_ = false, serverGone_ = false;
};

} // namespace blak::serve
