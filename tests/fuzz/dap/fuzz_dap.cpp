// SPDX-License-Identifier: GPL-3.0-or-later
// What an editor and a server may send to the debug adapter: the first byte of each part says from whom and how much it is. Nothing
// crashes it, and whatever it answers is well formed.
#include "server/dap/adapter.h"

#include <cstdlib>

using namespace blak;

namespace {

class NoServer : public dap::AdapterHost
{
public:
    void launch(const dap::LaunchWish&) override { adapter->connected("token"); }
    void attach(const dap::AttachWish& wish) override
    {
        if (wish.port % 2 == 0)
            adapter->connected(wish.token);
        else
            adapter->failed("nobody is there");
    }
    Result<dap::Recompiled> recompile(const std::filesystem::path&) override
    {
        return dap::Recompiled{{"user.bof"}, {"user.rsc"}};
    }
    void hangUp(bool) override { adapter->serverEnded(); }

    dap::Adapter* adapter = nullptr;
};

void check(const std::string& stream)
{
    dap::FrameReader reader;
    reader.add(stream);
    while (const auto body = reader.next())
        if (!nlohmann::json::parse(*body, nullptr, false).is_object())
            std::abort();
    if (!reader.fault().empty())
        std::abort();
}

} // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size)
{
    // Another project may be the whole disk, which is looked through for sidecars.
    const std::string_view all(reinterpret_cast<const char*>(data), size);
    constexpr std::string_view key = "project", ours = "project\":\"w\"";
    for (std::size_t at = all.find(key); at != all.npos; at = all.find(key, at + 1))
        if (all.substr(at, ours.size()) != ours)
            return 0;
    if (all.find("sidecars") != all.npos)
        return 0;
    NoServer server;
    dap::Adapter adapter(server);
    server.adapter = &adapter;
    constexpr std::uint8_t fromServer = 0x80, asItIs = 0x40, length = 0x3f;
    for (std::size_t at = 0; at < size && !adapter.finished();) {
        const std::uint8_t head = data[at++];
        const std::size_t count = std::min<std::size_t>((head & length) * 8u + 1, size - at);
        const std::string part(reinterpret_cast<const char*>(data) + at, count);
        at += count;
        if (head & fromServer)
            adapter.fromServer(part + "\n");
        else
            adapter.fromEditor(head & asItIs ? part : dap::framed(part));
        adapter.takeForServer();
        check(adapter.takeForEditor());
    }
    adapter.serverEnded();
    check(adapter.takeForEditor());
    return 0;
}
