// SPDX-License-Identifier: GPL-3.0-or-later
// Going on, stepping, pausing.
#include "server/dap/adapter.h"

namespace blak::dap {

using nlohmann::json;

void Adapter::threads(const Request& request) { answer(request, {{"threads", {{{"id", 1}, {"name", "World"}}}}}); }

void Adapter::proceed(const Request& request, const char* step)
{
    if (!stopped_)
        return refuse(request, "the world runs");
    stopped_ = false;
    frames_.clear();
    handles_.clear();
    json fields = json::object();
    if (step != nullptr)
        fields["step"] = step;
    const bool goesOn = step == nullptr;
    ask(request, "debug.continue", std::move(fields),
        [this, request, goesOn](const json&) { answer(request, goesOn ? json{{"allThreadsContinued", true}} : json(nullptr)); });
}

void Adapter::pause(const Request& request)
{
    ask(request, "debug.pause", json::object(), [this, request](const json&) { answer(request); });
}

void Adapter::exceptionInfo(const Request& request)
{
    if (!stopped_ || error_.empty())
        return refuse(request, "the world has not stopped at an error");
    answer(request, {{"exceptionId", "Blakod error"}, {"description", error_}, {"breakMode", "always"}});
}

} // namespace blak::dap
