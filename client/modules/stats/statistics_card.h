// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "client/windows/card.h"

#include <cstdint>
#include <span>
#include <vector>

class QGridLayout;
class QLabel;
class QPushButton;
class QSpinBox;

namespace blak::client {

class GameClient;

/// Six abilities that share points; levels of schools and crafts that can only be lowered.
class StatisticsCard : public Card
{
    Q_OBJECT

public:
    StatisticsCard(GameClient& client, QWidget* parent);
    /// What one has now: six abilities, six schools, two crafts.
    void offer(std::span<const std::uint8_t> now);

private:
    QString nameOf(std::size_t row) const;
    void count();

    GameClient& client_;
    QGridLayout* grid_ = nullptr;
    std::vector<QLabel*> names_;
    std::vector<QSpinBox*> numbers_;
    QLabel* levels_ = nullptr;
    QLabel* left_ = nullptr;
    QPushButton* change_ = nullptr;
};

} // namespace blak::client
