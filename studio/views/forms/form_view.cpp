// SPDX-License-Identifier: GPL-3.0-or-later
#include "studio/views/forms/form_view.h"

#include "formats/base/file_io.h"
#include "studio/views/common/text.h"

namespace blak::ui::views {

FormView::FormView(const QString& path, std::shared_ptr<Project> project, QString iconName, std::string text, QWidget* parent)
    : FileView(path, std::move(project), std::move(iconName), Perspective::Code, parent), text_(std::move(text)), saved_(text_)
{
}

void FormView::take(std::string text)
{
    text_ = std::move(text);
    refresh();
    emit modifiedChanged();
    emit problemsChanged();
    emit statusChanged();
}

void FormView::edit(std::string text)
{
    if (text == text_)
        return;
    undo_.push_back(text_);
    redo_.clear();
    take(std::move(text));
}

void FormView::undo()
{
    if (undo_.empty())
        return;
    redo_.push_back(text_);
    std::string before = std::move(undo_.back());
    undo_.pop_back();
    take(std::move(before));
}

void FormView::redo()
{
    if (redo_.empty())
        return;
    undo_.push_back(text_);
    std::string after = std::move(redo_.back());
    redo_.pop_back();
    take(std::move(after));
}

Result<void> FormView::save()
{
    if (auto written = writeFileAtomically(filePath(path()), text_); !written)
        return written;
    saved_ = text_;
    emit modifiedChanged();
    return {};
}

Result<void> FormView::reload()
{
    auto fresh = readTextFile(filePath(path()));
    if (!fresh)
        return fresh.error();
    if (auto checked = check(fresh.value()); !checked)
        return checked;
    saved_ = fresh.value();
    undo_.clear();
    redo_.clear();
    take(std::move(fresh).value());
    return {};
}

Result<QByteArray> FormView::unsavedState() const { return QByteArray::fromStdString(text_); }

Result<void> FormView::restoreUnsaved(const QByteArray& state)
{
    if (auto checked = check(state.toStdString()); !checked)
        return checked;
    edit(state.toStdString());
    return {};
}

} // namespace blak::ui::views
