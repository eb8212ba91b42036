// SPDX-License-Identifier: GPL-3.0-or-later
#include "studio/views/tables/save_rows.h"

#include "studio/views/common/text.h"

#include <QCoreApplication>

#include <algorithm>
#include <array>
#include <numeric>

namespace blak::ui::views {
namespace {

QString say(const char* text) { return QCoreApplication::translate("SaveRows", text); }

/// Everything but the columns: `Derived` gives those.
class Rows : public SaveRows
{
public:
    explicit Rows(std::shared_ptr<const SavedGame> saved) : saved_(std::move(saved)) {}
    std::int32_t objectOf(int) const override { return -1; }

protected:
    const SavedGame& saved() const { return *saved_; }
    const save::Game& game() const { return saved_->game(); }
    template <typename List>
    static decltype(auto) at(const List& list, int row)
    {
        return list[static_cast<std::size_t>(row)];
    }
    QString objectText(std::int32_t object) const { return saved_->valueText({bof::Tag::Object, object}); }

private:
    std::shared_ptr<const SavedGame> saved_;
};

class ObjectRows : public Rows
{
public:
    ObjectRows(std::shared_ptr<const SavedGame> saved, std::int32_t classId) : Rows(std::move(saved))
    {
        if (classId >= 0) {
            places_ = this->saved().objectsOfClass(classId);
        } else {
            places_.resize(game().objects.size());
            std::iota(places_.begin(), places_.end(), 0);
        }
    }
    QVector<TableColumn> columns() const override
    {
        return {{say("Object"), 66, true, true},
                {say("Class"), 150},
                {say("Name"), 100, false, false, true},
                {say("Properties"), 92, true, true},
                {say("Held by"), 76, true, true}};
    }
    int rows() const override { return static_cast<int>(places_.size()); }
    QString text(int row, int column) const override
    {
        const save::Object& one = object(row);
        switch (column) {
        case 0: return QString::number(one.id);
        case 1: return saved().className(one);
        case 2: return oneLine(saved().objectName(one));
        case 3: return QString::number(one.properties.size());
        default: return QString::number(saved().referencesTo(one.id).size());
        }
    }
    std::optional<double> number(int row, int column) const override
    {
        const save::Object& one = object(row);
        switch (column) {
        case 0: return one.id;
        case 3: return static_cast<double>(one.properties.size());
        case 4: return static_cast<double>(saved().referencesTo(one.id).size());
        default: return std::nullopt;
        }
    }
    CellTone tone(int row, int column) const override
    {
        if (column == 4 && saved().referencesTo(object(row).id).empty())
            return CellTone::Warning; // nothing leads to it but the save itself
        return column == 1 || column == 2 ? CellTone::Text : CellTone::Quiet;
    }
    QString filterText(int row) const override
    {
        const save::Object& one = object(row);
        return QString::number(one.id) + QLatin1Char('\n') + saved().className(one) + QLatin1Char('\n') + saved().objectName(one);
    }
    std::int32_t objectOf(int row) const override { return object(row).id; }

private:
    const save::Object& object(int row) const { return at(game().objects, at(places_, row)); }
    std::vector<int> places_;
};

class UserRows : public Rows
{
public:
    using Rows::Rows;
    QVector<TableColumn> columns() const override
    {
        return {{say("Account"), 84, true, true}, {say("Object"), 84, true, true}, {say("Figure"), 300, false, false, true}};
    }
    int rows() const override { return static_cast<int>(game().users.size()); }
    QString text(int row, int column) const override
    {
        const save::User& user = at(game().users, row);
        return column == 0 ? QString::number(user.account) : column == 1 ? QString::number(user.object) : objectText(user.object);
    }
    std::optional<double> number(int row, int column) const override
    {
        const save::User& user = at(game().users, row);
        return column == 0   ? std::optional<double>(user.account)
               : column == 1 ? std::optional<double>(user.object)
                             : std::nullopt;
    }
    std::int32_t objectOf(int row) const override { return at(game().users, row).object; }
};

class TimerRows : public Rows
{
public:
    using Rows::Rows;
    QVector<TableColumn> columns() const override
    {
        return {{say("Timer"), 76, true, true},
                {say("Runs out in"), 110, true, true},
                {say("Message"), 200, true},
                {say("Object"), 300, false, false, true}};
    }
    int rows() const override { return static_cast<int>(game().timers.size()); }
    QString text(int row, int column) const override
    {
        const save::Timer& timer = at(game().timers, row);
        switch (column) {
        case 0: return QString::number(timer.id);
        case 1: return QString::number(static_cast<double>(timer.remaining) / 1000, 'f', 3) + QStringLiteral(" s");
        case 2: return fromOldText(timer.message);
        default: return objectText(timer.object);
        }
    }
    std::optional<double> number(int row, int column) const override
    {
        const save::Timer& timer = at(game().timers, row);
        return column == 0   ? std::optional<double>(timer.id)
               : column == 1 ? std::optional<double>(static_cast<double>(timer.remaining))
                             : std::nullopt;
    }
    std::int32_t objectOf(int row) const override { return at(game().timers, row).object; }
};

/// Lists by their first nodes: those that no other node goes on to.
class ListRows : public Rows
{
public:
    explicit ListRows(std::shared_ptr<const SavedGame> from) : Rows(std::move(from))
    {
        std::vector<bool> isRest(game().listNodes.size());
        for (const save::ListNode& node : game().listNodes)
            if (node.rest.tag == bof::Tag::List && node.rest.data >= 0 &&
                static_cast<std::size_t>(node.rest.data) < isRest.size())
                isRest[static_cast<std::size_t>(node.rest.data)] = true;
        for (std::size_t i = 0; i < isRest.size(); ++i)
            if (!isRest[i]) {
                firsts_.push_back(static_cast<int>(i));
                lengths_.push_back(static_cast<int>(saved().listLength({bof::Tag::List, static_cast<std::int64_t>(i)})));
            }
    }
    QVector<TableColumn> columns() const override
    {
        return {{say("List"), 84, true, true}, {say("Items"), 70, true, true}, {say("Begins with"), 300, false, false, true}};
    }
    int rows() const override { return static_cast<int>(firsts_.size()); }
    QString text(int row, int column) const override
    {
        if (column == 0)
            return QString::number(at(firsts_, row));
        if (column == 1)
            return QString::number(at(lengths_, row));
        QStringList items;
        for (const save::Value& value : saved().listItems(valueOf(row), 5))
            items << saved().valueText(value).left(60);
        if (at(lengths_, row) > 5)
            items << QStringLiteral("\u2026");
        return items.join(QStringLiteral(", "));
    }
    std::optional<double> number(int row, int column) const override
    {
        return column == 0   ? std::optional<double>(at(firsts_, row))
               : column == 1 ? std::optional<double>(at(lengths_, row))
                             : std::nullopt;
    }
    save::Value valueOf(int row) const override { return {bof::Tag::List, at(firsts_, row)}; }

private:
    std::vector<int> firsts_;
    std::vector<int> lengths_;
};

class TableRows : public Rows
{
public:
    using Rows::Rows;
    QVector<TableColumn> columns() const override
    {
        return {{say("Table"), 84, true, true},
                {say("Buckets"), 84, true, true},
                {say("Entries"), 84, true, true},
                {say("First entry"), 300, false, false, true}};
    }
    int rows() const override { return static_cast<int>(game().tables.size()); }
    QString text(int row, int column) const override
    {
        const save::Table& table = at(game().tables, row);
        switch (column) {
        case 0: return QString::number(row);
        case 1: return QString::number(table.size);
        case 2: return QString::number(table.entries.size());
        default:
            return table.entries.empty() ? QString()
                                         : saved().valueText(table.entries[0].key) + QStringLiteral(" \u2192 ") +
                                               saved().valueText(table.entries[0].value);
        }
    }
    std::optional<double> number(int row, int column) const override
    {
        const save::Table& table = at(game().tables, row);
        return column == 0   ? std::optional<double>(row)
               : column == 1 ? std::optional<double>(table.size)
               : column == 2 ? std::optional<double>(static_cast<double>(table.entries.size()))
                             : std::nullopt;
    }
    save::Value valueOf(int row) const override { return {bof::Tag::Tag13, row}; }
};

class StringRows : public Rows
{
public:
    explicit StringRows(std::shared_ptr<const SavedGame> from) : Rows(std::move(from))
    {
        for (auto it = saved().strings().begin(); it != saved().strings().end(); ++it)
            ids_.push_back(it.key());
        std::sort(ids_.begin(), ids_.end());
    }
    QVector<TableColumn> columns() const override
    {
        return {{say("String"), 84, true, true}, {say("Length"), 76, true, true}, {say("Text"), 400, false, false, true}};
    }
    int rows() const override { return static_cast<int>(ids_.size()); }
    QString text(int row, int column) const override
    {
        const QString text = longText(row);
        return column == 0 ? QString::number(at(ids_, row)) : column == 1 ? QString::number(text.size()) : oneLine(text);
    }
    std::optional<double> number(int row, int column) const override
    {
        return column == 0   ? std::optional<double>(at(ids_, row))
               : column == 1 ? std::optional<double>(static_cast<double>(longText(row).size()))
                             : std::nullopt;
    }
    QString longText(int row) const override { return saved().stringText(at(ids_, row)); }

private:
    std::vector<std::int32_t> ids_;
};

class ResourceRows : public Rows
{
public:
    using Rows::Rows;
    QVector<TableColumn> columns() const override
    {
        return {{say("Resource"), 84, true, true}, {say("Name"), 240}, {say("Text"), 300, false, false, true}};
    }
    int rows() const override { return static_cast<int>(game().resources.size()); }
    QString text(int row, int column) const override
    {
        const save::Resource& one = at(game().resources, row);
        return column == 0 ? QString::number(one.id) : column == 1 ? fromOldText(one.name) : oneLine(longText(row));
    }
    std::optional<double> number(int row, int column) const override
    {
        return column == 0 ? std::optional<double>(at(game().resources, row).id) : std::nullopt;
    }
    QString longText(int row) const override { return saved().resourceText(at(game().resources, row).id); }
};

} // namespace

QString savePageTitle(SavePage page)
{
    static constexpr std::array<const char*, savePageCount> titles{"Objects", "Users",   "Timers",   "Lists",
                                                                   "Tables",  "Strings", "Resources"};
    return say(titles[static_cast<std::size_t>(page)]);
}

QString savePageNoun(SavePage page) { return savePageTitle(page).toLower(); }

qsizetype savePageCountOf(const SavedGame& saved, SavePage page)
{
    const save::Game& game = saved.game();
    switch (page) {
    case SavePage::Objects: return static_cast<qsizetype>(game.objects.size());
    case SavePage::Users: return static_cast<qsizetype>(game.users.size());
    case SavePage::Timers: return static_cast<qsizetype>(game.timers.size());
    case SavePage::Lists: return static_cast<qsizetype>(game.listNodes.size());
    case SavePage::Tables: return static_cast<qsizetype>(game.tables.size());
    case SavePage::Strings: return saved.strings().size();
    case SavePage::Resources: return static_cast<qsizetype>(game.resources.size());
    }
    return 0;
}

std::shared_ptr<const SaveRows> makeSaveRows(std::shared_ptr<const SavedGame> saved, SavePage page, std::int32_t classId)
{
    switch (page) {
    case SavePage::Objects: return std::make_shared<ObjectRows>(std::move(saved), classId);
    case SavePage::Users: return std::make_shared<UserRows>(std::move(saved));
    case SavePage::Timers: return std::make_shared<TimerRows>(std::move(saved));
    case SavePage::Lists: return std::make_shared<ListRows>(std::move(saved));
    case SavePage::Tables: return std::make_shared<TableRows>(std::move(saved));
    case SavePage::Strings: return std::make_shared<StringRows>(std::move(saved));
    case SavePage::Resources: return std::make_shared<ResourceRows>(std::move(saved));
    }
    return nullptr;
}

} // namespace blak::ui::views
