// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QString>
#include <QVector>

#include <functional>

namespace blak::ui::shell {

class StudioWindow;

/// One thing to do. The studio sees when it was done, whoever did it.
struct TourStep
{
    QString sentence;
    std::function<void()> begin = {}; ///< remembers how things are before the step
    std::function<bool()> isDone;
    std::function<void()> doIt; ///< for who would rather watch
    std::function<bool()> isUndone = {}; ///< sends later steps back to this one; none: what was done stays so
};

struct Tour
{
    QString id; ///< "walk"; stable: what was finished is remembered under it
    QString title;
    QString detail;
    QVector<TourStep> steps;
    std::function<bool()> isKnown = {}; ///< whoever got here has done it: it is not offered as the next one
};

/// The seven small tours of the Learn card, through a project: open, look, walk, change a text, compare, and (run_tours.h) play, debug.
QVector<Tour> toursOf(StudioWindow& window, const QString& project);

bool isTourFinished(const QString& id);
void setTourFinished(const QString& id);

} // namespace blak::ui::shell
