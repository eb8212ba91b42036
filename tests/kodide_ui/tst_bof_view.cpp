// SPDX-License-Identifier: GPL-3.0-or-later
#include "kodide/compiler/kodbase.h"
#include "kodide/compiler/session.h"
#include "kodide/ui/bof_view.h"
#include "kodide/ui/code_editor.h"
#include "kodide/ui/outline_panel.h"
#include "tests/kodide_ui/text_files.h"
#include "ui/theme.h"

#include <QApplication>
#include <QTest>
#include <QTreeWidget>

using namespace blak;
using namespace blak::ui;
using namespace blak::ui::code;
using blak::test::FakeProject;
using blak::test::TextFolder;

namespace {

constexpr auto lantern = "Lantern\n"
                         "properties:\n"
                         "   piOil = 20\n"
                         "messages:\n"
                         "   Burn(hours = 1)\n"
                         "   {\n"
                         "      piOil = piOil - hours;\n"
                         "      if piOil < 0\n"
                         "      {\n"
                         "         piOil = 0;\n"
                         "      }\n"
                         "      return piOil;\n"
                         "   }\n"
                         "end\n";

} // namespace

class TestBofView : public QObject
{
    Q_OBJECT

    std::unique_ptr<TextFolder> folder_;

    /// Compiles the text and writes object file and knowledge base.
    QString compile(const QString& objectName, bool withNames)
    {
        kod::Session session(kod::classicDialect());
        const auto source = std::make_shared<kod::SourceText>(kod::SourceText{"lantern.kod", lantern});
        kod::UnitOptions options;
        options.object.debugLines = true;
        options.object.sourceName = "lantern.kod";
        const kod::UnitResult result = session.compile(kod::parse(source, kod::classicDialect(), {}), options);
        if (!result.good)
            qFatal("the test's own program does not compile");
        if (withNames)
            folder_->write(QStringLiteral("kod/kodbase.txt"), QByteArray::fromStdString(kod::writeKodbase(session.symbols())));
        return folder_->write(objectName, QByteArray(reinterpret_cast<const char*>(result.object.bytes.data()),
                                                     static_cast<qsizetype>(result.object.bytes.size())));
    }

    std::unique_ptr<BofView> openView(const QString& path)
    {
        auto opened = BofView::open(path, std::make_shared<FakeProject>(folder_->root(), QStringLiteral("classic")), nullptr);
        if (!opened)
            qFatal("%s", opened.error().what.c_str());
        std::unique_ptr<BofView> view(static_cast<BofView*>(opened.value()));
        view->resize(1000, 600);
        view->show();
        QApplication::processEvents();
        return view;
    }

private slots:
    void initTestCase() { installTheme(*qApp, ThemeKind::Dark); }
    void init() { folder_ = std::make_unique<TextFolder>(); }

    void listingAndSourceFollowEachOther()
    {
        folder_->write(QStringLiteral("kod/item/lantern.kod"), lantern);
        auto view = openView(compile(QStringLiteral("run/object/lantern.bof"), true));
        QCOMPARE(view->sourcePath(), folder_->path(QStringLiteral("kod/item/lantern.kod")));
        QVERIFY(view->source()->isVisible());
        const QByteArray listing = view->listing()->text();
        QVERIFY(listing.contains("class Lantern"));
        QVERIFY(listing.contains("piOil"));
        QVERIFY(listing.contains("Burn(hours"));

        const QVector<int> lines = view->listedLinesOf(7); // piOil = piOil - hours
        QVERIFY(!lines.isEmpty());
        QVERIFY(view->listing()->lineText(lines.first()).contains("piOil"));
        view->listing()->goTo(lines.first(), 0);
        QTRY_COMPARE(view->source()->cursor().line, 6);
        QCOMPARE(view->sourceLineOf(lines.first()), 7);

        view->source()->goTo(11, 0); // return piOil;
        QTRY_VERIFY(view->listing()->lineText(view->listing()->cursor().line).contains("return"));
        view->source()->goTo(0, 0); // no code: the listing stays
        QVERIFY(view->listing()->lineText(view->listing()->cursor().line).contains("return"));
        QVERIFY(view->goToPlace(QStringLiteral("10")));
        QTRY_COMPARE(view->sourceLineOf(view->listing()->cursor().line), 10);
        QVERIFY(view->problems().empty());
    }

    void withoutSourceAndNames()
    {
        auto view = openView(compile(QStringLiteral("lantern.bof"), false));
        QVERIFY(view->sourcePath().isEmpty());
        QVERIFY(!view->source()->isVisible());
        QVERIFY(view->statusLeft().contains(QStringLiteral("no source of it in this project")));
        QVERIFY(view->listing()->text().contains("class "));
        QVERIFY(view->goToPlace(QStringLiteral("7"))); // goes by the line table alone
    }

    void theOutlineGoesToMessages()
    {
        auto view = openView(compile(QStringLiteral("kod/lantern.bof"), true));
        QTreeWidget* tree = view->outline()->tree();
        QCOMPARE(tree->topLevelItemCount(), 1);
        QTreeWidgetItem* burn = tree->topLevelItem(0)->child(tree->topLevelItem(0)->childCount() - 1);
        QCOMPARE(burn->text(0), QStringLiteral("Burn"));
        emit tree->itemActivated(burn, 0);
        const QByteArray line = view->listing()->lineText(view->listing()->cursor().line);
        QVERIFY2(line.contains("Burn("), line.constData());
    }

    void aSourceThatChangedIsTold()
    {
        folder_->write(QStringLiteral("kod/lantern.kod"), "Lantern\nmessages:\nend\n");
        auto view = openView(compile(QStringLiteral("kod/lantern.bof"), true));
        QCOMPARE(view->problems().size(), std::size_t{1});
        QVERIFY(QString::fromStdString(view->problems().front().message).startsWith(QStringLiteral("lantern.kod changed since it was compiled")));
    }

    void damagedFilesAreRefusedWithASentence()
    {
        const QString path = compile(QStringLiteral("kod/lantern.bof"), true);
        QFile file(path);
        QVERIFY(file.open(QIODevice::ReadOnly));
        const QByteArray whole = file.readAll();
        for (qsizetype length = 4; length < whole.size(); length += 3) {
            const QString cut = folder_->write(QStringLiteral("cut.bof"), whole.left(length));
            const auto opened = BofView::open(cut, nullptr, nullptr);
            QVERIFY(!opened);
            QVERIFY2(opened.error().where.find("cut.bof") != std::string::npos, opened.error().text().c_str());
        }
    }
};

QTEST_MAIN(TestBofView)
#include "tst_bof_view.moc"
