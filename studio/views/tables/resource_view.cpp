// SPDX-License-Identifier: GPL-3.0-or-later
#include "studio/views/tables/resource_view.h"

#include "formats/rsc/rsc.h"
#include "formats/save/game.h"
#include "studio/views/common/table_pane.h"
#include "studio/views/common/text.h"
#include "studio/views/common/text_box.h"
#include "ui/project.h"
#include "ui/search_field.h"
#include "ui/view_header.h"

#include <QSplitter>
#include <QVBoxLayout>

#include <algorithm>
#include <map>

namespace blak::ui::views {

struct ResourceView::Content
{
    QString kind;   ///< "Resources"
    QString detail; ///< "version 5"
    QString noEntries;
    std::vector<rsc::Entry> entries;
    bool hasNames = true; ///< the numbers are resources, which a kodbase may know
};

namespace {

using Content = ResourceView::Content;
using project::FileKind;

Result<std::shared_ptr<const Content>> readContent(const QString& path)
{
    const auto bytes = readBytes(path);
    if (!bytes)
        return bytes.error();
    const std::string name = QFileInfo(path).fileName().toStdString();
    auto content = std::make_shared<Content>();
    switch (kindOfFile(path)) {
    case FileKind::SavedStrings: {
        auto strings = save::readStrings(bytes.value(), name);
        if (!strings)
            return strings.error();
        content->kind = ResourceView::tr("Strings of a saved game");
        content->hasNames = false;
        for (save::Strings::Entry& entry : strings.value().entries)
            content->entries.push_back({entry.id, 0, std::move(entry.text)});
        break;
    }
    case FileKind::DynamicResources: {
        auto resources = save::readDynamicResources(bytes.value(), name);
        if (!resources)
            return resources.error();
        content->kind = ResourceView::tr("Resources made at run time");
        for (save::DynamicResources::Entry& entry : resources.value().entries)
            content->entries.push_back({entry.id, entry.language, std::move(entry.text)});
        break;
    }
    default: {
        auto file = rsc::read(bytes.value(), name);
        if (!file)
            return file.error();
        content->kind = ResourceView::tr("Resources");
        content->detail = ResourceView::tr("version %1").arg(file.value().version);
        if (file.value().isSealed())
            content->noEntries =
                ResourceView::tr("Version %1 is sealed by a library that is lost: %2 in %3 cannot be read. "
                                 "Compile the sources again to get a version 4 or 5.")
                    .arg(file.value().version)
                    .arg(counted(static_cast<qsizetype>(file.value().sealedCount), ResourceView::tr("text"), ResourceView::tr("texts")))
                    .arg(byteCount(static_cast<qsizetype>(file.value().sealed.size())));
        content->entries = std::move(file.value().entries);
    }
    }
    return std::shared_ptr<const Content>(std::move(content));
}

/// One row for each number, in the order of their first entries.
class ResourceRows : public TableSource
{
public:
    ResourceRows(std::shared_ptr<const Content> content, std::shared_ptr<const NumberNames> names)
        : content_(std::move(content)), names_(std::move(names))
    {
        std::map<std::int32_t, std::size_t> places;
        for (std::size_t i = 0; i < content_->entries.size(); ++i) {
            const rsc::Entry& entry = content_->entries[i];
            const auto language = std::find(languages_.begin(), languages_.end(), entry.language);
            if (language == languages_.end())
                languages_.push_back(entry.language);
        }
        std::sort(languages_.begin(), languages_.end());
        for (std::size_t i = 0; i < content_->entries.size(); ++i) {
            const rsc::Entry& entry = content_->entries[i];
            const auto at = static_cast<std::size_t>(std::lower_bound(languages_.begin(), languages_.end(), entry.language) -
                                                     languages_.begin());
            auto place = places.find(entry.id);
            if (place == places.end() || rows_[place->second].texts[at] >= 0) { // a number that comes twice keeps both rows
                place = places.insert_or_assign(entry.id, rows_.size()).first;
                rows_.push_back({entry.id, std::vector<int>(languages_.size(), -1)});
            }
            rows_[place->second].texts[at] = static_cast<int>(i);
        }
        firstText_ = content_->hasNames && (names_ != nullptr && !names_->kodbaseFile().isEmpty()) ? 3 : 1;
    }

