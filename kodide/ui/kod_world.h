// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "formats/document/workspace.h"
#include "kodide/compiler/dialect.h"
#include "kodide/compiler/source.h"

#include <QObject>
#include <QString>

#include <map>
#include <memory>
#include <set>
#include <string>
#include <unordered_set>
#include <vector>

namespace blak::ui::code {

/// What the classes of a tree define, as its files on disk say.
struct KodNames
{
    std::string kodbase;                    ///< as the compiler would write it: every name of every class
    std::unordered_set<std::string> failed; ///< classes with errors, lower case; nothing can be said of those below them
};

/// A source whose text in an editor is newer than that in KodNames.
struct KodOverlay
{
    std::string path;
    std::string text;
};

/// Everything around one source that decides what its names mean.
struct KodSurroundings
{
    std::shared_ptr<const KodNames> names;
    std::vector<KodOverlay> overlays;
};

/// Reads and binds every source of a tree, parents first; a second for the largest ones. Pure and thread-safe; one thread.
KodNames readKodNames(const std::filesystem::path& tree, const kod::Dialect& dialect);

/// The folder of the tree that a source of the world at `root` belongs to (kodide/compiler/kod_tree.h).
std::filesystem::path kodTreeOf(const std::filesystem::path& file, const std::filesystem::path& root);

/// The surroundings of all sources of one tree that a workspace has open, in tabs or not. Lives on the GUI thread; the reading is
/// done in the background, once at the beginning and again some time after a source was saved.
class KodWorld : public QObject
{
    Q_OBJECT

public:
    /// One for all views of a tree; goes away with the last of them.
    static std::shared_ptr<KodWorld> of(const QString& tree, const kod::Dialect& dialect,
                                        const std::shared_ptr<document::Workspace>& workspace);

    /// Null names until the tree was read.
    KodSurroundings surroundings() const;
    /// The text of an open source as it is now, and whether the disk has the same; `outside` is what other classes can see of it
    /// (see KodAnalysis). Tells the others only when that changed.
    void setText(const QString& path, const std::string& text, const QString& outside, bool isSaved);
    /// The source was closed or read again from disk.
    void forget(const QString& path);
    /// The files changed: reads them again, later.
    void refresh();
    bool isReading() const { return reading_; }

signals:
    /// What the sources around say is different now. `path`: the one that was edited; empty = the tree was read.
    void changed(const QString& path);

private:
    KodWorld(QString tree, const kod::Dialect& dialect, const std::shared_ptr<document::Workspace>& workspace);
    void read();
    void take(const document::WorkspaceNotice& notice);
    void readUnseen();

    struct Open
    {
        std::string text;
        QString outside;
        bool isSaved = false;
        bool known = false; ///< names_ say the same outside
    };

    QString tree_;
    const kod::Dialect& dialect_;
    std::shared_ptr<const KodNames> names_;
    std::map<QString, Open> open_;
    std::weak_ptr<document::Workspace> workspace_;
    document::Connection told_;
    std::set<std::filesystem::path> unseen_; ///< changed, and no view looks at them
    bool reading_ = false, again_ = false;
    std::weak_ptr<KodWorld> self_;
};

} // namespace blak::ui::code
