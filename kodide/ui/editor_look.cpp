// SPDX-License-Identifier: GPL-3.0-or-later
#include "kodide/ui/editor_look.h"

#include "ui/fonts.h"

#include <QGuiApplication>
#include <QScreen>

#include <algorithm>

namespace blak::ui::code {
namespace {

constexpr double codePixels = 13;

EditorLook& current()
{
    static EditorLook look;
    return look;
}

} // namespace

const EditorLook& editorLook() { return current(); }

void setEditorLook(const EditorLook& look)
{
    EditorLook wanted = look;
    if (wanted.pixels != 0)
        wanted.pixels = std::clamp(wanted.pixels, leastLetters, mostLetters);
    wanted.tabWidth = std::clamp(wanted.tabWidth, 0, mostTabWidth);
    wanted.ruler = std::clamp(wanted.ruler, 0, mostRuler);
    wanted.lineSpacing = std::clamp(wanted.lineSpacing, leastLineSpacing, mostLineSpacing);
    if (wanted == current())
        return;
    current() = wanted;
    emit editorLookNotifier()->changed();
}

QFont codeFont(bool italic)
{
    const EditorLook& look = editorLook();
    const double pixels = look.pixels > 0 ? look.pixels : codePixels;
    QFont font = monoFont(pixels);
    if (!look.family.isEmpty())
        font.setFamilies(QStringList{look.family} + font.families());
    font.setPointSizeF(pixels * 72.0 / QGuiApplication::primaryScreen()->logicalDotsPerInchY());
    font.setItalic(italic);
    return font;
}

EditorLookNotifier* editorLookNotifier()
{
    static EditorLookNotifier notifier;
    return &notifier;
}

} // namespace blak::ui::code
