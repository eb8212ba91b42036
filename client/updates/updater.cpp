// SPDX-License-Identifier: GPL-3.0-or-later
#include "client/updates/updater.h"

#include "formats/base/file_io.h"

namespace blak::client {

using session::UpdateStep;

namespace {

constexpr qint64 largestManifest = 16 << 20;

QString nameOf(const UpdateStep& step) { return QString::fromLatin1(step.name.c_str()); }

} // namespace

Updater::Updater(std::filesystem::path root, QObject* parent) : QObject(parent), store_(std::move(root)), fetcher_(this)
{
    connect(&fetcher_, &Fetcher::done, this, &Updater::fetched);
    connect(&fetcher_, &Fetcher::progress, this, [this](qint64 received, qint64 total) {
        if (!running_ || fetchesManifest_ || next_ >= plan_.steps.size())
            return;
        const UpdateStep& step = plan_.steps[next_];
        const auto size = step.size != 0 ? static_cast<double>(step.size) : static_cast<double>(total);
        const double within = size > 0 ? std::min(1.0, static_cast<double>(received) / size) : 0;
        emit progress(nameOf(step), (static_cast<double>(next_) + within) / static_cast<double>(plan_.steps.size()));
    });
}

Updater::~Updater() { cancel(); }

void Updater::start(const session::UpdatePlan& plan)
{
    cancel();
    std::error_code error;
    std::filesystem::create_directories(store_.root(), error);
    plan_ = plan;
    next_ = 0;
    running_ = true;
    next();
}

void Updater::startWithManifest(const QUrl& manifest, const std::string& base)
{
    cancel();
    std::error_code error;
    std::filesystem::create_directories(store_.root(), error);
    plan_ = {};
    base_ = base;
    manifest_ = manifest.toDisplayString().toStdString();
    running_ = fetchesManifest_ = true;
    emit progress(QStringLiteral("the list of files"), 0);
    fetcher_.fetch(manifest, QString::fromStdString(store_.fetchPlace().string()), largestManifest);
}

void Updater::cancel()
{
    running_ = fetchesManifest_ = false;
    fetcher_.cancel();
    store_.removeLeftOvers();
}

void Updater::fail(const QString& why)
{
    cancel();
    emit failed(why);
}

void Updater::stepDone()
{
    const std::uint32_t time = plan_.steps[next_].time;
    ++next_;
    if (time != 0 && (next_ == plan_.steps.size() || plan_.steps[next_].time != time))
        emit applied(time);
}

void Updater::next()
{
    while (running_ && next_ < plan_.steps.size()) {
        const UpdateStep& step = plan_.steps[next_];
        emit progress(nameOf(step), static_cast<double>(next_) / static_cast<double>(plan_.steps.size()));
        if (!running_)
            return;
        if (step.command == UpdateStep::Command::Delete) {
            if (const auto removed = store_.remove(step); !removed)
                return fail(QString::fromStdString(removed.error().text()));
        } else if (!store_.has(step)) {
            const auto most = step.size != 0 ? step.size : session::largestPackage;
            fetcher_.fetch(QUrl(QString::fromLatin1(step.url.c_str())), QString::fromStdString(store_.fetchPlace().string()),
                           static_cast<qint64>(most));
            return;
        }
        stepDone();
    }
    if (!running_)
        return;
    running_ = false;
    emit progress({}, 1);
    emit finished();
}

void Updater::fetched(const QString& why)
{
    if (!running_)
        return;
    if (!why.isEmpty())
        return fail(why);
    if (fetchesManifest_) {
        fetchesManifest_ = false;
        const auto text = readTextFile(store_.fetchPlace(), largestManifest);
        auto plan = text ? session::planOfManifest(text.value(), base_, manifest_) : Result<session::UpdatePlan>(text.error());
        if (!plan)
            return fail(QString::fromStdString(plan.error().text()));
        plan_ = std::move(plan).value();
        next_ = 0;
        return next();
    }
    if (const auto done = store_.apply(plan_.steps[next_], store_.fetchPlace()); !done)
        return fail(QString::fromStdString(done.error().text()));
    store_.removeLeftOvers();
    stepDone();
    next();
}

} // namespace blak::client
