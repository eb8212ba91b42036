// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "formats/document/document.h"

#include <QByteArray>
#include <QObject>
#include <QString>

#include <cstdint>
#include <optional>
#include <span>
#include <vector>

namespace blak::ui {
class DocumentView;
}

namespace blak::ui::shell {

/// A renaming or replacement in several files that is among the unsaved edits of one of them. When these come back in another session, they
/// no longer know the other files: taken back, they go from this file alone.
struct SharedStep
{
    static constexpr qsizetype longestName = 200; ///< letters

    QString name;
    int others = 0; ///< files, without this one

    /// The newest of the unsaved ones of `document`; nothing where there is none. `all`: every document whose history is known.
    static std::optional<SharedStep> among(const document::Document& document, std::span<const std::shared_ptr<document::Document>> all);

    /// As the name of a record in a journal, and out of it; nothing where it is none.
    std::string toRecord() const;
    static std::optional<SharedStep> fromRecord(std::string_view record);

    friend bool operator==(const SharedStep&, const SharedStep&) = default;
};

/// Says so when the edits that just came back into a document, its newest step, are taken back. Lives as long as the view.
class SharedStepWatch : public QObject
{
    Q_OBJECT

public:
    SharedStepWatch(DocumentView& view, SharedStep step);

signals:
    void tookBack(const QString& sentence);
    void madeAgain();

private:
    SharedStep step_;
    std::uint64_t time_ = 0; ///< of the step, which no other has
    document::Connection told_;
};

} // namespace blak::ui::shell
