// SPDX-License-Identifier: GPL-3.0-or-later
#include "kodide/ui/cursor_note.h"

#include "kodide/ui/code_editor.h"

#include <QKeyEvent>

namespace blak::ui::code {
namespace {

constexpr int toldFor = 3000; ///< ms

bool isModifier(int key) { return key == Qt::Key_Control || key == Qt::Key_Shift || key == Qt::Key_Alt || key == Qt::Key_AltGr || key == Qt::Key_Meta; }

} // namespace

CursorNote::CursorNote(CodeEditor& editor) : CallTip(&editor), editor_(editor)
{
    setObjectName(QStringLiteral("cursorNote"));
    goes_.setObjectName(QStringLiteral("goes"));
    goes_.setSingleShot(true);
    goes_.setInterval(toldFor);
    connect(&goes_, &QTimer::timeout, this, &QWidget::hide);
    connect(&editor, &CodeEditor::scrolled, this, &QWidget::hide);
    editor.textKeys()->installEventFilter(this);
    editor.textArea()->installEventFilter(this);
}

void CursorNote::tell(const QString& sentence)
{
    const qsizetype cursor = editor_.cursorOffset();
    showAt(sentence.toHtmlEscaped(), editor_.screenRectOf(cursor, cursor));
    goes_.start();
}

bool CursorNote::eventFilter(QObject* watched, QEvent* event)
{
    if (!isVisible())
        return CallTip::eventFilter(watched, event);
    switch (event->type()) {
    case QEvent::ShortcutOverride:
    case QEvent::KeyPress: {
        const int key = static_cast<QKeyEvent*>(event)->key();
        if (isModifier(key))
            break;
        if (key != Qt::Key_Escape) {
            hide();
            break;
        }
        event->accept(); // before a shortcut takes it
        if (event->type() == QEvent::KeyPress)
            hide();
        return true;
    }
    case QEvent::InputMethod:
    case QEvent::MouseButtonPress:
    case QEvent::FocusOut:
    case QEvent::Hide: hide(); break;
    default: break;
    }
    return CallTip::eventFilter(watched, event);
}

} // namespace blak::ui::code
