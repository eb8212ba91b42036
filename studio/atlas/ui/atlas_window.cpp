// SPDX-License-Identifier: GPL-3.0-or-later
#include "studio/atlas/ui/atlas_window.h"

#include "studio/atlas/room_lines.h"
#include "studio/atlas/ui/atlas_canvas.h"
#include "ui/icons.h"
#include "ui/number_text.h"
#include "ui/place_path.h"
#include "ui/search_field.h"

#include <QCoreApplication>
#include <QHBoxLayout>
#include <QLabel>
#include <QLineEdit>
#include <QMenu>
#include <QToolButton>
#include <QVBoxLayout>

#include <algorithm>

namespace blak::ui::atlas {
namespace {

QToolButton* addButton(QHBoxLayout* row, const char* name, const QString& text)
{
    auto* button = new QToolButton;
    button->setIcon(ui::icon(QLatin1String(name)));
    button->setToolTip(text);
    button->setAccessibleName(text);
    button->setAutoRaise(true);
    row->addWidget(button);
    return button;
}

} // namespace

AtlasWindow::AtlasWindow(std::shared_ptr<const project::Project> project, std::shared_ptr<const FileSource> files, QWidget* parent)
    : QDialog(parent), canvas_(new AtlasCanvas(this)), search_(new SearchField({}, QStringLiteral("search"), this)), facts_(new QLabel(this)), told_(new QLabel(this))
{
    setWindowTitle(tr("Map of all rooms"));
    setWindowFlag(Qt::WindowMaximizeButtonHint);
    auto* column = new QVBoxLayout(this);
    column->setContentsMargins(0, 0, 0, 0);
    column->setSpacing(0);
    auto* row = new QHBoxLayout;
    row->setContentsMargins(8, 6, 8, 6);
    row->setSpacing(8);
    column->addLayout(row);
    search_->setPlaceholderText(tr("Find a room: class, name, number, file or tag 4"));
    search_->setAccessibleName(tr("Find a room"));
    search_->setMaximumWidth(360);
    row->addWidget(search_, 1);
    row->addWidget(facts_, 1);
    auto* smaller = addButton(row, "minus", tr("Zoom out"));
    auto* larger = addButton(row, "plus", tr("Zoom in"));
    auto* all = addButton(row, "fit", tr("Show all rooms"));
    column->addWidget(canvas_, 1);
    told_->setContentsMargins(8, 4, 8, 4);
    told_->setText(tr("Reading the project\u2026"));
    told_->setSizePolicy(QSizePolicy::Ignored, QSizePolicy::Fixed);
    column->addWidget(told_);
    constexpr int share = 9; // tenths of the window behind: names need room
    resize(parent != nullptr ? (parent->window()->size() * share / 10).expandedTo({1080, 680}) : QSize(1080, 720));

    connect(smaller, &QToolButton::clicked, canvas_, [this] { canvas_->zoomStep(-1); });
    connect(larger, &QToolButton::clicked, canvas_, [this] { canvas_->zoomStep(1); });
    connect(all, &QToolButton::clicked, canvas_, [this] { canvas_->fit(); });
    connect(search_, &QLineEdit::textChanged, this, &AtlasWindow::find);
    connect(search_, &QLineEdit::returnPressed, this, [this] { canvas_->showNextFound(); });
    connect(canvas_, &AtlasCanvas::hovered, this, [this](const QString& words) { told_->setText(words.isEmpty() ? summary_ : words); });
    connect(canvas_, &AtlasCanvas::planWanted, this, &AtlasWindow::readPlan);
    connect(canvas_, &AtlasCanvas::roomClicked, this, &AtlasWindow::openRoom);
    connect(canvas_, &AtlasCanvas::tagsClicked, this, [this](int room, QPoint at) {
        const auto& tags = canvas_->graph().rooms[static_cast<std::size_t>(room)].tags;
        if (tags.size() == 1)
            return emit openRequested(placePath(QString::fromStdString(tags.front().place.source.string()), QString::number(tags.front().place.line)));
        QMenu menu(this);
        addTags(menu, room);
        menu.exec(at);
    });
    connect(canvas_, &AtlasCanvas::menuRequested, this, [this](int room, QPoint at) {
        const auto& one = canvas_->graph().rooms[static_cast<std::size_t>(room)];
        QMenu menu(this);
        menu.addAction(ui::icon(QStringLiteral("room")), tr("Open the room"), this, [this, room] { openRoom(room); })->setEnabled(!one.file.empty());
        menu.addAction(ui::icon(QStringLiteral("code")), tr("Open its Blakod"), this,
                       [this, source = one.source] { emit openRequested(QString::fromStdString(source.string())); });
        addTags(menu, room);
        menu.exec(at);
    });
    pool_.start([this, project = std::move(project), files = std::move(files)] {
        auto graph = std::make_shared<Result<blak::atlas::AtlasGraph>>(blak::atlas::readAtlasGraph(*project, *files));
        QMetaObject::invokeMethod(this, [this, graph] { take(*graph); }, Qt::QueuedConnection);
    });
    search_->setFocus();
}

/// In the worker; a room that cannot be read has none.
void AtlasWindow::readPlan(int number)
{
    const auto file = canvas_->graph().rooms[static_cast<std::size_t>(number)].file;
    pool_.start([this, number, file] {
        QVector<QLineF> lines;
        for (const blak::atlas::PlanLine& line : blak::atlas::readRoomLines(file))
            lines.append(QLineF(line.x0, -line.y0, line.x1, -line.y1)); // north is up
        QMetaObject::invokeMethod(this, [this, number, file, lines] {
            const auto& rooms = canvas_->graph().rooms;
            if (static_cast<std::size_t>(number) < rooms.size() && rooms[static_cast<std::size_t>(number)].file == file)
                canvas_->setPlan(number, lines);
        }, Qt::QueuedConnection);
    });
}

void AtlasWindow::openRoom(int number)
{
    const auto& room = canvas_->graph().rooms[static_cast<std::size_t>(number)];
    if (room.file.empty())
        told_->setText(tr("The project has no room file for %1.").arg(QString::fromStdString(room.name)));
    else
        emit openRequested(QString::fromStdString(room.file.string()));
}

/// A row for each line of Blakod that uses a tag of the room.
void AtlasWindow::addTags(QMenu& menu, int room)
{
    constexpr std::size_t most = 24; // a menu that fits on the screen
    const auto& tags = canvas_->graph().rooms[static_cast<std::size_t>(room)].tags;
    if (!tags.empty() && !menu.isEmpty())
        menu.addSeparator();
    for (std::size_t i = 0; i < std::min(most, tags.size()); ++i) {
        const blak::atlas::TagUse& use = tags[i];
        const QString file = QString::fromStdString(use.place.source.filename().string());
        menu.addAction(ui::icon(QStringLiteral("tag")), tr("Tag %1, %2: %3, line %4").arg(use.tag).arg(QString::fromStdString(use.message), file).arg(use.place.line),
                       this, [this, place = use.place] { emit openRequested(placePath(QString::fromStdString(place.source.string()), QString::number(place.line))); });
    }
    if (tags.size() > most)
        menu.addAction(tr("and %1 more").arg(tags.size() - most))->setEnabled(false);
}

AtlasWindow::~AtlasWindow() { pool_.waitForDone(); }

void AtlasWindow::finish()
{
    pool_.waitForDone();
    QCoreApplication::sendPostedEvents(this);
}

void AtlasWindow::take(const Result<blak::atlas::AtlasGraph>& graph)
{
    if (!graph) {
        summary_ = tr("There is no map of this project: %1.").arg(QString::fromStdString(graph.error().text()));
        told_->setText(summary_);
        return;
    }
    int islands = 0;
    for (const auto& room : graph.value().rooms)
        islands += room.isIsland() ? 1 : 0;
    summary_ = tr("%1, %2. Thick lines lead over an edge, thin ones through doors, dotted ones pass behind a room. Red and dashed: nothing leads there (%3).")
                   .arg(counted(static_cast<qlonglong>(graph.value().rooms.size()), tr("1 room"), tr("%1 rooms")),
                        counted(static_cast<qlonglong>(graph.value().exits.size()), tr("1 exit"), tr("%1 exits")), grouped(islands));
    told_->setText(summary_);
    canvas_->setProject(graph.value());
    setCurrentFile(currentFile_);
    find();
}

void AtlasWindow::setCurrentFile(const QString& fileName)
{
    currentFile_ = fileName;
    const auto& rooms = canvas_->graph().rooms;
    int found = -1, ways = -1; // of several classes with one file, the one that most lead to and from
    for (std::size_t i = 0; i < rooms.size(); ++i) {
        const auto room = static_cast<int>(i);
        if (!fileName.isEmpty() && canvas_->waysOf(room) > ways &&
            QString::fromStdString(rooms[i].file.filename().string()).compare(fileName, Qt::CaseInsensitive) == 0) {
            found = room;
            ways = canvas_->waysOf(room);
        }
    }
    if (found >= 0)
        canvas_->setCurrent(found);
}

void AtlasWindow::find()
{
    const int count = canvas_->find(search_->text());
    facts_->setText(search_->text().simplified().isEmpty() || canvas_->graph().rooms.empty() ? QString()
                    : count == 0                           ? tr("no room")
                                                           : counted(count, tr("1 room \u00b7 Return shows it"), tr("%1 rooms \u00b7 Return shows the next")));
}

} // namespace blak::ui::atlas
