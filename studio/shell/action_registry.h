// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/action_table.h"
#include "ui/input_preset.h"

#include <QHash>
#include <QObject>
#include <QPointer>
#include <QStringList>
#include <QVector>

#include <functional>

class QAction;

namespace blak::ui {
class DocumentView;
}

namespace blak::ui::shell {

using KeyPreset = InputPreset; ///< one choice for keys and mouse

/// Stable name for settings ("udb") and the name users know.
QString keyPresetId(KeyPreset preset);
QString keyPresetName(KeyPreset preset);
QList<KeyPreset> keyPresets();

/// One key that two actions want at the same time.
struct KeyConflict
{
    QKeySequence key;
    QString firstId;
    QString secondId;
};

/// Keys that are an action's at times, before its own, whoever has them else.
struct FirstKeys
{
    QString id;
    QList<QKeySequence> keys;
    std::function<bool()> isSo;
    QString when; ///< isSo() in words: "while a debugged world waits"
};

/// The rows of all action tables as QActions, with the keys of the preset or the user's own, enabled by the current document.
class ActionRegistry : public QObject
{
    Q_OBJECT

public:
    explicit ActionRegistry(QObject* parent = nullptr);

    /// Rows in the order of menus. An id that is already there is refused with a warning.
    void add(const ActionTable& table);

    const ActionTable& specs() const { return specs_; }
    const ActionSpec* spec(const QString& id) const;
    QAction* action(const QString& id) const { return actions_.value(id); }
    QList<QAction*> actions() const;

    /// The document that actions act on and the id of its type ("" without one).
    void setCurrent(DocumentView* document, const QString& typeId);
    const QString& currentType() const { return typeId_; }
    /// Asks the tables again what is enabled and checked.
    void refresh();
    bool isInContext(const ActionSpec& spec) const { return spec.context.isEmpty() || spec.context == typeId_; }

    /// Keys of a preset by action, over those of the table; an empty list takes the key away.
    void addPresetKeys(KeyPreset preset, const QHash<QString, QList<QKeySequence>>& keys);
    /// Sets inputPreset() too: documents take their mouse buttons from it.
    void setPreset(KeyPreset preset);
    KeyPreset preset() const { return preset_; }
    QList<QKeySequence> presetKeys(const ActionSpec& spec) const;
    QList<QKeySequence> keys(const QString& id) const;
    void addFirstKeys(const QVector<FirstKeys>& keys);
    /// What is at times only: keys that the action has then, or that others take from it. Of keys that the user chose nothing.
    FirstKeys firstKeys(const QString& id) const;
    const FirstKeys* takerOf(const QString& id, const QKeySequence& key) const;
    /// keys(), or else what documents take by themselves: shown, but bound to nothing, so that fields have theirs, too.
    QList<QKeySequence> shownKeys(const QString& id) const;
    /// Keys that the documents of an action take by themselves, by its id.
    void addNativeKeys(const QHash<QString, QKeySequence>& keys);
    /// Other words by which the palette finds actions, by their ids: "rotate spin".
    void addWords(const QHash<QString, QString>& words);
    QString words(const QString& id) const { return words_.value(id); }
    /// The user's own keys in place of the preset's; an empty list means no key.
    void setKeys(const QString& id, const QList<QKeySequence>& keys);
    void resetKeys(const QString& id);
    bool hasOwnKeys(const QString& id) const { return ownKeys_.contains(id); }
    void resetAllKeys();

    /// Pairs whose contexts can be current together.
    QVector<KeyConflict> conflicts() const;

    /// Most recent first, at most 10.
    const QStringList& recent() const { return recent_; }

    /// Why an action cannot run now, in words; empty: it can, or nobody knows.
    QString needs(const QString& id) const;

    void loadSettings();
    void saveSettings() const;

signals:
    void keysChanged();
    /// Another document type is current: menus and tool bars show other rows.
    void contextChanged();

private:
    void run(const QString& id);
    QList<QKeySequence> lastingKeys(const ActionSpec& spec) const;
    void applyKeys();
    void applyText(const ActionSpec& row);
    void tell(const ActionSpec& spec);

    ActionTable specs_;
    QHash<QString, qsizetype> indices_;
    QHash<QString, QAction*> actions_;
    QHash<KeyPreset, QHash<QString, QList<QKeySequence>>> presetKeys_; ///< over those of the table
    QHash<QString, QList<QKeySequence>> ownKeys_;
    QHash<QString, QKeySequence> nativeKeys_;
    QVector<FirstKeys> firstKeys_;
    QStringList first_; ///< ids of those that have them now
    QHash<QString, QString> words_;
    QStringList recent_;
    QPointer<DocumentView> document_;
    QString typeId_;
    KeyPreset preset_ = KeyPreset::Studio;
};

} // namespace blak::ui::shell
