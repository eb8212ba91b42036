// SPDX-License-Identifier: GPL-3.0-or-later
// Letters about accounts, and what the listener and the sender say to strange mail programs.
#include "server/mail/smtp_peer.h"
#include "server/mail/smtp_sender.h"

#include <QTest>

using namespace blak;
using namespace blak::serve;

namespace {

MailRules rules(std::vector<std::string>& log)
{
    return {"here", "make", "drop",
            [](bool creates, const AccountLetter& letter, std::string_view) {
                return letter.secret == "s" ? Result<std::string>(std::string(creates ? "made " : "dropped ") + letter.name)
                                            : Result<std::string>(Error{"the secret is wrong", ""});
            },
            [&log](std::string_view text) { log.emplace_back(text); }};
}

std::string talk(std::string_view text, std::size_t piece, std::vector<std::string>& log, bool* closing = nullptr)
{
    SmtpPeer peer(rules(log), "10.0.0.1", 0);
    for (std::size_t at = 0; at < text.size(); at += piece)
        peer.received(text.substr(at, piece), 1);
    if (closing != nullptr)
        *closing = peer.closing;
    return peer.output;
}

} // namespace

class TestLetters : public QObject
{
    Q_OBJECT

private slots:
    void goodLetters_data()
    {
        QTest::addColumn<QByteArray>("message");
        QTest::addColumn<QByteArray>("name");
        QTest::addColumn<QByteArray>("password");
        QTest::newRow("lines") << QByteArray("From: x\r\n\r\nVERSION: 1\r\nNAME: ann\r\nPASSWORD: open sesame\r\nSECRET: s\r\n")
                               << QByteArray("ann") << QByteArray("open sesame");
        QTest::newRow("one line, as the document prints it")
            << QByteArray("\nVERSION:1 NAME:username PASSWORD: password SECRET: s") << QByteArray("username")
            << QByteArray("password");
        QTest::newRow("any order and case, with a signature")
            << QByteArray("\nHello,\nsecret: s\nPassword: p\nname: Ann B\nversion: 1\n-- \nrename: x\n") << QByteArray("Ann B")
            << QByteArray("p");
        QTest::newRow("the first counts") << QByteArray("\nVERSION: 1\nNAME: a\nNAME: b\nPASSWORD: p\nSECRET: s\nSECRET: t\n")
                                          << QByteArray("a") << QByteArray("p");
    }
    void goodLetters()
    {
        QFETCH(QByteArray, message);
        QFETCH(QByteArray, name);
        QFETCH(QByteArray, password);
        const auto letter = readAccountLetter(message.toStdString(), true);
        QVERIFY2(letter, letter ? "" : letter.error().what.c_str());
        QCOMPARE(QByteArray::fromStdString(letter.value().name), name);
        QCOMPARE(QByteArray::fromStdString(letter.value().password), password);
        QCOMPARE(letter.value().secret, std::string("s"));
    }

    void badLetters()
    {
        for (const std::string& message :
             {std::string(""), std::string("VERSION: 1\nNAME: a\nPASSWORD: p\n"),
              std::string("\nVERSION: 2\nNAME: a\nPASSWORD: p\n"), std::string("\nVERSION: 1\nPASSWORD: p\n"),
              std::string("\nVERSION: 1\nNAME: a\n"), std::string("\nVERSION: 1\nNAME: a:b\nPASSWORD: p\n"),
              std::string("\nVERSION: 1\nNAME: a\x07\nPASSWORD: p\n"), "\nVERSION: 1\nPASSWORD: p\nNAME: " + std::string(51, 'a'),
              "\nVERSION: 1\nNAME: a\nPASSWORD: " + std::string(51, 'a')})
            QVERIFY2(!readAccountLetter(message, true), message.c_str());
        QVERIFY(readAccountLetter("\nVERSION: 1\nNAME: a\n", false));
    }

    void aConversationInPiecesOfAnySize()
    {
        const std::string text = "EHLO x\r\nMAIL FROM:<a@b.c> SIZE=100\r\nRCPT TO: <MAKE@here>\r\nDATA\r\nSubject: x\r\n\r\n"
                                 "VERSION: 1\r\nNAME: ann\r\nPASSWORD: ..p\r\nSECRET: s\r\n..\r\n.\r\nQUIT\r\n";
        for (std::size_t piece = 1; piece <= text.size(); ++piece) {
            std::vector<std::string> log;
            const std::string said = talk(text, piece, log);
            QVERIFY2(said.find("250 made ann\r\n221") != std::string::npos, said.c_str());
            QCOMPARE(log, std::vector<std::string>{"mail from 10.0.0.1: made ann"});
        }
    }

    void threeRefusalsAreEnough()
    {
        std::string text = "HELO x\r\n";
        for (int i = 0; i < 5; ++i)
            text += "MAIL FROM:<>\r\nRCPT TO:<drop>\r\nDATA\r\n\r\nVERSION: 1\r\nNAME: ann\r\nSECRET: guess" + std::to_string(i) +
                    "\r\n.\r\n";
        std::vector<std::string> log;
        bool closing = false;
        const std::string said = talk(text, text.size(), log, &closing);
        QVERIFY(closing);
        QCOMPARE(log.size(), 3u);
        QVERIFY(said.find("554 the secret is wrong") != std::string::npos);
        for (const std::string& line : log)
            QVERIFY(line.find("guess") == std::string::npos);
    }

    void boundsOfAConversation()
    {
        std::vector<std::string> log;
        bool closing = false;
        talk(std::string(SmtpPeer::longestLine + 1, 'x'), 100, log, &closing);
        QVERIFY(closing);
        std::string many;
        for (int i = 0; i <= SmtpPeer::mostCommands; ++i)
            many += "NOOP\r\n";
        talk(many, many.size(), log, &closing);
        QVERIFY(closing);
        SmtpPeer silent(rules(log), "10.0.0.1", 0);
        silent.tick(SmtpPeer::longestSilence);
        QVERIFY(!silent.closing);
        silent.tick(SmtpPeer::longestSilence + 1);
        QVERIFY(silent.closing);
    }

    void theSenderStuffsDotsAndStopsAtRefusals()
    {
        const SmtpSender::Letter letter{"here", "a@here", "b@there", "Hello", "one\n.two\n"};
        SmtpSender sender(letter, 0);
        for (const char* answer : {"220-a\r\n220 b\r\n", "250 x\r\n", "250 x\r\n", "250 x\r\n", "354 x\r\n", "250 x\r\n"})
            sender.received(answer, 1);
        QVERIFY(sender.delivered());
        QVERIFY(sender.output.find("\r\n\r\none\r\n..two\r\n.\r\nQUIT\r\n") != std::string::npos);
        SmtpSender refused(letter, 0);
        refused.received("220 a\r\n250 b\r\n550 no\r\n", 1);
        QVERIFY(refused.closing && !refused.delivered());
    }

    void addresses()
    {
        for (const char* good : {"a@b.c", "account-create", "x+y@z"})
            QVERIFY2(isPlainMailAddress(good), good);
        for (const char* bad : {"", "a b@c", "a@b@c", "a<b@c", "a\r\nRCPT@c", "\xe4@c"})
            QVERIFY2(!isPlainMailAddress(bad), bad);
    }
};

QTEST_APPLESS_MAIN(TestLetters)
#include "tst_letters.moc"
