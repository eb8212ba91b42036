// SPDX-License-Identifier: GPL-3.0-or-later
#include "studio/views/tables/object_panel.h"

#include "studio/views/common/cell_delegate.h"
#include "studio/views/common/text.h"
#include "ui/empty_label.h"
#include "ui/fonts.h"
#include "ui/icons.h"
#include "ui/theme.h"

#include <QClipboard>
#include <QGuiApplication>
#include <QHBoxLayout>
#include <QHeaderView>
#include <QKeyEvent>
#include <QLabel>
#include <QSplitter>
#include <QToolButton>
#include <QTreeWidget>
#include <QVBoxLayout>

#include <algorithm>
#include <array>

namespace blak::ui::views {
namespace {

constexpr int tagRole = Qt::UserRole;
constexpr int dataRole = Qt::UserRole + 1;
constexpr int groupRole = Qt::UserRole + 2;
constexpr std::size_t mostItems = 2000; ///< of one list that are shown
constexpr std::array builtInNames{"System", "Settings", "RealTime", "GameEventEngine"};

save::Value valueOf(const QTreeWidgetItem* item)
{
    return {static_cast<bof::Tag>(item->data(0, tagRole).toInt()), item->data(0, dataRole).toLongLong()};
}

/// Links in the colour of links, heads of groups with their band, numbers in mono; colours are read while painting.
class ValueDelegate : public CellDelegate
{
public:
    ValueDelegate(int linkColumn, QObject* parent) : CellDelegate(parent), linkColumn_(linkColumn) {}

protected:
    void adjust(QStyleOptionViewItem& option, const QModelIndex& index) const override
    {
        const QModelIndex first = index.siblingAtColumn(0);
        if (first.data(groupRole).toBool()) {
            option.backgroundBrush = theme().raised;
            option.font = uiFont(12, index.column() == 0 ? QFont::DemiBold : QFont::Normal);
            option.palette.setColor(QPalette::Text, index.column() == 0 ? theme().text : theme().text2);
            return;
        }
        const auto tag = static_cast<bof::Tag>(first.data(tagRole).toInt());
        if (index.column() == linkColumn_ && tag == bof::Tag::Object)
            option.palette.setColor(QPalette::Text, theme().link);
        else if (index.column() == 2 || (index.column() == 1 && (tag == bof::Tag::Nil || linkColumn_ == 0)))
            option.palette.setColor(QPalette::Text, theme().text2);
        if (index.column() == 1 && linkColumn_ == 1 && (tag == bof::Tag::Nil || tag == bof::Tag::Int || tag == bof::Tag::List))
            option.font = monoFont(11.5);
        if (index.column() == 2) {
            option.font = uiFont(11);
            option.displayAlignment = Qt::AlignRight | Qt::AlignVCenter;
        }
    }

private:
    int linkColumn_;
};

} // namespace

ObjectPanel::ObjectPanel(std::shared_ptr<const SavedGame> saved, QWidget* parent)
    : QWidget(parent), saved_(std::move(saved)), content_(new QWidget),
      empty_(new EmptyLabel(tr("Select an object to see its properties."))), title_(new QLabel), detail_(new QLabel),
      back_(new QToolButton), forward_(new QToolButton), source_(new QToolButton), referencesTitle_(new QLabel)
{
    setObjectName(QStringLiteral("dockBody"));
    setAttribute(Qt::WA_StyledBackground);
    auto* outer = new QVBoxLayout(this);
    outer->setContentsMargins(0, 0, 0, 0);
    outer->addWidget(empty_);
    outer->addWidget(content_, 1);
    outer->addStretch(0);
    auto* column = new QVBoxLayout(content_);
    column->setContentsMargins(0, 0, 0, 0);
    column->setSpacing(0);

    auto* heading = new QHBoxLayout;
    heading->setContentsMargins(10, 6, 6, 6);
    heading->setSpacing(4);
    title_->setFont(uiFont(13, QFont::DemiBold));
    title_->setTextFormat(Qt::PlainText);
    detail_->setObjectName(QStringLiteral("secondary"));
    detail_->setTextFormat(Qt::PlainText);
    detail_->setSizePolicy(QSizePolicy::Ignored, QSizePolicy::Preferred);
    auto* words = new QVBoxLayout;
    words->setSpacing(1);
    words->addWidget(title_);
    words->addWidget(detail_);
    heading->addLayout(words, 1);
    const auto button = [&](QToolButton* one, const char* iconName, const QString& tip) {
        one->setIcon(icon(QLatin1String(iconName)));
        one->setToolTip(tip);
        one->setAccessibleName(tip);
        one->setFixedSize(28, 28);
        heading->addWidget(one);
    };
    button(source_, "code", tr("Open the source of its class"));
    button(back_, "undo", tr("Back (Alt+Left)"));
    button(forward_, "redo", tr("Forward (Alt+Right)"));
    column->addLayout(heading);

    auto* splitter = new QSplitter(Qt::Vertical);
    properties_ = makeTree({tr("Property"), tr("Value"), tr("Kind")}, tr("Properties"), 1);
    references_ = makeTree({tr("Object"), tr("Through"), QString()}, tr("Referred to by"), 0);
    auto* lower = new QWidget;
    auto* lowerColumn = new QVBoxLayout(lower);
    lowerColumn->setContentsMargins(0, 0, 0, 0);
    lowerColumn->setSpacing(0);
    auto* band = new QWidget;
    band->setObjectName(QStringLiteral("viewHeader"));
    band->setAttribute(Qt::WA_StyledBackground);
    band->setFixedHeight(26);
    auto* bandRow = new QHBoxLayout(band);
    bandRow->setContentsMargins(10, 0, 10, 0);
    referencesTitle_->setObjectName(QStringLiteral("title"));
    bandRow->addWidget(referencesTitle_);
    lowerColumn->addWidget(band);
    lowerColumn->addWidget(references_, 1);
    references_->setHeaderHidden(true);
    references_->setRootIsDecorated(false);
    splitter->addWidget(properties_);
    splitter->addWidget(lower);
    splitter->setStretchFactor(0, 3);
    splitter->setStretchFactor(1, 1);
    splitter->setSizes({480, 160});
    splitter->setChildrenCollapsible(false);
    column->addWidget(splitter, 1);

    connect(back_, &QToolButton::clicked, this, &ObjectPanel::back);
    connect(forward_, &QToolButton::clicked, this, &ObjectPanel::forward);
    connect(source_, &QToolButton::clicked, this, [this] {
        if (const int place = saved_->placeOf(object_); place >= 0)
            emit sourceRequested(saved_->className(saved_->game().objects[static_cast<std::size_t>(place)]));
    });
    content_->hide();
    refreshButtons();
}

QTreeWidget* ObjectPanel::makeTree(const QStringList& titles, const QString& name, int linkColumn)
{
    auto* tree = new QTreeWidget;
    tree->setColumnCount(static_cast<int>(titles.size()));
    tree->setHeaderLabels(titles);
    tree->setUniformRowHeights(true);
    tree->setIndentation(14);
    tree->setAccessibleName(name);
    tree->setItemDelegate(new ValueDelegate(linkColumn, tree));
    tree->setExpandsOnDoubleClick(true);
    tree->setAllColumnsShowFocus(true);
    tree->header()->setStretchLastSection(false);
    tree->header()->setSectionResizeMode(0, QHeaderView::Interactive);
    tree->header()->setSectionResizeMode(1, QHeaderView::Stretch);
    tree->header()->setSectionResizeMode(2, QHeaderView::Interactive);
    tree->header()->setMinimumSectionSize(40);
    tree->setColumnWidth(0, 150);
    tree->setColumnWidth(2, 104);
    tree->setMouseTracking(true);
    tree->viewport()->installEventFilter(this);
    tree->installEventFilter(this);
    connect(tree, &QTreeWidget::itemExpanded, this, &ObjectPanel::unfold);
    connect(tree, &QTreeWidget::itemActivated, this, &ObjectPanel::follow);
    connect(tree, &QTreeWidget::itemClicked, this, [this, tree](QTreeWidgetItem* item, int column) {
        if (column == 1 || (tree == references_ && column == 0))
            follow(item);
    });
    return tree;
}

void ObjectPanel::go(std::int32_t object)
{
    if (object == object_ || saved_->placeOf(object) < 0)
        return;
    way_.resize(static_cast<std::size_t>(at_ + 1));
    way_.push_back(object);
    ++at_;
    show(object);
}

void ObjectPanel::back()
{
    if (canGoBack())
        show(way_[static_cast<std::size_t>(--at_)]);
}

void ObjectPanel::forward()
{
    if (canGoForward())
        show(way_[static_cast<std::size_t>(++at_)]);
}

void ObjectPanel::refreshButtons()
{
    back_->setEnabled(canGoBack());
    forward_->setEnabled(canGoForward());
}

void ObjectPanel::show(std::int32_t object)
{
    object_ = object;
    const save::Object& one = saved_->game().objects[static_cast<std::size_t>(saved_->placeOf(object))];
    const QString className = saved_->className(one);
    const QString name = oneLine(saved_->objectName(one));
    title_->setText(name.isEmpty() ? className : name);
    detail_->setText(tr("OBJECT %1 \u00b7 %2").arg(object).arg(className));
    source_->setVisible(true);
    source_->setEnabled(saved_->names().findClass(className) != nullptr);
    properties_->clear();
    references_->clear();
    QTreeWidgetItem* group = nullptr;
    QString groupName;
    int inGroup = 0;
    const auto closeGroup = [&] {
        if (group != nullptr)
            group->setText(1, counted(inGroup, tr("property"), tr("properties")));
        inGroup = 0;
    };
    for (std::size_t p = 0; p < one.properties.size(); ++p) {
        const QString property = saved_->propertyName(one, static_cast<int>(p));
        QString declared = saved_->names().declaringClass(className, property);
        if (declared.isEmpty())
            declared = groupName.isEmpty() ? className : groupName;
        if (group == nullptr || declared != groupName) {
            closeGroup();
            group = new QTreeWidgetItem({declared});
            group->setData(0, groupRole, true);
            groupName = declared;
            properties_->insertTopLevelItem(0, group); // the class itself first, Object last
            group->setExpanded(true);
        }
        addValue(group, property, one.properties[p]);
        ++inGroup;
    }
    closeGroup();
    showReferences(object);
    empty_->hide();
    content_->show();
    refreshButtons();
    emit objectChanged(object);
}

void ObjectPanel::showReferences(std::int32_t object)
{
    using From = SavedGame::Reference::From;
    const auto& all = saved_->referencesTo(object);
    const save::Game& game = saved_->game();
    for (std::size_t i = 0; i < std::min(all.size(), mostItems); ++i) {
        const SavedGame::Reference& reference = all[i];
        auto* item = new QTreeWidgetItem(references_);
        const auto place = static_cast<std::size_t>(reference.holder);
        std::int32_t holder = reference.holder;
        QString through;
        switch (reference.from) {
        case From::Timer: {
            const save::Timer& timer = game.timers[place];
            holder = -1;
            item->setText(0, tr("Timer %1").arg(timer.id));
            through = fromOldText(timer.message);
            break;
        }
        case From::User:
            holder = -1;
            item->setText(0, tr("Account %1").arg(game.users[place].account));
            through = tr("user");
            break;
        case From::BuiltIn: {
            holder = -1;
            const auto which = static_cast<std::size_t>(game.builtIns[place].which);
            item->setText(0, tr("Server"));
            through = which < builtInNames.size() ? QLatin1String(builtInNames[which]) : QString::number(which);
            break;
        }
        default: {
            const save::Object& from = game.objects[static_cast<std::size_t>(saved_->placeOf(holder))];
            item->setText(0, saved_->valueText({bof::Tag::Object, holder}));
            through = saved_->propertyName(from, reference.property);
            if (reference.from == From::List)
                through += tr(", in a list");
            else if (reference.from == From::Table)
                through += tr(", in a table");
        }
        }
        item->setText(1, through);
        if (holder >= 0) {
            item->setData(0, tagRole, static_cast<int>(bof::Tag::Object));
            item->setData(0, dataRole, holder);
        }
        item->setToolTip(0, item->text(0));
        item->setToolTip(1, item->text(1));
    }
    if (all.size() > mostItems)
        new QTreeWidgetItem(references_, {tr("%1 more").arg(grouped(static_cast<qsizetype>(all.size() - mostItems)))});
    referencesTitle_->setText(all.empty() ? tr("Nothing refers to this object")
                                          : tr("Referred to by %1").arg(grouped(static_cast<qsizetype>(all.size()))));
    references_->parentWidget()->show();
    references_->setColumnWidth(0, 190);
}

void ObjectPanel::showValue(const QString& heading, const save::Value& value)
{
    object_ = -1;
    title_->setText(heading);
    detail_->setText(saved_->valueText(value));
    source_->setVisible(false);
    properties_->clear();
    auto* root = addValue(nullptr, heading, value);
    root->setExpanded(true);
    references_->parentWidget()->hide();
    empty_->hide();
    content_->show();
    refreshButtons();
}

void ObjectPanel::showText(const QString& heading, const QString& text)
{
    object_ = -1;
    title_->setText(heading);
    detail_->setText(counted(text.size(), tr("character"), tr("characters")));
    source_->setVisible(false);
    properties_->clear();
    for (const QString& line : text.split(QLatin1Char('\n'))) {
        auto* item = new QTreeWidgetItem(properties_, {line});
        item->setFirstColumnSpanned(true);
        item->setToolTip(0, line);
    }
    references_->parentWidget()->hide();
    empty_->hide();
    content_->show();
    refreshButtons();
}

QTreeWidgetItem* ObjectPanel::addValue(QTreeWidgetItem* parent, const QString& name, const save::Value& value)
{
    const QStringList cells{name, saved_->valueText(value), saved_->valueDetail(value)};
    auto* item = parent == nullptr ? new QTreeWidgetItem(properties_, cells) : new QTreeWidgetItem(parent, cells);
    item->setData(0, tagRole, static_cast<int>(value.tag));
    item->setData(0, dataRole, static_cast<qlonglong>(value.data));
    item->setToolTip(0, name);
    item->setToolTip(1, cells[1].left(1000));
    item->setToolTip(2, cells[2]);
    const bool isTable = value.tag == bof::Tag::Tag13 && saved_->game().flavour == save::Flavour::Extended;
    if (isTable || (value.tag == bof::Tag::List && saved_->listLength(value) > 0))
        item->setChildIndicatorPolicy(QTreeWidgetItem::ShowIndicator);
    return item;
}

/// Children of a list or table are made when they are asked for: lists nest, and some hold thousands.
void ObjectPanel::unfold(QTreeWidgetItem* item)
{
    if (item->childCount() > 0 || item->data(0, groupRole).toBool())
        return;
    const save::Value value = valueOf(item);
    if (value.tag == bof::Tag::List) {
        const auto items = saved_->listItems(value, mostItems);
        for (std::size_t i = 0; i < items.size(); ++i)
            addValue(item, QString::number(i + 1), items[i]);
        if (const std::size_t length = saved_->listLength(value); length > items.size())
            new QTreeWidgetItem(item, {tr("%1 more").arg(grouped(static_cast<qsizetype>(length - items.size())))});
    } else if (value.data >= 0 && static_cast<std::size_t>(value.data) < saved_->game().tables.size()) {
        for (const save::TableEntry& entry : saved_->game().tables[static_cast<std::size_t>(value.data)].entries)
            addValue(item, saved_->valueText(entry.key), entry.value);
    }
}

void ObjectPanel::follow(QTreeWidgetItem* item)
{
    const save::Value value = valueOf(item);
    if (value.tag == bof::Tag::Object)
        go(static_cast<std::int32_t>(value.data));
    else if (value.tag == bof::Tag::Timer) {
        if (const save::Timer* timer = saved_->timer(static_cast<std::int32_t>(value.data)))
            go(timer->object);
    }
}

void ObjectPanel::copy(QTreeWidget* tree) const
{
    const QTreeWidgetItem* item = tree->currentItem();
    if (item != nullptr)
        QGuiApplication::clipboard()->setText(
            QStringList{item->text(0), item->text(1), item->text(2)}.join(QLatin1Char('\t')).trimmed());
}

bool ObjectPanel::eventFilter(QObject* watched, QEvent* event)
{
    for (QTreeWidget* tree : {properties_, references_}) {
        if (tree == nullptr)
            continue;
        if (watched == tree->viewport() && event->type() == QEvent::MouseMove) {
            const auto* move = static_cast<QMouseEvent*>(event);
            const QTreeWidgetItem* item = tree->itemAt(move->pos());
            const int column = tree->columnAt(move->pos().x());
            const bool isLink =
                item != nullptr && valueOf(item).tag == bof::Tag::Object && (column == 1 || (tree == references_ && column == 0));
            tree->viewport()->setCursor(isLink ? Qt::PointingHandCursor : Qt::ArrowCursor);
        }
        if (watched == tree && event->type() == QEvent::KeyPress) {
            auto* key = static_cast<QKeyEvent*>(event);
            if (key->matches(QKeySequence::Copy)) {
                copy(tree);
                return true;
            }
            if (key->modifiers() == Qt::AltModifier && (key->key() == Qt::Key_Left || key->key() == Qt::Key_Right)) {
                key->key() == Qt::Key_Left ? back() : forward();
                return true;
            }
        }
    }
    return QWidget::eventFilter(watched, event);
}

} // namespace blak::ui::views
