// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "formats/base/diagnostic.h"
#include "kodide/compiler/statement_lines.h"
#include "kodide/compiler/tree_symbols.h"
#include "kodide/index/tree_index.h"
#include "kodide/ui/kod_styles.h"

#include <QMetaType>
#include <QString>
#include <QVector>

#include <memory>
#include <optional>

namespace blak::ui::code {

// What an outline lists: name, icon, title of its group.
#define KOD_OUTLINE_KINDS(X)                                                                                                     \
    X(Class, "class", "Classes")                                                                                                 \
    X(Constant, "tag", "Constants")                                                                                              \
    X(Resource, "resource", "Resources")                                                                                         \
    X(Classvar, "property", "Class variables")                                                                                   \
    X(Property, "property", "Properties")                                                                                        \
    X(Message, "message", "Messages")

struct OutlineEntry
{
    enum class Kind : std::uint8_t {
#define X(name, icon, title) name,
        KOD_OUTLINE_KINDS(X)
#undef X
    };

    Kind kind = Kind::Class;
    QString name;
    QString detail;      ///< superclass, value or parameters
    qsizetype begin = 0; ///< byte offsets in the text
    qsizetype end = 0;
    int line = 0;                  ///< from 0
    QVector<OutlineEntry> members; ///< of a class
};

struct CodeProblem
{
    Severity severity = Severity::Error;
    QString sentence;
    QString code; ///< "K0101"
    qsizetype begin = 0;
    qsizetype end = 0;
    int line = 0; ///< from 0
    std::vector<Fix> fixes;
};

/// What the compiler can say about one text without writing anything.
struct KodAnalysis
{
    QVector<OutlineEntry> classes; ///< of a header: its constants
    QVector<CodeProblem> problems;
    NameSet constants; ///< own and included ones
    std::vector<kod::HandlerLines> handlers; ///< where a world can stop
    bool hasGrammarFaults = false;
    bool knowsTree = false; ///< more than the grammar: what names mean, and what the tree says
    QString outside;   ///< what other classes can see: superclasses, properties, class variables, resources
};

/// The grammar of a text alone. Pure and thread-safe. Offsets are those of `text`, which may be UTF-8. `includes` may be null.
KodAnalysis analyseKod(const std::string& text, const std::filesystem::path& file, const kod::Dialect& dialect,
                       kod::IncludeStore* includes);

/// Also what names mean, what handlers do and what is suspicious: in its tree. Thread-safe.
/// `checked`, unless it is null, is given what the compiler made of the text: nothing for a header. With an `index`, what the rest of
/// the tree says of it, too.
KodAnalysis analyseKod(const std::string& text, const std::filesystem::path& file, const kod::TreeSymbols& tree,
                       std::optional<kod::CheckedText>* checked = nullptr, const kod::TreeIndex* index = nullptr);

QString outlineIcon(OutlineEntry::Kind kind);

} // namespace blak::ui::code
