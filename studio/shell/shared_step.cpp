// SPDX-License-Identifier: GPL-3.0-or-later
#include "studio/shell/shared_step.h"

#include "ui/document_view.h"
#include "ui/number_text.h"

#include <QStringList>

#include <algorithm>

namespace blak::ui::shell {
namespace {

constexpr auto recordKind = "shared";
constexpr int mostFiles = 1'000'000;

} // namespace

std::optional<SharedStep> SharedStep::among(const document::Document& document, std::span<const std::shared_ptr<document::Document>> all)
{
    const document::History& history = document.history();
    const std::size_t saved = history.savedPosition().value_or(0);
    for (std::size_t step = history.position(); step-- > saved;) {
        const std::uint64_t group = history.group(step);
        if (group == 0)
            continue;
        const auto others =
            std::ranges::count_if(all, [&](const auto& one) { return one && one.get() != &document && one->history().isInEffect(group); });
        if (others > 0)
            return SharedStep{QString::fromUtf8(history.name(step)).left(longestName), static_cast<int>(others)};
    }
    return std::nullopt;
}

std::string SharedStep::toRecord() const { return QStringList{QLatin1String(recordKind), QString::number(others), name}.join(u'\n').toStdString(); }

std::optional<SharedStep> SharedStep::fromRecord(std::string_view record)
{
    const QStringList parts = QString::fromUtf8(record).split(u'\n');
    if (parts.size() != 3 || parts[0] != QLatin1String(recordKind) || parts[2].size() > longestName)
        return std::nullopt;
    bool isNumber = false;
    const int others = parts[1].toInt(&isNumber);
    if (!isNumber || others < 1 || others > mostFiles)
        return std::nullopt;
    return SharedStep{parts[2], others};
}

SharedStepWatch::SharedStepWatch(DocumentView& view, SharedStep step)
    : QObject(&view), step_(std::move(step)), time_(view.document()->history().undoTime())
{
    told_ = view.document()->history().notices().connect([this, &view](const document::HistoryNotice& notice) {
        const document::History& history = view.document()->history();
        if (notice.kind == document::HistoryNotice::Kind::Undone && history.redoTime() == time_)
            emit tookBack(tr("Took back in %1 alone. \u201c%2\u201d was made in %3 in an earlier session and stays there.")
                              .arg(view.title(), step_.name, counted(step_.others, tr("1 other file"), tr("%1 other files"))));
        else if (notice.kind == document::HistoryNotice::Kind::Redone && history.undoTime() == time_)
            emit madeAgain();
    });
}

} // namespace blak::ui::shell
