// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <functional>
#include <memory>
#include <utility>
#include <vector>

/// Who wants to know tells a Notifier; without Qt, in one thread.
namespace blak::document {

/// Ends a connection when it goes. May outlive the notifier.
class [[nodiscard]] Connection
{
public:
    Connection() = default;
    explicit Connection(std::shared_ptr<bool> isLive) : isLive_(std::move(isLive)) {}
    Connection(Connection&& other) noexcept = default;
    Connection& operator=(Connection&& other) noexcept
    {
        end();
        isLive_ = std::move(other.isLive_);
        return *this;
    }
    Connection(const Connection&) = delete;
    Connection& operator=(const Connection&) = delete;
    ~Connection() { end(); }

    void end()
    {
        if (isLive_)
            *isLive_ = false;
        isLive_.reset();
    }

private:
    std::shared_ptr<bool> isLive_;
};

/// Tells all listeners, in the order they came. Listeners may come and go while it tells.
template <typename... Arguments>
class Notifier
{
public:
    using Listener = std::function<void(Arguments...)>;

    Notifier() = default;
    Notifier(const Notifier&) = delete;
    Notifier& operator=(const Notifier&) = delete;

    Connection connect(Listener listener)
    {
        auto isLive = std::make_shared<bool>(true);
        listeners_.push_back(std::make_shared<const Entry>(Entry{isLive, std::move(listener)}));
        return Connection(std::move(isLive));
    }

    void tell(Arguments... arguments)
    {
        if (listeners_.empty())
            return;
        std::erase_if(listeners_, [](const auto& entry) { return !*entry->isLive; });
        const auto now = listeners_; // a listener that leaves stays in memory until all were told
        for (const auto& entry : now)
            if (*entry->isLive)
                entry->listener(arguments...);
    }

    bool hasListeners() const { return !listeners_.empty(); }

private:
    struct Entry
    {
        std::shared_ptr<bool> isLive;
        Listener listener;
    };

    std::vector<std::shared_ptr<const Entry>> listeners_;
};

} // namespace blak::document
