// SPDX-License-Identifier: GPL-3.0-or-later
#include "studio/views/forms/settings_form.h"

#include "formats/base/dialects.h"
#include "formats/base/file_io.h"
#include "formats/base/windows1252.h"
#include "formats/clientini/client_settings.h"
#include "formats/config/config.h"
#include "studio/views/common/text.h"
#include "studio/views/forms/form_field.h"
#include "ui/project.h"
#include "ui/quiet_wheel.h"
#include "ui/search_field.h"
#include "ui/stop_listening.h"
#include "ui/theme.h"
#include "ui/view_header.h"

#include <QComboBox>
#include <QHBoxLayout>
#include <QLabel>
#include <QLineEdit>
#include <QScrollArea>
#include <QSignalBlocker>
#include <QStyle>
#include <QVBoxLayout>

#include <algorithm>

namespace blak::ui::views {
namespace {

constexpr int labelWidth = 190;
constexpr int fieldWidth = 260;

config::Fork forkOf(const QString& dialect)
{
    switch (findDialectName(dialect.toStdString()).value_or(DialectId::Classic)) {
    case DialectId::Open105:
    case DialectId::Open29: return config::Fork::Open105;
    case DialectId::Classic97: return config::Fork::Original;
    case DialectId::Classic: break;
    }
    return config::Fork::Mainline;
}

Result<std::string> readText(const QString& path, settings::Style style)
{
    auto text = readTextFile(filePath(path));
    if (!text)
        return text.error();
    if (auto read = settings::read(text.value(), QFileInfo(path).fileName().toStdString(), style); !read)
        return read.error();
    return text;
}

QString wordsOf(const settings::KnownOption& option)
{
    switch (option.kind) {
    case settings::Kind::Boolean: return SettingsForm::tr("yes or no");
    case settings::Kind::Integer:
        if (option.least > INT32_MIN)
            return SettingsForm::tr("a whole number from %1 to %2").arg(option.least).arg(option.most);
        return SettingsForm::tr("a whole number");
    case settings::Kind::Path: return SettingsForm::tr("a folder");
    case settings::Kind::Text: break;
    }
    return SettingsForm::tr("a text");
}

void setTone(QWidget* widget, const char* name)
{
    widget->setObjectName(QLatin1String(name));
    widget->style()->unpolish(widget);
    widget->style()->polish(widget);
}

} // namespace

Result<DocumentView*> SettingsForm::openServer(const QString& path, std::shared_ptr<Project> project, QWidget* parent)
{
    auto text = readText(path, settings::Style::Blank);
    if (!text)
        return text.error();
    const config::Fork fork = forkOf(project == nullptr ? QString() : project->dialectName());
    std::vector<Known> known;
    for (const config::Option& option : config::options())
        known.push_back({&option, std::string(option.defaultFor(fork)), option.isKnownTo(fork)});
    return static_cast<DocumentView*>(new SettingsForm(path, std::move(project), std::move(text).value(), settings::Style::Blank,
                                                       tr("Server configuration"), std::move(known), &config::check, parent));
}

Result<DocumentView*> SettingsForm::openClient(const QString& path, std::shared_ptr<Project> project, QWidget* parent)
{
    auto text = readText(path, settings::Style::Equals);
    if (!text)
        return text.error();
    std::vector<Known> known;
    for (const settings::KnownOption& option : clientini::options())
        known.push_back({&option, {}, false}); // two programs share the table; what the file has is what counts
    return static_cast<DocumentView*>(new SettingsForm(path, std::move(project), std::move(text).value(), settings::Style::Equals,
                                                       tr("Client settings"), std::move(known), &clientini::check, parent));
}

SettingsForm::SettingsForm(const QString& path, std::shared_ptr<Project> project, std::string text, settings::Style style,
                           QString kind, std::vector<Known> known, CheckFile checkFile, QWidget* parent)
    : FormView(path, std::move(project), QStringLiteral("settings"), std::move(text), parent), style_(style),
      kind_(std::move(kind)), known_(std::move(known)), checkFile_(std::move(checkFile)),
      filter_(new SearchField(tr("Filter options"), QStringLiteral("filter"))), count_(new QLabel)
{
    auto* column = new QVBoxLayout(this);
    column->setContentsMargins(0, 0, 0, 0);
    column->setSpacing(0);
    auto* header = new ViewHeader(kind_);
    header->setDetail(style_ == settings::Style::Blank ? tr("defaults of %1 \u00b7 empty fields take the default")
                                                             .arg(dialectName().isEmpty() ? tr("mainline") : dialectName())
                                                       : tr("comments and order stay as they are"));
    column->addWidget(header);
    auto* strip = new QHBoxLayout;
    strip->setContentsMargins(8, 6, 10, 6);
    filter_->setMaximumWidth(260);
    filter_->setAccessibleName(tr("Filter options"));
    count_->setObjectName(QStringLiteral("secondary"));
    strip->addWidget(filter_, 1);
    strip->addStretch(1);
    strip->addWidget(count_);
    column->addLayout(strip);
    auto* area = new QScrollArea;
    area->setFrameShape(QFrame::NoFrame);
    area->setWidgetResizable(true);
    area->setFocusPolicy(Qt::NoFocus); // Tab goes from the filter to the first field
    area->setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    auto* body = new QWidget;
    body->setLayout(new QVBoxLayout);
    area->setWidget(body);
    area->viewport()->setAutoFillBackground(false);
    body->setAutoFillBackground(false);
    column->addWidget(area, 1);
    setFocusProxy(filter_);

    auto* rows = static_cast<QVBoxLayout*>(body->layout());
    rows->setContentsMargins(0, 0, 0, 12);
    rows->setSpacing(0);
    build();
    QWidget* head = nullptr;
    std::string group;
    for (const auto& row : rows_) {
        if (head == nullptr || row->group != group) {
            group = row->group;
            head = new QWidget;
            head->setObjectName(QStringLiteral("inspectorGroupHead"));
            head->setAttribute(Qt::WA_StyledBackground);
            head->setFixedHeight(24);
            auto* line = new QHBoxLayout(head);
            line->setContentsMargins(10, 0, 10, 0);
            auto* title = new QLabel(group.empty() ? tr("Before the first group") : fromOldText(group));
            title->setObjectName(QStringLiteral("groupTitle"));
            line->addWidget(title);
            rows->addWidget(head);
            groups_.push_back({head, {}});
        }
        groups_.back().second.push_back(row.get());
        rows->addWidget(row->holder);
    }
    rows->addStretch(1);
    connect(filter_, &SearchField::filterChanged, this, &SettingsForm::applyFilter);
    refresh();
    applyFilter({});
}

settings::File SettingsForm::file() const
{
    auto read = settings::read(text(), {}, style_);
    return read ? std::move(read).value() : settings::File(style_); // text() was checked
}

/// Groups in the order of the file, then the other known ones; in a group the options of the file, then what could be there.
void SettingsForm::build()
{
    const settings::File now = file();
    std::vector<std::string> groups;
    const auto addGroup = [&groups](std::string_view name) {
        if (std::none_of(groups.begin(), groups.end(), [&](const std::string& one) { return equalIgnoringCase(one, name); }))
            groups.emplace_back(name);
    };
    for (const settings::Option& option : now.options())
        addGroup(option.group);
    for (const Known& known : known_)
        if (known.isOffered)
            addGroup(known.option->group);
    const auto findKnown = [this](std::string_view group, std::string_view name) {
        return std::find_if(known_.begin(), known_.end(), [&](const Known& one) {
            return equalIgnoringCase(one.option->group, group) && equalIgnoringCase(one.option->name, name);
        });
    };
    for (const std::string& group : groups) {
        const auto has = [&](std::string_view name) {
            return std::any_of(rows_.begin(), rows_.end(),
                               [&](const auto& row) { return row->group == group && equalIgnoringCase(row->name, name); });
        };
        const auto make = [&](std::string_view name, const Known* known) {
            Row row;
            row.group = group;
            row.name = name;
            row.known = known != nullptr;
            if (known != nullptr) {
                row.option = *known->option;
                row.fallback = known->fallback;
                row.note = fromUtf8(known->option->note);
            }
            addRow(std::move(row));
        };
        for (const settings::Option& option : now.options()) {
            if (!equalIgnoringCase(option.group, group) || has(option.name))
                continue;
            const auto known = findKnown(group, option.name);
            make(option.name, known == known_.end() ? nullptr : &*known);
        }
        for (const Known& known : known_)
            if (known.isOffered && equalIgnoringCase(known.option->group, group) && !has(known.option->name))
                make(known.option->name, &known);
    }
}

void SettingsForm::addRow(Row given)
{
    rows_.push_back(std::make_unique<Row>(std::move(given)));
    Row& row = *rows_.back();
    row.holder = new QWidget;
    auto* grid = new QGridLayout(row.holder);
    grid->setContentsMargins(10, 3, 10, 3);
    grid->setHorizontalSpacing(12);
    grid->setVerticalSpacing(2);
    row.label = new QLabel(fromOldText(row.name));
    row.label->setMinimumWidth(labelWidth);
    row.label->setMaximumWidth(labelWidth);
    grid->addWidget(row.label, 0, 0);
    const QString fallback = fromOldText(row.fallback);
    if (row.option.kind == settings::Kind::Boolean) {
        auto* combo = new QComboBox;
        quietWheel(combo);
        combo->addItem(fallback.isEmpty() ? tr("as built in") : tr("as built in: %1").arg(fallback), QString());
        for (const bool value : {true, false})
            combo->addItem(fromUtf8(settings::formatBoolean(value, style_)), fromUtf8(settings::formatBoolean(value, style_)));
        connect(combo, &QComboBox::activated, this, [this, combo, &row] { setValue(row, combo->currentData().toString()); });
        row.field = combo;
    } else {
        auto* line = new FormField;
        line->setPlaceholderText(fallback.isEmpty() ? QString() : fallback);
        connect(line, &QLineEdit::editingFinished, this, [this, line, &row] {
            const bool wasWrong = line->property("invalid").toBool(); // and may be as it was before, by Ctrl+Z
            if (!refreshing_ && (line->isModified() || wasWrong))
                setValue(row, line->text());
        });
        row.field = line;
    }
    row.label->setBuddy(row.field);
    row.field->setAccessibleName(row.label->text());
    row.field->setMinimumWidth(fieldWidth);
    row.field->setMaximumWidth(fieldWidth);
    grid->addWidget(row.field, 0, 1);
    QStringList words;
    if (!row.known)
        words << tr("Not an option that a program is known to read");
    else if (!row.note.isEmpty())
        words << row.note;
    else
        words << wordsOf(row.option);
    if (!fallback.isEmpty() && row.option.kind != settings::Kind::Boolean)
        words << tr("default %1").arg(fallback);
    auto* note = new QLabel(words.join(QStringLiteral(" \u00b7 ")));
    setTone(note, row.known ? "secondary" : "warningText");
    note->setWordWrap(true);
    note->setTextFormat(Qt::PlainText);
    grid->addWidget(note, 0, 2);
    row.problem = new QLabel;
    row.problem->setObjectName(QStringLiteral("errorText"));
    row.problem->setWordWrap(true);
    row.problem->hide();
    grid->addWidget(row.problem, 1, 1, 1, 2);
    grid->setColumnStretch(2, 1);
}

const SettingsForm::Row* SettingsForm::row(std::string_view group, std::string_view name) const
{
    for (const auto& one : rows_)
        if (equalIgnoringCase(one->group, group) && equalIgnoringCase(one->name, name))
            return one.get();
    return nullptr;
}

void SettingsForm::setValue(const Row& row, const QString& value)
{
    const auto say = [&row](const QString& sentence) {
        row.problem->setText(sentence);
        row.problem->setVisible(!sentence.isEmpty());
        row.field->setProperty("invalid", !sentence.isEmpty());
        row.field->style()->unpolish(row.field);
        row.field->style()->polish(row.field);
    };
    const auto old = windows1252::fromUtf8(value.toStdString());
    if (!old) {
        say(tr("%1 has a character that old programs cannot read. Use Latin letters.").arg(row.label->text()));
        return;
    }
    settings::File changed = file();
    if (value.isEmpty()) {
        changed.remove(row.group, row.name);
    } else {
        if (const auto reason = settings::mismatch(*old, row.option, style_)) {
            say(tr("%1 takes %2, not \u201c%3\u201d.").arg(row.label->text(), wordsOf(row.option), value));
            return;
        }
        if (auto set = changed.set(row.group, row.name, *old); !set) {
            say(fromUtf8(set.error().what) + QLatin1Char('.'));
            return;
        }
    }
    say({});
    edit(settings::write(changed), tr("Set %1").arg(row.label->text()));
}

void SettingsForm::refresh()
{
    refreshing_ = true;
    const settings::File now = file();
    for (const auto& row : rows_) {
        const auto value = now.value(row->group, row->name);
        const QString words = value ? fromOldText(*value) : QString();
        QString problem;
        if (value && row->known)
            if (const auto reason = settings::mismatch(*value, row->option, style_))
                problem = tr("%1 takes %2, not \u201c%3\u201d.").arg(row->label->text(), wordsOf(row->option), words);
        if (auto* combo = qobject_cast<QComboBox*>(row->field)) {
            const auto yes = value ? settings::parseBoolean(*value, style_) : std::nullopt;
            combo->setCurrentIndex(!yes ? 0 : *yes ? 1 : 2);
        } else if (auto* line = qobject_cast<QLineEdit*>(row->field); line->text() != words) {
            line->setText(words);
        }
        row->problem->setText(problem);
        row->problem->setVisible(!problem.isEmpty());
        row->field->setProperty("invalid", !problem.isEmpty());
        row->field->style()->unpolish(row->field);
        row->field->style()->polish(row->field);
        setTone(row->label, value ? "optionSet" : "secondary");
    }
    refreshing_ = false;
    const auto set =
        std::count_if(rows_.begin(), rows_.end(), [&](const auto& row) { return now.value(row->group, row->name).has_value(); });
    count_->setText(tr("%1 of %2 options set").arg(grouped(set), grouped(static_cast<qsizetype>(rows_.size()))));
    setProblems(findings());
}

Result<void> SettingsForm::check(std::string_view text) const
{
    const auto read = settings::read(text, title().toStdString(), style_);
    return read ? Result<void>() : Result<void>(read.error());
}

void SettingsForm::applyFilter(const QString& words)
{
    const QStringList wanted = words.toLower().split(QLatin1Char(' '), Qt::SkipEmptyParts);
    for (const auto& [head, rows] : groups_) {
        bool any = false;
        for (Row* row : rows) {
            const QString all =
                (fromOldText(row->group) + QLatin1Char(' ') + fromOldText(row->name) + QLatin1Char(' ') + row->note).toLower();
            const bool fits = std::all_of(wanted.begin(), wanted.end(), [&](const QString& word) { return all.contains(word); });
            row->holder->setVisible(fits);
            any = any || fits;
        }
        head->setVisible(any);
    }
}

int SettingsForm::shownRows() const
{
    return static_cast<int>(std::count_if(rows_.begin(), rows_.end(), [](const auto& row) { return !row->holder->isHidden(); }));
}

QStringList SettingsForm::statusLeft() const
{
    return {count_->text(), tr("Ctrl+Z undo \u00b7 an empty field takes its line out")};
}

QStringList SettingsForm::statusRight() const { return {kind_, dialectName()}; }

std::vector<Diagnostic> SettingsForm::findings() const
{
    std::vector<Diagnostic> all;
    for (const settings::Finding& finding : checkFile_(file())) {
        Diagnostic one;
        one.severity = finding.severity;
        one.code = tr("settings").toStdString();
        one.file = path().toStdString();
        one.range.line = static_cast<std::uint32_t>(finding.line);
        one.message = finding.message;
        all.push_back(std::move(one));
    }
    return all;
}

SettingsForm::~SettingsForm() { stopListening(*this); }

} // namespace blak::ui::views
