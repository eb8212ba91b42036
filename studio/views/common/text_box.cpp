// SPDX-License-Identifier: GPL-3.0-or-later
#include "studio/views/common/text_box.h"

#include "ui/fonts.h"

#include <QLabel>
#include <QVBoxLayout>

namespace blak::ui::views {

TextBox::TextBox(const QString& emptySentence, QWidget* parent)
    : QWidget(parent), emptySentence_(emptySentence), heading_(new QLabel), text_(new QPlainTextEdit)
{
    setObjectName(QStringLiteral("dockBody"));
    setAttribute(Qt::WA_StyledBackground);
    auto* column = new QVBoxLayout(this);
    column->setContentsMargins(10, 6, 10, 8);
    column->setSpacing(4);
    heading_->setObjectName(QStringLiteral("secondary"));
    heading_->setTextFormat(Qt::PlainText);
    column->addWidget(heading_);
    column->addWidget(text_, 1);
    text_->setReadOnly(true);
    text_->setFont(uiFont(13));
    text_->setAccessibleName(tr("Whole text"));
    text_->setTabChangesFocus(true);
    clear();
}

void TextBox::setText(const QString& heading, const QString& text)
{
    heading_->setText(heading);
    text_->setVisible(true);
    text_->setPlainText(text);
}

void TextBox::clear()
{
    heading_->setText(emptySentence_);
    text_->setPlainText({});
    text_->setVisible(false);
}

QString TextBox::heading() const { return heading_->text(); }

} // namespace blak::ui::views
