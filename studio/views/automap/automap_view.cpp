// SPDX-License-Identifier: GPL-3.0-or-later
#include "studio/views/automap/automap_view.h"

#include "studio/views/automap/automap_canvas.h"
#include "studio/views/common/table_pane.h"
#include "studio/views/common/text.h"
#include "studio/views/common/text_box.h"
#include "ui/background_pool.h"
#include "ui/empty_label.h"
#include "ui/project.h"
#include "ui/search_field.h"
#include "ui/view_header.h"

#include <QCoreApplication>
#include <QPointer>
#include <QSplitter>
#include <QThreadPool>
#include <QToolButton>
#include <QVBoxLayout>

#include <algorithm>

namespace blak::ui::views {
namespace {

using Map = automap::Map;

enum Column : int { RoomColumn, SecurityColumn, WallsColumn, SeenColumn, NotesColumn };

std::vector<const automap::Note*> writtenNotes(const automap::Room& room)
{
    std::vector<const automap::Note*> written;
    for (const automap::Note& note : room.notes.entries)
        if (!note.text().empty())
            written.push_back(&note);
    return written;
}

int seenPercent(const automap::Room& room)
{
    return room.walls <= 0 ? 0 : static_cast<int>(room.seenWalls() * 100 / static_cast<std::size_t>(room.walls));
}

class AutomapRows : public TableSource
{
public:
    AutomapRows(std::shared_ptr<const Map> map, QStringList names) : map_(std::move(map)), names_(std::move(names)) {}

