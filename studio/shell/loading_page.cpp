// SPDX-License-Identifier: GPL-3.0-or-later
#include "studio/shell/loading_page.h"

#include "ui/background_pool.h"
#include "ui/empty_label.h"

#include <QFileInfo>
#include <QThreadPool>
#include <QVBoxLayout>

#include <condition_variable>
#include <mutex>

namespace blak::ui::shell {
namespace {

constexpr int slowAfter = 200;  ///< ms; below, nothing is said (design language, progress)
constexpr int longAfter = 2000; ///< ms until the status bar offers to cancel

} // namespace

struct LoadingPage::Work
{
    std::atomic<bool> cancelled = false;
    std::mutex mutex;
    std::condition_variable changed;
    LoadingPage* page = nullptr; ///< null once nobody waits any more
    std::optional<Result<DocumentMaker>> result;

    void deliver(Result<DocumentMaker> made)
    {
        const std::lock_guard lock(mutex);
        result.emplace(std::move(made));
        changed.notify_all();
        if (page != nullptr)
            QMetaObject::invokeMethod(page, &LoadingPage::take, Qt::QueuedConnection);
    }
};

LoadingPage::LoadingPage(const DocumentType& type, QString path, QVariantMap state, QWidget* parent)
    : DocumentView(parent), path_(std::move(path)), icon_(type.icon), state_(std::move(state)),
      label_(new EmptyLabel(tr("Opening %1.").arg(title()), this)), work_(std::make_shared<Work>())
{
    setFocusPolicy(Qt::StrongFocus);
    auto* column = new QVBoxLayout(this);
    column->setContentsMargins(0, 0, 0, 0);
    column->addWidget(label_);
    column->addStretch();
    label_->hide();
    slowTimer_.setSingleShot(true);
    longTimer_.setSingleShot(true);
    connect(&longTimer_, &QTimer::timeout, this, &LoadingPage::becameLong);
    connect(&slowTimer_, &QTimer::timeout, this, [this] {
        label_->show();
        emit becameSlow();
        emit statusChanged();
    });
}

LoadingPage::~LoadingPage()
{
    work_->cancelled = true;
    const std::lock_guard lock(work_->mutex);
    work_->page = nullptr;
}

QString LoadingPage::title() const { return QFileInfo(path_).fileName(); }

QStringList LoadingPage::statusLeft() const
{
    return isSlow() ? QStringList{tr("Opening %1").arg(title()), tr("Ctrl+W stops")} : QStringList{};
}

void LoadingPage::start(const DocumentType& type, std::shared_ptr<Project> project)
{
    slowTimer_.start(slowAfter);
    longTimer_.start(longAfter);
    work_->page = this;
    backgroundPool().start([work = work_, load = type.load, path = path_, project = std::move(project)] {
        work->deliver(work->cancelled ? Error{"cancelled", path.toStdString()} : load(path, project, work->cancelled));
    });
}

void LoadingPage::finish()
{
    {
        std::unique_lock lock(work_->mutex);
        work_->changed.wait(lock, [this] { return work_->result.has_value(); });
    }
    take();
}

void LoadingPage::take()
{
    if (std::exchange(taken_, true))
        return;
    slowTimer_.stop();
    longTimer_.stop();
    emit loaded();
}

Result<DocumentView*> LoadingPage::makeDocument(QWidget* parent)
{
    const std::lock_guard lock(work_->mutex);
    if (!*work_->result)
        return work_->result->error();
    return work_->result->value()(parent);
}

} // namespace blak::ui::shell
