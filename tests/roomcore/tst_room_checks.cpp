// SPDX-License-Identifier: GPL-3.0-or-later
#include "roomedit/roomcore/checks/room_checks.h"

#include "formats/space/loaded_room.h"
#include "roomedit/roomcore/room_document.h"
#include "tests/roomcore/broken_rooms.h"

#include <QDir>
#include <QFile>
#include <QRegularExpression>
#include <QSet>
#include <QTest>

#include <algorithm>

using namespace blak;
using namespace blak::test;
using roomcore::checkRoom;
using roomcore::roomRules;

namespace {

const std::vector<int> knownTextures{3, 7};

std::vector<Diagnostic> findingsOf(const roo::Room& room)
{
    const auto loaded = space::LoadedRoom::load(room, "a.roo", space::WallLinedefs::None);
    return checkRoom({room, "a.roo", loaded ? std::string() : loaded.error().what, &knownTextures});
}

QStringList rulesOf(const std::vector<Diagnostic>& findings)
{
    QStringList rules;
    for (const Diagnostic& finding : findings)
        rules.append(QString::fromStdString(finding.code));
    return rules;
}

/// While it is edited, as views ask.
std::vector<Diagnostic> findingsOf(const roomcore::RoomDocument& document)
{
    const auto copy = document.copy().value();
    roomcore::RoomCheckInput input{copy->room};
    input.numbers = &copy->numbers;
    input.isBuilt = copy->room == *copy->file;
    input.edited = copy.get();
    return checkRoom(input);
}

QString messageOf(const std::vector<Diagnostic>& findings, const char* rule)
{
    const auto found = std::ranges::find(findings, std::string(rule), &Diagnostic::code);
    return found == findings.end() ? QString() : QString::fromStdString(found->message);
}

QStringList found(const roo::Room& room) { return rulesOf(findingsOf(room)); }

QString dataPath(const BrokenRoom& broken)
{
    return QDir(qEnvironmentVariable("BLAK_SOURCE_DIR"))
        .filePath(QStringLiteral("tests/data/rooms/broken/%1.roo").arg(QString::fromLatin1(broken.rule).replace(u' ', u'_')));
}

QByteArray bytesOf(const roo::Room& room)
{
    const std::vector<std::byte> bytes = roo::write(room);
    return {reinterpret_cast<const char*>(bytes.data()), static_cast<qsizetype>(bytes.size())};
}

QByteArray readBytes(const QString& path)
{
    QFile file(path);
    return file.open(QIODevice::ReadOnly) ? file.readAll() : QByteArray();
}

roo::Room roomOf(const std::string& bytes) { return roo::read(std::as_bytes(std::span(bytes)), "a.roo").value(); }

QString readText(const char* path)
{
    return QString::fromUtf8(readBytes(QDir(qEnvironmentVariable("BLAK_SOURCE_DIR")).filePath(QLatin1String(path))));
}

void addRows()
{
    QTest::addColumn<int>("number");
    for (int i = 0; i < static_cast<int>(brokenRooms.size()); ++i)
        QTest::newRow(brokenRooms[static_cast<std::size_t>(i)].rule) << i;
}

} // namespace

class TestRoomChecks : public QObject
{
    Q_OBJECT

private slots:
    void aCleanRoomHasNoFindings() { QCOMPARE(found(cleanRoom()), QStringList()); }

    void everyRuleSeesItsRoom_data() { addRows(); }
    void everyRuleSeesItsRoom()
    {
        QFETCH(const int, number);
        const BrokenRoom& broken = brokenRooms[static_cast<std::size_t>(number)];
        const roo::Room room = makeBroken(broken);
        const QStringList rules = found(room);
        QVERIFY2(rules.contains(QLatin1String(broken.rule)), qPrintable(rules.join(u',')));
        if (!broken.isFile)
            return;
        if (qEnvironmentVariableIsSet("BLAK_WRITE_BROKEN_ROOMS")) {
            QFile file(dataPath(broken));
            QVERIFY(file.open(QIODevice::WriteOnly) && file.write(bytesOf(room)) > 0);
        }
        QCOMPARE(readBytes(dataPath(broken)), bytesOf(room));
    }

    void everyFixPutsItsRoomRight_data() { addRows(); }
    void everyFixPutsItsRoomRight()
    {
        QFETCH(const int, number);
        const BrokenRoom& broken = brokenRooms[static_cast<std::size_t>(number)];
        if (!broken.isFile)
            return;
        const std::string bytes = readBytes(dataPath(broken)).toStdString();
        std::size_t tried = 0;
        for (std::size_t fix = 0; fix == tried; ++fix) {
            const auto document = roomcore::RoomDocument::make("a.roo", bytes).value();
            document->setProblems(findingsOf(roomOf(bytes)));
            const auto& problems = document->problems();
            const auto own = std::ranges::find(problems, broken.rule, &Diagnostic::code);
            QVERIFY(own != problems.end());
            if (fix >= own->fixes.size())
                break;
            ++tried;
            const auto done = document->applyFix(static_cast<std::size_t>(own - problems.begin()), fix, true);
            QVERIFY2(done, done ? "" : done.error().text().c_str());
            QVERIFY2(document->history().size() == 1, own->fixes[fix].title.c_str());
            QVERIFY(roomcore::validate(document->map()));
            const auto saved = document->content();
            QVERIFY2(saved, saved ? "" : saved.error().text().c_str());
            const QStringList rules = found(roomOf(*saved.value()));
            QVERIFY2(!rules.contains(QLatin1String(broken.rule)), own->fixes[fix].title.c_str());
            QVERIFY(document->history().undo());
            QCOMPARE(QByteArray::fromStdString(*document->content().value()), QByteArray::fromStdString(bytes));
        }
        QCOMPARE(tried > 0, broken.hasFix);
    }

