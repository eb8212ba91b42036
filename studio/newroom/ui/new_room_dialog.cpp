// SPDX-License-Identifier: GPL-3.0-or-later
#include "studio/newroom/ui/new_room_dialog.h"

#include "ui/background_pool.h"
#include "ui/bounded_box.h"
#include "ui/find_box.h"
#include "ui/quiet_wheel.h"

#include <QComboBox>
#include <QCoreApplication>
#include <QFormLayout>
#include <QHBoxLayout>
#include <QLabel>
#include <QLineEdit>
#include <QPointer>
#include <QPushButton>
#include <QScrollArea>
#include <QThreadPool>
#include <QToolButton>
#include <QVBoxLayout>

#include <algorithm>
#include <array>

namespace blak::ui::newroom {
namespace {

using namespace blak::newroom;

constexpr int mostSquares = 200;

QSpinBox* squareField(const QString& name, int value)
{
    auto* field = new BoundedBox(1, mostSquares);
    field->setButtonSymbols(QAbstractSpinBox::NoButtons);
    field->setValue(value);
    field->setAccessibleName(name);
    field->setToolTip(name);
    return field;
}

QLineEdit* nameField(const QString& objectName)
{
    auto* field = new QLineEdit;
    field->setObjectName(objectName);
    return field;
}

} // namespace

NewRoomDialog::NewRoomDialog(RoomTree tree, document::Workspace& workspace, QWidget* parent)
    : PlanDialog(tree.root, workspace, parent), tree_(std::make_shared<const RoomTree>(std::move(tree))), class_(nameField(QStringLiteral("class"))), title_(nameField(QStringLiteral("title"))), file_(nameField(QStringLiteral("file"))),
      constant_(nameField(QStringLiteral("constant"))), rows_(squareField(tr("Rows"), 8)), columns_(squareField(tr("Columns"), 8)),
      model_(new FindBox), exitList_(new QVBoxLayout)
{
    setWindowTitle(tr("New room"));
    QVBoxLayout* left = column();
    auto* form = new QFormLayout;
    left->addLayout(form);
    class_->setPlaceholderText(tr("WineCellar"));
    title_->setPlaceholderText(tr("The Wine Cellar"));
    rows_->setMinimum(2);
    columns_->setMinimum(2);
    fill(*model_);
    model_->setObjectName(QStringLiteral("model"));
    auto* size = new QHBoxLayout;
    size->addWidget(rows_);
    size->addWidget(new QLabel(tr("rows,")));
    size->addWidget(columns_);
    size->addWidget(new QLabel(tr("columns")));
    size->addStretch(1);
    form->addRow(tr("Class"), class_);
    form->addRow(tr("Name for players"), title_);
    form->addRow(tr("File"), file_);
    form->addRow(tr("Constant"), constant_);
    form->addRow(tr("Size"), size);
    form->addRow(tr("Like"), model_);
    model_->setToolTip(tr("Gives the folder, the parent class, textures, height, light and the version of the file"));

    auto* exits = new QWidget;
    exits->setLayout(exitList_);
    exitList_->setContentsMargins(0, 0, 0, 0);
    exitList_->addStretch(1);
    auto* scroll = new QScrollArea;
    scroll->setWidget(exits);
    scroll->setWidgetResizable(true);
    scroll->setFrameShape(QFrame::NoFrame);
    auto* head = new QHBoxLayout;
    auto* another = new QPushButton(tr("Add exit"));
    another->setObjectName(QStringLiteral("addExit"));
    another->setAutoDefault(false);
    head->addWidget(new QLabel(tr("Exits, as row and column")));
    head->addStretch(1);
    head->addWidget(another);
    left->addLayout(head);
    left->addWidget(scroll, 1);

    connect(another, &QPushButton::clicked, this, &NewRoomDialog::addExit);
    for (QLineEdit* field : {class_, title_, file_, constant_})
        connect(field, &QLineEdit::textChanged, this, &NewRoomDialog::planSoon);
    for (QSpinBox* field : {rows_, columns_})
        connect(field, &QSpinBox::valueChanged, this, &NewRoomDialog::planSoon);
    connect(model_, &QComboBox::currentIndexChanged, this, &NewRoomDialog::planSoon);
    connect(class_, &QLineEdit::textChanged, this, [this](QString name) {
        name.remove(u' '); // what is wrong with it stands below
        file_->setPlaceholderText(name.toLower());
        constant_->setPlaceholderText(name.isEmpty() ? QString() : QString::fromStdString(constantFor(name.toStdString())));
    });
    class_->setFocus();
    planSoon(); // says what is wanted
}

/// Found by what players read as well as by the class, in the order of what is read.
void NewRoomDialog::fill(FindBox& box) const
{
    QVector<std::pair<QString, QString>> rows; // what is read, the class
    for (const RoomClass& room : tree_->rooms) {
        const QString name = QString::fromStdString(room.name);
        rows.append({room.title.empty() ? name : QStringLiteral("%1 \u00b7 %2").arg(QString::fromLatin1(QByteArray::fromStdString(room.title)), name), name});
    }
    std::ranges::stable_sort(rows, [](const auto& one, const auto& other) { return one.first.compare(other.first, Qt::CaseInsensitive) < 0; });
    for (const auto& [text, name] : std::as_const(rows))
        box.addItem(text, name);
}

void NewRoomDialog::setNeighbour(const QString& className)
{
    const int index = model_->findData(className, Qt::UserRole, Qt::MatchFixedString);
    if (index < 0)
        return;
    model_->setCurrentIndex(index);
    if (exits_.isEmpty())
        addExit();
    exits_.first().neighbour->setCurrentIndex(index);
}

void NewRoomDialog::addExit()
{
    ExitRow exit;
    exit.box = new QWidget;
    auto* column = new QVBoxLayout(exit.box);
    column->setContentsMargins(0, 0, 0, 8);
    auto* top = new QHBoxLayout;
    exit.neighbour = new FindBox;
    exit.neighbour->setObjectName(QStringLiteral("neighbour"));
    exit.neighbour->setAccessibleName(tr("Neighbour"));
    fill(*exit.neighbour);
    exit.neighbour->setCurrentIndex(model_->currentIndex());
    quietWheel(exit.neighbour); // the exits scroll
    auto* away = new QToolButton;
    away->setText(QStringLiteral("\u00d7"));
    away->setToolTip(tr("Take this exit away"));
    away->setAccessibleName(away->toolTip());
    top->addWidget(exit.neighbour, 1);
    top->addWidget(away);
    column->addLayout(top);
    const std::array names{tr("From here"), tr("to there"), tr("From there"), tr("to here")};
    for (int way = 0; way < 2; ++way) {
        auto* line = new QHBoxLayout;
        for (int i = 2 * way; i < 2 * way + 2; ++i) {
            line->addWidget(new QLabel(names[static_cast<std::size_t>(i)]));
            for (int axis = 0; axis < 2; ++axis) {
                QSpinBox* field = squareField(axis == 0 ? tr("%1, row").arg(names[static_cast<std::size_t>(i)])
                                                        : tr("%1, column").arg(names[static_cast<std::size_t>(i)]),
                                              1);
                field->setObjectName(QStringLiteral("square%1%2").arg(i).arg(axis));
                exit.squares[i][axis] = field;
                quietWheel(field);
                connect(field, &QSpinBox::valueChanged, this, [this] {
                    warn();
                    planSoon();
                });
                line->addWidget(field);
            }
        }
        line->addStretch(1);
        column->addLayout(line);
    }
    exit.warning = new QLabel;
    exit.warning->setObjectName(QStringLiteral("warningText"));
    exit.warning->setWordWrap(true);
    exit.warning->hide();
    column->addWidget(exit.warning);
    connect(exit.neighbour, &QComboBox::currentIndexChanged, this, [this, box = exit.box] {
        for (ExitRow& row : exits_)
            if (row.box == box)
                squaresOf(row) == row.proposed ? propose(row) : proposeThere(row);
        warn();
        planSoon();
    });
    connect(away, &QToolButton::clicked, this, [this, box = exit.box] { removeExit(box); });
    exitList_->insertWidget(exitList_->count() - 1, exit.box);
    exits_.append(exit);
    propose(exits_.last());
    warn();
    planSoon();
}

void NewRoomDialog::removeExit(QWidget* box)
{
    exits_.removeIf([box](const ExitRow& row) { return row.box == box; });
    box->deleteLater();
    warn();
    planSoon();
}

NewRoomDialog::Squares NewRoomDialog::squaresOf(const ExitRow& row)
{
    Squares squares;
    for (std::size_t i = 0; i < squares.size(); ++i)
        squares[i] = {row.squares[i][0]->value(), row.squares[i][1]->value()};
    return squares;
}

const RoomSquares* NewRoomDialog::squaresIn(const QString& className)
{
    if (const auto known = known_.constFind(className); known != known_.cend())
        return &*known;
    if (reading_.contains(className))
        return nullptr;
    reading_.insert(className);
    backgroundPool().start([tree = tree_, className, files = workspace().files(), dialog = QPointer<NewRoomDialog>(this)] {
        const RoomClass* room = tree->find(className.toStdString());
        RoomSquares squares = room == nullptr ? RoomSquares() : RoomSquares::of(*tree, *room, *files);
        QMetaObject::invokeMethod(
            QCoreApplication::instance(),
            [dialog, className, squares = std::move(squares)] {
                if (NewRoomDialog* there = dialog.data())
                    there->takeSquares(className, squares);
            },
            Qt::QueuedConnection);
    });
    return nullptr;
}

void NewRoomDialog::takeSquares(const QString& className, const RoomSquares& squares)
{
    reading_.remove(className);
    known_.insert(className, squares);
    for (ExitRow& row : exits_)
        if (row.neighbour->currentData().toString() == className)
            proposeThere(row);
    warn();
    planSoon();
}

void NewRoomDialog::propose(ExitRow& row)
{
    std::vector<Square> here;
    for (const ExitRow& other : std::as_const(exits_))
        if (other.box != row.box) {
            const Squares squares = squaresOf(other);
            here.insert(here.end(), {squares[0], squares[3]});
        }
    // Here: out by the southern wall, from its middle to both sides.
    const int south = rows_->value(), middle = (columns_->value() + 1) / 2;
    Squares squares{Square{south, middle}, {1, 1}, {1, 2}, {std::max(1, south - 1), middle}};
    const auto isTaken = [&here](Square square) { return std::ranges::find(here, square) != here.end(); };
    for (int off = 0; off < columns_->value() && (isTaken(squares[0]) || isTaken(squares[3])); ++off)
        for (const int column : {middle - off, middle + off})
            if (column >= 1 && column <= columns_->value() && !isTaken({south, column}) && !isTaken({squares[3].row, column}))
                squares[0].column = squares[3].column = column;
    setSquares(row, squares);
    row.proposed = squares;
    proposeThere(row);
}

void NewRoomDialog::proposeThere(ExitRow& row)
{
    Squares squares = squaresOf(row);
    if (squares[1] != row.proposed[1] || squares[2] != row.proposed[2])
        return;
    const RoomSquares* neighbour = squaresIn(row.neighbour->currentData().toString());
    if (neighbour == nullptr)
        return;
    std::vector<Square> taken;
    for (const ExitRow& other : std::as_const(exits_))
        if (other.box != row.box && other.neighbour->currentData().toString() == row.neighbour->currentData().toString()) {
            const Squares there = squaresOf(other);
            taken.insert(taken.end(), {there[1], there[2]});
        }
    const auto way = neighbour->freeWay(taken);
    if (!way)
        return;
    row.proposed[1] = squares[1] = way->enters;
    row.proposed[2] = squares[2] = way->leaves;
    setSquares(row, squares);
}

void NewRoomDialog::setSquares(const ExitRow& row, const Squares& squares)
{
    for (std::size_t i = 0; i < squares.size(); ++i) {
        row.squares[i][0]->setValue(squares[i].row);
        row.squares[i][1]->setValue(squares[i].column);
    }
}

void NewRoomDialog::warn()
{
    for (qsizetype i = 0; i < exits_.size(); ++i) {
        const ExitRow& row = exits_[i];
        const QString neighbour = row.neighbour->currentData().toString();
        const Squares squares = squaresOf(row);
        const RoomSquares* there = squaresIn(neighbour);
        QStringList sentences;
        for (const std::size_t place : {1U, 2U})
            if (there != nullptr && !there->isWalkable(squares[place]))
                sentences << tr("Nobody can stand on row %1, column %2 of %3.").arg(squares[place].row).arg(squares[place].column).arg(neighbour);
        for (const std::size_t place : {1U, 2U})
            if (const RoomSquares::Exit* exit = there == nullptr ? nullptr : there->exitAt(squares[place]))
                sentences << tr("Row %1, column %2 of %3 leads to %4 already.")
                                 .arg(squares[place].row)
                                 .arg(squares[place].column)
                                 .arg(neighbour, QString::fromStdString(exit->to));
        for (qsizetype other = 0; other < i; ++other) {
            const Squares before = squaresOf(exits_[other]);
            if (exits_[other].neighbour->currentData().toString() == neighbour && before[2] == squares[2])
                sentences << tr("Another exit above leaves %1 by this square.").arg(neighbour);
            if (before[0] == squares[0])
                sentences << tr("Another exit above leaves the new room by this square.");
        }
        row.warning->setText(sentences.join(u' '));
        row.warning->setVisible(!sentences.isEmpty());
    }
}

NewRoomRequest NewRoomDialog::request() const
{
    NewRoomRequest request;
    request.className = class_->text().trimmed().toStdString();
    request.title = title_->text().trimmed().toLatin1().toStdString(); // Blakod is Latin-1
    request.file = file_->text().trimmed().toStdString();
    request.constant = constant_->text().trimmed().toStdString();
    request.model = model_->currentData().toString().toStdString();
    request.rows = rows_->value();
    request.columns = columns_->value();
    for (const ExitRow& row : exits_) {
        const auto square = [&row](int i) { return Square{row.squares[i][0]->value(), row.squares[i][1]->value()}; };
        request.exits.push_back({row.neighbour->currentData().toString().toStdString(), square(0), square(1), square(2), square(3)});
    }
    return request;
}

std::shared_ptr<const treeplan::FilePlan> NewRoomDialog::makePlan(QString& reason)
{
    const QString name = class_->text().trimmed();
    for (const ExitRow& row : std::as_const(exits_))
        if (squaresIn(row.neighbour->currentData().toString()) == nullptr) { // soon: what is proposed comes with it
            reason = tr("Reading the squares of %1\u2026").arg(row.neighbour->currentData().toString());
            return nullptr;
        }
    auto plan = planNewRoom(*tree_, request(), *workspace().files());
    if (!plan) {
        const bool wantsTitle = title_->text().trimmed().isEmpty() && !name.contains(u' ');
        reason = name.isEmpty()          ? tr("Type the class, in one word, and the name that players see.")
                 : name.contains(u' ')   ? tr("A class is one word: %1, say.").arg(QString(name).remove(u' '))
                 : wantsTitle            ? tr("Type the name that players see.")
                                         : QString::fromStdString(plan.error().text());
        return nullptr;
    }
    room_ = QString::fromStdString(plan.value().room.string());
    return std::make_shared<NewRoomPlan>(std::move(plan).value());
}

} // namespace blak::ui::newroom
