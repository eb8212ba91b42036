// SPDX-License-Identifier: GPL-3.0-or-later
#include "client/modules/stats/statistics_card.h"

#include "client/play/game_client.h"
#include "client/windows/card_parts.h"

#include <QGridLayout>
#include <QLabel>
#include <QPushButton>
#include <QSpinBox>
#include <QVBoxLayout>

#include <algorithm>
#include <array>

namespace blak::client {
namespace {

constexpr std::array abilities{"Might", "Intellect", "Stamina", "Agility", "Mysticism", "Aim"};
constexpr std::array crafts{"Weaponcraft", "Roguecraft"};
constexpr std::size_t schools = 6, all = abilities.size() + schools + crafts.size();
constexpr int most = 50, points = 200; ///< of one ability; of all

} // namespace

StatisticsCard::StatisticsCard(GameClient& client, QWidget* parent)
    : Card(QStringLiteral("Choose anew"), QStringLiteral("history"), parent), client_(client), levels_(new QLabel(this)), left_(new QLabel(this)),
      change_(makeButton(QStringLiteral("Change me"), this, true))
{
    grid_ = new QGridLayout;
    grid_->setHorizontalSpacing(12);
    for (std::size_t i = 0; i < all; ++i) {
        names_.push_back(new QLabel(this));
        numbers_.push_back(new QSpinBox(this));
        connect(numbers_.back(), &QSpinBox::valueChanged, this, &StatisticsCard::count);
    }
    grid_->setColumnStretch(1, 1);
    grid_->setColumnStretch(3, 1);
    levels_->setText(QStringLiteral("Levels can only be lowered: what was learned of them is forgotten."));
    levels_->setObjectName(QStringLiteral("secondary"));
    auto* row = new QHBoxLayout;
    row->addWidget(left_, 1);
    row->addWidget(change_);
    body()->addLayout(grid_);
    body()->addWidget(levels_);
    body()->addLayout(row);
    connect(change_, &QPushButton::clicked, this, [this] {
        if (client_.game() == nullptr)
            return;
        std::vector<std::uint8_t> wanted;
        for (const QSpinBox* number : numbers_)
            wanted.push_back(static_cast<std::uint8_t>(number->value()));
        client_.requests().changeStatistics(wanted);
        client_.flush();
        hide();
    });
}

/// Schools as the server calls them.
QString StatisticsCard::nameOf(std::size_t row) const
{
    if (row < abilities.size())
        return QLatin1String(abilities[row]);
    if (row >= abilities.size() + schools)
        return QLatin1String(crafts[row - abilities.size() - schools]);
    const std::size_t school = row - abilities.size();
    const auto& names = client_.game()->sheet().schoolNames();
    const QString name = school < names.size() ? QString::fromUtf8(client_.game()->nameOf(names[school]).c_str()) : QString();
    return name.isEmpty() ? QStringLiteral("School %1").arg(school + 1) : name;
}

void StatisticsCard::offer(std::span<const std::uint8_t> now)
{
    if (client_.game() == nullptr || now.size() != all)
        return;
    int levels = 0; // abilities at the left, levels one has beside them
    for (std::size_t i = 0; i < all; ++i) {
        const bool isAbility = i < abilities.size();
        const QString name = nameOf(i);
        names_[i]->setText(name);
        numbers_[i]->setAccessibleName(name);
        const QSignalBlocker quiet(numbers_[i]);
        numbers_[i]->setRange(isAbility ? 1 : 0, isAbility ? most : now[i]);
        numbers_[i]->setValue(now[i]);
        const bool shown = isAbility || now[i] > 0; // what one never learned cannot be lowered
        names_[i]->setVisible(shown);
        numbers_[i]->setVisible(shown);
        const int row = isAbility ? static_cast<int>(i) : levels, column = isAbility ? 0 : 2;
        grid_->addWidget(names_[i], row, column);
        grid_->addWidget(numbers_[i], row, column + 1);
        levels += shown && !isAbility ? 1 : 0;
    }
    levels_->setVisible(levels > 0);
    count();
    open();
    fit();
    numbers_.front()->setFocus();
}

void StatisticsCard::count()
{
    int sum = 0;
    for (std::size_t i = 0; i < abilities.size(); ++i)
        sum += numbers_[i]->value();
    left_->setText(sum <= points ? QStringLiteral("%1 of %2 points are left").arg(points - sum).arg(points)
                                 : QStringLiteral("%1 points too many").arg(sum - points));
    change_->setEnabled(sum <= points);
}

} // namespace blak::client