    void everyRuleHasARoom()
    {
        QVERIFY(roomRules().size() >= 35);
        QCOMPARE(brokenRooms.size(), roomRules().size());
        for (const roomcore::RoomRule& rule : roomRules())
            QVERIFY2(std::ranges::any_of(brokenRooms, [&](const BrokenRoom& broken) { return rule.name == broken.rule; }),
                     rule.name.data());
    }

    void whatOnlyLooksSimilarIsNoFinding()
    {
        roo::Room room = cleanRoom();
        room.linedefs.push_back(lineInside(0, 0, 512, 512));   // meets others at its ends
        room.linedefs.push_back(lineInside(100, 64, 200, 64)); // a fence
        room.linedefs.push_back(lineInside(511, 200, 511, 300)); // a picture before its wall
        room.sidedefs[0].animationSpeed = 10;                  // does not scroll
        room.sectors[0].animationSpeed = 10;
        roo::refreshSecurity(room);
        QCOMPARE(found(room), QStringList());
    }

    void aFindingNamesItsPart()
    {
        roo::Room room = cleanRoom();
        room.linedefs.push_back(lineInside(64, 64, 64, 64));
        roo::refreshSecurity(room);
        const auto findings = findingsOf(room);
        QCOMPARE(findings.size(), 1u);
        QCOMPARE(findings[0].severity, Severity::Error);
        QCOMPARE(findings[0].file, std::string("a.roo"));
        QVERIFY((findings[0].parts == std::vector<PartPlace>{{"linedef", 4}}));
        QCOMPARE(findings[0].place, std::string("Line 4 · row 8, col 2"));
    }

    void partsAreNamedByIdsOnceNumbersChange()
    {
        const std::string bytes = bytesOf(cleanRoom()).toStdString();
        const auto document = roomcore::RoomDocument::make("a.roo", bytes).value();
        document::Transaction transaction(document->history(), "Edit");
        document->edit().remove(roomcore::LineId{0});
        const auto at = document->edit().addVertex({64, 64});
        roomcore::MapLine line{at, at};
        const auto added = document->edit().addLine(line);
        transaction.commit();
        const auto copy = document->copy().value();
        roomcore::RoomCheckInput input{copy->room};
        input.numbers = &copy->numbers;
        const auto findings = checkRoom(input);
        const auto zero = std::ranges::find(findings, std::string("zero length"), &Diagnostic::code);
        QVERIFY(zero != findings.end());
        QCOMPARE(zero->parts.front().id, added.value);
        QVERIFY(zero->message.find("Line 3 ") == 0); // its number
    }

    void oneRuleDoesNotFillThePanel()
    {
        roo::Room room = cleanRoom();
        room.linedefs.insert(room.linedefs.end(), 250, lineInside(64, 64, 64, 64));
        roo::refreshSecurity(room);
        const std::string bytes = bytesOf(room).toStdString();
        const auto document = roomcore::RoomDocument::make("a.roo", bytes).value();
        document->setProblems(findingsOf(roomOf(bytes)));
        QCOMPARE(document->problems().size(), 201u);
        QCOMPARE(document->problems().back().message, std::string("50 more places like these are not listed."));
        // All of the kind is all, listed or not.
        QCOMPARE(document->applyFix(0, 0, true).value(), 201u);
        QCOMPARE(document->copy().value()->room.linedefs.size(), 4u);
    }

    void anIgnoredRuleIsNotRun()
    {
        roo::Room room = cleanRoom();
        room.linedefs.push_back(lineInside(64, 64, 64, 64));
        roo::refreshSecurity(room);
        roomcore::RoomCheckInput input{room};
        input.ignored = {"zero length"};
        QVERIFY(checkRoom(input).empty());
    }

    void sentencesAreSaidInTheLanguageOfTheUser()
    {
        roo::Room room = cleanRoom();
        room.linedefs.push_back(lineInside(64, 64, 64, 64));
        roo::refreshSecurity(room);
        roomcore::RoomCheckInput input{room};
        input.translate = [](const char* pattern) -> std::string {
            const std::string_view text = pattern;
            return text == "Line %1 has no length."   ? "Ohne Länge: Linie %1."
                   : text == "Delete the line"        ? "Linie löschen"
                   : text == "Line %1 · row %2, col %3" ? "Spalte %3, Zeile %2: Linie %1"
                                                      : std::string(text);
        };
        const auto findings = checkRoom(input);
        QCOMPARE(findings.size(), 1u);
        QCOMPARE(findings[0].message, std::string("Ohne Länge: Linie 4."));
        QCOMPARE(findings[0].place, std::string("Spalte 2, Zeile 8: Linie 4"));
        QCOMPARE(findings[0].fixes.at(0).title, std::string("Linie löschen"));
    }