    QVector<TableColumn> columns() const override
    {
        return {{AutomapView::tr("Room"), 150, false, false, true},
                {AutomapView::tr("Security"), 96, true, true},
                {AutomapView::tr("Walls"), 60, true, true},
                {AutomapView::tr("Seen"), 62, true, true},
                {AutomapView::tr("Notes"), 64, true, true}};
    }
    int rows() const override { return static_cast<int>(map_->rooms.size()); }
    QString text(int row, int column) const override
    {
        const automap::Room& room = map_->rooms[static_cast<std::size_t>(row)];
        switch (column) {
        case RoomColumn: return names_[row].isEmpty() ? AutomapView::tr("not in this project") : names_[row];
        case SecurityColumn: return QString::number(room.security);
        case WallsColumn: return QString::number(room.walls);
        case SeenColumn: return AutomapView::tr("%1 %").arg(seenPercent(room));
        default: return QString::number(writtenNotes(room).size());
        }
    }
    std::optional<double> number(int row, int column) const override
    {
        const automap::Room& room = map_->rooms[static_cast<std::size_t>(row)];
        switch (column) {
        case SecurityColumn: return room.security;
        case WallsColumn: return room.walls;
        case SeenColumn: return seenPercent(room);
        case NotesColumn: return static_cast<double>(writtenNotes(room).size());
        default: return std::nullopt;
        }
    }
    CellTone tone(int row, int column) const override
    {
        if (column == RoomColumn)
            return names_[row].isEmpty() ? CellTone::Quiet : CellTone::Text;
        return column == SecurityColumn || text(row, column) == QLatin1String("0") ? CellTone::Quiet : CellTone::Text;
    }
    QString filterText(int row) const override
    {
        QString all = TableSource::filterText(row);
        for (const automap::Note* note : writtenNotes(map_->rooms[static_cast<std::size_t>(row)]))
            all += QLatin1Char('\n') + fromOldText(note->text());
        return all;
    }

private:
    std::shared_ptr<const Map> map_;
    QStringList names_; ///< file names, empty = unknown
};

Result<Map> readMap(const QString& path)
{
    const auto bytes = readBytes(path);
    return bytes ? automap::read(bytes.value(), QFileInfo(path).fileName().toStdString()) : Result<Map>(bytes.error());
}

} // namespace

Result<DocumentView*> AutomapView::open(const QString& path, std::shared_ptr<Project> project, QWidget* parent)
{
    auto map = readMap(path);
    if (!map)
        return map.error();
    return static_cast<DocumentView*>(new AutomapView(path, std::move(project), std::move(map).value(), parent));
}

AutomapView::AutomapView(const QString& path, std::shared_ptr<Project> project, Map map, QWidget* parent)
    : FileView(path, std::move(project), QStringLiteral("walk"), parent),
      pane_(new TablePane(tr("Filter rooms and notes"), tr("room"), tr("rooms"))), header_(new ViewHeader(tr("Automap"))),
      roomHeader_(new ViewHeader({})), sentence_(new EmptyLabel({})), canvas_(new AutomapCanvas),
      notes_(new TextBox(tr("No notes in this room.")))
{
    setShownFile(workspaceOf(this->project()), [this] { return readAgain(); });
    auto* column = new QVBoxLayout(this);
    column->setContentsMargins(0, 0, 0, 0);
    column->setSpacing(0);
    column->addWidget(header_);
    auto* right = new QWidget;
    auto* rightColumn = new QVBoxLayout(right);
    rightColumn->setContentsMargins(0, 0, 0, 0);
    rightColumn->setSpacing(0);
    rightColumn->addWidget(roomHeader_);
    rightColumn->addWidget(sentence_);
    auto* parts = new QSplitter(Qt::Vertical);
    parts->addWidget(canvas_);
    parts->addWidget(notes_);
    parts->setStretchFactor(0, 1);
    parts->setSizes({520, 110});
    parts->setChildrenCollapsible(false);
    rightColumn->addWidget(parts, 1);
    auto* splitter = new QSplitter;
    splitter->addWidget(pane_);
    splitter->addWidget(right);
    splitter->setStretchFactor(1, 1);
    splitter->setSizes({460, 640});
    splitter->setChildrenCollapsible(false);
    column->addWidget(splitter, 1);
    setFocusProxy(pane_);
    connect(roomHeader_->addButton(QStringLiteral("zoom-in"), tr("Zoom in (+)")), &QToolButton::clicked, this,
            [this] { canvas_->zoomStep(2); });
    connect(roomHeader_->addButton(QStringLiteral("fit"), tr("Show all of it (Home)")), &QToolButton::clicked, canvas_,
            &AutomapCanvas::fit);
    connect(pane_, &TablePane::rowChanged, this, &AutomapView::showRoom);
    connect(pane_, &TablePane::countChanged, this, &DocumentView::statusChanged);
    connect(pane_, &TablePane::rowActivated, this, [this](int row) {
        if (const auto outline = outlineOf(map_->rooms[static_cast<std::size_t>(row)]))
            emit openRequested(outline->file);
    });
    pane_->setEmptySentence(tr("The player has not been in any room yet."));
    take(std::move(map));
}

AutomapView::~AutomapView()
{
    if (cancelled_)
        *cancelled_ = true;
}

void AutomapView::take(Map map)
{
    map_ = std::make_shared<const Map>(std::move(map));
    std::size_t notes = 0;
    for (const automap::Room& room : map_->rooms)
        notes += writtenNotes(room).size();
    header_->setDetail(tr("version %1 \u00b7 %2 \u00b7 %3")
                           .arg(map_->version)
                           .arg(counted(static_cast<qsizetype>(map_->rooms.size()), tr("room"), tr("rooms")),
                                counted(static_cast<qsizetype>(notes), tr("note"), tr("notes"))));
    searchRooms();
    refreshRows();
}

void AutomapView::searchRooms()
{
    if (cancelled_)
        *cancelled_ = true;
    cancelled_ = std::make_shared<std::atomic<bool>>(false);
    std::vector<std::int32_t> securities;
    for (const automap::Room& room : map_->rooms)
        securities.push_back(room.security);
    const QString root = project() == nullptr ? QFileInfo(path()).absolutePath() : project()->root();
    const QPointer<AutomapView> self(this);
    backgroundPool().start([self, root, securities = std::move(securities), cancelled = cancelled_] {
        auto found = std::make_shared<RoomOutlines>(findOutlines(root, securities, *cancelled));
        QMetaObject::invokeMethod(QCoreApplication::instance(), [self, found, cancelled] {
            AutomapView* view = self.data();
            if (view != nullptr && !*cancelled)
                view->takeOutlines(std::move(*found));
        });
    });
}

void AutomapView::takeOutlines(RoomOutlines found)
{
    cancelled_ = nullptr;
    outlines_ = std::move(found);
    refreshRows();
    setProblems(findings());
}

std::shared_ptr<const RoomOutline> AutomapView::outlineOf(const automap::Room& room) const
{
    const auto all = outlines_.values(room.security);
    const auto fits = std::find_if(all.begin(), all.end(), [&](const auto& one) {
        return one->walls.size() == static_cast<std::size_t>(std::max(0, room.walls));
    });
    return fits != all.end() ? *fits : all.isEmpty() ? nullptr : all.first();
}

void AutomapView::refreshRows()
{
    const int current = pane_->currentRow();
    QStringList names;
    for (const automap::Room& room : map_->rooms) {
        const auto outline = outlineOf(room);
        names << (outline ? QFileInfo(outline->file).fileName() : QString());
    }
    pane_->setSource(std::make_shared<AutomapRows>(map_, std::move(names)));
    const int row = current >= 0 && current < pane_->model()->allRows() ? current : 0;
    pane_->selectRow(row);
    showRoom(map_->rooms.empty() ? -1 : row);
}

void AutomapView::showRoom(int row)
{
    AutomapCanvas::Drawing drawing;
    QStringList lines;
    QString why;
    if (row < 0) {
        roomHeader_->setTitle(tr("No room"));
        roomHeader_->setDetail({});
        notes_->clear();
    } else {
        const automap::Room& room = map_->rooms[static_cast<std::size_t>(row)];
        const auto outline = outlineOf(room);
        roomHeader_->setTitle(outline ? QFileInfo(outline->file).fileName() : tr("Room %1").arg(room.security));
        roomHeader_->setDetail(
            tr("%1 of %2 walls seen").arg(grouped(static_cast<qsizetype>(room.seenWalls())), grouped(std::max(0, room.walls))));
        if (!outline) {
            why = cancelled_ ? tr("Looking for the room with the security %1.").arg(room.security)
                             : tr("No room of this project has the security %1, so its walls cannot be drawn.").arg(room.security);
        } else {
            const bool fits = outline->walls.size() == static_cast<std::size_t>(std::max(0, room.walls));
            if (!fits)
                why = tr("%1 has %2 walls now and the map knows %3: clients pass over it and begin anew.")
                          .arg(QFileInfo(outline->file).fileName())
                          .arg(outline->walls.size())
                          .arg(room.walls);
            for (std::size_t i = 0; i < outline->walls.size(); ++i)
                (fits && room.isSeen(i) ? drawing.seen : drawing.unseen) << outline->walls[i];
            drawing.area = outline->area;
        }
        for (const automap::Note* note : writtenNotes(room)) {
            const QString text = oneLine(fromOldText(note->text()));
            drawing.pins.push_back({QPointF(note->x, note->y), text});
            lines << tr("%1   (%2, %3)").arg(text).arg(note->x).arg(note->y);
        }
        if (lines.isEmpty())
            notes_->clear();
        else
            notes_->setText(counted(lines.size(), tr("note"), tr("notes")), lines.join(QLatin1Char('\n')));
    }
    sentence_->say(why);
    sentence_->setVisible(!why.isEmpty());
    canvas_->setDrawing(std::move(drawing));
    emit statusChanged();
}

QStringList AutomapView::statusLeft() const
{
    return {pane_->countText(), tr("Enter opens the room \u00b7 wheel zooms \u00b7 Home shows all")};
}

QStringList AutomapView::statusRight() const { return {tr("Automap, version %1").arg(map_->version), tr("shows only")}; }

std::vector<Diagnostic> AutomapView::findings() const
{
    std::vector<Diagnostic> all;
    for (std::size_t i = 0; i < map_->rooms.size(); ++i) {
        const automap::Room& room = map_->rooms[i];
        const auto outline = outlineOf(room);
        if (!outline || outline->walls.size() == static_cast<std::size_t>(std::max(0, room.walls)))
            continue;
        const QString name = QFileInfo(outline->file).fileName();
        Diagnostic one;
        one.severity = Severity::Warning;
        one.code = tr("automap").toStdString();
        one.file = path().toStdString();
        one.place = name.toStdString();
        one.parts = {{"room", static_cast<std::uint32_t>(i)}};
        one.message = tr("%1 has %2 walls and the map %3: clients draw nothing of it until the player has seen it again.")
                          .arg(name)
                          .arg(outline->walls.size())
                          .arg(room.walls)
                          .toStdString();
        all.push_back(std::move(one));
    }
    return all;
}

void AutomapView::showProblem(const Diagnostic& problem)
{
    if (!problem.parts.empty())
        pane_->selectRow(static_cast<int>(problem.parts.front().id));
}

QVariantMap AutomapView::saveViewState() const
{
    return {{QStringLiteral("row"), pane_->currentRow()}, {QStringLiteral("filter"), pane_->filter()->text()}};
}

void AutomapView::restoreViewState(const QVariantMap& state)
{
    pane_->filter()->setText(state.value(QStringLiteral("filter")).toString());
    pane_->selectRow(state.value(QStringLiteral("row")).toInt());
}

QString AutomapView::placeHint() const { return tr("security or file of a room"); }

bool AutomapView::goToPlace(const QString& place)
{
    const TableSource& rows = *pane_->model()->source();
    for (int row = 0; row < rows.rows(); ++row)
        if (rows.text(row, SecurityColumn) == place || rows.text(row, RoomColumn).compare(place, Qt::CaseInsensitive) == 0) {
            pane_->selectRow(row);
            return true;
        }
    return false;
}

Result<void> AutomapView::readAgain()
{
    auto map = readMap(path());
    if (!map)
        return map.error();
    take(std::move(map).value());
    return {};
}

void AutomapView::prepareForGrab()
{
    constexpr int patience = 2000; // rounds of 5 ms
    for (int i = 0; cancelled_ && i < patience; ++i) {
        backgroundPool().waitForDone(5);
        QCoreApplication::sendPostedEvents(QCoreApplication::instance());
    }
}

} // namespace blak::ui::views
