// SPDX-License-Identifier: GPL-3.0-or-later
#include "studio/views/forms/last_save_form.h"

#include "formats/base/file_io.h"
#include "formats/base/names.h"
#include "formats/base/text_lines.h"
#include "formats/save/last_save.h"
#include "studio/views/common/table_pane.h"
#include "studio/views/common/text.h"
#include "studio/views/forms/entry_form.h"
#include "studio/views/forms/form_field.h"
#include "ui/fonts.h"
#include "ui/stop_listening.h"
#include "ui/view_header.h"

#include <QDateTime>
#include <QDir>
#include <QLabel>
#include <QLineEdit>
#include <QLocale>
#include <QPushButton>
#include <QVBoxLayout>

#include <algorithm>
#include <array>
#include <map>

namespace blak::ui::views {
namespace {

/// The files of a save; without the first there is none.
constexpr std::array<std::string_view, 4> partNames{"gameuser.", "striings.", "dynarscs.", "accounts."};

struct FoundSave
{
    std::int64_t number = 0;
    std::array<QString, partNames.size()> files; ///< empty = missing
    qint64 bytes = 0;                            ///< of all parts
};

/// Saves of a folder, the newest first.
std::vector<FoundSave> savesIn(const QString& folder)
{
    std::map<std::int64_t, FoundSave, std::greater<>> found;
    for (const QFileInfo& info : QDir(folder).entryInfoList(QDir::Files)) {
        const std::string name = lowerCase(info.fileName().toStdString());
        for (std::size_t part = 0; part < partNames.size(); ++part) {
            const auto number = name.starts_with(partNames[part])
                                    ? parseNumber(std::string_view(name).substr(partNames[part].size()), 0)
                                    : std::nullopt;
            if (!number)
                continue;
            FoundSave& save = found[*number];
            save.number = *number;
            save.files[part] = info.filePath();
            save.bytes += info.size();
        }
    }
    std::vector<FoundSave> saves;
    for (auto& [number, save] : found)
        if (!save.files[0].isEmpty())
            saves.push_back(std::move(save));
    return saves;
}

QString dateText(std::int64_t number)
{
    constexpr std::int64_t latest = 253'402'300'799; // the end of the year 9999
    return number > latest ? QString() : QLocale().toString(QDateTime::fromSecsSinceEpoch(number), QLocale::ShortFormat);
}

class SaveRows : public TableSource
{
public:
    SaveRows(std::vector<FoundSave> saves, std::int64_t named) : saves_(std::move(saves)), named_(named) {}

    QVector<TableColumn> columns() const override
    {
        return {{LastSaveForm::tr("Save"), 130, true},
                {LastSaveForm::tr("Saved"), 170},
                {LastSaveForm::tr("Size"), 90, false, true},
                {LastSaveForm::tr("Strings"), 90},
                {LastSaveForm::tr("Resources"), 90},
                {LastSaveForm::tr("Accounts"), 90},
                {LastSaveForm::tr("Server"), 160, false, false, true}};
    }
    int rows() const override { return static_cast<int>(saves_.size()); }
    QString text(int row, int column) const override
    {
        const FoundSave& save = at(row);
        switch (column) {
        case 0: return QString::number(save.number);
        case 1: return dateText(save.number);
        case 2: return byteCount(save.bytes);
        case 3:
        case 4:
        case 5: return hasPart(row, column) ? LastSaveForm::tr("there") : LastSaveForm::tr("missing");
        default: return save.number == named_ ? LastSaveForm::tr("loads this one") : QString();
        }
    }
    std::optional<double> number(int row, int column) const override
    {
        return column <= 1   ? std::optional(static_cast<double>(at(row).number))
               : column == 2 ? std::optional(static_cast<double>(at(row).bytes))
                             : std::nullopt;
    }
    CellTone tone(int row, int column) const override
    {
        if (column >= 3 && column <= 5)
            return hasPart(row, column) ? CellTone::Quiet : CellTone::Warning;
        return column == 6 ? CellTone::Good : CellTone::Text;
    }

    const FoundSave& at(int row) const { return saves_[static_cast<std::size_t>(row)]; }
    int rowOf(std::int64_t number) const
    {
        const auto found = std::ranges::find(saves_, number, &FoundSave::number);
        return found == saves_.end() ? -1 : static_cast<int>(found - saves_.begin());
    }

private:
    bool hasPart(int row, int column) const { return !at(row).files[static_cast<std::size_t>(column - 2)].isEmpty(); }

