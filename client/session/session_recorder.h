// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "client/session/game.h"

#include <cstddef>
#include <string>
#include <vector>

namespace blak::session {

/// Writes down what somebody plays as a script of `blak play` (client/play/script.h): steps that a client can do again, and what came
/// of them as expectations - rooms, things, looks, one's own words. Told of messages in both directions; knows neither socket nor
/// clock. What a script cannot repeat stands in it as a comment.
class SessionRecorder
{
public:
    /// Squares that a way may leave the one that was walked by.
    static constexpr double wayTolerance = 0.3;
    static constexpr std::size_t mostSteps = 9000; ///< parsePlayScript() takes 10 000

    /// Begins where somebody stands now; client units, 4096 a turn.
    void start(const std::string& room, double x, double y, int angle);
    void sent(const wire::Message& message, const Game& game, double milliseconds);
    void heard(const wire::Message& message, const Game& game, const std::string& roomFile, double milliseconds);

    /// The steps so far; the way since the last of them comes with whatever ends it, or with finishWay().
    const std::vector<std::string>& lines() const { return lines_; }
    void finishWay();
    /// A script of such steps.
    static std::string textOf(const std::string& title, const std::vector<std::string>& lines);
    bool isFull() const { return lines_.size() >= mostSteps; }

private:
    struct Point
    {
        double row = 0, column = 0; ///< as walk-to has them: 12.5 is the line between 12 and 13
    };
    void add(std::string line);
    void act(const std::string& line, double milliseconds);
    void onThing(const Game& game, const wire::Message& message, const char* field, const char* command, double milliseconds);
    void waitUntil(double milliseconds);
    void compareThings(const Game& game);

    std::vector<std::string> lines_;
    std::vector<Point> way_;
    std::string room_, target_;
    std::vector<std::string> things_; ///< names of what is carried, sorted
    bool knowsThings_ = false;
    double lastAct_ = -1, lastMove_ = -1; ///< milliseconds
};

} // namespace blak::session
