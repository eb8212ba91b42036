// SPDX-License-Identifier: GPL-3.0-or-later
#include "formats/base/file_io.h"
#include "roomedit/textures/texture_browser.h"
#include "studio/shell/dock.h"
#include "studio/shell/document_area.h"
#include "studio/shell/editors.h"
#include "studio/shell/perspective_docks.h"
#include "studio/shell/studio_settings.h"
#include "studio/shell/studio_window.h"
#include "studio/sound/level_meter.h"
#include "studio/sound/sound_document.h"
#include "studio/sound/sound_player.h"
#include "studio/sound/sound_text.h"
#include "studio/sound/sound_view.h"
#include "studio/sound/waveform.h"
#include "tests/audio/sound_samples.h"
#include "ui/status_strip.h"
#include "ui/theme.h"

#include <QApplication>
#include <QLabel>
#include <QScrollBar>
#include <QSignalSpy>
#include <QSlider>
#include <QTemporaryDir>
#include <QTest>
#include <QToolButton>
#include <QWheelEvent>

#include <memory>

using namespace blak;
using namespace blak::ui;
using namespace blak::ui::shell;
using namespace blak::ui::sound;
using namespace blak::ui::textures;

class TestSoundView : public QObject
{
    Q_OBJECT

    QTemporaryDir dir_;

    QString write(const char* name, std::span<const std::byte> bytes)
    {
        const QString path = dir_.filePath(QLatin1String(name));
        if (!writeFileAtomically(path.toStdString(), bytes, Backup::None))
            qFatal("cannot write %s", name);
        return path;
    }

    std::unique_ptr<SoundView> open(const QString& path)
    {
        auto opened = SoundView::open(path, nullptr);
        if (!opened)
            qFatal("%s", opened.error().text().c_str());
        std::unique_ptr<SoundView> view(static_cast<SoundView*>(opened.value()));
        view->resize(900, 500);
        view->show();
        view->activateWindow();
        view->prepareForGrab();
        QApplication::processEvents();
        return view;
    }

    std::unique_ptr<SoundView> openTone(double seconds = 2)
    {
        return open(write("tone.wav", test::wavFile(*test::sineClip(440, 44100, seconds, 0.5f, 2))));
    }

    static QToolButton* button(const SoundView& view, const QString& name)
    {
        for (QToolButton* one : view.findChildren<QToolButton*>())
            if (one->accessibleName() == name)
                return one;
        qFatal("no button is called %s", qPrintable(name));
    }

    static bool says(const SoundView& view, const QString& text)
    {
        for (const QLabel* label : view.findChildren<QLabel*>())
            if (label->isVisibleTo(&view) && label->text() == text)
                return true;
        return false;
    }

private slots:
    void initTestCase()
    {
        qputenv("BLAK_AUDIO", "none");
        installTheme(*qApp, ThemeKind::Dark);
    }

    void isKnownByItsContent()
    {
        const DocumentType type = soundDocumentType();
        QVERIFY(type.recognises(QStringLiteral("a.bin"), QByteArray("RIFF\0\0\0\0WAVE", 12)));
        QVERIFY(type.recognises(QStringLiteral("a"), QByteArray("OggS")));
        QVERIFY(!type.recognises(QStringLiteral("a.wav"), QByteArray("RIFF\0\0\0\0AVI ", 12)));
        QVERIFY(!type.recognises(QStringLiteral("a.wav"), QByteArray()));
        QCOMPARE(type.endings, (QStringList{QStringLiteral("wav"), QStringLiteral("ogg"), QStringLiteral("mp3")}));
    }

    void tellsTheFormat()
    {
        const auto view = openTone();
        QCOMPARE(view->facts().rate, 44100);
        QCOMPARE(view->statusRight().first(), QStringLiteral("16-bit PCM"));
        QVERIFY(says(*view, QStringLiteral("0:00.000 / 0:02.000")));
        QVERIFY(says(*view, QStringLiteral("No sound device; playing silently.")));
        QCOMPARE(view->panels().first().id, QStringLiteral("inspector"));
        QVERIFY(view->problems().empty());
    }

