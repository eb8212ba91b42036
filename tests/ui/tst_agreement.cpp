// SPDX-License-Identifier: GPL-3.0-or-later
// What is wrong with a tree is the same for the editor, `blak check`, `blak compile` and Play, wherever the tree keeps its names.
#include "studio/play/prepare/prepare.h"
#include "studio/shell/document_area.h"
#include "studio/shell/editors.h"
#include "studio/shell/studio_settings.h"
#include "tests/support/run_blak.h"
#include "tests/support/shown_studio.h"
#include "tests/world/world_files.h"
#include "ui/theme.h"

#include <QDir>
#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>
#include <QTemporaryDir>
#include <QTest>

using namespace blak;
using namespace blak::ui;
using namespace blak::ui::shell;

namespace fs = std::filesystem;

class TestAgreement : public QObject
{
    Q_OBJECT

    /// A finding without its words: "K0302 8".
    static QString shortOf(const Diagnostic& finding)
    {
        return QStringLiteral("%1 %2").arg(QString::fromStdString(finding.code)).arg(finding.range.line);
    }

    static QStringList sorted(QStringList all)
    {
        all.sort();
        return all;
    }

    /// Of one file, out of `--json`.
    static QStringList errorsOf(const test::Run& run, const QString& name)
    {
        QStringList all;
        for (const QJsonValue& one : QJsonDocument::fromJson(run.output.toUtf8())[QStringLiteral("diagnostics")].toArray())
            if (one[QStringLiteral("severity")].toString() == QLatin1String("error") &&
                one[QStringLiteral("file")].toString().endsWith(name))
                all << QStringLiteral("%1 %2")
                           .arg(one[QStringLiteral("code")].toString())
                           .arg(one[QStringLiteral("range")][QStringLiteral("line")].toInt());
        return sorted(all);
    }

private slots:
    void initTestCase() { installTheme(*qApp, ThemeKind::Dark); }

    void allSayTheSame_data()
    {
        QTest::addColumn<QStringList>("without"); // names of the sample that are taken away
        QTest::addColumn<QString>("comment");
        QTest::newRow("as the sample is built") << QStringList() << QStringLiteral("%");
        QTest::newRow("names beside the sources") << QStringList{QStringLiteral("kodbase.txt")} << QStringLiteral("%");
        QTest::newRow("names at the top") << QStringList{QStringLiteral("kod/kodbase.txt")} << QStringLiteral("%");
        QTest::newRow("no names yet") << QStringList{QStringLiteral("kodbase.txt"), QStringLiteral("kod/kodbase.txt")}
                                      << QStringLiteral("%");
    }

    void allSayTheSame()
    {
        QFETCH(QStringList, without);
        QFETCH(QString, comment);
        const QTemporaryDir folder;
        useSettingsFile(folder.filePath(QStringLiteral("studio.ini")));
        const fs::path world = fs::canonical(folder.path().toStdString()) / "world";
        fs::copy(test::worldDir(), world, fs::copy_options::recursive);
        for (const QString& name : without)
            fs::remove(world / name.toStdString());
        const QString root = QString::fromStdString(world.string());
        const QString file = root + QStringLiteral("/kod/object/wrong.kod");
        QFile source(file);
        QVERIFY(source.open(QIODevice::WriteOnly));
        source.write(comment.toLatin1() + " Names nobody knows.\nWrong is Object\nmessages:\n   Work()\n   {\n      local x;\n\n"
                                          "      x = undefinedthing + Nonfunc(3);\n      return x;\n   }\nend\n");
        source.close();

        const auto window = test::shownStudio(documentTypes(), editorActions());
        window->open(root);
        window->finishBackgroundWork();
        window->open(file);
        window->finishBackgroundWork();
        const DocumentView* view = window->documents().current();
        QVERIFY(view != nullptr && view->path() == file);
        QStringList editor;
        for (const Diagnostic& one : view->problems())
            if (one.severity == Severity::Error)
                editor << shortOf(one);
        editor = sorted(editor);
        QVERIFY2(editor.size() >= 2 && editor.join(u' ').contains(QStringLiteral("K0302 8")), qPrintable(editor.join(u'\n')));

        play::PlayWish wish;
        wish.project = world;
        wish.cacheRoot = fs::path(folder.path().toStdString()) / "cache";
        wish.scratchRoot = fs::path(folder.path().toStdString()) / "scratch";
        const auto prepared = play::PreparedWorld::prepare(wish);
        QVERIFY2(prepared, prepared ? "" : prepared.error().text().c_str());
        QStringList played;
        for (const Diagnostic& one : prepared.value()->compiled().findings)
            if (one.severity == Severity::Error && fs::path(one.file).filename() == "wrong.kod")
                played << shortOf(one);
        QCOMPARE(sorted(played), editor);

        const auto run = [&](const char* command) {
            return test::runBlak({QLatin1String(command), QStringLiteral("--json"), root + QStringLiteral("/kod")});
        };
        QCOMPARE(errorsOf(run("check"), QStringLiteral("wrong.kod")), editor);
        QCOMPARE(errorsOf(run("compile"), QStringLiteral("wrong.kod")), editor);
    }
};

QTEST_MAIN(TestAgreement)
#include "tst_agreement.moc"
