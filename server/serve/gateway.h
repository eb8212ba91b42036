// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "server/record/outside.h"
#include "server/serve/bell_queue.h"

#include <functional>
#include <map>
#include <memory>
#include <thread>
#include <vector>

class QCoreApplication;

namespace blak::serve {

/// Connections that Qt Network carries, on a thread of its own: everything with TLS, tools, readers of counters, mail, the
/// billing machine. Each of them is a local socket with the text in the clear for the world's thread, which therefore waits
/// neither for handshakes nor for names that are looked up.
class Gateway
{
public:
    static Result<std::unique_ptr<Gateway>> begin();
    ~Gateway(); ///< gives what was written a second to reach the peers; all handles of connections have to be closed before

    /// `socket` listens already. The handle of the answer becomes readable when somebody waits in accept(); the gateway owns it.
    Result<Listening> listen(Handle socket, const ListenWish& wish);
    bool owns(int listener) const { return doors_.contains(listener); }
    Accepted accept(int listener);
    void closeListener(int listener);

    struct Begun
    {
        Handle handle;            ///< not to be written to before there is news of it
        std::uint64_t number = 0; ///< of the connection, in the news
    };
    Result<Begun> connect(const std::string& host, int port);
    struct News
    {
        std::uint64_t number = 0;
        std::string fault; ///< "" = it stands; otherwise why it does not: its handle breaks next
    };
    std::optional<News> takeNews();
    int newsHandle() const { return news_.bell(); } ///< readable when there is some

    /// Reads all certificates anew; a bad one leaves the old one in use. "" or what is wrong with one.
    std::string renewCertificates();

private:
    class Inside; ///< what lives on the thread
    struct Arrival
    {
        Handle handle;
        Address address;
    };
    using Door = BellQueue<Arrival>;

    Gateway();
    void run();
    /// Does something on the thread and waits for it.
    void carryOut(const std::function<void()>& task);

    BellQueue<std::function<void()>> tasks_;
    BellQueue<News> news_;
    std::map<int, std::shared_ptr<Door>> doors_; ///< by the handle of the listener
    std::uint64_t lastNumber_ = 0;
    std::unique_ptr<QCoreApplication> application_; ///< when the program has none
    Inside* inside_ = nullptr;                      ///< set on the thread, used on the thread
    std::thread thread_;
};

} // namespace blak::serve
