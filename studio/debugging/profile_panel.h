// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "kodide/ui/debug_session.h"
#include "studio/debugging/debug_host.h"
#include "studio/debugging/flame_graph.h"
#include "ui/scratch_dir.h"

#include <QProcess>

class QComboBox;
class QLabel;
class QTabWidget;
class QToolButton;
class QTreeWidget;

namespace blak::ui {
class EmptyLabel;
class SearchField;
}

namespace blak::ui::debugging {

/// Where the time goes: of the world that is debugged, of one that runs otherwise, or of the project's tests. A flame graph, the
/// handlers by what they cost, the slowest messages.
class ProfilePanel : public QWidget
{
    Q_OBJECT

public:
    /// `program`: the path of blak, for what no debugger is attached to.
    ProfilePanel(DebugHost host, code::DebugSession& session, QString program, QWidget* parent = nullptr);
    ~ProfilePanel() override;

    FlameGraph& graph() { return *graph_; }
    void show(ProfileTree tree);
    /// Shows what was recorded, or says why there is nothing to show.
    void take(const nlohmann::json& profile);

private:
    enum class Source { None, Session, World, Tests };
    void toggle();
    void begin(Source source);
    void finish();
    void fail(const QString& why);
    void setSource(Source source);
    void fillTables();
    void say();
    static QString inWords(QString fault);
    void goTo(int handler);

    DebugHost host_;
    code::DebugSession& session_;
    QString program_;
    QProcess process_;
    ScratchDir folder_;
    Source source_ = Source::None;
    bool waitsForGame_ = false; ///< to be attached to, then it is recorded
    QString why_;               ///< nothing came of the last recording; empty: something did
    QToolButton* record_ = nullptr;
    QToolButton* tests_ = nullptr;
    QComboBox* how_ = nullptr;
    SearchField* search_ = nullptr;
    QLabel* said_ = nullptr;
    QTabWidget* tabs_ = nullptr;
    FlameGraph* graph_ = nullptr;
    QTreeWidget* handlers_ = nullptr;
    QTreeWidget* slowest_ = nullptr;
    EmptyLabel* empty_ = nullptr;
};

} // namespace blak::ui::debugging
