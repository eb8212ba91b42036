// SPDX-License-Identifier: GPL-3.0-or-later
#include "client/windows/update_page.h"

#include "ui/fonts.h"

#include <QLabel>
#include <QProgressBar>
#include <QPushButton>
#include <QTimer>
#include <QVBoxLayout>

namespace blak::client {
namespace {

constexpr int keepAliveMilliseconds = 3000; ///< open105 hangs up after six seconds of silence
constexpr int barSteps = 1000;

/// Of a bound account_type in AP_LOGINOK (protocol reference, section 8): guests of 1997 and 2012.
bool isGuest(const session::Game& game)
{
    const auto type = game.accountType();
    return (game.dialect() == wire::Dialect::Classic97 && type == 2) || (game.dialect() == wire::Dialect::Classic2012 && type == 3);
}

} // namespace

UpdatePage::UpdatePage(GameClient& client, QWidget* parent)
    : QWidget(parent), client_(client), keepAlive_(new QTimer(this)), title_(new QLabel(this)), reason_(new QLabel(this)),
      what_(new QLabel(this)), bar_(new QProgressBar(this)), button_(new QPushButton(QStringLiteral("Cancel"), this))
{
    setObjectName(QStringLiteral("updatePage"));
    title_->setFont(ui::uiFont(18, QFont::DemiBold));
    reason_->setWordWrap(true);
    reason_->setTextFormat(Qt::PlainText);
    what_->setTextFormat(Qt::PlainText);
    bar_->setRange(0, barSteps);
    bar_->setTextVisible(false);
    bar_->setAccessibleName(QStringLiteral("Progress of the update"));
    auto* column = new QVBoxLayout;
    column->setSpacing(10);
    column->addStretch(1);
    for (QWidget* widget : std::initializer_list<QWidget*>{title_, reason_, bar_, what_})
        column->addWidget(widget);
    column->addWidget(button_, 0, Qt::AlignRight);
    column->addStretch(2);
    auto* outer = new QHBoxLayout(this);
    outer->addStretch(1);
    outer->addLayout(column, 2);
    outer->addStretch(1);
    keepAlive_->setInterval(keepAliveMilliseconds);
    connect(keepAlive_, &QTimer::timeout, this, [this] {
        if (client_.session() != nullptr && client_.session()->send(wire::MessageId::AP_PING))
            client_.flush();
    });
    connect(button_, &QPushButton::clicked, this, [this] {
        cancel();
        emit cancelled();
    });
}

bool UpdatePage::begin()
{
    session::Game* game = client_.game();
    if (isRunning() || game == nullptr || !game->download() || client_.wish().updates.empty())
        return false;
    const session::Download download = *game->takeDownload();
    patch_ = download.kind == session::Download::Kind::Patch;
    updater_ = std::make_unique<Updater>(client_.wish().updates);
    connect(updater_.get(), &Updater::progress, this, [this](const QString& what, double share) {
        what_->setText(what.isEmpty() || updater_->isQuiet() ? QString() : QStringLiteral("Fetching %1").arg(what));
        bar_->setValue(static_cast<int>(share * barSteps));
    });
    connect(updater_.get(), &Updater::applied, this, &UpdatePage::timeReached);
    connect(updater_.get(), &Updater::finished, this, &UpdatePage::finish);
    connect(updater_.get(), &Updater::failed, this, [this](const QString& why) {
        keepAlive_->stop();
        emit failed(QStringLiteral("The update failed. ") + why);
    });
    bar_->setValue(0);
    what_->clear();
    reason_->setText(QString::fromLatin1(download.reason.c_str()));
    title_->setText(QStringLiteral("Updating"));
    const auto refuse = [this](const Error& error) {
        emit failed(QStringLiteral("The server's update makes no sense: ") + QString::fromStdString(error.text()));
        return true;
    };
    if (patch_) {
        const auto base = session::addressOf(download.machine, download.path, "http");
        const auto manifest = session::addressOf(download.machine, download.manifest, "http");
        if (!base || !manifest)
            return refuse(base ? manifest.error() : base.error());
        keepAlive_->start();
        updater_->startWithManifest(QUrl(QString::fromStdString(manifest.value())), base.value());
        return true;
    }
    const auto have = static_cast<std::uint32_t>(std::max(0, client_.session()->settings().lastDownload));
    const auto plan = session::planOfDownload(download, game->dialect(), have, isGuest(*game));
    if (!plan)
        return refuse(plan.error());
    if (plan.value().quiet) { // what changes nothing in the game is not announced as if it did
        title_->setText(QStringLiteral("One moment"));
        reason_->clear();
    }
    keepAlive_->start();
    updater_->start(plan.value());
    return true;
}

void UpdatePage::finish()
{
    keepAlive_->stop();
    if (patch_) {
        emit reconnectWanted();
        return;
    }
    client_.takeUpdates();
}

void UpdatePage::cancel()
{
    keepAlive_->stop();
    if (updater_)
        updater_->cancel();
}

} // namespace blak::client
