// SPDX-License-Identifier: GPL-3.0-or-later
#include "kodide/ui/editor_skin.h"

#include "kodide/ui/editor_look.h"
#include "kodide/ui/editor_margins.h"
#include "kodide/ui/kod_lexer.h"
#include "kodide/ui/text_languages.h"
#include "kodide/ui/text_look.h"
#include "ui/icons.h"
#include "ui/theme.h"

#include <Qsci/qsciscintilla.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <utility>

namespace blak::ui::code {
namespace {

using Base = QsciScintillaBase;

constexpr int lineHeight = 20; // px, of letters that fit into it
constexpr double hundredths = 100; ///< of a point, in which Scintilla has sizes

constexpr std::array comments{
#define X(name, comment) comment,
    BLAK_TEXT_LANGUAGES(X)
#undef X
};

unsigned long number(qsizetype value) { return static_cast<unsigned long>(value); }

QImage markerImage(const QString& name)
{
    return icon(name, IconTone::Text2).pixmap(QSize(12, 12)).toImage().convertToFormat(QImage::Format_ARGB32);
}

} // namespace

EditorSkin::EditorSkin(QsciScintilla& sci) : sci_(sci)
{
    sci_.setMarginType(numberMargin, QsciScintilla::NumberMargin);
    sci_.setMarginMarkerMask(numberMargin, 0); // a marker that no margin shows colours its line
    sci_.setFolding(QsciScintilla::PlainFoldStyle, foldMargin);
}

void EditorSkin::setLanguage(TextLanguage language, const kod::Dialect* dialect)
{
    language_ = language;
    dialect_ = dialect;
    useLexer();
    if (dialect == nullptr)
        sci_.setIndentationsUseTabs(language == TextLanguage::Makefile);
    apply();
}

void EditorSkin::setPlain(bool isPlain)
{
    if (isPlain == isPlain_)
        return;
    isPlain_ = isPlain;
    useLexer();
    apply();
}

void EditorSkin::setConstants(const NameSet& names)
{
    if (kodLexer_ != nullptr)
        kodLexer_->setConstants(names);
}

void EditorSkin::textChanged()
{
    if (kodLexer_ != nullptr)
        kodLexer_->invalidate();
}

QByteArray EditorSkin::commentMarker() const
{
    if (kodLexer_ != nullptr)
        return QByteArray(kodLexer_->dialect().lineComment.data(),
                          static_cast<qsizetype>(kodLexer_->dialect().lineComment.size()));
    return comments[static_cast<std::size_t>(language_)];
}

bool EditorSkin::isInCode(qsizetype shown) const
{
    if (kodLexer_ == nullptr || shown <= 0)
        return kodLexer_ != nullptr;
    const long line = sci_.SendScintilla(Base::SCI_LINEFROMPOSITION, number(shown - 1));
    sci_.SendScintilla(Base::SCI_COLOURISE, static_cast<unsigned long>(sci_.SendScintilla(Base::SCI_POSITIONFROMLINE, number(line))),
                       static_cast<long>(shown));
    const auto style = static_cast<KodStyle>(sci_.SendScintilla(Base::SCI_GETSTYLEAT, number(shown - 1)));
    return style != KodStyle::Comment && style != KodStyle::String;
}

/// The one of the language, or none for texts that would take too long.
void EditorSkin::useLexer()
{
    kodLexer_ = nullptr;
    delete sci_.lexer();
    sci_.setLexer(nullptr);
    if (isPlain_)
        return;
    if (dialect_ != nullptr) {
        kodLexer_ = new KodLexer(*dialect_, &sci_);
        sci_.setLexer(kodLexer_);
    } else if (QsciLexer* lexer = makeLexer(language_, &sci_)) {
        takeThemeColours(*lexer);
        sci_.setLexer(lexer);
    }
}

void EditorSkin::apply()
{
    const Theme& now = theme();
    takeLook();
    sci_.setFont(codeFont());
    sci_.setColor(now.text);
    sci_.setPaper(now.editor);
    // All styles are made of the default one: without a lexer the only one, and with one also those it does not use, whose letters,
    // were they larger, would still part the lines.
    const QFont font = codeFont();
    const auto whole = static_cast<unsigned long>(Base::STYLE_DEFAULT);
    sci_.SendScintilla(Base::SCI_STYLESETFONT, whole, font.family().toUtf8().constData());
    sci_.SendScintilla(Base::SCI_STYLESETSIZEFRACTIONAL, whole, std::lround(font.pointSizeF() * hundredths));
    sci_.SendScintilla(Base::SCI_STYLESETFORE, whole, colourNumber(now.text));
    sci_.SendScintilla(Base::SCI_STYLESETBACK, whole, colourNumber(now.editor));
    sci_.SendScintilla(Base::SCI_STYLECLEARALL);
    if (QsciLexer* lexer = sci_.lexer()) {
        if (kodLexer_ != nullptr) {
            for (int one = 0; one < kodStyleCount; ++one) {
                lexer->setColor(kodLexer_->defaultColor(one), one);
                lexer->setPaper(now.editor, one);
                lexer->setFont(kodLexer_->defaultFont(one), one);
            }
        } else {
            takeThemeColours(*lexer);
        }
        lexer->setDefaultPaper(now.editor);
        lexer->setDefaultColor(now.text);
    }
    sci_.setCaretForegroundColor(now.text);
    // Opaque, since Scintilla would paint a translucent line over the letters.
    const auto between = [](int a, int b) { return (2 * a + b) / 3; };
    sci_.setCaretLineBackgroundColor(QColor(between(now.editor.red(), now.hover.red()),
                                             between(now.editor.green(), now.hover.green()),
                                             between(now.editor.blue(), now.hover.blue())));
    sci_.setSelectionBackgroundColor(now.selected);
    sci_.resetSelectionForegroundColor();
    sci_.setIndentationGuidesForegroundColor(now.border);
    sci_.setIndentationGuidesBackgroundColor(now.editor);
    sci_.setMatchedBraceBackgroundColor(now.selectedInactive);
    sci_.setMatchedBraceForegroundColor(now.text);
    sci_.setUnmatchedBraceForegroundColor(now.error);
    sci_.setUnmatchedBraceBackgroundColor(now.editor);
    styleMargins();
    // The letters in the middle of their line, and never cut.
    sci_.SendScintilla(Base::SCI_SETEXTRAASCENT, 0UL);
    sci_.SendScintilla(Base::SCI_SETEXTRADESCENT, 0UL);
    const int letters = static_cast<int>(sci_.SendScintilla(Base::SCI_TEXTHEIGHT, 0UL));
    const int missing = std::max(lineHeight, letters) * editorLook().lineSpacing / 100 - letters;
    if (missing > 0) {
        sci_.SendScintilla(Base::SCI_SETEXTRAASCENT, number((missing + 1) / 2));
        sci_.SendScintilla(Base::SCI_SETEXTRADESCENT, number(missing / 2));
    }
    updateMargin();
    const long letter = sci_.SendScintilla(Base::SCI_TEXTWIDTH, 0UL, "0000000000");
    if (std::exchange(tenLetters_, letter) != letter)
        fitWidth();
}

void EditorSkin::zoomed()
{
    updateMargin();
    fitWidth();
}

/// The text is as wide as its lines that are seen now. By itself Scintilla makes it wider when wider lines come into view, and never
/// narrower: the bar to move it sideways would stay when the letters became smaller.
void EditorSkin::fitWidth()
{
    const long first = sci_.SendScintilla(Base::SCI_GETFIRSTVISIBLELINE);
    const long shown = sci_.SendScintilla(Base::SCI_LINESONSCREEN);
    const long begin = sci_.SendScintilla(Base::SCI_POINTXFROMPOSITION, 0UL, sci_.SendScintilla(Base::SCI_POSITIONFROMLINE, 0UL));
    long widest = 1;
    for (long row = first; row <= first + shown; ++row) {
        const long line = sci_.SendScintilla(Base::SCI_DOCLINEFROMVISIBLE, number(row));
        const long end = sci_.SendScintilla(Base::SCI_GETLINEENDPOSITION, number(line));
        widest = std::max(widest, sci_.SendScintilla(Base::SCI_POINTXFROMPOSITION, 0UL, end) - begin);
    }
    sci_.SendScintilla(Base::SCI_SETSCROLLWIDTH, number(widest));
}

/// What the user has set for all editors, or what is usual in the language.
void EditorSkin::takeLook()
{
    const EditorLook& look = editorLook();
    const int tab = tabColumns(language_);
    sci_.setTabWidth(tab);
    sci_.setIndentationWidth(tab);
    sci_.setWrapMode(look.wrap ? QsciScintilla::WrapWord : QsciScintilla::WrapNone);
    sci_.setEdgeMode(look.ruler > 0 ? QsciScintilla::EdgeLine : QsciScintilla::EdgeNone);
    sci_.setEdgeColumn(look.ruler);
    sci_.setEdgeColor(theme().border);
}

void EditorSkin::styleMargins()
{
    const Theme& now = theme();
    sci_.setMarginsFont(codeFont());
    sci_.setMarginsBackgroundColor(now.editor);
    sci_.setMarginsForegroundColor(now.text2);
    sci_.setFoldMarginColors(now.editor, now.editor);
    for (const int marker : {Base::SC_MARKNUM_FOLDEREND, Base::SC_MARKNUM_FOLDEROPENMID, Base::SC_MARKNUM_FOLDERMIDTAIL,
                             Base::SC_MARKNUM_FOLDERTAIL, Base::SC_MARKNUM_FOLDERSUB})
        sci_.SendScintilla(Base::SCI_MARKERDEFINE, number(marker), static_cast<long>(Base::SC_MARK_EMPTY));
    sci_.markerDefine(markerImage(QStringLiteral("chev-d")), Base::SC_MARKNUM_FOLDEROPEN);
    sci_.markerDefine(markerImage(QStringLiteral("chev-r")), Base::SC_MARKNUM_FOLDER);
    sci_.markerDefine(markerImage(QStringLiteral("chev-r")), Base::SC_MARKNUM_FOLDEREND);
    sci_.markerDefine(markerImage(QStringLiteral("chev-d")), Base::SC_MARKNUM_FOLDEROPENMID);
}

void EditorSkin::setNumbers(int lines, bool areShown)
{
    lines_ = lines;
    hasNumbers_ = areShown;
    updateMargin();
}

void EditorSkin::updateMargin()
{
    const int digits = std::max(3, static_cast<int>(QString::number(lines_).size()));
    if (hasNumbers_)
        sci_.setMarginWidth(numberMargin, QString(digits + 2, u'0'));
    else
        sci_.setMarginWidth(numberMargin, 0);
    sci_.setMarginWidth(foldMargin, sci_.lexer() == nullptr ? 0 : 16);
}

} // namespace blak::ui::code
