// SPDX-License-Identifier: GPL-3.0-or-later
#include "studio/playing/play_problems.h"

#include "formats/document/workspace.h"

#include <QCoreApplication>
#include <QFileInfo>

#include <algorithm>

namespace blak::ui::playing {

void PlayProblems::take(const QVector<play::PlayLine>& lines)
{
    problems_.clear();
    for (const play::PlayLine& line : lines) {
        Diagnostic problem;
        problem.severity = line.severity;
        problem.code = "play";
        problem.file = line.file.toStdString();
        problem.range.line = static_cast<std::uint32_t>(line.line);
        QString sentence = line.text; // as the editor says it
        if (!sentence.isEmpty())
            sentence[0] = sentence[0].toUpper();
        problem.message = (sentence.endsWith(u'.') || sentence.endsWith(u'?') ? sentence : sentence + u'.').toStdString();
        problems_.push_back(std::move(problem));
    }
}

play::PlayLine faultInTexts(const document::Workspace& texts)
{
    for (const auto& document : texts.documents()) {
        const QString path = QString::fromStdString(document->path().string());
        if (QFileInfo(path).suffix().compare(QLatin1String("kod"), Qt::CaseInsensitive) != 0)
            continue;
        const auto& problems = document->problems();
        if (const auto first = std::ranges::find(problems, Severity::Error, &Diagnostic::severity); first != problems.end())
            return {Severity::Warning, QStringLiteral("compiler"),
                    QCoreApplication::translate("PlayProblems", "%1 does not compile: the game goes on as it is.").arg(QString::fromStdString(document->title())), path,
                    static_cast<int>(first->range.line)};
    }
    return {};
}

} // namespace blak::ui::playing
