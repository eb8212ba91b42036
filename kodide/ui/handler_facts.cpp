// SPDX-License-Identifier: GPL-3.0-or-later
#include "kodide/ui/handler_facts.h"

#include "kodide/compiler/characters.h"
#include "kodide/ui/breadcrumb.h"
#include "kodide/ui/code_view.h"
#include "ui/number_text.h"

#include <algorithm>

namespace blak::ui::code {
namespace {

constexpr int askAfter = 200; ///< ms without a key

} // namespace

HandlerFacts::HandlerFacts(CodeView& view) : QObject(&view), view_(view)
{
    soon_.setSingleShot(true);
    soon_.setInterval(askAfter);
    connect(&soon_, &QTimer::timeout, this, &HandlerFacts::ask);
    connect(&view_, &CodeView::indexed, &soon_, qOverload<>(&QTimer::start));
    connect(view_.editor(), &CodeEditor::cursorMoved, this, [this] {
        const auto [className, handler] = view_.ownerAt(view_.editor()->cursorOffset());
        if (className + u'.' + handler != shownFor_)
            soon_.start();
    });
}

void HandlerFacts::ask()
{
    const auto [className, handler] = view_.ownerAt(view_.editor()->cursorOffset());
    const auto index = view_.index();
    shownFor_ = className + u'.' + handler;
    if (!index || handler.isEmpty()) {
        answer_.forget();
        view_.breadcrumb()->setFacts({});
        return;
    }
    answer_.ask(
        [index, owner = className.toStdString(), key = kod::SymbolKey{kod::NameKind::Message, {}, kod::lowerText(handler.toStdString())}] {
            Found found;
            found.above = index->overridden(key, owner);
            found.below = static_cast<int>(index->overriding(key, owner).size());
            for (const kod::SymbolUse& use : index->uses(key))
                found.senders += use.kind == kod::UseKind::Sends ? 1 : 0;
            return found;
        },
        [this, className = className, handler = handler](const Found& found) { take(className, handler, found); });
}

void HandlerFacts::take(const QString& className, const QString& handler, const Found& found)
{
    const kod::SymbolKey key{kod::NameKind::Message, {}, kod::lowerText(handler.toStdString())};
    QVector<Crumb> facts;
    if (!found.above.empty())
        facts.push_back({tr("overrides %1").arg(QString::fromStdString(found.above.front().className)),
                         [this, use = found.above.front(), handler] { emit handlerWanted(use, handler); }});
    if (found.below > 0)
        facts.push_back({counted(found.below, tr("overridden once"), tr("overridden %1 times")), [this, key, className] { emit handlersWanted(key, className); }});
    facts.push_back({found.senders == 0 ? tr("no sender") : counted(found.senders, tr("1 sender"), tr("%1 senders")),
                     found.senders == 0 ? std::function<void()>() : [this, key, className] { emit sendersWanted(key, className); }});
    view_.breadcrumb()->setFacts(std::move(facts));
}

} // namespace blak::ui::code
