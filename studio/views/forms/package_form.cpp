// SPDX-License-Identifier: GPL-3.0-or-later
#include "studio/views/forms/package_form.h"

#include "formats/base/file_io.h"
#include "formats/base/windows1252.h"
#include "studio/views/common/table_pane.h"
#include "studio/views/common/text.h"

#include <QCheckBox>
#include <QComboBox>
#include <QLineEdit>

#include <algorithm>

namespace blak::ui::views {
namespace {

QString folderText(const packages::Package& one)
{
    const auto folder = one.folder();
    return folder ? fromUtf8(packages::folderName(*folder)) : PackageForm::tr("none");
}

class PackageRows : public TableSource
{
public:
    explicit PackageRows(const packages::File& file)
    {
        for (const auto& line : file.lines)
            if (line.entry)
                all_.push_back(*line.entry);
    }
    QVector<TableColumn> columns() const override
    {
        return {{PackageForm::tr("File"), 200, false, false, true},
                {PackageForm::tr("Sequence"), 84, true, true},
                {PackageForm::tr("Clients"), 80},
                {PackageForm::tr("Folder"), 120},
                {PackageForm::tr("Size"), 90, true, true}};
    }
    int rows() const override { return static_cast<int>(all_.size()); }
    QString text(int row, int column) const override
    {
        const packages::Package& one = all_[static_cast<std::size_t>(row)];
        switch (column) {
        case 0: return fromOldText(one.file);
        case 1: return QString::number(one.sequence);
        case 2: return one.deletes() ? PackageForm::tr("delete it") : PackageForm::tr("fetch it");
        case 3: return folderText(one);
        default: return QString::number(one.size.value_or(packages::defaultSize));
        }
    }
    std::optional<double> number(int row, int column) const override
    {
        const packages::Package& one = all_[static_cast<std::size_t>(row)];
        return column == 1   ? std::optional<double>(one.sequence)
               : column == 4 ? std::optional<double>(one.size.value_or(packages::defaultSize))
                             : std::nullopt;
    }
    CellTone tone(int row, int column) const override
    {
        const packages::Package& one = all_[static_cast<std::size_t>(row)];
        if (column == 2 && one.deletes())
            return CellTone::Warning;
        return column == 4 && !one.size ? CellTone::Quiet : CellTone::Text;
    }

private:
    std::vector<packages::Package> all_;
};

packages::Package* packageAt(packages::File& file, int row)
{
    for (auto& line : file.lines)
        if (line.entry && row-- == 0)
            return &*line.entry;
    return nullptr;
}

} // namespace

Result<DocumentView*> PackageForm::open(const QString& path, std::shared_ptr<Project> project, QWidget* parent)
{
    auto text = readTextFile(filePath(path));
    if (!text)
        return text.error();
    if (auto read = packages::read(text.value(), QFileInfo(path).fileName().toStdString()); !read)
        return read.error();
    return static_cast<DocumentView*>(new PackageForm(path, std::move(project), std::move(text).value(), parent));
}

PackageForm::PackageForm(const QString& path, std::shared_ptr<Project> project, std::string text, QWidget* parent)
    : EntryForm(path, std::move(project), QStringLiteral("packet"), std::move(text), tr("Packages"), tr("package"), tr("packages"), parent)
{
    file_ = addLine(tr("File"), {}, [this](const QString& words) {
        const auto old = windows1252::fromUtf8(words.toStdString());
        if (!old || words.isEmpty() || words.contains(QLatin1Char(' ')) || words.startsWith(QLatin1Char('#')))
            say(tr("A file name has no blanks and does not begin with #."));
        else
            change([&](packages::Package& one) { one.file = *old; });
    });
    const auto number = [this](const QString& name, const QString& hint, auto apply) {
        return addLine(name, hint, [this, name, apply](const QString& words) {
            const auto value = wholeNumber(words, 0);
            if (value && *value <= INT32_MAX)
                change([&](packages::Package& one) { apply(one, static_cast<std::int32_t>(*value)); });
            else
                say(tr("%1 takes a whole number from 0, not \u201c%2\u201d.").arg(name, words));
        });
    };
    sequence_ = number(tr("Sequence"), {}, [](packages::Package& one, std::int32_t value) { one.sequence = value; });
    folder_ = addChoice(tr("Folder"), [this](int) {
        const int bits = folder_->currentData().toInt();
        change([&](packages::Package& one) { one.flags = (one.flags & ~packages::folderMask) | bits; });
    });
#define X(enumerator, bits, words) folder_->addItem(QStringLiteral(words), bits);
    PACKAGE_FOLDERS(X)
#undef X
    size_ = number(tr("Size"), QString::number(packages::defaultSize),
                   [](packages::Package& one, std::int32_t value) { one.size = value; });
    const auto flag = [this](const QString& label, std::int32_t bit) {
        return addSwitch(label, [this, bit](bool on) {
            change([&](packages::Package& one) { one.flags = on ? one.flags | bit : one.flags & ~bit; });
        });
    };
    deletes_ = flag(tr("Clients delete it instead"), packages::deleteFlag);
    guests_ = flag(tr("Guests fetch it, too (obsolete)"), packages::guestFlag);
    addNote(tr("A client fetches every file whose sequence is larger than the last one it has."));
    start();
}

packages::File PackageForm::file() const
{
    auto read = packages::read(text(), {});
    return read ? std::move(read).value() : packages::File(); // text() was checked
}

std::shared_ptr<const TableSource> PackageForm::rows() const { return std::make_shared<PackageRows>(file()); }

void PackageForm::showEntry(int entry)
{
    packages::File now = file();
    const packages::Package* one = packageAt(now, entry);
    if (one == nullptr)
        return;
    file_->setText(fromOldText(one->file));
    sequence_->setText(QString::number(one->sequence));
    size_->setText(one->size ? QString::number(*one->size) : QString());
    folder_->setCurrentIndex(folder_->findData(one->flags & packages::folderMask));
    deletes_->setChecked(one->deletes());
    guests_->setChecked((one->flags & packages::guestFlag) != 0);
}

void PackageForm::change(const std::function<void(packages::Package&)>& how)
{
    packages::File now = file();
    packages::Package* one = packageAt(now, current());
    if (one == nullptr)
        return;
    how(*one);
    std::string text = packages::write(now);
    if (const auto checked = check(text); !checked)
        say(fromUtf8(checked.error().what) + QLatin1Char('.'));
    else
        edit(std::move(text));
}

void PackageForm::addEntry()
{
    packages::File now = file();
    std::int32_t last = 0;
    for (const auto& line : now.lines)
        if (line.entry)
            last = std::max(last, line.entry->sequence);
    blak::addEntry(now.lines, packages::Package{"new.zip", last < INT32_MAX ? last + 1 : last, 0, std::nullopt});
    edit(packages::write(now));
    select(pane()->model()->allRows() - 1);
    file_->setFocus();
    file_->selectAll();
}

void PackageForm::removeEntry(int entry)
{
    packages::File now = file();
    for (auto line = now.lines.begin(); line != now.lines.end(); ++line)
        if (line->entry && entry-- == 0) {
            now.lines.erase(line);
            break;
        }
    edit(packages::write(now));
}

Result<void> PackageForm::check(std::string_view text) const
{
    const auto read = packages::read(text, title().toStdString());
    return read ? Result<void>() : Result<void>(read.error());
}

QStringList PackageForm::statusRight() const { return {tr("Packages"), dialectName()}; }

} // namespace blak::ui::views
