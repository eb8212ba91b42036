// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "formats/base/result.h"
#include "server/dap/adapter.h"
#include "studio/play/prepare/prepare.h"

#include <poll.h>

#include <filesystem>
#include <memory>
#include <string>
#include <sys/types.h>
#include <vector>

namespace blak::cli {

/// The server that is debugged: a process of our own, or one that runs already, and the connection to its control channel.
class DebugServer final : public dap::AdapterHost
{
public:
    DebugServer() = default;
    DebugServer(const DebugServer&) = delete;
    DebugServer& operator=(const DebugServer&) = delete;
    ~DebugServer() override;

    dap::Adapter* adapter = nullptr;

    void launch(const dap::LaunchWish& wish) override;
    void attach(const dap::AttachWish& wish) override;
    Result<dap::Recompiled> recompile(const std::filesystem::path& project) override;
    void hangUp(bool terminates) override;

    /// What to wait for; serve() looks at it afterwards.
    void addTo(std::vector<pollfd>& waiting) const;
    void serve(const std::vector<pollfd>& ready);
    /// While a server starts it has to be looked after without being asked.
    bool starts() const { return !awaited_.empty(); }
    void tick();
    void write(); ///< what the adapter has for the server

private:
    void replay(const std::filesystem::path& recording);
    Result<void> prepareAside(const std::filesystem::path& project);
    Result<dap::Recompiled> recompileAside();
    bool connectTo(const std::string& host, int port);
    bool connectByFile(const std::filesystem::path& file, pid_t process);
    void drain(int& handle, bool error);
    void readServer();
    void childEnded();
    void close(int& handle);

    pid_t child_ = 0;
    int out_ = -1, err_ = -1; ///< of the child
    int socket_ = -1;
    std::filesystem::path awaited_; ///< control.json of a server that starts
    bool awaitedIsOurs_ = false;    ///< nobody else needs it
    std::filesystem::path scratch_; ///< world of a recording, which goes with it
    std::unique_ptr<play::PreparedWorld> aside_; ///< of a project that is only read; goes with its server
    std::string unsent_;
};

} // namespace blak::cli
