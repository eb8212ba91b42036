// SPDX-License-Identifier: GPL-3.0-or-later
#include "bgfeditor/ui/doll_panel.h"

#include "bgfeditor/bgfcore/content_box.h"
#include "bgfeditor/ui/sprite_model.h"
#include "client/render/asset_store.h"
#include "formats/base/file_io.h"
#include "ui/empty_label.h"
#include "ui/fonts.h"
#include "ui/icons.h"
#include "ui/match_completer.h"
#include "ui/project.h"
#include "ui/theme.h"

#include <QClipboard>
#include <QComboBox>
#include <QLineEdit>
#include <QPainter>
#include <QFile>
#include <QFileDialog>
#include <QFileInfo>
#include <QGuiApplication>
#include <QHBoxLayout>
#include <QHeaderView>
#include <QKeyEvent>
#include <QSignalBlocker>
#include <QStackedWidget>
#include <QStyledItemDelegate>
#include <QTableWidget>
#include <QTimer>
#include <QToolButton>
#include <QVBoxLayout>

#include <algorithm>
#include <cstdlib>
#include <span>
#include <utility>

namespace blak::ui::sprites {
namespace {

enum Column : int { File, Hotspot, Group, Translation, ColumnCount };

constexpr std::uint64_t largestDollFile = 1 << 20; ///< bytes
constexpr int pictureSide = 22;                    ///< pixels
constexpr int eyeWidth = 20;

/// The hotspot of a frame that a sprite most likely hangs from: where nothing hangs yet, the one whose name is in the file's ("left
/// hand" for playerleft.bgf), else the first that is drawn over, else the first.
int likelyHotspot(const QString& file, const SpriteModel& model)
{
    const bgf::Bitmap* bitmap = model.current();
    if (bitmap == nullptr)
        return 0;
    const QString stem = QFileInfo(file).completeBaseName();
    int best = 0;
    qsizetype likeness = -1;
    for (const bgf::Hotspot& hotspot : bitmap->hotspots) {
        if (std::ranges::any_of(model.doll().parts, [&](const bgfcore::DollPart& other) {
                return std::abs(other.hotspot) == std::abs(hotspot.number);
            }))
            continue;
        qsizetype alike = hotspot.number > 0 ? 1 : 0;
        for (const QString& word : model.hotspotName(hotspot.number).split(QLatin1Char(' '), Qt::SkipEmptyParts))
            if (word.size() > 2 && stem.contains(word, Qt::CaseInsensitive))
                alike += 2 * word.size();
        if (alike > likeness) {
            likeness = alike;
            best = hotspot.number;
        }
    }
    return best;
}

/// The sprite of a part, with an eye before it that hides it.
class PartDelegate : public QStyledItemDelegate
{
public:
    using QStyledItemDelegate::QStyledItemDelegate;

    void paint(QPainter* painter, const QStyleOptionViewItem& option, const QModelIndex& index) const override
    {
        QStyledItemDelegate::paint(painter, option, index);
        const bool shown = index.data(Qt::CheckStateRole).value<Qt::CheckState>() == Qt::Checked;
        icon(shown ? QStringLiteral("eye") : QStringLiteral("eye-off"))
            .paint(painter, QRect(option.rect.left(), option.rect.top(), eyeWidth, option.rect.height()));
    }

protected:
    void initStyleOption(QStyleOptionViewItem* option, const QModelIndex& index) const override
    {
        QStyledItemDelegate::initStyleOption(option, index);
        option->features.setFlag(QStyleOptionViewItem::HasCheckIndicator, false);
        if (index.data(Qt::CheckStateRole).value<Qt::CheckState>() != Qt::Checked)
            option->palette.setColor(QPalette::Text, theme().text2);
    }

