// SPDX-License-Identifier: GPL-3.0-or-later
#include "studio/views/forms/account_form.h"

#include "formats/base/file_io.h"
#include "formats/base/windows1252.h"
#include "server/world/passwords.h"
#include "studio/views/common/table_pane.h"
#include "studio/views/common/text.h"

#include <QComboBox>
#include <QDateTime>
#include <QHBoxLayout>
#include <QLabel>
#include <QLineEdit>
#include <QLocale>
#include <QPushButton>

#include <algorithm>

namespace blak::ui::views {
namespace {

constexpr std::string_view noPassword = "None";

QString timeText(std::int64_t seconds)
{
    return seconds == 0
               ? AccountForm::tr("never")
               : QLocale(QLocale::English).toString(QDateTime::fromSecsSinceEpoch(seconds), QStringLiteral("d MMM yyyy, hh:mm"));
}

class AccountRows : public TableSource
{
public:
    explicit AccountRows(account::File file) : file_(std::move(file)), accounts_(file_.accounts()) {}
    QVector<TableColumn> columns() const override
    {
        return {{AccountForm::tr("Number"), 76, true, true},
                {AccountForm::tr("Name"), 180, false, false, true},
                {AccountForm::tr("Type"), 100},
                {AccountForm::tr("Last login"), 140},
                {AccountForm::tr("Password"), 84}};
    }
    int rows() const override { return static_cast<int>(accounts_.size()); }
    QString text(int row, int column) const override
    {
        const account::Account& one = *accounts_[static_cast<std::size_t>(row)];
        switch (column) {
        case 0: return QString::number(one.id);
        case 1: return fromOldText(one.name);
        case 2: return fromUtf8(account::typeName(one.type));
        case 3: return timeText(one.lastLogin);
        default: return one.password == noPassword ? AccountForm::tr("none") : AccountForm::tr("set");
        }
    }
    std::optional<double> number(int row, int column) const override
    {
        const account::Account& one = *accounts_[static_cast<std::size_t>(row)];
        return column == 0   ? std::optional<double>(one.id)
               : column == 3 ? std::optional<double>(static_cast<double>(one.lastLogin))
                             : std::nullopt;
    }
    CellTone tone(int row, int column) const override
    {
        if (column == 4 && accounts_[static_cast<std::size_t>(row)]->password == noPassword)
            return CellTone::Warning;
        return column == 1 || column == 2 ? CellTone::Text : CellTone::Quiet;
    }

private:
    account::File file_;
    std::vector<const account::Account*> accounts_;
};

/// The account of a row, to change it.
account::Account* accountAt(account::File& file, int row)
{
    for (auto& line : file.lines)
        if (line.entry && std::holds_alternative<account::Account>(*line.entry) && row-- == 0)
            return &std::get<account::Account>(*line.entry);
    return nullptr;
}

} // namespace

Result<DocumentView*> AccountForm::open(const QString& path, std::shared_ptr<Project> project, QWidget* parent)
{
    auto text = readTextFile(filePath(path));
    if (!text)
        return text.error();
    if (auto read = account::read(text.value(), QFileInfo(path).fileName().toStdString()); !read)
        return read.error();
    return static_cast<DocumentView*>(new AccountForm(path, std::move(project), std::move(text).value(), parent));
}

AccountForm::AccountForm(const QString& path, std::shared_ptr<Project> project, std::string text, QWidget* parent)
    : EntryForm(path, std::move(project), QStringLiteral("user"), std::move(text), tr("Accounts"), tr("account"), tr("accounts"), parent)
{
    name_ = addLine(tr("Name"), {}, [this](const QString& words) {
        const auto old = windows1252::fromUtf8(words.toStdString());
        if (!old || words.isEmpty() || words.contains(QLatin1Char(':'))) {
            say(tr("A name has at least one Latin letter and no colon."));
            return;
        }
        change([&](account::Account& one) { one.name = *old; });
    });
    type_ = addChoice(tr("Type"),
                      [this](int type) { change([&](account::Account& one) { one.type = static_cast<account::Type>(type); }); });
#define X(enumerator, number, words) type_->addItem(QStringLiteral(words));
    ACCOUNT_TYPES(X)
#undef X
    lastLogin_ = new QLabel;
    addFieldRow(tr("Last login"), lastLogin_);
    const auto number = [this](const char* label, const QString& hint, auto apply) {
        const QString name = tr(label);
        return addLine(name, hint, [this, name, apply](const QString& words) {
            const auto value = wholeNumber(words, 0);
            if (value)
                change([&](account::Account& one) { apply(one, *value); });
            else
                say(tr("%1 takes a whole number from 0, not \u201c%2\u201d.").arg(name, words));
        });
    };
    credits_ = number("Credits", {}, [](account::Account& one, std::int64_t value) { one.credits = value; });
    credits_->setToolTip(tr("Hundredths of a credit in old servers, seconds played in newer ones."));
    suspended_ = number("Suspended until", tr("0 = not suspended"),
                        [](account::Account& one, std::int64_t value) { one.suspendedUntil = value; });
    suspended_->setToolTip(tr("Seconds since 1970, as the file has it."));
    email_ = addLine(tr("E-mail"), {}, [this](const QString& words) {
        const auto old = windows1252::fromUtf8(words.toStdString());
        if (old && !words.contains(QLatin1Char(':')))
            change([&](account::Account& one) {
                one.email = *old;
                one.suspendedUntil = one.suspendedUntil.value_or(0); // stands before it in the line
            });
        else
            say(tr("An e-mail address has Latin letters and no colon."));
    });
    hasPassword_ = new QLabel;
    addFieldRow(tr("Password"), hasPassword_);
    auto* holder = new QWidget;
    auto* row = new QHBoxLayout(holder);
    row->setContentsMargins(0, 0, 0, 0);
    password_ = new QLineEdit;
    password_->setEchoMode(QLineEdit::Password);
    password_->setPlaceholderText(tr("new password"));
    password_->setAccessibleName(tr("New password"));
    setPassword_ = new QPushButton(tr("Set"));
    row->addWidget(password_, 1);
    row->addWidget(setPassword_);
    addFieldRow({}, holder);
    addNote(tr(
        "The file keeps a digest of the password, which is not shown. Old servers read the file when they load a saved game."));
    connect(setPassword_, &QPushButton::clicked, this, &AccountForm::takePassword);
    connect(password_, &QLineEdit::returnPressed, this, &AccountForm::takePassword);
    start();
}

account::File AccountForm::file() const
{
    auto read = account::read(text(), {});
    return read ? std::move(read).value() : account::File(); // text() was checked
}

std::shared_ptr<const TableSource> AccountForm::rows() const { return std::make_shared<AccountRows>(file()); }

void AccountForm::showEntry(int entry)
{
    account::File now = file();
    const account::Account* one = accountAt(now, entry);
    if (one == nullptr)
        return;
    name_->setText(fromOldText(one->name));
    type_->setCurrentIndex(static_cast<int>(one->type));
    lastLogin_->setText(timeText(one->lastLogin));
    credits_->setText(QString::number(one->credits));
    suspended_->setText(one->suspendedUntil ? QString::number(*one->suspendedUntil) : QString());
    email_->setText(one->email ? fromOldText(*one->email) : QString());
    hasPassword_->setText(one->password == noPassword ? tr("none, so nobody can log in") : tr("set"));
    password_->clear();
}

void AccountForm::change(const std::function<void(account::Account&)>& how)
{
    account::File now = file();
    account::Account* one = accountAt(now, current());
    if (one == nullptr)
        return;
    how(*one);
    std::string text = account::write(now);
    if (const auto checked = check(text); !checked)
        say(fromUtf8(checked.error().what) + QLatin1Char('.'));
    else
        edit(std::move(text));
}

void AccountForm::takePassword()
{
    const QString words = password_->text();
    if (words.isEmpty()) {
        say(tr("Type the new password first."));
        return;
    }
    const auto old = windows1252::fromUtf8(words.toStdString());
    if (!old) {
        say(tr("Old clients can send Latin letters only."));
        return;
    }
    change([&](account::Account& one) { one.password = world::passwordText(*old); });
}

void AccountForm::addEntry()
{
    account::File now = file();
    const std::int32_t id = now.nextId();
    account::Account fresh;
    fresh.id = id;
    fresh.name = "new" + std::to_string(id);
    fresh.password = noPassword;
    const auto accounts = now.accounts();
    if (!accounts.empty()) { // the same fields as its neighbours
        fresh.suspendedUntil = accounts.back()->suspendedUntil ? std::optional<std::int64_t>(0) : std::nullopt;
        fresh.email = accounts.back()->email ? std::optional<std::string>("") : std::nullopt;
    }
    // Before the line with the next number, which stands last.
    auto place = std::find_if(now.lines.begin(), now.lines.end(), [](const auto& line) {
        return line.entry && std::holds_alternative<account::NextId>(*line.entry);
    });
    if (place == now.lines.end()) {
        blak::addEntry(now.lines, account::Entry(fresh));
    } else {
        std::get<account::NextId>(*place->entry).id = id + 1;
        now.lines.insert(place, {{}, usualEnd(now.lines), account::Entry(fresh)});
    }
    edit(account::write(now));
    select(pane()->model()->allRows() - 1);
    name_->setFocus();
    name_->selectAll();
}

void AccountForm::removeEntry(int entry)
{
    account::File now = file();
    const account::Account* one = accountAt(now, entry);
    if (one == nullptr)
        return;
    const std::int32_t id = one->id; // no two accounts have the same
    std::erase_if(now.lines, [id](const auto& line) {
        return line.entry && std::holds_alternative<account::Account>(*line.entry) &&
               std::get<account::Account>(*line.entry).id == id;
    });
    edit(account::write(now));
}

Result<void> AccountForm::check(std::string_view text) const
{
    const auto read = account::read(text, title().toStdString());
    return read ? Result<void>() : Result<void>(read.error());
}

QStringList AccountForm::statusRight() const { return {tr("Accounts"), dialectName()}; }

} // namespace blak::ui::views
