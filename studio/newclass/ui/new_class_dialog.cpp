// SPDX-License-Identifier: GPL-3.0-or-later
#include "studio/newclass/ui/new_class_dialog.h"

#include "ui/match_completer.h"

#include <QComboBox>
#include <QFormLayout>
#include <QLineEdit>
#include <QVBoxLayout>

#include <set>

namespace blak::ui::newclass {
namespace {

using namespace blak::newclass;

QLineEdit* nameField(const char* objectName, const QString& placeholder = {})
{
    auto* field = new QLineEdit;
    field->setObjectName(QLatin1String(objectName));
    field->setPlaceholderText(placeholder);
    return field;
}

/// A list that is found in by any part of its words.
QComboBox* wordField(const char* objectName)
{
    auto* field = new QComboBox;
    field->setObjectName(QLatin1String(objectName));
    field->setEditable(true);
    field->setInsertPolicy(QComboBox::NoInsert);
    field->setSizeAdjustPolicy(QComboBox::AdjustToMinimumContentsLengthWithIcon);
    MatchCompleter::install(*field);
    return field;
}

} // namespace

NewClassDialog::NewClassDialog(ClassTree tree, document::Workspace& workspace, QWidget* parent)
    : PlanDialog(tree.root, workspace, parent), tree_(std::move(tree)), name_(nameField("class", tr("CaveTroll"))),
      title_(nameField("title", tr("as its parent"))), file_(nameField("file")), parent_(wordField("parent")), folder_(wordField("folder"))
{
    setWindowTitle(tr("New class"));
    std::set<std::string> folders;
    for (const KnownClass& one : tree_.classes) {
        parent_->addItem(QString::fromStdString(one.name));
        folders.insert(one.source.parent_path().lexically_relative(tree_.root).generic_string());
    }
    for (const std::string& folder : folders)
        folder_->addItem(QString::fromStdString(folder));
    parent_->setCurrentIndex(-1);
    parent_->lineEdit()->setPlaceholderText(tr("Monster"));
    folder_->setCurrentIndex(-1);
    title_->setToolTip(tr("What players read: a resource and vrName"));
    auto* form = new QFormLayout;
    form->addRow(tr("Class"), name_);
    form->addRow(tr("Parent"), parent_);
    form->addRow(tr("Name for players"), title_);
    form->addRow(tr("File"), file_);
    form->addRow(tr("Folder"), folder_);
    column()->addLayout(form);
    column()->addStretch(1);
    for (const QLineEdit* field : {name_, title_, file_})
        connect(field, &QLineEdit::textChanged, this, &NewClassDialog::planSoon);
    connect(name_, &QLineEdit::textChanged, this, [this](QString name) { file_->setPlaceholderText(name.remove(u' ').toLower()); });
    connect(parent_, &QComboBox::editTextChanged, this, &NewClassDialog::proposeFolder);
    connect(folder_, &QComboBox::editTextChanged, this, &NewClassDialog::planSoon);
    connect(folder_->lineEdit(), &QLineEdit::textEdited, this, [this] { isFolderChosen_ = true; });
    connect(folder_, &QComboBox::activated, this, [this] { isFolderChosen_ = true; });
    name_->setFocus();
    planSoon();
}

void NewClassDialog::setParentClass(const QString& name) { parent_->setEditText(name); }

void NewClassDialog::setFolder(const QString& folder)
{
    isFolderChosen_ = true;
    folder_->setEditText(folder);
}

void NewClassDialog::proposeFolder()
{
    if (!isFolderChosen_)
        if (const KnownClass* parent = tree_.find(parent_->currentText().trimmed().toStdString()))
            folder_->setEditText(QString::fromStdString(tree_.folderFor(*parent).lexically_relative(tree_.root).generic_string()));
    planSoon();
}

NewClassRequest NewClassDialog::request() const
{
    NewClassRequest request;
    request.name = name_->text().trimmed().toStdString();
    request.parent = parent_->currentText().trimmed().toStdString();
    request.title = title_->text().trimmed().toLatin1().toStdString(); // what players read is Latin-1
    request.file = file_->text().trimmed().toStdString();
    if (const std::string folder = folder_->currentText().trimmed().toStdString(); !folder.empty())
        request.folder = (tree_.root / folder).lexically_normal();
    return request;
}

std::shared_ptr<const treeplan::FilePlan> NewClassDialog::makePlan(QString& reason)
{
    auto plan = planNewClass(tree_, request(), *workspace().files());
    if (!plan) {
        const QString name = name_->text().trimmed();
        reason = name.isEmpty()                       ? tr("Type the class, in one word.")
                 : name.contains(u' ')                ? tr("A class is one word: CaveTroll, say.")
                 : parent_->currentText().trimmed().isEmpty() ? tr("Type the class that it is a kind of.")
                                                      : QString::fromStdString(plan.error().text());
        return nullptr;
    }
    source_ = QString::fromStdString(plan.value().source.string());
    return std::make_shared<NewClassPlan>(std::move(plan).value());
}

} // namespace blak::ui::newclass
