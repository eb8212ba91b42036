// SPDX-License-Identifier: GPL-3.0-or-later
#include "studio/views/tables/save_view.h"

#include "studio/views/common/cell_delegate.h"
#include "studio/views/common/table_pane.h"
#include "studio/views/common/text.h"
#include "studio/views/tables/object_panel.h"
#include "ui/icons.h"
#include "ui/place_path.h"
#include "ui/project.h"
#include "ui/search_field.h"
#include "ui/theme.h"
#include "ui/view_header.h"

#include <QDateTime>
#include <QHeaderView>
#include <QLocale>
#include <QSignalBlocker>
#include <QSplitter>
#include <QTabBar>
#include <QTreeWidget>
#include <QVBoxLayout>

#include <algorithm>

namespace blak::ui::views {
namespace {

constexpr int classRole = Qt::UserRole;

/// Class counts sort as numbers.
class ClassItem : public QTreeWidgetItem
{
public:
    using QTreeWidgetItem::QTreeWidgetItem;
    bool operator<(const QTreeWidgetItem& other) const override
    {
        if (treeWidget()->sortColumn() == 1)
            return data(1, classRole).toInt() < other.data(1, classRole).toInt();
        return text(0).compare(other.text(0), Qt::CaseInsensitive) < 0;
    }
};

} // namespace

Result<DocumentView*> SaveView::open(const QString& path, std::shared_ptr<Project> project, QWidget* parent)
{
    auto saved = SavedGame::load(path, project == nullptr ? QString() : project->root());
    if (!saved)
        return saved.error();
    return static_cast<DocumentView*>(new SaveView(path, std::move(project), std::move(saved).value(), parent));
}

SaveView::SaveView(const QString& path, std::shared_ptr<Project> project, std::shared_ptr<const SavedGame> saved,
                   QWidget* parent)
    : FileView(path, std::move(project), QStringLiteral("object"), parent), saved_(std::move(saved)),
      tabs_(new QTabBar), classSide_(new QWidget), classes_(new QTreeWidget), classFilter_(new SearchField(tr("Find a class"))),
      pane_(new TablePane(tr("Filter by number, class or name"), tr("row"), tr("rows"))), panel_(new ObjectPanel(saved_))
{
    auto* column = new QVBoxLayout(this);
    column->setContentsMargins(0, 0, 0, 0);
    column->setSpacing(0);
    auto* header = new ViewHeader(tr("Saved game"));
    QStringList facts{saved_->flavourText()};
    bool isTime = false;
    if (const qint64 seconds = QFileInfo(path).suffix().toLongLong(&isTime); isTime)
        facts.prepend(
            QLocale(QLocale::English).toString(QDateTime::fromSecsSinceEpoch(seconds), QStringLiteral("d MMM yyyy, hh:mm")));
    facts << (saved_->names().kodbaseFile().isEmpty() ? tr("no kodbase.txt in this project") : tr("classes from kodbase.txt"));
    header->setDetail(facts.join(QStringLiteral(" \u00b7 ")));
    column->addWidget(header);

    auto* strip = new QWidget;
    strip->setObjectName(QStringLiteral("dockBody"));
    strip->setAttribute(Qt::WA_StyledBackground);
    auto* stripRow = new QHBoxLayout(strip);
    stripRow->setContentsMargins(0, 0, 0, 0);
    stripRow->addWidget(tabs_);
    stripRow->addStretch(1);
    tabs_->setExpanding(false);
    tabs_->setDrawBase(false);
    for (int i = 0; i < savePageCount; ++i) {
        const auto page = static_cast<SavePage>(i);
        const qsizetype count = savePageCountOf(*saved_, page);
        tabs_->addTab(savePageTitle(page) + QStringLiteral("  ") + grouped(count));
        tabs_->setTabEnabled(i, count > 0);
    }
    column->addWidget(strip);

    auto* left = new QVBoxLayout(classSide_);
    left->setContentsMargins(0, 0, 0, 0);
    left->setSpacing(0);
    auto* filterRow = new QHBoxLayout;
    filterRow->setContentsMargins(8, 6, 8, 6);
    filterRow->addWidget(classFilter_);
    left->addLayout(filterRow);
    left->addWidget(classes_, 1);
    classFilter_->setTarget(classes_);
    classes_->setRootIsDecorated(false);
    classes_->setUniformRowHeights(true);
    classes_->setColumnCount(2);
    classes_->setHeaderLabels({tr("Class"), tr("Objects")});
    classes_->headerItem()->setTextAlignment(1, Qt::AlignRight | Qt::AlignVCenter);
    classes_->header()->setStretchLastSection(false);
    classes_->header()->setSectionResizeMode(0, QHeaderView::Stretch);
    classes_->header()->setSectionResizeMode(1, QHeaderView::Fixed);
    classes_->setColumnWidth(1, 76);
    classes_->setSortingEnabled(true);
    classes_->sortByColumn(1, Qt::DescendingOrder);
    classes_->setAccessibleName(tr("Classes"));
    classes_->setItemDelegate(new CellDelegate(classes_));

    auto* splitter = new QSplitter;
    splitter->addWidget(classSide_);
    splitter->addWidget(pane_);
    splitter->addWidget(panel_);
    splitter->setStretchFactor(1, 1);
    splitter->setSizes({230, 440, 372});
    splitter->setChildrenCollapsible(false);
    panel_->setMinimumWidth(280);
    column->addWidget(splitter, 1);
    setFocusProxy(pane_);

    buildClasses();
    showPage(SavePage::Objects);
    setProblems(findings());
    connect(tabs_, &QTabBar::currentChanged, this, [this](int tab) { showPage(static_cast<SavePage>(tab)); });
    connect(classFilter_, &SearchField::filterChanged, this, &SaveView::filterClasses);
    connect(classes_, &QTreeWidget::currentItemChanged, this, [this](QTreeWidgetItem* item) {
        if (item != nullptr)
            showClass(item->data(0, classRole).toInt());
    });
    connect(pane_, &TablePane::rowChanged, this, &SaveView::showRow);
    connect(pane_, &TablePane::rowActivated, this, &SaveView::showRow);
    connect(pane_, &TablePane::countChanged, this, &DocumentView::statusChanged);
    connect(panel_, &ObjectPanel::objectChanged, this, &DocumentView::statusChanged);
    connect(panel_, &ObjectPanel::sourceRequested, this, [this](const QString& name) {
        const NumberNames::Source source = saved_->names().sourceOf(name);
        if (!source.file.isEmpty())
            emit openRequested(placePath(source.file, QString::number(source.line)));
    });
}

void SaveView::buildClasses()
{
    auto* all = new ClassItem(classes_, {tr("All classes"), grouped(static_cast<qsizetype>(saved_->game().objects.size()))});
    all->setData(0, classRole, -1);
    all->setData(1, classRole, static_cast<int>(saved_->game().objects.size()));
    all->setTextAlignment(1, Qt::AlignRight | Qt::AlignVCenter);
    all->setIcon(0, ui::icon(QStringLiteral("world")));
    for (const save::Class& one : saved_->game().classes) {
        const auto count = static_cast<int>(saved_->objectsOfClass(one.id).size());
        if (count == 0)
            continue;
        auto* item = new ClassItem(classes_, {fromOldText(one.name), grouped(count)});
        item->setData(0, classRole, one.id);
        item->setData(1, classRole, count);
        item->setTextAlignment(1, Qt::AlignRight | Qt::AlignVCenter);
        item->setIcon(0, ui::icon(QStringLiteral("class"), IconTone::Text2));
    }
}

void SaveView::filterClasses(const QString& words)
{
    const QString wanted = words.trimmed();
    QTreeWidgetItem* first = nullptr;
    for (int i = 0; i < classes_->topLevelItemCount(); ++i) {
        QTreeWidgetItem* item = classes_->topLevelItem(i);
        const bool fits = wanted.isEmpty() || item->text(0).contains(wanted, Qt::CaseInsensitive);
        item->setHidden(!fits);
        const bool exact = item->text(0).compare(wanted, Qt::CaseInsensitive) == 0;
        if (fits && !wanted.isEmpty() && (first == nullptr || exact))
            first = item;
    }
    if (first != nullptr)
        classes_->setCurrentItem(first);
}

void SaveView::showPage(SavePage page)
{
    page_ = page;
    {
        const QSignalBlocker quiet(tabs_);
        tabs_->setCurrentIndex(static_cast<int>(page));
    }
    classSide_->setVisible(page == SavePage::Objects);
    rows_ = makeSaveRows(saved_, page, page == SavePage::Objects ? classId_ : -1);
    pane_->setSource(rows_);
    emit statusChanged();
}

void SaveView::showClass(std::int32_t classId)
{
    classId_ = classId;
    showPage(SavePage::Objects);
}

void SaveView::showRow(int row)
{
    if (rows_->objectOf(row) >= 0)
        panel_->go(rows_->objectOf(row));
    else if (const save::Value value = rows_->valueOf(row); value.tag != bof::Tag::Nil)
        panel_->showValue(rows_->columns()[0].title + QLatin1Char(' ') + rows_->text(row, 0), value);
    else
        panel_->showText(rows_->columns()[0].title + QLatin1Char(' ') + rows_->text(row, 0), rows_->longText(row));
    emit statusChanged();
}

void SaveView::goBack() { panel_->back(); }

void SaveView::goForward() { panel_->forward(); }

QStringList SaveView::statusLeft() const
{
    QStringList facts{pane_->countText()};
    if (panel_->object() >= 0)
        facts << saved_->valueText({bof::Tag::Object, panel_->object()});
    return facts << tr("Click a reference to follow it \u00b7 Alt+Left back \u00b7 Alt+Right forward");
}

QStringList SaveView::statusRight() const { return {tr("gameuser, %1").arg(saved_->flavourText()), dialectName()}; }

/// What was odd while reading.
std::vector<Diagnostic> SaveView::findings() const
{
    std::vector<Diagnostic> all;
    for (const std::string& note : saved_->notes())
        all.push_back({Severity::Warning, tr("saved game").toStdString(), path().toStdString(), {}, note});
    return all;
}

QVariantMap SaveView::saveViewState() const
{
    return {{QStringLiteral("page"), static_cast<int>(page_)},
            {QStringLiteral("class"), classId_},
            {QStringLiteral("object"), panel_->object()},
            {QStringLiteral("filter"), pane_->filter()->text()}};
}

void SaveView::restoreViewState(const QVariantMap& state)
{
    classId_ = state.value(QStringLiteral("class"), -1).toInt();
    const int page = state.value(QStringLiteral("page")).toInt();
    showPage(static_cast<SavePage>(std::clamp(page, 0, savePageCount - 1)));
    pane_->filter()->setText(state.value(QStringLiteral("filter")).toString());
    panel_->go(state.value(QStringLiteral("object"), -1).toInt());
}

QString SaveView::placeHint() const { return tr("object number or class"); }

bool SaveView::goToPlace(const QString& place)
{
    bool isNumber = false;
    const int number = place.toInt(&isNumber);
    if (isNumber && saved_->placeOf(number) >= 0) {
        panel_->go(number);
        return true;
    }
    for (const save::Class& one : saved_->game().classes)
        if (fromOldText(one.name).compare(place, Qt::CaseInsensitive) == 0) {
            showClass(one.id);
            return true;
        }
    return false;
}

} // namespace blak::ui::views
