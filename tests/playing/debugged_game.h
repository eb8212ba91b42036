// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "played_studio.h"

#include "formats/document/text_document.h"
#include "kodide/ui/code_view.h"
#include "kodide/ui/debug_adapter.h"
#include "studio/debugging/debug_controller.h"
#include "studio/shell/studio_debug.h"

#include <QFile>
#include <QTest>

namespace blak::play {

/// A game that is played from the studio with its debugger.
class DebuggedGame
{
protected:
    static constexpr int patience = PlayedStudio::patience;
    static constexpr auto userFile = "kod/object/thing/person/battler/figure/player/citizen/user.kod";

    std::unique_ptr<PlayedStudio> studio_;
    ui::debugging::DebugController* debug_ = nullptr;

    void begin(const QString& file, bool debuggerIsSlow = false)
    {
        studio_ = std::make_unique<PlayedStudio>(file);
        const QString blak = qEnvironmentVariable("BLAK_BIN_DIR") + QStringLiteral("/blak");
        debug_ = ui::shell::attachDebugger(*studio_->window, std::make_unique<ui::code::DebugAdapter>(debuggerIsSlow ? slow(blak) : blak), blak);
        ui::shell::joinDebuggerToPlay(*debug_, *studio_->play);
    }

    /// A program that takes longer to begin than a client does, as debuggers of large worlds do.
    QString slow(const QString& program) const
    {
        QFile script(studio_->folder.filePath(QStringLiteral("slow")));
        const QByteArray text = "#!/bin/sh\nsleep 4\nexec '" + program.toLocal8Bit() + "' \"$@\"\n";
        if (!script.open(QIODevice::WriteOnly) || script.write(text) != text.size() ||
            !script.setPermissions(QFile::ReadOwner | QFile::WriteOwner | QFile::ExeOwner))
            qFatal("no script");
        return script.fileName();
    }

    QString user() const { return studio_->world.path(QLatin1String(userFile)); }

    int lineOf(const QString& path, const char* text) const
    {
        QFile file(path);
        if (!file.open(QIODevice::ReadOnly))
            return 0;
        const QByteArray all = file.readAll();
        return static_cast<int>(all.left(all.indexOf(text)).count('\n')) + 1;
    }

    /// In the text that is open, and saves it.
    void change(const std::string& from, const std::string& to) const
    {
        auto text = std::dynamic_pointer_cast<document::TextDocument>(studio_->window->workspace().find(user().toStdString()));
        QVERIFY(text != nullptr);
        std::string whole = text->text();
        QVERIFY(whole.find(from) != std::string::npos);
        whole.replace(whole.find(from), from.size(), to);
        text->edit("Edit", whole);
        QVERIFY(text->save());
    }

    ui::code::CodeView* view() const { return qobject_cast<ui::code::CodeView*>(studio_->window->documents().current()); }

    bool heard(const char* words) const
    {
        for (const auto& line : studio_->tab()->client().game()->chat().lines())
            if (line.text.find(words) != std::string::npos)
                return true;
        return false;
    }

    bool stands(int line) const
    {
        return debug_->session().state() == ui::code::DebugState::Stopped && !debug_->session().frames().empty() &&
               debug_->session().frames().front().line == line;
    }

    /// Plays with a breakpoint in the line of user.kod that has these words, until the world knows it: the line, 0 = it never did.
    int playUpTo(const char* words)
    {
        begin(QLatin1String(userFile));
        const int line = lineOf(user(), words);
        debug_->session().toggleBreakpoint(user(), line);
        studio_->play5();
        const auto isKnown = [this] { return debug_->session().state() == ui::code::DebugState::Running && debug_->session().breakpoints()[user()].front().is.verified; };
        return QTest::qWaitFor(isKnown, patience) ? line : 0;
    }
};

} // namespace blak::play
