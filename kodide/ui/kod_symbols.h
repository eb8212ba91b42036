// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "formats/document/workspace.h"
#include "kodide/compiler/tree_symbols.h"
#include "kodide/index/tree_index.h"

#include <QObject>
#include <QString>

#include <map>
#include <memory>
#include <mutex>
#include <optional>
#include <set>
#include <string>

class QTimer;

namespace blak::ui::code {

/// The semantic index of a tree, as its views and their workers share it. May be used by several threads.
class KeptIndex
{
public:
    /// Null until the tree was read.
    std::shared_ptr<const kod::TreeIndex> get() const;
    /// The tree was read anew: what was put before is forgotten.
    void reset(kod::TreeIndex index);
    /// What a text that was checked says. A text with a smaller serial than the last one of its file is too late and changes nothing.
    void put(const std::filesystem::path& file, std::uint64_t serial, const kod::CheckedText& text);
    /// For a text as it is now; grows with each call.
    static std::uint64_t nextSerial();

private:
    void swap(std::shared_ptr<const kod::TreeIndex> index);

    mutable std::mutex guard_; ///< of the pointer: held for a moment only, so that nobody who reads waits
    std::mutex writing_;
    std::shared_ptr<const kod::TreeIndex> index_;
    std::map<std::string, std::uint64_t> serials_; ///< by fileKey()
};

/// The symbols of one tree, with the texts of it that a workspace has open, in tabs or not. Lives on the GUI thread; the tree is
/// read in the background, once at the beginning and again some time after a source was saved. Between, one file is changed at a
/// time.
class KodSymbols : public QObject
{
    Q_OBJECT

public:
    /// One for all views of a tree; goes away with the last of them.
    static std::shared_ptr<KodSymbols> of(const kod::KodTree& tree, const std::shared_ptr<document::Workspace>& workspace);
    ~KodSymbols() override;

    /// As they are now, for a worker; null until the tree was read.
    std::shared_ptr<const kod::TreeSymbols> symbols() const { return symbols_; }
    /// Include files as the workspace has them.
    const std::shared_ptr<kod::IncludeStore>& includes() const { return includes_; }

    /// What names stand for and where they are used. Follows a moment behind: indexed() and indexChanged() tell.
    const std::shared_ptr<KeptIndex>& index() const { return index_; }
    /// A worker has put a text of the tree into the index.
    void tellIndexed(const QString& path) { emit indexChanged(path); }

    /// The text of an open source as it is now, and whether the disk has the same; `outside` is what other classes can see of it
    /// (see KodAnalysis). Tells the others only when that changed.
    void setText(const QString& path, const std::string& text, const QString& outside, bool isSaved);
    /// The source was closed or read again from disk.
    void forget(const QString& path);
    /// The files changed: reads them again, later.
    void refresh();
    /// The same for all trees whose texts this workspace has open: sources came, went or were written by others.
    static void readAgain(const document::Workspace& workspace);
    bool isReading() const { return reading_; }

signals:
    /// What the sources around say is different now. `path`: the one that was edited; empty = the tree was read, or an include.
    void changed(const QString& path);
    /// The whole tree is in the index, as it was read; texts that are open are put over it by their views, from now on.
    void indexed();
    /// Another text of this file is in the index.
    void indexChanged(const QString& path);

private:
    KodSymbols(const kod::KodTree& tree, const std::shared_ptr<document::Workspace>& workspace);
    void read();
    void takeRead(const kod::TreeSymbols& symbols);
    void take(const document::WorkspaceNotice& notice);
    void takeIncludes();
    void readUnseen();
    bool isInTree(const std::string& key) const;
    std::shared_ptr<document::TextDocument> textWithoutView(const QString& path) const;
    /// Puts a text that no view shows into the index, by a worker; without a text that of the file.
    void indexUnseen(const QString& path, std::optional<std::string> text);

    struct Open
    {
        std::string text;
        QString outside;
        QString readOutside; ///< of the text that the tree was read with
        bool isSaved = false;
        bool readUnsaved = false; ///< the tree was read with a text that no file has
    };
    /// Puts its text over what the tree was read with, where others can see the difference.
    void apply(kod::TreeSymbols& symbols, const QString& path, const Open& open) const;

    kod::KodTree tree_;
    std::shared_ptr<const kod::TreeSymbols> symbols_; ///< never changed, but replaced by a changed copy
    std::shared_ptr<kod::IncludeStore> includes_;
    std::shared_ptr<KeptIndex> index_ = std::make_shared<KeptIndex>();
    std::map<QString, Open> open_;
    std::weak_ptr<document::Workspace> workspace_;
    document::Connection told_;
    std::set<std::filesystem::path> unseen_; ///< changed, and no view looks at them
    QTimer* refreshTimer_ = nullptr; ///< runs from the first of several reasons to read
    bool reading_ = false, again_ = false;
    std::weak_ptr<KodSymbols> self_;
};

} // namespace blak::ui::code
