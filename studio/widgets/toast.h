// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "formats/base/diagnostic.h"

#include <QFrame>
#include <QPointer>
#include <QString>
#include <QVector>

#include <functional>

namespace blak::ui {

/// Short messages in the lower right corner of a window: at most 3, gone after 5 s unless the mouse is over them, errors stay
/// until closed. Each has at most one action.
class Toasts : public QObject
{
    Q_OBJECT

public:
    explicit Toasts(QWidget* window);

    void show(Severity severity, const QString& sentence, const QString& actionText = {}, std::function<void()> action = {});

    /// Sentences on screen, oldest first.
    QStringList sentences() const;
    void clear();

protected:
    bool eventFilter(QObject* watched, QEvent* event) override;

private:
    void place();

    QWidget* window_ = nullptr;
    QVector<QPointer<QFrame>> shown_;
};

} // namespace blak::ui
