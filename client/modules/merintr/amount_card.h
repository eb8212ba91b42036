// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "client/windows/card.h"

#include <functional>

class QLabel;
class QPushButton;
class QSlider;
class QSpinBox;

namespace blak::client {

/// How many of a heap. Return says so many, Esc none.
class AmountCard : public Card
{
    Q_OBJECT

public:
    explicit AmountCard(QWidget* parent);
    /// `done` is told a number of 1 to `most`; it is not when one thinks better of it.
    void ask(const QString& what, int most, std::function<void(int)> done);

private:
    QLabel* text_ = nullptr;
    QSlider* slider_ = nullptr;
    QSpinBox* number_ = nullptr;
    std::function<void(int)> done_;
};

} // namespace blak::client
