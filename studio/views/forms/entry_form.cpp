// SPDX-License-Identifier: GPL-3.0-or-later
#include "studio/views/forms/entry_form.h"

#include "studio/views/common/table_pane.h"
#include "studio/views/forms/form_field.h"
#include "ui/icons.h"
#include "ui/stop_listening.h"
#include "ui/view_header.h"

#include <QCheckBox>
#include <QComboBox>
#include <QFormLayout>
#include <QLabel>
#include <QLineEdit>
#include <QPushButton>
#include <QSplitter>
#include <QVBoxLayout>

#include <algorithm>

namespace blak::ui::views {

std::optional<std::int64_t> wholeNumber(const QString& text, std::int64_t least)
{
    bool ok = false;
    const qlonglong number = text.trimmed().toLongLong(&ok);
    return ok && number >= least ? std::optional<std::int64_t>(number) : std::nullopt;
}

EntryForm::EntryForm(const QString& path, std::shared_ptr<Project> project, QString iconName, std::string text,
                     const QString& title, const QString& one, const QString& many, QWidget* parent)
    : FormView(path, std::move(project), std::move(iconName), std::move(text), parent),
      pane_(new TablePane(tr("Filter %1").arg(many), one, many)), side_(new QWidget), problem_(new QLabel),
      empty_(new QLabel(tr("Select a row to change it.")))
{
    auto* column = new QVBoxLayout(this);
    column->setContentsMargins(0, 0, 0, 0);
    column->setSpacing(0);
    auto* header = new ViewHeader(title);
    header->setDetail(tr("comments and order stay as they are"));
    column->addWidget(header);
    auto* splitter = new QSplitter;
    splitter->setChildrenCollapsible(false);
    splitter->addWidget(pane_);
    splitter->addWidget(side_);
    splitter->setStretchFactor(0, 1);
    splitter->setSizes({640, 340});
    column->addWidget(splitter, 1);
    side_->setMinimumWidth(300);
    auto* body = new QVBoxLayout(side_);
    body->setContentsMargins(10, 8, 10, 10);
    empty_->setObjectName(QStringLiteral("secondary"));
    body->addWidget(empty_);
    fields_ = new QFormLayout;
    fields_->setHorizontalSpacing(12);
    fields_->setVerticalSpacing(6);
    fields_->setLabelAlignment(Qt::AlignLeft | Qt::AlignVCenter);
    body->addLayout(fields_);
    problem_->setObjectName(QStringLiteral("errorText"));
    problem_->setWordWrap(true);
    problem_->hide();
    body->addWidget(problem_);
    body->addStretch(1);
    auto* buttons = new QHBoxLayout;
    add_ = new QPushButton(ui::icon(QStringLiteral("plus")), tr("Add"));
    remove_ = new QPushButton(ui::icon(QStringLiteral("trash")), tr("Remove"));
    buttons->addWidget(add_);
    buttons->addWidget(remove_);
    buttons->addStretch(1);
    body->addLayout(buttons);
    setFocusProxy(pane_);
    connect(add_, &QPushButton::clicked, this, [this] { addEntry(); });
    connect(remove_, &QPushButton::clicked, this, [this] {
        if (current() >= 0)
            removeEntry(current());
    });
    connect(pane_, &TablePane::rowChanged, this, [this] { showCurrent(); });
    connect(pane_, &TablePane::countChanged, this, &DocumentView::statusChanged);
}

void EntryForm::start()
{
    pane_->setSource(rows());
    pane_->selectRow(0);
    showCurrent();
}

int EntryForm::current() const { return pane_->currentRow(); }

void EntryForm::select(int entry)
{
    pane_->selectRow(entry);
    showCurrent();
}

void EntryForm::refresh()
{
    const int entry = current();
    pane_->setSource(rows());
    const int count = pane_->model()->allRows();
    if (count > 0)
        pane_->selectRow(std::clamp(entry, 0, count - 1));
    showCurrent();
}

void EntryForm::showCurrent()
{
    const int entry = current();
    empty_->setVisible(entry < 0);
    for (int row = 0; row < fields_->rowCount(); ++row)
        fields_->setRowVisible(row, entry >= 0);
    remove_->setEnabled(entry >= 0);
    say({});
    showing_ = true;
    showEntry(entry);
    showing_ = false;
}

void EntryForm::addFieldRow(const QString& label, QWidget* field)
{
    fields_->addRow(label, field);
    field->setAccessibleName(label);
}

QLineEdit* EntryForm::addLine(const QString& label, const QString& hint, std::function<void(const QString&)> take)
{
    auto* line = new FormField;
    line->setPlaceholderText(hint);
    connect(line, &QLineEdit::editingFinished, this, [this, line, take = std::move(take)] {
        if (!showing_ && line->isModified() && current() >= 0) {
            line->setModified(false);
            take(line->text());
        }
    });
    addFieldRow(label, line);
    return line;
}

QComboBox* EntryForm::addChoice(const QString& label, std::function<void(int)> take)
{
    auto* combo = new QComboBox;
    connect(combo, &QComboBox::activated, this, [this, take = std::move(take)](int index) {
        if (current() >= 0)
            take(index);
    });
    addFieldRow(label, combo);
    return combo;
}

QCheckBox* EntryForm::addSwitch(const QString& label, std::function<void(bool)> take)
{
    auto* box = new QCheckBox(label);
    connect(box, &QCheckBox::clicked, this, [this, take = std::move(take)](bool on) {
        if (current() >= 0)
            take(on);
    });
    addFieldRow({}, box);
    return box;
}

void EntryForm::addNote(const QString& text)
{
    auto* note = new QLabel(text);
    note->setObjectName(QStringLiteral("secondary"));
    note->setWordWrap(true);
    fields_->addRow(note);
}

void EntryForm::say(const QString& problem)
{
    problem_->setText(problem);
    problem_->setVisible(!problem.isEmpty());
}

QStringList EntryForm::statusLeft() const { return {pane_->countText(), tr("Ctrl+Z undo \u00b7 Ctrl+C copy rows")}; }

EntryForm::~EntryForm() { stopListening(*this); }

} // namespace blak::ui::views