    std::vector<FoundSave> saves_;
    std::int64_t named_;
};

const SaveRows& rowsOf(const TablePane& pane) { return static_cast<const SaveRows&>(*pane.model()->source()); }

} // namespace

Result<DocumentView*> LastSaveForm::open(const QString& path, std::shared_ptr<Project> project, QWidget* parent)
{
    auto text = readTextFile(filePath(path));
    if (!text)
        return text.error();
    if (auto read = save::readLastSave(text.value(), QFileInfo(path).fileName().toStdString()); !read)
        return read.error();
    return static_cast<DocumentView*>(new LastSaveForm(path, std::move(project), std::move(text).value(), parent));
}

LastSaveForm::LastSaveForm(const QString& path, std::shared_ptr<Project> project, std::string text, QWidget* parent)
    : FormView(path, std::move(project), QStringLiteral("history"), std::move(text), parent), number_(new FormField),
      date_(new QLabel), problem_(new QLabel), use_(new QPushButton(tr("Let the server load it"))),
      open_(new QPushButton(tr("Open the save"))), pane_(new TablePane(tr("Filter saves"), tr("save"), tr("saves")))
{
    auto* column = new QVBoxLayout(this);
    column->setContentsMargins(0, 0, 0, 0);
    column->setSpacing(0);
    auto* header = new ViewHeader(tr("Last save"));
    header->setDetail(tr("the save that the server loads when it starts"));
    column->addWidget(header);
    auto* strip = new QHBoxLayout;
    strip->setContentsMargins(10, 10, 10, 4);
    strip->setSpacing(8);
    auto* label = new QLabel(tr("Save &number"));
    label->setBuddy(number_);
    number_->setFont(monoFont(12));
    number_->setFixedWidth(160);
    number_->setAccessibleName(tr("Save number"));
    date_->setObjectName(QStringLiteral("secondary"));
    strip->addWidget(label);
    strip->addWidget(number_);
    strip->addWidget(date_, 1);
    column->addLayout(strip);
    problem_->setObjectName(QStringLiteral("errorText"));
    problem_->setWordWrap(true);
    problem_->setContentsMargins(10, 0, 10, 4);
    column->addWidget(problem_);
    column->addWidget(pane_, 1);
    auto* buttons = new QHBoxLayout;
    buttons->setContentsMargins(10, 8, 10, 10);
    buttons->setSpacing(8);
    buttons->addWidget(use_);
    buttons->addWidget(open_);
    buttons->addStretch(1);
    column->addLayout(buttons);
    setFocusProxy(number_);
    pane_->setEmptySentence(tr("No save (gameuser.N) lies beside this file."));
    refresh();
    connect(number_, &QLineEdit::editingFinished, this, &LastSaveForm::takeNumber);
    connect(pane_, &TablePane::rowChanged, this, &LastSaveForm::refreshButtons);
    connect(pane_, &TablePane::countChanged, this, &DocumentView::statusChanged);
    connect(pane_, &TablePane::rowActivated, this, [this](int row) { use(rowsOf(*pane_).at(row).number); });
    connect(use_, &QPushButton::clicked, this, [this] { use(rowsOf(*pane_).at(pane_->currentRow()).number); });
    connect(open_, &QPushButton::clicked, this, [this] { emit openRequested(rowsOf(*pane_).at(pane_->currentRow()).files[0]); });
}

std::int64_t LastSaveForm::number() const
{
    const auto read = save::readLastSave(text(), {});
    return read ? read.value().number().value_or(0) : 0; // text() was checked
}

void LastSaveForm::takeNumber()
{
    if (const auto typed = wholeNumber(number_->text(), 0)) {
        use(*typed);
        return;
    }
    problem_->setText(tr("The number of a save is a whole number from 0, not \u201c%1\u201d. The file keeps %2.")
                          .arg(number_->text())
                          .arg(number()));
    problem_->show();
}

void LastSaveForm::use(std::int64_t wanted)
{
    auto read = save::readLastSave(text(), {});
    if (!read)
        return;
    for (auto line = read.value().lines.rbegin(); line != read.value().lines.rend(); ++line)
        if (line->entry) { // the last one counts
            line->entry = wanted;
            break;
        }
    if (wanted == number())
        refresh();
    else
        edit(save::write(read.value()));
}

void LastSaveForm::refresh()
{
    const std::int64_t named = number();
    number_->setText(QString::number(named));
    date_->setText(dateText(named));
    auto rows = std::make_shared<const SaveRows>(savesIn(QFileInfo(path()).absolutePath()), named);
    const int row = rows->rowOf(named);
    pane_->setSource(rows);
    pane_->selectRow(row < 0 ? 0 : row);
    problem_->setText(
        tr("There is no gameuser.%1 beside this file, so the server does not start. Choose another save.").arg(named));
    problem_->setVisible(row < 0);
    refreshButtons();
    setProblems(findings());
}

void LastSaveForm::refreshButtons()
{
    const int row = pane_->currentRow();
    open_->setEnabled(row >= 0);
    use_->setEnabled(row >= 0 && rowsOf(*pane_).at(row).number != number());
    use_->setToolTip(row >= 0 && !use_->isEnabled() ? tr("The server loads this one already.") : QString());
}

Result<void> LastSaveForm::check(std::string_view text) const
{
    const auto read = save::readLastSave(text, title().toStdString());
    return read ? Result<void>() : Result<void>(read.error());
}

std::vector<Diagnostic> LastSaveForm::findings() const
{
    if (rowsOf(*pane_).rowOf(number()) >= 0)
        return {};
    Diagnostic missing;
    missing.code = tr("last save").toStdString();
    missing.file = path().toStdString();
    missing.message = tr("The server is to load save %1, but there is no gameuser.%1.").arg(number()).toStdString();
    return {std::move(missing)};
}

bool LastSaveForm::goToPlace(const QString& place)
{
    const auto wanted = wholeNumber(place, 0);
    const int row = wanted ? rowsOf(*pane_).rowOf(*wanted) : -1;
    if (row >= 0)
        pane_->selectRow(row);
    return row >= 0;
}

QStringList LastSaveForm::statusLeft() const { return {pane_->countText(), tr("Enter lets the server load the selected save")}; }

QStringList LastSaveForm::statusRight() const { return {tr("Last save"), dialectName()}; }

LastSaveForm::~LastSaveForm() { stopListening(*this); }

} // namespace blak::ui::views