    bool editorEvent(QEvent* event, QAbstractItemModel* model, const QStyleOptionViewItem& option, const QModelIndex& index) override
    {
        const bool mouse = event->type() == QEvent::MouseButtonPress;
        const bool key = event->type() == QEvent::KeyPress && static_cast<QKeyEvent*>(event)->key() == Qt::Key_Space;
        if (!key && !(mouse && static_cast<QMouseEvent*>(event)->position().x() < option.rect.left() + eyeWidth))
            return false;
        const bool shown = index.data(Qt::CheckStateRole).value<Qt::CheckState>() == Qt::Checked;
        return model->setData(index, shown ? Qt::Unchecked : Qt::Checked, Qt::CheckStateRole);
    }
};

/// A part by itself, from the front and in its colours; nothing where it has no bitmap there.
QIcon pictureOf(const bgfcore::DollPart& part, const SpriteModel& model)
{
    const auto assets = model.project() == nullptr ? nullptr : model.project()->assets();
    if (assets == nullptr)
        return {};
    const auto flat =
        bgfcore::flatten(bgfcore::stateOf({part.file, part.groupAt(0), part.translation, {}}, *assets), 0, model.tables());
    if (flat.width <= 0 || flat.height <= 0)
        return {};
    const auto colours = bgfcore::makeColourMap(model.palette(), model.tables(), 0, palette::lightLevels - 1);
    QImage image(flat.width, flat.height, QImage::Format_ARGB32);
    const auto width = static_cast<std::size_t>(flat.width);
    for (int y = 0; y < flat.height; ++y)
        bgfcore::applyColourMap(colours, std::span(flat.indices).subspan(static_cast<std::size_t>(y) * width, width),
                                std::span(reinterpret_cast<std::uint32_t*>(image.scanLine(y)), width));
    const auto box = bgfcore::contentBox(*bgfcore::FrameImage::ofIndices(flat.width, flat.height, flat.indices));
    if (box)
        image = image.copy(box->left, box->top, box->width(), box->height());
    image = image.scaled(pictureSide, pictureSide, Qt::KeepAspectRatio, Qt::SmoothTransformation);
    QPixmap square(eyeWidth + pictureSide, pictureSide); // names stand below each other, behind the eye
    square.fill(Qt::transparent);
    QPainter(&square).drawImage(eyeWidth + (pictureSide - image.width()) / 2, (pictureSide - image.height()) / 2, image);
    return square;
}

} // namespace

DollPanel::DollPanel(SpriteModel* model, QWidget* parent)
    : QWidget(parent), model_(model), files_(new QComboBox), table_(new QTableWidget(0, ColumnCount)), pages_(new QStackedWidget)
{
    auto* column = new QVBoxLayout(this);
    column->setContentsMargins(0, 0, 0, 0);
    column->setSpacing(0);
    auto* strip = new QHBoxLayout;
    strip->setContentsMargins(8, 4, 8, 4);
    strip->setSpacing(4);
    files_->setEditable(true);
    files_->setInsertPolicy(QComboBox::NoInsert);
    files_->setAccessibleName(tr("Sprite to hang on"));
    files_->setSizeAdjustPolicy(QComboBox::AdjustToMinimumContentsLengthWithIcon);
    files_->setMinimumContentsLength(12);
    if (model->project() != nullptr && model->project()->assets() != nullptr)
        for (const std::string& name : model->project()->assets()->fileNames())
            files_->addItem(QString::fromStdString(name));
    files_->setCurrentIndex(-1);
    files_->lineEdit()->setPlaceholderText(tr("Sprite to hang on"));
    MatchCompleter::install(*files_);
    connect(files_->lineEdit(), &QLineEdit::returnPressed, this, [this] {
        if (!std::exchange(isAdding_, true)) // the box hands the key to its field a second time
            QTimer::singleShot(0, this, [this] {
                isAdding_ = false;
                addPart();
            });
    });
    strip->addWidget(files_, 1);
    const auto addButton = [&](const char* iconName, const QString& text, auto run) {
        auto* button = new QToolButton;
        button->setIcon(icon(QLatin1String(iconName)));
        button->setToolTip(text);
        button->setAccessibleName(text);
        button->setObjectName(QLatin1String(iconName));
        button->setAutoRaise(true);
        connect(button, &QToolButton::clicked, this, run);
        strip->addWidget(button);
    };
    addButton("plus", tr("Hang it on"), [this] { addPart(); });
    addButton("trash", tr("Take it off"), [this] { removePart(); });
    addButton("code", tr("Copy as Blakod"), [this] {
        QGuiApplication::clipboard()->setText(QString::fromStdString(bgfcore::blakodOf(model_->shownDoll())));
        emit told(tr("Copied the doll as Blakod."));
    });
    addButton("open", tr("Open a doll\u2026"), [this] { chooseFile(false); });
    addButton("save", tr("Save the doll\u2026"), [this] { chooseFile(true); });
    column->addLayout(strip);
    table_->setHorizontalHeaderLabels({tr("Sprite"), tr("Hotspot"), tr("Group"), tr("Colours")});
    for (int one = 0; one < ColumnCount; ++one) // as what stands below them
        table_->horizontalHeaderItem(one)->setTextAlignment((one == File ? Qt::AlignLeft : Qt::AlignRight) | Qt::AlignVCenter);
    table_->horizontalHeader()->setHighlightSections(false);
    table_->setIconSize({eyeWidth + pictureSide, pictureSide});
    table_->setItemDelegateForColumn(File, new PartDelegate(table_));
    table_->setSelectionBehavior(QAbstractItemView::SelectRows);
    table_->setSelectionMode(QAbstractItemView::SingleSelection);
    table_->setFrameShape(QFrame::NoFrame);
    table_->setShowGrid(false);
    table_->verticalHeader()->hide();
    table_->verticalHeader()->setDefaultSectionSize(pictureSide + 4);
    table_->horizontalHeader()->setSectionResizeMode(QHeaderView::Fixed);
    table_->horizontalHeader()->setSectionResizeMode(File, QHeaderView::Stretch);
    for (const Column one : {Hotspot, Group, Translation})
        table_->setColumnWidth(one, 72);
    table_->setAccessibleName(tr("Paper doll"));
    pages_->addWidget(table_);
    pages_->addWidget(new EmptyLabel(tr("Nothing hangs on this sprite. Choose another sprite above, then press +: it hangs from a hotspot.")));
    column->addWidget(pages_, 1);
    connect(table_, &QTableWidget::itemChanged, this, &DollPanel::take);
    connect(model, &SpriteModel::dollChanged, this, &DollPanel::fill);
    fill();
}

void DollPanel::fill()
{
    const QSignalBlocker quiet(table_);
    const auto& parts = model_->doll().parts;
    const int current = table_->currentRow();
    table_->setRowCount(static_cast<int>(parts.size()));
    pages_->setCurrentIndex(parts.empty() ? 1 : 0);
    for (int row = 0; row < table_->rowCount(); ++row) {
        const bgfcore::DollPart& part = parts[static_cast<std::size_t>(row)];
        const auto put = [&](Column column, const QString& text) {
            if (QTableWidgetItem* item = table_->item(row, column); item != nullptr) // an editor may be open in it
                return item->setText(text);
            auto* item = new QTableWidgetItem(text);
            if (column == File)
                item->setFlags(item->flags() & ~Qt::ItemIsEditable);
            else {
                item->setFont(monoFont(11.5));
                item->setTextAlignment(Qt::AlignRight | Qt::AlignVCenter);
            }
            table_->setItem(row, column, item);
        };
        put(File, QString::fromStdString(part.file));
        QTableWidgetItem* name = table_->item(row, File);
        name->setIcon(pictureOf(part, *model_));
        name->setCheckState(part.isHidden ? Qt::Unchecked : Qt::Checked);
        name->setToolTip(part.isHidden ? tr("%1, hidden here with what hangs on it. Click the eye to show it.").arg(name->text())
                                       : tr("%1. Click the eye to hide it while you work.").arg(name->text()));
        put(Hotspot, QString::number(part.hotspot));
        put(Group, QString::fromStdString(bgfcore::groupText(part)));
        put(Translation, QString::number(part.translation));
    }
    if (current >= table_->rowCount()) // else an editor that is open would be closed
        table_->setCurrentCell(table_->rowCount() - 1, File);
}

/// What was typed into a cell; what does not fit is put back.
void DollPanel::take(QTableWidgetItem* item)
{
    bgfcore::Doll doll = model_->doll();
    if (item->row() >= static_cast<int>(doll.parts.size()))
        return;
    bgfcore::DollPart& part = doll.parts[static_cast<std::size_t>(item->row())];
    bool isNumber = false;
    const int value = item->text().trimmed().toInt(&isNumber);
    const auto within = [&](int least, int most) { return isNumber && value >= least && value <= most; };
    if (item->column() == File)
        part.isHidden = item->checkState() == Qt::Unchecked;
    else if (item->column() == Hotspot && within(-128, 127))
        part.hotspot = value;
    else if (item->column() == Translation && within(0, 255))
        part.translation = static_cast<std::uint8_t>(value);
    else if (item->column() != Group || !bgfcore::readGroupText(item->text().toStdString(), part))
        emit failed(tr("Hotspots are -128 to 127, colours 0 to 255, groups from 1: 3 stands, 2-5 180 goes round with 180 ms for each, "
                       "2-5>1 goes there once and stays in 1."));
    if (doll == model_->doll())
        fill();
    else
        model_->setDoll(std::move(doll));
}

/// As the project writes it, with or without its ending; what it has not stays as it was typed.
QString DollPanel::spriteNamed(const QString& typed) const
{
    for (const QString& name : {typed, QString(typed + QStringLiteral(".bgf"))})
        if (const int row = files_->findText(name, Qt::MatchFixedString); row >= 0)
            return files_->itemText(row);
    return typed;
}

void DollPanel::addPart()
{
    const QString typed = files_->currentText().trimmed();
    if (typed.isEmpty()) {
        files_->setFocus();
        return emit failed(tr("Type or choose the sprite to hang on first."));
    }
    const QString file = spriteNamed(typed);
    const auto assets = model_->project() == nullptr ? nullptr : model_->project()->assets();
    if (assets == nullptr || assets->sprite(file.toStdString())->missing)
        return emit failed(tr("There is no sprite %1 in this project.").arg(typed));
    bgfcore::Doll doll = model_->doll();
    if (doll.parts.size() >= bgfcore::mostDollParts)
        return emit failed(tr("A doll has at most %1 parts.").arg(bgfcore::mostDollParts));
    bgfcore::DollPart part;
    part.file = file.toStdString();
    part.hotspot = likelyHotspot(file, *model_);
    doll.parts.push_back(std::move(part));
    model_->setDoll(std::move(doll));
    files_->clearEditText(); // the button after Return would hang it on again
    table_->setCurrentCell(table_->rowCount() - 1, File);
}

void DollPanel::removePart()
{
    bgfcore::Doll doll = model_->doll();
    const int row = table_->currentRow();
    if (row < 0 || row >= static_cast<int>(doll.parts.size()))
        return;
    doll.parts.erase(doll.parts.begin() + row);
    model_->setDoll(std::move(doll));
}

void DollPanel::openFrom(const QString& file)
{
    const auto text = readTextFile(QFile::encodeName(file).toStdString(), largestDollFile);
    auto doll =
        text ? bgfcore::readDoll(text.value(), QFileInfo(file).fileName().toStdString()) : Result<bgfcore::Doll>(text.error());
    if (!doll)
        return emit failed(
            tr("%1 cannot be read: %2.").arg(QFileInfo(file).fileName(), QString::fromStdString(doll.error().what)));
    model_->setDoll(std::move(doll).value());
}

void DollPanel::saveTo(const QString& file)
{
    if (const auto done = writeFileAtomically(QFile::encodeName(file).toStdString(), bgfcore::writeDoll(model_->shownDoll()));
        !done)
        emit failed(tr("Cannot write %1: %2.").arg(QFileInfo(file).fileName(), QString::fromStdString(done.error().what)));
}

void DollPanel::chooseFile(bool save)
{
    const QFileInfo info(model_->path());
    auto* chooser = new QFileDialog(this, save ? tr("Save the doll") : tr("Open a doll"), info.absolutePath());
    chooser->setAttribute(Qt::WA_DeleteOnClose);
    chooser->setAcceptMode(save ? QFileDialog::AcceptSave : QFileDialog::AcceptOpen);
    chooser->setFileMode(save ? QFileDialog::AnyFile : QFileDialog::ExistingFile);
    chooser->setNameFilter(tr("Paper dolls (*.doll)"));
    chooser->setDefaultSuffix(QStringLiteral("doll"));
    if (save)
        chooser->selectFile(info.completeBaseName() + QStringLiteral(".doll"));
    connect(chooser, &QFileDialog::fileSelected, this,
            [this, save](const QString& file) { save ? saveTo(file) : openFrom(file); });
    chooser->open();
}

} // namespace blak::ui::sprites
