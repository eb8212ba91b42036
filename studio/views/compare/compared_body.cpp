// SPDX-License-Identifier: GPL-3.0-or-later
#include "studio/views/compare/compared_body.h"

#include "bgfeditor/bgfcore/hotspot_names.h"
#include "client/render/asset_store.h"
#include "formats/base/file_io.h"
#include "studio/project/project.h"
#include "studio/views/common/chips.h"
#include "studio/views/common/table_pane.h"
#include "studio/views/common/text.h"
#include "studio/views/common/text_box.h"
#include "studio/views/compare/difference_rows.h"
#include "studio/views/compare/frame_pair.h"
#include "studio/views/compare/note_bar.h"
#include "studio/views/compare/room_pair.h"
#include "studio/views/compare/search_bar.h"
#include "ui/project.h"

#include <QEvent>
#include <QFile>
#include <QLabel>
#include <QListWidget>
#include <QSplitter>
#include <QTimer>
#include <QVBoxLayout>

#include <algorithm>
#include <array>
#include <cmath>
#include <functional>
#include <tuple>
#include <utility>

namespace blak::ui::views {
namespace {

constexpr int leastList = 112; ///< px; the filter, the heads of the columns and two rows

/// The palette of the project that a lone file belongs to.
palette::Palette coloursAround(const QString& path)
{
    if (const auto file = project::paletteAbove(filePath(path)))
        if (const auto bytes = readFile(*file))
            if (const auto read = palette::read(bytes.value(), file->filename().string()))
                return read.value().colours;
    return palette::builtIn();
}

bool isOf(const diff::Difference& one, const diff::FramePair& frame)
{
    return one.leftIndex == frame.left && one.rightIndex == frame.right;
}

} // namespace

ComparedBody::ComparedBody(Compared compared, const Side& left, const Side& right, bool ofEdits, const std::shared_ptr<Project>& project)
    : kind_(compared.kind), equal_(compared.equal), ofEdits_(ofEdits), parts_(new QSplitter(Qt::Vertical))
{
    auto* column = new QVBoxLayout(this);
    column->setContentsMargins(0, 0, 0, 0);
    column->setSpacing(0);
    if (!compared.note.isEmpty())
        column->addWidget(makeNoteBar(compared.note));
    parts_->setChildrenCollapsible(false);
    if (compared.leftRoom != nullptr) {
        rooms_ = new RoomPair({left.path, left.heading(), compared.leftRoom}, {right.path, right.heading(), compared.rightRoom}, project, compared.list);
        parts_->addWidget(rooms_);
    } else if (compared.sprites) {
        addSprites(compared, left, right, project);
    } else if (!compared.leftPicture.isNull()) {
        FramePair::Pair pictures{tr("Picture"), {}, compared.leftPicture, compared.rightPicture};
        pictures.pixels = comparePictures(pictures.left, pictures.right);
        frames_ = new FramePair(left.heading(), right.heading(), {std::move(pictures)});
        parts_->addWidget(frames_);
    }
    if (compared.hasLines)
        addLines(std::move(compared.lines), left, right, *column);
    column->addWidget(parts_, 1);
    if (compared.hasList)
        addList(std::move(compared.list), left.role, right.role);
    if (frames_ != nullptr && list_ == nullptr)
        setFocusProxy(frames_);
    if (rooms_ != nullptr)
        QTimer::singleShot(0, rooms_, &RoomPair::fitDifferences); // once the maps have their size
}

void ComparedBody::addSprites(Compared& compared, const Side& left, const Side& right, const std::shared_ptr<Project>& project)
{
    framePairs_ = compared.frames.frames;
    const palette::Palette colours = project == nullptr ? coloursAround(left.path) : project->assets()->palette();
    const auto spots = project == nullptr ? std::make_shared<bgfcore::HotspotNames>()
                                          : bgfcore::HotspotNames::ofProject(QFile::encodeName(project->root()).toStdString());
    const auto nameOf = [&](int number) { return QString::fromStdString(spots->name(number)); };
    for (diff::Difference& one : compared.list)
        if (one.hotspot != 0)
            one.field = FramePair::hotspotText(one.hotspot, nameOf(one.hotspot)).toStdString();
    frames_ = new FramePair(left.heading(), right.heading(),
                            FramePair::pairsOf(compared.sprites->first, compared.sprites->second, compared.frames, colours, nameOf));
    parts_->addWidget(frames_);
}

void ComparedBody::addLines(std::vector<SideLine> lines, const Side& left, const Side& right, QBoxLayout& column)
{
    auto* nameBar = new QWidget;
    auto* nameRow = new QHBoxLayout(nameBar);
    nameRow->setContentsMargins(10, 4, 10, 4);
    for (const Side* side : {&left, &right}) {
        auto* name = new QLabel(side->heading());
        name->setObjectName(QStringLiteral("secondary"));
        name->setToolTip(side->path);
        nameRow->addWidget(name, 1);
    }
    column.addWidget(nameBar);
    sides_ = new SideBySide;
    sides_->setLines(std::move(lines));
    search_ = new SearchBar(*sides_);
    column.addWidget(search_);
    parts_->addWidget(sides_);
    connect(sides_, &SideBySide::currentChanged, this, &ComparedBody::changed);
    connect(sides_, &SideBySide::stepRequested, this, &ComparedBody::step);
    setFocusProxy(sides_);
}

void ComparedBody::addList(diff::Differences differences, const QString& leftRole, const QString& rightRole)
{
    rows_ = std::make_shared<const DifferenceRows>(std::move(differences), leftRole, rightRole);
    list_ = new TablePane(tr("Filter differences"), tr("difference"), tr("differences"));
    chips_ = new Chips(list_);
    for (int kind = 0; kind < rows_->kinds().size(); ++kind)
        chips_->add(rows_->kinds()[kind], rows_->countOf(kind));
    if (rows_->kinds().size() > 1)
        list_->addTool(chips_);
    else
        chips_->hide();
    list_->setSource(rows_);
    parts_->addWidget(list_);
    if (rooms_ == nullptr && frames_ == nullptr) {
        box_ = new TextBox(tr("Select a difference to read both values in full."));
        parts_->addWidget(box_);
        parts_->setSizes({500, 150});
    } else {
        splitter_ = parts_;
        list_->setMinimumHeight(leastList);
        splitter_->installEventFilter(this);
        connect(splitter_, &QSplitter::splitterMoved, this, [this] {
            const QList<int> sizes = splitter_->sizes();
            if (const int whole = sizes[0] + sizes[1]; whole > 0)
                share_ = static_cast<double>(sizes[1]) / whole;
        });
    }
    parts_->setStretchFactor(0, 1);
    setFocusProxy(list_);
    connect(chips_, &Chips::changed, this, [this] { list_->setGroups(chips_->shown()); });
    connect(list_, &TablePane::rowChanged, this, &ComparedBody::showRow);
    connect(list_, &TablePane::rowActivated, this, &ComparedBody::showRow);
    connect(list_->table(), &QTableView::clicked, this, [this] { showRow(list_->currentRow()); }); // another frame may be shown meanwhile
    connect(list_, &TablePane::countChanged, this, &ComparedBody::changed);
    if (rows_->rows() > 0)
        list_->selectRow(0);
    if (frames_ != nullptr)
        connect(frames_, &FramePair::shown, this, &ComparedBody::choosePair);
}

void ComparedBody::setEmptySentence(const QString& sentence)
{
    if (list_ != nullptr)
        list_->setEmptySentence(sentence);
}

/// The pictures or maps have the most of a page of any height, until the border is moved.
void ComparedBody::shareHeight()
{
    const int whole = splitter_->height() - splitter_->handleWidth();
    const int list = std::clamp(static_cast<int>(std::lround(share_ * whole)), std::min(leastList, whole), whole);
    splitter_->setSizes({whole - list, list});
}

bool ComparedBody::eventFilter(QObject* watched, QEvent* event)
{
    if (watched == splitter_ && event->type() == QEvent::Resize)
        QTimer::singleShot(0, splitter_, [this] { shareHeight(); }); // once the splitter has shared it out in its way
    return QWidget::eventFilter(watched, event);
}

void ComparedBody::setListShown(bool shown)
{
    if (splitter_ == nullptr)
        return;
    list_->setVisible(shown);
    // a hidden list takes no keys, and they would go to the next field of the window
    setFocusProxy(shown ? static_cast<QWidget*>(list_) : rooms_ != nullptr ? static_cast<QWidget*>(rooms_->left()) : frames_);
    if (shown)
        shareHeight();
}

void ComparedBody::setShare(double share)
{
    share_ = share;
    if (splitter_ != nullptr && !list_->isHidden())
        shareHeight();
}

/// The first difference of the frame that was chosen, unless one of it is chosen already; a frame that is alike has none.
void ComparedBody::choosePair(int pair)
{
    const diff::FramePair& frame = framePairs_[static_cast<std::size_t>(pair)];
    if (const int row = list_->currentRow(); row >= 0 && isOf(rows_->at(row), frame))
        return;
    for (int i = 0; i < list_->model()->rowCount(); ++i)
        if (const int row = list_->model()->sourceRow(i); isOf(rows_->at(row), frame))
            return list_->selectRow(row);
}

void ComparedBody::showRow(int row)
{
    const diff::Difference& one = rows_->at(row);
    if (rooms_ != nullptr)
        rooms_->reveal(one);
    if (frames_ != nullptr && (one.leftIndex >= 0 || one.rightIndex >= 0))
        for (std::size_t i = 0; i < framePairs_.size(); ++i)
            if (isOf(one, framePairs_[i]))
                frames_->show(static_cast<int>(i));
    if (box_ != nullptr) {
        QStringList heading{fromUtf8(one.place), fromUtf8(one.field)};
        heading.removeAll(QString());
        box_->setText(heading.join(QStringLiteral(" \u00b7 ")),
                      one.change == diff::Change::Added ? (ofEdits_ ? tr("Only as edited. %1") : tr("Only in the right file. %1")).arg(fromUtf8(one.right))
                      : one.change == diff::Change::Removed
                          ? (ofEdits_ ? tr("Only on disk. %1") : tr("Only in the left file. %1")).arg(fromUtf8(one.left))
                          : tr("Left: %1\n\nRight: %2").arg(fromUtf8(one.left), fromUtf8(one.right)));
    }
    emit changed();
}

int ComparedBody::differences() const
{
    if (sides_ != nullptr)
        return sides_->differences();
    return rows_ == nullptr ? 0 : rows_->rows();
}

int ComparedBody::steps() const { return sides_ != nullptr ? sides_->differences() : list_ != nullptr ? list_->model()->rowCount() : 0; }

int ComparedBody::current() const
{
    return sides_ != nullptr ? sides_->current() : list_ != nullptr && list_->currentRow() >= 0 ? list_->model()->rowOf(list_->currentRow()) : -1;
}

void ComparedBody::step(int direction)
{
    const int count = steps();
    if (count == 0)
        return;
    const int at = current();
    const int to = at < 0 ? (direction > 0 ? 0 : count - 1) : (at + direction + count) % count;
    if (sides_ != nullptr)
        sides_->goTo(to);
    else {
        list_->selectRow(list_->model()->sourceRow(to));
        showRow(list_->currentRow()); // the same one, when there is no other
    }
}

void ComparedBody::find()
{
    if (search_ != nullptr)
        search_->begin();
}

void ComparedBody::stepHit(int direction)
{
    if (search_ != nullptr)
        search_->step(direction);
}

void ComparedBody::setFolded(bool folded)
{
    if (sides_ != nullptr)
        sides_->setFolded(folded);
}

bool ComparedBody::isFolded() const { return sides_ != nullptr && sides_->isFolded(); }

/// The same difference as before, else another one of the same field or thing; else what stands in its place.
int ComparedBody::rowOf(const diff::Difference& wanted) const
{
    using Difference = diff::Difference;
    const auto values = [](const Difference& one) { return std::tie(one.change, one.kind, one.field, one.left, one.right); };
    const auto field = [](const Difference& one) { return std::tie(one.kind, one.place, one.field); };
    const auto thing = [](const Difference& one) { return std::tie(one.kind, one.place); };
    const std::array<std::function<bool(const Difference&)>, 4> alike{
        [&](const Difference& one) { return values(one) == values(wanted) && one.place == wanted.place; },
        [&](const Difference& one) { return field(one) == field(wanted); },
        [&](const Difference& one) { return values(one) == values(wanted); }, // of a thing that has another number now
        [&](const Difference& one) { return thing(one) == thing(wanted); },
    };
    for (const auto& isAlike : alike)
        for (int row = 0; row < rows_->rows(); ++row)
            if (isAlike(rows_->at(row)))
                return row;
    return -1;
}

ComparedBody::Place ComparedBody::place() const
{
    Place place;
    QVariantMap& where = place.view;
    if (rooms_ != nullptr)
        where = {{QStringLiteral("x"), rooms_->left()->centre().x()}, {QStringLiteral("y"), rooms_->left()->centre().y()}, {QStringLiteral("zoom"), rooms_->left()->zoom()}};
    if (frames_ != nullptr)
        where = {{QStringLiteral("pair"), frames_->current()}};
    if (frames_ != nullptr && !frames_->left()->fits()) {
        where.insert(QStringLiteral("x"), frames_->left()->centre().x());
        where.insert(QStringLiteral("y"), frames_->left()->centre().y());
        where.insert(QStringLiteral("zoom"), frames_->left()->zoom());
    }
    if (sides_ != nullptr)
        where = {{QStringLiteral("folded"), sides_->isFolded()}, {QStringLiteral("letters"), sides_->letters()}};
    if (sides_ != nullptr)
        place.spot = sides_->spot();
    if (search_ != nullptr)
        place.searched = search_->words();
    if (list_ != nullptr && list_->currentRow() >= 0) {
        where.insert(QStringLiteral("row"), list_->currentRow());
        place.difference = rows_->at(list_->currentRow());
    }
    return place;
}

void ComparedBody::goBackTo(const Place& place)
{
    const QVariantMap& where = place.view;
    const auto number = [&where](const char* name) { return where.value(QLatin1String(name), -1).toInt(); };
    if (sides_ != nullptr && where.contains(QStringLiteral("folded"))) {
        setFolded(where.value(QStringLiteral("folded")).toBool());
        sides_->setLetters(where.value(QStringLiteral("letters")).toInt());
        search_->setWords(place.searched);
        if (place.spot)
            sides_->goTo(*place.spot);
    }
    if (list_ != nullptr && rows_->rows() > 0 && place.difference) {
        const int same = rowOf(*place.difference);
        list_->selectRow(same >= 0 ? same : std::min(number("row"), rows_->rows() - 1));
    }
    if (frames_ != nullptr && number("pair") >= 0)
        frames_->show(std::min(number("pair"), frames_->list()->count() - 1));
    if (!where.contains(QStringLiteral("zoom")))
        return;
    const QPointF centre(where.value(QStringLiteral("x")).toDouble(), where.value(QStringLiteral("y")).toDouble());
    if (frames_ != nullptr)
        frames_->left()->setView(centre, where.value(QStringLiteral("zoom")).toDouble());
    if (rooms_ != nullptr) {
        QTimer::singleShot(0, rooms_, [map = rooms_->left(), centre, zoom = where.value(QStringLiteral("zoom")).toDouble()] { map->setView(centre, zoom); });
    }
}

void ComparedBody::prepareForGrab()
{
    if (rooms_ == nullptr)
        return;
    rooms_->fitDifferences();
    rooms_->paintCompletely();
}

} // namespace blak::ui::views
