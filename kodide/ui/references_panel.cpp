// SPDX-License-Identifier: GPL-3.0-or-later
#include "kodide/ui/references_panel.h"

#include "kodide/ui/hit_delegate.h"
#include "kodide/ui/hit_place.h"
#include "ui/empty_label.h"
#include "ui/icons.h"
#include "ui/number_text.h"
#include "ui/theme.h"

#include <QComboBox>
#include <QFileInfo>
#include <QHBoxLayout>
#include <QHeaderView>
#include <QLabel>
#include <QSignalBlocker>
#include <QTreeWidget>
#include <QTreeWidgetItemIterator>
#include <QVBoxLayout>

#include <algorithm>
#include <tuple>
#include <utility>

namespace blak::ui::code {
namespace {

constexpr int askAgainAfter = 300;   ///< ms without an edit
constexpr int groupsUnfolded = 30;
constexpr qsizetype mostRows = 20'000;

enum ItemRole : int { PathRole = Qt::UserRole, BeginRole, EndRole, ClassRole };

QString usesText(qsizetype uses) { return counted(uses, ReferencesPanel::tr("1 reference"), ReferencesPanel::tr("%1 references")); }
/// A row above the lines: a class and its file, or a file alone.
void setFile(QTreeWidgetItem& row, const UseGroup& group)
{
    const QString file = QFileInfo(group.path).fileName();
    row.setText(0, group.className.isEmpty() ? file : QStringLiteral("%1 \u00b7 %2").arg(group.className, file));
    row.setToolTip(0, group.path);
    row.setData(0, PathRole, group.path);
    row.setData(0, ClassRole, group.className);
}

QString filesText(qsizetype files) { return counted(files, ReferencesPanel::tr("1 file"), ReferencesPanel::tr("%1 files")); }

} // namespace

ReferencesPanel::ReferencesPanel(QWidget* parent)
    : QWidget(parent), summary_(new QLabel), kinds_(new QComboBox), tree_(new QTreeWidget),
      empty_(new EmptyLabel(tr("Shift+F12 on a name of Blakod lists where it is used.")))
{
    auto* column = new QVBoxLayout(this);
    column->setContentsMargins(0, 0, 0, 0);
    column->setSpacing(0);
    auto* head = new QHBoxLayout;
    head->setContentsMargins(10, 3, 8, 3);
    head->setSpacing(8);
    summary_->setTextFormat(Qt::PlainText);
    summary_->setObjectName(QStringLiteral("secondary"));
    kinds_->setAccessibleName(tr("Uses that are listed"));
    kinds_->addItem(tr("All uses"), static_cast<int>(UsesShown::All));
    kinds_->addItem(tr("Definitions"), static_cast<int>(UsesShown::Defines));
    kinds_->addItem(tr("Overriding"), static_cast<int>(UsesShown::Overriding));
    kinds_->addItem(tr("Sends"), static_cast<int>(UsesShown::Sends));
    kinds_->addItem(tr("Writes"), static_cast<int>(UsesShown::Writes));
    kinds_->addItem(tr("Mentions"), static_cast<int>(UsesShown::Mentions));
    head->addWidget(summary_, 1);
    head->addWidget(kinds_);
    column->addLayout(head);
    column->addWidget(empty_);
    column->addWidget(tree_, 1);
    tree_->setObjectName(QStringLiteral("references"));
    tree_->setAccessibleName(tr("References"));
    tree_->setColumnCount(3);
    tree_->header()->hide();
    tree_->header()->setStretchLastSection(false);
    tree_->header()->setSectionResizeMode(0, QHeaderView::Stretch);
    tree_->header()->setSectionResizeMode(1, QHeaderView::ResizeToContents);
    tree_->header()->setSectionResizeMode(2, QHeaderView::ResizeToContents);
    tree_->setIndentation(14);
    tree_->setUniformRowHeights(true);
    tree_->setTextElideMode(Qt::ElideMiddle);
    tree_->setItemDelegateForColumn(0, new HitDelegate(tree_));
    tree_->setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    setFocusProxy(tree_);
    again_.setSingleShot(true);
    again_.setInterval(askAgainAfter);
    connect(&again_, &QTimer::timeout, this, &ReferencesPanel::ask);
    connect(kinds_, &QComboBox::currentIndexChanged, this, &ReferencesPanel::list);
    connect(tree_, &QTreeWidget::itemClicked, this, [this](QTreeWidgetItem* item) { open(item); });
    connect(tree_, &QTreeWidget::itemActivated, this, [this](QTreeWidgetItem* item) { open(item); });
    connect(themeNotifier(), &ThemeNotifier::changed, this, &ReferencesPanel::list);
    clear();
}

void ReferencesPanel::setWorkspace(const std::shared_ptr<document::Workspace>& workspace) { workspace_ = workspace; }

void ReferencesPanel::showUses(const std::shared_ptr<KodSymbols>& tree, const kod::SymbolKey& key, const QString& fromClass, UsesShown shown,
                           const std::pair<QString, int>& from)
{
    for (const auto& one : std::exchange(told_, {}))
        disconnect(one);
    symbols_ = tree;
    const auto soon = [this] { isVisible() ? again_.start() : void(isStale_ = true); };
    told_.push_back(connect(tree.get(), &KodSymbols::indexChanged, this, soon));
    told_.push_back(connect(tree.get(), &KodSymbols::indexed, this, soon));
    key_ = key;
    fromClass_ = fromClass;
    from_ = from;
    askedIn_ = from.first;
    hasKey_ = true;
    found_ = {};
    {
        const QSignalBlocker quiet(kinds_);
        kinds_->setCurrentIndex(kinds_->findData(static_cast<int>(shown)));
    }
    list();
    summary_->setText(tr("Looking for %1").arg(QString::fromStdString(key.name)));
    ask();
}

void ReferencesPanel::follow(const QString& oldName, const QString& newName)
{
    const std::string before = oldName.toLower().toStdString(), now = newName.toLower().toStdString();
    for (std::string* one : {&key_.name, &key_.owner})
        if (hasKey_ && *one == before)
            *one = now;
    if (hasKey_ && fromClass_.compare(oldName, Qt::CaseInsensitive) == 0)
        fromClass_ = newName;
} // asked again as soon as the index knows

void ReferencesPanel::renamed(const QString& from, const QString& to)
{
    for (UseGroup& group : found_.groups) {
        if (group.path != from)
            continue;
        group.path = to;
        for (int i = 0; i < tree_->topLevelItemCount(); ++i)
            if (QTreeWidgetItem* row = tree_->topLevelItem(i);
                row->data(0, PathRole).toString() == from && row->data(0, ClassRole).toString() == group.className)
                setFile(*row, group);
    }
    for (QString* one : {&askedIn_, &from_.first})
        if (*one == from)
            *one = to;
    if (answer_.isAsking())
        again_.start(); // the answer that comes has the old name
}

void ReferencesPanel::clear()
{
    for (const auto& one : std::exchange(told_, {}))
        disconnect(one);
    answer_.forget();
    again_.stop();
    hasKey_ = false;
    found_ = {};
    list();
}

void ReferencesPanel::showEvent(QShowEvent* event)
{
    QWidget::showEvent(event);
    if (std::exchange(isStale_, false))
        ask();
}

QString ReferencesPanel::summary() const { return summary_->text(); }

void ReferencesPanel::ask()
{
    const auto symbols = symbols_.lock();
    const auto index = symbols ? symbols->index()->get() : nullptr;
    if (!hasKey_ || !index)
        return;
    const auto workspace = workspace_.lock();
    answer_.ask(
        [index, key = key_, from = fromClass_.toStdString(), asked = askedIn_, open = workspace ? unsavedTexts(*workspace) : QHash<QString, QByteArray>()] {
            Found found;
            found.groups = linesOf(index->uses(key), key.name, open);
            std::ranges::stable_sort(found.groups, {}, [&asked](const UseGroup& group) {
                return std::tuple(group.path != asked, QFileInfo(group.path).fileName().toLower(), group.path);
            });
            if (key.kind == kod::NameKind::Message)
                for (const kod::SymbolUse& one : index->overriding(key, from))
                    found.overriding.insert(QString::fromStdString(one.className));
            const auto about = index->describe(key, from);
            found.isKnown = about.has_value();
            found.name = QString::fromStdString(about ? about->spelling : key.name);
            const std::string_view kind = kod::nameKindText(key.kind);
            found.what = QString::fromUtf8(kind.data(), static_cast<qsizetype>(kind.size()));
            return found;
        },
        [this](Found found) { take(std::move(found)); });
}

void ReferencesPanel::take(Found found)
{
    found_ = std::move(found);
    list();
}

bool ReferencesPanel::isListed(const UseLine& use, const UseGroup& group) const
{
    const kod::UseKind kind = use.kind;
    switch (static_cast<UsesShown>(kinds_->currentData().toInt())) {
    case UsesShown::All: return true;
    case UsesShown::Defines: return kind == kod::UseKind::Defines;
    case UsesShown::Overriding: return kind == kod::UseKind::Defines && found_.overriding.contains(group.className);
    case UsesShown::Sends: return kind == kod::UseKind::Sends;
    case UsesShown::Writes: return kind == kod::UseKind::Writes;
    case UsesShown::Mentions: return kind == kod::UseKind::Mentions || kind == kod::UseKind::Derives;
    }
    return true;
}

/// The rows anew; the current one stays where its line is still there.
void ReferencesPanel::list()
{
    const QTreeWidgetItem* current = tree_->currentItem();
    const QTreeWidgetItem* above = current == nullptr ? nullptr : current->parent();
    const QString path = above == nullptr ? QString() : above->data(0, PathRole).toString();
    const QString line = current == nullptr ? QString() : current->text(0);
    const int place = above == nullptr ? -1 : above->indexOfChild(const_cast<QTreeWidgetItem*>(current));
    const QSignalBlocker quiet(tree_);
    tree_->clear();
    rows_ = 0;
    std::set<QString> files;
    QTreeWidgetItem* again = nullptr;
    for (const UseGroup& group : std::as_const(found_.groups)) {
        if (std::ranges::none_of(group.lines, [&](const UseLine& one) { return isListed(one, group); }) || rows_ >= mostRows)
            continue;
        auto* top = new QTreeWidgetItem(tree_);
        setFile(*top, group);
        top->setIcon(0, icon(group.className.isEmpty() ? QStringLiteral("code") : QStringLiteral("class"), IconTone::Text2));
        files.insert(group.path);
        for (const UseLine& one : group.lines) {
            if (!isListed(one, group) || ++rows_ > mostRows)
                continue;
            auto* row = new QTreeWidgetItem(top);
            row->setText(0, one.hit.lineText);
            row->setToolTip(0, one.hit.lineText.trimmed());
            row->setData(0, HitDelegate::LineRole, one.hit.line);
            row->setData(0, HitDelegate::ColumnRole, one.hit.column);
            row->setData(0, HitDelegate::LengthRole, one.hit.length);
            row->setData(0, BeginRole, QVariant::fromValue(one.hit.begin));
            row->setData(0, EndRole, QVariant::fromValue(one.hit.end));
            row->setText(1, one.handler);
            row->setText(2, useKindText(one.kind));
            for (const int aside : {1, 2})
                row->setForeground(aside, one.kind == kod::UseKind::Defines && aside == 2 ? theme().text : theme().text2);
            if (group.path == from_.first && one.hit.line == from_.second)
                again = row;
            if (group.path == path && one.hit.lineText == line && (again == nullptr || top->indexOfChild(row) <= place))
                again = row;
        }
        top->setText(2, grouped(top->childCount()));
        top->setForeground(2, theme().text2);
        top->setTextAlignment(2, Qt::AlignRight | Qt::AlignVCenter);
        top->setExpanded(tree_->topLevelItemCount() <= groupsUnfolded);
    }
    if (again != nullptr) {
        again->parent()->setExpanded(true);
        tree_->setCurrentItem(again);
        if (!from_.first.isEmpty())
            tree_->scrollToItem(again, QAbstractItemView::PositionAtCenter);
    }
    if (rows_ > 0)
        from_ = {};
    kinds_->setVisible(hasKey_);
    summary_->setVisible(hasKey_);
    empty_->setVisible(!hasKey_);
    tree_->setVisible(hasKey_);
    if (hasKey_ && !answer_.isAsking()) {
        const QString name = QStringLiteral("%1 \u00b7 %2").arg(found_.name, found_.what);
        summary_->setText(!found_.isKnown || rows_ == 0 ? tr("%1 \u00b7 no reference of this kind").arg(name)
                                                        : tr("%1 \u00b7 %2 in %3").arg(name, usesText(rows_), filesText(static_cast<qsizetype>(files.size()))));
    }
    emit changed();
}

void ReferencesPanel::step(int direction)
{
    QVector<QTreeWidgetItem*> rows;
    for (QTreeWidgetItemIterator it(tree_); *it != nullptr; ++it)
        if ((*it)->parent() != nullptr)
            rows.push_back(*it);
    if (rows.isEmpty())
        return;
    const qsizetype at = rows.indexOf(tree_->currentItem());
    const qsizetype next = at < 0 ? (direction > 0 ? 0 : rows.size() - 1) : (at + direction + rows.size()) % rows.size();
    tree_->setCurrentItem(rows[next]);
    tree_->scrollToItem(rows[next]);
    open(rows[next]);
}

void ReferencesPanel::open(QTreeWidgetItem* item)
{
    if (item == nullptr || item->parent() == nullptr)
        return; // a class only unfolds
    const auto place = HitPlace::of(*item, item->data(0, BeginRole).value<qsizetype>(), item->data(0, EndRole).value<qsizetype>());
    emit openRequested(item->parent()->data(0, PathRole).toString(), place.toState());
}

} // namespace blak::ui::code
