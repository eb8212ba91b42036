// SPDX-License-Identifier: GPL-3.0-or-later
#include "server/world/logs.h"

#include <string>

namespace blak::world {

void Logs::configure(const Config& config, const std::filesystem::path& folder)
{
    struct Disk
    {
        LogKind kind;
        const char* option;
        const char* file;
        const char* separator;
    };
    const bool flush = config.yes("Channel", "Flush", true);
    for (const Disk& disk : {Disk{LogKind::Debug, "DebugDisk", "debug.txt", "|"}, Disk{LogKind::Error, "ErrorDisk", "error.txt", " | "},
                             Disk{LogKind::Log, "LogDisk", "log.txt", " | "}, Disk{LogKind::God, "GodDisk", "god.txt", " | "},
                             Disk{LogKind::Admin, "AdminDisk", "admin.txt", " | "}}) {
        Channel& one = channel(disk.kind);
        const bool wanted = config.yes("Channel", disk.option, true);
        if (wanted && !one.isOpen())
            one.open(folder / disk.file, disk.separator, flush);
        else if (!wanted)
            one.close();
        one.setFlush(flush);
    }
    keepDays(config);
}

/// What may change while they are open.
void Logs::keepDays(const Config& config)
{
    constexpr std::int64_t usualDays = 90;
    for (Channel& one : channels_)
        one.keepDays(config.number("Channel", "KeepDays", usualDays), clock_.unixTime(), clock_.cleaningTime());
}

void Logs::rotate(const Config& config)
{
    keepDays(config);
    for (Channel& one : channels_)
        one.rotate(clock_.unixTime());
}

void Logs::tend()
{
    for (Channel& one : channels_)
        one.retry(clock_.unixTime());
}

void Logs::mark()
{
    for (const LogKind kind : {LogKind::Debug, LogKind::Error, LogKind::Log})
        channel(kind).mark();
}

void Logs::write(LogKind kind, std::string_view text)
{
    const std::string line = kind == LogKind::Debug ? std::string(text) : withoutControls(text);
    channel(kind).line(clock_.unixTime(), line);
    for (const auto& [owner, listener] : listeners_)
        listener(kind, line);
}

void Logs::setListener(const void* owner, Listener listener)
{
    std::erase_if(listeners_, [owner](const auto& entry) { return entry.first == owner; });
    if (listener)
        listeners_.emplace_back(owner, std::move(listener));
}

} // namespace blak::world
