// SPDX-License-Identifier: GPL-3.0-or-later
#include "studio/views/common/chips.h"

#include "studio/views/common/text.h"

#include <QGuiApplication>
#include <QHBoxLayout>
#include <QToolButton>

#include <algorithm>

namespace blak::ui::views {

Chips::Chips(QWidget* parent) : QWidget(parent)
{
    auto* row = new QHBoxLayout(this);
    row->setContentsMargins(0, 0, 0, 0);
    row->setSpacing(4);
}

void Chips::add(const QString& name, qsizetype count)
{
    auto* chip = new QToolButton;
    chip->setText(QStringLiteral("%1 (%2)").arg(name, grouped(count)));
    chip->setCheckable(true);
    chip->setEnabled(count > 0);
    chip->setFixedHeight(24);
    chip->setObjectName(QStringLiteral("chip"));
    chip->setToolTip(tr("Show only these. Ctrl adds them to what is shown."));
    const auto index = static_cast<int>(chips_.size());
    connect(chip, &QToolButton::clicked, this, [this, index] { clicked(index); });
    layout()->addWidget(chip);
    chips_.push_back(chip);
}

void Chips::clicked(int index)
{
    const bool adds = QGuiApplication::keyboardModifiers() & Qt::ControlModifier;
    if (!adds)
        for (std::size_t i = 0; i < chips_.size(); ++i)
            if (static_cast<int>(i) != index)
                chips_[i]->setChecked(false);
    emit changed();
}

std::vector<bool> Chips::shown() const
{
    std::vector<bool> marks;
    for (const QToolButton* chip : chips_)
        marks.push_back(chip->isChecked());
    if (std::none_of(marks.begin(), marks.end(), [](bool mark) { return mark; }))
        return {};
    return marks;
}

} // namespace blak::ui::views
