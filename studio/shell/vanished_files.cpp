// SPDX-License-Identifier: GPL-3.0-or-later
#include "studio/shell/vanished_files.h"

#include "formats/base/file_io.h"
#include "formats/base/text_encoding.h"
#include "kodide/ui/text_languages.h"
#include "studio/shell/document_area.h"
#include "studio/shell/document_notice.h"
#include "studio/shell/doom_import.h"
#include "studio/shell/save_sentence.h"
#include "studio/shell/saving.h"
#include "studio/shell/studio_window.h"
#include "ui/toast.h"

#include <QDir>
#include <QFileInfo>

#include <optional>
#include <string>

namespace blak::ui::shell {
namespace {

bool isRoom(const QString& path) { return path.endsWith(QLatin1String(".roo"), Qt::CaseInsensitive); }

/// The file that kept edits make by themselves; nothing when they are no whole file.
std::optional<std::string> fileOf(const KeptEdits::Kept& kept)
{
    const std::string state = kept.state.toStdString();
    if (isValidUtf8(state)) {
        const auto plain = encodeText(state, TextEncoding::Windows1252);
        return plain && code::languageOf(kept.path) == code::TextLanguage::Blakod ? plain.value() : state;
    }
    return kept.path.endsWith(QLatin1String(".bgf"), Qt::CaseInsensitive) && state.starts_with("BGF") ? std::optional(state) : std::nullopt;
}

} // namespace

bool VanishedFiles::offer(const QString& path)
{
    const auto kept = kept_.find(path);
    if (!kept || QFileInfo::exists(path) || (!isRoom(path) && !fileOf(*kept)))
        return false;
    window_.toasts().withdraw(path);
    window_.toasts().show(Severity::Error, Saving::tr("%1 is gone, but edits of it are kept.").arg(QFileInfo(path).fileName()),
                          Saving::tr("Put it back"), [this, path] { writeAgain(path); }, path);
    return true;
}

void VanishedFiles::tell(const QString& path)
{
    if (!openUnsavedRoom(window_, path) && !offer(path))
        window_.report(Severity::Warning,
                       Saving::tr("%1 is gone, but edits of it are kept. Put the file back and open it.").arg(QFileInfo(path).fileName()), path);
}

void VanishedFiles::writeAgain(const QString& path)
{
    const auto kept = kept_.find(path);
    if (!kept || QFileInfo::exists(path))
        return window_.open(path);
    QDir().mkpath(QFileInfo(path).absolutePath());
    if (isRoom(path)) { // a journal leaves out what follows from the rest, so the room has to be made anew
        if (openUnsavedRoom(window_, path))
            window_.saving().save(window_.documents().find(path));
        return;
    }
    const auto bytes = fileOf(*kept);
    const auto done = bytes ? writeFileAtomically(path.toStdString(), *bytes) : Result<void>();
    if (!done)
        return window_.report(Severity::Error, saveSentence(QFileInfo(path).fileName(), done.error()), path);
    window_.withdraw(path);
    window_.open(path);
}

void VanishedFiles::showBar(DocumentView& document, std::function<void()> save)
{
    if (document.document() && document.document()->fingerprint().empty())
        return; // it was never written
    auto* notice = new DocumentNotice(Saving::tr("%1 was deleted by another program."), document);
    if (document.isModified())
        notice->addChoice(Saving::tr("Save again"), std::move(save));
    notice->addChoice(Saving::tr("Close"), [this, view = &document] { window_.closeDocument(view); });
    window_.documents().setNotice(&document, notice);
}

} // namespace blak::ui::shell
