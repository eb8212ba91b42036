// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/document_view.h"

#include <QTimer>

#include <atomic>
#include <optional>

namespace blak::ui {
class EmptyLabel;
}

namespace blak::ui::shell {

/// Stands in the place of a document while a worker reads its file. Has its tab and its name, is closed like any document; says
/// what it waits for once that takes longer than a blink.
class LoadingPage : public DocumentView
{
    Q_OBJECT

public:
    LoadingPage(const DocumentType& type, QString path, QVariantMap state, QWidget* parent);
    ~LoadingPage() override; ///< cancels

    QString path() const override { return path_; }
    QString title() const override;
    QString icon() const override { return icon_; }
    QStringList statusLeft() const override;
    /// What the document will be told: a session saved meanwhile loses nothing.
    QVariantMap saveViewState() const override { return state_; }

    /// Runs `type.load` in a worker; `loaded` comes when it is through.
    void start(const DocumentType& type, std::shared_ptr<Project> project);
    /// Waits for the worker.
    void finish();
    /// Makes the document of what was read; call once, after `loaded`.
    Result<DocumentView*> makeDocument(QWidget* parent);
    /// Whether it has waited long enough to say so.
    bool isTaken() const { return taken_; } ///< the worker is through
    bool isSlow() const { return !slowTimer_.isActive(); }

    /// Whether it has waited so long that the status bar offers to cancel it.
    bool isLong() const { return !longTimer_.isActive(); }

signals:
    void loaded();
    void becameSlow();
    void becameLong();

private:
    struct Work; ///< shared with the worker, which may outlive the page

    void take();

    QString path_;
    QString icon_;
    QVariantMap state_;
    EmptyLabel* label_;
    QTimer slowTimer_;
    QTimer longTimer_;
    std::shared_ptr<Work> work_;
    bool taken_ = false;
};

} // namespace blak::ui::shell
