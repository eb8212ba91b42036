// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "formats/document/kept_version.h"
#include "formats/document/workspace.h"
#include "kodide/ui/file_search.h"

#include <QSet>

#include <functional>
#include <map>
#include <utility>

namespace blak::ui::code {

/// What to replace in one file: the hits, by the byte they begin at.
struct FileReplacement
{
    QString path;
    QByteArray fingerprint; ///< FileHits::fingerprint
    QSet<qsizetype> begins;
};

/// Pieces of one file that become others: ascending, apart, bytes of the text as UTF-8.
struct FileEdits
{
    struct Piece
    {
        qsizetype begin = 0;
        qsizetype end = 0;
        QByteArray with;
    };
    QString path;
    QByteArray fingerprint; ///< of the text they were found in: textFingerprint()
    QVector<Piece> pieces;
};

/// Replacements in many files, each one step of undo of all of them, for as long as the documents' histories go. All files are
/// documents of the workspace: those that a view shows, or that have other edits, wait for a save; the others are written at once,
/// and again when the step is taken back or done again, from wherever. Taken back, such a file has its kept version NAME~ back, too.
class ReplacedFiles
{
public:
    /// Bytes of a text that are replaced.
    struct TextSplice
    {
        std::size_t begin = 0;
        std::size_t count = 0;
        std::string with;
    };

    struct Outcome
    {
        qsizetype hits = 0;
        qsizetype files = 0;
        qsizetype unsaved = 0; ///< of these files; the others are written
        QStringList changed; ///< these files
        QStringList left;   ///< files that changed since and were left alone
        QStringList aside;  ///< files that were closed with edits, and were left alone
        QStringList faults; ///< sentences

        /// Whether what was replaced is in the files: "1 of them is open and not saved yet, the others are saved."
        QString savedSentence() const;
    };

    ReplacedFiles() = default;
    ReplacedFiles(const ReplacedFiles&) = delete;
    ReplacedFiles& operator=(const ReplacedFiles&) = delete;

    /// `failed` is told of files that cannot be written, also when a step is taken back elsewhere; `changed` of edits in documents
    /// since the first replacement: whether one may have been taken back or done again.
    void setWorkspace(std::shared_ptr<document::Workspace> workspace, std::function<void(const QString&)> failed,
                      std::function<void(bool isStep)> changed = {});
    const std::shared_ptr<document::Workspace>& workspace() const { return workspace_; }
    /// Which files, not open now, have edits somewhere else that nobody saved: written over, these would have nothing to go on.
    void setAside(std::function<bool(const QString& path)> isAside) { isAside_ = std::move(isAside); }

    /// All or nothing: a character that a file's encoding lacks changes no file.
    Outcome apply(const QVector<FileReplacement>& files, const TextSearch& search, const QString& replacement, const QString& name);
    /// The same for pieces that are known. All or nothing: a file that changed since leaves all as they are.
    Outcome apply(const QVector<FileEdits>& files, const QString& name);
    /// Takes the last replacement back where nobody changed the file meanwhile.
    Outcome undo();
    bool canUndo() const;
    /// The last replacement is in effect somewhere: nobody took it back.
    bool isInEffect() const;

private:
    using Finder = std::function<std::vector<TextSplice>(const document::TextDocument&, qsizetype file)>;
    struct WantedText
    {
        QString path;
        QByteArray fingerprint;
    };
    Outcome change(const QVector<WantedText>& files, const Finder& find, const QString& name, bool leavesChanged);
    void follow(const document::WorkspaceNotice& notice);
    void saveUnseen(const document::WorkspaceNotice& notice);
    Result<void> saveMade(document::Document& document, const std::string& key);
    Result<void> saveTakenBack(document::Document& document, const std::string& key);

    /// NAME~ around the save of a step that is in a file.
    struct KeptVersions
    {
        document::KeptVersion before;
        std::string after; ///< its fingerprint
    };

    std::shared_ptr<document::Workspace> workspace_;
    document::Connection told_;
    QVector<std::uint64_t> groups_; ///< of the replacements, oldest first
    std::map<std::pair<std::uint64_t, std::string>, KeptVersions> kept_; ///< by group and fileKey()
    std::function<void(const QString&)> failed_;
    std::function<void(bool)> changed_;
    std::function<bool(const QString&)> isAside_;
};

} // namespace blak::ui::code
