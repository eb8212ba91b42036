// SPDX-License-Identifier: GPL-3.0-or-later
// Live values that become defaults in the source of a class.
#include "studio/playing/class_tree.h"
#include "studio/playing/object_leads.h"
#include "studio/playing/write_back.h"

#include <QTest>

#include <nlohmann/json.hpp>

using namespace blak;
using namespace blak::ui::playing;
using namespace blak::treeplan;

class TestWriteBack : public QObject
{
    Q_OBJECT

    static std::string changed(const std::string& source, const std::string& type, const std::vector<WantedDeclaration>& wanted,
                               KodComments comments = KodComments::Percent)
    {
        const auto result = withDeclarations(source, type, comments, wanted);
        return result ? result.value() : "! " + result.error().text();
    }

private slots:
    void changesADeclarationAndKeepsItsComment()
    {
        const std::string source = "Lamp is Thing\nclassvars:\n   viLight = 20 % bright\nproperties:\n\n   piOil = 5\n   pbLit = TRUE\nmessages:\nend\n";
        QCOMPARE(changed(source, "Lamp", {{KodSection::Properties, "piOil", "7"}, {KodSection::Properties, "pbLit", "0"}, {KodSection::ClassVariables, "viLight", "-3"}}),
                 std::string("Lamp is Thing\nclassvars:\n   viLight = -3 % bright\nproperties:\n\n   piOil = 7\n   pbLit = FALSE\nmessages:\nend\n"));
    }

    void declaresAnewWhatIsInherited()
    {
        QCOMPARE(changed("A is B\r\nproperties:\r\n\r\n   piX = 1\r\n\r\nmessages:\r\nend\r\n", "a", {{KodSection::Properties, "piY", "2"}}),
                 std::string("A is B\r\nproperties:\r\n\r\n   piX = 1\r\n   piY = 2\r\n\r\nmessages:\r\nend\r\n"));
        QCOMPARE(changed("A is B\nmessages:\nend\n", "A", {{KodSection::Properties, "piY", "2"}}),
                 std::string("A is B\nproperties:\n\n   piY = 2\n\nmessages:\nend\n"));
        QCOMPARE(changed("A is B\nproperties:\n   piX = 1\nmessages:\nend\n", "A", {{KodSection::ClassVariables, "viY", "2"}}),
                 std::string("A is B\nclassvars:\n\n   viY = 2\n\nproperties:\n   piX = 1\nmessages:\nend\n"));
        QCOMPARE(changed("A is B\nend\n", "A", {{KodSection::Properties, "piY", "$"}}), std::string("A is B\nproperties:\n\n   piY = $\n\nend\n"));
    }

    void takesTheRightClassAndIsNotFooledByTexts()
    {
        const std::string source = "% Lamp is old\nOther is Lamp\nproperties:\n   piOil = 1\nmessages:\nend\n"
                                   "Lamp is Thing\nresources:\n   text = \"properties: piOil = 3\"\nproperties:\n   % piOil = 4\n   piOil = 5\nmessages:\n"
                                   "   Use()\n   {\n      piOil = 6;\n   }\nend\n";
        std::string expected = source;
        expected.replace(expected.find("piOil = 5"), 9, "piOil = 9");
        QCOMPARE(changed(source, "Lamp", {{KodSection::Properties, "piOil", "9"}}), expected);
        QCOMPARE(changed("A is B // x = 1\nproperties:\n   piX = 1 // y\n   /* piX = 2 */\nend\n", "A", {{KodSection::Properties, "piX", "3"}}, KodComments::Slashes),
                 std::string("A is B // x = 1\nproperties:\n   piX = 3 // y\n   /* piX = 2 */\nend\n"));
    }

    void listsOverSeveralLinesAreOneValue()
    {
        QCOMPARE(changed("A is B\nproperties:\n   plX = [ 1,\n      2 ]\n   piY = 1\nend\n", "A", {{KodSection::Properties, "plX", "$"}}),
                 std::string("A is B\nproperties:\n   plX = $\n   piY = 1\nend\n"));
    }

    void refusesWhatItCannotRead()
    {
        QVERIFY(changed("A is B\nproperties:\nend\n", "C", {{KodSection::Properties, "piX", "1"}}).starts_with("! "));
        QVERIFY(changed("A is B\nproperties:\n   piX\nend\n", "A", {{KodSection::Properties, "piX", "1"}}).starts_with("! "));
        QVERIFY(changed("A is B\nproperties:\n   piX = 1\n", "A", {{KodSection::Properties, "piX", "1"}}).starts_with("! "));
        QVERIFY(changed("", "A", {{KodSection::Properties, "piX", "1"}}).starts_with("! "));
    }

    void valuesThatASourceCanHold()
    {
        QCOMPARE(blakodDefault({{"tag", "INT"}, {"data", -4}}), std::optional<std::string>("-4"));
        QCOMPARE(blakodDefault({{"tag", "$"}, {"data", 0}}), std::optional<std::string>("$"));
        QCOMPARE(blakodDefault({{"tag", "CLASS"}, {"data", 7}, {"name", "Oak"}}), std::optional<std::string>("&Oak"));
        QCOMPARE(blakodDefault({{"tag", "RESOURCE"}, {"data", 7}, {"name", "oak_icon"}}), std::optional<std::string>("oak_icon"));
        QVERIFY(!blakodDefault({{"tag", "OBJECT"}, {"data", 7}}));
        QVERIFY(!blakodDefault({{"tag", "LIST"}, {"data", 7}}));
        QVERIFY(!blakodDefault(nullptr));
    }

    void classesStandBelowTheirSuperclasses()
    {
        const nlohmann::json classes = nlohmann::json::array({{{"classId", 1}, {"class", "Object"}, {"super", 0}, {"objects", 0}},
                                                              {{"classId", 2}, {"class", "Thing"}, {"super", 1}, {"objects", 3}},
                                                              {{"classId", 3}, {"class", "Never"}, {"super", 1}, {"objects", 0}},
                                                              {{"classId", 4}, {"class", "Apple"}, {"super", 2}, {"objects", 2}},
                                                              {{"classId", 5}, {"class", "Orphan"}, {"super", 99}, {"objects", 1}}});
        const ClassTree tree = ClassTree::of(classes);
        QCOMPARE(tree.roots(), (QVector<int>{1, 5}));
        QCOMPARE(tree.find(1)->all, qint64(5));
        QCOMPARE(tree.find(1)->children, QVector<int>{2});
        QCOMPARE(tree.find(2)->own, qint64(3));
        QCOMPARE(tree.find(2)->children, QVector<int>{4});
        QVERIFY(tree.find(77) == nullptr);
    }

    void theIconGoesBeforeOtherSprites()
    {
        const nlohmann::json facts{{"resources", nlohmann::json::array({{{"name", "vrName"}, {"text", "a mug"}},
                                                                        {{"name", "vrOverlay"}, {"text", "steam.bgf"}},
                                                                        {{"name", "vrIcon"}, {"text", "gfx\\Mug.BGF"}}})}};
        QCOMPARE(fileAmong(facts, QStringLiteral(".bgf")), QStringLiteral("Mug.BGF"));
        QCOMPARE(fileAmong(facts, QStringLiteral(".roo")), QString());
        QCOMPARE(fileAmong(nlohmann::json::object(), QStringLiteral(".bgf")), QString());
    }
};

QTEST_MAIN(TestWriteBack)
#include "tst_write_back.moc"