    void oggOpensToo()
    {
        const auto view = open(write("tone.ogg", test::oggFile(*test::sineClip(440, 22050, 1))));
        QCOMPARE(QString::fromStdString(view->facts().codec), QStringLiteral("Vorbis"));
        QCOMPARE(view->player().length(), 22050);
    }

    void hostileFilesGiveOneSentence()
    {
        auto opened = SoundView::open(write("bad.wav", std::as_bytes(std::span("RIFF\0\0\0\0WAVEjunk", 16))), nullptr);
        QVERIFY(!opened);
        QVERIFY(!opened.error().what.empty());
        QVERIFY(!SoundView::open(dir_.filePath(QStringLiteral("missing.wav")), nullptr));
    }

    void largeFilesAreDecodedInTheBackground()
    {
        auto opened = SoundView::open(write("long.wav", test::wavFile(*test::sineClip(440, 44100, 10))), nullptr);
        QVERIFY(opened);
        const std::unique_ptr<SoundView> view(static_cast<SoundView*>(opened.value()));
        QCOMPARE(view->player().length(), 0);
        QCOMPARE(view->statusLeft().first(), QStringLiteral("Reading"));
        QTRY_COMPARE(view->player().length(), 441000);

        auto wrong = test::wavFile(*test::sineClip(440, 44100, 10));
        wrong[22] = std::byte{99}; // channels
        opened = SoundView::open(write("wrong.wav", wrong), nullptr);
        QVERIFY(opened);
        const std::unique_ptr<SoundView> refused(static_cast<SoundView*>(opened.value()));
        QTRY_COMPARE(refused->problems().size(), std::size_t{1});
        QVERIFY(QString::fromStdString(refused->problems().front().message).startsWith(QStringLiteral("Cannot play wrong.wav: ")));
    }

    void loudnessHasNoMinusBeforeZero()
    {
        QCOMPARE(loudnessText(1), QStringLiteral("0.0 dB"));
        QCOMPARE(loudnessText(32767.0f / 32768), QStringLiteral("0.0 dB"));
        QCOMPARE(loudnessText(0.999f), QStringLiteral("0.0 dB"));
        QCOMPARE(loudnessText(0.5f), QStringLiteral("-6.0 dB"));
        QCOMPARE(loudnessText(0), QStringLiteral("silence"));
    }

    void buttonsPlayPauseAndStop()
    {
        const auto view = openTone();
        QTest::mouseClick(button(*view, QStringLiteral("Play (Space)")), Qt::LeftButton);
        QVERIFY(view->player().isPlaying());
        QTRY_VERIFY(view->player().position() > 4000);
        QVERIFY(view->meter().shown(0) > 0.8f); // -6 dB
        QCOMPARE(view->statusLeft().first(), QStringLiteral("Playing"));
        if (const QString folder = qEnvironmentVariable("BLAK_GRAB_DIR"); !folder.isEmpty()) // to be looked at by people
            view->grab().save(folder + QStringLiteral("/sound-playing.png"));
        QTest::mouseClick(button(*view, QStringLiteral("Pause (Space)")), Qt::LeftButton);
        QVERIFY(!view->player().isPlaying());
        const qint64 paused = view->player().position();
        QVERIFY(paused > 4000);
        QTest::qWait(80);
        QCOMPARE(view->player().position(), paused);
        QTest::mouseClick(button(*view, QStringLiteral("Play (Space)")), Qt::LeftButton);
        QTRY_VERIFY(view->player().position() > paused);
        QTest::mouseClick(button(*view, QStringLiteral("Stop (Shift+Space)")), Qt::LeftButton);
        QCOMPARE(view->player().position(), 0);
        QVERIFY(!view->player().isPlaying());
    }

