// SPDX-License-Identifier: GPL-3.0-or-later
#include "studio/views/compare/compare_view.h"

#include "bgfeditor/bgfcore/hotspot_names.h"
#include "client/render/asset_store.h"
#include "formats/base/file_io.h"
#include "studio/project/project.h"
#include "studio/views/common/chips.h"
#include "studio/views/common/table_pane.h"
#include "studio/views/common/text.h"
#include "studio/views/common/text_box.h"
#include "studio/views/compare/compare_paths.h"
#include "studio/views/compare/difference_rows.h"
#include "studio/views/compare/frame_pair.h"
#include "studio/views/compare/room_pair.h"
#include "studio/views/compare/watched_files.h"
#include "ui/icons.h"
#include "ui/project.h"
#include "ui/theme.h"
#include "ui/view_header.h"

#include <QApplication>
#include <QFile>
#include <QFileInfo>
#include <QLabel>
#include <QListWidget>
#include <QPushButton>
#include <QSplitter>
#include <QTimer>
#include <QToolButton>
#include <QVBoxLayout>

#include <algorithm>
#include <cmath>
#include <utility>

namespace blak::ui::views {
namespace {

constexpr int leastList = 112; ///< px; the filter, the heads of the columns and two rows
constexpr int settleMilliseconds = 120; ///< after the last word of the watcher

/// The palette of the project that a lone file belongs to.
palette::Palette coloursAround(const QString& path)
{
    if (const auto file = project::paletteAbove(filePath(path)))
        if (const auto bytes = readFile(*file))
            if (const auto read = palette::read(bytes.value(), file->filename().string()))
                return read.value().colours;
    return palette::builtIn();
}

/// What one has to know of a comparison, over it.
QWidget* noteBar(const QString& note, const QList<QPushButton*>& ways = {})
{
    auto* bar = new QWidget;
    bar->setObjectName(QStringLiteral("dockBody"));
    bar->setAttribute(Qt::WA_StyledBackground);
    auto* row = new QHBoxLayout(bar);
    row->setContentsMargins(10, 6, 10, 6);
    row->setSpacing(8);
    auto* sign = new QLabel;
    const auto draw = [sign] { sign->setPixmap(icon(QStringLiteral("warning"), IconTone::Warning).pixmap(16)); };
    draw();
    QObject::connect(themeNotifier(), &ThemeNotifier::changed, sign, draw);
    auto* words = new QLabel(note);
    words->setObjectName(QStringLiteral("compareNote"));
    words->setTextFormat(Qt::PlainText);
    words->setWordWrap(true);
    words->setTextInteractionFlags(Qt::TextSelectableByMouse);
    row->addWidget(sign, 0, Qt::AlignTop);
    row->addWidget(words, 1);
    for (QPushButton* way : ways)
        row->addWidget(way, 0, Qt::AlignTop);
    return bar;
}

bool isOf(const diff::Difference& one, const diff::FramePair& frame)
{
    return one.leftIndex == frame.left && one.rightIndex == frame.right;
}

} // namespace

Result<CompareView*> CompareView::open(const QString& left, const QString& right, std::shared_ptr<Project> project,
                                        QWidget* parent)
{
    auto compared = compareFiles(left, right);
    if (!compared)
        return compared.error();
    return new CompareView(left, right, {}, std::move(project), std::move(compared).value(), parent);
}

Result<CompareView*> CompareView::openEdits(const QString& file, std::string_view edited, std::shared_ptr<Project> project,
                                             QWidget* parent)
{
    auto compared = compareWithEdits(file, edited);
    if (!compared)
        return compared.error();
    return new CompareView(file, {}, std::string(edited), std::move(project), std::move(compared).value(), parent);
}

QString CompareView::editsPath(const QString& file) { return QStringLiteral("compare:") + file; }

CompareView::CompareView(QString left, QString right, std::string edited, std::shared_ptr<Project> project, Compared compared,
                         QWidget* parent)
    : DocumentView(parent), left_(std::move(left)), right_(std::move(right)), edited_(std::move(edited)), project_(std::move(project)),
      header_(new ViewHeader(tr("Compare"))), files_(new WatchedFiles(this)), settle_(new QTimer(this))
{
    setObjectName(QStringLiteral("dockBody"));
    setAttribute(Qt::WA_StyledBackground);
    column_ = new QVBoxLayout(this);
    column_->setContentsMargins(0, 0, 0, 0);
    column_->setSpacing(0);
    fold_ = header_->addButton(QStringLiteral("eye"), tr("Show the lines that are alike, too"), true);
    showsList_ = header_->addButton(QStringLiteral("stack"), tr("List of differences"), true);
    showsList_->setChecked(true);
    connect(showsList_, &QToolButton::toggled, this, &CompareView::setListShown);
    QToolButton* anew = header_->addButton(QStringLiteral("refresh"), tr("Compare again"), false);
    QToolButton* swap = header_->addButton(QStringLiteral("flip"), tr("Swap the sides: what was added is removed then"), false);
    swap->setObjectName(QStringLiteral("compareSwap"));
    swap->setVisible(!ofEdits());
    connect(swap, &QToolButton::clicked, this, &CompareView::swapSides);
    before_ = header_->addArrow(Qt::UpArrow, tr("Previous difference (Alt+Up)"));
    next_ = header_->addArrow(Qt::DownArrow, tr("Next difference (Alt+Down)"));
    connect(anew, &QToolButton::clicked, this, [this] { static_cast<void>(again()); });
    connect(before_, &QToolButton::clicked, this, [this] { step(-1); });
    connect(next_, &QToolButton::clicked, this, [this] { step(1); });
    connect(fold_, &QToolButton::toggled, this, [this](bool all) { setFolded(!all); });
    column_->addWidget(header_);
    settle_->setSingleShot(true);
    settle_->setInterval(settleMilliseconds);
    connect(settle_, &QTimer::timeout, this, &CompareView::lookAtFiles);
    connect(files_, &WatchedFiles::touched, settle_, qOverload<>(&QTimer::start));
    files_->note({left_, right_});
    files_->watchAgain();
    showBody(std::move(compared));
}

Result<Compared> CompareView::compareNow()
{
    if (!ofEdits()) {
        std::optional<std::string> left, right;
        for (const Unsaved& one : unsaved_) {
            if (!comparesEdits_ || !one.edits)
                continue;
            auto now = one.edits();
            if (!now)
                return now.error();
            if (one.file == left_)
                left = now.value();
            if (one.file == right_)
                right = std::move(now).value();
        }
        return compareFiles(left_, right_, left, right);
    }
    if (edits_) {
        auto now = edits_();
        if (!now)
            return now.error();
        edited_ = std::move(now).value();
    }
    editsAreNew_ = false;
    return compareWithEdits(left_, edited_);
}

void CompareView::editsChanged()
{
    editsAreNew_ = true;
    if (isVisible())
        settle_->start();
}

void CompareView::setUnsaved(std::vector<Unsaved> unsaved)
{
    const bool comparedEdits = comparesEdits_;
    unsaved_ = std::move(unsaved);
    comparesEdits_ = comparedEdits && hasEdits();
    if (comparedEdits)
        static_cast<void>(again()); // with the edits of now, or what was saved of them; the header says what could not be read
    showUnsaved();
}

bool CompareView::hasEdits() const
{
    return std::ranges::any_of(unsaved_, [](const Unsaved& one) { return static_cast<bool>(one.edits); });
}

Result<void> CompareView::compareEdits(bool on)
{
    comparesEdits_ = on && hasEdits();
    const Result<void> done = again();
    showUnsaved();
    return done;
}

void CompareView::showUnsaved()
{
    if (unsavedBar_ != nullptr) {
        unsavedBar_->hide();
        std::exchange(unsavedBar_, nullptr)->deleteLater(); // one of its buttons may be what led here
    }
    if (!unsaved_.empty()) {
        const bool isOne = unsaved_.size() == 1;
        auto* other = new QPushButton(comparesEdits_ ? isOne ? tr("Compare the file on disk") : tr("Compare the files on disk") : tr("Compare with the edits"));
        other->setObjectName(QStringLiteral("compareOther"));
        other->setEnabled(hasEdits() || std::ranges::any_of(unsaved_, &Unsaved::canCome));
        if (!other->isEnabled())
            other->setToolTip(tr("This kind of document does not say what it would save"));
        connect(other, &QPushButton::clicked, this, [this] {
            if (!comparesEdits_ && std::ranges::any_of(unsaved_, [](const Unsaved& one) { return !one.edits && one.canCome; }))
                emit editsRequested();
            else
                static_cast<void>(compareEdits(!comparesEdits_));
        });
        auto* save = new QPushButton(isOne ? tr("Save %1").arg(unsaved_.front().title) : tr("Save both"));
        save->setObjectName(QStringLiteral("compareSave"));
        connect(save, &QPushButton::clicked, this, [this] {
            QStringList files;
            for (const Unsaved& one : unsaved_)
                files << one.file;
            emit saveRequested(files);
        });
        const QString title = unsaved_.front().title;
        unsavedBar_ = noteBar(comparesEdits_ ? isOne ? tr("%1 has edits that are not saved. They are compared, as they would be saved.").arg(title)
                                                     : tr("Both have edits that are not saved. They are compared, as they would be saved.")
                              : isOne ? tr("%1 has edits that are not saved. Compared is the file on disk.").arg(title)
                                      : tr("Both have edits that are not saved. Compared are the files on disk."),
                              {other, save});
        column_->insertWidget(1, unsavedBar_);
    }
    if (list_ != nullptr)
        list_->setEmptySentence(emptySentence());
    refresh();
    emit titleChanged();
}

QString CompareView::homeKind() const
{
    return rooms_ != nullptr ? QStringLiteral("room") : frames_ != nullptr ? QStringLiteral("sprite") : QString();
}

void CompareView::swapSides()
{
    if (ofEdits())
        return;
    std::swap(left_, right_);
    static_cast<void>(again()); // the header says what could not be read
    emit titleChanged();
}

void CompareView::showEvent(QShowEvent* event)
{
    DocumentView::showEvent(event);
    if (editsAreNew_)
        settle_->start();
}

Result<void> CompareView::again()
{
    files_->note({left_, right_});
    auto compared = compareNow();
    if (!compared) {
        stale_ = fromUtf8(compared.error().what);
        refresh();
        return compared.error();
    }
    stale_.clear();
    const QVariantMap where = place();
    const bool isFocused = isAncestorOf(QApplication::focusWidget());
    setFocusProxy(nullptr);
    delete body_;
    sides_ = nullptr;
    rooms_ = nullptr;
    frames_ = nullptr;
    list_ = nullptr;
    chips_ = nullptr;
    box_ = nullptr;
    rows_.reset();
    framePairs_.clear();
    splitter_ = nullptr;
    showBody(std::move(compared).value());
    goBackTo(where);
    if (isFocused)
        setFocus(Qt::OtherFocusReason);
    return {};
}

void CompareView::lookAtFiles()
{
    files_->watchAgain();
    if (files_->areOthers() || editsAreNew_)
        static_cast<void>(again()); // the header says what could not be read
}

QVariantMap CompareView::place() const
{
    QVariantMap where;
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
        where = {{QStringLiteral("difference"), sides_->current()}, {QStringLiteral("folded"), sides_->isFolded()}};
    if (list_ != nullptr)
        where.insert(QStringLiteral("row"), list_->currentRow());
    return where;
}

/// As far as it is still there: another kind of file may have taken the place.
void CompareView::goBackTo(const QVariantMap& where)
{
    const auto number = [&where](const char* name) { return where.value(QLatin1String(name), -1).toInt(); };
    if (sides_ != nullptr && where.contains(QStringLiteral("folded"))) {
        setFolded(where.value(QStringLiteral("folded")).toBool());
        if (const int at = std::min(number("difference"), sides_->differences() - 1); at >= 0)
            sides_->goTo(at);
    }
    if (list_ != nullptr && rows_->rows() > 0 && number("row") >= 0)
        list_->selectRow(std::min(number("row"), rows_->rows() - 1));
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

void CompareView::showBody(Compared compared)
{
    kind_ = compared.kind;
    equal_ = compared.equal;
    body_ = new QWidget;
    auto* column = new QVBoxLayout(body_);
    column->setContentsMargins(0, 0, 0, 0);
    column->setSpacing(0);
    column_->addWidget(body_, 1);
    if (!compared.note.isEmpty())
        column->addWidget(noteBar(compared.note));
    auto* splitter = new QSplitter(Qt::Vertical);
    splitter->setChildrenCollapsible(false);
    const auto names = this->names();
    if (compared.leftRoom != nullptr) {
        rooms_ = new RoomPair({left_, names.first, compared.leftRoom}, {ofEdits() ? left_ : right_, names.second, compared.rightRoom}, project_,
                              compared.list);
        splitter->addWidget(rooms_);
        QTimer::singleShot(0, rooms_, &RoomPair::fitDifferences); // once the maps have their size
    } else if (compared.sprites) {
        framePairs_ = compared.frames.frames;
        const palette::Palette colours = project_ == nullptr ? coloursAround(left_) : project_->assets()->palette();
        const auto spots = project_ == nullptr ? std::make_shared<bgfcore::HotspotNames>()
                                               : bgfcore::HotspotNames::ofProject(QFile::encodeName(project_->root()).toStdString());
        const auto nameOf = [&](int number) { return QString::fromStdString(spots->name(number)); };
        for (diff::Difference& one : compared.list)
            if (one.hotspot != 0)
                one.field = FramePair::hotspotText(one.hotspot, nameOf(one.hotspot)).toStdString();
        frames_ = new FramePair(names.first, names.second, FramePair::pairsOf(compared.sprites->first, compared.sprites->second, compared.frames, colours, nameOf));
        splitter->addWidget(frames_);
    } else if (!compared.leftPicture.isNull()) {
        FramePair::Pair pictures{tr("Picture"), {}, compared.leftPicture, compared.rightPicture};
        pictures.pixels = comparePictures(pictures.left, pictures.right);
        frames_ = new FramePair(names.first, names.second, {std::move(pictures)});
        splitter->addWidget(frames_);
    }
    if (compared.hasLines) {
        auto* nameBar = new QWidget;
        auto* nameRow = new QHBoxLayout(nameBar);
        nameRow->setContentsMargins(10, 4, 10, 4);
        for (const bool isLeft : {true, false}) {
            auto* name = new QLabel(isLeft ? names.first : names.second);
            name->setObjectName(QStringLiteral("secondary"));
            name->setToolTip(isLeft || ofEdits() ? left_ : right_);
            nameRow->addWidget(name, 1);
        }
        column->addWidget(nameBar);
        sides_ = new SideBySide;
        sides_->setLines(std::move(compared.lines));
        splitter->addWidget(sides_);
        connect(sides_, &SideBySide::currentChanged, this, &CompareView::refresh);
        setFocusProxy(sides_);
    }
    column->addWidget(splitter, 1);
    if (compared.hasList)
        showList(std::move(compared.list), splitter);
    if (frames_ != nullptr && list_ == nullptr)
        setFocusProxy(frames_);
    fold_->setVisible(sides_ != nullptr);
    showsList_->setVisible(splitter_ != nullptr);
    setListShown(showsList_->isChecked());
    for (QToolButton* button : {before_, next_})
        button->setEnabled(differences() > 0);
    refresh();
}

void CompareView::showList(diff::Differences differences, QSplitter* splitter)
{
    rows_ = std::make_shared<const DifferenceRows>(std::move(differences));
    list_ = new TablePane(tr("Filter differences"), tr("difference"), tr("differences"));
    chips_ = new Chips(list_);
    for (int kind = 0; kind < rows_->kinds().size(); ++kind)
        chips_->add(rows_->kinds()[kind], rows_->countOf(kind));
    if (rows_->kinds().size() > 1)
        list_->addTool(chips_);
    else
        chips_->hide();
    list_->setEmptySentence(emptySentence());
    list_->setSource(rows_);
    connect(chips_, &Chips::changed, this, [this] { list_->setGroups(chips_->shown()); });
    connect(list_, &TablePane::rowChanged, this, &CompareView::showRow);
    connect(list_, &TablePane::rowActivated, this, &CompareView::showRow);
    connect(list_->table(), &QTableView::clicked, this, [this] { showRow(list_->currentRow()); }); // another frame may be shown meanwhile
    if (frames_ != nullptr)
        connect(frames_, &FramePair::shown, this, &CompareView::choosePair);
    connect(list_, &TablePane::countChanged, this, &DocumentView::statusChanged);
    splitter->addWidget(list_);
    if (rooms_ == nullptr && frames_ == nullptr) {
        box_ = new TextBox(tr("Select a difference to read both values in full."));
        splitter->addWidget(box_);
        splitter->setSizes({500, 150});
    } else {
        splitter_ = splitter;
        list_->setMinimumHeight(leastList);
        splitter->installEventFilter(this);
        connect(splitter, &QSplitter::splitterMoved, this, [this, splitter] {
            const QList<int> sizes = splitter->sizes();
            if (const int whole = sizes[0] + sizes[1]; whole > 0)
                share_ = static_cast<double>(sizes[1]) / whole;
        });
    }
    splitter->setStretchFactor(0, 1);
    setFocusProxy(list_);
}

QString CompareView::emptySentence() const
{
    if (!equal_)
        return tr("Nothing that counts differs. The bytes do; compare them with another tool to see which.");
    if (ofEdits())
        return tr("The file on disk holds what you edited, byte for byte.");
    return leavesEditsOut()  ? tr("As saved on the disk both files are the same, byte for byte. The edits are not compared.")
           : comparesEdits_ ? tr("As edited both are the same, byte for byte.")
                            : tr("Both files are the same, byte for byte.");
}

/// The pictures or maps have the most of a page of any height, until the border is moved.
void CompareView::shareHeight()
{
    const int whole = splitter_->height() - splitter_->handleWidth();
    const int list = std::clamp(static_cast<int>(std::lround(share_ * whole)), std::min(leastList, whole), whole);
    splitter_->setSizes({whole - list, list});
}

bool CompareView::eventFilter(QObject* watched, QEvent* event)
{
    if (watched == splitter_ && event->type() == QEvent::Resize)
        QTimer::singleShot(0, splitter_, [this] { shareHeight(); }); // once the splitter has shared it out in its way
    return DocumentView::eventFilter(watched, event);
}

void CompareView::setListShown(bool shown)
{
    if (splitter_ == nullptr)
        return;
    list_->setVisible(shown);
    showsList_->setChecked(shown);
    if (rooms_ != nullptr || frames_ != nullptr) // a hidden list takes no keys, and they would go to the next field of the window
        setFocusProxy(shown ? static_cast<QWidget*>(list_) : rooms_ != nullptr ? static_cast<QWidget*>(rooms_->left()) : frames_);
    if (shown)
        shareHeight();
}

QVariantMap CompareView::saveViewState() const
{
    if (splitter_ == nullptr)
        return {};
    return {{QStringLiteral("list"), showsList_->isChecked()}, {QStringLiteral("share"), share_}};
}

void CompareView::restoreViewState(const QVariantMap& state)
{
    if (const double share = state.value(QStringLiteral("share")).toDouble(); share > 0 && share < 1)
        share_ = share;
    setListShown(state.value(QStringLiteral("list"), showsList_->isChecked()).toBool());
}

/// The first difference of the frame that was chosen, unless one of it is chosen already; a frame that is alike has none.
void CompareView::choosePair(int pair)
{
    const diff::FramePair& frame = framePairs_[static_cast<std::size_t>(pair)];
    if (const int row = list_->currentRow(); row >= 0 && isOf(rows_->at(row), frame))
        return;
    for (int i = 0; i < list_->model()->rowCount(); ++i)
        if (const int row = list_->model()->sourceRow(i); isOf(rows_->at(row), frame))
            return list_->selectRow(row);
}

void CompareView::showRow(int row)
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
                      one.change == diff::Change::Added ? (ofEdits() ? tr("Only as edited. %1") : tr("Only in the right file. %1")).arg(fromUtf8(one.right))
                      : one.change == diff::Change::Removed
                          ? (ofEdits() ? tr("Only on disk. %1") : tr("Only in the left file. %1")).arg(fromUtf8(one.left))
                          : tr("Left: %1\n\nRight: %2").arg(fromUtf8(one.left), fromUtf8(one.right)));
    }
    refresh();
}

