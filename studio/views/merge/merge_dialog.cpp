// SPDX-License-Identifier: GPL-3.0-or-later
#include "studio/views/merge/merge_dialog.h"

#include <QDialogButtonBox>
#include <QFile>
#include <QFileDialog>
#include <QFileInfo>
#include <QGridLayout>
#include <QLabel>
#include <QLineEdit>
#include <QPushButton>
#include <QVBoxLayout>

namespace blak::ui::views {
namespace {

enum Which : int { Base, Ours, Theirs, Output };

} // namespace

MergeDialog::MergeDialog(const QString& room, QWidget* parent) : QDialog(parent), room_(room), note_(new QLabel)
{
    setWindowTitle(tr("Merge rooms"));
    auto* column = new QVBoxLayout(this);
    column->setSpacing(10);
    auto* about = new QLabel(tr("Puts what two people made of a room into one. What only one of them changed is taken; where both changed the "
                                "same, you choose."));
    about->setWordWrap(true);
    column->addWidget(about);
    auto* grid = new QGridLayout;
    grid->setColumnStretch(1, 1);
    const QString labels[] = {tr("Before"), tr("Ours"), tr("Theirs"), tr("Write to")};
    const QString tips[] = {tr("The room that both began with"), tr("The room as we have it"), tr("The room as they have it"),
                            tr("Where the merged room is saved; the file before is kept as NAME~")};
    for (int i = 0; i < 4; ++i) {
        auto* label = new QLabel(labels[i]);
        fields_[static_cast<std::size_t>(i)] = new QLineEdit;
        QLineEdit* field = fields_[static_cast<std::size_t>(i)];
        field->setToolTip(tips[i]);
        field->setMinimumWidth(420);
        label->setBuddy(field);
        auto* browse = new QPushButton(tr("Choose\u2026"));
        browse->setAutoDefault(false);
        connect(browse, &QPushButton::clicked, this, [this, i, title = labels[i], field] {
            const QString from = field->text().isEmpty() ? room_ : field->text();
            auto* chooser = new QFileDialog(this, title, QFileInfo(from).absolutePath(), tr("Rooms (*.roo);;All files (*)"));
            chooser->setAttribute(Qt::WA_DeleteOnClose);
            if (i == Output) {
                chooser->setAcceptMode(QFileDialog::AcceptSave);
                chooser->setOption(QFileDialog::DontConfirmOverwrite); // it is only written when the merge is saved
            } else {
                chooser->setFileMode(QFileDialog::ExistingFile);
            }
            connect(chooser, &QFileDialog::fileSelected, this, [this, i](const QString& file) { setFile(i, file); });
            chooser->open();
        });
        connect(field, &QLineEdit::textChanged, this, &MergeDialog::refresh);
        grid->addWidget(label, i, 0);
        grid->addWidget(field, i, 1);
        grid->addWidget(browse, i, 2);
    }
    column->addLayout(grid);
    note_->setObjectName(QStringLiteral("secondary"));
    note_->setWordWrap(true);
    column->addWidget(note_);
    auto* buttons = new QDialogButtonBox(QDialogButtonBox::Cancel);
    merge_ = buttons->addButton(tr("Merge"), QDialogButtonBox::AcceptRole);
    merge_->setDefault(true);
    column->addWidget(buttons);
    connect(buttons, &QDialogButtonBox::rejected, this, &QDialog::reject);
    connect(buttons, &QDialogButtonBox::accepted, this, [this] {
        emit chosen(files());
        accept();
    });
    if (!room_.isEmpty()) {
        setFile(Ours, room_);
        setFile(Output, room_);
        ask({QStringLiteral("ls-files"), QStringLiteral("-u"), QStringLiteral("-z"), QStringLiteral("--"), QFileInfo(room_).fileName()},
            [this](const QByteArray& list) { takeStages(list); });
    }
    refresh();
}

MergeDialog::~MergeDialog()
{
    if (git_ != nullptr) {
        git_->disconnect(this);
        git_->kill();
    }
}

QStringList MergeDialog::files() const
{
    QStringList all;
    for (const QLineEdit* field : fields_)
        all << field->text();
    return all;
}

void MergeDialog::setFile(int which, const QString& file) { fields_[static_cast<std::size_t>(which)]->setText(file); }

void MergeDialog::refresh()
{
    if (merge_ == nullptr)
        return;
    bool all = !fields_[Output]->text().isEmpty();
    for (const int which : {Base, Ours, Theirs})
        all = all && QFileInfo(fields_[static_cast<std::size_t>(which)]->text()).isFile();
    merge_->setEnabled(all);
}

/// Without git, outside of a checkout, or without such a merge nothing comes of it, and nothing is said.
void MergeDialog::ask(const QStringList& arguments, std::function<void(const QByteArray&)> then)
{
    delete git_;
    git_ = new QProcess(this);
    git_->setWorkingDirectory(QFileInfo(room_).absolutePath());
    connect(git_, &QProcess::finished, this, [this, then = std::move(then)](int code, QProcess::ExitStatus status) {
        if (status == QProcess::NormalExit && code == 0)
            then(git_->readAllStandardOutput());
    }, Qt::QueuedConnection); // `then` may start the next one
    git_->start(QStringLiteral("git"), arguments, QIODevice::ReadOnly);
}

/// "mode name stage\tpath", ended by a zero each; a stage is missing where one side lacks the file.
void MergeDialog::takeStages(const QByteArray& list)
{
    stages_ = {QString(), QString(), QString()};
    for (const QByteArray& line : list.split('\0')) {
        const QList<QByteArray> words = line.left(line.indexOf('\t')).split(' ');
        const int stage = words.value(2).toInt();
        if (words.size() == 3 && stage >= 1 && stage <= 3)
            stages_[stage - 1] = QString::fromLatin1(words[1]);
    }
    if (!stages_[1].isEmpty() && !stages_[2].isEmpty() && folder_.isValid())
        takeStage(0);
}

void MergeDialog::takeStage(int index)
{
    const QString name = QStringLiteral("%1-%2").arg(QStringList{QStringLiteral("before"), QStringLiteral("ours"), QStringLiteral("theirs")}[index],
                                                     QFileInfo(room_).fileName());
    const auto put = [this, index, file = folder_.filePath(name)](const QByteArray& bytes) {
        QFile out(file);
        if (!out.open(QIODevice::WriteOnly) || out.write(bytes) != bytes.size())
            return;
        out.close();
        setFile(index, file);
        if (index < Theirs)
            return takeStage(index + 1);
        note_->setText(tr("git stopped at a conflict in this room: the three versions are those of its merge. Save the merged room, then "
                          "\"git add\" it."));
    };
    if (stages_[index].isEmpty())
        return put({}); // both made the file
    ask({QStringLiteral("cat-file"), QStringLiteral("blob"), stages_[index]}, put);
}

} // namespace blak::ui::views
