// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "studio/playing/command_table.h"

#include <QHash>
#include <QObject>
#include <QStringList>

#include <functional>
#include <nlohmann/json_fwd.hpp>

namespace blak::play {
class PlaySession;
}

namespace blak::ui::playing {

/// Names that the running world has: commands of its server, its classes, what objects of a class hear. Each is asked for once, until
/// the world or its classes are others. Where nothing is known, as without a world, the answer is empty.
class WorldNames : public QObject
{
    Q_OBJECT

public:
    explicit WorldNames(play::PlaySession& session, QObject* parent = nullptr);

    void commands(std::function<void(const CommandTable& commands)> then);
    void classes(std::function<void(const QStringList& names)> then);
    /// Of the class and all that it inherits from, each once.
    void messages(const QString& className, std::function<void(const QStringList& names)> then);
    /// Of the class of an object: "17".
    void messagesOfObject(const QString& object, std::function<void(const QStringList& names)> then);

private:
    void forget();
    void climb(const QString& className, QStringList names, int classes, std::function<void(const QStringList& names)> then);
    void ask(nlohmann::json request, std::function<void(const nlohmann::json& answer)> then);

    play::PlaySession& session_;
    CommandTable commands_;
    QStringList classes_;
    QHash<QString, QStringList> messages_; ///< by class, in small letters
};

} // namespace blak::ui::playing
