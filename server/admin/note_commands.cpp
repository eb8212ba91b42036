// SPDX-License-Identifier: GPL-3.0-or-later
#include "server/admin/note_commands.h"

namespace blak::world {

void NoteCommands::readMail()
{
    const auto notes = admin.notes().take();
    if (notes.empty())
        line("There is no mail.");
    for (const std::string& note : notes)
        line(note);
}

/// There is no bell: whoever administers is told, and the log.
void NoteCommands::page()
{
    world.logLine("page from " + asker.name);
    if (world.players() != nullptr)
        world.players()->tellAdministrators("[Admin] page from " + asker.name);
}

/// The handler that objects of the class run.
void NoteCommands::trace(bool on)
{
    const auto id = needClass(in.texts[0], "Cannot find CLASS ");
    if (!id)
        return;
    const auto number = vm.messageByName(in.texts[1]);
    const auto message = number ? vm.messageView(*id, *number) : std::nullopt;
    if (!number)
        line("Cannot find MESSAGE " + std::string(in.texts[1]) + ".");
    else if (!message)
        line("Cannot find MESSAGE " + std::string(in.texts[1]) + " (" + std::to_string(*number) + ") for CLASS " +
             vm.className(*id) + " (" + std::to_string(*id) + ").");
    else
        admin.tracer().trace(message->ownerClass, message->id, on);
}

void NoteCommands::traceOn() { trace(true); }

void NoteCommands::traceOff() { trace(false); }

} // namespace blak::world