    void theEndIsTheEndUnlessItLoops()
    {
        const auto view = openTone(0.2);
        view->player().play();
        QTRY_VERIFY(!view->player().isPlaying());
        QCOMPARE(view->player().position(), view->player().length());
        view->player().play(); // again from the beginning
        QVERIFY(view->player().position() < view->player().length());
        QTest::mouseClick(button(*view, QStringLiteral("Loop (L)")), Qt::LeftButton);
        QVERIFY(view->player().loops());
        QTest::qWait(500);
        QVERIFY(view->player().isPlaying());
        view->player().setLoops(false);
        QTRY_VERIFY(!view->player().isPlaying());
    }

    void clickAndDragSeek()
    {
        const auto view = openTone();
        Waveform& wave = view->waveform();
        QTest::mouseClick(&wave, Qt::LeftButton, {}, QPoint(wave.width() / 2, 100));
        QVERIFY(std::abs(view->player().position() - 44100) < 200);
        QTest::mousePress(&wave, Qt::LeftButton, {}, QPoint(100, 100));
        QMouseEvent move(QEvent::MouseMove, QPointF(wave.width() - 8, 100), wave.mapToGlobal(QPointF(wave.width() - 8, 100)),
                         Qt::NoButton, Qt::LeftButton, {});
        QApplication::sendEvent(&wave, &move);
        QTest::mouseRelease(&wave, Qt::LeftButton, {}, QPoint(wave.width() - 8, 100));
        QVERIFY(view->player().position() > 88000);
    }

    void arrowsSeek()
    {
        const auto view = openTone();
        QWidget* wave = &view->waveform();
        QTest::keyClick(wave, Qt::Key_Right);
        QCOMPARE(view->player().position(), 44100);
        QTest::keyClick(wave, Qt::Key_Left, Qt::ShiftModifier);
        QCOMPARE(view->player().position(), 44100 - 4410);
        QTest::keyClick(wave, Qt::Key_Right, Qt::ControlModifier);
        QCOMPARE(view->player().position(), 44100 - 4410 + 1);
        QTest::keyClick(wave, Qt::Key_End);
        QCOMPARE(view->player().position(), 88200);
        QTest::keyClick(wave, Qt::Key_Right);
        QCOMPARE(view->player().position(), 88200);
        QTest::keyClick(wave, Qt::Key_Home);
        QCOMPARE(view->player().position(), 0);
        QVERIFY(view->goToPlace(QStringLiteral("0:01.5")));
        QCOMPARE(view->player().position(), 66150);
        for (const char* wrong : {"9", "abc", "1:2:3", "-1", "nan"})
            QVERIFY(!view->goToPlace(QLatin1String(wrong)));
    }

    void volumeByKeyAndSlider()
    {
        const auto view = openTone();
        auto* slider = view->findChild<QSlider*>();
        QCOMPARE(slider->value(), 80);
        QTest::keyClick(&view->waveform(), Qt::Key_Down);
        QCOMPARE(slider->value(), 75);
        slider->setValue(0);
        QCOMPARE(view->player().volume(), 0);
        view->player().play();
        QTRY_VERIFY(view->player().position() > 2000);
        QCOMPARE(view->meter().shown(0), 0.0f);
    }

    void wheelZoomsAtTheMouse()
    {
        const auto view = openTone();
        Waveform& wave = view->waveform();
        QVERIFY(wave.isFitting());
        const QPointF at(600, 200);
        const qint64 before = wave.frameAt(600);
        for (int i = 0; i < 8; ++i) {
            QWheelEvent wheel(at, wave.mapToGlobal(at), {}, QPoint(0, 120), {}, {}, Qt::NoScrollPhase, false);
            QApplication::sendEvent(&wave, &wheel);
        }
        QVERIFY(!wave.isFitting());
        QVERIFY(wave.zoomPercent() > 500);
        QVERIFY(std::abs(wave.frameAt(600) - before) < static_cast<qint64>(3 * wave.framesPerPixel()) + 2);
        auto* scroll = view->findChild<QScrollBar*>();
        QVERIFY(scroll->isVisible());
        scroll->setValue(scroll->maximum());
        QVERIFY(std::abs(wave.firstFrame() + wave.shownFrames() - 88200) < 100);
        for (int i = 0; i < 60; ++i) // as near as it goes: single samples
            view->zoomStep(1);
        QVERIFY(wave.framesPerPixel() < 0.1);
        QVERIFY(!wave.grab().isNull());
        wave.fit();
        QVERIFY(!scroll->isVisible());
        QCOMPARE(wave.zoomPercent(), 100);
    }

