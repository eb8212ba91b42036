// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "server/dap/control_link.h"
#include "server/dap/framing.h"
#include "server/dap/protocol.h"
#include "server/dap/sidecar_book.h"
#include "server/dap/snippets.h"

#include <filesystem>
#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace blak::dap {

/// How the adapter is to reach a server.
struct LaunchWish
{
    std::filesystem::path project; ///< a project, or the folder of a server
    std::vector<std::string> arguments;
    std::string test; ///< "Class.Handler": only that test, in a world of its own
    std::filesystem::path recording; ///< of a server (blak serve --record): it is run again, and stands at its end
    bool aside = false; ///< of a project: it is compiled and run in folders of their own, and nothing is written to it
};
/// What was compiled anew for the server that runs, as files that it finds where it looks for them.
struct Recompiled
{
    std::vector<std::string> classes, resources;
};
/// Where the sources of a server are, when they were compiled elsewhere than they stand.
struct ServedSources
{
    std::vector<SidecarTree> trees; ///< empty = the project of the editor
    std::filesystem::path kodbase;
    std::string dialect; ///< name of the compiler's; empty = as the tree of each source tells
};
struct AttachWish
{
    std::filesystem::path folder; ///< of a server: its control.json tells the rest
    std::string host;
    int port = 0;
    std::string token;
};

/// What the adapter needs of the world outside. None of it answers at once; connected() or failed() follow.
class AdapterHost
{
public:
    virtual ~AdapterHost() = default;
    virtual void launch(const LaunchWish& wish) = 0;
    virtual void attach(const AttachWish& wish) = 0;
    /// Compiles what has changed of a project whose server runs, and brings it there. Blocks.
    virtual Result<Recompiled> recompile(const std::filesystem::path& project) = 0;
    /// Ends the connection; a server that was launched ends with it when `terminates`.
    virtual void hangUp(bool terminates) = 0;
};

/// Between an editor that speaks the Debug Adapter Protocol and the control channel of a server. Knows no sockets: whoever owns
/// them hands over what has come and takes what shall go.
class Adapter
{
public:
    explicit Adapter(AdapterHost& host);

    void fromEditor(std::string_view bytes);
    void connected(const std::string& token, const ServedSources& sources = {});
    void failed(const std::string& why);
    void fromServer(std::string_view bytes);
    void serverEnded();
    /// What the server has printed.
    void printed(std::string_view text, bool error);
    std::string takeForEditor() { return std::exchange(forEditor_, {}); }
    std::string takeForServer() { return link_.takeOutput(); }
    bool finished() const { return finished_; }
    /// The stream of the editor made no sense.
    const std::string& fault() const { return reader_.fault(); }

private:
    using Json = nlohmann::json;
    struct Action
    {
        std::string_view command;
        void (Adapter::*run)(const Request&);
        bool connected; ///< only with a server
    };
    static std::span<const Action> actions();

    // adapter.cpp: the session
    void handle(const Request& request);
    void send(Json message);
    void answer(const Request& request, Json body = nullptr) { send(responseJson(request, std::move(body))); }
    void refuse(const Request& request, std::string_view why) { send(refusalJson(request, why)); }
    /// Asks the server; the request of the editor fails with it.
    using Then = std::function<void(const Json& result)>;
    void ask(const Request& request, std::string_view action, Json fields, Then then);
    void initialize(const Request& request);
    void launch(const Request& request);
    void attach(const Request& request);
    void configurationDone(const Request& request);
    void disconnect(const Request& request);
    void terminate(const Request& request);
    void serverEvent(const Json& event);
    void serverStopped(const Json& event);
    void say(std::string_view text, std::string_view category);

    // adapter_running.cpp
    void threads(const Request& request);
    void proceed(const Request& request, const char* step);
    void resume(const Request& request) { proceed(request, nullptr); }
    void next(const Request& request) { proceed(request, "over"); }
    void stepIn(const Request& request) { proceed(request, "into"); }
    void stepOut(const Request& request) { proceed(request, "out"); }
    void pause(const Request& request);
    void stepBack(const Request& request) { goBack(request, "over"); }
    void reverseContinue(const Request& request) { goBack(request, nullptr); }
    void goBack(const Request& request, const char* step);
    void times(const Request& request);
    void travel(const Request& request);
    void savePast(const Request& request);
    void leave();
    void exceptionInfo(const Request& request);
    void gotoTargets(const Request& request);
    void goTo(const Request& request);
    void restartFrame(const Request& request);
    void move(const Request& request, std::string_view action, Json fields, const char* reason);

    // adapter_world.cpp: requests of the studio alone
    void askWorld(const Request& request);
    void reload(const Request& request);
    void reloadNext(const Request& request, std::shared_ptr<Json> left, std::shared_ptr<Json> done);
    void addSources(Json& rows);
    void runTest();
    void answerFrames(const Request& request, Json frames, std::int64_t depth);

