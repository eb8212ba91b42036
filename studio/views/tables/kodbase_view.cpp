// SPDX-License-Identifier: GPL-3.0-or-later
#include "studio/views/tables/kodbase_view.h"

#include "formats/base/file_io.h"
#include "studio/views/common/chips.h"
#include "studio/views/common/table_pane.h"
#include "studio/views/common/text.h"
#include "ui/icons.h"
#include "ui/place_path.h"
#include "ui/project.h"
#include "ui/search_field.h"
#include "ui/view_header.h"

#include <QHeaderView>
#include <QSplitter>
#include <QTreeWidget>
#include <QVBoxLayout>

#include <array>

namespace blak::ui::views {
namespace {

enum Kind : int { ClassKind, MessageKind, ParameterKind, PropertyKind, ClassvarKind, ResourceKind, ExternalKind };
constexpr std::array kindNames{"Classes", "Messages", "Parameters", "Properties", "Class variables", "Resources", "Unresolved"};
constexpr std::array kindWords{"class", "message", "parameter", "property", "class variable", "resource", "unresolved"};

enum Column : int { KindColumn, NameColumn, NumberColumn, ClassColumn, DetailColumn };

/// Every name of the file, or those that one class declares.
class NameRows : public TableSource
{
public:
    NameRows(std::shared_ptr<const NumberNames> names, const QString& onlyClass) : names_(std::move(names))
    {
        for (const kodbase::Class& one : names_->base().classes) {
            if (!onlyClass.isEmpty() && fromOldText(one.name).compare(onlyClass, Qt::CaseInsensitive) != 0)
                continue;
            add(ClassKind, one.name, one.id, one, nullptr);
            for (const kodbase::Message& message : one.messages)
                add(MessageKind, message.name, message.id, one, &message);
            for (const kodbase::Message& message : one.messages)
                for (const kodbase::Name& parameter : message.parameters)
                    add(ParameterKind, parameter.name, parameter.id, one, &message);
            addAll(PropertyKind, one.properties, one);
            addAll(ClassvarKind, one.classvars, one);
            addAll(ResourceKind, one.resources, one);
        }
        if (onlyClass.isEmpty())
            for (const kodbase::External& external : names_->base().externals)
                rows_.push_back({ExternalKind, external.id, &external.name, nullptr, nullptr, external.kind});
    }

    QVector<TableColumn> columns() const override
    {
        return {{KodbaseView::tr("Kind"), 104},
                {KodbaseView::tr("Name"), 240, true},
                {KodbaseView::tr("Number"), 76, true, true},
                {KodbaseView::tr("Class"), 190},
                {KodbaseView::tr("Details"), 260, false, false, true}};
    }
    int rows() const override { return static_cast<int>(rows_.size()); }
    QString text(int row, int column) const override
    {
        const Row& one = rows_[static_cast<std::size_t>(row)];
        switch (column) {
        case KindColumn: return QLatin1String(kindWords[static_cast<std::size_t>(one.kind)]);
        case NameColumn: return fromOldText(*one.name);
        case NumberColumn: return QString::number(one.id);
        case ClassColumn: return one.owner == nullptr ? QString() : fromOldText(one.owner->name);
        default: return detail(one);
        }
    }
    std::optional<double> number(int row, int column) const override
    {
        const Row& one = rows_[static_cast<std::size_t>(row)];
        if (column == NumberColumn)
            return one.id;
        if (column == KindColumn)
            return one.kind;
        return std::nullopt;
    }
    CellTone tone(int, int column) const override
    {
        return column == NameColumn ? CellTone::Text : column == ClassColumn ? CellTone::Link : CellTone::Quiet;
    }
    int group(int row) const override { return rows_[static_cast<std::size_t>(row)].kind; }
    QString filterText(int row) const override
    {
        return text(row, NameColumn) + QLatin1Char('\n') + text(row, NumberColumn) + QLatin1Char('\n') + text(row, ClassColumn);
    }
    /// Of a row: the class whose source tells about it.
    QString classOf(int row) const { return text(row, ClassColumn); }

private:
    struct Row
    {
        Kind kind;
        std::int32_t id;
        const std::string* name;
        const kodbase::Class* owner;
        const kodbase::Message* message;
        kodbase::ExternalKind external = kodbase::ExternalKind::Class;
    };

