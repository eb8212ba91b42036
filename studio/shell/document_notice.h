// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QWidget>

#include <functional>

class QHBoxLayout;

namespace blak::ui {
class DocumentView;
}

namespace blak::ui::shell {

/// A bar over a document that says what happened to its file and offers what to do. It stays until the user has chosen.
class DocumentNotice : public QWidget
{
    Q_OBJECT

public:
    /// `sentence` with %1 for the title of the document, which it follows.
    DocumentNotice(const QString& sentence, const DocumentView& document, QWidget* parent = nullptr);

    /// The first one gets the focus when the bar does: make it the safe one.
    void addChoice(const QString& verb, std::function<void()> chosen);

protected:
    void paintEvent(QPaintEvent* event) override;

private:
    QHBoxLayout* row_ = nullptr;
};

} // namespace blak::ui::shell