    void theWaveIsDrawn()
    {
        const auto view = openTone();
        const QImage image = view->waveform().grab().toImage();
        int inked = 0;
        for (int y = 0; y < image.height(); ++y)
            inked += image.pixelColor(image.width() / 2 + 30, y) == theme().accent ? 1 : 0;
        // Two lanes, half of full scale each.
        QVERIFY2(inked > image.height() * 2 / 5 && inked < image.height() * 3 / 5, qPrintable(QString::number(inked)));
    }

    void severalDocumentsPlayThroughOneMixer()
    {
        const auto first = openTone();
        const auto second = open(write("other.wav", test::wavFile(*test::sineClip(220, 22050, 2))));
        first->player().play();
        second->player().play();
        QTRY_VERIFY(first->player().position() > 2000 && second->player().position() > 2000);
        second->player().pause();
        const qint64 before = first->player().position();
        QTRY_VERIFY(first->player().position() > before);
    }

    void viewStateComesBack()
    {
        QVariantMap state;
        {
            const auto view = openTone();
            view->player().seek(12345);
            view->player().setLoops(true);
            view->player().setVolume(40);
            state = view->saveViewState();
        }
        const auto view = openTone();
        view->restoreViewState(state);
        QCOMPARE(view->player().position(), 12345);
        QVERIFY(view->player().loops());
        QCOMPARE(view->player().volume(), 40);
    }

    void reloadTakesTheNewFile()
    {
        const auto view = openTone();
        view->player().seek(80000);
        write("tone.wav", test::wavFile(*test::sineClip(440, 22050, 1)));
        QVERIFY(view->reload());
        QCOMPARE(view->player().length(), 22050);
        QCOMPARE(view->player().position(), 22050);
    }

    void theStudioOpensItAndSpacePlays()
    {
        useSettingsFile(dir_.filePath(QStringLiteral("studio.ini")));
        StudioWindow window(documentTypes(), editorActions());
        window.resize(1280, 800);
        window.show();
        window.activateWindow();
        window.open(write("tone.wav", test::wavFile(*test::sineClip(440, 44100, 2, 0.5f, 2))));
        window.finishBackgroundWork();
        auto* view = dynamic_cast<SoundView*>(window.documents().current());
        QVERIFY(view != nullptr);
        window.activateWindow();
        QVERIFY(QTest::qWaitForWindowActive(&window));
        QTest::keyClick(&view->waveform(), Qt::Key_Space);
        QVERIFY(view->player().isPlaying());
        QTest::keyClick(&view->waveform(), Qt::Key_Space);
        QVERIFY(!view->player().isPlaying());
        QTest::keyClick(&view->waveform(), Qt::Key_L);
        QVERIFY(view->player().loops());
        QVERIFY(window.status().right().contains(QStringLiteral("16-bit PCM")));
        // The texture dock can be had without a room.
        window.docks().dock(QStringLiteral("textures"))->show();
        QVERIFY(window.docks().dock(QStringLiteral("textures"))->isVisible());
        QVERIFY(window.textures().emptySentence().startsWith(QStringLiteral("This project has no textures.")));
    }

    void numbersAreWrittenOut()
    {
        QCOMPARE(timeText(44100 * 61 + 441, 44100), QStringLiteral("1:01.010"));
        QCOMPARE(sizeText(900), QStringLiteral("900 bytes"));
        QCOMPARE(sizeText(2048), QStringLiteral("2.0 KB"));
        QCOMPARE(sizeText(3 << 20), QStringLiteral("3.0 MB"));
    }
};

QTEST_MAIN(TestSoundView)
#include "tst_sound_view.moc"
