// SPDX-License-Identifier: GPL-3.0-or-later
#include "studio/views/tables/number_names.h"

#include "formats/base/file_io.h"
#include "formats/rsc/rsc.h"
#include "studio/views/common/text.h"

#include <QDir>
#include <QDirIterator>
#include <QFileInfo>

#include <algorithm>

namespace blak::ui::views {
namespace {

constexpr int mostFiles = 50'000; ///< looked at by name
constexpr std::uint64_t mostKodbaseBytes = 64u << 20;
constexpr std::uint64_t mostSourceBytes = 4u << 20;

/// Files of a tree that names come from, by one walk over names only.
struct FoundNames
{
    QStringList kodbases, textFiles, sources;
};

FoundNames walk(const QString& root)
{
    FoundNames found;
    QDirIterator files(root, {QStringLiteral("kodbase.txt"), QStringLiteral("*.rsb"), QStringLiteral("*.kod")}, QDir::Files,
                       QDirIterator::Subdirectories);
    for (int count = 0; files.hasNext() && count < mostFiles; ++count) {
        const QString path = files.next();
        const QString name = files.fileName().toLower();
        (name.endsWith(QLatin1String(".kod"))   ? found.sources
         : name.endsWith(QLatin1String(".rsb")) ? found.textFiles
                                                : found.kodbases)
            << path;
    }
    return found;
}

/// "Room" in the line "Room is Holder"; empty in every other line.
std::string_view classBegunIn(std::string_view line)
{
    const auto isWord = [](char c) { return c == '_' || (c >= '0' && c <= '9') || ((c | 0x20) >= 'a' && (c | 0x20) <= 'z'); };
    const auto isBlank = [](char c) { return c == ' ' || c == '\t'; };
    const auto skip = [&line](std::size_t at, auto test) {
        while (at < line.size() && test(line[at]))
            ++at;
        return at;
    };
    const std::size_t begin = skip(0, isBlank);
    const std::size_t end = skip(begin, isWord);
    const std::size_t word = skip(end, isBlank);
    const std::size_t after = skip(word, isWord);
    const bool begins =
        end > begin && word > end && after - word == 2 && (line[word] | 0x20) == 'i' && (line[word + 1] | 0x20) == 's';
    return begins ? line.substr(begin, end - begin) : std::string_view();
}

/// The one that shares the most folders with `file`, then the one with the fewest folders.
QString nearest(const QStringList& candidates, const QString& file)
{
    const auto score = [&file](const QString& path) {
        qsizetype same = 0;
        while (same < path.size() && same < file.size() && path[same] == file[same])
            ++same;
        return path.left(same).count(QLatin1Char('/')) * 100 - path.count(QLatin1Char('/'));
    };
    const auto best = std::max_element(candidates.begin(), candidates.end(),
                                       [&](const QString& a, const QString& b) { return score(a) < score(b); });
    return best == candidates.end() ? QString() : *best;
}

} // namespace

std::shared_ptr<const NumberNames> NumberNames::load(const QString& file, const QString& root)
{
    auto names = std::make_shared<NumberNames>();
    const QString top = root.isEmpty() ? QFileInfo(file).absolutePath() : root;
    const FoundNames found = walk(top);
    names->kodbaseFile_ = nearest(found.kodbases, file);
    if (!names->kodbaseFile_.isEmpty()) {
        if (const auto text = readTextFile(filePath(names->kodbaseFile_), mostKodbaseBytes))
            names->base_ = kodbase::readTolerantly(text.value(), names->kodbaseFile_.toStdString()).kodbase;
    }
    names->sourceFiles_ = found.sources;
    names->readTexts(nearest(found.textFiles, file));
    names->indexNames();
    return names;
}

std::shared_ptr<const NumberNames> NumberNames::of(kodbase::Kodbase base, const QString& root)
{
    auto names = std::make_shared<NumberNames>();
    names->base_ = std::move(base);
    names->sourceFiles_ = walk(root).sources;
    names->indexNames();
    return names;
}

void NumberNames::readTexts(const QString& file)
{
    if (file.isEmpty())
        return;
    const auto bytes = readBytes(file);
    if (!bytes)
        return;
    const auto resources = rsc::read(bytes.value(), file.toStdString());
    if (!resources)
        return;
    textFile_ = file;
    for (const rsc::Entry& entry : resources.value().entries)
        if (entry.language == 0)
            texts_.insert(entry.id, fromOldText(entry.text));
}

void NumberNames::indexNames()
{
    int place = 0;
    for (const kodbase::Class& one : base_.classes) {
        const QString name = fromOldText(one.name);
        classes_.insert(name.toLower(), place++);
        classNames_.insert(one.id, name);
        for (const kodbase::Name& resource : one.resources)
            resources_.insert(resource.id, {fromOldText(resource.name), name});
        for (const kodbase::Message& message : one.messages)
            messages_.insert(message.id, fromOldText(message.name));
    }
    for (const kodbase::External& external : base_.externals)
        if (external.kind == kodbase::ExternalKind::Message)
            messages_.insert(external.id, fromOldText(external.name));
}

const kodbase::Class* NumberNames::findClass(const QString& name) const
{
    const auto found = classes_.constFind(name.toLower());
    return found == classes_.constEnd() ? nullptr : &base_.classes[static_cast<std::size_t>(*found)];
}

QString NumberNames::declaringClass(const QString& className, const QString& property) const
{
    const std::string wanted = property.toStdString();
    const kodbase::Class* one = findClass(className);
    for (int depth = 0; one != nullptr && depth < 64; ++depth) { // a damaged file may go round in circles
        for (const kodbase::Name& name : one->properties)
            if (name.name.size() == wanted.size() && qstrnicmp(name.name.c_str(), wanted.c_str(), wanted.size()) == 0)
                return fromOldText(one->name);
        one = one->superName.empty() ? nullptr : findClass(fromOldText(one->superName));
    }
    return {};
}

void NumberNames::readSources() const
{
    for (const QString& path : sourceFiles_) {
        const auto text = readTextFile(filePath(path), mostSourceBytes);
        if (!text)
            continue;
        int line = 1;
        for (std::string_view rest = text.value(); !rest.empty(); ++line) {
            const std::size_t end = rest.find('\n');
            const std::string_view name = classBegunIn(rest.substr(0, end));
            if (!name.empty())
                sources_.insert(fromOldText(name).toLower(), {path, line});
            rest.remove_prefix(end == std::string_view::npos ? rest.size() : end + 1);
        }
    }
}

NumberNames::Source NumberNames::sourceOf(const QString& className) const
{
    std::call_once(sourcesRead_, [this] { readSources(); });
    return sources_.value(className.toLower());
}

} // namespace blak::ui::views
