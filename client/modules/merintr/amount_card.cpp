// SPDX-License-Identifier: GPL-3.0-or-later
#include "client/modules/merintr/amount_card.h"

#include "client/windows/card_parts.h"

#include <QLabel>
#include <QLineEdit>
#include <QPushButton>
#include <QSlider>
#include <QSpinBox>
#include <QVBoxLayout>

#include <utility>

namespace blak::client {

AmountCard::AmountCard(QWidget* parent)
    : Card(QStringLiteral("How many?"), QStringLiteral("resource"), parent), text_(new QLabel(this)), slider_(new QSlider(Qt::Horizontal, this)),
      number_(new QSpinBox(this))
{
    number_->setAccessibleName(QStringLiteral("How many"));
    auto* good = makeButton(QStringLiteral("Do it"), this, true);
    body()->addWidget(text_);
    auto* row = new QHBoxLayout;
    row->addWidget(slider_, 1);
    row->addWidget(number_);
    body()->addLayout(row);
    body()->addWidget(good, 0, Qt::AlignRight);
    slider_->setMinimumWidth(180);
    connect(slider_, &QSlider::valueChanged, number_, &QSpinBox::setValue);
    connect(number_, &QSpinBox::valueChanged, slider_, &QSlider::setValue);
    const auto finish = [this] {
        hide();
        parentWidget()->setFocus();
        if (const auto done = std::exchange(done_, nullptr))
            done(number_->value());
    };
    connect(good, &QPushButton::clicked, this, finish);
    connect(number_->findChild<QLineEdit*>(), &QLineEdit::returnPressed, this, finish);
    connect(this, &Card::closed, this, [this] { done_ = nullptr; });
}

void AmountCard::ask(const QString& what, int most, std::function<void(int)> done)
{
    done_ = std::move(done);
    text_->setText(what);
    slider_->setRange(1, most);
    number_->setRange(1, most);
    number_->setValue(most);
    open();
    number_->setFocus();
    number_->selectAll();
}

} // namespace blak::client
