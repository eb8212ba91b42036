// SPDX-License-Identifier: GPL-3.0-or-later
#include "kodide/ui/use_places.h"

#include "formats/base/file_source.h"
#include "kodide/compiler/characters.h"

#include <QCoreApplication>

#include <algorithm>
#include <array>
#include <map>

namespace blak::ui::code {
namespace {

constexpr int longestLine = 400; ///< letters of a line that are shown

QString say(const char* text) { return QCoreApplication::translate("UsePlaces", text); }

bool isNameByte(char letter)
{
    return (letter >= 'a' && letter <= 'z') || (letter >= 'A' && letter <= 'Z') || (letter >= '0' && letter <= '9') || letter == '_';
}

/// The bytes of a line (from 0), whatever its end is.
std::pair<qsizetype, qsizetype> lineRange(const QByteArray& text, qsizetype wanted)
{
    qsizetype begin = 0;
    for (qsizetype at = 0, line = 0; at <= text.size(); ++at) {
        const bool ends = at == text.size() || text[at] == '\n' || (text[at] == '\r' && (at + 1 == text.size() || text[at + 1] != '\n'));
        if (!ends)
            continue;
        if (line++ == wanted)
            return {begin, at > begin && text[at - 1] == '\r' ? at - 1 : at};
        begin = at + 1;
    }
    return {text.size(), text.size()};
}

std::pair<qsizetype, qsizetype> lineAround(const QByteArray& text, qsizetype offset)
{
    const auto isEnd = [&](qsizetype at) { return text[at] == '\n' || text[at] == '\r'; };
    qsizetype begin = offset, end = offset;
    while (begin > 0 && !isEnd(begin - 1))
        --begin;
    while (end < text.size() && !isEnd(end))
        ++end;
    return {begin, end};
}

FileHit hitAt(const QByteArray& text, qsizetype begin, qsizetype end, int line)
{
    FileHit hit;
    hit.begin = begin;
    hit.end = end;
    hit.line = line;
    const auto [first, last] = lineAround(text, begin);
    hit.lineText = QString::fromUtf8(text.mid(first, last - first));
    hit.column = static_cast<int>(QString::fromUtf8(text.mid(first, begin - first)).size());
    hit.length = static_cast<int>(QString::fromUtf8(text.mid(begin, end - begin)).size());
    if (hit.lineText.size() > longestLine) {
        const int from = std::max(0, hit.column - longestLine / 2);
        hit.lineText = hit.lineText.mid(from, longestLine);
        hit.column -= from;
    }
    return hit;
}

} // namespace

UsePlaces::UsePlaces(const QByteArray& utf8, const std::string& name) : text_(utf8), name_(kod::lowerText(name))
{
    qsizetype letter = 0, tooMany = 0;
    for (const char byte : utf8) {
        if ((static_cast<unsigned char>(byte) & 0xC0U) == 0x80U) {
            ++tooMany;
            wide_.push_back({letter, tooMany}); // of letters behind
        } else {
            ++letter;
        }
    }
}

bool UsePlaces::isAt(qsizetype begin) const
{
    const auto length = static_cast<qsizetype>(name_.size());
    if (begin < 0 || begin + length > text_.size())
        return false;
    for (qsizetype i = 0; i < length; ++i)
        if (kod::lower(text_[begin + i]) != name_[static_cast<std::size_t>(i)])
            return false;
    return (begin == 0 || !isNameByte(text_[begin - 1])) && (begin + length == text_.size() || !isNameByte(text_[begin + length]));
}

/// `offset` letters are before it, of a byte each where they were read.
qsizetype UsePlaces::fromOneByteLetters(qsizetype offset) const
{
    const auto behind = std::upper_bound(wide_.begin(), wide_.end(), offset, [](qsizetype letter, const auto& one) { return letter < one.first; });
    return offset + (behind == wide_.begin() ? 0 : std::prev(behind)->second);
}

std::optional<std::pair<qsizetype, qsizetype>> UsePlaces::find(const kod::SymbolUse& use) const
{
    const auto length = static_cast<qsizetype>(name_.size());
    for (const qsizetype begin : {static_cast<qsizetype>(use.begin), fromOneByteLetters(use.begin)})
        if (isAt(begin))
            return std::pair{begin, begin + length};
    const auto [first, last] = lineRange(text_, use.line);
    std::optional<std::pair<qsizetype, qsizetype>> only;
    for (qsizetype at = first; at < last; ++at) {
        if (!isAt(at))
            continue;
        if (only)
            return std::nullopt;
        only = std::pair{at, at + length};
    }
    return only;
}

std::optional<QVector<qsizetype>> UsePlaces::findAll(const QVector<std::uint32_t>& begins) const
{
    for (const bool isOneByte : {false, true}) {
        QVector<qsizetype> places;
        for (const std::uint32_t begin : begins)
            places.push_back(isOneByte ? fromOneByteLetters(begin) : static_cast<qsizetype>(begin));
        if (std::ranges::all_of(places, [this](qsizetype begin) { return isAt(begin); }))
            return places;
    }
    return std::nullopt;
}

std::optional<QByteArray> textNow(const QString& path, const QHash<QString, QByteArray>& open)
{
    const auto there = open.find(QString::fromStdString(fileKey(path.toStdString())));
    if (there != open.end())
        return *there;
    if (auto file = readTextFor(path))
        return std::move(file->utf8);
    return std::nullopt;
}

QVector<UseGroup> linesOf(const std::vector<kod::SymbolUse>& uses, const std::string& name, const QHash<QString, QByteArray>& open)
{
    QVector<UseGroup> groups;
    std::map<std::filesystem::path, std::vector<const kod::SymbolUse*>> files;
    std::vector<std::filesystem::path> order;
    for (const kod::SymbolUse& use : uses) {
        auto& there = files[use.file];
        if (there.empty())
            order.push_back(use.file);
        there.push_back(&use);
    }
    for (const std::filesystem::path& file : order) {
        const QString path = QString::fromStdString(file.string());
        const auto text = textNow(path, open);
        if (!text)
            continue;
        const UsePlaces places(*text, name);
        qsizetype seen = 0;
        int line = 0;
        for (const kod::SymbolUse* use : files[file]) {
            const auto place = places.find(*use);
            if (!place)
                continue;
            if (place->first < seen) // not in order: count anew
                seen = line = 0;
            for (; seen < place->first; ++seen)
                if ((*text)[seen] == '\n' || ((*text)[seen] == '\r' && (seen + 1 == text->size() || (*text)[seen + 1] != '\n')))
                    ++line;
            const QString owner = QString::fromStdString(use->className);
            if (groups.isEmpty() || groups.last().path != path || groups.last().className != owner)
                groups.push_back({path, owner, {}});
            groups.last().lines.push_back({hitAt(*text, place->first, place->second, line), use->kind, QString::fromStdString(use->handlerName)});
        }
    }
    return groups;
}

QString useKindText(kod::UseKind kind)
{
    switch (kind) {
    case kod::UseKind::Defines: return say("defines");
    case kod::UseKind::Sends: return say("sends");
    case kod::UseKind::Writes: return say("writes");
    case kod::UseKind::Derives: return say("derives");
    case kod::UseKind::Mentions: break;
    }
    return say("mentions");
}

NameLook nameLook(kod::NameKind kind)
{
    using Ink = Theme::Syntax;
    switch (kind) {
    case kod::NameKind::Local:
    case kod::NameKind::Parameter:
    case kod::NameKind::Self: return {"object", &Ink::property};
    case kod::NameKind::Property:
    case kod::NameKind::Classvar: return {"property", &Ink::property};
    case kod::NameKind::Constant: return {"tag", &Ink::constant};
    case kod::NameKind::Resource: return {"resource", &Ink::string};
    case kod::NameKind::Class: return {"class", &Ink::className};
    case kod::NameKind::Message: return {"message", &Ink::message};
    case kod::NameKind::MessageParameter: return {"object", &Ink::parameter};
    case kod::NameKind::Function: break;
    }
    return {"command", &Ink::builtIn};
}

} // namespace blak::ui::code
