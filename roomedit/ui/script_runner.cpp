// SPDX-License-Identifier: GPL-3.0-or-later
#include "roomedit/ui/script_runner.h"

#include <QMetaObject>

#include <utility>

namespace blak::ui::rooms {

ScriptRunner::ScriptRunner(std::shared_ptr<roomcore::RoomDocument> document, QObject* parent)
    : QObject(parent), document_(std::move(document)), cancelled_(std::make_shared<std::atomic<bool>>(false))
{
    pool_.setMaxThreadCount(1);
}

ScriptRunner::~ScriptRunner()
{
    stop();
    pool_.waitForDone();
}

void ScriptRunner::stop() { *cancelled_ = true; }

void ScriptRunner::run(const QString& source, const QString& name)
{
    if (running_)
        return;
    const auto copy = document_->copy();
    if (!copy)
        return emit finished({}, QString::fromStdString(copy.error().text()), 0);
    running_ = true;
    cancelled_ = std::make_shared<std::atomic<bool>>(false);
    auto request = std::make_shared<roomscript::ScriptRequest>();
    request->source = source;
    request->name = name;
    request->map = document_->map();
    request->defaults = document_->defaults();
    request->file = copy.value()->file;
    request->milliseconds = seconds * 1000;
    request->megabytes = megabytes;
    request->printed = [this](const QString& line) {
        QMetaObject::invokeMethod(this, [this, line] { emit printed(line); }, Qt::QueuedConnection);
    };
    pool_.start([this, request, cancelled = cancelled_, name, revision = document_->revision()] {
        request->cancelled = cancelled.get();
        auto outcome = std::make_shared<roomscript::ScriptOutcome>(roomscript::runScript(std::move(*request)));
        QMetaObject::invokeMethod(this, [this, outcome, name, revision] { take(*outcome, name, revision); }, Qt::QueuedConnection);
    });
}

void ScriptRunner::take(roomscript::ScriptOutcome& outcome, const QString& name, std::uint64_t revision)
{
    running_ = false;
    QString error = outcome.error;
    if (error.isEmpty() && outcome.changed) {
        if (document_->revision() != revision || document_->history().isOpen())
            error = tr("the room was edited meanwhile and stays as it is; run the script again");
        else
            document_->replaceMap(tr("Script %1").arg(name).toStdString(), std::move(outcome.map));
        if (error.isEmpty())
            for (const QString& sentence : std::as_const(outcome.newErrors))
                emit found(sentence);
    } else if (error.isEmpty()) {
        document_->setSelection(outcome.map.livingSelection());
    }
    emit finished(outcome.value, error, outcome.errorLine);
}

} // namespace blak::ui::rooms
