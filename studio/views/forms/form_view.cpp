// SPDX-License-Identifier: GPL-3.0-or-later
#include "studio/views/forms/form_view.h"

#include "formats/base/file_io.h"
#include "studio/views/common/text.h"
#include "ui/project.h"

namespace blak::ui::views {
namespace {

/// The document at the path, whoever opened it; one of the view's own when the path is open as something else.
std::shared_ptr<document::TextDocument> documentOf(document::Workspace& workspace, const QString& path, std::string_view bytes)
{
    if (auto open = workspace.openText(filePath(path), EncodingRule::AlwaysWindows1252))
        return open.value();
    return std::make_shared<document::TextDocument>(filePath(path), bytes, EncodingRule::AlwaysWindows1252);
}

std::string contentOf(const document::TextDocument& text)
{
    const auto content = text.content();
    return content ? *content.value() : encodeTextAnyhow(text.text(), text.form().encoding);
}

} // namespace

FormView::FormView(const QString& path, std::shared_ptr<Project> project, QString iconName, std::string text, QWidget* parent)
    : FileView(path, project, std::move(iconName), parent),
      text_(documentOf(*workspaceOf(project), path, text)), bytes_(std::move(text))
{
    setDocument(text_, workspaceOf(project));
    if (contentOf(*text_) == bytes_)
        return;
    isReadable_ = false; // others have edited it: shown as soon as the form is there to say whether it can
    QMetaObject::invokeMethod(
        this, [this] { documentTold({document::DocumentNotice::Kind::Edited}); }, Qt::QueuedConnection);
}

void FormView::edit(std::string text, const QString& name, std::uint64_t mergeKey)
{
    if (!isReadable_ || text == bytes_)
        return;
    const QString step = name.isEmpty() ? tr("Edit %1").arg(title()) : name;
    if (const auto done = text_->editBytes(step.toStdString(), text, mergeKey); !done)
        emit reported(Severity::Info, fromUtf8(done.error().text()) + QLatin1Char('.'));
}

void FormView::documentTold(const document::DocumentNotice& notice)
{
    using Kind = document::DocumentNotice::Kind;
    if (notice.kind == Kind::Edited || notice.kind == Kind::Reloaded) {
        std::string now = contentOf(*text_);
        if (now != bytes_ || !isReadable_) {
            isReadable_ = static_cast<bool>(check(now));
            setEnabled(isReadable_);
            if (isReadable_) {
                bytes_ = std::move(now);
                refresh();
            }
        }
    }
    FileView::documentTold(notice);
}

Result<void> FormView::reload()
{
    auto fresh = readTextFile(filePath(path()));
    if (!fresh)
        return fresh.error();
    if (auto checked = check(fresh.value()); !checked)
        return checked;
    return FileView::reload();
}

} // namespace blak::ui::views
