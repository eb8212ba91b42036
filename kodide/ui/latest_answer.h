// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/background_pool.h"

#include <QCoreApplication>
#include <QObject>
#include <QPointer>
#include <QThreadPool>

#include <memory>
#include <type_traits>
#include <utility>

namespace blak::ui::code {

/// Questions to a worker of which only the last one matters: an answer to an earlier one is dropped. Nothing is told after its end.
class LatestAnswer : public QObject
{
public:
    using QObject::QObject;

    /// `find` runs in a worker, `take` with what it found in the thread of this object.
    template <class Find, class Take>
    void ask(Find find, Take take)
    {
        isAsking_ = true;
        backgroundPool().start([self = QPointer<LatestAnswer>(this), serial = ++serial_, find = std::move(find), take = std::move(take)]() mutable {
            auto found = std::make_shared<std::invoke_result_t<Find>>(find());
            QMetaObject::invokeMethod(QCoreApplication::instance(), [self, serial, found, take = std::move(take)]() mutable {
                LatestAnswer* there = self.data();
                if (there == nullptr || there->serial_ != serial)
                    return;
                there->isAsking_ = false;
                take(std::move(*found));
            });
        });
    }

    /// What was asked is of no interest any more.
    void forget()
    {
        ++serial_;
        isAsking_ = false;
    }
    bool isAsking() const { return isAsking_; }

private:
    std::uint64_t serial_ = 0;
    bool isAsking_ = false;
};

} // namespace blak::ui::code
