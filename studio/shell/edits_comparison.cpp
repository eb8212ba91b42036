// SPDX-License-Identifier: GPL-3.0-or-later
#include "studio/shell/edits_comparison.h"

#include "studio/shell/document_area.h"
#include "studio/shell/document_notice.h"
#include "studio/shell/open_project.h"
#include "studio/shell/opening.h"
#include "studio/shell/studio_window.h"
#include "studio/views/compare/compare_view.h"
#include "ui/number_text.h"
#include "ui/toast.h"

#include <QDateTime>
#include <QFileInfo>
#include <QPointer>

#include <utility>

namespace blak::ui::shell {

EditsComparison::EditsComparison(StudioWindow& window, Choices choices) : QObject(&window), window_(window), choices_(std::move(choices)) {}

std::function<Result<std::string>()> EditsComparison::editsOf(const std::shared_ptr<document::Document>& document)
{
    return [of = std::weak_ptr(document)]() -> Result<std::string> {
        const auto there = of.lock();
        if (!there)
            return Error{tr("the edits were closed").toStdString(), {}};
        const auto now = there->content();
        return now ? Result<std::string>(*now.value()) : Result<std::string>(now.error());
    };
}

/// Texts beside each other, rooms as maps, sprites by frames. Where the document has a bar to decide, one decides there, too.
void EditsComparison::show(DocumentView* document)
{
    views::CompareView* compare = nullptr;
    if (document->document()) {
        const auto edited = document->document()->content();
        if (!edited) {
            window_.report(Severity::Error,
                           tr("%1 cannot be compared as it is edited now: %2.").arg(document->title(), QString::fromStdString(edited.error().what)),
                           document->path());
            return;
        }
        auto opened = views::CompareView::openEdits(document->path(), *edited.value(), window_.opening().project(), &window_.documents());
        if (!opened) {
            window_.report(Severity::Error, QString::fromStdString(opened.error().what), document->path());
            return;
        }
        compare = opened.value();
        compare->followEdits(editsOf(document->document()));
        connect(document, &DocumentView::modifiedChanged, compare, &views::CompareView::editsChanged);
    }
    if (compare == nullptr) {
        const QFileInfo info(document->path());
        window_.toasts().show(Severity::Info, tr("%1 on disk has %2 and was changed at %3.")
                                                  .arg(document->title(), counted(info.size(), tr("1 byte"), tr("%1 bytes")),
                                                       info.lastModified().toString(QStringLiteral("hh:mm:ss"))));
        return;
    }
    close(document->path());
    window_.opening().show(compare, QLatin1String(views::CompareView::kindId), compare->homeKind());
    if (window_.documents().notice(document) != nullptr)
        window_.documents().setNotice(compare, choiceOf(document));
    compare->setFocus(Qt::OtherFocusReason); // the button that led here is hidden now, and any field would take its keys
}

DocumentNotice* EditsComparison::choiceOf(DocumentView* document)
{
    auto* notice = new DocumentNotice(tr("%1 on disk, and as you edited it."), *document);
    notice->addChoice(tr("Decide later"), [this, document = QPointer(document)] {
        if (!document)
            return;
        window_.documents().setCurrent(document);
        window_.focusDocument(Qt::OtherFocusReason);
    });
    notice->addChoice(tr("Overwrite"), [this, document = QPointer(document)] {
        if (document)
            choices_.overwrite(document);
    });
    notice->addChoice(tr("Reload"), [this, document = QPointer(document)] {
        if (document)
            choices_.reload(document);
    });
    return notice;
}

bool EditsComparison::close(const QString& path)
{
    DocumentView* comparison = window_.documents().find(views::CompareView::editsPath(path));
    if (comparison == nullptr)
        return false;
    const bool wasInFront = window_.documents().current() == comparison;
    window_.closeDocument(comparison);
    return wasInFront;
}

} // namespace blak::ui::shell
