// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QWidget>

#include <vector>

class QToolButton;

namespace blak::ui::views {

/// A row of small switches, "Classes 1 204", each of which shows or hides one kind of row. A click shows only that kind, Ctrl
/// adds or takes one away, a click on the only one shows all again.
class Chips : public QWidget
{
    Q_OBJECT

public:
    explicit Chips(QWidget* parent = nullptr);

    void add(const QString& name, qsizetype count);
    /// By the order of add(); empty when all are shown.
    std::vector<bool> shown() const;
    QToolButton* chip(int index) const { return chips_[static_cast<std::size_t>(index)]; }

signals:
    void changed();

private:
    void clicked(int index);

    std::vector<QToolButton*> chips_;
};

} // namespace blak::ui::views
