// SPDX-License-Identifier: GPL-3.0-or-later
#include "kodide/ui/text_look.h"

#include "formats/document/workspace.h"
#include "kodide/compiler/kod_tree.h"
#include "kodide/compiler/source.h"
#include "kodide/ui/editor_look.h"
#include "kodide/ui/kod_analysis.h"
#include "kodide/ui/kod_lexer.h"
#include "kodide/ui/text_languages.h"
#include "ui/project.h"
#include "ui/theme.h"

#include <QFileInfo>
#include <Qsci/qsciscintilla.h>

#include <array>
#include <optional>

namespace blak::ui::code {
namespace {

using Base = QsciScintillaBase;

constexpr qsizetype mostColoured = 4 * 1024 * 1024; ///< bytes

constexpr std::array colours{
#define X(name, member, words) &Theme::Syntax::member,
    KOD_STYLES(X)
#undef X
};

void addRun(std::vector<StyleRun>& runs, std::size_t at, KodStyle style)
{
    if (!runs.empty() && runs.back().end == at && runs.back().style == style)
        ++runs.back().end;
    else
        runs.push_back({at, at + 1, style});
}

std::vector<StyleRun> runsOfBlakod(std::string_view text, const QString& path, const std::shared_ptr<Project>& project)
{
    const kod::Dialect& dialect = dialectOf(project.get());
    const std::filesystem::path file = path.toStdString();
    const QString root = project ? project->root() : QFileInfo(path).absolutePath();
    kod::IncludeStore includes(kod::kodTreeOf(file, root.toStdString(), {.dialect = &dialect}).includes, workspaceOf(project)->files());
    const KodAnalysis analysis = analyseKod(std::string(text), file, dialect, &includes);
    const StyledKod styled = styleKod(text, dialect, analysis.constants);
    std::vector<StyleRun> runs;
    for (std::size_t at = 0; at < styled.styles.size(); ++at)
        addRun(runs, at, styled.styles[at]);
    return runs;
}

std::vector<StyleRun> runsOfLexer(TextLanguage language, std::string_view text)
{
    QsciScintilla sci; // lexers of QScintilla work inside of one
    QsciLexer* lexer = makeLexer(language, &sci);
    if (lexer == nullptr)
        return {};
    sci.setUtf8(true);
    sci.setLexer(lexer);
    sci.SendScintilla(Base::SCI_SETUNDOCOLLECTION, 0UL);
    sci.SendScintilla(Base::SCI_ADDTEXT, static_cast<unsigned long>(text.size()), text.data());
    sci.SendScintilla(Base::SCI_COLOURISE, 0UL, -1L);
    constexpr std::size_t mostStyles = 256;
    std::array<std::optional<KodStyle>, mostStyles> styles;
    for (std::size_t i = 0; i < mostStyles; ++i)
        styles[i] = styleOf(*lexer, static_cast<int>(i));
    std::vector<StyleRun> runs;
    for (std::size_t at = 0; at < text.size(); ++at)
        if (const auto style = styles[static_cast<std::size_t>(sci.SendScintilla(Base::SCI_GETSTYLEAT, static_cast<unsigned long>(at))) % mostStyles])
            addRun(runs, at, *style);
    return runs;
}

} // namespace

QColor colourOf(KodStyle style) { return theme().syntax.*colours[static_cast<std::size_t>(style)]; }

bool isColoured(const QByteArray& text) { return text.size() <= mostColoured && !TextPieces::isNeeded(text); }

int tabColumns(TextLanguage language)
{
    const int usual = language == TextLanguage::Blakod ? 3 : language == TextLanguage::Makefile ? 8 : 4;
    const int wanted = editorLook().tabWidth;
    return wanted > 0 && language != TextLanguage::Makefile ? wanted : usual;
}

const kod::Dialect& dialectOf(const Project* project)
{
    const kod::Dialect* known = project ? kod::findDialect(project->dialectName().toStdString()) : nullptr;
    return known ? *known : kod::classicDialect();
}

std::vector<StyleRun> styleRuns(TextLanguage language, std::string_view text, const QString& path, const std::shared_ptr<Project>& project)
{
    if (!isColoured(QByteArray::fromRawData(text.data(), static_cast<qsizetype>(text.size()))))
        return {};
    return language == TextLanguage::Blakod ? runsOfBlakod(text, path, project) : runsOfLexer(language, text);
}

} // namespace blak::ui::code