    // adapter_breakpoints.cpp
    struct SourceBreakpoint
    {
        WantedBreakpoint wanted;
        Breakpoint is;
        Json place; ///< for the control channel; null = nowhere
    };
    void setBreakpoints(const Request& request);
    struct MessageBreakpoint
    {
        WantedBreakpoint wanted;
        Breakpoint is;
        Json rule; ///< for the control channel; null = it cannot be
    };
    void setFunctionBreakpoints(const Request& request);
    using All = std::vector<MessageBreakpoint>; ///< on messages, or on writes
    void resolveMessages(std::function<void()> then);
    void addPartsToAll(All& all, const std::int64_t& timesSet, std::string_view question, Json asked, std::function<void()> then);
    void addParts(MessageBreakpoint& one, const Json& places);
    void sendMessages(std::function<void()> then);
    void resolveWrites(std::function<void(const std::string& fault)> then);
    void sendWrites(std::function<void(const std::string& fault)> then);
    void setExceptionBreakpoints(const Request& request);
    void dataBreakpointInfo(const Request& request);
    void setDataBreakpoints(const Request& request);
    void breakpointLocations(const Request& request);
    void resolve(const std::string& path, SourceBreakpoint& one);
    bool runsAnotherVersion(const Sidecar& sidecar) const;
    std::optional<std::string> addRules(Json& place, const WantedBreakpoint& wanted, const Sidecar* sidecar,
                                        const HandlerNames* handler);
    void takeSpent(const Json& ids);
    void sendPlaces(const std::string& path, std::function<void()> then);
    void reloaded();

    // adapter_variables.cpp
    enum class Kind { Parameters, Locals, Object, Inherited, Classvars, List, Table };
    struct Handle
    {
        Kind kind = Kind::Locals;
        std::size_t frame = 0;
        std::int64_t number = 0; ///< object, class, list or table
        std::string group;       ///< Inherited: the class that declares
    };
    struct Frame
    {
        Json row;
        const Sidecar* sidecar = nullptr;
        const HandlerNames* handler = nullptr;
    };
    void stackTrace(const Request& request);
    void source(const Request& request);
    void scopes(const Request& request);
    void variables(const Request& request);
    void setVariable(const Request& request);
    void evaluate(const Request& request);
    void loadFrame(const Request& request, std::size_t frame, std::function<void(const Frame& frame)> then);
    void takeFrames(const Json& rows);
    std::int64_t handleFor(Handle handle);
    Variable variableOf(std::string name, const Json& value, std::size_t frame);
    std::vector<Variable> rowsToVariables(const Handle& handle, const Json& rows, std::size_t start);
    void writeValue(const Request& request, const Handle& handle, const std::string& name, const Json& value);
    /// Why a piece runs: somebody has typed it; its value is to outlive it; an editor asks for it again at each stop, of which the logs of
    /// the world say nothing.
    enum class Purpose : std::uint8_t { Typed, Kept, Watched };
    void run(const Request& request, std::size_t frame, const std::string& text, Purpose purpose, Then then);
    bool evaluateName(const Request& request, std::size_t frame, const std::string& name);

    AdapterHost& host_;
    FrameReader reader_;
    ControlLink link_;
    std::string forEditor_;
    std::int64_t seq_ = 1;
    bool finished_ = false;
    bool connected_ = false;
    bool launched_ = false;
    bool stopOnEntry_ = false;
    bool stopped_ = false;
    bool keepsPast_ = true;
    bool past_ = false; ///< what is shown of the world was
    bool takesInvalidated_ = false; ///< the editor asks anew when it is told to
    bool firstLineIs1_ = true, firstColumnIs1_ = true;
    std::optional<Request> starting_; ///< launch or attach, which is answered when the server is there
    std::filesystem::path project_;
    std::string test_;             ///< that is debugged; empty = a world
    Json standing_;                ///< the stop in which a debugger came; null = the world ran
    std::filesystem::path served_; ///< the folder of the server, which may be on another machine
    std::unique_ptr<SidecarBook> book_;
    std::unique_ptr<Snippets> snippets_;

    std::int64_t nextBreakpoint_ = 1;
    std::map<std::string, std::vector<SourceBreakpoint>> breakpoints_; ///< by path
    All messages_, writes_;
    std::int64_t messagesSet_ = 0, writesSet_ = 0; ///< how often
    std::string error_;                                                ///< that the world has stopped at
    std::map<std::size_t, Frame> frames_;                              ///< by depth, of this stop
    std::vector<std::uint32_t> gotoTargets_;                           ///< offsets by id - 1, of this stop
    std::vector<Handle> handles_;                                      ///< by reference - 1, of this stop
};

} // namespace blak::dap
