// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QLineEdit>

class QTimer;

namespace blak::ui {

/// Field that narrows a list while typing: lens or funnel in front, a cross to clear, Esc clears first, Down hands the focus on.
class SearchField : public QLineEdit
{
    Q_OBJECT

public:
    explicit SearchField(const QString& placeholder, const QString& iconName = QStringLiteral("search"),
                         QWidget* parent = nullptr);

    /// The list that Down, Page Down and Enter go to.
    void setTarget(QWidget* list) { target_ = list; }

signals:
    /// The text, once it has rested for a moment; at once when it is cleared.
    void filterChanged(const QString& text);

protected:
    bool event(QEvent* event) override;
    void keyPressEvent(QKeyEvent* event) override;

private:
    QWidget* target_ = nullptr;
    QTimer* rest_ = nullptr;
};

} // namespace blak::ui
