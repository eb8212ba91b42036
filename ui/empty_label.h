// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QLabel>

namespace blak::ui {

/// What an empty dock says: one sentence, at most one link, top left. `linkActivated` tells of the click. A ring shows that
/// the keys are with it.
class EmptyLabel : public QLabel
{
    Q_OBJECT

public:
    explicit EmptyLabel(const QString& sentence, QWidget* parent = nullptr);
    EmptyLabel(const QString& sentence, const QString& link, QWidget* parent = nullptr);

    void say(const QString& sentence, const QString& link = {});

protected:
    void changeEvent(QEvent* event) override;
    void keyPressEvent(QKeyEvent* event) override; ///< Enter and the space bar follow the link
    void paintEvent(QPaintEvent* event) override;

private:
    void refresh();

    QString sentence_;
    QString link_;
};

} // namespace blak::ui
