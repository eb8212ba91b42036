// SPDX-License-Identifier: GPL-3.0-or-later
#include "client/windows/chat_panel.h"

#include "client/play/game_client.h"
#include "client/windows/text_view.h"
#include "ui/fonts.h"

#include <QComboBox>
#include <QDragMoveEvent>
#include <QKeyEvent>
#include <QLineEdit>
#include <QPainter>
#include <QScrollBar>
#include <QTextBlock>
#include <QTextBrowser>
#include <QVBoxLayout>

namespace blak::client {
namespace {

constexpr int mostShown = 400;
constexpr qsizetype mostRemembered = 100;
const QColor paper(16, 18, 20);

/// What the channels show: a bit for each kind of line. What the client itself says is in all of them.
struct Channel
{
    const char* name;
    unsigned kinds;
};

constexpr unsigned bitOf(session::ChatKind kind) { return 1u << static_cast<unsigned>(kind); }

constexpr unsigned speech = bitOf(session::ChatKind::Said) | bitOf(session::ChatKind::Yelled) | bitOf(session::ChatKind::Emote) |
                            bitOf(session::ChatKind::Resource);
constexpr unsigned alone = bitOf(session::ChatKind::Group), guild = bitOf(session::ChatKind::Guild);
constexpr unsigned world = bitOf(session::ChatKind::Broadcast) | bitOf(session::ChatKind::System) | bitOf(session::ChatKind::GameMaster);
constexpr Channel channels[]{{"All", ~0u}, {"Speech", speech}, {"Told to you", alone}, {"Guild", guild}, {"Everybody", world},
                             {"What happens", bitOf(session::ChatKind::Message)}};

} // namespace

ChatPanel::ChatPanel(GameClient& client, QWidget* parent)
    : QFrame(parent), client_(client), lines_(new QTextBrowser(this)), line_(new QLineEdit(this))
{
    setObjectName(QStringLiteral("chat"));
    setAcceptDrops(true);
    auto* column = new QVBoxLayout(this);
    column->setContentsMargins(10, 8, 10, 10);
    column->setSpacing(6);
    lines_->setFrameShape(QFrame::NoFrame);
    lines_->setStyleSheet(QStringLiteral("QTextBrowser { background: transparent; border: none; color: #dfe3e8; }"));
    lines_->viewport()->setAutoFillBackground(false);
    lines_->setOpenLinks(false);
    lines_->setFocusPolicy(Qt::NoFocus);
    lines_->document()->setMaximumBlockCount(mostShown);
    lines_->document()->setDocumentMargin(0);
    lines_->setFont(ui::uiFont(12));
    lines_->setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    lines_->setAccessibleName(QStringLiteral("What was said"));
    // Whoever reads the end goes on reading it, when lines come and when a smaller panel breaks them anew.
    QScrollBar* bar = lines_->verticalScrollBar();
    connect(bar, &QScrollBar::valueChanged, this, [this, bar](int value) { atEnd_ = value >= bar->maximum() - 4; });
    connect(bar, &QScrollBar::rangeChanged, this, [this, bar](int, int most) {
        if (atEnd_)
            bar->setValue(most);
    });
    line_->setPlaceholderText(QStringLiteral("Say something, or /help"));
    line_->setAccessibleName(QStringLiteral("Say something"));
    line_->setMaxLength(600);
    line_->setStyleSheet(QStringLiteral("QLineEdit { background: rgba(24,27,30,220); color: #dfe3e8; border: 1px solid #4a525c; "
                                        "border-radius: 3px; padding: 2px 6px; } QLineEdit:focus { border-color: #58a6ee; }"));
    line_->installEventFilter(this);
    channel_ = new QComboBox(this);
    channel_->setAccessibleName(QStringLiteral("Which lines"));
    channel_->setToolTip(QStringLiteral("Which lines are shown"));
    for (const Channel& one : channels)
        channel_->addItem(QString::fromLatin1(one.name));
    channel_->setStyleSheet(QStringLiteral("QComboBox { background: rgba(24,27,30,220); color: #aeb6c0; border: 1px solid #4a525c; border-radius: 3px; "
                                           "padding: 1px 4px; } QComboBox:focus { border-color: #58a6ee; } "
                                           "QComboBox::down-arrow { image: url(:/widgets/arrow-dark.svg); }")); // it is dark in every theme
    connect(channel_, &QComboBox::currentIndexChanged, this, [this] {
        clear();
        refresh();
    });
    connect(channel_, &QComboBox::activated, this, &ChatPanel::leftTyping); // the keys are the world's again
    column->addWidget(lines_, 1);
    auto* row = new QHBoxLayout;
    row->setSpacing(6);
    row->addWidget(line_, 1);
    row->addWidget(channel_);
    column->addLayout(row);
}

void ChatPanel::dragEnterEvent(QDragEnterEvent* event) { event->accept(); }
void ChatPanel::dragMoveEvent(QDragMoveEvent* event) { event->ignore(); }

void ChatPanel::paintEvent(QPaintEvent*)
{
    QPainter painter(this);
    painter.setRenderHint(QPainter::Antialiasing);
    painter.setPen(Qt::NoPen);
    painter.setBrush(QColor(16, 18, 20, 205));
    painter.drawRoundedRect(rect(), 6, 6);
}

QString ChatPanel::text() const { return lines_->toPlainText(); }

void ChatPanel::clear()
{
    lines_->clear();
    shown_ = 0;
}

void ChatPanel::setTextFont(const QFont& font)
{
    lines_->setFont(font);
    line_->setFont(font);
}

void ChatPanel::refresh()
{
    session::Game* game = client_.game();
    if (game == nullptr)
        return;
    QTextCursor cursor(lines_->document());
    cursor.movePosition(QTextCursor::End);
    for (const session::ChatLine& line : game->chat().lines()) {
        if (line.number <= shown_)
            continue;
        shown_ = line.number;
        if (line.kind != session::ChatKind::Own && (channels[channel_->currentIndex()].kinds & bitOf(line.kind)) == 0)
            continue;
        if (!lines_->document()->isEmpty())
            cursor.insertBlock();
        QTextCharFormat format;
        format.setForeground(chatColour(line.kind));
        const int start = cursor.position();
        if (line.kind == session::ChatKind::Own)
            cursor.insertText(QString::fromUtf8(line.text.c_str()), format);
        else
            insertStyled(cursor, line.text, game->dialect(), format, paper);
        showSpeaker(start, QString::fromUtf8(line.name.c_str()), format);
    }
}

/// Who speaks stands out where the line begins with the name, as it usually does, and the server has given it no colour.
void ChatPanel::showSpeaker(int start, const QString& name, const QTextCharFormat& line)
{
    constexpr qsizetype article = 4; // "The "
    const QTextBlock block = lines_->document()->findBlock(start);
    const qsizetype at = block.text().indexOf(name, 0, Qt::CaseInsensitive);
    if (name.isEmpty() || at < 0 || at > article)
        return;
    QTextCursor cursor(block);
    cursor.setPosition(block.position() + static_cast<int>(at));
    cursor.setPosition(cursor.position() + static_cast<int>(name.size()), QTextCursor::KeepAnchor);
    QTextCharFormat format = cursor.charFormat();
    if (format.foreground() != line.foreground())
        return;
    format.setForeground(speakerColour());
    cursor.setCharFormat(format);
}

void ChatPanel::beginTyping(const QString& text)
{
    line_->setFocus();
    if (!text.isEmpty())
        line_->setText(text);
}

void ChatPanel::submit()
{
    const QString text = line_->text().trimmed();
    line_->clear();
    if (!text.isEmpty()) {
        before_.removeAll(text);
        before_.append(text);
        if (before_.size() > mostRemembered)
            before_.removeFirst();
        emit entered(text);
    }
    at_ = before_.size();
    emit leftTyping();
}

/// Keys that the line does not want are none for the world behind.
void ChatPanel::keyPressEvent(QKeyEvent* event) { event->accept(); }

bool ChatPanel::eventFilter(QObject* watched, QEvent* event)
{
    if (watched != line_ || event->type() != QEvent::KeyPress)
        return QFrame::eventFilter(watched, event);
    const int key = static_cast<QKeyEvent*>(event)->key();
    if (key == Qt::Key_Return || key == Qt::Key_Enter) { // not left to the world behind, where it begins to type
        submit();
        return true;
    }
    if (key == Qt::Key_Escape) {
        line_->clear();
        emit leftTyping();
        return true;
    }
    if (key == Qt::Key_Up || key == Qt::Key_Down) {
        at_ = qBound<qsizetype>(0, at_ + (key == Qt::Key_Up ? -1 : 1), before_.size());
        line_->setText(at_ < before_.size() ? before_[at_] : QString());
        return true;
    }
    return false;
}

} // namespace blak::client
