// SPDX-License-Identifier: GPL-3.0-or-later
// fixed_work RECORDING FOLDER KIND FROM UNTIL: runs what a server recorded (blak serve --record) once more, in FOLDER, which must be empty, and
// says as a line of JSON what that took: the same work each time, so that what is on beside it can be weighed. KIND: off, attached (a
// debugger that does nothing), past (attached, and the past kept), sampled (each 5 ms of work), written (recorded once more, to
// FOLDER.again). Times are of the processor, in seconds, between FROM, when the debugger comes, and UNTIL, both milliseconds of the
// recording: so starting, bots that enter and the save at the end are not among them.
#include "server/serve/server.h"

#include <cstdio>
#include <nlohmann/json.hpp>
#include <sys/resource.h>
#include <unistd.h>

namespace {

using namespace blak;
using namespace blak::serve;
using nlohmann::json;

constexpr int samplePeriod = 5000; ///< microseconds

/// What a replay has, but for readings of the clock that the recorded server did not do: the replay counts them.
class Replayed final : public Outside
{
public:
    explicit Replayed(Outside& real) : real_(real) {}

    bool own = false; ///< the next readings are ours
    struct Mark
    {
        std::int64_t where = 0; ///< milliseconds of the recording
        std::function<void()> call{};
    };
    std::vector<Mark> marks; ///< are called once, the earliest last
    std::int64_t passed() const { return milliseconds_ - first_; }

    std::int64_t unixTime() override { return own ? unixTime_ : unixTime_ = real_.unixTime(); }
    std::int64_t milliseconds() override
    {
        if (!own)
            milliseconds_ = real_.milliseconds();
        if (first_ == 0)
            first_ = milliseconds_;
        return milliseconds_;
    }
    void random(std::span<std::byte> bytes) override { real_.random(bytes); }
    Result<Listening> listen(const ListenWish& wish) override { return real_.listen(wish); }
    Accepted accept(int listener) override { return real_.accept(listener); }
    Result<int> connect(const std::string& host, int port) override { return real_.connect(host, port); }
    Result<int> openPipe(const std::string& path) override { return real_.openPipe(path); }
    Result<int> openConsole() override { return real_.openConsole(); }
    Transfer read(int handle, std::span<std::byte> bytes) override { return real_.read(handle, bytes); }
    Transfer write(int handle, std::span<const std::byte> bytes) override { return real_.write(handle, bytes); }
    Transfer readDatagram(int handle, std::span<std::byte> bytes, Address& from) override { return real_.readDatagram(handle, bytes, from); }
    void watch(int handle, std::uint32_t interest) override { real_.watch(handle, interest); }
    void close(int handle) override { real_.close(handle); }
    std::optional<std::span<const Ready>> wait(int milliseconds) override
    {
        while (!marks.empty() && passed() >= marks.back().where) {
            const Mark mark = std::move(marks.back());
            marks.pop_back();
            mark.call();
        }
        return real_.wait(milliseconds);
    }
    std::string fact(Fact fact, const std::function<std::string()>& answer) override { return real_.fact(fact, answer); }
    void noteFiles() override { real_.noteFiles(); }
    bool replays() const override { return true; }

private:
    Outside& real_;
    std::int64_t unixTime_ = 0, milliseconds_ = 0, first_ = 0;
};

/// A replay that is recorded once more.
class Rewritten final : public Outside
{
public:
    Rewritten(std::unique_ptr<Replayed> replayed, const std::filesystem::path& folder, EventWriter writer)
        : replayed_(std::move(replayed)), recorder_(*replayed_, std::move(writer))
    {
        const auto all = [&](const char* name, std::vector<std::string> endings) {
            return RecordedPlace{folder / name, name, std::move(endings), {}, {}};
        };
        replayed_->own = true;
        fault_ = !recorder_.begin(0, {all("loadkod", {".bof"}), all("memmap", {".bof"}), all("rsc", {".rsc", ".rsb"}), all("rooms", {".roo"}),
                                      all("blakserv.cfg", {}), all("kodbase.txt", {}), all("motd.txt", {})});
        replayed_->own = false;
    }
    bool failed() const { return fault_ || recorder_.failed(); }
    void end() { recorder_.end(); }

