// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "client/windows/card.h"

class QTextBrowser;

namespace blak::client {

class PlayView;

/// Keys and typed commands, made of the tables that say what they do.
class HelpCard : public Card
{
    Q_OBJECT

public:
    /// Over the view, or over another page: help is there in every state.
    explicit HelpCard(PlayView& view, QWidget* parent = nullptr);
    void open() override;
    /// Rows of a table, of what the modules add to the typed commands.
    void setMore(const QString& rows) { more_ = rows; }

protected:
    bool event(QEvent* event) override;
    void keyPressEvent(QKeyEvent* event) override;

private:
    bool isItsKey(const QKeyEvent& event) const;

    PlayView& view_;
    QString more_;
    QTextBrowser* text_ = nullptr;
};

} // namespace blak::client
