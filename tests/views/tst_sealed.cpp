// SPDX-License-Identifier: GPL-3.0-or-later
#include "formats/sealed/sealed.h"
#include "studio/views/forms/sealed_view.h"
#include "tests/views/view_support.h"

#include <QLabel>
#include <QLineEdit>
#include <QPushButton>
#include <QSignalSpy>

using namespace blak;
using namespace blak::test;

class TestSealedView : public QObject
{
    Q_OBJECT

private:
    QTemporaryDir folder_;
    std::vector<std::byte> plain_ = std::vector<std::byte>(100'000, std::byte{42});

    QString writeSealed(const char* name, const sealed::Secret& secret)
    {
        const auto file = sealed::seal(plain_, sealed::Content::Room, secret);
        return writeFile(QDir(folder_.path()), QLatin1String(name), asBytes(sealed::write(file.value())));
    }
    QString target(const char* name) { return QDir(folder_.path()).filePath(QLatin1String(name)); }

    static QString shownText(const QWidget& view)
    {
        QStringList all;
        for (const QLabel* label : view.findChildren<QLabel*>())
            if (label->isVisibleTo(&view))
                all << label->text();
        return all.join(QLatin1Char('\n'));
    }

private slots:
    void initTestCase() { installTheme(*qApp, ThemeKind::Light); }

    void saysWhatItIsAndWhoCanOpenIt()
    {
        const auto view = openView(writeSealed("a.roo", sealed::Secret::passphrase("lamp oil")));
        auto* form = qobject_cast<SealedView*>(view.get());
        QVERIFY(form != nullptr);
        const QString text = shownText(*view);
        QVERIFY2(text.contains(QStringLiteral("room, 100 kB")), qPrintable(text));
        QVERIFY(text.contains(QStringLiteral("passphrase (Argon2id")));
        QVERIFY(text.contains(QStringLiteral("cannot be recovered")));
        QCOMPARE(form->secretField()->echoMode(), QLineEdit::Password);
        QVERIFY(!form->unsealButton()->isEnabled());
        QCOMPARE(form->unsealButton()->toolTip(), QStringLiteral("Type the passphrase first."));
        QVERIFY(!view->isModified());
    }

    void thePassphraseOpensAndTheCopyIsShown()
    {
        const auto view = openView(writeSealed("b.roo", sealed::Secret::passphrase("lamp oil")));
        auto* form = qobject_cast<SealedView*>(view.get());
        QSignalSpy opened(view.get(), &DocumentView::openRequested);
        QTest::keyClicks(form->secretField(), QStringLiteral("wrong"));
        QVERIFY(form->unsealButton()->isEnabled());
        form->unsealTo(target("b-plain.roo"));
        QVERIFY(!form->unsealButton()->isEnabled()); // while it works
        QTRY_VERIFY_WITH_TIMEOUT(form->unsealButton()->isEnabled(), 60000);
        QVERIFY(!QFile::exists(target("b-plain.roo")));
        QVERIFY(form->outcome()->isVisible());
        QVERIFY(!form->outcome()->text().isEmpty());
        QCOMPARE(opened.count(), 0);
        form->secretField()->clear();
        QTest::keyClicks(form->secretField(), QStringLiteral("lamp oil"));
        form->unsealTo(target("b-plain.roo"));
        QTRY_COMPARE_WITH_TIMEOUT(opened.count(), 1, 60000);
        QCOMPARE(readAll(target("b-plain.roo")), asBytes(plain_));
        QCOMPARE(opened[0][0].toString(), target("b-plain.roo"));
        QVERIFY(form->secretField()->text().isEmpty()); // not kept
    }

    void theKeyFileOpensAndTheSealedFileStays()
    {
        const QByteArray key(40, 'k');
        const QString keyFile = writeFile(QDir(folder_.path()), QStringLiteral("world.key"), key);
        const QString path = writeSealed(
            "c.roo", sealed::Secret(sealed::KeyKind::KeyFile, std::vector<std::byte>(40, static_cast<std::byte>('k'))));
        const QByteArray before = readAll(path);
        const auto view = openView(path);
        auto* form = qobject_cast<SealedView*>(view.get());
        QCOMPARE(form->secretField()->echoMode(), QLineEdit::Normal);
        form->secretField()->setText(keyFile);
        form->unsealTo(path);
        QVERIFY(form->outcome()->text().contains(QStringLiteral("another name")));
        QCOMPARE(readAll(path), before);
        form->secretField()->setText(target("no.key"));
        form->unsealTo(target("c-plain.roo"));
        QVERIFY(form->outcome()->text().startsWith(QStringLiteral("The key cannot be read")));
        form->secretField()->setText(keyFile);
        form->unsealTo(target("c-plain.roo"));
        QTRY_COMPARE_WITH_TIMEOUT(readAll(target("c-plain.roo")), asBytes(plain_), 60000);
        QTRY_VERIFY(form->outcome()->text().contains(QStringLiteral("c-plain.roo")));
    }

    void damagedHeadersAreRefused()
    {
        QString error;
        QVERIFY(openView(writeFile(QDir(folder_.path()), QStringLiteral("d.roo"), QByteArray("BLKSEAL\x1A\x01\0\0", 11)),
                         &error) == nullptr);
        QVERIFY(!error.isEmpty());
    }
};

QTEST_MAIN(TestSealedView)
#include "tst_sealed.moc"
