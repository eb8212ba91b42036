// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "kodide/ui/symbol_tip.h"

#include <QTimer>

namespace blak::ui::code {

class CodeEditor;

/// A quiet line over the cursor: why nothing came of what was asked for there. No list: it takes no key but Esc. Every other key goes to
/// the text, and it goes then, with a click, when the text scrolls, and by itself.
class CursorNote : public CallTip
{
    Q_OBJECT

public:
    explicit CursorNote(CodeEditor& editor);

    void tell(const QString& sentence);

protected:
    bool eventFilter(QObject* watched, QEvent* event) override;

private:
    CodeEditor& editor_;
    QTimer goes_{this};
};

} // namespace blak::ui::code
