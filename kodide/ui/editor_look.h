// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QFont>
#include <QObject>
#include <QString>

namespace blak::ui::code {

/// How texts are shown, as the user has set it; equal for all editors.
struct EditorLook
{
    QString family;    ///< empty: the studio's own font
    double pixels = 0; ///< size of the letters; 0: the studio's own
    int tabWidth = 0;  ///< columns; 0: as usual in the language
    int ruler = 0;     ///< column of a thin line; 0: none
    bool wrap = false; ///< long lines go on below
    bool completes = true; ///< names are offered while one types
    int lineSpacing = 100; ///< height of a line, percent of the usual one

    friend bool operator==(const EditorLook&, const EditorLook&) = default;
};

constexpr double leastLetters = 8, mostLetters = 32;
constexpr int mostTabWidth = 16, mostRuler = 400;
constexpr int leastLineSpacing = 80, mostLineSpacing = 300;

const EditorLook& editorLook();
/// Editors that are open follow at once. Values out of bounds are brought in.
void setEditorLook(const EditorLook& look);

/// The font of texts, in the size that was set, in points.
QFont codeFont(bool italic = false);

class EditorLookNotifier : public QObject
{
    Q_OBJECT

signals:
    void changed();
};
EditorLookNotifier* editorLookNotifier();

} // namespace blak::ui::code
