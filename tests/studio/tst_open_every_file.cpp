// SPDX-License-Identifier: GPL-3.0-or-later
#include "kodide/ui/code_document.h"
#include "studio/project/project.h"
#include "studio/shell/editors.h"
#include "studio/shell/open_project.h"
#include "studio/shell/unknown_view.h"
#include "ui/theme.h"

#include <QApplication>
#include <QDirIterator>
#include <QFile>
#include <QFileInfo>
#include <QRegularExpression>
#include <QTemporaryDir>
#include <QTest>
#include <QTextStream>

#include <map>

using namespace blak;
using namespace blak::ui;
using namespace blak::ui::shell;

/// Opens every file of the sample project, of the test data and of the tree in BLAK_TREE in its view and counts what came of it.
class TestOpenEveryFile : public QObject
{
    Q_OBJECT

    struct Count
    {
        int shown = 0;
        int failed = 0;
        std::map<QString, int> reasons; ///< first file and sentence by reason without names and numbers
    };

    static QString reasonOf(const QString& sentence, const QString& fileName)
    {
        static const QRegularExpression numbers(QStringLiteral("\\d[\\d\\s\u202F]*"));
        return sentence.section(u'\n', 0, 0)
            .replace(fileName, QStringLiteral("NAME"))
            .replace(numbers, QStringLiteral("N "))
            .left(200);
    }

    void openAll(const QString& root)
    {
        const QVector<DocumentType> types = documentTypes();
        auto found = project::open(root.toStdString());
        QVERIFY2(found, qPrintable(root));
        const auto project = std::make_shared<OpenProject>(std::make_shared<const project::Project>(std::move(found).value()));
        std::map<QString, Count> counts;
        int files = 0;
        QDirIterator walk(root, QDir::Files | QDir::NoSymLinks, QDirIterator::Subdirectories);
        while (walk.hasNext()) {
            const QString path = walk.next();
            if (path.contains(QLatin1String("/.git/")))
                continue;
            const QString name = QFileInfo(path).fileName();
            QFile file(path);
            QByteArray head;
            if (file.open(QIODevice::ReadOnly))
                head = file.read(64);
            file.close();
            const DocumentType* type = typeFor(types, path, head);
            QVERIFY2(type != nullptr, qPrintable(path));
            ++files;
            auto opened = type->open(path, project, nullptr);
            if (!opened) {
                const QString sentence = QString::fromStdString(opened.error().what);
                QVERIFY2(sentence.size() > 10 && sentence.contains(u' '), qPrintable(path));
                Count& count = counts[type->id];
                ++count.failed;
                ++count.reasons[reasonOf(sentence, name)];
                continue;
            }
            const std::unique_ptr<DocumentView> view(opened.value());
            QCOMPARE(view->path(), path);
            QVERIFY(!view->title().isEmpty());
            QVERIFY(!view->isModified()); // opening changes nothing
            Count& count = counts[type->id];
            const auto* unknown = qobject_cast<UnknownView*>(view.get());
            if (unknown != nullptr && !unknown->isPicture()) {
                QVERIFY2(unknown->sentence().size() > 10, qPrintable(path));
                ++count.failed;
                ++count.reasons[reasonOf(unknown->sentence(), name)];
            } else {
                ++count.shown;
            }
        }
        QVERIFY(files > 0);
        QTextStream out(stdout);
        out << root << ": " << files << " files\n";
        for (const auto& [id, count] : counts) {
            out << QStringLiteral("  %1 %2 shown, %3 not\n").arg(id, -10).arg(count.shown, 6).arg(count.failed, 6);
            for (const auto& [reason, times] : count.reasons)
                out << QStringLiteral("      %1 x %2\n").arg(times).arg(reason);
        }
    }

private slots:
    void initTestCase() { installTheme(*qApp, ThemeKind::Dark); }

    void everyFile_data()
    {
        QTest::addColumn<QString>("root");
        const QString source = qEnvironmentVariable("BLAK_SOURCE_DIR");
        QVERIFY2(!source.isEmpty(), "BLAK_SOURCE_DIR names the sources");
        QTest::newRow("project") << source + QStringLiteral("/world");
        QTest::newRow("test data") << source + QStringLiteral("/tests/data");
        if (qEnvironmentVariableIsSet("BLAK_TREE"))
            QTest::newRow("tree") << qEnvironmentVariable("BLAK_TREE");
    }

    void everyFile()
    {
        QFETCH(QString, root);
        openAll(root);
    }

    void whatNobodyKnowsSaysWhy()
    {
        const QTemporaryDir dir;
        const auto write = [&](const char* name, const QByteArray& bytes) {
            QFile file(dir.filePath(QLatin1String(name)));
            if (!file.open(QIODevice::WriteOnly) || file.write(bytes) != bytes.size())
                qFatal("cannot write %s", name);
            return file.fileName();
        };
        const auto sentenceOf = [](const QString& path) {
            const auto opened = UnknownView::open(path, nullptr, nullptr);
            if (!opened)
                return QString::fromStdString(opened.error().what);
            const std::unique_ptr<UnknownView> view(static_cast<UnknownView*>(opened.value()));
            return view->sentence();
        };
        const QString unknown = sentenceOf(write("thing.bin", QByteArray("\1\0\2\0\3", 5)));
        QVERIFY(unknown.startsWith(QStringLiteral("thing.bin has no view. Its beginning names no format")));
        QVERIFY(unknown.contains(QStringLiteral("unknown format \u00b7 5 bytes")));
        QCOMPARE(sentenceOf(write("nothing.bin", {})), QStringLiteral("The file is empty."));
        QVERIFY(
            sentenceOf(write("broken.png", QByteArray("\x89PNG\r\n\x1a\n\0\0", 10))).contains(QStringLiteral("cannot be read")));
        // Without a zero as well it is no text when it is called like a sprite; a page that came instead of one can be read.
        const QByteArray junk("\xA2]@:\xFA\x1D\xBB" "1\x07Xrr>\x1F.\x8A");
        const QString damaged = sentenceOf(write("junk.bgf", junk));
        QVERIFY2(damaged.contains(QStringLiteral("is called like a sprite")), qPrintable(damaged));
        QVERIFY2(damaged.contains(QStringLiteral("unknown format")), qPrintable(damaged));
        const auto types = documentTypes();
        QCOMPARE(typeFor(types, dir.filePath(QStringLiteral("junk.bgf")), junk)->id, unknownDocumentType().id);
        const QByteArray page("<!DOCTYPE html>\r\n<p>Not found\r\n");
        QCOMPARE(typeFor(types, write("page.bgf", page), page)->id, code::textDocumentType().id);
        QVERIFY(sentenceOf(dir.filePath(QStringLiteral("gone"))).startsWith(QStringLiteral("Cannot read gone")));
    }
};

QTEST_MAIN(TestOpenEveryFile)
#include "tst_open_every_file.moc"
