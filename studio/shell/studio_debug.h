// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "kodide/ui/debug_session.h"
#include "ui/action_table.h"

#include <QPointer>

#include <memory>

namespace blak::ui::code {
class CodeView;
class DebugConsole;
} // namespace blak::ui::code

namespace blak::ui::shell {

class StudioWindow;

/// The debugger in the studio's window: its docks, its actions, breakpoints in the margins of all texts of Blakod, and the place
/// where the world stands.
class StudioDebug : public QObject
{
    Q_OBJECT

public:
    /// `backend`: who debugs; the window owns all of it.
    StudioDebug(StudioWindow& window, std::unique_ptr<code::DebugBackend> backend);
    ~StudioDebug() override;

    code::DebugSession& session() { return *session_; }

    void start();
    void toggleHere(); ///< a breakpoint in the line of the cursor

private:
    ActionTable actions();
    QWidget* makeBar();
    void buildDocks();
    void adopt(DocumentView* document);
    void showPlace();
    void goTo(const QString& path, int line);
    QVector<code::CodeView*> views() const;

    StudioWindow& window_;
    std::unique_ptr<code::DebugBackend> backend_;
    code::DebugSession* session_ = nullptr;
    code::DebugConsole* console_ = nullptr;
};

} // namespace blak::ui::shell
