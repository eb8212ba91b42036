// SPDX-License-Identifier: GPL-3.0-or-later
#include "studio/shell/action_registry.h"

#include "studio/shell/studio_settings.h"
#include "ui/document_view.h"
#include "ui/icons.h"

#include <QAction>

#include <algorithm>
#include <array>
#include <utility>

namespace blak::ui::shell {
namespace {

constexpr int maxRecent = 10;

struct PresetRow
{
    KeyPreset preset;
    const char* id;
    const char* name;
    QList<QKeySequence> ActionSpec::*keys; ///< where the table keeps them
};

constexpr std::array presets{
    PresetRow{KeyPreset::Studio, "studio", "Studio", &ActionSpec::keys},
    PresetRow{KeyPreset::UltimateDoomBuilder, "udb", "Ultimate Doom Builder", &ActionSpec::keysUdb},
    PresetRow{KeyPreset::TrenchBroom, "trenchbroom", "TrenchBroom", &ActionSpec::keysTrenchBroom},
    PresetRow{KeyPreset::Aseprite, "aseprite", "Aseprite", &ActionSpec::keys}, // its own: addPresetKeys()
};

const PresetRow& rowOf(KeyPreset preset) { return presets[static_cast<std::size_t>(preset)]; }

QString toolTipOf(const QString& text, const QList<QKeySequence>& keys)
{
    QString plain = text;
    if (plain.endsWith(QChar(0x2026)))
        plain.chop(1);
    return keys.isEmpty()
               ? plain
               : QString(plain + QStringLiteral(" (") + keys.first().toString(QKeySequence::NativeText) + QLatin1Char(')'));
}

} // namespace

QString keyPresetId(KeyPreset preset) { return QLatin1String(rowOf(preset).id); }

QString keyPresetName(KeyPreset preset) { return QLatin1String(rowOf(preset).name); }

QList<KeyPreset> keyPresets()
{
    QList<KeyPreset> all;
    for (const PresetRow& row : presets)
        all << row.preset;
    return all;
}

ActionRegistry::ActionRegistry(QObject* parent) : QObject(parent) {}

void ActionRegistry::add(const ActionTable& table)
{
    for (const ActionSpec& row : table) {
        if (row.id.isEmpty() || indices_.contains(row.id)) {
            qWarning("the action \"%s\" stands in two tables", qPrintable(row.id));
            continue;
        }
        indices_.insert(row.id, specs_.size());
        specs_.push_back(row);
        auto* action = new QAction(icon(row.icon), row.text, this);
        action->setObjectName(row.id);
        action->setCheckable(static_cast<bool>(row.checked));
        action->setIconVisibleInMenu(!row.checked); // the tick stands in its place
        action->setMenuRole(QAction::NoRole);
        connect(action, &QAction::triggered, this, [this, id = row.id] { run(id); });
        actions_.insert(row.id, action);
    }
    applyKeys();
    refresh();
}

const ActionSpec* ActionRegistry::spec(const QString& id) const
{
    const auto found = indices_.constFind(id);
    return found == indices_.constEnd() ? nullptr : &specs_[*found];
}

QList<QAction*> ActionRegistry::actions() const
{
    QList<QAction*> all;
    for (const ActionSpec& row : specs_)
        all.push_back(actions_.value(row.id));
    return all;
}

void ActionRegistry::setCurrent(DocumentView* document, const QString& typeId)
{
    document_ = document;
    const bool other = typeId != typeId_;
    typeId_ = typeId;
    refresh();
    if (other)
        emit contextChanged();
}

void ActionRegistry::refresh()
{
    QStringList first;
    for (const FirstKeys& one : std::as_const(firstKeys_))
        if (one.isSo())
            first << one.id;
    if (first != first_) {
        first_ = first;
        applyKeys();
    }
    for (const ActionSpec& row : specs_) {
        QAction* action = actions_.value(row.id);
        const bool inContext = isInContext(row) && (row.context.isEmpty() || document_);
        action->setEnabled(inContext && (!row.enabled || row.enabled(document_)));
        if (row.checked)
            action->setChecked(inContext && row.checked(document_));
        if (row.textNow)
            applyText(row);
        if (row.needs)
            action->setProperty(actionNeeds, inContext && !action->isEnabled() ? row.needs(document_) : QString());
        if (action->property(actionNeeds).isValid())
            tell(row);
    }
}

QString ActionRegistry::needs(const QString& id) const
{
    const QAction* action = actions_.value(id);
    return action == nullptr || action->isEnabled() ? QString() : action->property(actionNeeds).toString();
}

/// The tool tip: name, key, and why it cannot run.
void ActionRegistry::tell(const ActionSpec& spec)
{
    const QString why = needs(spec.id);
    const QString tip = toolTipOf(spec.text, shownKeys(spec.id));
    actions_.value(spec.id)->setToolTip(why.isEmpty() ? tip : tip + u'\n' + why);
}

void ActionRegistry::run(const QString& id)
{
    const ActionSpec* row = spec(id);
    if (row == nullptr || !row->run)
        return;
    recent_.removeAll(id);
    recent_.prepend(id);
    while (recent_.size() > maxRecent)
        recent_.removeLast();
    row->run(document_);
    refresh();
}

void ActionRegistry::setPreset(KeyPreset preset)
{
    if (preset == preset_)
        return;
    preset_ = preset;
    setInputPreset(preset);
    applyKeys();
}

void ActionRegistry::addPresetKeys(KeyPreset preset, const QHash<QString, QList<QKeySequence>>& keys)
{
    presetKeys_[preset].insert(keys);
    applyKeys();
}

QList<QKeySequence> ActionRegistry::presetKeys(const ActionSpec& spec) const
{
    if (const auto added = presetKeys_.value(preset_); added.contains(spec.id))
        return added.value(spec.id);
    const QList<QKeySequence>& own = spec.*rowOf(preset_).keys;
    return own.isEmpty() ? spec.keys : own;
}

QList<QKeySequence> ActionRegistry::lastingKeys(const ActionSpec& spec) const
{
    const auto own = ownKeys_.constFind(spec.id);
    return own == ownKeys_.constEnd() ? presetKeys(spec) : *own;
}

void ActionRegistry::addFirstKeys(const QVector<FirstKeys>& keys)
{
    firstKeys_ += keys;
    refresh();
    applyKeys(); // tips tell of them
}

FirstKeys ActionRegistry::firstKeys(const QString& id) const
{
    const auto found = std::ranges::find(firstKeys_, id, &FirstKeys::id);
    if (found == firstKeys_.end() || hasOwnKeys(id))
        return {};
    FirstKeys all = *found;
    for (const QList<QKeySequence>& own : ownKeys_)
        all.keys.removeIf([&](const QKeySequence& key) { return own.contains(key); });
    return all;
}

const FirstKeys* ActionRegistry::takerOf(const QString& id, const QKeySequence& key) const
{
    for (const FirstKeys& one : firstKeys_)
        if (one.id != id && firstKeys(one.id).keys.contains(key))
            return &one;
    return nullptr;
}

QList<QKeySequence> ActionRegistry::keys(const QString& id) const
{
    const ActionSpec* row = spec(id);
    if (row == nullptr)
        return {};
    QList<QKeySequence> all = lastingKeys(*row);
    for (const QString& other : first_) {
        const QList<QKeySequence> taken = firstKeys(other).keys;
        all.removeIf([&](const QKeySequence& key) { return taken.contains(key); });
        if (other == id)
            all = taken + all;
    }
    return all;
}

QList<QKeySequence> ActionRegistry::shownKeys(const QString& id) const
{
    const QList<QKeySequence> bound = keys(id);
    return bound.isEmpty() && nativeKeys_.contains(id) ? QList<QKeySequence>{nativeKeys_.value(id)} : bound;
}

void ActionRegistry::addNativeKeys(const QHash<QString, QKeySequence>& keys)
{
    nativeKeys_.insert(keys);
    applyKeys();
}

void ActionRegistry::addWords(const QHash<QString, QString>& words)
{
    for (auto it = words.constBegin(); it != words.constEnd(); ++it)
        if (indices_.contains(it.key()))
            words_[it.key()] += u' ' + it.value();
        else
            qWarning("no action is called \"%s\"", qPrintable(it.key()));
}

void ActionRegistry::setKeys(const QString& id, const QList<QKeySequence>& keys)
{
    ownKeys_.insert(id, keys);
    applyKeys();
}

void ActionRegistry::resetKeys(const QString& id)
{
    ownKeys_.remove(id);
    applyKeys();
}

void ActionRegistry::resetAllKeys()
{
    ownKeys_.clear();
    applyKeys();
}

void ActionRegistry::applyKeys()
{
    for (const ActionSpec& row : specs_) {
        actions_.value(row.id)->setShortcuts(keys(row.id));
        applyText(row);
        tell(row);
    }
    emit keysChanged();
}

/// Its words, with the key where it is no shortcut of the action.
void ActionRegistry::applyText(const ActionSpec& row)
{
    const QString text = isInContext(row) ? row.textFor(document_) : row.text;
    const QList<QKeySequence> shown = shownKeys(row.id);
    const bool isShortcut = shown == keys(row.id);
    QAction* action = actions_.value(row.id);
    action->setText(isShortcut ? text : text + u'\t' + shown.first().toString(QKeySequence::NativeText));
    action->setIconText(isShortcut ? QString() : text); // of tool buttons
}

QVector<KeyConflict> ActionRegistry::conflicts() const
{
    QVector<KeyConflict> found;
    QHash<QKeySequence, QStringList> users;
    for (const ActionSpec& row : specs_) {
        for (const QKeySequence& key : keys(row.id)) {
            if (key.isEmpty())
                continue;
            for (const QString& other : users.value(key)) {
                const ActionSpec* first = spec(other);
                if (first->context == row.context || first->context.isEmpty() || row.context.isEmpty())
                    found.push_back({key, other, row.id});
            }
            users[key] << row.id;
        }
    }
    return found;
}

void ActionRegistry::loadSettings()
{
    const StudioSettings settings;
    const QString chosen = settings.value(QStringLiteral("keys/preset")).toString();
    for (const PresetRow& row : presets)
        if (chosen == QLatin1String(row.id))
            preset_ = row.preset;
    setInputPreset(preset_);
    ownKeys_.clear();
    const QVariantMap own = settings.value(QStringLiteral("keys/own")).toMap();
    for (auto it = own.constBegin(); it != own.constEnd(); ++it)
        ownKeys_.insert(it.key(), QKeySequence::listFromString(it.value().toString(), QKeySequence::PortableText));
    recent_ = settings.value(QStringLiteral("palette/recent")).toStringList();
    applyKeys();
}

void ActionRegistry::saveSettings() const
{
    StudioSettings settings;
    settings.setValue(QStringLiteral("keys/preset"), keyPresetId(preset_));
    QVariantMap own;
    for (auto it = ownKeys_.constBegin(); it != ownKeys_.constEnd(); ++it)
        own.insert(it.key(), QKeySequence::listToString(it.value(), QKeySequence::PortableText));
    settings.setValue(QStringLiteral("keys/own"), own);
    settings.setValue(QStringLiteral("palette/recent"), recent_);
}

} // namespace blak::ui::shell
