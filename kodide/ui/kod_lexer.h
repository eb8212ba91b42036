// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "kodide/ui/kod_styles.h"

#include <Qsci/qscilexercustom.h>

#include <optional>

namespace blak::ui::code {

/// Colours and folds of Blakod in QScintilla, by the compiler's lexer. The whole text is cut into tokens once after each change
/// (milliseconds for 20 000 lines); only the lines on screen are styled.
class KodLexer : public QsciLexerCustom
{
    Q_OBJECT

public:
    KodLexer(const kod::Dialect& dialect, QObject* parent);

    const kod::Dialect& dialect() const { return dialect_; }
    void setConstants(const NameSet& names);
    /// The text is another one.
    void invalidate() { valid_ = false; }

    const char* language() const override { return "Blakod"; }
    QString description(int style) const override;
    QColor defaultColor(int style) const override;
    QFont defaultFont(int style) const override;
    QColor defaultPaper(int style) const override;
    void styleText(int start, int end) override;

private:
    void refresh();

    const kod::Dialect& dialect_;
    NameSet constants_;
    StyledKod styled_;
    bool valid_ = false;
};

/// What a style of a ready-made lexer of QScintilla is, by what it calls it; none: text like any other.
std::optional<KodStyle> styleOf(const QsciLexer& lexer, int style);

/// Gives a ready-made lexer of QScintilla our colours and font, by what it calls its styles.
void takeThemeColours(QsciLexer& lexer);

} // namespace blak::ui::code
