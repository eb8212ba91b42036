// SPDX-License-Identifier: GPL-3.0-or-later
// User time of the programs of tests/conformance/run/bench in one machine of this process, without a server around it:
//
//     measure_machine FOLDER SECONDS [PROGRAM [FILE LINE]]
//
// FOLDER holds compiled classes, resources and kodbase.txt (those of a run folder). Each class Bench* is sent Bench(n) for
// SECONDS of user time, or that of the name PROGRAM alone; a line says its name and the nanoseconds of one call. With FILE and
// LINE there is a breakpoint at that statement, and a listener; PROGRAM may be "all" then. Two builds are compared by running
// them in turns and taking medians (compare_machines.py).
#include "formats/base/file_io.h"
#include "formats/kodbase/kodbase.h"
#include "formats/rsc/rsc.h"
#include "server/vm/loader.h"
#include "server/vm/vm.h"

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <string>
#include <sys/resource.h>

using namespace blak;

namespace {

/// Nothing comes from outside, and nothing goes there.
class NoHost final : public vm::Host
{
public:
    void debugLine(std::string_view) override {}
    void errorLine(std::string_view text) override
    {
        std::fprintf(stderr, "%.*s\n", static_cast<int>(text.size()), text.data());
        std::exit(4); // what is measured then is not what was meant
    }
    void godLine(std::string_view) override {}
    std::int64_t unixTime() override { return 1'000'000; }
    std::int64_t milliseconds() override { return 1'000'000; }
    std::uint32_t random() override { return 4; }
    std::optional<std::int64_t> accountOfObject(std::int64_t) override { return std::nullopt; }
    void replaceUser(std::int64_t, std::int64_t) override {}
    std::optional<std::int64_t> inactiveSeconds(std::int64_t) override { return std::nullopt; }
    void sendPacket(std::int64_t, std::span<const std::byte>) override {}
    std::optional<std::vector<std::uint8_t>> sessionAddress(std::int64_t) override { return std::nullopt; }
    std::vector<std::byte> roomFile(std::string_view) override { return {}; }
    void webhook(std::string_view) override {}
    void recordStat(std::int64_t, std::span<const vm::Value>) override {}
    std::optional<std::int64_t> saveGame() override { return std::nullopt; }
    void loadGame(std::string_view) override {}
};

/// As a debugger listens: it is told of breakpoints, not of calls.
class Listener final : public vm::DebugHook
{
public:
    void breakpoint(const vm::CodePlace&) override { ++hits; }
    int hits = 0;
};

struct Program
{
    const char* type;
    std::int64_t n;
};

// As in bench.py; those that fill the heap with fewer rounds, and the heap is cleared before each program.
constexpr Program programs[]{{"BenchInt", 500000}, {"BenchProp", 500000},  {"BenchFib", 40},       {"BenchNamed", 300000},
                             {"BenchList", 200},   {"BenchListops", 2000}, {"BenchTable", 200000}, {"BenchString", 100000},
                             {"BenchClass", 2000}, {"BenchCreate", 5000}};

double userSeconds()
{
    rusage used{};
    getrusage(RUSAGE_SELF, &used);
    return static_cast<double>(used.ru_utime.tv_sec) + 1e-6 * static_cast<double>(used.ru_utime.tv_usec);
}

std::vector<std::filesystem::path> filesOf(const std::filesystem::path& folder, std::string_view ending)
{
    std::vector<std::filesystem::path> paths;
    for (const auto& entry : std::filesystem::directory_iterator(folder))
        if (entry.path().extension() == ending)
            paths.push_back(entry.path());
    std::ranges::sort(paths);
    return paths;
}

std::unique_ptr<vm::Vm> machineOf(const std::filesystem::path& folder, vm::Host& host)
{
    std::vector<vm::LoadedFile> files;
    bool extended = false;
    for (const auto& path : filesOf(folder, ".bof")) {
        const auto bytes = readFile(path);
        auto file = bof::read(bytes.value(), path.string());
        extended |= file.value().version == vm::open105.bofVersion;
        files.push_back({std::move(file.value()), path.filename().string()});
    }
    auto machine = vm::Vm::create(extended ? vm::open105 : vm::classic, host);
    for (const Error& problem : machine->loadProgram(std::move(files)))
        std::fprintf(stderr, "%s\n", problem.text().c_str());
    const auto text = readFile(folder / "kodbase.txt");
    const std::string_view names(reinterpret_cast<const char*>(text.value().data()), text.value().size());
    machine->setNames(kodbase::readTolerantly(names, "kodbase.txt").kodbase);
    for (const auto& path : filesOf(folder, ".rsc"))
        machine->addResources(rsc::read(readFile(path).value(), path.string()).value());
    machine->setMaxInstructions(1'000'000'000);
    return machine;
}

/// Nanoseconds of one Bench(n).
double measure(vm::Vm& machine, const Program& program, double seconds)
{
    machine.clearWorld();
    machine.createObject(machine.dialect().ids.classSystem, {});
    const std::int64_t object = machine.createObject(machine.classByName(program.type).value_or(0), {});
    const auto message = machine.messageByName("Bench").value_or(-1);
    const vm::Parameter n{machine.parameterByName("n").value_or(-1), vm::Value::integer(program.n)};
    constexpr int mostCalls = 300; // the heap grows meanwhile
    machine.send(object, message, std::span(&n, 1));
    int calls = 0;
    const double begun = userSeconds();
    do {
        machine.send(object, message, std::span(&n, 1));
        ++calls;
    } while (userSeconds() - begun < seconds && calls < mostCalls);
    return (userSeconds() - begun) / calls * 1e9;
}

} // namespace

int main(int count, char** words)
{
    if (count < 3 || count > 6 || count == 5)
        return 2;
    const std::string wanted = count > 3 ? words[3] : "all";
    NoHost host;
    const auto machine = machineOf(words[1], host);
    Listener listener;
    if (count == 6) {
        machine->addHook(listener, vm::HookCalls::Untold);
        if (machine->setBreakpoint(words[4], std::atoi(words[5]), true) == 0)
            return 3;
    }
    for (const Program& program : programs)
        if (wanted == "all" || wanted == program.type)
            std::printf("%s\t%.0f\n", program.type, measure(*machine, program, std::atof(words[2])));
    if (count == 6)
        std::fprintf(stderr, "the breakpoint was met %d times\n", listener.hits);
    return 0;
}
