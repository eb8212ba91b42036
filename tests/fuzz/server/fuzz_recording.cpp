// SPDX-License-Identifier: GPL-3.0-or-later
// A recording as a file: every event is read, the files in it are unpacked, and the answers are asked for in the order in which
// the recording has them, so that all of its numbers are looked at.
#include "server/record/replayer.h"

#include <cstdlib>
#include <sstream>

using namespace blak::serve;

namespace {

std::filesystem::path folder()
{
    static const std::filesystem::path made = [] {
        std::string name = (std::filesystem::temp_directory_path() / "blak-fuzz-XXXXXX").string();
        if (::mkdtemp(name.data()) == nullptr)
            std::abort();
        return std::filesystem::path(name);
    }();
    return made;
}

void ask(Replayer& replayer, const Event& event)
{
    std::byte buffer[512];
    Address from;
    const int handle = static_cast<int>(event.numbers[0] & 0xFFFF);
    switch (event.kind) {
    case EventKind::Clock:
        replayer.unixTime();
        replayer.milliseconds();
        break;
    case EventKind::Random: replayer.random(std::span(buffer, event.bytes.size() % sizeof buffer)); break;
    case EventKind::Listening: (void)replayer.listen({}); break;
    case EventKind::Connecting: (void)replayer.connect("host", 1); break;
    case EventKind::Accepted: replayer.accept(handle); break;
    case EventKind::Read: replayer.read(handle, buffer); break;
    case EventKind::Written: replayer.write(handle, buffer); break;
    case EventKind::Datagram: replayer.readDatagram(handle, buffer, from); break;
    case EventKind::Woken: replayer.wait(1); break;
    case EventKind::Fact: replayer.fact(static_cast<Fact>(handle), [] { return std::string(); }); break;
    case EventKind::File:
    case EventKind::Gone: replayer.noteFiles(); break;
    case EventKind::Start:
    case EventKind::End: break;
    }
}

} // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size)
{
    const std::string bytes(reinterpret_cast<const char*>(data), size);
    std::istringstream first(bytes);
    std::istringstream second(bytes);
    EventReader script(first, "fuzz");
    Replayer replayer(EventReader(second, "fuzz"), folder());
    if (!replayer.begin())
        return 0;
    std::size_t rest = 10'000;
    for (auto event = script.next(); event && event.value() && rest > 0; event = script.next(), --rest) {
        if (event.value()->kind == EventKind::File)
            (void)fileOf(*event.value());
        ask(replayer, *event.value());
        if (replayer.fault())
            break;
    }
    std::error_code ignored;
    std::filesystem::remove_all(folder(), ignored);
    return 0;
}
