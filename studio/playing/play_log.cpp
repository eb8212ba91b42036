// SPDX-License-Identifier: GPL-3.0-or-later
#include "studio/playing/play_log.h"

#include "ui/empty_label.h"
#include "ui/fonts.h"
#include "ui/icons.h"
#include "ui/number_text.h"
#include "ui/search_field.h"
#include "ui/show_quietly.h"
#include "ui/theme.h"

#include <QFileInfo>
#include <QHBoxLayout>
#include <QHeaderView>
#include <QScrollBar>
#include <QTime>
#include <QToolButton>
#include <QTreeWidget>
#include <QVBoxLayout>

namespace blak::ui::playing {
namespace {

enum Column : int { TimeColumn, TextColumn, PlaceColumn };
constexpr int severityRole = Qt::UserRole, fileRole = Qt::UserRole + 1, lineRole = Qt::UserRole + 2, channelRole = Qt::UserRole + 3;

struct Kind
{
    const char* icon;
    IconTone tone;
    const char* name;
};
constexpr Kind kinds[]{{"error", IconTone::Error, QT_TRANSLATE_NOOP("PlayLog", "Errors")},
                       {"warning", IconTone::Warning, QT_TRANSLATE_NOOP("PlayLog", "Warnings")},
                       {"info", IconTone::Info, QT_TRANSLATE_NOOP("PlayLog", "Notes")}};

} // namespace

PlayLog::PlayLog(QWidget* parent)
    : QWidget(parent), list_(new QTreeWidget), filter_(new SearchField(tr("Filter log"), QStringLiteral("filter"))),
      empty_(new EmptyLabel(QString()))
{
    auto* column = new QVBoxLayout(this);
    column->setContentsMargins(0, 0, 0, 0);
    column->setSpacing(0);
    auto* top = new QHBoxLayout;
    top->setContentsMargins(8, 5, 8, 5);
    for (int i = 0; i < 3; ++i) {
        kinds_[i] = new QToolButton;
        kinds_[i]->setIcon(icon(QLatin1String(kinds[i].icon), kinds[i].tone));
        kinds_[i]->setToolButtonStyle(Qt::ToolButtonTextBesideIcon);
        kinds_[i]->setText(QStringLiteral("0"));
        kinds_[i]->setCheckable(true);
        kinds_[i]->setChecked(true);
        kinds_[i]->setToolTip(tr(kinds[i].name));
        kinds_[i]->setAccessibleName(kinds_[i]->toolTip());
        connect(kinds_[i], &QToolButton::toggled, this, &PlayLog::refilter);
        top->addWidget(kinds_[i]);
    }
    filter_->setTarget(list_);
    top->addWidget(filter_, 1);
    auto* clearing = new QToolButton;
    clearing->setIcon(icon(QStringLiteral("trash"), IconTone::Text2));
    clearing->setToolTip(tr("Clear"));
    clearing->setAccessibleName(clearing->toolTip());
    connect(clearing, &QToolButton::clicked, this, &PlayLog::clear);
    top->addWidget(clearing);
    column->addLayout(top);
    column->addWidget(empty_);
    column->addWidget(list_, 1);
    list_->setColumnCount(3);
    list_->setHeaderHidden(true);
    list_->setRootIsDecorated(false);
    list_->setUniformRowHeights(true);
    list_->setFrameShape(QFrame::NoFrame);
    list_->setObjectName(QStringLiteral("play.log"));
    list_->setAccessibleName(tr("Play log"));
    list_->header()->setStretchLastSection(false);
    list_->header()->setSectionResizeMode(TextColumn, QHeaderView::Stretch);
    list_->header()->setSectionResizeMode(TimeColumn, QHeaderView::ResizeToContents);
    list_->header()->setSectionResizeMode(PlaceColumn, QHeaderView::ResizeToContents);
    list_->hide();
    setFocusProxy(list_);
    const auto open = [this](const QTreeWidgetItem* item) {
        if (item != nullptr && !item->data(PlaceColumn, fileRole).toString().isEmpty())
            emit opened({Severity::Error, {}, item->text(TextColumn), item->data(PlaceColumn, fileRole).toString(),
                         item->data(PlaceColumn, lineRole).toInt()});
    };
    connect(list_, &QTreeWidget::itemClicked, this, [open](QTreeWidgetItem* item, int at) {
        if (at == PlaceColumn)
            open(item);
    });
    connect(list_, &QTreeWidget::itemActivated, this, [open](QTreeWidgetItem* item) { open(item); });
    connect(filter_, &SearchField::filterChanged, this, &PlayLog::refilter);
    follow(play::PlaySession::State::Idle);
}

void PlayLog::follow(play::PlaySession::State state)
{
    using State = play::PlaySession::State;
    switch (state) {
    case State::Idle: return sayWhileEmpty(tr("Press F5 to play. What the world has to say comes here."));
    case State::Preparing: return sayWhileEmpty(tr("The project is being compiled. What the compiler finds comes here."));
    case State::Starting: return sayWhileEmpty(tr("The world is being started. What it has to say comes here."));
    case State::Running: return sayWhileEmpty(tr("The world runs. It has said nothing yet."));
    case State::Dead: return sayWhileEmpty(tr("The server is gone. Press F5 to start it again."));
    }
}

void PlayLog::followOutside() { sayWhileEmpty(tr("You play on a server outside, whose log is not here.")); }

void PlayLog::sayWhileEmpty(const QString& sentence)
{
    if (sentence == whileEmpty_)
        return;
    whileEmpty_ = sentence;
    refreshEmpty();
}

void PlayLog::append(const play::PlayLine& line)
{
    const bool atEnd = list_->verticalScrollBar()->value() >= list_->verticalScrollBar()->maximum() - 1;
    const int kind = static_cast<int>(line.severity);
    auto* item = new QTreeWidgetItem(list_);
    item->setText(TimeColumn, QTime::currentTime().toString(QStringLiteral("HH:mm:ss")));
    item->setText(TextColumn, line.text.simplified());
    item->setToolTip(TextColumn, line.text);
    item->setIcon(TextColumn, icon(QLatin1String(kinds[kind].icon), kinds[kind].tone));
    item->setData(TextColumn, severityRole, kind);
    item->setData(TextColumn, channelRole, line.channel);
    item->setFont(TimeColumn, monoFont(11.5));
    if (!line.file.isEmpty()) {
        item->setText(PlaceColumn, QFileInfo(line.file).fileName() + u':' + QString::number(line.line));
        item->setData(PlaceColumn, fileRole, line.file);
        item->setData(PlaceColumn, lineRole, line.line);
        item->setForeground(PlaceColumn, theme().info);
    }
    item->setHidden(!isShown(*item));
    kinds_[kind]->setText(QString::number(++counts_[kind]));
    if (list_->topLevelItemCount() > mostLines)
        delete list_->takeTopLevelItem(0);
    refreshEmpty();
    if (atEnd)
        list_->scrollToBottom();
}

void PlayLog::forgetFindings()
{
    for (int i = list_->topLevelItemCount() - 1; i >= 0; --i)
        if (list_->topLevelItem(i)->data(TextColumn, channelRole).toString() == QLatin1String("compiler")) {
            const int kind = list_->topLevelItem(i)->data(TextColumn, severityRole).toInt();
            kinds_[kind]->setText(QString::number(--counts_[kind]));
            delete list_->takeTopLevelItem(i);
        }
    refreshEmpty();
}

void PlayLog::clear()
{
    list_->clear();
    for (int i = 0; i < 3; ++i) {
        counts_[i] = 0;
        kinds_[i]->setText(QStringLiteral("0"));
    }
    refreshEmpty();
}

bool PlayLog::isShown(const QTreeWidgetItem& item) const
{
    return kinds_[item.data(TextColumn, severityRole).toInt()]->isChecked() &&
           item.text(TextColumn).contains(filter_->text(), Qt::CaseInsensitive);
}

void PlayLog::refilter()
{
    for (int i = 0; i < list_->topLevelItemCount(); ++i)
        list_->topLevelItem(i)->setHidden(!isShown(*list_->topLevelItem(i)));
    refreshEmpty();
}

/// An empty list says why it is empty.
void PlayLog::refreshEmpty()
{
    bool any = false;
    for (int i = list_->topLevelItemCount(); i-- > 0 && !any;) // the newest is seen most often
        any = !list_->topLevelItem(i)->isHidden();
    if (!any)
        empty_->say(list_->topLevelItemCount() == 0
                        ? whileEmpty_
                        : counted(list_->topLevelItemCount(), tr("The filter hides the only line."), tr("The filter hides all %1 lines.")));
    empty_->setVisible(!any);
    showQuietly(*list_, any);
}

} // namespace blak::ui::playing
