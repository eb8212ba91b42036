// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "kodide/index/tree_index.h"
#include "kodide/ui/latest_answer.h"

#include <QObject>
#include <QTimer>

#include <vector>

namespace blak::ui::code {

class CodeView;

/// What other classes have to do with the handler at the cursor, at the right of the breadcrumb: "overrides Villager", "overridden 2",
/// "5 senders". A click goes there, or lists them.
class HandlerFacts : public QObject
{
    Q_OBJECT

public:
    explicit HandlerFacts(CodeView& view);

    bool isAsking() const { return answer_.isAsking() || soon_.isActive(); }

signals:
    /// The senders of a message are to be listed, or its handlers.
    void sendersWanted(const blak::kod::SymbolKey& key, const QString& fromClass);
    void handlersWanted(const blak::kod::SymbolKey& key, const QString& fromClass);
    void handlerWanted(const blak::kod::SymbolUse& use, const QString& name);

private:
    struct Found
    {
        std::vector<kod::SymbolUse> above;
        int below = 0;
        int senders = 0;
    };
    void ask();
    void take(const QString& className, const QString& handler, const Found& found);

    CodeView& view_;
    QTimer soon_;
    LatestAnswer answer_;
    QString shownFor_; ///< class and handler that is told of
};

} // namespace blak::ui::code