    void add(Kind kind, const std::string& name, std::int32_t id, const kodbase::Class& owner, const kodbase::Message* message)
    {
        rows_.push_back({kind, id, &name, &owner, message});
    }
    void addAll(Kind kind, const std::vector<kodbase::Name>& names, const kodbase::Class& owner)
    {
        for (const kodbase::Name& name : names)
            add(kind, name.name, name.id, owner, nullptr);
    }
    static QString detail(const Row& row)
    {
        switch (row.kind) {
        case ClassKind:
            return row.owner->superName.empty() ? KodbaseView::tr("a root class")
                                                : KodbaseView::tr("is %1").arg(fromOldText(row.owner->superName));
        case MessageKind: {
            QStringList parameters;
            for (const kodbase::Name& parameter : row.message->parameters)
                parameters << QLatin1Char('#') + fromOldText(parameter.name);
            return parameters.isEmpty() ? KodbaseView::tr("no parameters") : parameters.join(QStringLiteral(", "));
        }
        case ParameterKind: return KodbaseView::tr("of %1").arg(fromOldText(row.message->name));
        case ExternalKind:
            return row.external == kodbase::ExternalKind::Class     ? KodbaseView::tr("used as a class, defined nowhere")
                   : row.external == kodbase::ExternalKind::Message ? KodbaseView::tr("sent as a message, handled nowhere")
                                                                    : KodbaseView::tr("passed as a parameter, taken nowhere");
        default: return {};
        }
    }

