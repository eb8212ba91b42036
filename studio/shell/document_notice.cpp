// SPDX-License-Identifier: GPL-3.0-or-later
#include "studio/shell/document_notice.h"

#include "ui/document_view.h"
#include "ui/icons.h"
#include "ui/theme.h"

#include <QHBoxLayout>
#include <QLabel>
#include <QPainter>
#include <QPushButton>

namespace blak::ui::shell {

DocumentNotice::DocumentNotice(const QString& sentence, const DocumentView& document, QWidget* parent)
    : QWidget(parent), row_(new QHBoxLayout(this))
{
    setObjectName(QStringLiteral("documentNotice"));
    setFixedHeight(36);
    row_->setContentsMargins(12, 0, 8, 0);
    row_->setSpacing(8);
    auto* sign = new QLabel;
    const auto draw = [sign] { sign->setPixmap(icon(QStringLiteral("warning"), IconTone::Warning).pixmap(16)); };
    draw();
    connect(themeNotifier(), &ThemeNotifier::changed, sign, draw);
    auto* words = new QLabel;
    words->setTextFormat(Qt::PlainText);
    const auto say = [this, words, sentence, &document] {
        words->setText(sentence.arg(document.title()));
        setAccessibleName(words->text());
    };
    say();
    connect(&document, &DocumentView::titleChanged, words, say);
    row_->addWidget(sign);
    row_->addWidget(words, 1);
}

void DocumentNotice::addChoice(const QString& verb, std::function<void()> chosen)
{
    auto* button = new QPushButton(verb);
    button->setAutoDefault(true); // Enter presses it, as it does in dialogs
    row_->addWidget(button);
    if (focusProxy() == nullptr)
        setFocusProxy(button);
    connect(button, &QPushButton::clicked, this, [chosen = std::move(chosen)] { chosen(); });
}

void DocumentNotice::paintEvent(QPaintEvent*)
{
    QPainter painter(this);
    painter.fillRect(rect(), theme().lineNow);
    painter.fillRect(QRect(0, height() - 1, width(), 1), theme().separator);
}

} // namespace blak::ui::shell
