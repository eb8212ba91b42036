// SPDX-License-Identifier: GPL-3.0-or-later
#include "studio/debugging/launch_dialog.h"

#include "ui/bounded_box.h"
#include "ui/empty_label.h"
#include "ui/icons.h"
#include "ui/theme.h"

#include <QCheckBox>
#include <QComboBox>
#include <QDialogButtonBox>
#include <QFormLayout>
#include <QLabel>
#include <QLineEdit>
#include <QListWidget>
#include <QProcess>
#include <QPushButton>
#include <QVBoxLayout>

#include <algorithm>

namespace blak::ui::debugging {
namespace {

using code::DebugWish;

enum KindRow : int { LaunchRow, FolderRow, PortRow, RecordingRow };

KindRow kindOf(const DebugWish& wish)
{
    if (wish.kind == DebugWish::Kind::Recording)
        return RecordingRow;
    return wish.kind == DebugWish::Kind::Launch ? LaunchRow : wish.port > 0 && wish.folder.isEmpty() ? PortRow : FolderRow;
}

/// As a shell takes them.
QString joined(const QStringList& words)
{
    QStringList quoted;
    for (const QString& word : words)
        quoted << (word.isEmpty() || word.contains(QLatin1Char(' ')) ? QLatin1Char('"') + word + QLatin1Char('"') : word);
    return quoted.join(QLatin1Char(' '));
}

} // namespace

LaunchDialog::LaunchDialog(const QVector<DebugWish>& own, QWidget* parent)
    : QDialog(parent), own_(own), list_(new QListWidget), fields_(new QWidget), form_(new QFormLayout), name_(new QLineEdit),
      kind_(new QComboBox), arguments_(new QLineEdit), folder_(new QLineEdit), recording_(new QLineEdit), host_(new QLineEdit), port_(new BoundedBox(1, 65535)),
      stop_(new QCheckBox(tr("Stop before the first statement"))), past_(new QCheckBox(tr("Keep the past, to go back in time"))),
      fault_(new QLabel), remove_(new QPushButton(tr("Remove"))),
      empty_(new EmptyLabel(tr("Start debugs the world of the project, as it is. A way of your own starts it with other arguments, attaches to a "
                               "server that runs already, or opens what a server has recorded; it is kept in debug.json, beside the sources."),
                            tr("Add a way")))
{
    setWindowTitle(tr("Ways to debug"));
    setMinimumSize(640, 380);
    auto* column = new QVBoxLayout(this);
    column->setSpacing(10);
    auto* row = new QHBoxLayout;
    row->setSpacing(12);
    auto* left = new QVBoxLayout;
    list_->setObjectName(QStringLiteral("launchList"));
    list_->setAccessibleName(tr("Ways to debug"));
    list_->setFixedWidth(200);
    left->addWidget(list_, 1);
    auto* buttons = new QHBoxLayout;
    auto* adding = new QPushButton(tr("Add"));
    adding->setObjectName(QStringLiteral("launchAdd"));
    remove_->setObjectName(QStringLiteral("launchRemove"));
    for (QPushButton* button : {adding, remove_}) {
        button->setAutoDefault(false);
        buttons->addWidget(button);
    }
    left->addLayout(buttons);
    row->addLayout(left);
    fields_->setLayout(form_);
    form_->setContentsMargins(0, 0, 0, 0);
    form_->setSpacing(8);
    form_->setFieldGrowthPolicy(QFormLayout::AllNonFixedFieldsGrow);
    const auto field = [&](QWidget* widget, const char* id, const QString& label) {
        widget->setObjectName(QLatin1String(id));
        widget->setAccessibleName(label);
        form_->addRow(label, widget);
    };
    field(name_, "launchName", tr("Name"));
    kind_->addItems({tr("Start the world of the project"), tr("Attach to a server, by its folder"), tr("Attach to a server, by its port"),
                     tr("Open what a server has recorded")});
    field(kind_, "launchKind", tr("What"));
    field(arguments_, "launchArguments", tr("Arguments"));
    arguments_->setPlaceholderText(tr("of blak serve: --port 5959"));
    field(folder_, "launchFolder", tr("Folder"));
    folder_->setPlaceholderText(tr("of the server: run/server"));
    field(recording_, "launchRecording", tr("Recording"));
    recording_->setPlaceholderText(tr("by blak serve --record: crash.blakrec"));
    field(host_, "launchHost", tr("Host"));
    host_->setPlaceholderText(QStringLiteral("127.0.0.1"));
    field(port_, "launchPort", tr("Control port"));
    field(stop_, "launchStop", QString());
    field(past_, "launchPast", QString());
    stop_->setAccessibleName(stop_->text());
    past_->setAccessibleName(past_->text());
    row->addWidget(fields_, 1);
    row->addWidget(empty_, 1);
    connect(empty_, &QLabel::linkActivated, this, &LaunchDialog::add);
    column->addLayout(row, 1);
    fault_->setObjectName(QStringLiteral("launchFault"));
    fault_->setWordWrap(true);
    QPalette colours = fault_->palette();
    colours.setColor(QPalette::WindowText, theme().error);
    fault_->setPalette(colours);
    column->addWidget(fault_);
    auto* box = new QDialogButtonBox(QDialogButtonBox::Ok | QDialogButtonBox::Cancel);
    good_ = box->button(QDialogButtonBox::Ok);
    column->addWidget(box);
    connect(box, &QDialogButtonBox::accepted, this, &QDialog::accept);
    connect(box, &QDialogButtonBox::rejected, this, &QDialog::reject);
    connect(adding, &QPushButton::clicked, this, &LaunchDialog::add);
    connect(remove_, &QPushButton::clicked, this, &LaunchDialog::removeCurrent);
    connect(list_, &QListWidget::currentRowChanged, this, &LaunchDialog::showCurrent);
    for (QLineEdit* edit : {name_, arguments_, folder_, recording_, host_})
        connect(edit, &QLineEdit::textEdited, this, &LaunchDialog::take);
    connect(kind_, &QComboBox::currentIndexChanged, this, &LaunchDialog::take);
    connect(port_, &QSpinBox::valueChanged, this, &LaunchDialog::take);
    for (QCheckBox* check : {stop_, past_})
        connect(check, &QCheckBox::toggled, this, &LaunchDialog::take);
    for (const DebugWish& wish : std::as_const(own_))
        list_->addItem(wish.name);
    list_->setCurrentRow(own_.isEmpty() ? -1 : 0);
    showCurrent();
}

int LaunchDialog::current() const { return list_->currentRow(); }

void LaunchDialog::add()
{
    DebugWish wish;
    wish.name = tr("New way");
    for (int i = 2; std::any_of(own_.begin(), own_.end(), [&](const DebugWish& one) { return one.name == wish.name; }); ++i)
        wish.name = tr("New way %1").arg(i);
    own_ << wish;
    list_->addItem(wish.name);
    list_->setCurrentRow(list_->count() - 1);
    name_->setFocus();
    name_->selectAll();
}

void LaunchDialog::removeCurrent()
{
    const int row = current();
    if (row < 0)
        return;
    own_.removeAt(row);
    delete list_->takeItem(row);
    showCurrent();
}

void LaunchDialog::showCurrent()
{
    filling_ = true;
    const bool any = current() >= 0 && current() < own_.size();
    const DebugWish wish = any ? own_[current()] : DebugWish();
    name_->setText(wish.name);
    kind_->setCurrentIndex(kindOf(wish));
    arguments_->setText(joined(wish.arguments));
    folder_->setText(wish.folder);
    recording_->setText(wish.recording);
    host_->setText(wish.host);
    port_->setValue(std::max(wish.port, 1));
    stop_->setChecked(wish.stopOnEntry);
    past_->setChecked(wish.keepPast);
    filling_ = false;
    refresh();
}

void LaunchDialog::take()
{
    if (filling_ || current() < 0)
        return;
    DebugWish& wish = own_[current()];
    const int kind = kind_->currentIndex();
    wish.name = name_->text().trimmed();
    wish.kind = kind == LaunchRow      ? DebugWish::Kind::Launch
                : kind == RecordingRow ? DebugWish::Kind::Recording
                                       : DebugWish::Kind::Attach;
    wish.recording = kind == RecordingRow ? recording_->text().trimmed() : QString();
    wish.arguments = kind == LaunchRow ? QProcess::splitCommand(arguments_->text()) : QStringList();
    wish.folder = kind == FolderRow ? folder_->text().trimmed() : QString();
    wish.host = kind == PortRow ? host_->text().trimmed() : QString();
    wish.port = kind == PortRow ? port_->value() : 0;
    wish.stopOnEntry = stop_->isChecked();
    wish.keepPast = past_->isChecked();
    list_->currentItem()->setText(wish.name);
    refresh();
}

QString LaunchDialog::faultOf(const DebugWish& wish) const
{
    if (wish.name.isEmpty())
        return tr("A way needs a name.");
    if (std::count_if(own_.begin(), own_.end(), [&](const DebugWish& one) { return one.name == wish.name; }) > 1)
        return tr("There are two ways that are called %1.").arg(wish.name);
    if (wish.kind == DebugWish::Kind::Attach && wish.folder.isEmpty() && wish.port == 0)
        return tr("%1: which folder does the server run in?").arg(wish.name);
    if (wish.kind == DebugWish::Kind::Recording && wish.recording.isEmpty())
        return tr("%1: which file is the recording?").arg(wish.name);
    return {};
}

/// Only the fields of its kind are there.
void LaunchDialog::refresh()
{
    const bool any = current() >= 0;
    const int kind = kind_->currentIndex();
    fields_->setEnabled(any);
    fields_->setVisible(any);
    empty_->setVisible(!any);
    remove_->setEnabled(any);
    form_->setRowVisible(arguments_, kind == LaunchRow);
    form_->setRowVisible(folder_, kind == FolderRow);
    form_->setRowVisible(recording_, kind == RecordingRow);
    form_->setRowVisible(stop_, kind != RecordingRow); // it stands at its end, and has its past
    form_->setRowVisible(past_, kind != RecordingRow);
    form_->setRowVisible(host_, kind == PortRow);
    form_->setRowVisible(port_, kind == PortRow);
    QString fault;
    for (const DebugWish& wish : std::as_const(own_))
        if (fault.isEmpty())
            fault = faultOf(wish);
    fault_->setText(fault);
    good_->setEnabled(fault.isEmpty());
}

} // namespace blak::ui::debugging
