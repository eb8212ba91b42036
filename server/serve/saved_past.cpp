// SPDX-License-Identifier: GPL-3.0-or-later
// A past that a debugger saves as a recording, and what such a recording does again (docs/formats/recording.md, "A saved past").
#include "formats/base/file_io.h"
#include "server/serve/server.h"

#include <cstdio>
#include <fcntl.h>
#include <nlohmann/json.hpp>
#include <unistd.h>

namespace blak::serve {
namespace {

namespace fs = std::filesystem;

} // namespace

/// The files are those of now: the past that can be done again does not reach behind a change of the classes. A file that is there
/// stays as NAME~.
Result<void> Server::writePast(const fs::path& file, const SavedPast& past)
{
    const fs::path unfinished = file.string() + ".unfinished";
    std::error_code error;
    fs::remove(unfinished, error);
    const auto write = [&]() -> Result<void> {
        auto writer = EventWriter::create(unfinished);
        if (!writer)
            return writer.error();
        Recorder recording(sockets_, std::move(writer).value());
        if (auto begun = recording.begin(0, recordedPlaces()); !begun)
            return begun;
        for (const auto& [name, part] : {std::pair(SavedPast::worldFile, past.world), std::pair(SavedPast::inputsFile, past.inputs)}) {
            const auto bytes = readFile(part);
            if (!bytes)
                return bytes.error();
            recording.addFile(name, bytes.value());
        }
        const std::string head = toJson(past).dump();
        recording.addFile(SavedPast::headFile, std::as_bytes(std::span(head)));
        recording.end();
        return recording.failed() ? Result<void>(Error{"could not be written", file.string()}) : Result<void>();
    };
    auto written = write();
    if (written) {
        if (const int handle = ::open(unfinished.c_str(), O_RDONLY | O_CLOEXEC); handle >= 0) {
            ::fsync(handle);
            ::close(handle);
        }
        error.clear();
        if (const fs::path previous = file.string() + "~"; fs::exists(file, error)) {
            fs::remove(previous, error);
            fs::copy_file(file, previous, error);
        }
        if (!error)
            fs::rename(unfinished, file, error);
        if (error)
            written = Error{error.message(), file.string()};
    }
    fs::remove(unfinished, error);
    return written;
}

/// Whether the recording that was unpacked is of that kind.
Result<void> Server::findPast()
{
    const fs::path head = options_.folder / SavedPast::headFile;
    std::error_code error;
    if (!fs::exists(head, error))
        return {};
    const auto text = readTextFile(head, 1 << 20);
    if (!text)
        return text.error();
    auto past = savedPastFromJson(nlohmann::json::parse(text.value(), nullptr, false));
    if (!past)
        return past.error();
    past_ = std::move(past).value();
    past_->world = options_.folder / SavedPast::worldFile;
    past_->inputs = options_.folder / SavedPast::inputsFile;
    return {};
}

/// The classes, and the world as it was; nothing of Blakod runs, nobody can connect.
Result<void> Server::startPast()
{
    if (auto opened = sockets_.open(); !opened)
        return opened;
    outside_ = &sockets_;
    if (auto loaded = load(true); !loaded)
        return loaded;
    makeControl({});
    const auto bytes = readFile(past_->world);
    if (!bytes)
        return bytes.error();
    if (auto read = world_.vm().readImage(bytes.value(), SavedPast::worldFile); !read)
        return read;
    rerun_ = std::make_unique<Rerun>(world_.vm(), *past_);
    control_->forgetOwner = [this] { rerun_->forget(); };
    return rerun_->begin();
}

int Server::runPast()
{
    if (options_.lookBack)
        if (const auto kept = control_->keepPast([this] { return rerun_->milliseconds(); }); !kept) {
            std::fprintf(stderr, "blakserv: %s\n", kept.error().text().c_str());
            return 1;
        }
    const auto fault = rerun_->run([this](bool inError) {
        if (options_.lookBack)
            standAtEnd({}, inError);
    });
    if (fault)
        std::fprintf(stderr, "blakserv: %s\n", fault->text().c_str());
    else if (!options_.quiet)
        std::printf("replayed %llu inputs of a saved past\n", static_cast<unsigned long long>(rerun_->inputs()));
    std::fflush(stdout);
    if (options_.lookBack && !rerun_->stood())
        standAtEnd(fault, false);
    return fault ? 1 : 0;
}

} // namespace blak::serve
