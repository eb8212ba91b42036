// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QDateTime>
#include <QString>
#include <QWidget>

namespace blak::ui::shell {

/// A document whose unsaved edits are kept on disk while no studio has it open.
struct KeptDocument
{
    QString path;
    QString journal;
    QDateTime when; ///< of the last edit
};

/// The bar on the welcome page that offers to put kept edits back.
class RecoveryBar : public QWidget
{
    Q_OBJECT

public:
    explicit RecoveryBar(const KeptDocument& kept, QWidget* parent = nullptr);

signals:
    void restoreRequested(const QString& path);
    /// Takes the journal away for good.
    void forgetRequested(const QString& path, const QString& journal);

protected:
    void paintEvent(QPaintEvent* event) override;
};

} // namespace blak::ui::shell
