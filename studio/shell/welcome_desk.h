// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QString>

namespace blak::ui::shell {

class StudioWindow;
class TourBar;
class WelcomePage;

/// The Welcome page of a window: whether it covers the documents, what it offers, and the tours that begin there.
class WelcomeDesk
{
public:
    explicit WelcomeDesk(StudioWindow& window);

    /// Its signals, once the window has all its parts.
    void connectPage();
    TourBar& tour() { return *tour_; }

    bool isShown() const { return isShown_; }
    void show();
    void hide(); ///< the documents are seen again
    /// A tour of the Learn card, through the sample project or through another one.
    void startTour(const QString& id, const QString& project, int step = 0);

private:
    void offerKept();

    StudioWindow& window_;
    WelcomePage* page_;
    TourBar* tour_;
    QString tourProject_; ///< through which the tours go
    bool isShown_ = false;
};

} // namespace blak::ui::shell
