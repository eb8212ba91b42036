// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "client/updates/fetcher.h"
#include "client/updates/package_store.h"

#include <functional>

namespace blak::client {

/// Brings the files of one server up to date: fetches what a plan says, one package after the other, applies each and tells its time,
/// so that an interrupted update goes on where it was.
class Updater : public QObject
{
    Q_OBJECT

public:
    explicit Updater(std::filesystem::path root, QObject* parent = nullptr);
    ~Updater() override;

    void start(const session::UpdatePlan& plan);
    /// A manifest is fetched first; what it names and the store has not is the plan.
    void startWithManifest(const QUrl& manifest, const std::string& base);
    void cancel();

    bool isRunning() const { return running_; }
    bool isQuiet() const { return plan_.quiet; }
    const PackageStore& store() const { return store_; }
    Fetcher& fetcher() { return fetcher_; }
    /// Packages that are done, packages in all.
    std::size_t done() const { return next_; }
    std::size_t total() const { return plan_.steps.size(); }

signals:
    /// What is under way, and how much of all of it is there: 0 to 1.
    void progress(const QString& what, double share);
    /// A package is in its place; those of its time that follow may not be yet.
    void applied(quint32 time);
    void finished();
    void failed(const QString& why);

private:
    void next();
    void fetched(const QString& why);
    void fail(const QString& why);
    /// The last package of its time tells it.
    void stepDone();

    PackageStore store_;
    Fetcher fetcher_;
    session::UpdatePlan plan_;
    std::size_t next_ = 0;
    bool running_ = false, fetchesManifest_ = false;
    std::string base_, manifest_;
};

} // namespace blak::client
