// SPDX-License-Identifier: GPL-3.0-or-later
#include "kodide/ui/breakpoint_dialog.h"

#include "kodide/ui/written_expression.h"
#include "server/dap/log_message.h"
#include "server/dap/protocol.h"
#include "ui/fonts.h"
#include "ui/sentence.h"
#include "ui/theme.h"

#include <QCheckBox>
#include <QComboBox>
#include <QDialogButtonBox>
#include <QFileInfo>
#include <QFormLayout>
#include <QLabel>
#include <QLineEdit>
#include <QPushButton>
#include <QVBoxLayout>

#include <algorithm>
#include <memory>

namespace blak::ui::code {
namespace {

QString titleOf(const QString& path, const LineBreakpoint& breakpoint)
{
    if (path == messageBreakpoints)
        return BreakpointDialog::tr("Breakpoint on a message");
    if (path == writeBreakpoints)
        return BreakpointDialog::tr("Breakpoint on a property");
    return BreakpointDialog::tr("Breakpoint at %1:%2").arg(QFileInfo(path).fileName()).arg(breakpoint.line());
}

/// The first fault of what `message` has in braces, with the words it is about; empty: none.
QString logFault(const QString& message, const std::function<QString(const QString&)>& faultOf)
{
    for (const dap::LogPiece& piece : dap::logPieces(message.toStdString())) {
        const QString text = QString::fromStdString(piece.text);
        if (!piece.isExpression)
            continue;
        const QString fault = text.trimmed().isEmpty() ? BreakpointDialog::tr("There is no expression.") : faultOf(text.trimmed());
        if (!fault.isEmpty())
            return BreakpointDialog::tr("Log message, {%1}: %2").arg(text, fault);
    }
    return {};
}

} // namespace

BreakpointDialog::BreakpointDialog(const DebugSession& session, const QString& path, const LineBreakpoint& breakpoint, QWidget* parent)
    : QDialog(parent), session_(session), path_(path), given_(breakpoint), condition_(new QLineEdit), hits_(new QLineEdit), log_(new QLineEdit),
      once_(new QCheckBox(tr("Only once: it goes when it has stopped the world"))), enabled_(new QCheckBox(tr("Enabled"))),
      fault_(new QLabel)
{
    setWindowTitle(titleOf(path, breakpoint));
    setMinimumWidth(460);
    auto* column = new QVBoxLayout(this);
    column->setSpacing(10);
    auto* form = new QFormLayout;
    form->setFieldGrowthPolicy(QFormLayout::AllNonFixedFieldsGrow);
    form->setSpacing(8);
    const auto field = [&](QLineEdit* edit, const char* name, const QString& label, const QString& hint, const std::string& text) {
        edit->setObjectName(QLatin1String(name));
        edit->setAccessibleName(label);
        edit->setFont(monoFont());
        edit->setPlaceholderText(hint);
        edit->setText(QString::fromStdString(text));
        form->addRow(label, edit);
        connect(edit, &QLineEdit::textChanged, this, &BreakpointDialog::check);
    };
    const bool onMessage = path == messageBreakpoints;
    const bool atEnd = onMessage && breakpoint.wanted.name.starts_with(dap::endOfMessage);
    if (!isLineKey(path))
        field(name_ = new QLineEdit, "breakpointName", onMessage ? tr("Message") : tr("Property"),
              onMessage ? tr("Class.Message, also of its descendants") : tr("Class.property"),
              atEnd ? breakpoint.wanted.name.substr(dap::endOfMessage.size()) : breakpoint.wanted.name);
    if (onMessage) {
        when_ = new QComboBox;
        when_->setObjectName(QStringLiteral("breakpointWhen"));
        when_->setAccessibleName(tr("Stops"));
        when_->addItems({tr("where its handlers begin"), tr("where its handlers return")});
        when_->setCurrentIndex(atEnd ? 1 : 0);
        form->addRow(tr("Stops"), when_);
    }
    const QString example = onMessage                  ? tr("who = poOwner; with the names of each handler")
                            : path == writeBreakpoints ? tr("piCount > 3, with its new value")
                                                       : tr("iCount > 3");
    field(condition_, "breakpointCondition", tr("Condition"), example, breakpoint.wanted.condition);
    if (!isLineKey(path))
        condition_->setToolTip(tr("It is compiled for each handler and may use the names of all; where one means nothing the breakpoint does not count."));
    field(hits_, "breakpointHits", tr("Hit count"), tr("3, >= 3 or % 3"), breakpoint.wanted.hitCondition);
    field(log_, "breakpointLog", tr("Log message"),
          tr("A line instead of a stop: taken by {who}"),
          breakpoint.wanted.logMessage);
    once_->setObjectName(QStringLiteral("breakpointOnce"));
    once_->setChecked(breakpoint.wanted.oneShot);
    enabled_->setObjectName(QStringLiteral("breakpointEnabled"));
    enabled_->setChecked(breakpoint.enabled);
    form->addRow(QString(), once_);
    form->addRow(QString(), enabled_);
    fault_->setObjectName(QStringLiteral("breakpointFault"));
    fault_->setWordWrap(true);
    fault_->setForegroundRole(QPalette::WindowText);
    QPalette colours = fault_->palette();
    colours.setColor(QPalette::WindowText, theme().error);
    fault_->setPalette(colours);
    form->addRow(QString(), fault_); // below the fields it speaks of
    column->addLayout(form);
    auto* buttons = new QDialogButtonBox(QDialogButtonBox::Ok | QDialogButtonBox::Cancel);
    good_ = buttons->button(QDialogButtonBox::Ok);
    column->addWidget(buttons);
    connect(buttons, &QDialogButtonBox::accepted, this, &QDialog::accept);
    connect(buttons, &QDialogButtonBox::rejected, this, &QDialog::reject);
    check();
}

/// Of grammar; and of names, where the breakpoint is on a line.
QString BreakpointDialog::faultOf(const QString& expression) const
{
    const QString fault = grammarFault(expression);
    return fault.isEmpty() && !expression.isEmpty() && isLineKey(path_) ? session_.nameFault(path_, given_.line(), expression) : fault;
}

/// What cannot be right is said while it is typed. What names mean in the handlers of a message the compiler says when it is set.
void BreakpointDialog::check()
{
    QString fault;
    if (name_ != nullptr) {
        const QString name = name_->text().trimmed();
        const qsizetype dot = name.indexOf(QLatin1Char('.'));
        if (dot <= 0 || dot + 1 == name.size())
            fault = name.isEmpty() ? QStringLiteral(" ") : tr("Expected a class, a dot and a name.");
    }
    if (const std::string hits = hits_->text().trimmed().toStdString(); fault.isEmpty() && !hits.empty())
        if (const auto read = dap::hitsJson(hits); !read)
            fault = asSentence(QString::fromStdString(read.error().text()));
    if (fault.isEmpty())
        if (const QString wrong = faultOf(condition_->text().trimmed()); !wrong.isEmpty())
            fault = tr("Condition: %1").arg(wrong);
    if (fault.isEmpty())
        fault = logFault(log_->text(), [this](const QString& expression) { return faultOf(expression); });
    fault_->setText(fault.trimmed());
    if (QLayout* all = layout(); all != nullptr && !fault.isEmpty()) { // its lines get the place they need
        all->activate();
        if (const int wanted = all->totalHeightForWidth(width()); wanted > height())
            resize(width(), wanted);
    }
    if (good_ != nullptr)
        good_->setEnabled(fault.isEmpty());
}

LineBreakpoint BreakpointDialog::breakpoint() const
{
    LineBreakpoint out = given_;
    const auto text = [](const QLineEdit* edit) { return edit == nullptr ? std::string() : edit->text().trimmed().toStdString(); };
    out.wanted.name = (when_ != nullptr && when_->currentIndex() == 1 ? std::string(dap::endOfMessage) : std::string()) + text(name_);
    out.wanted.condition = text(condition_);
    out.wanted.hitCondition = text(hits_);
    out.wanted.logMessage = text(log_);
    out.wanted.oneShot = once_->isChecked();
    out.enabled = enabled_->isChecked();
    return out;
}

void editBreakpoint(DebugSession& session, const QString& path, int index, const LineBreakpoint& breakpoint, QWidget* parent)
{
    auto* dialog = new BreakpointDialog(session, path, breakpoint, parent);
    dialog->setAttribute(Qt::WA_DeleteOnClose);
    QObject::connect(dialog, &QDialog::accepted, &session, [&session, dialog, path, index] {
        const auto& all = session.breakpoints().value(path);
        if (index >= 0 && static_cast<std::size_t>(index) < all.size())
            session.change(path, index, dialog->breakpoint());
        else
            session.add(path, dialog->breakpoint());
    });
    dialog->open();
}

} // namespace blak::ui::code
