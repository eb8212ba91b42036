// SPDX-License-Identifier: GPL-3.0-or-later
#include "studio/playing/play_test.h"

#include "client/windows/script_player.h"
#include "studio/playing/connect_wish.h"

namespace blak::ui::playing {
namespace {

constexpr double square = 1024; ///< client units

} // namespace

PlayTest::PlayTest(play::PlayWish wish, std::vector<client::ScriptStep> script, QString name, QObject* parent)
    : QObject(parent), wish_(std::move(wish)), script_(std::move(script)), name_(std::move(name)), window_(nullptr),
      player_(window_.client())
{
    qRegisterMetaType<play::PlayLine>();
    connect(&session_, &play::PlaySession::ready, this, &PlayTest::ready);
    connect(&session_, &play::PlaySession::failed, this, [this](const QString& why, bool) { giveUp(why); });
    connect(&session_, &play::PlaySession::died, this, &PlayTest::giveUp);
    connect(&session_, &play::PlaySession::said, this, [this](const play::PlayLine& line) {
        if (line.severity == Severity::Error)
            emit said(false, line.file.isEmpty() ? line.text : QStringLiteral("%1:%2: %3").arg(line.file).arg(line.line).arg(line.text));
    });
    connect(&session_, &play::PlaySession::findings, this, [this](const QVector<play::PlayLine>& lines) {
        for (const play::PlayLine& line : lines)
            emit said(false, QStringLiteral("%1:%2: %3").arg(line.file).arg(line.line).arg(line.text));
    });
    connect(&session_, &play::PlaySession::placed, this, &PlayTest::play);
    connect(&session_, &play::PlaySession::resourcesChanged, this,
            [this](const std::vector<std::filesystem::path>& files) { window_.client().readResources(files); });
    connect(&player_, &client::AutoPlayer::entered, this, [this](qint64 character, bool isNew) { session_.entered(character, isNew); });
    connect(&player_, &client::AutoPlayer::failed, this, &PlayTest::giveUp);
}

PlayTest::~PlayTest()
{
    session_.disconnect(this);
    player_.disconnect(this);
}

play::PlayPlace PlayTest::startOf(const std::vector<client::ScriptStep>& script)
{
    for (const client::ScriptStep& step : script)
        if (step.command == client::ScriptCommand::Start)
            return {QString::fromStdString(step.text), true, (step.column - 0.5) * square, (step.first - 0.5) * square,
                    static_cast<int>(step.number)};
    return {};
}

void PlayTest::start() { session_.start(wish_, startOf(script_)); }

void PlayTest::ready()
{
    session_.account(play::AccountKind::Player, 0, [this](const std::optional<play::PlayAccount>& account, const QString& why) {
        if (!account)
            return giveUp(why);
        player_.start(connectWishOf(session_), autoAccount(*account));
    });
}

void PlayTest::play()
{
    steps_ = std::make_unique<client::ScriptPlayer>(window_, script_);
    connect(steps_.get(), &client::ScriptPlayer::finished, this, [this] {
        for (const auto& outcome : steps_->outcomes())
            emit said(outcome.passed, QStringLiteral("%1:%2: %3  %4  (%5 s)%6")
                                          .arg(name_)
                                          .arg(outcome.step.line)
                                          .arg(outcome.passed ? QStringLiteral("ok  ") : QStringLiteral("FAIL"))
                                          .arg(QString::fromStdString(outcome.step.source))
                                          .arg(outcome.seconds, 0, 'f', 2)
                                          .arg(outcome.why.isEmpty() ? QString() : QStringLiteral("  ") + outcome.why));
        over_ = true;
        emit finished();
    });
    steps_->start();
}

void PlayTest::giveUp(const QString& why)
{
    if (over_)
        return;
    over_ = true;
    fault_ = why;
    emit said(false, name_ + QStringLiteral(": ") + why);
    emit finished();
}

bool PlayTest::passed() const { return fault_.isEmpty() && steps_ != nullptr && steps_->allPassed(); }

QString PlayTest::junit() const
{
    if (steps_ != nullptr && fault_.isEmpty())
        return steps_->junit(name_);
    return QStringLiteral("<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<testsuite name=\"%1\" tests=\"1\" failures=\"1\">\n"
                          "  <testcase name=\"the world\"><failure message=\"%2\"/></testcase>\n</testsuite>\n")
        .arg(name_.toHtmlEscaped(), fault_.toHtmlEscaped());
}

} // namespace blak::ui::playing