    std::int64_t unixTime() override { return recorder_.unixTime(); }
    std::int64_t milliseconds() override { return recorder_.milliseconds(); }
    void random(std::span<std::byte> bytes) override { recorder_.random(bytes); }
    Result<Listening> listen(const ListenWish& wish) override { return recorder_.listen(wish); }
    Accepted accept(int listener) override { return recorder_.accept(listener); }
    Result<int> connect(const std::string& host, int port) override { return recorder_.connect(host, port); }
    Result<int> openPipe(const std::string& path) override { return recorder_.openPipe(path); }
    Result<int> openConsole() override { return recorder_.openConsole(); }
    Transfer read(int handle, std::span<std::byte> bytes) override { return recorder_.read(handle, bytes); }
    Transfer write(int handle, std::span<const std::byte> bytes) override { return recorder_.write(handle, bytes); }
    Transfer readDatagram(int handle, std::span<std::byte> bytes, Address& from) override { return recorder_.readDatagram(handle, bytes, from); }
    void watch(int handle, std::uint32_t interest) override { recorder_.watch(handle, interest); }
    void close(int handle) override { recorder_.close(handle); }
    std::optional<std::span<const Ready>> wait(int milliseconds) override
    {
        replayed_->own = true; // it asks for the time afterwards
        const auto ready = recorder_.wait(milliseconds);
        replayed_->own = false;
        return ready;
    }
    std::string fact(Fact fact, const std::function<std::string()>& answer) override { return recorder_.fact(fact, answer); }
    void noteFiles() override
    {
        replayed_->noteFiles();
        recorder_.noteFiles();
    }
    bool replays() const override { return true; }

private:
    std::unique_ptr<Replayed> replayed_;
    Recorder recorder_;
    bool fault_ = false;
};

/// A tool that is connected without a connection. Fails hard: what could not be asked for would be measured as if it cost nothing.
class Tool
{
public:
    Tool(Control& control, Replayed& clock) : control_(control), clock_(clock), client_(*control.open(0))
    {
        client_.authorised = true; // the token is that of the recording, for the tools in it
        client_.role = world::Role::Owner;
    }
    json ask(json request)
    {
        request["id"] = 1;
        clock_.own = true;
        control_.received(client_, request.dump() + "\n", 0);
        clock_.own = false;
        const json answer = json::parse(client_.output.substr(0, client_.output.find('\n')), nullptr, false);
        client_.output.clear();
        if (!answer.is_object() || !answer.value("ok", false)) {
            std::fprintf(stderr, "%s: %s\n", request.dump().c_str(), answer.dump().c_str());
            std::exit(2);
        }
        return answer.at("result");
    }

private:
    Control& control_;
    Replayed& clock_;
    ControlClient& client_;
};

double seconds(const timeval& time) { return static_cast<double>(time.tv_sec) + static_cast<double>(time.tv_usec) / 1e6; }

} // namespace

int main(int argc, char** argv)
{
    const std::string kind = argc == 6 ? argv[3] : "";
    if (kind != "off" && kind != "attached" && kind != "past" && kind != "sampled" && kind != "written") {
        std::fprintf(stderr, "fixed_work RECORDING FOLDER off|attached|past|sampled|written FROM UNTIL\n");
        return 2;
    }
    ServeOptions options;
    options.replay = argv[1];
    options.folder = argv[2]; // not quiet: a recording of one that is not has a console
    Rewritten* rewritten = nullptr;
    const std::filesystem::path again = options.folder.string() + ".again";
    Replayed* clock = nullptr;
    options.replayThrough = [&](Outside& outside) -> std::unique_ptr<Outside> {
        auto replayed = std::make_unique<Replayed>(outside);
        clock = replayed.get();
        if (kind != "written")
            return replayed;
        auto writer = EventWriter::create(again);
        if (!writer) {
            std::fprintf(stderr, "%s\n", writer.error().text().c_str());
            std::exit(2);
        }
        auto made = std::make_unique<Rewritten>(std::move(replayed), options.folder, std::move(writer).value());
        rewritten = made.get();
        return made;
    };
    Server server(options);
    if (const auto started = server.start(); !started) {
        std::fprintf(stderr, "%s\n", started.error().text().c_str());
        return 2;
    }
    Tool tool(server.control(), *clock);
    Pulse pulse; // a server that is no replay has it while somebody debugs
    server.control().setServePulse([] {});
    rusage before{}, after{};
    std::int64_t instructions = 0;
    const auto begin = [&] {
        if (kind == "attached" || kind == "past") {
            tool.ask({{"do", "debug.attach"}});
            pulse.start([&] { server.control().pulse(); });
        }
        if (kind == "past") // by work alone: all that came in a minute comes in a few seconds
            tool.ask({{"do", "debug.record"}, {"period", 0}});
        if (kind == "sampled")
            tool.ask({{"do", "profile.start"}, {"period", samplePeriod}});
        instructions = server.world().vm().executed();
        ::getrusage(RUSAGE_SELF, &before);
    };
    json figures;
    const auto end = [&] {
        ::getrusage(RUSAGE_SELF, &after);
        instructions = server.world().vm().executed() - instructions;
        if (kind == "past")
            figures = tool.ask({{"do", "debug.times"}});
    };
    clock->marks = {{std::atoll(argv[5]), end}, {std::atoll(argv[4]), begin}};
    const int status = server.run();
    if (status != 0 || (rewritten != nullptr && rewritten->failed()))
        return 1;
    json out{{"kind", kind},
             {"user", seconds(after.ru_utime) - seconds(before.ru_utime)},
             {"system", seconds(after.ru_stime) - seconds(before.ru_stime)},
             {"faults", after.ru_minflt - before.ru_minflt},
             {"milliseconds", clock->passed()},
             {"instructions", instructions},
             {"complete", clock->marks.empty()},
             {"hash", server.world().vm().stateHash()}};
    if (figures.is_object())
        for (const char* name : {"made", "nanoseconds", "checkpoints", "log", "memory"})
            out[name] = figures.at(name);
    if (kind == "sampled") {
        std::int64_t samples = 0;
        const json profile = tool.ask({{"do", "profile.stop"}}); // lives as long as the loop
        for (const json& node : profile.at("nodes"))
            samples += node.at(2).at(2).get<std::int64_t>();
        out["samples"] = samples;
    }
    if (rewritten != nullptr) {
        rewritten->end();
        out["bytes"] = std::filesystem::file_size(again);
    }
    std::printf("%s\n", out.dump().c_str());
    std::fflush(stdout);
    ::_exit(0); // a world is large, and putting it away is nobody's business
}
