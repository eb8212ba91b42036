// SPDX-License-Identifier: GPL-3.0-or-later
#include "studio/views/compare/compare_load.h"

#include "formats/bof/disassemble.h"
#include "formats/diff/text_diff.h"
#include "studio/project/read_failure.h"
#include "studio/views/common/file_view.h"
#include "studio/views/common/text.h"
#include "studio/views/compare/compare_paths.h"
#include "studio/views/diff/room_diff.h"
#include "studio/views/diff/save_diff.h"
#include "studio/views/diff/table_diff.h"

#include <QCoreApplication>
#include <QFile>
#include <QFileInfo>

#include <algorithm>
#include <array>

namespace blak::ui::views {
namespace {

using project::FileKind;
using Bytes = std::vector<std::byte>;

constexpr std::size_t mostHexBytes = 8u << 20;

QString say(const char* text) { return QCoreApplication::translate("CompareFiles", text); }

std::string_view textOf(const Bytes& bytes) { return {reinterpret_cast<const char*>(bytes.data()), bytes.size()}; }

bool isText(const Bytes& bytes) { return std::find(bytes.begin(), bytes.end(), std::byte{0}) == bytes.end(); }

/// UTF-8 where it is valid, else the old code page: a text of one byte a character.
QString decode(std::string_view text, bool isUtf8) { return isUtf8 ? fromUtf8(text) : fromOldText(text); }

bool isValidUtf8(std::string_view text)
{
    return fromUtf8(text).toUtf8() == QByteArray(text.data(), static_cast<qsizetype>(text.size()));
}

/// Spans count bytes, ranges count characters with tabs laid out.
SideLine::Ranges rangesOf(const std::vector<diff::Span>& spans, std::string_view line, bool isUtf8)
{
    SideLine::Ranges ranges;
    for (const diff::Span& span : spans) {
        const auto position = [&](std::size_t byte) {
            const QString before = decode(line.substr(0, byte), isUtf8);
            return static_cast<int>(before.size() + before.count(QLatin1Char('\t')) * 3);
        };
        ranges.emplace_back(position(span.begin), position(span.end));
    }
    return ranges;
}

void compareTexts(std::string_view left, std::string_view right, Compared& result)
{
    result.hasLines = true;
    const bool leftUtf8 = isValidUtf8(left), rightUtf8 = isValidUtf8(right);
    const auto leftLines = diff::splitLines(left), rightLines = diff::splitLines(right);
    const QString tab = QStringLiteral("    ");
    for (const diff::LinePair& pair : diff::compareLines(leftLines, rightLines)) {
        SideLine line;
        line.same = pair.same;
        line.related = pair.related;
        line.hasLeft = pair.left >= 0;
        line.hasRight = pair.right >= 0;
        if (line.hasLeft) {
            const std::string_view text = leftLines[static_cast<std::size_t>(pair.left)];
            line.leftMark = QString::number(pair.left + 1);
            line.left = decode(text, leftUtf8).replace(QLatin1Char('\t'), tab);
            line.leftRanges = rangesOf(pair.leftSpans, text, leftUtf8);
        }
        if (line.hasRight) {
            const std::string_view text = rightLines[static_cast<std::size_t>(pair.right)];
            line.rightMark = QString::number(pair.right + 1);
            line.right = decode(text, rightUtf8).replace(QLatin1Char('\t'), tab);
            line.rightRanges = rangesOf(pair.rightSpans, text, rightUtf8);
        }
        result.lines.push_back(std::move(line));
    }
}

QString hexRow(std::span<const std::byte> bytes, std::size_t row)
{
    QString hex, text;
    for (std::size_t i = 0; i < diff::rowSize; ++i) {
        const std::size_t at = row * diff::rowSize + i;
        if (at >= bytes.size()) {
            hex += QStringLiteral("   ");
            continue;
        }
        const auto byte = static_cast<unsigned>(bytes[at]);
        hex += QStringLiteral("%1 ").arg(byte, 2, 16, QLatin1Char('0'));
        text += byte >= 0x20 && byte < 0x7F ? QChar(static_cast<char16_t>(byte)) : QChar(u'\u00b7');
    }
    return hex + QLatin1Char(' ') + text;
}

SideLine::Ranges hexRanges(const std::vector<diff::Span>& spans)
{
    SideLine::Ranges ranges;
    for (const diff::Span& span : spans) {
        const auto column = static_cast<int>(span.begin);
        ranges.emplace_back(column * 3, column * 3 + 2);
        ranges.emplace_back(static_cast<int>(diff::rowSize) * 3 + 1 + column, static_cast<int>(diff::rowSize) * 3 + 2 + column);
    }
    return ranges;
}

void compareAsBytes(const Bytes& left, const Bytes& right, Compared& result)
{
    result.kind = say("bytes");
    result.hasLines = true;
    const auto cut = [](const Bytes& bytes) { return std::span(bytes).first(std::min(bytes.size(), mostHexBytes)); };
    const auto l = cut(left), r = cut(right);
    for (const diff::LinePair& pair : diff::compareBytes(l, r)) {
        SideLine line;
        line.same = pair.same;
        line.hasLeft = pair.left >= 0;
        line.hasRight = pair.right >= 0;
        const auto offset = [](std::int64_t row) {
            return QStringLiteral("%1").arg(row * static_cast<std::int64_t>(diff::rowSize), 6, 16, QLatin1Char('0'));
        };
        if (line.hasLeft) {
            line.leftMark = offset(pair.left);
            line.left = hexRow(l, static_cast<std::size_t>(pair.left));
            line.leftRanges = hexRanges(pair.leftSpans);
        }
        if (line.hasRight) {
            line.rightMark = offset(pair.right);
            line.right = hexRow(r, static_cast<std::size_t>(pair.right));
            line.rightRanges = hexRanges(pair.rightSpans);
        }
        result.lines.push_back(std::move(line));
    }
}

/// A file, or what would take its place.
struct Side
{
    QString name; ///< as shown
    FileKind kind = FileKind::Other;
    Bytes bytes;
};

/// Kinds that are compared as what they are.
bool hasComparison(FileKind kind)
{
    constexpr std::array known{FileKind::Room,       FileKind::Sprite,     FileKind::SavedGame, FileKind::Resources,
                               FileKind::SymbolBase, FileKind::ObjectCode, FileKind::Image};
    return std::find(known.begin(), known.end(), kind) != known.end();
}

QString failureOf(const Side& side, const Error& error)
{
    return fromUtf8(project::readFailure(error, side.kind, side.name.toStdString()));
}

/// Reads both with `read`; what cannot be read is told in the note, and they are compared otherwise.
template <typename Read, typename Compare>
bool readBoth(const Side& left, const Side& right, Compared& result, Read read, Compare compare)
{
    auto l = read(left.bytes);
    auto r = read(right.bytes);
    if (l && r) {
        compare(std::move(l).value(), std::move(r).value());
        return true;
    }
    QStringList why;
    if (!l)
        why << failureOf(left, l.error());
    if (!r)
        why << failureOf(right, r.error());
    result.note = why.join(u' ');
    return false;
}

bool compareAsKind(const Side& left, const Side& right, Compared& result)
{
    const auto list = [&result](const QString& name, diff::Differences all) {
        result.kind = name;
        result.hasList = true;
        result.list = std::move(all);
    };
    switch (left.kind) {
    case FileKind::Room:
        return readBoth(
            left, right, result, [](const Bytes& bytes) { return roo::read(bytes, {}); },
            [&](roo::Room l, roo::Room r) {
                list(say("rooms"), diff::compareRooms(l, r, diff::matchRooms(l, r)));
                result.leftRoom = std::make_shared<const roo::Room>(std::move(l));
                result.rightRoom = std::make_shared<const roo::Room>(std::move(r));
            });
    case FileKind::Sprite:
        return readBoth(
            left, right, result, [](const Bytes& bytes) { return bgf::read(bytes, {}); },
            [&](bgf::Sprite l, bgf::Sprite r) {
                result.frames = diff::compareSprites(l, r);
                list(say("sprites"), result.frames.list);
                result.sprites.emplace(std::move(l), std::move(r));
            });
    case FileKind::SavedGame:
        return readBoth(
            left, right, result, [](const Bytes& bytes) { return save::readGame(bytes, {}); },
            [&](const save::Game& l, const save::Game& r) { list(say("saved games"), diff::compareGames(l, r)); });
    case FileKind::Resources:
        return readBoth(
            left, right, result, [](const Bytes& bytes) { return rsc::read(bytes, {}); },
            [&](const rsc::File& l, const rsc::File& r) { list(say("resources"), diff::compareResources(l, r)); });
    case FileKind::SymbolBase:
        return readBoth(
            left, right, result, [](const Bytes& bytes) { return kodbase::read(textOf(bytes), {}); },
            [&](const kodbase::Kodbase& l, const kodbase::Kodbase& r) {
                list(say("names and numbers"), diff::compareKodbases(l, r));
            });
    case FileKind::ObjectCode:
        return readBoth(
            left, right, result, [](const Bytes& bytes) { return bof::read(bytes, {}); },
            [&](const bof::File& l, const bof::File& r) {
                result.kind = say("object code");
                compareTexts(bof::disassemble(l), bof::disassemble(r), result);
            });
    case FileKind::Image: {
        const auto picture = [](const Bytes& bytes) {
            return QImage::fromData(reinterpret_cast<const uchar*>(bytes.data()), static_cast<int>(bytes.size()));
        };
        const QImage l = picture(left.bytes), r = picture(right.bytes);
        if (l.isNull() || r.isNull()) {
            result.note = say("%1 cannot be read as a picture.").arg(l.isNull() ? left.name : right.name);
            return false;
        }
        result.kind = say("pictures");
        result.leftPicture = l;
        result.rightPicture = r;
        return true;
    }
    default: return false;
    }
}

} // namespace

namespace {

Result<Bytes> bytesOf(const QString& file)
{
    auto bytes = readBytes(file);
    if (bytes)
        return bytes;
    const Error& error = bytes.error();
    return Error{project::readFailure(error, QFile::encodeName(file).toStdString(), QFileInfo(file).fileName().toStdString()),
                 file.toStdString(), error.code};
}

Bytes asBytes(std::string_view text)
{
    const auto* bytes = reinterpret_cast<const std::byte*>(text.data());
    return Bytes(bytes, bytes + text.size());
}

/// Why two files are not compared as what one of them is; `as`: what they are compared as instead.
QString noteOf(const Side& left, const Side& right, const QString& failure, const QString& as)
{
    if (!failure.isEmpty())
        return say("%1 So both are compared as %2.").arg(failure, as);
    if (left.kind == right.kind || (!hasComparison(left.kind) && !hasComparison(right.kind)))
        return {};
    return say("%1 is %2, %3 is %4. Files of different kinds are compared as %5.")
        .arg(left.name, fromUtf8(project::kindInWords(left.kind)), right.name, fromUtf8(project::kindInWords(right.kind)), as);
}

Compared compareContents(const Side& left, const Side& right)
{
    Compared result;
    result.equal = left.bytes == right.bytes;
    if (left.kind == right.kind && compareAsKind(left, right, result))
        return result;
    const QString failure = result.note;
    result = Compared{};
    result.equal = left.bytes == right.bytes;
    if (isText(left.bytes) && isText(right.bytes)) {
        result.kind = say("texts");
        compareTexts(textOf(left.bytes), textOf(right.bytes), result);
    } else {
        compareAsBytes(left.bytes, right.bytes, result);
    }
    result.note = noteOf(left, right, failure, result.kind);
    return result;
}

} // namespace

Result<Compared> compareFiles(const QString& leftFile, const QString& rightFile, const std::optional<std::string>& leftEdits,
                              const std::optional<std::string>& rightEdits)
{
    const auto contentOf = [](const QString& file, const std::optional<std::string>& edits) {
        return edits ? Result<Bytes>(asBytes(*edits)) : bytesOf(file);
    };
    auto left = contentOf(leftFile, leftEdits);
    if (!left)
        return left.error();
    auto right = contentOf(rightFile, rightEdits);
    if (!right)
        return right.error();
    const auto names = shownNames(leftFile, rightFile);
    const auto isKeptOf = [](const QString& before, const QString& file) { return before == file + u'~'; }; // its name does not say its kind
    return compareContents({names.first, kindOfFile(isKeptOf(leftFile, rightFile) ? rightFile : leftFile), std::move(left).value()},
                           {names.second, kindOfFile(isKeptOf(rightFile, leftFile) ? leftFile : rightFile), std::move(right).value()});
}

Result<Compared> compareWithEdits(const QString& file, std::string_view edited)
{
    auto onDisk = bytesOf(file);
    if (!onDisk)
        return onDisk.error();
    const FileKind kind = kindOfFile(file);
    const QString name = QFileInfo(file).fileName();
    return compareContents({say("%1 on disk").arg(name), kind, std::move(onDisk).value()},
                           {say("%1 as edited").arg(name), kind, asBytes(edited)});
}

} // namespace blak::ui::views