    QVector<TableColumn> columns() const override
    {
        QVector<TableColumn> all{{ResourceView::tr("Number"), 84, true, true}};
        if (firstText_ > 1)
            all << TableColumn{ResourceView::tr("Name"), 210} << TableColumn{ResourceView::tr("Class"), 150};
        for (const std::int32_t language : languages_)
            all << TableColumn{languages_.size() == 1
                                   ? ResourceView::tr("Text")
                                   : ResourceView::tr("Text, %1").arg(QString::fromStdString(rsc::languageName(language))),
                               300, false, false, true};
        return all;
    }
    int rows() const override { return static_cast<int>(rows_.size()); }
    QString text(int row, int column) const override
    {
        const Row& one = rows_[static_cast<std::size_t>(row)];
        if (column == 0)
            return QString::number(one.id);
        if (column >= firstText_)
            return oneLine(wholeText(row, column - firstText_));
        const NumberNames::ResourceName name = names_->resource(one.id);
        return column == 1 ? name.name : name.className;
    }
    std::optional<double> number(int row, int column) const override
    {
        if (column != 0)
            return std::nullopt;
        return rows_[static_cast<std::size_t>(row)].id;
    }
    CellTone tone(int, int column) const override
    {
        return column == 0 || (column == 2 && firstText_ > 2) ? CellTone::Quiet : CellTone::Text;
    }

    QString wholeText(int row, int language) const
    {
        const int entry = rows_[static_cast<std::size_t>(row)].texts[static_cast<std::size_t>(language)];
        return entry < 0 ? QString() : fromOldText(content_->entries[static_cast<std::size_t>(entry)].text);
    }
    std::int32_t id(int row) const { return rows_[static_cast<std::size_t>(row)].id; }
    const std::vector<std::int32_t>& languages() const { return languages_; }
    int rowOf(std::int32_t id) const
    {
        const auto found = std::find_if(rows_.begin(), rows_.end(), [id](const Row& row) { return row.id == id; });
        return found == rows_.end() ? -1 : static_cast<int>(found - rows_.begin());
    }

private:
    struct Row
    {
        std::int32_t id;
        std::vector<int> texts; ///< by language: place in the entries, -1 = none
    };

