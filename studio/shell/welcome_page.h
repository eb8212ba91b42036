// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "studio/shell/recovery_bar.h"
#include "studio/shell/tours.h"

#include <QScrollArea>
#include <QVector>

class QGridLayout;
class QVBoxLayout;

namespace blak::ui::shell {

class ActionRegistry;

/// The first thing one sees: edits that wait to be put back, the sample project, recent projects and files, ways to open something,
/// keys worth knowing.
class WelcomePage : public QScrollArea
{
    Q_OBJECT

public:
    explicit WelcomePage(ActionRegistry& actions, QWidget* parent = nullptr);

    /// Reads the recent lists again.
    void refresh();
    /// What the recovery bars offer; none without.
    void setKept(QVector<KeptDocument> kept);
    /// The rows of the Learn card; none without a project to walk through.
    void setTours(QVector<Tour> tours);

signals:
    void openRequested(const QString& path);
    void forgetRequested(const QString& path, const QString& journal);
    void tourRequested(const QString& tourId);

protected:
    void resizeEvent(QResizeEvent* event) override;
    void showEvent(QShowEvent* event) override;
    void hideEvent(QHideEvent* event) override;

private:
    QWidget* sampleCard();
    QWidget* filesCard();
    QWidget* projectsCard();
    QWidget* keysCard();
    QWidget* learnCard();
    QWidget* openRow();
    void arrange();
    void clear();

    ActionRegistry& actions_;
    QVector<KeptDocument> kept_;
    QVector<Tour> tours_;
    QWidget* page_ = nullptr;
    QWidget* left_ = nullptr;
    QWidget* right_ = nullptr;
    QGridLayout* grid_ = nullptr;
    QVBoxLayout* leftColumn_ = nullptr;
    QVBoxLayout* rightColumn_ = nullptr;
    bool wide_ = true;
};

} // namespace blak::ui::shell
