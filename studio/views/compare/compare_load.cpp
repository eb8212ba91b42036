// SPDX-License-Identifier: GPL-3.0-or-later
#include "studio/views/compare/compare_load.h"

#include "formats/bof/disassemble.h"
#include "formats/diff/text_diff.h"
#include "kodide/ui/text_look.h"
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

/// One of two texts, and how its lines are shown.
class TextSide
{
public:
    /// `path`: where it is, of Blakod.
    TextSide(std::string_view text, code::TextLanguage language, const QString& path, const std::shared_ptr<Project>& project)
        : text_(text), lines_(diff::splitLines(text)), tab_(code::tabColumns(language)),
          isUtf8_(fromUtf8(text).toUtf8() == QByteArrayView(text.data(), static_cast<qsizetype>(text.size()))),
          runs_(code::styleRuns(language, text, path, project))
    {
    }

    const std::vector<std::string_view>& lines() const { return lines_; }

    /// From the first line on; -1: there is none across.
    LineText take(std::int64_t number, const std::vector<diff::Span>& spans)
    {
        LineText line;
        line.exists = number >= 0;
        if (!line.exists)
            return line;
        const std::string_view bytes = lines_[static_cast<std::size_t>(number)];
        const std::vector<int> columns = layOut(bytes, line.text);
        line.mark = QString::number(number + 1);
        for (const diff::Span& span : spans)
            line.ranges.emplace_back(columns[span.begin], columns[span.end]);
        const auto begin = static_cast<std::size_t>(bytes.data() - text_.data());
        const std::size_t end = begin + bytes.size();
        while (run_ < runs_.size() && runs_[run_].end <= begin)
            ++run_;
        for (std::size_t i = run_; i < runs_.size() && runs_[i].begin < end; ++i)
            line.inks.push_back({columns[std::max(runs_[i].begin, begin) - begin], columns[std::min(runs_[i].end, end) - begin], runs_[i].style});
        return line;
    }

private:
    /// The character of each byte, and of the end, in `shown`: tabs lead to the next stop.
    std::vector<int> layOut(std::string_view bytes, QString& shown) const
    {
        const QString text = isUtf8_ ? fromUtf8(bytes) : fromOldText(bytes); // the old code page: a text of one byte a character
        std::vector<int> columns(bytes.size() + 1);
        std::size_t byte = 0;
        for (qsizetype i = 0; i < text.size(); ++i) {
            const char32_t letter = text[i].isHighSurrogate() && i + 1 < text.size() ? QChar::surrogateToUcs4(text[i], text[i + 1]) : text[i].unicode();
            const std::size_t size = !isUtf8_ || letter < 0x80 ? 1 : letter < 0x800 ? 2 : letter < 0x10000 ? 3 : 4;
            for (std::size_t k = 0; k < size && byte < bytes.size(); ++k)
                columns[byte++] = static_cast<int>(shown.size());
            if (letter == U'\t')
                shown += QString(tab_ - shown.size() % tab_, QLatin1Char(' '));
            else
                shown += text[i];
            if (letter >= 0x10000)
                shown += text[++i];
        }
        for (; byte < columns.size(); ++byte)
            columns[byte] = static_cast<int>(shown.size());
        return columns;
    }

    std::string_view text_;
    std::vector<std::string_view> lines_;
    int tab_;
    bool isUtf8_;
    std::vector<code::StyleRun> runs_;
    std::size_t run_ = 0; ///< the first one that may reach into the next line
};

void compareTexts(TextSide left, TextSide right, Compared& result)
{
    result.hasLines = true;
    for (const diff::LinePair& pair : diff::compareLines(left.lines(), right.lines())) {
        SideLine line;
        line.same = pair.same;
        line.related = pair.related;
        line.left = left.take(pair.left, pair.leftSpans);
        line.right = right.take(pair.right, pair.rightSpans);
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

decltype(LineText::ranges) hexRanges(const std::vector<diff::Span>& spans)
{
    decltype(LineText::ranges) ranges;
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
        const auto row = [](std::int64_t number, std::span<const std::byte> bytes, const std::vector<diff::Span>& spans) {
            LineText shown;
            shown.exists = number >= 0;
            if (shown.exists) {
                shown.mark = QStringLiteral("%1").arg(number * static_cast<std::int64_t>(diff::rowSize), 6, 16, QLatin1Char('0'));
                shown.text = hexRow(bytes, static_cast<std::size_t>(number));
                shown.ranges = hexRanges(spans);
            }
            return shown;
        };
        line.left = row(pair.left, l, pair.leftSpans);
        line.right = row(pair.right, r, pair.rightSpans);
        result.lines.push_back(std::move(line));
    }
}

/// A file, or what would take its place.
struct Side
{
    QString name; ///< as shown
    FileKind kind = FileKind::Other;
    QString path; ///< that says its language
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
                const std::string leftText = bof::disassemble(l), rightText = bof::disassemble(r);
                constexpr auto language = code::TextLanguage::CLike; // of the listing, as beside its source
                compareTexts({leftText, language, {}, nullptr}, {rightText, language, {}, nullptr}, result);
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

Compared compareContents(const Side& left, const Side& right, const std::shared_ptr<Project>& project)
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
        const auto text = [&project](const Side& side) { return TextSide(textOf(side.bytes), code::languageOf(side.path), side.path, project); };
        compareTexts(text(left), text(right), result);
    } else {
        compareAsBytes(left.bytes, right.bytes, result);
    }
    result.note = noteOf(left, right, failure, result.kind);
    return result;
}

} // namespace

Result<Compared> compareFiles(const QString& leftFile, const QString& rightFile, const std::shared_ptr<Project>& project,
                              const std::optional<std::string>& leftEdits, const std::optional<std::string>& rightEdits)
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
    const auto telling = [](const QString& file, const QString& other) { return file == other + u'~' ? other : file; }; // that of a version that was kept does not say its kind
    const auto side = [](const QString& name, const QString& path, Bytes bytes) { return Side{name, kindOfFile(path), path, std::move(bytes)}; };
    return compareContents(side(names.first, telling(leftFile, rightFile), std::move(left).value()),
                           side(names.second, telling(rightFile, leftFile), std::move(right).value()), project);
}

Result<Compared> compareWithEdits(const QString& file, std::string_view edited, const std::shared_ptr<Project>& project)
{
    auto onDisk = bytesOf(file);
    if (!onDisk)
        return onDisk.error();
    const FileKind kind = kindOfFile(file);
    const QString name = QFileInfo(file).fileName();
    return compareContents({say("%1 on disk").arg(name), kind, file, std::move(onDisk).value()},
                           {say("%1 as edited").arg(name), kind, file, asBytes(edited)}, project);
}

} // namespace blak::ui::views
