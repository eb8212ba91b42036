// SPDX-License-Identifier: GPL-3.0-or-later
#include "studio/playing/live_object.h"

#include "studio/playing/write_back.h"

#include <QCoreApplication>
#include <QSet>

#include <algorithm>

namespace blak::ui::playing {
namespace {

using nlohmann::json;

QString tr(const char* text) { return QCoreApplication::translate("LiveObject", text); }

QString textOf(const json& object, const char* name)
{
    const auto it = object.find(name);
    return it != object.end() && it->is_string() ? QString::fromStdString(it->get<std::string>()) : QString();
}

bool isReference(const json& value)
{
    const QString tag = textOf(value, "tag");
    return QStringList{QStringLiteral("OBJECT"), QStringLiteral("LIST"), QStringLiteral("TABLE"), QStringLiteral("TIMER")}.contains(tag);
}

} // namespace

QString valueText(const json& value)
{
    if (!value.is_object())
        return {};
    const QString tag = textOf(value, "tag");
    const auto data = value.value("data", std::int64_t{0});
    const QString name = textOf(value, "name");
    if (tag == QLatin1String("$"))
        return QStringLiteral("$");
    if (tag == QLatin1String("INT"))
        return QString::number(data);
    if (tag == QLatin1String("STRING"))
        return u'"' + textOf(value, "text") + u'"';
    return QStringLiteral("%1 %2%3").arg(tag).arg(data).arg(name.isEmpty() ? QString() : QString(u' ' + name));
}

bool valueFromText(const QString& text, json& value)
{
    const QString plain = text.trimmed();
    bool valid = false;
    if (plain == QLatin1String("$") || plain.isEmpty()) {
        value = nullptr;
        return true;
    }
    if (const qint64 number = plain.toLongLong(&valid); valid) {
        value = number;
        return true;
    }
    if (plain.compare(QLatin1String("yes"), Qt::CaseInsensitive) == 0 || plain.compare(QLatin1String("no"), Qt::CaseInsensitive) == 0) {
        value = plain.compare(QLatin1String("yes"), Qt::CaseInsensitive) == 0 ? 1 : 0;
        return true;
    }
    const QStringList words = plain.split(u' ', Qt::SkipEmptyParts);
    if (words.size() < 2)
        return false;
    const QString tag = words[0].toUpper();
    if (const qint64 number = words[1].toLongLong(&valid); valid)
        value = {{"tag", tag.toStdString()}, {"data", number}};
    else if (tag == QLatin1String("CLASS") || tag == QLatin1String("RESOURCE") || tag == QLatin1String("MESSAGE"))
        value = {{"tag", tag.toStdString()}, {"name", words[1].toStdString()}};
    else
        return false;
    return true;
}

void LiveObject::look(qint64 object)
{
    *this = {};
    object_ = object;
}

void LiveObject::renumber(qint64 object)
{
    object_ = object;
    properties_.removeIf([](const LiveProperty& one) { return !one.edited && (one.isReference || !one.isChanged()); });
}

const LiveProperty* LiveObject::find(const QString& name, bool ofClass) const
{
    const auto it = std::ranges::find_if(properties_, [&](const LiveProperty& one) { return one.ofClass == ofClass && one.name == name; });
    return it == properties_.end() ? nullptr : &*it;
}

void LiveObject::take(const json& object)
{
    type_ = textOf(object, "class");
    values_ = object.value("properties", json::array());
    takeAll(values_, false);
}

void LiveObject::takeClass(const json& type)
{
    classFile_ = textOf(type, "file");
    takeAll(type.value("variables", json::array()), true);
}

/// Replaces those of one kind; what was known of each by its name stays known.
void LiveObject::takeAll(const json& values, bool ofClass)
{
    QVector<LiveProperty> fresh;
    for (const json& row : values) {
        LiveProperty property;
        property.name = textOf(row, "name");
        if (property.name == QLatin1String("self"))
            continue;
        const json value = row.value("value", json());
        property.text = valueText(value);
        property.ofClass = ofClass;
        property.source = blakodDefault(value);
        property.isReference = isReference(value);
        if (textOf(value, "tag") == QLatin1String("OBJECT"))
            property.leadsTo = value.value("data", std::int64_t{0});
        const LiveProperty* known = find(property.name, ofClass);
        property.first = known == nullptr ? property.text : known->first;
        property.edited = known != nullptr && known->edited;
        fresh.push_back(std::move(property));
    }
    QVector<LiveProperty> others;
    for (const LiveProperty& one : properties_)
        if (one.ofClass != ofClass)
            others.push_back(one);
    properties_ = ofClass ? others + fresh : fresh + others;
    // A property may take the place of a variable of a class above: then nobody reads the variable of this object.
    QSet<QString> own;
    for (const LiveProperty& one : std::as_const(properties_))
        if (!one.ofClass)
            own.insert(one.name.toLower());
    properties_.removeIf([&own](const LiveProperty& one) { return one.ofClass && own.contains(one.name.toLower()); });
}

std::optional<std::pair<qint64, QString>> LiveObject::owner(const QString& property) const
{
    for (const json& row : values_) {
        const json value = row.value("value", json());
        if (textOf(row, "name").compare(property, Qt::CaseInsensitive) == 0 && textOf(value, "tag") == QLatin1String("OBJECT"))
            return std::pair(static_cast<qint64>(value.value("data", std::int64_t{0})), textOf(value, "name"));
    }
    return std::nullopt;
}

Result<json> LiveObject::requestFor(const LiveProperty& property, const QString& text) const
{
    json value;
    if (!valueFromText(text, value))
        return Error{tr("\"%1\" is no value. Write a number, $, or OBJECT and a number.").arg(text).toStdString(), {}};
    json request = property.ofClass ? json{{"do", "class.write"}, {"class", type_.toStdString()}, {"variable", property.name.toStdString()}}
                                    : json{{"do", "object.write"}, {"object", object_}, {"property", property.name.toStdString()}};
    request["value"] = value;
    return request;
}

void LiveObject::noteEdit(const QString& name, bool ofClass)
{
    for (LiveProperty& one : properties_)
        if (one.ofClass == ofClass && one.name == name)
            one.edited = true;
}

bool LiveObject::isEdited() const { return std::ranges::any_of(properties_, &LiveProperty::edited); }

Result<std::vector<treeplan::WantedDeclaration>> LiveObject::edits() const
{
    std::vector<treeplan::WantedDeclaration> wanted;
    for (const LiveProperty& one : properties_) {
        if (!one.edited)
            continue;
        if (!one.source)
            return Error{tr("%1 is %2, which no source can hold.").arg(one.name, one.text).toStdString(), {}};
        wanted.push_back({one.ofClass ? treeplan::KodSection::ClassVariables : treeplan::KodSection::Properties, one.name.toStdString(),
                          *one.source});
    }
    return wanted;
}

void LiveObject::forgetEdits()
{
    for (LiveProperty& one : properties_)
        one.edited = false;
}

} // namespace blak::ui::playing
