// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "formats/base/diagnostic.h"

#include <QFrame>
#include <QString>
#include <QVector>

#include <functional>

namespace blak::ui {

/// Short messages in the lower right corner of a window: at most 3, gone after 5 s, or 15 s with an action, unless the mouse is over them, errors stay
/// until closed. Each has at most one action. They stay above whatever else the window shows; where a dock that floats lies over their place,
/// they stand beside it or above it.
class Toasts : public QObject
{
    Q_OBJECT

public:
    explicit Toasts(QWidget* window);

    /// `topic` is what the message is about, a path say: see withdraw().
    void show(Severity severity, const QString& sentence, const QString& actionText = {}, std::function<void()> action = {},
              const QString& topic = {});
    /// Takes away what was said about a topic and is no longer so.
    void withdraw(const QString& topic);
    void withdrawSentence(const QString& sentence); ///< likewise, by what was said
    /// Takes away all that offer something to do: what they offer it for is left.
    void withdrawOffers();

    /// Sentences on screen, oldest first.
    QStringList sentences() const;
    void clear();
    /// Toasts stand above this widget of the window as long as it is seen there; it must live as long as the window.
    void setFloor(QWidget* floor);

protected:
    bool eventFilter(QObject* watched, QEvent* event) override;

private:
    void takeOff(const std::function<bool(const QFrame& toast)>& isMeant);
    void place();
    QPoint corner(const QSize& whole);
    int bottomAt(int left) const;

    QWidget* window_ = nullptr;
    QWidget* floor_ = nullptr;
    QVector<QFrame*> shown_; ///< each takes itself off when it goes; the topic is its object's property
    bool placing_ = false;
};

} // namespace blak::ui
