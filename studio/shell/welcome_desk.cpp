// SPDX-License-Identifier: GPL-3.0-or-later
#include "studio/shell/welcome_desk.h"

#include "studio/shell/document_area.h"
#include "studio/shell/opening.h"
#include "studio/shell/recent_projects.h"
#include "studio/shell/saving.h"
#include "studio/shell/studio_window.h"
#include "studio/shell/tour_bar.h"
#include "studio/shell/welcome_page.h"

#include <QFile>
#include <QFileInfo>

#include <algorithm>

namespace blak::ui::shell {

WelcomeDesk::WelcomeDesk(StudioWindow& window)
    : window_(window), page_(new WelcomePage(window.actions())), tour_(new TourBar(&window))
{
}

void WelcomeDesk::connectPage()
{
    if (const QString sample = sampleProject(); !sample.isEmpty())
        page_->setTours(toursOf(window_, sample));
    QObject::connect(page_, &WelcomePage::openRequested, &window_, [this](const QString& path) { window_.open(path); });
    QObject::connect(page_, &WelcomePage::tourRequested, &window_, [this](const QString& id) { startTour(id, {}); });
    QObject::connect(tour_, &TourBar::finished, &window_, [this](const QString& id) {
        setTourFinished(id);
        const QVector<Tour> tours = toursOf(window_, tourProject_);
        const auto next = std::ranges::find_if(tours, [](const Tour& tour) { return !isTourFinished(tour.id) && !(tour.isKnown && tour.isKnown()); });
        tour_->offer(next == tours.end() ? QString() : next->id, next == tours.end() ? QString() : next->title);
    });
    QObject::connect(tour_, &TourBar::nextRequested, &window_, [this](const QString& id) {
        startTour(id, tourProject_);
        window_.focusDocument(); // else the next button of the bar has it, which leaves the tour
    });
    QObject::connect(page_, &WelcomePage::forgetRequested, &window_, [this](const QString& path, const QString& journal) {
        window_.saving().closed().discardJournal(path, journal, [this] { offerKept(); });
    });
}

void WelcomeDesk::show()
{
    isShown_ = true;
    window_.documents().setCover(page_);
    offerKept();
    page_->setFocus(Qt::OtherFocusReason); // else the next widget of the status bar would have it
}

void WelcomeDesk::hide()
{
    isShown_ = false;
    window_.documents().setCover(nullptr);
    window_.opening().takePictureSoon(window_.documents().current()); // the theme may have changed meanwhile
}

void WelcomeDesk::startTour(const QString& id, const QString& project, int step)
{
    tourProject_ = project.isEmpty() ? sampleProject() : project;
    for (const Tour& tour : toursOf(window_, tourProject_))
        if (tour.id == id)
            tour_->start(tour, step);
    if (isShown_ && tour_->step() > 0) // the project is open already: what the next step speaks of is not on Welcome
        window_.setPerspective(Perspective::Room);
}

/// Edits of documents that nobody has open.
void WelcomeDesk::offerKept()
{
    QVector<KeptDocument> kept;
    for (const KeptEdits::Kept& one : window_.saving().keptEdits().all())
        if (QFileInfo::exists(one.path))
            kept.push_back({one.path, one.journal, QFileInfo(one.journal).lastModified()});
    page_->setKept(std::move(kept));
}

} // namespace blak::ui::shell
