// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "studio/project/project_names.h"
#include "studio/shell/file_group.h"
#include "studio/shell/palette_rows.h"
#include "ui/document_view.h"
#include "ui/fuzzy.h"

#include <QCoreApplication>
#include <QPointer>
#include <QStringList>
#include <QVector>

#include <array>
#include <functional>
#include <memory>

namespace blak::ui::shell {

class ActionRegistry;
class FileIndex;
struct IndexedFile;

/// Where rows come from: all texts to rank at once, the rest of a row only for those that are shown.
struct PaletteSource
{
    std::shared_ptr<const FuzzyNames> names = std::make_shared<FuzzyNames>();
    QString emptySentence;
    std::function<PaletteRow(int)> row;
    std::function<void(int)> run;
    std::function<QString(int)> actionId = {};
    QVector<NameRank> ranks = {}; ///< of the kinds of names
};

/// What others offer to the palette besides files, classes and actions: docks, pages of the settings, pages of the help.
struct PaletteEntry
{
    QString icon;
    QString text;
    QString detail;
    std::function<void()> run;
};
using PaletteEntries = std::function<QVector<PaletteEntry>()>;

/// What the sign before a text in the palette means.
struct PalettePrefix
{
    char16_t sign; ///< 0: none
    const char* meaning;
};

inline constexpr std::array palettePrefixes{
    PalettePrefix{0, "Go to a room, sprite, file or class of the project"},
    PalettePrefix{u'@', "Go to a class"},
    PalettePrefix{u'#', "Go to a handler of a message"},
    PalettePrefix{u'>', "Run a command, show a dock, change a setting"},
    PalettePrefix{u':', "Go to a place in the current document"},
    PalettePrefix{u'?', "Search the help"},
};

/// What the palette can go to and run: names of the project and of the actions, made ready once and kept until they change.
class PaletteSources
{
    Q_DECLARE_TR_FUNCTIONS(CommandPalette)

public:
    PaletteSources(ActionRegistry& actions, const FileIndex& files) : actions_(actions), files_(files) {}

    /// What happens with a file that is chosen (a path, or a place in one), and with a prefix.
    /// Where files that are chosen open: a line, say; empty: where they were left.
    void setPlaceInFile(const QString& place) { placeInFile_ = place; }
    void setChosen(std::function<void(const QString& path)> chosen) { chosen_ = std::move(chosen); }
    void setPrefixChosen(std::function<void(const QString& text)> chosen) { prefixChosen_ = std::move(chosen); }
    void setDocument(DocumentView* document) { document_ = document; }
    void setRecentFiles(const QStringList& paths) { recentFiles_ = paths; } ///< holds from forgetNames() on
    /// Kinds of files that are meant before others, asked for each time; Blakod stands for classes, too.
    void setLookedFor(std::function<QVector<FileGroup>()> groups) { lookedFor_ = std::move(groups); }
    void setEntries(PaletteEntries entries) { entries_ = std::move(entries); }
    void setHelp(std::function<QVector<PaletteEntry>(const QString& words)> help) { help_ = std::move(help); }
    /// The files of the project or what they are called changed.
    void forgetNames();

    PaletteSource files();
    PaletteSource paths();
    PaletteSource classes() const;
    PaletteSource messages();
    PaletteSource actions();
    PaletteSource place(const QString& text) const;
    PaletteSource help(const QString& words);

private:
    PaletteRow rowOf(const IndexedFile& file) const;
    QVector<NameRank> ranks() const;

    ActionRegistry& actions_;
    const FileIndex& files_;
    QPointer<DocumentView> document_;
    QStringList recentFiles_;
    std::function<QVector<FileGroup>()> lookedFor_;
    PaletteEntries entries_;
    std::function<QVector<PaletteEntry>(const QString&)> help_;
    std::function<void(const QString&)> chosen_, prefixChosen_;
    QString placeInFile_; ///< typed behind the name of a file
    std::shared_ptr<const FuzzyNames> fileNames_; ///< of files(), made once for each project
    std::shared_ptr<const QVector<int>> fileOrder_;
    std::shared_ptr<const FuzzyNames> pathNames_; ///< of paths()
    std::shared_ptr<const FuzzyNames> handlerNames_; ///< of messages()
    std::shared_ptr<const project::ProjectNames> handlersOf_; ///< what handlerNames_ are of
};

} // namespace blak::ui::shell
