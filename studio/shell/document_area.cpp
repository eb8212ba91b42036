// SPDX-License-Identifier: GPL-3.0-or-later
#include "studio/shell/document_area.h"

#include "studio/shell/document_tabs.h"
#include "studio/shell/tab_button.h"
#include "studio/views/compare/compare_with.h"
#include "ui/document_view.h"
#include "ui/icons.h"
#include "ui/menu_text.h"

#include <QApplication>
#include <QCursor>
#include <QFileInfo>
#include <QHBoxLayout>
#include <QMenu>
#include <QPointer>
#include <QStackedWidget>
#include <QStyle>
#include <QTabBar>
#include <QTimer>
#include <QVBoxLayout>

#include <algorithm>

namespace blak::ui::shell {
namespace {

constexpr int afterTabs = 6; ///< px
constexpr auto asideProperty = "aside"; ///< of the tabs: none of their pages is shown

/// The nearest folder above a file that tells it from all the others; empty: there are no others.
QString ownFolder(const QString& path, const QStringList& namesakes)
{
    if (namesakes.size() < 2)
        return {};
    const auto foldersOf = [](const QString& file) { return QFileInfo(file).path().split(u'/', Qt::SkipEmptyParts); };
    const QStringList own = foldersOf(path);
    const auto at = [](const QStringList& folders, qsizetype up) {
        return up < folders.size() ? folders[folders.size() - 1 - up] : QString();
    };
    for (qsizetype up = 0; up < own.size(); ++up)
        if (std::ranges::none_of(namesakes, [&](const QString& other) { return other != path && at(foldersOf(other), up) == at(own, up); }))
            return at(own, up);
    return at(own, 0);
}

} // namespace

DocumentArea::DocumentArea(QWidget* parent) : QWidget(parent), tabs_(new DocumentTabs), strip_(new QWidget), pages_(new QStackedWidget)
{
    setObjectName(QStringLiteral("centre"));
    tabs_->setObjectName(QStringLiteral("documentTabs"));
    tabs_->setDocumentMode(true);
    tabs_->setExpanding(false);
    tabs_->setElideMode(Qt::ElideNone);
    tabs_->setUsesScrollButtons(true);
    tabs_->setDrawBase(false);
    tabs_->setFocusPolicy(Qt::NoFocus);
    tabs_->setContextMenuPolicy(Qt::CustomContextMenu);
    strip_->setObjectName(QStringLiteral("documentStrip"));
    strip_->setAttribute(Qt::WA_StyledBackground);
    strip_->setFixedHeight(30);
    auto* row = new QHBoxLayout(strip_);
    row->setContentsMargins(0, 0, afterTabs, 0);
    row->setSpacing(0);
    row->addWidget(tabs_, 1, Qt::AlignBottom);
    column_ = new QVBoxLayout(this);
    column_->setContentsMargins(0, 0, 0, 0);
    column_->setSpacing(0);
    column_->addWidget(strip_);
    column_->addWidget(pages_, 1);

    strip_->installEventFilter(this);
    connect(tabs_, &DocumentTabs::roomChanged, this, [this, row](int room) {
        row->setContentsMargins(0, 0, afterTabs + room, 0);
        row->activate();
        if (room > 0)
            qApp->installEventFilter(this);
        else
            qApp->removeEventFilter(this);
    });
    connect(tabs_, &QTabBar::currentChanged, this, [this](int index) {
        if (!changing_ && index >= 0)
            setCurrent(documents_.value(index));
    });
    connect(tabs_, &QTabBar::tabBarClicked, this, [this](int index) { // also the one in front; by keys one stays among the tabs
        const QPointer<DocumentView> document = documents_.value(index);
        if (document == nullptr || (QGuiApplication::mouseButtons() & Qt::LeftButton) == 0)
            return;
        if (current_ == nullptr && tabs_->currentIndex() == index) // the bar takes it for the one in front already
            setCurrent(document);
        QTimer::singleShot(0, this, [this] {
            if (current_ != nullptr)
                current_->setFocus(Qt::MouseFocusReason);
        });
    });
    connect(tabs_, &QTabBar::tabMoved, this, [this](int from, int to) {
        if (changing_)
            return;
        documents_.move(from, to);
        emit documentsChanged();
    });
    connect(tabs_, &QWidget::customContextMenuRequested, this, [this](const QPoint& at) {
        DocumentView* view = documents_.value(tabs_->tabAt(at));
        if (view == nullptr)
            return;
        const QPointer<DocumentView> document = view;
        // It may close by itself while the menu is open, as a game does that ends.
        auto* menu = new QMenu(tabs_);
        menu->setAttribute(Qt::WA_DeleteOnClose);
        menu->addAction(tr("Close"), this, [this, document] {
            if (!document.isNull())
                emit closeRequested(document);
        });
        menu->addAction(tr("Close others"), this, [this, document] {
            for (DocumentView* other : documents())
                if (!document.isNull() && other != document)
                    emit closeRequested(other);
        });
        menu->addAction(tr("Close all"), this, [this] {
            for (DocumentView* one : documents())
                emit closeRequested(one);
        });
        if (QFileInfo(view->path()).isFile()) {
            menu->addSeparator();
            views::addComparisons(*menu, view->path(), view->isModified() && view->document() != nullptr, *view,
                                  [document](const QString& path) {
                                      if (!document.isNull())
                                          emit document->openRequested(path);
                                  });
        }
        menu->popup(tabs_->mapToGlobal(at));
    });
    showRight();
}

/// The strip is not told that the mouse leaves it where the cross that was below went with its tab: then the window hears of the mouse.
bool DocumentArea::eventFilter(QObject* watched, QEvent* event)
{
    const bool isMouse = event->type() == QEvent::Leave || event->type() == QEvent::MouseMove;
    if (isMouse && !strip_->rect().contains(strip_->mapFromGlobal(QCursor::pos())))
        tabs_->settle();
    return QWidget::eventFilter(watched, event);
}

void DocumentArea::add(DocumentView* document)
{
    changing_ = true;
    documents_.push_back(document);
    pages_->addWidget(document);
    const int index = tabs_->addTab(icon(document->icon(), IconTone::Text2), asMenuText(document->title()));
    auto* closing = new TabButton(document->title());
    closing->setModified(document->isModified());
    connect(document, &DocumentView::modifiedChanged, closing,
            [document, closing] { closing->setModified(document->isModified()); });
    connect(closing, &QToolButton::clicked, this, [this, document] {
        tabs_->closeByCross(static_cast<int>(documents_.indexOf(document)), [this, document] { emit closeRequested(document); });
    });
    tabs_->setTabButton(index, QTabBar::RightSide, closing);
    tabs_->setTabToolTip(index, document->path());
    connect(document, &DocumentView::titleChanged, this, &DocumentArea::retitle);
    changing_ = false;
    retitle();
    showRight();
    emit documentsChanged();
}

void DocumentArea::replace(DocumentView* old, DocumentView* document)
{
    const qsizetype index = documents_.indexOf(old);
    const bool wasCurrent = current_ == old;
    add(document);
    changing_ = true;
    documents_.move(documents_.size() - 1, index);
    tabs_->moveTab(tabs_->count() - 1, static_cast<int>(index));
    documents_.removeAt(index + 1);
    std::ranges::replace(visited_, old, document);
    tabs_->removeTab(static_cast<int>(index) + 1);
    pages_->removeWidget(old);
    changing_ = false;
    if (wasCurrent && cover_ != nullptr) {
        current_ = document; // what is shown stays
    } else if (wasCurrent) {
        current_ = nullptr;
        setCurrent(document);
    }
    delete old;
    retitle();
    showRight();
    emit documentsChanged();
}

void DocumentArea::move(DocumentView* document, qsizetype index)
{
    const qsizetype from = documents_.indexOf(document);
    if (from >= 0)
        tabs_->moveTab(static_cast<int>(from), static_cast<int>(std::clamp<qsizetype>(index, 0, documents_.size() - 1))); // tells of it
}

void DocumentArea::close(DocumentView* document)
{
    const qsizetype index = documents_.indexOf(document);
    if (index < 0)
        return;
    DocumentView* next = current_;
    visited_.removeAll(document);
    if (current_ == document) {
        next = visited_.isEmpty() ? documents_.value(index + 1, documents_.value(index - 1)) : visited_.last();
        if (next == document)
            next = nullptr;
    }
    emit closing(document);
    changing_ = true;
    documents_.removeAt(index);
    tabs_->removeTab(static_cast<int>(index));
    delete notices_.take(document);
    changing_ = false;
    if (current_ == document)
        setCurrent(next); // also tells of none being left
    pages_->removeWidget(document); // when another page is shown: else the first one would be, for a moment, and fill itself
    delete document;
    retitle();
    showRight();
    emit documentsChanged();
}

void DocumentArea::setCurrent(DocumentView* document)
{
    if (document != nullptr && !documents_.contains(document))
        return;
    const bool other = document != current_;
    current_ = document;
    if (document != nullptr) {
        cover_ = nullptr;
        visited_.removeAll(document);
        visited_.append(document);
    }
    changing_ = true;
    if (document != nullptr)
        tabs_->setCurrentIndex(static_cast<int>(documents_.indexOf(document)));
    changing_ = false;
    showRight();
    if (other)
        keepTabs([&] { emit currentChanged(document); });
}

/// QTabBar scrolls to its beginning when all tabs have room for a moment, and as far as it must when few have.
void DocumentArea::keepTabs(const std::function<void()>& change)
{
    QLayout* row = strip_->layout();
    const bool isOuter = row->isEnabled();
    row->setEnabled(false);
    change();
    if (!isOuter)
        return;
    row->setEnabled(true);
    row->invalidate();
    row->activate();
}

DocumentView* DocumentArea::find(const QString& path) const
{
    for (DocumentView* document : documents_)
        if (document->path() == path)
            return document;
    return nullptr;
}

void DocumentArea::setCover(QWidget* page)
{
    cover_ = page;
    if (page != nullptr && pages_->indexOf(page) < 0)
        pages_->addWidget(page);
    showRight();
}

void DocumentArea::setEmptyPage(QWidget* page)
{
    emptyPage_ = page;
    pages_->addWidget(page);
    showRight();
}

void DocumentArea::setNaming(std::function<QString(const QString&)> nameOf)
{
    nameOf_ = std::move(nameOf);
    retitle();
}

void DocumentArea::setNotice(DocumentView* document, QWidget* notice)
{
    if (QWidget* old = notices_.take(document)) {
        const bool hadFocus = old->isAncestorOf(QApplication::focusWidget());
        old->hide();
        if (hadFocus)
            document->setFocus(Qt::OtherFocusReason); // what was asked is answered: back to the work
        old->deleteLater(); // the click that led here may come from it
    }
    if (notice != nullptr) {
        notices_.insert(document, notice);
        column_->insertWidget(1, notice);
    }
    showRight();
}

void DocumentArea::step(int direction)
{
    if (documents_.isEmpty())
        return;
    const qsizetype now = documents_.indexOf(current_);
    const qsizetype count = documents_.size();
    setCurrent(documents_[(now + direction + count) % count]);
    if (current_ != nullptr)
        current_->setFocus(Qt::OtherFocusReason);
}

void DocumentArea::showRight()
{
    const bool shows = cover_ == nullptr && !documents_.isEmpty();
    if (strip_->isHidden() == shows) {
        strip_->setVisible(shows);
        // A tab bar that had lost its only tab was laid out without any height, and is not asked again by itself.
        tabs_->updateGeometry();
        strip_->layout()->invalidate();
        strip_->layout()->activate();
    }
    if (const bool isAside = current_ == nullptr; tabs_->property(asideProperty).toBool() != isAside) { // no tab is that of the page which is shown
        tabs_->setProperty(asideProperty, isAside);
        tabs_->style()->unpolish(tabs_);
        tabs_->style()->polish(tabs_);
    }
    for (auto it = notices_.constBegin(); it != notices_.constEnd(); ++it)
        it.value()->setVisible(cover_ == nullptr && it.key() == current_);
    if (cover_ != nullptr)
        pages_->setCurrentWidget(cover_);
    else if (current_ != nullptr)
        pages_->setCurrentWidget(current_);
    else if (emptyPage_ != nullptr)
        pages_->setCurrentWidget(emptyPage_);
}

/// Documents of one name say in which folder their file lies, by the nearest one that no other has.
void DocumentArea::retitle()
{
    QHash<QString, QStringList> namesakes;
    for (const DocumentView* document : std::as_const(documents_))
        namesakes[document->title()] << document->path();
    tabs_->keepPlace([&] {
        for (int index = 0; index < documents_.size(); ++index) {
            DocumentView* document = documents_[index];
            const QString folder = ownFolder(document->path(), namesakes.value(document->title()));
            const QString name = nameOf_ ? nameOf_(document->title()) : QString();
            QString text = name.isEmpty() ? document->title() : QStringLiteral("%1 \u00b7 %2").arg(name, document->title());
            document->setWindowTitle(text); // what is printed or exported of it is headed by this
            if (!folder.isEmpty())
                text += QStringLiteral(" \u00b7 ") + folder;
            text = asMenuText(text);
            if (tabs_->tabText(index) != text)
                tabs_->setTabText(index, text);
            tabs_->setTabIcon(index, icon(document->icon(), IconTone::Text2));
            tabs_->setTabToolTip(index, document->path());
            static_cast<TabButton*>(tabs_->tabButton(index, QTabBar::RightSide))->setTitle(document->title());
        }
    });
}

} // namespace blak::ui::shell
