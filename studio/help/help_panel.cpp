// SPDX-License-Identifier: GPL-3.0-or-later
#include "studio/help/help_panel.h"

#include "ui/fonts.h"
#include "ui/icons.h"
#include "ui/search_field.h"
#include "ui/theme.h"

#include <QCoreApplication>
#include <QHBoxLayout>
#include <QKeyEvent>
#include <QPointer>
#include <QScrollBar>
#include <QTextBlock>
#include <QTextBrowser>
#include <QTextCursor>
#include <QTextDocument>
#include <QTextFrame>
#include <QTextList>
#include <QTextTable>
#include <QTimer>
#include <QToolButton>
#include <QUrl>
#include <QVBoxLayout>

#include <array>

namespace blak::ui::help {
namespace {

constexpr std::array headingPixels{12, 18, 14, 13, 12, 12, 12};
constexpr qsizetype mostResults = 40;

constexpr int listIndent = 20; ///< px for each level of a list

QToolButton* button(const QString& text, const QString& tip)
{
    auto* made = new QToolButton;
    made->setText(text);
    made->setToolTip(tip);
    made->setAccessibleName(tip);
    made->setFixedSize(28, 26);
    made->setProperty("padding", QStringLiteral("none"));
    return made;
}

} // namespace

HelpPanel::HelpPanel(QWidget* parent)
    : QWidget(parent), search_(new SearchField(tr("Search help"))), browser_(new QTextBrowser),
      back_(button(QStringLiteral("\u2190"), tr("Back"))), forward_(button(QStringLiteral("\u2192"), tr("Forward")))
{
    auto* home = new QToolButton;
    home->setIcon(icon(QStringLiteral("book")));
    home->setToolTip(tr("Contents"));
    home->setAccessibleName(tr("Contents"));
    auto* row = new QHBoxLayout;
    row->setContentsMargins(8, 8, 8, 4);
    row->setSpacing(2);
    row->addWidget(back_);
    row->addWidget(forward_);
    row->addWidget(home);
    row->addSpacing(4);
    row->addWidget(search_, 1);
    auto* column = new QVBoxLayout(this);
    column->setContentsMargins(0, 0, 0, 0);
    column->setSpacing(0);
    column->addLayout(row);
    column->addWidget(browser_, 1);
    setFocusProxy(search_);
    browser_->installEventFilter(this);
    browser_->setObjectName(QStringLiteral("helpText"));
    browser_->setAccessibleName(tr("Help"));
    browser_->setFrameShape(QFrame::NoFrame);
    browser_->setOpenLinks(false);
    browser_->setFont(uiFont(12));
    search_->setTarget(browser_);
    connect(browser_->verticalScrollBar(), &QScrollBar::actionTriggered, this, [this] { heading_.clear(); });
    // A new width breaks the lines anew: told when the layout is done.
    connect(browser_->verticalScrollBar(), &QScrollBar::rangeChanged, this, &HelpPanel::holdHeading, Qt::QueuedConnection);
    connect(browser_, &QTextBrowser::anchorClicked, this, [this](const QUrl& url) { follow(url.toString()); });
    connect(back_, &QToolButton::clicked, this, &HelpPanel::back);
    connect(forward_, &QToolButton::clicked, this, &HelpPanel::forward);
    connect(home, &QToolButton::clicked, this, [this] { show(QLatin1String(HelpPages::startPage)); });
    connect(search_, &SearchField::filterChanged, this, [this](const QString& words) {
        if (!words.trimmed().isEmpty())
            searchFor(words);
    });
    back_->setEnabled(false);
    forward_->setEnabled(false);
}

QString HelpPanel::shownText() const { return browser_->toPlainText(); }

QString HelpPanel::place() const
{
    if (page_.isEmpty() || browser_->verticalScrollBar()->value() == 0)
        return page_;
    const int top = static_cast<int>(browser_->document()->documentMargin());
    for (QTextBlock block = browser_->cursorForPosition({top, top}).block(); block.isValid(); block = block.previous())
        if (block.blockFormat().headingLevel() > 0)
            return page_ + u'#' + headingName(block.text());
    return page_;
}

void HelpPanel::remember()
{
    if (at_ >= 0)
        stops_[at_].scroll = browser_->verticalScrollBar()->value();
}

void HelpPanel::show(const QString& page)
{
    const QString name = page.section(u'#', 0, 0);
    const QString known = pages_.contains(name) ? page : QString::fromLatin1(HelpPages::startPage);
    remember();
    if (at_ < 0 || stops_[at_].page != known) {
        stops_.resize(at_ + 1);
        stops_.push_back({known, {}, 0});
        ++at_;
    }
    go(stops_[at_]);
}

void HelpPanel::searchFor(const QString& words)
{
    if (isShowing(words))
        return;
    remember();
    const bool goesOn = at_ >= 0 && !stops_[at_].words.isEmpty(); // typing on makes no new stop
    if (!goesOn) {
        stops_.resize(at_ + 1);
        stops_.push_back({});
        ++at_;
    }
    stops_[at_] = {{}, words, 0};
    go(stops_[at_]);
}

void HelpPanel::back()
{
    if (at_ <= 0)
        return;
    remember();
    go(stops_[--at_]);
}

void HelpPanel::forward()
{
    if (at_ + 1 >= stops_.size())
        return;
    remember();
    go(stops_[++at_]);
}

void HelpPanel::go(const Stop& stop)
{
    page_ = stop.page.section(u'#', 0, 0);
    display(page_.isEmpty() ? resultsMarkdown(stop.words) : pages_.markdown(page_));
    const QString anchor = stop.page.section(u'#', 1);
    heading_ = stop.scroll > 0 ? QString() : anchor;
    if (stop.scroll > 0)
        browser_->verticalScrollBar()->setValue(stop.scroll);
    else if (!anchor.isEmpty())
        scrollToHeading(anchor);
    back_->setEnabled(at_ > 0);
    forward_->setEnabled(at_ + 1 < stops_.size());
}

void HelpPanel::display(const QString& markdown)
{
    const QPointer<QTextDocument> before(browser_->document()); // the very first is not ours
    auto* document = new QTextDocument(browser_); // styled before anybody shows it: else Qt lays it out anew for each piece
    document->setUndoRedoEnabled(false);
    document->setDefaultFont(browser_->font());
    document->setDocumentMargin(12);
    document->setIndentWidth(listIndent);
    document->setMarkdown(markdown);
    restyle(*document);
    browser_->setDocument(document);
    if (before)
        before->deleteLater();
    browser_->verticalScrollBar()->setValue(0);
}

/// Qt gives Markdown its own idea of sizes and fonts; ours are those of the design language.
void HelpPanel::restyle(QTextDocument& document)
{
    const Theme& now = theme();
    QTextCursor cursor(&document);
    cursor.beginEditBlock();
    for (QTextBlock block = document.begin(); block.isValid(); block = block.next()) {
        QTextBlockFormat shape = block.blockFormat();
        const auto level = static_cast<std::size_t>(std::clamp(shape.headingLevel(), 0, 6));
        const bool isCode = shape.hasProperty(QTextFormat::BlockCodeLanguage) || shape.hasProperty(QTextFormat::BlockCodeFence);
        shape.setLineHeight(level > 0 ? 120 : 135, QTextBlockFormat::ProportionalHeight);
        if (level > 0) {
            shape.setTopMargin(level == 1 ? 4 : 14);
            shape.setBottomMargin(4);
        } else if (block.textList() != nullptr) { // as close to the next paragraph as paragraphs are to each other
            const bool isLast = !block.next().isValid() || block.next().textList() == nullptr;
            shape.setTopMargin(0);
            shape.setBottomMargin(isLast ? 8 : 3);
        } else if (isCode) {
            shape.setBackground(now.input);
            shape.setLeftMargin(8);
            shape.setTopMargin(0);
            shape.setBottomMargin(0);
        }
        cursor.setPosition(block.position());
        cursor.setBlockFormat(shape);
        if (block.textList() != nullptr) { // Qt parts mark and text by one space of this font: a wide one
            QTextCharFormat mark;
            mark.setFont(monoFont(12));
            mark.setForeground(now.text2);
            cursor.setBlockCharFormat(mark);
        }
        QVector<std::pair<int, QTextCharFormat>> pieces;
        for (auto piece = block.begin(); !piece.atEnd(); ++piece) {
            QTextCharFormat format = piece.fragment().charFormat();
            const bool isMono = format.fontFixedPitch() || isCode;
            QFont font = isMono ? monoFont(12) : uiFont(headingPixels[level], level > 0 ? QFont::DemiBold : QFont::Normal);
            if (format.fontWeight() > QFont::Medium)
                font.setWeight(QFont::DemiBold);
            font.setItalic(format.fontItalic());
            const bool isLink = format.isAnchor();
            const QString address = format.anchorHref();
            format.setFont(font);
            format.setForeground(isLink ? now.link : isMono && !isCode ? now.syntax.string : now.text);
            format.setFontUnderline(false);
            format.setAnchor(isLink);
            if (isLink)
                format.setAnchorHref(address);
            pieces.push_back({piece.fragment().length(), format});
        }
        int from = block.position();
        for (const auto& [length, format] : pieces) {
            cursor.setPosition(from);
            cursor.setPosition(from + length, QTextCursor::KeepAnchor);
            cursor.setCharFormat(format);
            from += length;
        }
    }
    for (QTextFrame* frame : document.rootFrame()->childFrames()) {
        auto* table = qobject_cast<QTextTable*>(frame);
        if (table == nullptr)
            continue;
        QTextTableFormat format = table->format();
        format.setBorder(1);
        format.setBorderCollapse(true);
        format.setBorderStyle(QTextFrameFormat::BorderStyle_Solid);
        format.setBorderBrush(now.border);
        format.setCellPadding(5);
        format.setCellSpacing(0);
        format.setTopMargin(6);
        format.setBottomMargin(10);
        table->setFormat(format);
    }
    cursor.endEditBlock();
}

void HelpPanel::scrollToHeading(const QString& name)
{
    for (QTextBlock block = browser_->document()->begin(); block.isValid(); block = block.next()) {
        if (block.blockFormat().headingLevel() == 0 || headingName(block.text()) != name)
            continue;
        QTextCursor cursor(block);
        browser_->verticalScrollBar()->setValue(browser_->verticalScrollBar()->maximum());
        browser_->setTextCursor(cursor); // from below, so that the heading stands at the top
        browser_->verticalScrollBar()->setValue(browser_->verticalScrollBar()->value() + browser_->cursorRect().top() - 8);
        return;
    }
}

/// Keys that the search field hands on, while it has the keyboard.
bool HelpPanel::eventFilter(QObject* watched, QEvent* event)
{
    const QString words = search_->text();
    if (watched != browser_ || event->type() != QEvent::KeyPress || browser_->hasFocus() || words.trimmed().isEmpty())
        return QWidget::eventFilter(watched, event);
    const int key = static_cast<QKeyEvent*>(event)->key();
    if (key == Qt::Key_Return || key == Qt::Key_Enter) {
        if (!isShowing(words))
            searchFor(words);
        else if (!best_.isEmpty())
            show(best_);
        return true;
    }
    if (key != Qt::Key_Down)
        return QWidget::eventFilter(watched, event);
    searchFor(words);
    browser_->setFocus(Qt::OtherFocusReason);
    QKeyEvent next(QEvent::KeyPress, Qt::Key_Tab, Qt::NoModifier);
    if (!best_.isEmpty())
        QCoreApplication::sendEvent(browser_, &next); // to its first link
    return true;
}

bool HelpPanel::isShowing(const QString& words) const { return at_ >= 0 && stops_[at_].page.isEmpty() && stops_[at_].words == words; }

void HelpPanel::holdHeading()
{
    if (!heading_.isEmpty())
        scrollToHeading(heading_);
}

void HelpPanel::follow(const QString& link)
{
    const QString target = pages_.resolve(page_, link);
    if (!target.isEmpty())
        show(target);
    else
        emit linkOpened(link);
}

QString HelpPanel::resultsMarkdown(const QString& words)
{
    best_.clear();
    const QVector<HelpHit> hits = pages_.search(words);
    QString text = QStringLiteral("# ") + tr("Search for %1").arg(words.simplified()) + QStringLiteral("\n\n");
    if (hits.isEmpty())
        return text + tr("No page holds all these words. Try fewer, or look at the [contents](%1.md).")
                          .arg(QLatin1String(HelpPages::startPage));
    for (const HelpHit& hit : hits.mid(0, mostResults)) {
        const QString anchor = hit.heading.isEmpty() ? QString() : u'#' + headingName(hit.heading);
        if (best_.isEmpty())
            best_ = hit.page + anchor;
        text += QStringLiteral("**[%1](%2.md%3)**").arg(hit.title, hit.page, anchor);
        if (!hit.heading.isEmpty())
            text += QStringLiteral(" \u00b7 ") + hit.heading;
        text += QStringLiteral("\n\n");
        if (!hit.excerpt.isEmpty())
            text += QString(hit.excerpt).replace(u'<', QLatin1String("&lt;")) + QStringLiteral("\n\n");
    }
    return text;
}

/// A dock that was left open comes back with the window, and nobody asked for a page yet.
void HelpPanel::showEvent(QShowEvent* event)
{
    QWidget::showEvent(event);
    QTimer::singleShot(0, this, [this] {
        if (at_ < 0)
            show(QLatin1String(HelpPages::startPage));
    });
}

void HelpPanel::changeEvent(QEvent* event)
{
    if (event->type() == QEvent::PaletteChange && at_ >= 0 && !std::exchange(isStale_, true)) // told several times
        QMetaObject::invokeMethod(this, &HelpPanel::renew, Qt::QueuedConnection);
    QWidget::changeEvent(event);
}

void HelpPanel::renew()
{
    isStale_ = false;
    remember();
    const Stop stop = stops_[at_];
    go(stop);
}

} // namespace blak::ui::help
