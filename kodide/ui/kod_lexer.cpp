// SPDX-License-Identifier: GPL-3.0-or-later
#include "kodide/ui/kod_lexer.h"

#include "kodide/ui/editor_look.h"
#include "kodide/ui/text_look.h"
#include "ui/theme.h"

#include <Qsci/qsciscintilla.h>

#include <array>

namespace blak::ui::code {
namespace {

constexpr std::array styleNames{
#define X(name, member, words) words,
    KOD_STYLES(X)
#undef X
};

/// Words in the names that QScintilla's lexers give their styles, most telling first.
struct StyleWord
{
    const char* word;
    KodStyle style;
};

constexpr std::array styleWords{
    StyleWord{"comment", KodStyle::Comment},      StyleWord{"disabled", KodStyle::Comment},
    StyleWord{"string", KodStyle::String},        StyleWord{"quote", KodStyle::String},
    StyleWord{"character", KodStyle::String},     StyleWord{"number", KodStyle::Number},
    StyleWord{"keyword", KodStyle::Keyword},      StyleWord{"command", KodStyle::Keyword},
    StyleWord{"preprocessor", KodStyle::Keyword}, StyleWord{"section", KodStyle::Class},
    StyleWord{"target", KodStyle::Class},         StyleWord{"tag", KodStyle::Class},
    StyleWord{"heading", KodStyle::Keyword},      StyleWord{"header", KodStyle::Keyword},
    StyleWord{"link", KodStyle::BuiltIn},         StyleWord{"code", KodStyle::String},
    StyleWord{"variable", KodStyle::Parameter},   StyleWord{"attribute", KodStyle::Parameter},
    StyleWord{"function", KodStyle::BuiltIn},     StyleWord{"class", KodStyle::Class},
    StyleWord{"property", KodStyle::Parameter},   StyleWord{"operator", KodStyle::Operator},
    StyleWord{"assignment", KodStyle::Operator},  StyleWord{"key", KodStyle::Parameter},
};

} // namespace

KodLexer::KodLexer(const kod::Dialect& dialect, QObject* parent) : QsciLexerCustom(parent), dialect_(dialect) {}

void KodLexer::setConstants(const NameSet& names)
{
    if (names == constants_)
        return;
    constants_ = names;
    invalidate();
    if (editor() != nullptr)
        editor()->SendScintilla(QsciScintillaBase::SCI_COLOURISE, 0UL, -1L);
}

QString KodLexer::description(int style) const
{
    return style >= 0 && style < kodStyleCount ? QString::fromLatin1(styleNames[static_cast<std::size_t>(style)])
                                               : QString();
}

QColor KodLexer::defaultColor(int style) const
{
    return style >= 0 && style < kodStyleCount ? colourOf(static_cast<KodStyle>(style)) : theme().text;
}

QFont KodLexer::defaultFont(int style) const { return codeFont(style == static_cast<int>(KodStyle::Comment)); }

QColor KodLexer::defaultPaper(int) const { return theme().editor; }

void KodLexer::refresh()
{
    QsciScintilla& sci = *editor();
    const auto length = static_cast<std::size_t>(sci.SendScintilla(QsciScintillaBase::SCI_GETLENGTH));
    const auto* text = reinterpret_cast<const char*>(sci.SendScintillaPtrResult(QsciScintillaBase::SCI_GETCHARACTERPOINTER));
    styled_ = styleKod(std::string_view(text, length), dialect_, constants_);
    valid_ = true;
    // Each level asks for its lines to be painted, and in the middle of a painting every such wish becomes an event of its own: of a big
    // class there were 87 000, and the queue that had held them stayed as long as that. One wish for all does.
    QWidget& seen = *sci.viewport();
    const bool isOff = seen.testAttribute(Qt::WA_ForceUpdatesDisabled); // by itself: those of a window that is off for a moment come back with it
    seen.setUpdatesEnabled(false);
    for (std::size_t line = 0; line < styled_.lines.size(); ++line) {
        const FoldLine& fold = styled_.lines[line];
        const long level =
            QsciScintillaBase::SC_FOLDLEVELBASE + fold.level + (fold.header ? QsciScintillaBase::SC_FOLDLEVELHEADERFLAG : 0);
        if (sci.SendScintilla(QsciScintillaBase::SCI_GETFOLDLEVEL, static_cast<unsigned long>(line)) != level)
            sci.SendScintilla(QsciScintillaBase::SCI_SETFOLDLEVEL, static_cast<unsigned long>(line), level);
    }
    seen.setUpdatesEnabled(!isOff);
}

void KodLexer::styleText(int start, int end)
{
    if (editor() == nullptr)
        return;
    if (!valid_)
        refresh();
    const auto first = static_cast<std::size_t>(std::max(0, start));
    const auto last = std::min(static_cast<std::size_t>(std::max(0, end)), styled_.styles.size());
    if (first >= last)
        return;
    startStyling(start);
    editor()->SendScintilla(QsciScintillaBase::SCI_SETSTYLINGEX, static_cast<unsigned long>(last - first),
                            reinterpret_cast<const char*>(styled_.styles.data() + first));
}

std::optional<KodStyle> styleOf(const QsciLexer& lexer, int style)
{
    const QString words = lexer.description(style).toLower();
    for (const StyleWord& row : styleWords)
        if (words.contains(QLatin1String(row.word)))
            return row.style;
    return std::nullopt;
}

void takeThemeColours(QsciLexer& lexer)
{
    constexpr int mostStyles = 128;
    lexer.setDefaultFont(codeFont());
    lexer.setDefaultColor(theme().text);
    lexer.setDefaultPaper(theme().editor);
    lexer.setPaper(theme().editor);
    lexer.setFont(codeFont());
    lexer.setColor(theme().text);
    for (int style = 0; style < mostStyles; ++style) {
        const std::optional<KodStyle> known = styleOf(lexer, style);
        if (!known)
            continue;
        lexer.setColor(colourOf(*known), style);
        if (*known == KodStyle::Comment)
            lexer.setFont(codeFont(true), style);
    }
}

} // namespace blak::ui::code
