// SPDX-License-Identifier: GPL-3.0-or-later
#include "studio/playing/notice_page.h"

#include "ui/fonts.h"

#include <QHBoxLayout>
#include <QLabel>
#include <QPlainTextEdit>
#include <QPushButton>
#include <QVBoxLayout>

#include <utility>

namespace blak::ui::playing {
namespace {

constexpr int logHeight = 260, logWidth = 760; ///< pixels

} // namespace

NoticePage::NoticePage(QWidget* parent)
    : QWidget(parent), words_(new QLabel), again_(new QPushButton), lastGood_(new QPushButton(tr("Play with the last good classes"))),
      cancel_(new QPushButton(tr("Cancel"))), raise_(new QPushButton(tr("Bring it to the front"))), log_(new QPlainTextEdit)
{
    words_->setAlignment(Qt::AlignCenter);
    words_->setWordWrap(true);
    words_->setObjectName(QStringLiteral("play.notice"));
    again_->setObjectName(QStringLiteral("play.again"));
    connect(again_, &QPushButton::clicked, this, &NoticePage::againWanted);
    lastGood_->setObjectName(QStringLiteral("play.lastGood"));
    connect(lastGood_, &QPushButton::clicked, this, &NoticePage::lastGoodWanted);
    cancel_->setObjectName(QStringLiteral("play.cancel"));
    connect(cancel_, &QPushButton::clicked, this, &NoticePage::cancelWanted);
    raise_->setObjectName(QStringLiteral("play.raise"));
    connect(raise_, &QPushButton::clicked, this, &NoticePage::raiseWanted);
    log_->setReadOnly(true);
    log_->setFont(monoFont(11.5));
    log_->setLineWrapMode(QPlainTextEdit::NoWrap);
    log_->setMaximumSize(logWidth, logHeight);
    log_->setObjectName(QStringLiteral("play.clientLog"));
    log_->setAccessibleName(tr("What the client said last"));
    auto* column = new QVBoxLayout(this);
    column->setContentsMargins(24, 0, 24, 0);
    column->setSpacing(16);
    column->addStretch(1);
    column->addWidget(words_);
    auto* ways = new QHBoxLayout;
    ways->setSpacing(8);
    ways->addStretch(1);
    ways->addWidget(again_);
    ways->addWidget(lastGood_);
    ways->addWidget(cancel_);
    ways->addStretch(1);
    column->addLayout(ways);
    column->addWidget(raise_, 0, Qt::AlignHCenter);
    auto* row = new QHBoxLayout; // in the middle, as wide as there is room for it
    row->addStretch(1);
    row->addWidget(log_, 8);
    row->addStretch(1);
    column->addLayout(row, 2);
    column->addStretch(1);
    refresh();
}

void NoticePage::tell(Notice notice)
{
    notice_ = std::move(notice);
    refresh();
}

void NoticePage::offerLastGood()
{
    notice_.mayTakeLast = true;
    refresh();
}

void NoticePage::showProgress(const QString& what, int done, int all)
{
    if (!notice_.ofWorld || what.isEmpty())
        return;
    notice_.mayCancel = true;
    notice_.text = all > 0 ? tr("%1: %2 of %3 (%4 %)").arg(what).arg(done).arg(all).arg(100LL * done / all) : what;
    refresh();
}

QWidget* NoticePage::way() const { return notice_.mayRaise ? raise_ : again_; }

void NoticePage::refresh()
{
    words_->setText(notice_.text);
    again_->setText(notice_.again);
    again_->setVisible(!notice_.again.isEmpty());
    lastGood_->setVisible(notice_.mayTakeLast);
    cancel_->setVisible(notice_.mayCancel);
    raise_->setVisible(notice_.mayRaise);
    if (log_->toPlainText() != notice_.log) {
        log_->setPlainText(notice_.log);
        log_->moveCursor(QTextCursor::End);
    }
    log_->setVisible(!notice_.log.isEmpty());
}

} // namespace blak::ui::playing