    /// Saving makes tree, grids and checksum anew: what is stale until then is no finding.
    void whatSavingMakesAnewIsNotCheckedWhileEditing()
    {
        roo::Room room = cleanRoom();
        room.security ^= 1;
        room.width += 16;
        roomcore::RoomCheckInput input{room};
        input.isBuilt = false;
        QCOMPARE(rulesOf(checkRoom(input)), QStringList());
    }

    void whatIsOutOfReachIsSaidOfEditedRoomsToo()
    {
        roo::Room wall;
        wall.format = roo::Format::V13Float;
        wall.server = roo::emptyServerSection(wall.format);
        makeSquare(wall);
        wall.linedefs.push_back(lineInside(256, 0, 256, 512));
        const std::string bytes = bytesOf(roomcore::rebuild(wall, wall).value().room).toStdString();
        const auto document = roomcore::RoomDocument::make("a.roo", bytes).value();
        const QString said = messageOf(findingsOf(*document), "out of reach");
        QVERIFY(!said.isEmpty());
        const auto edit = [&](const char* name, const auto& change) {
            document::Transaction transaction(document->history(), name);
            change(document->edit());
            transaction.commit();
        };
        edit("Light", [](roomcore::MapEdit map) {
            roo::Sector sector = map.map().sector({0});
            sector.light = 140;
            map.set(roomcore::SectorId{0}, sector);
        });
        QCOMPARE(messageOf(findingsOf(*document), "out of reach"), said);
        edit("Heights", [](roomcore::MapEdit map) { // the grids are stale now
            roo::Sector sector = map.map().sector({0});
            sector.floorHeight = 8;
            map.set(roomcore::SectorId{0}, sector);
        });
        QCOMPARE(messageOf(findingsOf(*document), "out of reach"), said);
        QCOMPARE(messageOf(findingsOf(roomOf(*document->content().value())), "out of reach"), said);
        edit("Wall", [](roomcore::MapEdit map) { map.remove(roomcore::LineId{4}); });
        QCOMPARE(messageOf(findingsOf(*document), "out of reach"), QString());
        QVERIFY(document->history().undo());
        QCOMPARE(messageOf(findingsOf(*document), "out of reach"), said);
    }

    /// Where floors slope, the heights that count are those at the line.
    void texturesWithoutStepGoBesideSlopesToo()
    {
        roo::Room room = cleanRoom();
        addSector(room);
        room.sectors[0].floorHeight = room.sectors[1].floorHeight = 16;
        roo::Slope low;
        low.c = 1;
        low.vertices = {roo::SlopeVertex{128, 128, 0}, roo::SlopeVertex{384, 128, 0}, roo::SlopeVertex{128, 384, 0}};
        room.sectors[1].floorSlope = low;
        room.sectors[1].flags |= roo::sector_flag::slopedFloor;
        room.sidedefs[1].belowTexture = room.sidedefs[2].belowTexture = 7;
        const std::string bytes = bytesOf(roomcore::rebuild(room, room).value().room).toStdString();
        const auto document = roomcore::RoomDocument::make("a.roo", bytes).value();
        document->setProblems(findingsOf(*document));
        const auto& problems = document->problems();
        const auto own = std::ranges::find(problems, std::string("texture without step"), &Diagnostic::code);
        QVERIFY(own != problems.end());
        QVERIFY2(own->message.starts_with("8 sides "), own->message.c_str());
        QVERIFY(document->applyFix(static_cast<std::size_t>(own - problems.begin()), 0, false));
        QCOMPARE(messageOf(findingsOf(*document), "texture without step"), QString());
        const roomcore::MapLine& line = document->map().line({4});
        QCOMPARE(document->map().sidedef(line.sides[0].sidedef).belowTexture, 7); // seen from below
        QCOMPARE(document->map().sidedef(line.sides[1].sidedef).belowTexture, 0);
    }

    void theHelpAndTheProblemsPanelKnowEveryRule()
    {
        QSet<QString> explained, named;
        auto headings = QRegularExpression(QStringLiteral("^## (.+)$"), QRegularExpression::MultilineOption)
                            .globalMatch(readText("studio/help/pages/rules.md"));
        while (headings.hasNext())
            explained.insert(headings.next().captured(1));
        for (const roomcore::RoomRule& rule : roomRules())
            named.insert(QString::fromUtf8(rule.name.data(), static_cast<qsizetype>(rule.name.size())));
        QCOMPARE(explained, named);
        const QString panel = readText("studio/shell/rule_names.cpp");
        for (const QString& name : std::as_const(named))
            QVERIFY2(panel.contains(u'"' + name + u'"'), qPrintable(name));
    }
};

QTEST_APPLESS_MAIN(TestRoomChecks)
#include "tst_room_checks.moc"
