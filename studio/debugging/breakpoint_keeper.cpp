// SPDX-License-Identifier: GPL-3.0-or-later
#include "studio/debugging/breakpoint_keeper.h"

#include <utility>

namespace blak::ui::debugging {
namespace {

const QString key = QStringLiteral("breakpoints");

} // namespace

BreakpointKeeper::BreakpointKeeper(const DebugHost& host, code::DebugSession& session, BreakpointFollower& follower, QObject* parent)
    : QObject(parent), host_(host), session_(session), follower_(follower)
{
    constexpr int keepAfter = 200; // ms
    soon_.setSingleShot(true);
    soon_.setInterval(keepAfter);
    connect(&soon_, &QTimer::timeout, this, &BreakpointKeeper::keep);
    connect(&session_, &code::DebugSession::breakpointsChanged, this, [this] {
        if (follower_.isMoving())
            soon_.start();
        else
            keep();
    });
    constexpr int textsAfter = 1000; // ms
    texts_.setSingleShot(true);
    texts_.setInterval(textsAfter);
    connect(&texts_, &QTimer::timeout, this, &BreakpointKeeper::keep);
    connect(&follower_, &BreakpointFollower::textChanged, this, [this](const QString& path) {
        edited_.insert(path);
        texts_.start();
    });
    connect(&follower_, &BreakpointFollower::closing, this, [this](const QString& path) {
        follower_.readLines();
        edited_.insert(path);
        keep();
    });
    connect(&session_, &code::DebugSession::watchesChanged, this, &BreakpointKeeper::keep);
}

void BreakpointKeeper::projectChanged()
{
    const QString root = host_.projectRoot();
    if (root == root_)
        return;
    soon_.stop();
    texts_.stop();
    edited_.clear();
    KeptDebugging kept = root.isEmpty() ? KeptDebugging() : keptFrom(host_.recall(key), root);
    const BreakpointMap placed = follower_.begin(kept.breakpoints);
    before_ = {placed, kept.watches};
    kept.breakpoints = placed;
    if (root_.isEmpty()) {
        const auto& loose = session_.breakpoints();
        for (auto it = loose.begin(); it != loose.end(); ++it)
            if (!it.value().empty())
                kept.breakpoints[it.key()] = it.value();
        for (const QString& watch : session_.watches())
            if (!kept.watches.contains(watch))
                kept.watches << watch;
    }
    changed_.clear();
    watchesChanged_ = false;
    root_.clear(); // nothing is kept while they come
    session_.setAll(kept.breakpoints, kept.watches);
    root_ = root;
    keep();
}

void BreakpointKeeper::keep()
{
    if (root_.isEmpty() || root_ != host_.projectRoot())
        return;
    soon_.stop();
    texts_.stop();
    const BreakpointMap& now = session_.breakpoints();
    for (auto it = now.begin(); it != now.end(); ++it)
        if (!isAlike(it.value(), before_.breakpoints.value(it.key())))
            changed_.insert(it.key());
    watchesChanged_ = watchesChanged_ || session_.watches() != before_.watches;
    if (changed_.isEmpty() && edited_.isEmpty() && !watchesChanged_)
        return;
    follower_.readLines();
    const QString written = host_.recall(key);
    const KeptDebugging there = keptFrom(written, root_);
    QSet<QString> own = changed_;
    for (const QString& path : std::exchange(edited_, {}))
        if (isAlike(now.value(path), there.breakpoints.value(path))) // only what their lines say is other
            own.insert(path);
    const QString text = keptText(merged({now, session_.watches()}, own, watchesChanged_, there), root_);
    if (text != written)
        host_.remember(key, text);
}

} // namespace blak::ui::debugging
