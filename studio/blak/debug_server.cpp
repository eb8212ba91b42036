// SPDX-License-Identifier: GPL-3.0-or-later
#include "studio/blak/debug_server.h"

#include "formats/base/file_io.h"
#include "formats/base/names.h"
#include "server/world/run_folder.h"
#include "studio/blak/counted.h"
#include "studio/blak/tool_connection.h"
#include "studio/play/run_folder.h"

#include <algorithm>
#include <array>
#include <cerrno>
#include <chrono>
#include <csignal>
#include <cstdlib>
#include <cstring>
#include <fcntl.h>
#include <nlohmann/json.hpp>
#include <sys/socket.h>
#include <sys/wait.h>
#include <thread>
#include <unistd.h>

namespace blak::cli {
namespace {

constexpr std::size_t chunk = 64 * 1024;
constexpr std::chrono::seconds patienceAtEnd(10); ///< with a server that saves nothing but takes its leave of everybody

/// Starts this program with other words; its standard output and error come through the pipes. 0 = it cannot be.
pid_t start(const std::vector<std::string>& words, int& out, int& err)
{
    std::array<int, 2> outPipe{-1, -1}, errPipe{-1, -1};
    if (::pipe2(outPipe.data(), O_CLOEXEC) != 0 || ::pipe2(errPipe.data(), O_CLOEXEC) != 0)
        return 0;
    std::vector<char*> arguments;
    for (const std::string& word : words)
        arguments.push_back(const_cast<char*>(word.c_str())); // execv() leaves them as they are
    arguments.push_back(nullptr);
    const pid_t child = ::fork();
    if (child == 0) {
        const int none = ::open("/dev/null", O_RDONLY);
        ::dup2(none, STDIN_FILENO);
        ::dup2(outPipe[1], STDOUT_FILENO);
        ::dup2(errPipe[1], STDERR_FILENO);
        ::setpgid(0, 0); // an interrupt from the terminal is for the debugger, which ends the server in order
        ::execv("/proc/self/exe", arguments.data());
        ::_exit(127);
    }
    ::close(outPipe[1]);
    ::close(errPipe[1]);
    out = outPipe[0];
    err = errPipe[0];
    return child > 0 ? child : 0;
}

/// "lamp.kod:12: error: unknown name", as the compiler tells it.
std::string errorsOf(const kod::TreeResult& compiled)
{
    std::string text;
    for (const kod::Finding& finding : compiled.findings)
        if (finding.severity == Severity::Error)
            text += finding.file + ":" + std::to_string(finding.range.line) + ": error: " + finding.message + "\n";
    return text;
}

} // namespace

DebugServer::~DebugServer() { hangUp(true); }

void DebugServer::close(int& handle)
{
    if (handle >= 0)
        ::close(handle);
    handle = -1;
}

void DebugServer::launch(const dap::LaunchWish& wish)
{
    std::error_code code;
    const std::filesystem::path folder = std::filesystem::absolute(wish.project, code);
    if (!std::filesystem::is_directory(folder, code))
        return adapter->failed("expected a folder: " + wish.project.string());
    if (!wish.recording.empty())
        return replay(folder / wish.recording);
    if (!wish.test.empty()) {
        awaited_ = std::filesystem::temp_directory_path(code) / ("blak-test-" + std::to_string(::getpid()) + ".json");
        awaitedIsOurs_ = true;
        std::filesystem::remove(awaited_, code);
        child_ = start({"blak", "test", "--filter", wish.test, "--debug", awaited_.string(), folder.string()}, out_, err_);
        if (child_ == 0)
            adapter->failed(std::string("the test cannot be started: ") + std::strerror(errno));
        return;
    }
    std::filesystem::path served = folder;
    if (play::isProject(folder) && wish.aside) {
        if (const auto prepared = prepareAside(folder); !prepared)
            return adapter->failed(prepared.error().text());
        served = aside_->server();
    } else if (play::isProject(folder)) {
        served = play::runFolderOf(folder);
    }
    std::vector<std::string> words{"blak", "serve", "--port", "0", "--maintenance-port", "0"};
    words.insert(words.end(), wish.arguments.begin(), wish.arguments.end());
    words.push_back((aside_ ? served : folder).string());
    awaited_ = served / "control.json";
    child_ = start(words, out_, err_);
    if (child_ == 0)
        adapter->failed(std::string("the server cannot be started: ") + std::strerror(errno));
}

/// As Play does. Where the project has a run folder, the world goes on from what was saved there, and speaks its dialect.
Result<void> DebugServer::prepareAside(const std::filesystem::path& project)
{
    const std::filesystem::path run = play::runFolderOf(project);
    world::RunFolder own(run);
    if (const auto read = own.readConfiguration(); !read)
        return read.error();
    play::PlayWish wish;
    wish.project = project;
    wish.dialect = own.config().text("Blakston", "Dialect");
    std::error_code code;
    if (std::filesystem::is_directory(run / "savegame", code) && !std::filesystem::is_empty(run / "savegame", code))
        wish.save = run;
    auto prepared = play::PreparedWorld::prepare(wish);
    if (!prepared)
        return prepared.error();
    aside_ = std::move(prepared).value();
    const kod::TreeResult& compiled = aside_->compiled();
    if (const std::string errors = errorsOf(compiled); !errors.empty())
        adapter->printed(errors, true);
    adapter->printed(project.string() + ": " + std::to_string(compiled.compiled) + " of " + counted(static_cast<std::size_t>(compiled.files), "file") +
                         " compiled; the world runs in " + aside_->server().string() + "\n", false);
    if (wish.save.empty()) // what a new world does first is looked at as well
        for (const char* part : {"savegame", "passwords.json", "administrators.json"})
            std::filesystem::remove_all(aside_->server() / part, code);
    std::filesystem::create_directories(aside_->server() / "savegame", code);
    if (aside_->mayPlay())
        return {};
    const Error why{"it does not compile: " + std::filesystem::path(aside_->withLastGood().front()).filename().string(), project.string()};
    aside_.reset();
    return why;
}

/// Sources that are as they were are not read for it.
Result<dap::Recompiled> DebugServer::recompileAside()
{
    std::vector<std::filesystem::path> sources;
    std::error_code code;
    for (std::filesystem::recursive_directory_iterator it(aside_->projectRoot(), std::filesystem::directory_options::skip_permission_denied, code), end;
         !code && it != end; it.increment(code)) {
        if (const std::string ending = lowerCase(it->path().extension().string()); ending == ".kod" || ending == ".khd")
            sources.push_back(it->path());
        if (it->path().filename().string().starts_with('.') || (it.depth() == 0 && it->path().filename() == "run"))
            it.disable_recursion_pending();
    }
    auto changes = aside_->recompile(sources, nullptr);
    if (!changes)
        return changes.error();
    const kod::TreeResult& compiled = aside_->compiled();
    const auto error = std::ranges::find(compiled.findings, Severity::Error, &kod::Finding::severity);
    if (changes.value().classes.empty() && changes.value().resources.empty() && error != compiled.findings.end())
        return Error{error->message, error->file + ":" + std::to_string(error->range.line)};
    return dap::Recompiled{std::move(changes.value().classes), std::move(changes.value().resources)};
}

/// The world of the recording is in the recording; it gets a folder for a while.
void DebugServer::replay(const std::filesystem::path& recording)
{
    std::error_code code;
    if (!std::filesystem::is_regular_file(recording, code))
        return adapter->failed("expected a recording of blak serve --record: " + recording.string());
    std::string folder = (std::filesystem::temp_directory_path(code) / "blak-recording-XXXXXX").string();
    if (::mkdtemp(folder.data()) == nullptr)
        return adapter->failed(folder + ": " + std::strerror(errno));
    scratch_ = folder;
    awaited_ = scratch_ / "control.json";
    child_ = start({"blak", "serve", "--replay", recording.string(), "--debug", folder}, out_, err_);
    if (child_ == 0)
        adapter->failed(std::string("the recording cannot be run: ") + std::strerror(errno));
}

void DebugServer::attach(const dap::AttachWish& wish)
{
    if (!wish.folder.empty()) {
        const std::filesystem::path own = wish.folder / "control.json";
        std::error_code code;
        const bool here = std::filesystem::exists(own, code);
        if (!connectByFile(here ? own : play::runFolderOf(wish.folder) / "control.json", 0))
            adapter->failed("no server runs in " + wish.folder.string());
        return;
    }
    if (connectTo(wish.host, wish.port))
        adapter->connected(wish.token);
    else
        adapter->failed("no server at " + wish.host + ", port " + std::to_string(wish.port));
}

Result<dap::Recompiled> DebugServer::recompile(const std::filesystem::path& project)
{
    if (aside_)
        return recompileAside();
    if (!play::isProject(project))
        return Error{"only the server of a project can be given what is compiled anew", project.string()};
    auto prepared = play::prepareRunFolder(project);
    if (!prepared)
        return prepared.error();
    if (const kod::TreeResult& compiled = prepared.value().compiled; !compiled.good()) {
        const auto error = std::ranges::find(compiled.findings, Severity::Error, &kod::Finding::severity);
        return Error{error == compiled.findings.end() ? "it does not compile" : error->message,
                     error == compiled.findings.end() ? project.string() : error->file + ":" + std::to_string(error->range.line)};
    }
    return dap::Recompiled{std::move(prepared.value().classes), std::move(prepared.value().resources)};
}

/// `process`: only a server of that number, 0 = any.
bool DebugServer::connectByFile(const std::filesystem::path& file, pid_t process)
{
    const auto text = readTextFile(file);
    const nlohmann::json facts = text ? nlohmann::json::parse(text.value(), nullptr, false) : nlohmann::json();
    if (!facts.is_object() || (process != 0 && dap::numberOf(facts, "process") != process))
        return false;
    if (!connectTo("127.0.0.1", static_cast<int>(dap::numberOf(facts, "port"))))
        return false;
    dap::ServedSources sources;
    for (const nlohmann::json& one : dap::listOf(facts, "sourceMap"))
        sources.trees.push_back({dap::textOf(one, "sidecars"), dap::textOf(one, "sources")});
    sources.kodbase = dap::textOf(facts, "kodbase");
    sources.dialect = dap::textOf(facts, "dialect");
    if (aside_)
        sources = {{{aside_->mirrorFolder(), aside_->projectRoot()}}, aside_->server() / "kodbase.txt", aside_->dialect()};
    adapter->connected(dap::textOf(facts, "token"), sources);
    return true;
}

bool DebugServer::connectTo(const std::string& host, int port)
{
    socket_ = cli::connectTo(host, port);
    if (socket_ >= 0)
        ::fcntl(socket_, F_SETFL, O_NONBLOCK);
    return socket_ >= 0;
}

/// What the adapter has said goes out before; a server that was told to stop is waited for a while.
void DebugServer::hangUp(bool terminates)
{
    write();
    if (socket_ >= 0 && terminates && child_ > 0) // the server reads what it was told before it sees the end
        ::shutdown(socket_, SHUT_WR);
    const auto end = std::chrono::steady_clock::now() + patienceAtEnd;
    bool asked = false;
    while (child_ > 0 && terminates) {
        if (::waitpid(child_, nullptr, WNOHANG) == child_) {
            child_ = 0;
            break;
        }
        if (!asked)
            asked = ::kill(child_, SIGTERM) == 0;
        if (std::chrono::steady_clock::now() > end)
            ::kill(child_, SIGKILL);
        std::this_thread::sleep_for(std::chrono::milliseconds(10));
    }
    close(socket_);
    close(out_);
    close(err_);
    awaited_.clear();
    child_ = 0; // otherwise it lives on by itself
    if (terminates)
        aside_.reset();
    std::error_code code;
    if (!scratch_.empty())
        std::filesystem::remove_all(std::exchange(scratch_, {}), code);
}

void DebugServer::addTo(std::vector<pollfd>& waiting) const
{
    for (const int handle : {out_, err_})
        if (handle >= 0)
            waiting.push_back({handle, POLLIN, 0});
    if (socket_ >= 0)
        waiting.push_back({socket_, static_cast<short>(unsent_.empty() ? POLLIN : POLLIN | POLLOUT), 0});
}

void DebugServer::serve(const std::vector<pollfd>& ready)
{
    for (const pollfd& one : ready) {
        if (one.revents == 0)
            continue;
        if (one.fd == out_)
            drain(out_, false);
        else if (one.fd == err_)
            drain(err_, true);
        else if (one.fd == socket_)
            readServer();
    }
    write();
}

void DebugServer::drain(int& handle, bool error)
{
    std::array<char, chunk> buffer;
    const ssize_t count = ::read(handle, buffer.data(), buffer.size());
    if (count > 0)
        return adapter->printed({buffer.data(), static_cast<std::size_t>(count)}, error);
    if (count == 0 || (errno != EINTR && errno != EAGAIN))
        close(handle);
    if (out_ < 0 && err_ < 0)
        childEnded();
}

void DebugServer::childEnded()
{
    if (child_ > 0 && ::waitpid(child_, nullptr, 0) == child_)
        child_ = 0;
    awaited_.clear();
    adapter->serverEnded();
}

void DebugServer::readServer()
{
    std::array<char, chunk> buffer;
    const ssize_t count = ::recv(socket_, buffer.data(), buffer.size(), 0);
    if (count > 0)
        return adapter->fromServer({buffer.data(), static_cast<std::size_t>(count)});
    if (count < 0 && (errno == EINTR || errno == EAGAIN))
        return;
    close(socket_);
    adapter->serverEnded();
}

void DebugServer::tick()
{
    if (awaited_.empty() || socket_ >= 0 || !connectByFile(awaited_, child_))
        return;
    std::error_code code;
    if (std::exchange(awaitedIsOurs_, false))
        std::filesystem::remove(awaited_, code);
    awaited_.clear();
}

void DebugServer::write()
{
    if (adapter != nullptr)
        unsent_ += adapter->takeForServer();
    while (socket_ >= 0 && !unsent_.empty()) {
        const ssize_t count = ::send(socket_, unsent_.data(), unsent_.size(), MSG_NOSIGNAL);
        if (count <= 0)
            break;
        unsent_.erase(0, static_cast<std::size_t>(count));
    }
}

} // namespace blak::cli
