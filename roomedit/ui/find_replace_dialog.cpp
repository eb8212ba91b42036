// SPDX-License-Identifier: GPL-3.0-or-later
#include "roomedit/ui/find_replace_dialog.h"

#include "roomedit/roomcore/room_document.h"
#include "roomedit/ui/room_model.h"
#include "ui/number_field.h"
#include "ui/number_text.h"
#include "ui/project.h"

#include <QComboBox>
#include <QCoreApplication>
#include <QDir>
#include <QDirIterator>
#include <QFormLayout>
#include <QHBoxLayout>
#include <QHeaderView>
#include <QLabel>
#include <QPushButton>
#include <QShowEvent>
#include <QTreeWidget>
#include <QVBoxLayout>

#include <algorithm>
#include <array>

namespace blak::ui::rooms {
namespace {

using roomcore::Findable;

constexpr std::uint64_t largestRoomFile = 64ULL * 1024 * 1024;

struct Kind
{
    Findable what;
    const char* text;
    int most;
};
constexpr std::array kinds{
    Kind{Findable::Texture, QT_TRANSLATE_NOOP("FindReplaceDialog", "Texture, anywhere"), 0xFFFF},
    Kind{Findable::WallTexture, QT_TRANSLATE_NOOP("FindReplaceDialog", "Texture of walls"), 0xFFFF},
    Kind{Findable::FloorTexture, QT_TRANSLATE_NOOP("FindReplaceDialog", "Texture of floors"), 0xFFFF},
    Kind{Findable::CeilingTexture, QT_TRANSLATE_NOOP("FindReplaceDialog", "Texture of ceilings"), 0xFFFF},
    Kind{Findable::Tag, QT_TRANSLATE_NOOP("FindReplaceDialog", "Tag"), 0xFFFF},
    Kind{Findable::FloorHeight, QT_TRANSLATE_NOOP("FindReplaceDialog", "Height of floors"), 0xFFFF},
    Kind{Findable::CeilingHeight, QT_TRANSLATE_NOOP("FindReplaceDialog", "Height of ceilings"), 0xFFFF},
    Kind{Findable::Light, QT_TRANSLATE_NOOP("FindReplaceDialog", "Light"), 0xFF},
};

NumberField* field(const char* name)
{
    auto* made = new NumberField(0, 0xFFFF, {});
    made->setObjectName(QLatin1String(name));
    return made;
}

} // namespace

FindReplaceDialog::FindReplaceDialog(RoomModel* model, QWidget* parent)
    : QDialog(parent), model_(model), kind_(new QComboBox), value_(field("find.value")), with_(field("find.with")),
      scope_(new QComboBox), find_(new QPushButton(tr("Find"))), replace_(new QPushButton(tr("Replace all"))), outcome_(new QLabel),
      list_(new QTreeWidget)
{
    setWindowTitle(tr("Find and replace"));
    pool_.setMaxThreadCount(1);
    for (const Kind& kind : kinds)
        kind_->addItem(tr(kind.text));
    for (const QString& scope : {tr("This room"), tr("What is selected"), tr("All rooms of the project")})
        scope_->addItem(scope);
    list_->setHeaderLabels({tr("Room"), tr("Parts")});
    list_->setRootIsDecorated(false);
    list_->header()->setSectionResizeMode(0, QHeaderView::Stretch);
    list_->header()->setStretchLastSection(false);
    outcome_->setWordWrap(true);
    outcome_->setObjectName(QStringLiteral("find.outcome"));
    auto* form = new QFormLayout;
    form->addRow(tr("Find"), kind_);
    form->addRow(tr("Number"), value_);
    form->addRow(tr("Replace with"), with_);
    form->addRow(tr("In"), scope_);
    auto* buttons = new QHBoxLayout;
    buttons->addStretch();
    buttons->addWidget(find_);
    buttons->addWidget(replace_);
    auto* column = new QVBoxLayout(this);
    column->addLayout(form);
    column->addLayout(buttons);
    column->addWidget(outcome_);
    column->addWidget(list_, 1);
    column->addStretch(); // for all while the list is hidden: what stands above keeps its place
    find_->setDefault(true);
    resize(380, 320);
    connect(kind_, &QComboBox::currentIndexChanged, this, [this](int index) {
        for (NumberField* each : {value_, with_})
            each->setRange(0, kinds[static_cast<std::size_t>(index)].most);
        say({});
    });
    connect(value_, &NumberField::valueChanged, this, [this] { say({}); });
    connect(scope_, &QComboBox::currentIndexChanged, this, &FindReplaceDialog::showScope);
    connect(find_, &QPushButton::clicked, this, &FindReplaceDialog::find);
    connect(replace_, &QPushButton::clicked, this, &FindReplaceDialog::replaceAll);
    connect(list_, &QTreeWidget::itemActivated, this,
            [this](QTreeWidgetItem* item) { emit openRequested(item->data(0, Qt::UserRole).toString()); });
    showScope();
}

FindReplaceDialog::~FindReplaceDialog()
{
    cancelled_ = true;
    pool_.waitForDone();
}

void FindReplaceDialog::showScope()
{
    list_->setVisible(scope() == Scope::Project);
    if (scope() != Scope::Project)
        list_->clear();
    say({}); // what was found was the answer to another question
}

void FindReplaceDialog::showEvent(QShowEvent* event)
{
    QDialog::showEvent(event);
    if (event->spontaneous())
        return;
    value_->setFocus();
    value_->selectAll();
}

void FindReplaceDialog::setQuery(const roomcore::Query& query)
{
    kind_->setCurrentIndex(static_cast<int>(query.what));
    value_->setValue(query.value);
    value_->selectAll(); // to be typed over
    say({});
}

roomcore::Query FindReplaceDialog::query() const { return {kinds[static_cast<std::size_t>(kind_->currentIndex())].what, value_->intValue()}; }

void FindReplaceDialog::setScope(Scope scope) { scope_->setCurrentIndex(static_cast<int>(scope)); }
FindReplaceDialog::Scope FindReplaceDialog::scope() const { return static_cast<Scope>(scope_->currentIndex()); }
QString FindReplaceDialog::outcome() const { return outcome_->text(); }
void FindReplaceDialog::say(const QString& text) { outcome_->setText(text); }

void FindReplaceDialog::find()
{
    if (scope() == Scope::Project)
        return searchProject(false);
    roomcore::MapSelection found = roomcore::find(model_->map(), query());
    if (scope() == Scope::Selection) {
        const roomcore::MapSelection within = model_->selectedParts();
        const auto keep = [](auto& parts, const auto& wanted) {
            std::erase_if(parts, [&](auto id) { return std::find(wanted.begin(), wanted.end(), id) == wanted.end(); });
        };
        keep(found.lines, within.lines);
        keep(found.sectors, within.sectors);
    }
    model_->selectParts(found);
    const auto count = static_cast<int>(found.lines.size() + found.sectors.size());
    say(count == 0 ? tr("Nothing was found.") : counted(count, tr("1 part found and selected."), tr("%1 parts found and selected.")));
    const QVector<MapItem>& items = model_->selection();
    if (items.isEmpty())
        return;
    QRectF all = model_->boundsOf(items.first());
    for (const MapItem& item : items) { // by corners: a level line has no area to unite
        const QRectF one = model_->boundsOf(item);
        all.setCoords(std::min(all.left(), one.left()), std::min(all.top(), one.top()), std::max(all.right(), one.right()), std::max(all.bottom(), one.bottom()));
    }
    emit model_->revealRequested(all);
}

void FindReplaceDialog::replaceAll()
{
    if (scope() == Scope::Project)
        return searchProject(true);
    const roomcore::MapSelection within = model_->selectedParts();
    roomcore::MapEdit edit = model_->edit();
    const auto places =
        roomcore::replaceAll(edit, query(), with_->intValue(), scope() == Scope::Selection ? &within : nullptr, model_->defaults());
    if (!places)
        return say(QString::fromStdString(places.error().text()));
    say(places.value() == 0 ? tr("Nothing was found.") : counted(static_cast<qlonglong>(places.value()), tr("1 place changed."), tr("%1 places changed.")));
}

std::vector<std::filesystem::path> FindReplaceDialog::projectRooms() const
{
    std::vector<std::filesystem::path> rooms;
    const auto project = model_->project();
    if (project == nullptr || project->root().isEmpty())
        return rooms;
    QDirIterator files(project->root(), {QStringLiteral("*.roo")}, QDir::Files, QDirIterator::Subdirectories);
    while (files.hasNext())
        rooms.emplace_back(files.next().toStdString());
    std::sort(rooms.begin(), rooms.end());
    return rooms;
}

/// In a worker; what is open counts as it stands, unsaved.
void FindReplaceDialog::searchProject(bool thenReplaces)
{
    const auto rooms = projectRooms();
    if (rooms.empty())
        return say(tr("There is no project with rooms."));
    if (busy_)
        return;
    busy_ = true;
    find_->setEnabled(false);
    replace_->setEnabled(false);
    say(counted(static_cast<qlonglong>(rooms.size()), tr("Searching 1 room…"), tr("Searching %1 rooms…")));
    pool_.start([this, rooms, thenReplaces, wanted = query(), files = workspaceOf(model_->project())->files()] {
        std::vector<Hit> hits;
        for (const auto& file : rooms) {
            if (cancelled_)
                return;
            const auto bytes = files->readText(file, largestRoomFile);
            const auto room = bytes ? roo::read(std::as_bytes(std::span(bytes.value())), file.string()) : Result<roo::Room>(bytes.error());
            if (!room)
                continue; // the checks tell of it
            const roomcore::MapSelection found = roomcore::find(roomcore::mapFromRoom(room.value()), wanted);
            if (!found.isEmpty())
                hits.push_back({file, found.lines.size() + found.sectors.size()});
        }
        QMetaObject::invokeMethod(
            this, [this, hits, count = rooms.size(), thenReplaces] { takeHits(hits, count, thenReplaces); }, Qt::QueuedConnection);
    });
}

void FindReplaceDialog::takeHits(const std::vector<Hit>& hits, std::size_t searched, bool thenReplaces)
{
    busy_ = false;
    find_->setEnabled(true);
    replace_->setEnabled(true);
    list_->clear();
    std::size_t parts = 0;
    const QDir root(model_->project()->root());
    for (const Hit& hit : hits) {
        const QString path = QString::fromStdString(hit.file.string());
        auto* row = new QTreeWidgetItem(list_, {root.relativeFilePath(path), QString::number(hit.parts)});
        row->setData(0, Qt::UserRole, path);
        parts += hit.parts;
    }
    if (hits.empty())
        return say(counted(static_cast<qlonglong>(searched), tr("Nothing was found in 1 room."), tr("Nothing was found in %1 rooms.")));
    if (thenReplaces)
        return replaceInProject(hits);
    say(tr("%1 in %2 of %3.")
            .arg(counted(static_cast<qlonglong>(parts), tr("1 part"), tr("%1 parts")), grouped(static_cast<qlonglong>(hits.size())),
                 counted(static_cast<qlonglong>(searched), tr("1 room"), tr("%1 rooms"))));
}

void FindReplaceDialog::replaceInProject(const std::vector<Hit>& hits)
{
    const auto workspace = workspaceOf(model_->project());
    document::GroupTransaction step(tr("%1 in %2")
                                        .arg(QString::fromStdString(roomcore::replacingWords(query(), with_->intValue())),
                                             counted(static_cast<qlonglong>(hits.size()), tr("1 room"), tr("%1 rooms")))
                                        .toStdString());
    std::size_t places = 0;
    for (const Hit& hit : hits) {
        auto room = std::dynamic_pointer_cast<roomcore::RoomDocument>(workspace->find(hit.file));
        if (room == nullptr) {
            auto opened = roomcore::RoomDocument::open(hit.file);
            if (!opened)
                return say(QString::fromStdString(opened.error().text()));
            room = std::move(opened).value();
            workspace->add(room);
        }
        step.add(room);
        roomcore::MapEdit edit = room->edit();
        const auto done = roomcore::replaceAll(edit, query(), with_->intValue(), nullptr, room->defaults());
        if (!done)
            return say(QString::fromStdString(done.error().text())); // what was done is taken back
        places += done.value();
    }
    step.commit();
    say(tr("%1 changed in %2, not saved yet. Undo takes everything back.")
            .arg(counted(static_cast<qlonglong>(places), tr("1 place"), tr("%1 places")),
                 counted(static_cast<qlonglong>(hits.size()), tr("1 room"), tr("%1 rooms"))));
}

void FindReplaceDialog::finish()
{
    while (busy_) {
        pool_.waitForDone();
        QCoreApplication::sendPostedEvents(this, QEvent::MetaCall);
    }
}

} // namespace blak::ui::rooms
