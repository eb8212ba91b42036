// SPDX-License-Identifier: GPL-3.0-or-later
// A saved past: a world and the inputs since, both from somebody else. The first two bytes say how long the world is; what can
// be read of it the inputs are done in, else a world that is all right. Afterwards the machine works.
#include "server/travel/rerun.h"
#include "tests/fuzz/server/compiled_blakod.h"

#include <cstdlib>
#include <fcntl.h>
#include <sys/mman.h>
#include <unistd.h>

using namespace blak;

namespace {

constexpr const char* program = R"(System
resources:
   r_text = "some text"
properties:
   piCount = 0
   plAll = $
   phTable = $
   psText = $
messages:
   Constructor()
   {
      phTable = CreateTable();
      psText = CreateString();
      SetString(psText,r_text);
      plAll = [1, [2, 3], self];
      AddTableEntry(phTable,1,plAll);
      CreateTimer(self,@Tick,1000);
      return;
   }
   Tick(timer = $)
   {
      piCount = piCount + Random(1,5);
      plAll = Cons(piCount,plAll);
      Post(self,@Later,#number=GetTime());
      CreateTimer(self,@Tick,1000);
      return;
   }
   Later(number = 0)
   {
      AddTableEntry(phTable,number,plAll);
      return First(plAll);
   }
   Works() { return 42; }
end
)";

} // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size)
{
    static const fuzz::CompiledBlakod compiled = fuzz::CompiledBlakod::compile(program, vm::classic).value();
    if (size < 2)
        return 0;
    const auto bytes = std::as_bytes(std::span(data, size)).subspan(2);
    const std::size_t worldSize = std::min<std::size_t>(data[0] | data[1] << 8, bytes.size());
    test::FakeHost host;
    const auto machine = compiled.machine(host);
    if (!machine->readImage(bytes.first(worldSize), "world"))
        machine->createObject(vm::classic.ids.classSystem, {});
    const int handle = ::memfd_create("past", MFD_CLOEXEC);
    const auto inputs = bytes.subspan(worldSize);
    if (handle < 0 || ::write(handle, inputs.data(), inputs.size()) != static_cast<ssize_t>(inputs.size()))
        std::abort();
    serve::SavedPast past;
    past.inputs = "/proc/self/fd/" + std::to_string(handle);
    past.present = {size % 3, static_cast<std::int64_t>(size % 50)};
    {
        serve::Rerun rerun(*machine, past);
        if (!rerun.begin())
            std::abort();
        (void)rerun.run([&](bool) { (void)machine->stateHash(); });
    }
    ::close(handle);
    machine->clearWorld();
    machine->createObject(vm::classic.ids.classSystem, {});
    fuzz::mustWork(*machine);
    return 0;
}