    std::shared_ptr<const Content> content_;
    std::shared_ptr<const NumberNames> names_;
    std::vector<std::int32_t> languages_;
    std::vector<Row> rows_;
    int firstText_ = 1;
};

const ResourceRows& rowsOf(const TablePane& pane) { return static_cast<const ResourceRows&>(*pane.model()->source()); }

} // namespace

Result<DocumentView*> ResourceView::open(const QString& path, std::shared_ptr<Project> project, QWidget* parent)
{
    auto content = readContent(path);
    if (!content)
        return content.error();
    return static_cast<DocumentView*>(new ResourceView(path, std::move(project), std::move(content).value(), parent));
}

ResourceView::ResourceView(const QString& path, std::shared_ptr<Project> project, std::shared_ptr<const Content> content,
                           QWidget* parent)
    : FileView(path, std::move(project), QStringLiteral("resource"), parent),
      names_(NumberNames::load(path, this->project() == nullptr ? QString() : this->project()->root())),
      pane_(new TablePane(tr("Filter texts, names and numbers"), tr("text"), tr("texts"))),
      box_(new TextBox(tr("Select a row to read all of its text.")))
{
    setShownFile(workspaceOf(this->project()), [this] { return readAgain(); });
    auto* column = new QVBoxLayout(this);
    column->setContentsMargins(0, 0, 0, 0);
    column->setSpacing(0);
    auto* header = new ViewHeader(content->kind);
    QStringList facts;
    if (!content->detail.isEmpty())
        facts << content->detail;
    if (content->hasNames)
        facts << (names_->kodbaseFile().isEmpty() ? tr("no kodbase.txt in this project, so the numbers have no names")
                                                  : tr("names from %1").arg(QFileInfo(names_->kodbaseFile()).fileName()));
    header->setDetail(facts.join(QStringLiteral(" \u00b7 ")));
    column->addWidget(header);
    auto* splitter = new QSplitter(Qt::Vertical);
    splitter->addWidget(pane_);
    splitter->addWidget(box_);
    splitter->setStretchFactor(0, 1);
    splitter->setSizes({600, 150});
    splitter->setChildrenCollapsible(false);
    column->addWidget(splitter, 1);
    setFocusProxy(pane_);
    connect(pane_, &TablePane::rowChanged, this, &ResourceView::showRow);
    connect(pane_, &TablePane::countChanged, this, &DocumentView::statusChanged);
    show(std::move(content));
}

void ResourceView::show(std::shared_ptr<const Content> content)
{
    content_ = std::move(content);
    pane_->setEmptySentence(content_->noEntries);
    pane_->setSource(std::make_shared<ResourceRows>(content_, names_));
    box_->clear();
    emit statusChanged();
}

void ResourceView::showRow(int row)
{
    const ResourceRows& rows = rowsOf(*pane_);
    const NumberNames::ResourceName name = names_->resource(rows.id(row));
    QStringList heading{tr("Number %1").arg(rows.id(row))};
    if (content_->hasNames && !name.name.isEmpty())
        heading << name.name << name.className;
    QStringList texts;
    for (std::size_t i = 0; i < rows.languages().size(); ++i) {
        const QString text = rows.wholeText(row, static_cast<int>(i));
        if (rows.languages().size() == 1)
            texts << text;
        else if (!text.isEmpty())
            texts << QString::fromStdString(rsc::languageName(rows.languages()[i])) + QStringLiteral(": ") + text;
    }
    heading << counted(texts.join(QString()).size(), tr("character"), tr("characters"));
    box_->setText(heading.join(QStringLiteral(" \u00b7 ")), texts.join(QStringLiteral("\n\n")));
    emit statusChanged();
}

QStringList ResourceView::statusLeft() const
{
    QStringList facts{pane_->countText()};
    if (pane_->currentRow() >= 0)
        facts << tr("Number %1").arg(rowsOf(*pane_).id(pane_->currentRow()));
    return facts << tr("Type to filter \u00b7 Ctrl+C copy rows");
}

QStringList ResourceView::statusRight() const
{
    return {content_->detail.isEmpty() ? content_->kind : content_->kind + QStringLiteral(" \u00b7 ") + content_->detail,
            dialectName()};
}

QVariantMap ResourceView::saveViewState() const
{
    return {{QStringLiteral("filter"), pane_->filter()->text()}, {QStringLiteral("row"), pane_->currentRow()}};
}

void ResourceView::restoreViewState(const QVariantMap& state)
{
    pane_->filter()->setText(state.value(QStringLiteral("filter")).toString());
    pane_->selectRow(state.value(QStringLiteral("row"), -1).toInt());
}

QString ResourceView::placeHint() const { return tr("number"); }

bool ResourceView::goToPlace(const QString& place)
{
    bool ok = false;
    const int row = rowsOf(*pane_).rowOf(place.toInt(&ok));
    if (ok && row >= 0)
        pane_->selectRow(row);
    return ok && row >= 0;
}

Result<void> ResourceView::readAgain()
{
    auto content = readContent(path());
    if (!content)
        return content.error();
    const QVariantMap state = saveViewState();
    show(std::move(content).value());
    restoreViewState(state);
    return {};
}

} // namespace blak::ui::views
