// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "formats/base/result.h"
#include "studio/treeplan/kod_sections.h"

#include <QString>
#include <QVector>
#include <nlohmann/json.hpp>

#include <optional>
#include <utility>
#include <vector>

namespace blak::ui::playing {

/// A property of an object of the running world, or a variable of its class.
struct LiveProperty
{
    QString name, text; ///< the value for people: "18", "$", "OBJECT 640 Keeper"
    QString first;      ///< what it was when one began to look
    bool ofClass = false;
    bool edited = false;              ///< by hand, since then
    bool isReference = false;         ///< the value is a number that collections of garbage change
    std::optional<qint64> leadsTo;    ///< the value is this object
    std::optional<std::string> source; ///< the value as a default in Blakod, where a source can hold it

    bool isChanged() const { return text != first; }
};

/// The property model of the inspector: what the control channel tells of an object, what was edited of it, and the requests that edit
/// it. Properties stand in the order of the class, variables of the class after them; what one edits stays marked as it changes.
class LiveObject
{
public:
    /// Another object; nothing is known of it yet.
    void look(qint64 object);
    /// The same object has another number, as those have that it holds, which therefore count as unchanged. What was edited, or has
    /// changed and holds nothing, stays so.
    void renumber(qint64 object);
    qint64 object() const { return object_; } ///< -1 = none
    const QString& type() const { return type_; }
    const QString& classFile() const { return classFile_; }
    const QVector<LiveProperty>& properties() const { return properties_; }
    const LiveProperty* find(const QString& name, bool ofClass) const;

    /// Answers of `object.read` and `class.read`.
    void take(const nlohmann::json& object);
    void takeClass(const nlohmann::json& type);

    /// Who or what holds it, by the property of that name: its number and class. Nothing when nobody does.
    std::optional<std::pair<qint64, QString>> owner(const QString& property) const;

    /// What writes a value as somebody typed it. Fails when it is no value.
    Result<nlohmann::json> requestFor(const LiveProperty& property, const QString& text) const;
    void noteEdit(const QString& name, bool ofClass);
    bool isEdited() const;
    /// The edited ones as defaults for the source. Fails at a value that no source can hold.
    Result<std::vector<treeplan::WantedDeclaration>> edits() const;
    void forgetEdits();

private:
    void takeAll(const nlohmann::json& values, bool ofClass);

    qint64 object_ = -1;
    QString type_, classFile_;
    QVector<LiveProperty> properties_;
    nlohmann::json values_; ///< of the properties, as they were told
};

/// "18", "$", "OBJECT 640 Keeper", "\"text\"": a value of the control channel for people.
QString valueText(const nlohmann::json& value);
/// What somebody wrote as a value; false = it is none. Numbers, $, yes and no, OBJECT 640.
bool valueFromText(const QString& text, nlohmann::json& value);

} // namespace blak::ui::playing
