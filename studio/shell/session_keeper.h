// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QByteArray>
#include <QObject>
#include <QString>
#include <QVariantMap>

#include <memory>
#include <optional>

class QLockFile;
class QTimer;

namespace blak::ui::shell {

class StudioWindow;

/// What is open, kept while the studio runs, so that one that is killed opens it again. Each running studio has a file of its own
/// beside the settings, written in one step a while after something changed and never at rest; who leaves takes it away. A file that
/// no running studio holds is of one that was killed: the next that restores a session takes it over.
class SessionKeeper : public QObject
{
    Q_OBJECT

public:
    static constexpr int writeAfter = 2000; ///< ms after a change
    static constexpr int mostTries = 2;     ///< times that a session is opened which ended before anything of it was kept again
    static constexpr int forgetAfter = 30;  ///< days: what was lost so long ago is no longer wanted

    explicit SessionKeeper(StudioWindow& window);
    ~SessionKeeper() override;

    /// What a studio that was killed had open, the newest; from now on it is this one's. None: all others live or left.
    /// `project`: only of that folder; empty: of any.
    std::optional<QVariantMap> takeLost(const QString& project = {});
    /// Opens what was lost, else what was open when the studio was left.
    void restore(const QString& project = {});
    /// From now on.
    void start();
    /// All is written that is due.
    void flush();

    static QString folder();

protected:
    bool eventFilter(QObject* watched, QEvent* event) override;

private:
    bool hold(const QString& file);
    void write(const QVariantMap& session);
    void changed();
    void keep();

    StudioWindow& window_;
    QString file_; ///< empty: none is held
    std::unique_ptr<QLockFile> lock_;
    QTimer* timer_ = nullptr;
    QByteArray written_;
};

} // namespace blak::ui::shell