    std::shared_ptr<const NumberNames> names_; ///< owns what the rows point to
    std::vector<Row> rows_;
};

} // namespace

Result<DocumentView*> KodbaseView::open(const QString& path, std::shared_ptr<Project> project, QWidget* parent)
{
    const auto text = readTextFile(filePath(path));
    if (!text)
        return text.error();
    kodbase::Partial partial = kodbase::readTolerantly(text.value(), QFileInfo(path).fileName().toStdString());
    if (partial.kodbase.classes.empty() && partial.kodbase.externals.empty() && !partial.problems.empty())
        return partial.problems.front();
    return static_cast<DocumentView*>(new KodbaseView(path, std::move(project), std::move(partial), parent));
}

KodbaseView::KodbaseView(const QString& path, std::shared_ptr<Project> project, kodbase::Partial partial, QWidget* parent)
    : FileView(path, std::move(project), QStringLiteral("class"), parent), partial_(std::move(partial)),
      names_(NumberNames::of(partial_.kodbase,
                            this->project() == nullptr ? QFileInfo(path).absolutePath() : this->project()->root())),
      tree_(new QTreeWidget), treeFilter_(new SearchField(tr("Find a class"))),
      pane_(new TablePane(tr("Filter names and numbers"), tr("name"), tr("names"))), chips_(new Chips)
{
    auto* column = new QVBoxLayout(this);
    column->setContentsMargins(0, 0, 0, 0);
    column->setSpacing(0);
    auto* header = new ViewHeader(tr("Names and numbers"));
    header->setDetail(tr("%1 · highest number %2, highest resource %3")
                          .arg(counted(static_cast<qsizetype>(names_->base().classes.size()), tr("class"), tr("classes")),
                               grouped(names_->base().maxId), grouped(names_->base().maxResource)));
    column->addWidget(header);
    auto* splitter = new QSplitter;
    auto* left = new QWidget;
    auto* leftColumn = new QVBoxLayout(left);
    leftColumn->setContentsMargins(0, 0, 0, 0);
    leftColumn->setSpacing(0);
    auto* filterRow = new QHBoxLayout;
    filterRow->setContentsMargins(8, 6, 8, 6);
    filterRow->addWidget(treeFilter_);
    leftColumn->addLayout(filterRow);
    leftColumn->addWidget(tree_, 1);
    treeFilter_->setTarget(tree_);
    tree_->setHeaderHidden(true);
    tree_->setUniformRowHeights(true);
    tree_->setIndentation(14);
    tree_->setAccessibleName(tr("Classes"));
    tree_->setColumnCount(1);
    left->setMinimumWidth(190);
    splitter->addWidget(left);
    splitter->addWidget(pane_);
    splitter->setStretchFactor(1, 1);
    splitter->setSizes({230, 700});
    splitter->setChildrenCollapsible(false);
    column->addWidget(splitter, 1);
    pane_->addToolRow(chips_);
    setFocusProxy(pane_);

    std::array<qsizetype, kindNames.size()> counts{};
    const NameRows all(names_, {});
    for (int row = 0; row < all.rows(); ++row)
        ++counts[static_cast<std::size_t>(all.group(row))];
    for (std::size_t i = 0; i < kindNames.size(); ++i)
        if (counts[i] > 0 || i != ExternalKind)
            chips_->add(tr(kindNames[i]), counts[i]);

    buildTree();
    showClass({});
    setProblems(findings());
    connect(chips_, &Chips::changed, this, [this] { pane_->setGroups(chips_->shown()); });
    connect(treeFilter_, &SearchField::filterChanged, this, &KodbaseView::filterTree);
    connect(tree_, &QTreeWidget::currentItemChanged, this, [this](QTreeWidgetItem* item) {
        if (item != nullptr)
            showClass(item->data(0, Qt::UserRole).toString());
    });
    connect(tree_, &QTreeWidget::itemActivated, this,
            [this](QTreeWidgetItem* item) { openSource(item->data(0, Qt::UserRole).toString()); });
    connect(pane_, &TablePane::rowActivated, this,
            [this](int row) { openSource(static_cast<const NameRows&>(*pane_->model()->source()).classOf(row)); });
    connect(pane_, &TablePane::countChanged, this, &DocumentView::statusChanged);
    connect(pane_, &TablePane::rowChanged, this, &DocumentView::statusChanged);
}

void KodbaseView::buildTree()
{
    auto* top = new QTreeWidgetItem(tree_, {tr("All classes")});
    top->setIcon(0, ui::icon(QStringLiteral("world")));
    QHash<std::int32_t, QTreeWidgetItem*> byId;
    for (const kodbase::Class& one : names_->base().classes) { // definition order: a class stands behind its superclass
        QTreeWidgetItem* parent = byId.value(one.superId, top);
        auto* item = new QTreeWidgetItem(parent, {fromOldText(one.name)});
        item->setData(0, Qt::UserRole, fromOldText(one.name));
        item->setIcon(0, ui::icon(QStringLiteral("class"), IconTone::Text2));
        byId.insert(one.id, item);
        items_.insert(fromOldText(one.name).toLower(), item);
    }
    top->sortChildren(0, Qt::AscendingOrder);
    top->setExpanded(true);
    for (int i = 0; i < top->childCount() && top->childCount() <= 8; ++i)
        top->child(i)->setExpanded(true);
}

void KodbaseView::filterTree(const QString& words)
{
    const QString wanted = words.trimmed().toLower();
    tree_->setUpdatesEnabled(false);
    QTreeWidgetItem* first = nullptr;
    for (auto it = items_.begin(); it != items_.end(); ++it)
        it.value()->setHidden(!wanted.isEmpty());
    for (auto it = items_.begin(); it != items_.end(); ++it) {
        if (wanted.isEmpty() || !it.key().contains(wanted))
            continue;
        if (first == nullptr || it.key() == wanted || it.value()->text(0) < first->text(0))
            first = it.value();
        for (QTreeWidgetItem* item = it.value(); item != nullptr; item = item->parent()) {
            item->setHidden(false);
            if (item != it.value())
                item->setExpanded(true);
        }
    }
    tree_->setUpdatesEnabled(true);
    if (first != nullptr) {
        tree_->setCurrentItem(first);
        tree_->scrollToItem(first);
    }
}

void KodbaseView::showClass(const QString& name)
{
    pane_->setSource(std::make_shared<NameRows>(names_, name));
    pane_->setGroups(chips_->shown());
    if (QTreeWidgetItem* item = items_.value(name.toLower()); item != nullptr && tree_->currentItem() != item) {
        tree_->setCurrentItem(item);
        tree_->scrollToItem(item);
    }
    emit statusChanged();
}

void KodbaseView::openSource(const QString& className)
{
    if (className.isEmpty())
        return;
    const NumberNames::Source source = names_->sourceOf(className);
    if (!source.file.isEmpty())
        emit openRequested(placePath(source.file, QString::number(source.line)));
}

QStringList KodbaseView::statusLeft() const
{
    return {pane_->countText(), tr("Type to filter \u00b7 Enter open the source \u00b7 Ctrl+C copy rows")};
}

QStringList KodbaseView::statusRight() const { return {tr("kodbase"), dialectName()}; }

std::vector<Diagnostic> KodbaseView::findings() const
{
    std::vector<Diagnostic> all;
    for (const Error& error : partial_.problems) {
        Diagnostic one;
        one.severity = partial_.complete ? Severity::Warning : Severity::Error;
        one.code = tr("kodbase").toStdString();
        one.file = path().toStdString();
        one.message = error.what;
        one.place = error.where;
        all.push_back(std::move(one));
    }
    return all;
}

QString KodbaseView::placeHint() const { return tr("class or number"); }

bool KodbaseView::goToPlace(const QString& place)
{
    if (names_->findClass(place) != nullptr) {
        showClass(place);
        return true;
    }
    bool isNumber = false;
    const int number = place.toInt(&isNumber);
    if (!isNumber)
        return false;
    showClass({});
    for (int row = 0; row < pane_->model()->allRows(); ++row)
        if (pane_->model()->source()->number(row, NumberColumn) == number) {
            pane_->selectRow(row);
            return true;
        }
    return false;
}

QVariantMap KodbaseView::saveViewState() const
{
    const QTreeWidgetItem* item = tree_->currentItem();
    return {{QStringLiteral("class"), item == nullptr ? QString() : item->data(0, Qt::UserRole).toString()},
            {QStringLiteral("filter"), pane_->filter()->text()}};
}

void KodbaseView::restoreViewState(const QVariantMap& state)
{
    showClass(state.value(QStringLiteral("class")).toString());
    pane_->filter()->setText(state.value(QStringLiteral("filter")).toString());
}

} // namespace blak::ui::views