int CompareView::differences() const
{
    if (sides_ != nullptr)
        return sides_->differences();
    return rows_ == nullptr ? 0 : rows_->rows();
}

void CompareView::step(int direction)
{
    const int count = sides_ != nullptr ? sides_->differences() : list_ != nullptr ? list_->model()->rowCount() : 0;
    if (count == 0)
        return;
    const int at = sides_ != nullptr ? sides_->current() : list_->model()->rowOf(list_->currentRow());
    const int to = at < 0 ? (direction > 0 ? 0 : count - 1) : (at + direction + count) % count;
    if (sides_ != nullptr)
        sides_->goTo(to);
    else {
        list_->selectRow(list_->model()->sourceRow(to));
        showRow(list_->currentRow()); // the same one, when there is no other
    }
}

void CompareView::setFolded(bool folded)
{
    if (sides_ == nullptr)
        return;
    sides_->setFolded(folded);
    fold_->setChecked(!folded);
}

bool CompareView::isFolded() const { return sides_ != nullptr && sides_->isFolded(); }

QString CompareView::summary() const
{
    if (equal_)
        return leavesEditsOut()  ? tr("both files are the same as saved on the disk, without the edits")
               : comparesEdits_ ? tr("both are the same as edited, byte for byte")
                                : tr("both files are the same, byte for byte");
    if (frames_ != nullptr && rows_ == nullptr)
        return tr("two pictures");
    if (differences() == 0)
        return tr("nothing that counts differs");
    return counted(differences(), tr("difference"), tr("differences"));
}

