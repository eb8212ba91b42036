// SPDX-License-Identifier: GPL-3.0-or-later
#include "kodide/ui/old_source.h"

#include "kodide/ui/code_editor.h"
#include "kodide/ui/text_bytes.h"

#include <QVBoxLayout>

namespace blak::ui::code {

OldSource::OldSource(QWidget* parent) : QDialog(parent), editor_(new CodeEditor)
{
    setObjectName(QStringLiteral("debugOldSource"));
    auto* column = new QVBoxLayout(this);
    column->setContentsMargins(0, 0, 0, 0);
    column->addWidget(editor_);
    editor_->setReadOnly(true);
    editor_->enableBreakpoints(); // for the arrow; nothing hears of clicks
    constexpr QSize usual(820, 560);
    resize(usual);
}

void OldSource::show(const QString& name, const QByteArray& utf8, int line, const kod::Dialect* dialect)
{
    setWindowTitle(tr("%1 as it was before the reload").arg(name));
    TextBytes text;
    text.utf8 = utf8;
    editor_->load(text);
    if (dialect != nullptr)
        editor_->setBlakod(*dialect);
    QDialog::show();
    raise();
    activateWindow();
    editor_->goTo(line - 1, 0);
    editor_->setStoppedLine(line - 1);
    editor_->setFocus();
}

} // namespace blak::ui::code
