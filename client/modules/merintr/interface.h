// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "client/module_api/host.h"
#include "formats/wire/objects.h"

#include <QObject>
#include <QPoint>

#include <functional>

namespace blak::client {

class AmountCard;
class GuildCard;
class SidePanel;
class StatBars;

/// The usual interface of the game: what one carries, is and can, the guild; what is done with things and spells. The server loads it
/// when a character enters ("merintr.dll").
class Interface : public QObject, public module::Module
{
    Q_OBJECT

public:
    module::Info info() const override;
    void begin(module::Host& host) override;
    void end() override;
    bool userChanged(quint32 topics) override;
    bool stateChanged(module::State before, module::State now) override;
    bool toolButton(const QString& id) override;

private:
    void useThing(quint32 id);
    void showThingMenu(quint32 id, QPoint place);
    void showPersonMenu(const QString& name, QPoint place);
    void moveThing(int from, int to);
    void dropThing(quint32 thing, quint32 onto);
    void put(const wire::GameObject& thing, const wire::GameObject& container, int amount);
    void offer(const wire::GameObject& thing, const wire::GameObject& other, int amount);
    void withAmount(const wire::GameObject& thing, const QString& what, std::function<void(int)> act);
    void cast(quint32 id, bool skill, int targets);
    void answerChoice(quint32 id);
    void actOn(quint32 id);

    module::Host* host_ = nullptr;
    SidePanel* side_ = nullptr;
    StatBars* bars_ = nullptr;
    GuildCard* guild_ = nullptr;
    AmountCard* amount_ = nullptr;
    // What waits for a choice in the world.
    enum class Choice : std::uint8_t { None, Cast, Perform, Apply };
    Choice choice_ = Choice::None;
    quint32 chooser_ = 0;
};

} // namespace blak::client
