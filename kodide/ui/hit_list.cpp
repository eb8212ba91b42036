// SPDX-License-Identifier: GPL-3.0-or-later
#include "kodide/ui/hit_list.h"

#include "kodide/ui/code_editor.h"
#include "kodide/ui/hit_delegate.h"
#include "kodide/ui/hit_place.h"
#include "ui/icons.h"
#include "ui/number_text.h"
#include "ui/theme.h"

#include <QDir>
#include <QFileInfo>
#include <QHeaderView>
#include <QResizeEvent>
#include <QSignalBlocker>

#include <algorithm>
#include <utility>

namespace blak::ui::code {
namespace {

constexpr int filesUnfolded = 30;

enum ItemRole : int { PathRole = Qt::UserRole, BeginRole, EndRole, FingerprintRole, BytesRole, UntickedRole };

QString pathOf(const QTreeWidgetItem& file) { return file.data(0, PathRole).toString(); }

/// Whether a hit would be replaced, also while there is no box to tick.
bool isTicked(const QTreeWidgetItem& row)
{
    const QVariant state = row.data(0, Qt::CheckStateRole);
    return state.isNull() ? !row.data(0, UntickedRole).toBool() : state.toInt() != Qt::Unchecked;
}

void setPath(QTreeWidgetItem& file, const QString& path, const QString& root)
{
    file.setText(0, QFileInfo(path).fileName());
    file.setToolTip(0, QDir(root).relativeFilePath(path));
    file.setData(0, PathRole, path);
}

} // namespace

HitList::HitList(QWidget* parent) : QTreeWidget(parent)
{
    setObjectName(QStringLiteral("searchResults"));
    setAccessibleName(tr("Search results"));
    setColumnCount(2);
    header()->hide();
    header()->setStretchLastSection(false);
    header()->setSectionResizeMode(0, QHeaderView::Stretch);
    header()->setSectionResizeMode(1, QHeaderView::ResizeToContents);
    setIndentation(14);
    setUniformRowHeights(true);
    setTextElideMode(Qt::ElideMiddle);
    setItemDelegateForColumn(0, new HitDelegate(this));
    setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    ticking_.setSingleShot(true);
    ticking_.setInterval(0);
    connect(&ticking_, &QTimer::timeout, this, &HitList::ticksChanged);
    connect(this, &QTreeWidget::itemChanged, &ticking_, qOverload<>(&QTimer::start));
    // Not before somebody sees them: with each, every later insertion would be slower, and a common word has 20 000.
    connect(this, &QTreeWidget::itemExpanded, this, [](QTreeWidgetItem* file) {
        for (int i = 0; i < file->childCount() && !file->child(i)->isFirstColumnSpanned(); ++i)
            file->child(i)->setFirstColumnSpanned(true);
    });
    connect(this, &QTreeWidget::itemClicked, this, [this](QTreeWidgetItem* item) {
        if (!ticking_.isActive()) // else this very click ticked it, and goes nowhere
            open(item);
    });
    connect(this, &QTreeWidget::itemActivated, this, &HitList::open);
    connect(themeNotifier(), &ThemeNotifier::changed, viewport(), qOverload<>(&QWidget::update));
}

void HitList::forget()
{
    for (int i = 0; i < topLevelItemCount(); ++i)
        keepTicks(*topLevelItem(i));
    clear();
    all_ = {};
    search_.reset();
    refreshAll();
}

void HitList::begin(const SearchQuery& query, TextSearch search, const QString& root)
{
    search_ = std::move(search);
    root_ = root;
    ticks_.begin(query);
}

QTreeWidgetItem* HitList::find(const QString& path) const
{
    for (int i = 0; i < topLevelItemCount(); ++i)
        if (pathOf(*topLevelItem(i)) == path)
            return topLevelItem(i);
    return nullptr;
}

QByteArray HitList::fingerprint(const QString& path) const
{
    const QTreeWidgetItem* file = find(path);
    return file == nullptr ? QByteArray() : file->data(0, FingerprintRole).toByteArray();
}

void HitList::add(const QVector<FileHits>& files)
{
    const bool isReplaced = isReplacing();
    if (isReplaced)
        setUniformRowHeights(false); // before there are rows to measure
    for (const FileHits& file : files) {
        auto* top = new QTreeWidgetItem;
        setPath(*top, file.path, root_);
        top->setText(1, grouped(file.hits.size()));
        top->setForeground(1, theme().text2);
        top->setIcon(0, icon(languageOf(file.path) == TextLanguage::Blakod ? QStringLiteral("code") : QStringLiteral("resource"),
                             IconTone::Text2));
        top->setData(0, FingerprintRole, file.fingerprint);
        top->setData(0, BytesRole, QVariant::fromValue(file.bytes));
        const QVector<bool> ticks = ticks_.of(file.path, file.bytes, file.hits);
        for (qsizetype i = 0; i < file.hits.size(); ++i) {
            const FileHit& hit = file.hits[i];
            auto* row = new QTreeWidgetItem(top);
            row->setText(0, hit.lineText);
            row->setToolTip(0, hit.lineText);
            row->setData(0, HitDelegate::LineRole, hit.line);
            row->setData(0, HitDelegate::ColumnRole, hit.column);
            row->setData(0, HitDelegate::LengthRole, hit.length);
            row->setData(0, BeginRole, QVariant::fromValue(hit.begin));
            row->setData(0, EndRole, QVariant::fromValue(hit.end));
            if (!ticks[i])
                row->setData(0, UntickedRole, true);
        }
        refresh(top, isReplaced);
        insert(top);
        top->setExpanded(indexOfTopLevelItem(top) < filesUnfolded); // the first that are seen, not the first that were found
        ++all_.files;
        if (all_.files > filesUnfolded)
            topLevelItem(filesUnfolded)->setExpanded(false);
        all_.hits += file.hits.size();
    }
}

/// By path, though the cores finish in any order.
void HitList::insert(QTreeWidgetItem* file)
{
    const QString path = pathOf(*file);
    int at = 0;
    int beyond = topLevelItemCount();
    while (at < beyond) {
        const int middle = (at + beyond) / 2;
        if (pathOf(*topLevelItem(middle)) < path)
            at = middle + 1;
        else
            beyond = middle;
    }
    insertTopLevelItem(at, file);
}

void HitList::remove(QTreeWidgetItem* file)
{
    all_.hits -= file->childCount();
    --all_.files;
    delete file;
}

void HitList::renew(const FileHits& file)
{
    bool isUnfolded = true;
    int current = -1;
    if (QTreeWidgetItem* before = find(file.path)) {
        keepTicks(*before);
        isUnfolded = before->isExpanded();
        if (const QTreeWidgetItem* chosen = currentItem(); chosen != nullptr && chosen->parent() == before)
            current = before->indexOfChild(const_cast<QTreeWidgetItem*>(chosen));
        remove(before);
    }
    if (file.hits.isEmpty())
        return;
    add({file});
    QTreeWidgetItem* now = find(file.path);
    now->setExpanded(isUnfolded);
    if (current >= 0)
        setCurrentItem(now->child(std::min(current, now->childCount() - 1)));
}

void HitList::renamed(const QString& from, const QString& to)
{
    ticks_.renamed(from, to);
    QTreeWidgetItem* file = find(from);
    if (file == nullptr)
        return;
    if (QTreeWidgetItem* gone = find(to)) // there was a file of that name
        remove(gone);
    const bool isUnfolded = file->isExpanded();
    const QSignalBlocker quiet(this); // nobody ticks or chooses anything
    QTreeWidgetItem* current = currentItem();
    takeTopLevelItem(indexOfTopLevelItem(file));
    setPath(*file, to, root_);
    insert(file);
    file->setExpanded(isUnfolded);
    for (int i = 0; isUnfolded && i < file->childCount(); ++i)
        file->child(i)->setFirstColumnSpanned(true);
    if (current != nullptr)
        setCurrentItem(current);
}

void HitList::setReplacement(const QString& with)
{
    with_ = with;
    refreshAll();
}

/// With something to replace by each hit has a box to tick and shows what would stand instead.
void HitList::refreshAll()
{
    const bool isReplaced = showsBoth();
    const bool isOther = uniformRowHeights() == isReplaced;
    setUniformRowHeights(!isReplaced); // a line as it is and as it would be are higher than the name of a file
    const QSignalBlocker quiet(*model()); // 12 000 ticks one by one took the list three seconds; it is painted anew below
    for (int i = 0; i < topLevelItemCount(); ++i)
        refresh(topLevelItem(i), isReplaced);
    viewport()->update();
    if (isOther)
        doItemsLayout();
}

/// Without a box a row still knows whether its tick was taken away.
void HitList::refresh(QTreeWidgetItem* file, bool isReplaced)
{
    if (isReplaced && file->data(0, Qt::CheckStateRole).isNull()) {
        file->setFlags(file->flags() | Qt::ItemIsUserCheckable | Qt::ItemIsAutoTristate);
        file->setCheckState(0, Qt::Checked);
    }
    for (int i = 0; i < file->childCount(); ++i) {
        QTreeWidgetItem* row = file->child(i);
        const QString line = row->text(0);
        const bool hasBox = !row->data(0, Qt::CheckStateRole).isNull();
        if (!isReplaced) {
            if (hasBox) {
                row->setData(0, UntickedRole, isTicked(*row) ? QVariant() : QVariant(true));
                row->setData(0, Qt::CheckStateRole, {});
                row->setData(0, HitDelegate::ReplacementRole, {});
                row->setToolTip(0, line);
            }
            continue;
        }
        if (!hasBox)
            row->setCheckState(0, isTicked(*row) ? Qt::Checked : Qt::Unchecked);
        const int column = row->data(0, HitDelegate::ColumnRole).toInt(), length = row->data(0, HitDelegate::LengthRole).toInt();
        const auto matches = search_->findAll(line.mid(column, length), with_);
        const QString then = matches.isEmpty() ? with_ : matches.first().replacement;
        row->setData(0, HitDelegate::ReplacementRole, then);
        row->setToolTip(0, line + u'\n' + line.left(column) + then + line.mid(column + length));
    }
    if (!isReplaced && !file->data(0, Qt::CheckStateRole).isNull())
        file->setData(0, Qt::CheckStateRole, {});
}

HitList::Count HitList::ticked() const
{
    Count count;
    for (int i = 0; i < topLevelItemCount(); ++i) {
        const qsizetype before = count.hits;
        const QTreeWidgetItem* file = topLevelItem(i);
        for (int j = 0; j < file->childCount(); ++j)
            count.hits += isTicked(*file->child(j)) ? 1 : 0;
        count.files += count.hits != before ? 1 : 0;
    }
    return count;
}

QVector<FileReplacement> HitList::replacements() const
{
    QVector<FileReplacement> files;
    for (int i = 0; i < topLevelItemCount(); ++i) {
        const QTreeWidgetItem* file = topLevelItem(i);
        FileReplacement one{pathOf(*file), file->data(0, FingerprintRole).toByteArray(), {}};
        for (int j = 0; j < file->childCount(); ++j)
            if (isTicked(*file->child(j)))
                one.begins.insert(file->child(j)->data(0, BeginRole).value<qsizetype>());
        if (!one.begins.isEmpty())
            files.push_back(std::move(one));
    }
    return files;
}

/// For when the file is listed anew.
void HitList::keepTicks(const QTreeWidgetItem& file)
{
    const QString path = pathOf(file);
    QVector<bool> ticks;
    for (int i = 0; i < file.childCount(); ++i)
        ticks.push_back(isTicked(*file.child(i)));
    if (!ticks_.knows(path) && !ticks.contains(false))
        return;
    QVector<FileHit> hits;
    for (int i = 0; i < file.childCount(); ++i) {
        const QTreeWidgetItem& row = *file.child(i);
        hits.push_back({row.data(0, BeginRole).value<qsizetype>(), row.data(0, EndRole).value<qsizetype>(),
                        row.data(0, HitDelegate::LineRole).toInt(), row.text(0), row.data(0, HitDelegate::ColumnRole).toInt(),
                        row.data(0, HitDelegate::LengthRole).toInt()});
    }
    ticks_.keep(path, file.data(0, BytesRole).value<qsizetype>(), hits, ticks);
}

/// Whether two lines stand beside each other is a matter of the width.
void HitList::resizeEvent(QResizeEvent* event)
{
    QTreeWidget::resizeEvent(event);
    if (showsBoth() && HitDelegate::isBeside(event->oldSize().width()) != HitDelegate::isBeside(event->size().width()))
        doItemsLayout();
}

void HitList::open(QTreeWidgetItem* item)
{
    if (item == nullptr || item->parent() == nullptr)
        return; // a file only unfolds
    const auto place = HitPlace::of(*item, item->data(0, BeginRole).value<qsizetype>(), item->data(0, EndRole).value<qsizetype>());
    emit openRequested(pathOf(*item->parent()), place.toState());
}

} // namespace blak::ui::code
