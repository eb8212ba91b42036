// SPDX-License-Identifier: GPL-3.0-or-later
#include "roomedit/ui/doom_import_dialog.h"

#include "roomedit/ui/doom_import_session.h"
#include "roomedit/ui/doom_map_preview.h"
#include "ui/number_field.h"
#include "ui/number_text.h"
#include "ui/project.h"
#include "ui/theme.h"

#include <QCheckBox>
#include <QDialogButtonBox>
#include <QDir>
#include <QFileDialog>
#include <QFileInfo>
#include <QFormLayout>
#include <QGridLayout>
#include <QHBoxLayout>
#include <QHeaderView>
#include <QLabel>
#include <QLineEdit>
#include <QListWidget>
#include <QPainter>
#include <QPushButton>
#include <QSignalBlocker>
#include <QTreeWidget>
#include <QVBoxLayout>

#include <algorithm>

namespace blak::ui::rooms {
namespace {

constexpr int pictureSide = 48;
enum Column { Game, Name, World, Number };

/// A line around a list, which shows where it is while it is empty.
class Framed : public QWidget
{
public:
    explicit Framed(QWidget* content)
    {
        auto* layout = new QVBoxLayout(this);
        layout->setContentsMargins(1, 1, 1, 1);
        layout->addWidget(content);
    }

protected:
    void paintEvent(QPaintEvent*) override
    {
        QPainter painter(this);
        painter.setPen(theme().border);
        painter.setBrush(theme().input);
        painter.drawRect(rect().adjusted(0, 0, -1, -1));
    }
};

QString text(std::string_view bytes) { return QString::fromUtf8(bytes.data(), static_cast<qsizetype>(bytes.size())); }

} // namespace

DoomImportDialog::DoomImportDialog(std::shared_ptr<Project> project, QString folder, QWidget* parent)
    : QDialog(parent), session_(new DoomImportSession(project ? project->assets() : nullptr, this)), folder_(std::move(folder)),
      wad_(new QLineEdit), game_(new QLineEdit), file_(new QLineEdit), maps_(new QListWidget), preview_(new DoomMapPreview),
      textures_(new QTreeWidget), facts_(new QLabel), state_(new QLabel), loadTable_(new QPushButton(tr("Load table\u2026"))),
      saveTable_(new QPushButton(tr("Save table\u2026"))), import_(new QPushButton(tr("Import"))), scale_(new NumberField(0.125, 8, {})),
      opensDoors_(new QCheckBox(tr("Doors of the game stand open")))
{
    setWindowTitle(tr("Import Doom map"));
    setObjectName(QStringLiteral("doomImport"));
    wad_->setObjectName(QStringLiteral("doomImport.wad"));
    maps_->setObjectName(QStringLiteral("doomImport.maps"));
    textures_->setObjectName(QStringLiteral("doomImport.textures"));
    file_->setObjectName(QStringLiteral("doomImport.file"));
    import_->setObjectName(QStringLiteral("doomImport.import"));
    scale_->setDecimals(3);
    scale_->setValue(1);
    opensDoors_->setChecked(true);
    opensDoors_->setToolTip(tr("Doors and walls that the game moves when somebody uses them. Shut, nobody gets through before Blakod moves them."));
    maps_->setMinimumWidth(190);
    facts_->setWordWrap(true);
    state_->setWordWrap(true);

    auto* plan = new QVBoxLayout;
    plan->addWidget(preview_, 1);
    plan->addWidget(facts_);
    auto* middle = new QHBoxLayout;
    middle->addWidget(new Framed(maps_));
    middle->addLayout(plan, 1);
    middle->addWidget(makeTextures(), 1);
    auto* buttons = new QDialogButtonBox(QDialogButtonBox::Cancel);
    buttons->addButton(import_, QDialogButtonBox::AcceptRole);
    import_->setDefault(true);
    auto* bottom = new QHBoxLayout;
    bottom->addWidget(state_, 1);
    bottom->addWidget(buttons);
    auto* column = new QVBoxLayout(this);
    column->addWidget(makeFiles());
    column->addLayout(middle, 1);
    column->addWidget(makeTarget());
    column->addLayout(bottom);
    resize(1000, 640);

    connect(maps_, &QListWidget::currentRowChanged, this, &DoomImportDialog::chooseMap);
    connect(session_, &DoomImportSession::matched, this, &DoomImportDialog::showTextures);
    connect(textures_, &QTreeWidget::itemChanged, this, &DoomImportDialog::takeNumber);
    connect(textures_, &QTreeWidget::itemDoubleClicked, this, [this](QTreeWidgetItem* row) { textures_->editItem(row, Number); });
    connect(file_, &QLineEdit::textChanged, this, &DoomImportDialog::showState);
    connect(buttons, &QDialogButtonBox::rejected, this, &QDialog::reject);
    connect(buttons, &QDialogButtonBox::accepted, this, &DoomImportDialog::importMap);
    showState();
}

DoomImportDialog::~DoomImportDialog() = default;

QWidget* DoomImportDialog::makeFiles()
{
    auto* host = new QWidget;
    auto* grid = new QGridLayout(host);
    grid->setContentsMargins(0, 0, 0, 0);
    const auto addRow = [&](int row, const QString& label, QLineEdit* field, const QString& hint, void (DoomImportDialog::*set)(const QString&)) {
        field->setPlaceholderText(hint);
        auto* button = new QPushButton(tr("Choose\u2026"));
        button->setAutoDefault(false); // Return in a field is not for it
        auto* name = new QLabel(label);
        name->setBuddy(field);
        grid->addWidget(name, row, 0);
        grid->addWidget(field, row, 1);
        grid->addWidget(button, row, 2);
        connect(button, &QPushButton::clicked, this, [this, field, label, set] { chooseFile(field, label, set); });
        connect(field, &QLineEdit::editingFinished, this, [this, field, set] { // typed, or pasted
            if (field->isModified() && !field->text().trimmed().isEmpty())
                (this->*set)(field->text().trimmed());
            field->setModified(false);
        });
    };
    addRow(0, tr("WAD with the map"), wad_, tr("A .wad of Doom, Heretic, Hexen or a map editor"), &DoomImportDialog::setWad);
    addRow(1, tr("Game (textures)"), game_, tr("Only where the map uses textures that its own file lacks"), &DoomImportDialog::setGame);
    return host;
}

QWidget* DoomImportDialog::makeTextures()
{
    textures_->setColumnCount(4);
    textures_->setHeaderLabels({tr("Game"), tr("Name"), tr("Here"), tr("Number")});
    textures_->setRootIsDecorated(false);
    textures_->setUniformRowHeights(true);
    textures_->setIconSize({pictureSide, pictureSide});
    textures_->setEditTriggers(QAbstractItemView::EditKeyPressed);
    textures_->header()->setStretchLastSection(false);
    textures_->header()->setSectionResizeMode(Name, QHeaderView::Stretch);
    for (const int column : {Game, World})
        textures_->setColumnWidth(column, pictureSide + 16);
    textures_->setColumnWidth(Number, 72);
    loadTable_->setToolTip(tr("Which texture stands for which, as it was saved for an earlier map"));
    auto* host = new QWidget;
    auto* column = new QVBoxLayout(host);
    column->setContentsMargins(0, 0, 0, 0);
    column->addWidget(new Framed(textures_), 1);
    auto* row = new QHBoxLayout;
    row->addWidget(loadTable_);
    row->addWidget(saveTable_);
    row->addStretch();
    column->addLayout(row);
    connect(loadTable_, &QPushButton::clicked, this, [this] { chooseTable(false); });
    connect(saveTable_, &QPushButton::clicked, this, [this] { chooseTable(true); });
    return host;
}

QWidget* DoomImportDialog::makeTarget()
{
    auto* host = new QWidget;
    auto* row = new QHBoxLayout(host);
    row->setContentsMargins(0, 0, 0, 0);
    auto* name = new QLabel(tr("Room"));
    name->setBuddy(file_);
    auto* scale = new QLabel(tr("Scale"));
    scale->setBuddy(scale_);
    scale_->setFixedWidth(72);
    row->addWidget(name);
    row->addWidget(file_, 1);
    row->addSpacing(12);
    row->addWidget(scale);
    row->addWidget(scale_);
    row->addSpacing(12);
    row->addWidget(opensDoors_);
    return host;
}

void DoomImportDialog::chooseFile(QLineEdit* into, const QString& title, void (DoomImportDialog::*set)(const QString&))
{
    auto* chooser = new QFileDialog(this, title, into->text().isEmpty() ? QString() : QFileInfo(into->text()).absolutePath());
    chooser->setAttribute(Qt::WA_DeleteOnClose);
    chooser->setFileMode(QFileDialog::ExistingFile);
    chooser->setNameFilters({tr("Packages of Doom (*.wad *.WAD)"), tr("All files (*)")});
    connect(chooser, &QFileDialog::fileSelected, this, [this, set](const QString& file) { (this->*set)(file); });
    chooser->open();
}

void DoomImportDialog::chooseTable(bool saves)
{
    auto* chooser = new QFileDialog(this, saves ? tr("Save the table of textures") : tr("Load a table of textures"), folder_);
    chooser->setAttribute(Qt::WA_DeleteOnClose);
    chooser->setAcceptMode(saves ? QFileDialog::AcceptSave : QFileDialog::AcceptOpen);
    chooser->setFileMode(saves ? QFileDialog::AnyFile : QFileDialog::ExistingFile);
    chooser->setNameFilters({tr("Tables of textures (*.txt)"), tr("All files (*)")});
    chooser->setDefaultSuffix(QStringLiteral("txt"));
    connect(chooser, &QFileDialog::fileSelected, this, [this, saves](const QString& file) {
        const bool done = saves ? session_->saveTable(file) : session_->loadTable(file);
        problem_ = done ? QString() : session_->error();
        showState();
    });
    chooser->open();
}

void DoomImportDialog::setWad(const QString& file)
{
    const bool opened = session_->openWad(file);
    problem_ = opened ? QString() : session_->error();
    if (opened) {
        wad_->setText(file);
        const QSignalBlocker quiet(maps_);
        maps_->clear();
        for (const wad::MapEntry& map : session_->maps())
            maps_->addItem(map.kind == wad::MapKind::Doom ? text(map.name) : tr("%1 (%2)").arg(text(map.name), text(wad::mapKindName(map.kind))));
        maps_->setCurrentRow(0);
    }
    if (opened)
        chooseMap();
    else
        showState();
}

void DoomImportDialog::setGame(const QString& file)
{
    const bool opened = session_->openGame(file);
    problem_ = opened ? QString() : session_->error();
    if (opened)
        game_->setText(file);
    showState();
}

void DoomImportDialog::chooseMap()
{
    const bool chosen = session_->chooseMap(maps_->currentRow());
    problem_ = chosen ? QString() : session_->error();
    preview_->setMap(session_->map());
    textures_->clear();
    facts_->clear();
    if (chosen) {
        const wad::DoomMap& map = *session_->map();
        facts_->setText(tr("%1, %2, %3").arg(
            counted(static_cast<qlonglong>(map.lines.size()), tr("1 line"), tr("%1 lines")),
            counted(static_cast<qlonglong>(map.sectors.size()), tr("1 sector"), tr("%1 sectors")),
            counted(static_cast<qlonglong>(map.things.size()), tr("1 thing"), tr("%1 things"))));
        file_->setText(folder_ + u'/' + text(map.name).toLower() + QStringLiteral(".roo"));
    }
    showState();
}

void DoomImportDialog::showTextures()
{
    isFilling_ = true;
    textures_->clear();
    for (std::size_t i = 0; i < session_->matches().size(); ++i) {
        const doomimport::Match& match = session_->matches()[i];
        auto* row = new QTreeWidgetItem(textures_);
        row->setData(Game, Qt::UserRole, static_cast<qulonglong>(i));
        row->setIcon(Game, session_->gamePicture(i, pictureSide));
        row->setText(Name, text(match.used.name));
        row->setToolTip(Name, match.isMissing ? tr("No file here has this picture") : counted(static_cast<qlonglong>(match.used.count), tr("Used once"), tr("Used %1 times")));
        row->setFlags(row->flags() | Qt::ItemIsEditable);
        showTexture(row);
    }
    isFilling_ = false;
    showState();
}

void DoomImportDialog::showTexture(QTreeWidgetItem* row)
{
    const doomimport::Match& match = session_->matches()[row->data(Game, Qt::UserRole).toULongLong()];
    row->setIcon(World, session_->worldPicture(match.used.use, match.number, pictureSide));
    row->setText(Number, match.number == 0 ? tr("none") : QString::number(match.number));
}

void DoomImportDialog::takeNumber(QTreeWidgetItem* row, int column)
{
    if (isFilling_ || column != Number)
        return;
    isFilling_ = true;
    bool isNumber = false;
    const int number = row->text(Number).trimmed().toInt(&isNumber);
    if (isNumber && number >= 0 && number <= 65535)
        session_->setTexture(row->data(Game, Qt::UserRole).toULongLong(), static_cast<std::uint16_t>(number));
    showTexture(row);
    isFilling_ = false;
}

QString DoomImportDialog::problem() const
{
    if (!problem_.isEmpty())
        return problem_;
    if (session_->maps().empty())
        return tr("Choose the file with the map.");
    if (!session_->map())
        return tr("Choose a map.");
    const QFileInfo target(file_->text());
    if (target.completeBaseName().isEmpty() || target.suffix().compare(QLatin1String("roo"), Qt::CaseInsensitive) != 0)
        return tr("The room needs a name that ends in .roo.");
    if (!target.absoluteDir().exists())
        return tr("There is no folder %1.").arg(target.absolutePath());
    if (target.exists())
        return tr("%1 is there already; choose another name.").arg(target.fileName());
    return {};
}

void DoomImportDialog::showState()
{
    const QString wrong = problem();
    const bool waits = wrong.isEmpty() && session_->isMatching();
    import_->setEnabled(wrong.isEmpty() && !waits);
    for (QPushButton* button : {loadTable_, saveTable_})
        button->setEnabled(!session_->matches().empty());
    const auto& matches = session_->matches();
    const bool isBare = !matches.empty() && std::ranges::all_of(matches, [](const auto& one) { return one.number == 0; });
    state_->setText(!wrong.isEmpty() ? wrong
                    : waits          ? tr("Looking for textures\u2026")
                    : isBare         ? tr("Opens as a new room, whose walls and floors stay bare until they get textures: nothing here is like "
                                          "those of the map.")
                                     : tr("Opens as a new room; nothing is written before you save it."));
}

void DoomImportDialog::importMap()
{
    if (!import_->isEnabled())
        return;
    const auto made = session_->import(scale_->value(), opensDoors_->isChecked());
    if (!made) {
        problem_ = QString::fromStdString(made.error().text());
        showState();
        problem_.clear();
        return;
    }
    ImportedRoom room;
    room.path = QFileInfo(file_->text()).absoluteFilePath();
    room.map = tr("%1 of %2").arg(text(session_->map()->name), QFileInfo(wad_->text()).fileName());
    room.step = tr("Import %1").arg(text(session_->map()->name));
    room.room = made.value().room;
    for (const Diagnostic& finding : made.value().findings)
        room.report << text(finding.message) + (finding.place.empty() ? QString() : QStringLiteral(" [%1]").arg(text(finding.place)));
    accept();
    emit imported(room);
}

} // namespace blak::ui::rooms
