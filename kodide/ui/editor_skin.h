// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "kodide/ui/code_editor.h"

namespace blak::ui::code {

/// How a text widget looks: the lexer of its language, colours and fonts of the theme, margins, what the user has set for all
/// editors.
class EditorSkin
{
public:
    explicit EditorSkin(QsciScintilla& sci);

    /// `dialect`: of Blakod.
    void setLanguage(TextLanguage language, const kod::Dialect* dialect);
    /// Without colours: of texts that would take too long.
    void setPlain(bool isPlain);
    void setConstants(const NameSet& names);
    /// So many lines; without numbers where they would be those of something else.
    void setNumbers(int lines, bool areShown);
    /// Takes the theme and the settings as they are now.
    void apply();
    void textChanged();
    /// Another text is shown.
    void fitWidth();
    /// Its letters were made larger or smaller with the wheel.
    void zoomed();

    QByteArray commentMarker() const;
    /// Whether the letter before a place of what is shown belongs to neither a comment nor a string of Blakod.
    bool isInCode(qsizetype shown) const;

private:
    void useLexer();
    void takeLook();
    void styleMargins();
    void updateMargin();

    QsciScintilla& sci_;
    KodLexer* kodLexer_ = nullptr;
    TextLanguage language_ = TextLanguage::Plain;
    const kod::Dialect* dialect_ = nullptr; ///< of Blakod
    bool isPlain_ = false;
    int lines_ = 1;
    bool hasNumbers_ = true;
    long tenLetters_ = 0; ///< px; of the size for which the width of the text is known
};

} // namespace blak::ui::code
