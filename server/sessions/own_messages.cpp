// SPDX-License-Identifier: GPL-3.0-or-later
// protocol.json in the run folder: messages of clients that the program does not know.
#include "formats/base/file_io.h"
#include "formats/base/find_file.h"
#include "server/sessions/sessions.h"

namespace blak::serve {

Result<std::size_t> Sessions::reloadProtocol()
{
    const std::filesystem::path file = findOrName(world_.folder(), wire::ProtocolTable::fileName);
    std::shared_ptr<const wire::ProtocolTable> fresh;
    std::error_code ignored;
    if (std::filesystem::exists(file, ignored)) {
        const auto text = readTextFile(file, wire::ProtocolTable::largestFile);
        if (!text)
            return text.error();
        auto table = wire::ProtocolTable::read(text.value(), wire::ProtocolTable::fileName, settings_.protocol);
        if (!table)
            return table.error();
        fresh = std::make_shared<const wire::ProtocolTable>(std::move(table).value());
    }
    for (auto& [id, session] : sessions_)
        session->link.setTable(fresh.get());
    protocol_ = std::move(fresh);
    return protocol_ == nullptr ? 0 : protocol_->size();
}

} // namespace blak::serve
