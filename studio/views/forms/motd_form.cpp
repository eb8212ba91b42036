// SPDX-License-Identifier: GPL-3.0-or-later
#include "studio/views/forms/motd_form.h"

#include "formats/base/file_io.h"
#include "formats/motd/motd.h"
#include "studio/views/common/text.h"
#include "ui/fonts.h"
#include "ui/view_header.h"

#include <QLabel>
#include <QPlainTextEdit>
#include <QVBoxLayout>

namespace blak::ui::views {
namespace {

constexpr qint64 pause = 800; ///< ms; what is typed without one is a step

} // namespace

Result<DocumentView*> MotdForm::open(const QString& path, std::shared_ptr<Project> project, QWidget* parent)
{
    auto text = readTextFile(filePath(path));
    if (!text)
        return text.error();
    if (auto read = motd::read(text.value(), QFileInfo(path).fileName().toStdString()); !read)
        return read.error();
    return static_cast<DocumentView*>(new MotdForm(path, std::move(project), std::move(text).value(), parent));
}

MotdForm::MotdForm(const QString& path, std::shared_ptr<Project> project, std::string text, QWidget* parent)
    : FormView(path, std::move(project), QStringLiteral("message"), std::move(text), parent), editor_(new QPlainTextEdit),
      problem_(new QLabel)
{
    auto* column = new QVBoxLayout(this);
    column->setContentsMargins(0, 0, 0, 0);
    column->setSpacing(0);
    auto* header = new ViewHeader(tr("Message of the day"));
    header->setDetail(tr("players see it when they choose a character"));
    column->addWidget(header);
    auto* body = new QVBoxLayout;
    body->setContentsMargins(10, 10, 10, 10);
    editor_->setFont(monoFont(13));
    editor_->setUndoRedoEnabled(false); // the steps are the studio's
    editor_->setAccessibleName(tr("Message of the day"));
    editor_->setTabChangesFocus(true);
    body->addWidget(editor_, 1);
    problem_->setObjectName(QStringLiteral("errorText"));
    problem_->setWordWrap(true);
    problem_->hide();
    body->addWidget(problem_);
    column->addLayout(body, 1);
    setFocusProxy(editor_);
    refresh();
    connect(editor_, &QPlainTextEdit::textChanged, this, &MotdForm::take);
}

void MotdForm::take()
{
    if (refreshing_)
        return;
    const auto before = motd::read(text(), {});
    const auto now = motd::fromUtf8(editor_->toPlainText().toStdString(), before ? before.value() : motd::Message());
    problem_->setVisible(!now);
    if (!now) {
        problem_->setText(fromUtf8(now.error().text()) + tr(". The file keeps what it had until then."));
        return;
    }
    if (!typing_.isValid() || typing_.elapsed() > pause)
        step_ = document::newStepKey();
    typing_.start();
    edit(motd::write(now.value()), tr("Type"), step_);
}

void MotdForm::refresh()
{
    const auto message = motd::read(text(), {});
    if (!message)
        return;
    const QString words = fromUtf8(motd::toUtf8(message.value()));
    if (words == editor_->toPlainText())
        return;
    refreshing_ = true;
    const int place = editor_->textCursor().position();
    editor_->setPlainText(words);
    QTextCursor cursor = editor_->textCursor();
    cursor.setPosition(std::min<int>(place, static_cast<int>(words.size())));
    editor_->setTextCursor(cursor);
    problem_->hide();
    refreshing_ = false;
}

Result<void> MotdForm::check(std::string_view text) const
{
    const auto read = motd::read(text, title().toStdString());
    return read ? Result<void>() : Result<void>(read.error());
}

QStringList MotdForm::statusLeft() const
{
    return {
        tr("%1 of %2").arg(byteCount(static_cast<qsizetype>(text().size())), byteCount(static_cast<qsizetype>(motd::maxSize)))};
}

QStringList MotdForm::statusRight() const { return {tr("Message of the day"), dialectName()}; }

} // namespace blak::ui::views
