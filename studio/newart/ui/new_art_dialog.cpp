// SPDX-License-Identifier: GPL-3.0-or-later
#include "studio/newart/ui/new_art_dialog.h"

#include "ui/bounded_box.h"
#include "ui/file_order.h"
#include "ui/match_completer.h"

#include <QComboBox>
#include <QDragEnterEvent>
#include <QFileDialog>
#include <QFileInfo>
#include <QFormLayout>
#include <QLineEdit>
#include <QListWidget>
#include <QMimeData>
#include <QPushButton>
#include <QVBoxLayout>

namespace blak::ui::newart {
namespace {

using namespace blak::newart;

constexpr int pathRole = Qt::UserRole;

QSpinBox* numberField(const char* name, int least, int most)
{
    auto* field = new BoundedBox(least, most);
    field->setObjectName(QLatin1String(name));
    field->setButtonSymbols(QAbstractSpinBox::NoButtons);
    return field;
}

} // namespace

NewArtDialog::NewArtDialog(ArtTree tree, document::Workspace& workspace, QWidget* parent)
    : PlanDialog(tree.root, workspace, parent), tree_(std::move(tree)), form_(new QFormLayout), kind_(new QComboBox),
      pictures_(new QListWidget), name_(new QLineEdit), angles_(numberField("angles", 1, 64)), shrink_(numberField("shrink", 1, 255)),
      number_(numberField("number", 0, highestTexture)), class_(new QComboBox), dither_(new QComboBox)
{
    setWindowTitle(tr("New artwork"));
    setAcceptDrops(true);
    kind_->addItems({tr("Stands in a room"), tr("Hangs on other sprites"), tr("Texture of walls"), tr("Texture of floors")}); // as ArtKind
    kind_->setObjectName(QStringLiteral("kind"));
    name_->setObjectName(QStringLiteral("name"));
    pictures_->setObjectName(QStringLiteral("pictures"));
    pictures_->setAccessibleName(tr("Pictures"));
    pictures_->setSelectionMode(QAbstractItemView::ExtendedSelection);
    pictures_->setDragDropMode(QAbstractItemView::InternalMove); // their order is that of the sides
    pictures_->setToolTip(tr("PNG, BMP of 8 bits, or one Aseprite file; in the order of sides and groups"));
    angles_->setToolTip(tr("So many pictures show one pose, from the front and on clockwise"));
    shrink_->setToolTip(tr("Pixels of the picture to a usual one"));
    number_->setSpecialValueText(tr("next free (%1)").arg(nextFreeTexture(tree_)));
    class_->setObjectName(QStringLiteral("class"));
    class_->setEditable(true);
    class_->setInsertPolicy(QComboBox::NoInsert);
    for (const auto& [name, source] : tree_.classes)
        class_->addItem(QString::fromStdString(name));
    class_->setCurrentIndex(-1);
    MatchCompleter::install(*class_);
    class_->lineEdit()->setPlaceholderText(tr("nobody's yet"));
    dither_->addItems({tr("Nearest colours"), tr("Ordered pattern"), tr("Error diffusion")}); // as Dither
    dither_->setObjectName(QStringLiteral("dither"));

    form_->addRow(tr("Kind"), kind_);
    form_->addRow(tr("Name"), name_);
    form_->addRow(tr("Number"), number_);
    form_->addRow(tr("Sides"), angles_);
    form_->addRow(tr("Shrink"), shrink_);
    form_->addRow(tr("Colours"), dither_);
    form_->addRow(tr("Icon of"), class_);
    column()->addLayout(form_);
    auto* add = new QPushButton(tr("Add pictures\u2026"));
    add->setObjectName(QStringLiteral("add"));
    auto* remove = new QPushButton(tr("Take away"));
    remove->setObjectName(QStringLiteral("remove"));
    remove->setEnabled(false);
    auto* head = new QHBoxLayout;
    head->addWidget(add);
    head->addWidget(remove);
    head->addStretch(1);
    for (QPushButton* button : {add, remove})
        button->setAutoDefault(false);
    column()->addLayout(head);
    column()->addWidget(pictures_, 1);

    connect(add, &QPushButton::clicked, this, &NewArtDialog::choosePictures);
    connect(remove, &QPushButton::clicked, this, &NewArtDialog::removePictures);
    connect(pictures_, &QListWidget::itemSelectionChanged, this, [this, remove] { remove->setEnabled(!pictures_->selectedItems().isEmpty()); });
    connect(pictures_->model(), &QAbstractItemModel::rowsMoved, this, &NewArtDialog::planSoon);
    connect(name_, &QLineEdit::textChanged, this, &NewArtDialog::planSoon);
    connect(class_, &QComboBox::editTextChanged, this, &NewArtDialog::planSoon);
    connect(dither_, &QComboBox::currentIndexChanged, this, &NewArtDialog::planSoon);
    connect(kind_, &QComboBox::currentIndexChanged, this, &NewArtDialog::fitToKind);
    for (QSpinBox* field : {angles_, shrink_, number_})
        connect(field, &QSpinBox::valueChanged, this, &NewArtDialog::planSoon);
    fitToKind();
    name_->setFocus();
}

bool NewArtDialog::isTexture() const { return kind_->currentIndex() >= static_cast<int>(ArtKind::Wall); }

/// Textures have a number and no class; sprites the other way round.
void NewArtDialog::fitToKind()
{
    form_->setRowVisible(number_, isTexture());
    form_->setRowVisible(class_, !isTexture());
    form_->setRowVisible(angles_, !isTexture());
    name_->setPlaceholderText(isTexture() ? tr("Mossy bricks") : tr("wolf"));
    planSoon();
}

void NewArtDialog::addPictures(const QStringList& files)
{
    for (const QString& file : inNumberOrder(files)) {
        auto* item = new QListWidgetItem(QFileInfo(file).fileName(), pictures_);
        item->setData(pathRole, file);
        item->setToolTip(file);
    }
    if (name_->text().isEmpty() && !files.isEmpty() && !isTexture())
        name_->setText(QFileInfo(files.first()).completeBaseName().toLower());
    planSoon();
}

void NewArtDialog::setClass(const QString& className) { class_->setEditText(className); }

void NewArtDialog::choosePictures()
{
    auto* chooser = new QFileDialog(this, tr("Pictures"));
    chooser->setAttribute(Qt::WA_DeleteOnClose);
    chooser->setFileMode(QFileDialog::ExistingFiles);
    chooser->setNameFilter(tr("Pictures (*.png *.bmp *.gif *.aseprite *.ase)"));
    connect(chooser, &QFileDialog::filesSelected, this, &NewArtDialog::addPictures);
    chooser->open();
}

void NewArtDialog::removePictures()
{
    qDeleteAll(pictures_->selectedItems());
    planSoon();
}

void NewArtDialog::dragEnterEvent(QDragEnterEvent* event)
{
    if (event->mimeData()->hasUrls())
        event->acceptProposedAction();
}

void NewArtDialog::dropEvent(QDropEvent* event)
{
    QStringList files;
    for (const QUrl& url : event->mimeData()->urls())
        if (url.isLocalFile())
            files << url.toLocalFile();
    addPictures(files);
}

NewArtRequest NewArtDialog::request() const
{
    NewArtRequest request;
    request.kind = static_cast<ArtKind>(kind_->currentIndex());
    request.name = name_->text().trimmed().toLatin1().toStdString(); // sprites are Latin-1
    for (int i = 0; i < pictures_->count(); ++i)
        request.pictures.emplace_back(QFile::encodeName(pictures_->item(i)->data(pathRole).toString()).toStdString());
    request.shrink = shrink_->value();
    request.quantiser.dither = static_cast<bgfcore::Dither>(dither_->currentIndex());
    if (isTexture()) {
        if (number_->value() > 0)
            request.number = number_->value();
    } else {
        request.angles = angles_->value();
        request.className = class_->currentText().trimmed().toStdString();
    }
    return request;
}

std::shared_ptr<const treeplan::FilePlan> NewArtDialog::makePlan(QString& reason)
{
    const bool hasName = !name_->text().trimmed().isEmpty(), hasPictures = pictures_->count() > 0;
    auto plan = planNewArt(tree_, request(), *workspace().files());
    if (!plan) {
        reason = !hasPictures ? tr("Add the pictures it is made of.")
                 : !hasName   ? tr("Type a name.")
                              : QString::fromStdString(plan.error().text());
        return nullptr;
    }
    QStringList report;
    for (const std::string& line : plan.value().report)
        report << QString::fromStdString(line);
    constexpr qsizetype mostLines = 6;
    if (report.size() > mostLines)
        report = report.first(mostLines - 1) << tr("and %n more", nullptr, static_cast<int>(report.size() - mostLines + 1));
    reason = report.join(u'\n');
    const auto& main = plan.value().source.empty() ? plan.value().sprite : plan.value().source;
    file_ = QString::fromStdString(main.string());
    return std::make_shared<NewArtPlan>(std::move(plan).value());
}

} // namespace blak::ui::newart
