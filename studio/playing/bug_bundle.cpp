// SPDX-License-Identifier: GPL-3.0-or-later
#include "studio/playing/bug_bundle.h"

#include "studio/play/bundle/zip_file.h"
#include "studio/playing/game_frame.h"
#include "studio/playing/play_controller.h"
#include "studio/playing/play_recording.h"

#include <QBuffer>
#include <QDateTime>
#include <QDesktopServices>
#include <QDir>
#include <QFileInfo>
#include <QImage>
#include <QPainter>
#include <QPixmap>
#include <QPointer>
#include <QSysInfo>
#include <QUrl>

#include <nlohmann/json.hpp>

namespace blak::ui::playing {
namespace {

std::string pngOf(const QImage& picture)
{
    QByteArray bytes;
    QBuffer buffer(&bytes);
    buffer.open(QIODevice::WriteOnly);
    picture.save(&buffer, "PNG");
    return bytes.toStdString();
}

std::string pngOf(QWidget* widget) { return pngOf(widget->grab().toImage()); }

/// Where a game that another program draws is in a window; nowhere when it is not to be seen there.
QRect frameIn(const QWidget* window, const PlayTab& tab)
{
    const GameFrame* frame = tab.frame();
    if (window == nullptr || frame == nullptr || !frame->isVisible() || frame->window() != window)
        return {};
    return {frame->mapTo(window, QPoint(0, 0)), frame->size()};
}

std::string versions(const PlayController& controller)
{
    const play::PlaySession& session = controller.session();
    const play::PreparedWorld* world = session.world();
    nlohmann::json unsaved = nlohmann::json::array();
    for (const auto& document : controller.host().workspace()->modified())
        unsaved.push_back(document->path().filename().string());
    const play::LineQuality& line = controller.lineQuality();
    const nlohmann::json out{{"studio", BLAK_VERSION},
                             {"qt", qVersion()},
                             {"system", QSysInfo::prettyProductName().toStdString() + ", " + QSysInfo::kernelVersion().toStdString()},
                             {"time", QDateTime::currentDateTimeUtc().toString(Qt::ISODate).toStdString()},
                             {"project", QFileInfo(controller.host().projectRoot()).fileName().toStdString()},
                             {"dialect", world == nullptr ? std::string() : world->dialect()},
                             {"recipe", session.recipe() == nullptr ? std::string() : session.recipe()->name},
                             {"unsaved", std::move(unsaved)},
                             {"timeScale", session.timeScale()},
                             {"line", {{"latency", line.latency}, {"jitter", line.jitter}, {"loss", line.loss}, {"bitsPerSecond", line.bitsPerSecond}}}};
    return out.dump(1) + "\n";
}

} // namespace

void saveBugBundle(PlayController& controller, const QString& file, std::function<void(bool, const QString&)> done)
{
    auto contents = std::make_shared<play::ZipContents>();
    contents->add("versions.json", versions(controller));
    contents->add("messages.jsonl", controller.recording().messages());
    int number = 0;
    std::vector<std::pair<std::string, PlayTab*>> outers;
    for (PlayTab* tab : controller.tabs()) {
        const std::string name = "clients/" + std::to_string(++number) + "-" + QString(tab->title()).replace(u'/', u'-').toStdString();
        if (tab->outer() != nullptr) {
            contents->add(name + ".log", tab->outer()->log().toStdString());
            outers.emplace_back(name, tab);
            continue;
        }
        controller.recording().script(tab, [&](const std::string& script) { contents->add(name + ".play", script); });
        contents->add(name + ".png", pngOf(tab));
    }
    QWidget* window = controller.host().window();
    const auto whole = std::make_shared<QImage>(window == nullptr ? QImage() : window->grab().toImage());
    const auto write = [guard = QPointer<PlayController>(&controller), contents, whole, file, done](const QString& noSave) {
        PlayController* const alive = guard.data();
        if (alive == nullptr)
            return;
        if (!whole->isNull())
            contents->add("window.png", pngOf(*whole));
        contents->add("log.txt", alive->recording().log());
        if (!noSave.isEmpty())
            contents->add("no-save.txt", noSave.toStdString() + "\n");
        Result<void> written;
        if (const play::PreparedWorld* world = alive->session().world()) {
            for (const char* part : {"savegame", "channel"})
                if (written)
                    written = contents->addFolder(world->server() / part, part);
        }
        if (written && !QDir().mkpath(QFileInfo(file).path()))
            written = Error{"the folder cannot be made", QFileInfo(file).path().toStdString()};
        if (written)
            written = play::writeZip(file.toStdString(), *contents);
        done(static_cast<bool>(written), written ? file : QString::fromStdString(written.error().text()));
    };
    // The save and the pictures of programs come when they come.
    const auto left = std::make_shared<std::size_t>(2 * outers.size() + 1);
    const auto why = std::make_shared<QString>();
    const auto come = [left, why, write] {
        if (--*left == 0)
            write(*why);
    };
    const auto finish = [why, come](const QString& noSave) {
        *why = noSave;
        come();
    };
    for (const auto& [name, tab] : outers) {
        const QRect place = frameIn(window, *tab);
        tab->outer()->takePicture([contents, come, whole, place, name = name, guard = QPointer<PlayTab>(tab)](const QByteArray& png) {
            if (!png.isEmpty()) {
                contents->add(name + ".png", png.toStdString());
                if (place.isValid() && !whole->isNull())
                    QPainter(whole.get()).drawImage(place, QImage::fromData(png, "PNG"));
            } else if (PlayTab* const page = guard.data(); page != nullptr) { // which says how it is
                contents->add(name + ".png", pngOf(page));
            }
            come();
        });
        controller.recording().script(tab, [contents, come, name = name](const std::string& script) {
            contents->add(name + ".play", script);
            come();
        });
    }
    if (!controller.isRunning())
        return finish(PlayController::tr("The world does not run, so there is no save of it as it was."));
    controller.session().save([finish](const play::ControlAnswer& answer) {
        finish(answer.good ? QString() : answer.error);
    });
}

void makeBugBundle(PlayController& controller)
{
    const QString file = controller.recording().freeName(QStringLiteral("bug"), QStringLiteral(".zip"));
    saveBugBundle(controller, file, [&controller](bool good, const QString& result) {
        const Severity severity = good ? Severity::Info : Severity::Error;
        const QString sentence = good ? PlayController::tr("The bug bundle is %1.").arg(result) : result;
        controller.tell(severity, sentence);
        controller.host().toast(severity, sentence, good ? PlayController::tr("Show in the file manager") : QString(),
                                [result] { QDesktopServices::openUrl(QUrl::fromLocalFile(QFileInfo(result).path())); });
    });
}

} // namespace blak::ui::playing
