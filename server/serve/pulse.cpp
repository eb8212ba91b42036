// SPDX-License-Identifier: GPL-3.0-or-later
#include "server/serve/pulse.h"

namespace blak::serve {
namespace {

constexpr std::chrono::milliseconds period(100); ///< of work; while the server waits it hears debuggers anyway

} // namespace

void Pulse::start(std::function<void()> beat) { ticker_.start(period, std::move(beat)); }

void Pulse::stop() { ticker_.stop(); }

} // namespace blak::serve
