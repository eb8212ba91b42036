// SPDX-License-Identifier: GPL-3.0-or-later
#include "studio/treeplan/ui/plan_dialog.h"

#include "studio/treeplan/ui/plan_preview.h"

#include <QDialogButtonBox>
#include <QHBoxLayout>
#include <QLabel>
#include <QPushButton>
#include <QTimer>
#include <QVBoxLayout>

namespace blak::ui {
namespace {

constexpr int planDelay = 200; // ms after the last key

} // namespace

PlanDialog::PlanDialog(std::filesystem::path root, document::Workspace& workspace, QWidget* parent)
    : QDialog(parent), root_(std::move(root)), workspace_(workspace), column_(new QVBoxLayout), reason_(new QLabel), notes_(new QLabel),
      preview_(new PlanPreview), timer_(new QTimer(this))
{
    resize(980, 640);
    auto* row = new QHBoxLayout(this);
    auto* left = new QVBoxLayout;
    auto* right = new QVBoxLayout;
    row->addLayout(left, 2);
    row->addLayout(right, 3);
    right->addWidget(preview_, 1);
    right->addWidget(notes_); // they are sentences: whole in any window, and in sight however long the plan is
    notes_->setWordWrap(true);
    notes_->setTextFormat(Qt::PlainText);
    notes_->setObjectName(QStringLiteral("planNotes"));
    notes_->setAccessibleName(tr("To know about it"));
    notes_->hide();
    left->addLayout(column_, 1);
    reason_->setWordWrap(true);
    reason_->setObjectName(QStringLiteral("secondary"));
    left->addWidget(reason_);
    auto* buttons = new QDialogButtonBox(QDialogButtonBox::Cancel);
    create_ = buttons->addButton(tr("Create"), QDialogButtonBox::AcceptRole);
    create_->setObjectName(QStringLiteral("create"));
    create_->setEnabled(false);
    left->addWidget(buttons);
    connect(buttons, &QDialogButtonBox::rejected, this, &QDialog::reject);
    connect(buttons, &QDialogButtonBox::accepted, this, &PlanDialog::create);
    timer_->setSingleShot(true);
    timer_->setInterval(planDelay);
    connect(timer_, &QTimer::timeout, this, &PlanDialog::planNow);
}

void PlanDialog::planSoon()
{
    create_->setEnabled(false);
    timer_->start();
}

void PlanDialog::planNow()
{
    timer_->stop();
    QString reason;
    plan_ = makePlan(reason);
    create_->setEnabled(plan_ != nullptr);
    reason_->setText(reason);
    preview_->setLines(plan_ ? treeplan::planLines(root_, *plan_) : std::vector<treeplan::PlanLine>());
    QStringList notes;
    for (const std::string& note : plan_ ? plan_->notes : std::vector<std::string>())
        notes << QString::fromStdString(note);
    notes_->setText(notes.join(u'\n'));
    notes_->setVisible(!notes.isEmpty());
}

void PlanDialog::create()
{
    planNow(); // the last keys may not have been looked at
    if (plan_ == nullptr)
        return;
    const auto made = treeplan::carryOut(workspace_, *plan_);
    if (!made)
        return reason_->setText(QString::fromStdString(made.error().text()));
    const QString file = mainFile();
    accept();
    emit created(file, made.value());
}

} // namespace blak::ui
