// SPDX-License-Identifier: GPL-3.0-or-later
#include "studio/playing/world_names.h"

#include "studio/play/session/play_session.h"

#include <QPointer>

#include <utility>

namespace blak::ui::playing {
namespace {

using nlohmann::json;

constexpr int mostAncestors = 100;

QString textOf(const json& row, const char* name) { return QString::fromStdString(row.value(name, "")); }

} // namespace

WorldNames::WorldNames(play::PlaySession& session, QObject* parent) : QObject(parent), session_(session)
{
    connect(&session_, &play::PlaySession::stateChanged, this, &WorldNames::forget);
    connect(&session_, &play::PlaySession::codeReloaded, this, &WorldNames::forget);
}

void WorldNames::forget()
{
    commands_ = {};
    classes_.clear();
    messages_.clear();
}

/// `then` gets an empty object where there is no answer.
void WorldNames::ask(json request, std::function<void(const json&)> then)
{
    session_.control().ask(std::move(request), [guard = QPointer<WorldNames>(this), then = std::move(then)](const play::ControlAnswer& answer) mutable {
        if (!guard.isNull())
            then(answer.good ? answer.result : json::object());
    });
}

void WorldNames::commands(std::function<void(const CommandTable&)> then)
{
    if (!commands_.isEmpty() || !session_.isRunning())
        return then(commands_);
    ask({{"do", "commands"}}, [this, then = std::move(then)](const json& answer) {
        commands_ = CommandTable::of(answer);
        then(commands_);
    });
}

void WorldNames::classes(std::function<void(const QStringList&)> then)
{
    if (!classes_.isEmpty() || !session_.isRunning())
        return then(classes_);
    ask({{"do", "classes"}}, [this, then = std::move(then)](const json& answer) {
        classes_.clear();
        for (const json& row : answer)
            classes_ << textOf(row, "class");
        classes_.sort(Qt::CaseInsensitive);
        then(classes_);
    });
}

void WorldNames::messages(const QString& className, std::function<void(const QStringList&)> then)
{
    const QString known = className.toLower();
    if (messages_.contains(known) || !session_.isRunning())
        return then(messages_.value(known));
    climb(className, {}, mostAncestors, [this, known, then = std::move(then)](const QStringList& names) {
        messages_.insert(known, names);
        then(names);
    });
}

/// Adds what a class hears to the names, then what the classes above it do: at most so many, for a circle has no end.
void WorldNames::climb(const QString& className, QStringList names, int classes, std::function<void(const QStringList&)> then)
{
    ask({{"do", "class.read"}, {"class", className.toStdString()}},
        [this, names = std::move(names), classes, then = std::move(then)](const json& answer) mutable {
            for (const json& message : answer.value("messages", json::array()))
                if (const QString name = QString::fromStdString(message.get<std::string>()); !names.contains(name))
                    names << name;
            const QString above = textOf(answer, "super");
            if (above.isEmpty() || classes == 1)
                return then(names);
            climb(above, std::move(names), classes - 1, std::move(then));
        });
}

void WorldNames::messagesOfObject(const QString& object, std::function<void(const QStringList&)> then)
{
    bool isNumber = false;
    const qlonglong number = object.toLongLong(&isNumber);
    if (!isNumber || !session_.isRunning())
        return then({});
    ask({{"do", "object.read"}, {"object", number}}, [this, then = std::move(then)](const json& answer) {
        if (!answer.contains("class"))
            return then({});
        messages(textOf(answer, "class"), then);
    });
}

} // namespace blak::ui::playing
