// SPDX-License-Identifier: GPL-3.0-or-later
#include "studio/views/compare/compare_view.h"

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
#include "ui/project.h"
#include "ui/view_header.h"

#include <QFileInfo>
#include <QLabel>
#include <QSplitter>
#include <QTimer>
#include <QToolButton>
#include <QVBoxLayout>

#include <algorithm>

namespace blak::ui::views {
namespace {

/// The palette of the project that a lone file belongs to.
palette::Palette coloursAround(const QString& path)
{
    if (const auto file = project::paletteAbove(filePath(path)))
        if (const auto bytes = readFile(*file))
            if (const auto read = palette::read(bytes.value(), file->filename().string()))
                return read.value().colours;
    return palette::builtIn();
}

} // namespace

Result<DocumentView*> CompareView::open(const QString& left, const QString& right, std::shared_ptr<Project> project,
                                        QWidget* parent)
{
    auto compared = compareFiles(left, right);
    if (!compared)
        return compared.error();
    return static_cast<DocumentView*>(new CompareView(left, right, std::move(project), std::move(compared).value(), parent));
}

Result<DocumentView*> CompareView::openEdits(const QString& file, std::string_view edited, std::shared_ptr<Project> project,
                                             QWidget* parent)
{
    auto compared = compareWithEdits(file, edited);
    if (!compared)
        return compared.error();
    return static_cast<DocumentView*>(new CompareView(file, {}, std::move(project), std::move(compared).value(), parent));
}

QString CompareView::editsPath(const QString& file) { return QStringLiteral("compare:") + file; }

CompareView::CompareView(QString left, QString right, std::shared_ptr<Project> project, Compared compared, QWidget* parent)
    : DocumentView(parent), left_(std::move(left)), right_(std::move(right)), project_(std::move(project)), kind_(compared.kind),
      header_(new ViewHeader(tr("Compare"))), equal_(compared.equal)
{
    setObjectName(QStringLiteral("dockBody"));
    setAttribute(Qt::WA_StyledBackground);
    auto* column = new QVBoxLayout(this);
    column->setContentsMargins(0, 0, 0, 0);
    column->setSpacing(0);
    fold_ = header_->addButton(QStringLiteral("eye"), tr("Show the lines that are alike, too"), true);
    QToolButton* before = header_->addArrow(Qt::UpArrow, tr("Difference before (Alt+Up)"));
    QToolButton* next = header_->addArrow(Qt::DownArrow, tr("Next difference (Alt+Down)"));
    connect(before, &QToolButton::clicked, this, [this] { step(-1); });
    connect(next, &QToolButton::clicked, this, [this] { step(1); });
    connect(fold_, &QToolButton::toggled, this, [this](bool all) { setFolded(!all); });
    column->addWidget(header_);

    auto* splitter = new QSplitter(Qt::Vertical);
    splitter->setChildrenCollapsible(false);
    column->addWidget(splitter, 1);
    const auto names = this->names();
    if (compared.leftRoom != nullptr) {
        rooms_ = new RoomPair({left_, names.first, compared.leftRoom}, {ofEdits() ? left_ : right_, names.second, compared.rightRoom}, project_,
                              compared.list);
        splitter->addWidget(rooms_);
        QTimer::singleShot(0, rooms_, &RoomPair::fitDifferences); // once the maps have their size
    } else if (compared.sprites) {
        framePairs_ = compared.frames.frames;
        const palette::Palette colours = project_ == nullptr ? coloursAround(left_) : project_->assets()->palette();
        frames_ = new FramePair(names.first, names.second,
                                FramePair::pairsOf(compared.sprites->first, compared.sprites->second, compared.frames, colours));
        splitter->addWidget(frames_);
    } else if (!compared.leftPicture.isNull()) {
        const bool same = compared.leftPicture == compared.rightPicture;
        frames_ =
            new FramePair(names.first, names.second, {{tr("Picture"), {}, compared.leftPicture, compared.rightPicture, same}});
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
        column->insertWidget(1, nameBar);
        sides_ = new SideBySide;
        sides_->setLines(std::move(compared.lines));
        splitter->addWidget(sides_);
        connect(sides_, &SideBySide::currentChanged, this, &CompareView::refresh);
        setFocusProxy(sides_);
    }
    if (compared.hasList)
        showList(std::move(compared.list), splitter);
    if (frames_ != nullptr && list_ == nullptr)
        setFocusProxy(frames_);
    fold_->setVisible(sides_ != nullptr);
    for (QToolButton* button : {before, next})
        button->setEnabled(differences() > 0);
    refresh();
}

void CompareView::showList(diff::Differences differences, QSplitter* splitter)
{
    rows_ = std::make_shared<const DifferenceRows>(std::move(differences));
    list_ = new TablePane(tr("Filter differences"), tr("differences"));
    chips_ = new Chips(list_);
    for (int kind = 0; kind < rows_->kinds().size(); ++kind)
        chips_->add(rows_->kinds()[kind], rows_->countOf(kind));
    if (rows_->kinds().size() > 1)
        list_->addTool(chips_);
    else
        chips_->hide();
    list_->setEmptySentence(equal_
                                ? ofEdits() ? tr("The file on disk holds what you edited, byte for byte.") : tr("Both files are the same, byte for byte.")
                                : tr("Nothing that counts differs. The bytes do; compare them with another tool to see which."));
    list_->setSource(rows_);
    connect(chips_, &Chips::changed, this, [this] { list_->setGroups(chips_->shown()); });
    connect(list_, &TablePane::rowChanged, this, &CompareView::showRow);
    connect(list_, &TablePane::rowActivated, this, &CompareView::showRow);
    connect(list_, &TablePane::countChanged, this, &DocumentView::statusChanged);
    splitter->addWidget(list_);
    if (rooms_ == nullptr && frames_ == nullptr) {
        box_ = new TextBox(tr("Select a difference to read both values in full."));
        splitter->addWidget(box_);
        splitter->setSizes({500, 150});
    } else {
        splitter->setSizes({520, 240});
    }
    splitter->setStretchFactor(0, 1);
    setFocusProxy(list_);
}

void CompareView::showRow(int row)
{
    const diff::Difference& one = rows_->at(row);
    if (rooms_ != nullptr)
        rooms_->reveal(one);
    if (frames_ != nullptr && (one.leftIndex >= 0 || one.rightIndex >= 0))
        for (std::size_t i = 0; i < framePairs_.size(); ++i)
            if (framePairs_[i].left == one.leftIndex && framePairs_[i].right == one.rightIndex)
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
    else
        list_->selectRow(list_->model()->sourceRow(to));
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
        return tr("both files are the same, byte for byte");
    if (frames_ != nullptr && rows_ == nullptr)
        return tr("two pictures");
    if (differences() == 0)
        return tr("nothing that counts differs");
    return counted(differences(), tr("difference"), tr("differences"));
}

void CompareView::refresh()
{
    const auto names = this->names();
    header_->setDetail(
        QStringList{names.first + QStringLiteral(" \u2194 ") + names.second, kind_, summary()}.join(QStringLiteral(" \u00b7 ")));
    emit statusChanged();
}

std::pair<QString, QString> CompareView::names() const
{
    if (!ofEdits())
        return shownNames(left_, right_);
    const QString name = QFileInfo(left_).fileName();
    return {tr("%1 on disk").arg(name), tr("%1 as edited").arg(name)};
}

QString CompareView::path() const { return ofEdits() ? editsPath(left_) : comparePath(left_, right_); }

QString CompareView::title() const
{
    const QString left = QFileInfo(left_).fileName(), right = QFileInfo(right_).fileName();
    return ofEdits() || left == right ? tr("%1, compared").arg(left) : left + QStringLiteral(" \u2194 ") + right;
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
