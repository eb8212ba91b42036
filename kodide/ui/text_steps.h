// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QString>

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

namespace blak::ui::code {

// Names of gestures whose steps are told apart by what they did to the text.
namespace step_names {
QString paste();
QString cut();
QString replace();
} // namespace step_names

/// `Paste 3 lines`: a gesture, and the text that it put in or took out.
QString stepName(const QString& gesture, std::string_view text);
/// `Replace all: 24 places`.
QString replaceAllName(qsizetype places);

/// What a step of a text did, while it is being made: `Type "foo"`, `Paste 3 lines`, `Delete line 14`, `Indent 5 lines`. Edits that
/// touch each other become one, as in the history; of many only the first ones are kept, and of each a bounded number of letters is
/// quoted.
class TextStepWords
{
public:
    void clear();
    /// An edit of `text`, which is as it was before: bytes from `at` become `with`.
    void add(const std::string& text, std::size_t at, std::size_t count, std::string_view with);
    /// The name of the step by now. `gesture`: empty where somebody typed; of those above or any other, which is taken as it is.
    std::string name(const QString& gesture, const std::string& text) const;

private:
    struct Stretch
    {
        std::size_t at = 0;
        std::string before, after;
        bool isAtStart = false; ///< of a line
    };
    QString one(const Stretch& it, const std::string& text) const;
    QString many() const;

    std::vector<Stretch> stretches_; ///< the first ones, and the last
    std::size_t places_ = 0;         ///< all of them
};

} // namespace blak::ui::code