void CompareView::refresh()
{
    const auto names = this->names();
    QStringList facts{names.first + QStringLiteral(" \u2194 ") + names.second, kind_, summary()};
    if (leavesEditsOut() && !equal_) // else the summary says it
        facts.insert(1, tr("as saved on the disk"));
    if (!stale_.isEmpty()) // before the rest, which may not fit
        facts.prepend(tr("As it was before: %1").arg(stale_));
    header_->setDetail(facts.join(QStringLiteral(" \u00b7 ")));
    emit statusChanged();
}

std::pair<QString, QString> CompareView::names() const
{
    if (!ofEdits()) {
        auto shown = shownNames(left_, right_);
        for (const Unsaved& one : unsaved_)
            if (comparesEdits_ && one.edits)
                for (const auto& [file, name] : {std::pair{&left_, &shown.first}, std::pair{&right_, &shown.second}})
                    if (one.file == *file)
                        *name = tr("%1 as edited").arg(*name);
        return shown;
    }
    const QString name = QFileInfo(left_).fileName();
    return {tr("%1 on disk").arg(name), tr("%1 as edited").arg(name)};
}

QString CompareView::path() const { return ofEdits() ? editsPath(left_) : comparePath(left_, right_); }

QString CompareView::title() const
{
    const auto [left, right] = names();
    return (ofEdits() ? QFileInfo(left_).fileName() : left) + QStringLiteral(" \u2194 ") + (ofEdits() ? tr("as edited") : right);
}

QStringList CompareView::statusLeft() const
{
    QStringList facts{list_ != nullptr && differences() > 0 ? list_->countText() : summary()};
    if (sides_ != nullptr && sides_->current() >= 0)
        facts << tr("difference %1 of %2").arg(sides_->current() + 1).arg(sides_->differences());
    return facts << tr("Alt+Down next difference \u00b7 Alt+Up the one before");
}

QStringList CompareView::statusRight() const { return {tr("Comparing %1").arg(kind_)}; }

void CompareView::prepareForGrab()
{
    if (rooms_ == nullptr)
        return;
    rooms_->fitDifferences();
    rooms_->paintCompletely();
}

} // namespace blak::ui::views
