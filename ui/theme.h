// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QColor>
#include <QObject>

class QApplication;

namespace blak::ui {

// One list per group of resources/tokens.json: X(member, name in the file). Their meaning: docs of the design language,
// section 3.
#define BLAK_CHROME_COLOURS(X)                                                                                                   \
    X(window, "window")                                                                                                          \
    X(dock, "dock")                                                                                                              \
    X(raised, "raised") X(input, "input") X(hover, "hover") X(pressed, "pressed") X(selected, "selected")                        \
        X(selectedInactive, "selectedInactive") X(separator, "separator") X(border, "border") X(borderStrong, "borderStrong")    \
            X(text, "text") X(text2, "text2") X(textDisabled, "textDisabled") X(link, "link") X(accent, "accent")                \
                X(button, "button") X(onButton, "onButton") X(error, "error") X(warning, "warning") X(info, "info")              \
                    X(success, "success") X(play, "play") X(editor, "editor") X(lineNow, "lineNow") X(lineErr, "lineErr")        \
                        X(breakpoint, "breakpoint") X(tooltip, "tooltip")

#define BLAK_MAP_COLOURS(X)                                                                                                      \
    X(canvas, "canvas")                                                                                                          \
    X(gridMinor, "gridMinor")                                                                                                    \
    X(gridMajor, "gridMajor") X(gridOrigin, "gridOrigin") X(playable, "playable") X(oneSided, "oneSided")                        \
        X(passable, "passable") X(impassable, "impassable") X(tagged, "tagged") X(selected, "selected") X(hovered, "hovered")    \
            X(error, "error") X(voidInside, "void") X(camera, "camera")

#define BLAK_SYNTAX_COLOURS(X)                                                                                                   \
    X(comment, "comment")                                                                                                        \
    X(keyword, "keyword")                                                                                                        \
    X(message, "message") X(className, "class") X(parameter, "param") X(string, "string") X(number, "number")                    \
        X(property, "property") X(builtIn, "builtin") X(constant, "const") X(operatorSign, "op")

enum class ThemeKind : int { Dark, Light };

/// All colours of one theme.
struct Theme
{
#define X(member, name) QColor member;
    struct Map
    {
        BLAK_MAP_COLOURS(X)
    };
    struct Syntax
    {
        BLAK_SYNTAX_COLOURS(X)
    };
    BLAK_CHROME_COLOURS(X)
#undef X
    Map map;
    Syntax syntax;
    ThemeKind kind = ThemeKind::Dark;

    bool isDark() const { return kind == ThemeKind::Dark; }
};

/// The theme in force. Read it while painting, do not keep colours: widgets get QEvent::PaletteChange when it changes.
const Theme& theme();

/// Either theme, whether in force or not.
const Theme& themeOf(ThemeKind kind);

/// Once, after the QApplication: style, fonts, palette and style sheet.
void installTheme(QApplication& application, ThemeKind kind);

/// Any time later.
void setTheme(ThemeKind kind);

/// Tells those that cache what they painted (pictures of a map, say).
class ThemeNotifier : public QObject
{
    Q_OBJECT

signals:
    void changed();
};
ThemeNotifier* themeNotifier();

} // namespace blak::ui
