// SPDX-License-Identifier: GPL-3.0-or-later
#include "kodide/ui/code_document.h"

#include "kodide/ui/code_assist.h"
#include "kodide/ui/code_view.h"
#include "kodide/ui/find_bar.h"
#include "kodide/ui/line_comment.h"
#include "kodide/ui/problem_fixes.h"

#include <QCoreApplication>
#include <QFile>

#include <array>

namespace blak::ui::code {
namespace {

constexpr qint64 lookedAt = 4096; ///< bytes without 00 make a text

constexpr auto codeContext = "code";
constexpr auto textContext = "text";

QString say(const char* text) { return QCoreApplication::translate("CodeActions", text); }

bool isText(const QString& path)
{
    QFile file(path);
    return file.open(QIODevice::ReadOnly) && !file.read(lookedAt).contains('\0');
}

CodeView* codeOf(DocumentView* view) { return qobject_cast<CodeView*>(view); }

struct Row
{
    const char* id;
    const char* text;
    const char* menu;
    const char* icon;
    QKeySequence key;
    void (*run)(CodeView&);
    bool blakodOnly = false; ///< needs what only a text of Blakod has
};

QVector<Row> rows()
{
    return {
        {"find.here", QT_TRANSLATE_NOOP("CodeActions", "Find"), "Edit", "search", QKeySequence(Qt::CTRL | Qt::Key_F),
         [](CodeView& view) { view.findBar()->open(false); }},
        {"find.replace", QT_TRANSLATE_NOOP("CodeActions", "Find and replace"), "Edit", "", QKeySequence(Qt::CTRL | Qt::Key_H),
         [](CodeView& view) { view.findBar()->open(true); }},
        {"find.next", QT_TRANSLATE_NOOP("CodeActions", "Next hit"), "Edit", "", QKeySequence(Qt::Key_F3),
         [](CodeView& view) { view.findBar()->step(1); }},
        {"find.previous", QT_TRANSLATE_NOOP("CodeActions", "Previous hit"), "Edit", "", QKeySequence(Qt::SHIFT | Qt::Key_F3),
         [](CodeView& view) { view.findBar()->step(-1); }},
        {"clip.cut", QT_TRANSLATE_NOOP("CodeActions", "Cut"), "Edit", "cut", {}, [](CodeView& view) { view.editor()->cut(); }},
        {"clip.copy",
         QT_TRANSLATE_NOOP("CodeActions", "Copy"),
         "Edit",
         "copy",
         {},
         [](CodeView& view) { view.editor()->copy(); }},
        {"clip.paste",
         QT_TRANSLATE_NOOP("CodeActions", "Paste"),
         "Edit",
         "paste",
         {},
         [](CodeView& view) { view.editor()->paste(); }},
        {"name.definition", QT_TRANSLATE_NOOP("CodeActions", "Go to definition"), "Go", "", QKeySequence(Qt::Key_F12),
         [](CodeView& view) { view.assist()->goToDefinition(); }, true},
        {"name.uses", QT_TRANSLATE_NOOP("CodeActions", "Find references"), "Go", "", QKeySequence(Qt::SHIFT | Qt::Key_F12),
         [](CodeView& view) { view.assist()->findUses(); }, true},
        {"name.rename", QT_TRANSLATE_NOOP("CodeActions", "Rename"), "Code", "", QKeySequence(Qt::Key_F2),
         [](CodeView& view) { view.assist()->beginRename(); }, true},
        {"name.complete", QT_TRANSLATE_NOOP("CodeActions", "Complete name"), "Code", "", QKeySequence(Qt::CTRL | Qt::Key_Space),
         [](CodeView& view) { view.assist()->complete(); }, true},
        {"name.call", QT_TRANSLATE_NOOP("CodeActions", "Show parameters"), "Code", "", QKeySequence(Qt::CTRL | Qt::SHIFT | Qt::Key_Space),
         [](CodeView& view) { view.assist()->helpCall(); }, true},
        {"problem.fix", QT_TRANSLATE_NOOP("CodeActions", "Fix the problem here"), "Code", "", QKeySequence(Qt::CTRL | Qt::Key_Period),
         [](CodeView& view) { offerFixes(view); }, true},
        {"line.comment", QT_TRANSLATE_NOOP("CodeActions", "Toggle comment"), "Code", "",
         QKeySequence(Qt::CTRL | Qt::Key_Slash), [](CodeView& view) { toggleComment(*view.editor()); }},
        {"line.up", QT_TRANSLATE_NOOP("CodeActions", "Move lines up"), "Code", "", QKeySequence(Qt::ALT | Qt::Key_Up),
         [](CodeView& view) { view.editor()->moveLines(-1); }},
        {"line.down", QT_TRANSLATE_NOOP("CodeActions", "Move lines down"), "Code", "", QKeySequence(Qt::ALT | Qt::Key_Down),
         [](CodeView& view) { view.editor()->moveLines(1); }},
        {"fold.here", QT_TRANSLATE_NOOP("CodeActions", "Fold or unfold here"), "Code", "",
         QKeySequence(Qt::CTRL | Qt::SHIFT | Qt::Key_BracketLeft), [](CodeView& view) { view.editor()->toggleFold(); }, true},
        {"fold.all",
         QT_TRANSLATE_NOOP("CodeActions", "Fold everything"),
         "Code",
         "",
         {},
         [](CodeView& view) { view.editor()->foldAll(true); },
         true},
        {"fold.none",
         QT_TRANSLATE_NOOP("CodeActions", "Unfold everything"),
         "Code",
         "",
         {},
         [](CodeView& view) { view.editor()->foldAll(false); },
         true},
    };
}

} // namespace

DocumentType codeDocumentType()
{
    DocumentType type;
    type.id = QLatin1String(codeContext);
    type.helpPage = QStringLiteral("studio/code");
    type.name = say(QT_TRANSLATE_NOOP("CodeActions", "Blakod"));
    type.endings = QStringList{QStringLiteral("kod"), QStringLiteral("khd")};
    type.recognises = [](const QString& path, const QByteArray&) {
        return languageOf(path) == TextLanguage::Blakod && isText(path);
    };
    type.open = &CodeView::open;
    return type;
}

DocumentType textDocumentType()
{
    DocumentType type;
    type.id = QLatin1String(textContext);
    type.helpPage = QStringLiteral("studio/code");
    type.name = say(QT_TRANSLATE_NOOP("CodeActions", "Text"));
    type.endings = QStringList{QStringLiteral("txt"), QStringLiteral("cfg"), QStringLiteral("ini"),
                               QStringLiteral("mak"), QStringLiteral("bbg"), QStringLiteral("udmf"),
                               QStringLiteral("lua"), QStringLiteral("py"),  QStringLiteral("md")};
    type.recognises = [](const QString& path, const QByteArray&) { return isText(path); };
    type.open = &CodeView::open;
    return type;
}

ActionTable codeActions()
{
    ActionTable table;
    for (const char* context : {codeContext, textContext}) {
        for (const Row& row : rows()) {
            if (row.blakodOnly && context != codeContext)
                continue;
            ActionSpec spec;
            spec.id = QLatin1String(context) + QLatin1Char('.') + QLatin1String(row.id);
            spec.text = say(row.text);
            spec.menu = QLatin1String(row.menu);
            spec.context = QLatin1String(context);
            spec.icon = QLatin1String(row.icon);
            if (!row.key.isEmpty())
                spec.keys = {row.key};
            spec.inToolBar = row.icon[0] != '\0';
            spec.run = [run = row.run, ofBlakod = row.blakodOnly](DocumentView* view) {
                if (CodeView* code = codeOf(view); code != nullptr && (!ofBlakod || code->isBlakod()))
                    run(*code);
            };
            table.append(spec);
        }
    }
    return table;
}

} // namespace blak::ui::code
