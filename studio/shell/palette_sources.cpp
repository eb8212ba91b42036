// SPDX-License-Identifier: GPL-3.0-or-later
#include "studio/shell/palette_sources.h"

#include "studio/shell/action_registry.h"
#include "studio/shell/file_index.h"
#include "studio/shell/perspectives.h"
#include "ui/place_path.h"

#include <QAction>
#include <QSet>

#include <algorithm>
#include <array>
#include <utility>

namespace blak::ui::shell {
namespace {

QString plainText(QString text) { return text.remove(u'&'); }

/// Sources of the programs, pictures for web pages, what compilers made: a tree is full of them, and who types a name means the world.
bool isNoWorld(FileGroup group)
{
    return group == FileGroup::Text || group == FileGroup::Picture || group == FileGroup::ObjectCode || group == FileGroup::Resource ||
           group == FileGroup::Other;
}

constexpr quint8 classKind = fileGroupCount; ///< of a name; files have their groups
constexpr quint8 madeKind = classKind + 1;   ///< of what a compiler makes anew each time, and of what is hidden

bool isMade(const IndexedFile& file)
{
    constexpr std::array endings{u".bof", u".rsc", u".rsb", u".kdb"};
    return file.group == FileGroup::ObjectCode || file.path.startsWith(u'.') || file.path.contains(QLatin1String("/.")) ||
           std::ranges::any_of(endings, [&](const char16_t* ending) { return file.path.endsWith(QStringView(ending), Qt::CaseInsensitive); });
}

quint8 kindOf(const IndexedFile& file) { return isMade(file) ? madeKind : static_cast<quint8>(file.group); }

/// All that a file is looked for by: its name, what people call it, the class that calls it so.
QString namesOf(const FileIndex& files, QStringView fileName)
{
    QStringList names{fileName.toString()};
    for (const QString& name : {files.nameOf(fileName), files.classOf(fileName)})
        if (!name.isEmpty() && !names.contains(name))
            names << name;
    return names.join(u'\n');
}

QString titleOf(const project::NamedClass& one) { return QString::fromLatin1(one.title.data(), static_cast<qsizetype>(one.title.size())); }

/// A class by its name, and by what players read of it.
QString namesOf(const project::NamedClass& one)
{
    const QString name = QString::fromStdString(one.name);
    return one.title.empty() ? name : name + u'\n' + titleOf(one);
}

/// What finds an action: its text, and the words of its name that the text lacks. "Write a sheet" is "frame.exportSheet", and who
/// wants to export types that.
QString searchedText(const ActionSpec& spec)
{
    QString text = plainText(spec.text);
    QString words;
    for (const QChar c : spec.id.section(u'.', -1)) {
        if (c.isUpper())
            words += u' ';
        words += c.toLower();
    }
    for (const QString& word : words.split(u' ', Qt::SkipEmptyParts))
        if (word.size() > 3 && !text.contains(word, Qt::CaseInsensitive))
            text += u' ' + word;
    return text;
}

/// Its text, whether a dialog follows or not.
QString calledBy(const ActionSpec& spec) { return plainText(spec.text).remove(QChar(0x2026)); }

QString whyNot(const QString& needs) { return needs.isEmpty() ? PaletteSources::tr("not now") : needs; }

} // namespace

void PaletteSources::forgetNames()
{
    fileNames_.reset();
    fileOrder_.reset();
    pathNames_.reset();
    handlerNames_.reset();
}

QVector<NameRank> PaletteSources::ranks() const
{
    QVector<NameRank> ranks(madeKind + 1, NameRank::Common);
    ranks[madeKind] = NameRank::Last;
    for (int group = 0; group < fileGroupCount; ++group)
        if (isNoWorld(static_cast<FileGroup>(group)))
            ranks[group] = NameRank::Seldom;
    for (const FileGroup group : lookedFor_ ? lookedFor_() : QVector<FileGroup>()) {
        ranks[static_cast<int>(group)] = NameRank::Own;
        if (group == FileGroup::Blakod)
            ranks[classKind] = NameRank::Own;
    }
    return ranks;
}

/// Files, those opened last first, then classes.
PaletteSource PaletteSources::files()
{
    PaletteSource source;
    const QVector<IndexedFile> files = files_.files();
    const auto& classes = files_.names().classes;
    if (!fileNames_ || fileNames_->names().size() != files.size() + static_cast<qsizetype>(classes.size())) {
        auto order = std::make_shared<QVector<int>>();
        order->reserve(files.size());
        QHash<QString, int> byPath;
        for (int i = 0; i < files.size(); ++i)
            byPath.insert(files_.absolute(files[i]), i);
        QVector<bool> taken(files.size(), false);
        for (const QString& path : std::as_const(recentFiles_)) {
            const int i = byPath.value(path, -1);
            if (i >= 0 && !std::exchange(taken[i], true))
                order->push_back(i);
        }
        for (const bool made : {false, true})
            for (int i = 0; i < files.size(); ++i)
                if (!taken[i] && isMade(files[i]) == made)
                    order->push_back(i);
        QVector<QString> texts;
        texts.reserve(files.size() + static_cast<qsizetype>(classes.size()));
        QVector<quint8> kinds;
        kinds.reserve(texts.capacity());
        for (const int i : std::as_const(*order)) {
            kinds.push_back(kindOf(files[i]));
            texts.push_back(namesOf(files_, files[i].name()));
        }
        for (const project::NamedClass& one : classes) {
            kinds.push_back(classKind);
            texts.push_back(namesOf(one));
        }
        fileNames_ = std::make_shared<FuzzyNames>(std::move(texts), std::move(kinds));
        fileOrder_ = order;
    }
    source.names = fileNames_;
    source.ranks = ranks();
    source.emptySentence =
        files.isEmpty() ? (files_.isRunning() ? tr("The files are being indexed.") : tr("No project is open. Type > for commands."))
                        : tr("No file and no class matches. Type > for commands, ? for help.");
    const PaletteSource ofClasses = this->classes();
    const auto count = static_cast<int>(files.size());
    // The index may be another one while the list is open: what is shown is what is chosen.
    source.row = [this, files, order = fileOrder_, ofClasses, count](int index) {
        if (index >= count)
            return ofClasses.row(index - count);
        return rowOf(files[(*order)[index]]);
    };
    source.run = [this, files, order = fileOrder_, ofClasses, count, place = placeInFile_](int index) {
        if (index >= count)
            ofClasses.run(index - count);
        else
            chosen_(placePath(files_.absolute(files[(*order)[index]]), place));
    };
    return source;
}

/// Files by where they lie: for who types or pastes a path.
PaletteSource PaletteSources::paths()
{
    PaletteSource source;
    const QVector<IndexedFile> files = files_.files();
    if (!pathNames_ || pathNames_->names().size() != files.size()) {
        QVector<QString> paths;
        paths.reserve(files.size());
        QVector<quint8> kinds;
        kinds.reserve(files.size());
        for (const IndexedFile& file : files) {
            paths.push_back(file.path);
            kinds.push_back(kindOf(file));
        }
        pathNames_ = std::make_shared<FuzzyNames>(std::move(paths), std::move(kinds));
    }
    source.names = pathNames_;
    source.ranks = ranks();
    source.emptySentence = tr("No file lies there.");
    source.row = [this, files](int index) { return rowOf(files[index]); };
    source.run = [this, files, place = placeInFile_](int index) { chosen_(placePath(files_.absolute(files[index]), place)); };
    return source;
}

PaletteRow PaletteSources::rowOf(const IndexedFile& file) const
{
    PaletteRow row;
    row.icon = QString::fromLatin1(fileGroupInfo(file.group).icon);
    const QString name = files_.nameOf(file.name());
    row.text = name.isEmpty() ? file.name().toString() : QStringLiteral("%1 \u00b7 %2").arg(name, file.name());
    row.detail = file.folder().toString();
    return row;
}

PaletteSource PaletteSources::classes() const
{
    PaletteSource source;
    const auto names = files_.sharedNames();
    const auto& classes = names->classes;
    QVector<QString> texts;
    texts.reserve(static_cast<qsizetype>(classes.size()));
    for (const project::NamedClass& one : classes)
        texts.push_back(namesOf(one));
    source.names = std::make_shared<FuzzyNames>(std::move(texts));
    source.emptySentence = files_.files().isEmpty() ? tr("No project is open.") : tr("No class matches.");
    source.row = [names](int index) {
        const project::NamedClass& one = names->classes[static_cast<std::size_t>(index)];
        PaletteRow row;
        row.icon = QStringLiteral("class");
        row.text = QString::fromStdString(one.name);
        QStringList facts;
        if (!one.title.empty())
            facts << titleOf(one);
        if (!one.parent.empty())
            facts << tr("is %1").arg(QString::fromStdString(one.parent));
        row.detail = facts.join(QStringLiteral(" \u00b7 "));
        return row;
    };
    source.run = [this, names](int index) {
        const project::NamedClass& one = names->classes[static_cast<std::size_t>(index)];
        const QString path = files_.root() + u'/' + QString::fromStdString(one.path.generic_string());
        chosen_(placePath(path, QString::number(one.line)));
    };
    return source;
}

/// The handlers of all classes: one is found by its message, and by its class behind that.
PaletteSource PaletteSources::messages()
{
    PaletteSource source;
    const auto names = files_.sharedNames();
    QVector<std::pair<int, int>> places; // of a class, and of a handler in it
    for (std::size_t i = 0; i < names->classes.size(); ++i)
        for (std::size_t k = 0; k < names->classes[i].handlers.size(); ++k)
            places.push_back({static_cast<int>(i), static_cast<int>(k)});
    const auto classAt = [names, places](int index) -> const project::NamedClass& {
        return names->classes[static_cast<std::size_t>(places[index].first)];
    };
    const auto handlerAt = [classAt, places](int index) -> const project::NamedHandler& {
        return classAt(index).handlers[static_cast<std::size_t>(places[index].second)];
    };
    if (!handlerNames_ || handlersOf_ != names) {
        QVector<QString> texts;
        texts.reserve(places.size());
        for (int i = 0; i < places.size(); ++i)
            texts.push_back(QStringLiteral("%1\n%1 %2").arg(QString::fromStdString(handlerAt(i).message), QString::fromStdString(classAt(i).name)));
        handlerNames_ = std::make_shared<FuzzyNames>(std::move(texts));
        handlersOf_ = names;
    }
    source.names = handlerNames_;
    source.emptySentence = files_.files().isEmpty() ? tr("No project is open.") : tr("No handler matches.");
    source.row = [classAt, handlerAt](int index) {
        PaletteRow row;
        row.icon = QStringLiteral("message");
        row.text = QStringLiteral("%1 \u00b7 %2").arg(QString::fromStdString(handlerAt(index).message), QString::fromStdString(classAt(index).name));
        row.detail = QString::fromStdString(classAt(index).path.generic_string());
        return row;
    };
    source.run = [this, classAt, handlerAt](int index) {
        const QString path = files_.root() + u'/' + QString::fromStdString(classAt(index).path.generic_string());
        chosen_(placePath(path, QString::number(handlerAt(index).line)));
    };
    return source;
}

/// Actions, those run last first, then docks and settings.
PaletteSource PaletteSources::actions()
{
    PaletteSource source;
    auto ids = std::make_shared<QStringList>();
    const auto isOffered = [](const QString& id) { return id != QLatin1String("studio.palette.commands"); }; // one looks at it
    for (const QString& id : actions_.recent())
        if (actions_.spec(id) != nullptr && isOffered(id))
            *ids << id;
    for (const ActionSpec& spec : actions_.specs())
        if (!ids->contains(spec.id) && isOffered(spec.id))
            *ids << spec.id;
    // What other kinds of documents call the same only stands in the way of what can be done here.
    QSet<QString> here;
    for (const QString& id : std::as_const(*ids))
        if (const ActionSpec& spec = *actions_.spec(id); actions_.isInContext(spec))
            here.insert(calledBy(spec));
    ids->removeIf([&](const QString& id) {
        const ActionSpec& spec = *actions_.spec(id);
        return !actions_.isInContext(spec) && here.contains(calledBy(spec));
    });
    const auto entries = std::make_shared<QVector<PaletteEntry>>(entries_ ? entries_() : QVector<PaletteEntry>{});
    QVector<QString> texts;
    for (const QString& id : std::as_const(*ids))
        texts.push_back(searchedText(*actions_.spec(id)) + actions_.words(id));
    for (const PaletteEntry& entry : std::as_const(*entries))
        texts.push_back(entry.text);
    source.names = std::make_shared<FuzzyNames>(std::move(texts));
    source.emptySentence = tr("No command matches.");
    source.row = [this, ids, entries](int index) {
        if (index >= ids->size()) {
            const PaletteEntry& entry = (*entries)[index - ids->size()];
            return PaletteRow{entry.icon, entry.text, entry.detail, {}, true};
        }
        const ActionSpec& spec = *actions_.spec(ids->at(index));
        PaletteRow row;
        row.icon = spec.icon;
        row.text = plainText(spec.text);
        row.enabled = actions_.action(spec.id)->isEnabled();
        row.checked = spec.checked && actions_.action(spec.id)->isChecked();
        QString menu = spec.menu;
        row.detail = menu.replace(u'/', QStringLiteral(" \u203a "));
        if (!row.enabled)
            row.detail = actions_.isInContext(spec) ? whyNot(actions_.needs(spec.id)) : placeOfKind(spec.context);
        const QList<QKeySequence> keys = actions_.shownKeys(spec.id);
        if (!keys.isEmpty())
            row.key = keys.first().toString(QKeySequence::NativeText);
        return row;
    };
    source.run = [this, ids, entries](int index) {
        if (index >= ids->size())
            (*entries)[index - ids->size()].run();
        else
            actions_.action(ids->at(index))->trigger();
    };
    source.actionId = [ids](int index) { return ids->value(index); };
    return source;
}

PaletteSource PaletteSources::place(const QString& text) const
{
    PaletteSource source;
    const QString hint = document_ ? document_->placeHint() : QString();
    source.emptySentence = document_ ? tr("This document has no places to type.") : tr("Open a document to go to a place in it.");
    if (hint.isEmpty())
        return source;
    source.names = std::make_shared<FuzzyNames>(QVector<QString>{text});
    source.row = [this, hint, text](int) {
        PaletteRow row;
        row.icon = QStringLiteral("goto");
        row.text = text.trimmed().isEmpty() ? tr("Type %1").arg(hint) : tr("Go to %1").arg(text.trimmed());
        row.detail = document_ ? document_->title() : QString();
        row.enabled = !text.trimmed().isEmpty();
        return row;
    };
    source.run = [this, text](int) {
        if (document_ && !document_->goToPlace(text.trimmed()))
            emit document_->reported(Severity::Info, tr("There is no %1 in %2. Type %3.").arg(text.trimmed(), document_->title(), document_->placeHint()));
    };
    return source;
}

/// Without words the prefixes; with words what the help says of them.
PaletteSource PaletteSources::help(const QString& words)
{
    PaletteSource source;
    QVector<QString> texts;
    source.emptySentence = tr("The help says nothing of that.");
    if (!words.isEmpty() && help_) {
        const auto hits = std::make_shared<QVector<PaletteEntry>>(help_(words));
        for (const PaletteEntry& hit : std::as_const(*hits))
            texts.push_back(hit.text);
        source.row = [hits](int index) {
            const PaletteEntry& hit = (*hits)[index];
            return PaletteRow{hit.icon, hit.text, hit.detail, {}, true};
        };
        source.run = [hits](int index) { (*hits)[index].run(); };
    } else {
        for (const PalettePrefix& one : palettePrefixes)
            texts.push_back(tr(one.meaning));
        source.row = [](int index) {
            const PalettePrefix& one = palettePrefixes[static_cast<std::size_t>(index)];
            PaletteRow row;
            row.icon = QStringLiteral("command");
            row.text = tr(one.meaning);
            row.key = one.sign == 0 ? tr("no prefix") : QString(QChar(one.sign));
            return row;
        };
        source.run = [this](int index) {
            const char16_t sign = palettePrefixes[static_cast<std::size_t>(index)].sign;
            prefixChosen_(sign == 0 ? QString() : QString(QChar(sign)));
        };
    }
    source.names = std::make_shared<FuzzyNames>(std::move(texts));
    return source;
}

} // namespace blak::ui::shell
