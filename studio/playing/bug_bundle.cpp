// SPDX-License-Identifier: GPL-3.0-or-later
#include "studio/playing/bug_bundle.h"

#include "studio/play/bundle/zip_file.h"
#include "studio/playing/play_controller.h"
#include "studio/playing/play_recording.h"

#include <QBuffer>
#include <QDateTime>
#include <QDesktopServices>
#include <QDir>
#include <QFileInfo>
#include <QPixmap>
#include <QPointer>
#include <QSysInfo>
#include <QUrl>

#include <nlohmann/json.hpp>

namespace blak::ui::playing {
namespace {

std::string pngOf(QWidget* widget)
{
    QByteArray bytes;
    QBuffer buffer(&bytes);
    buffer.open(QIODevice::WriteOnly);
    widget->grab().save(&buffer, "PNG");
    return bytes.toStdString();
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
            outers.emplace_back(name + ".png", tab);
            continue;
        }
        contents->add(name + ".play", controller.recording().script(tab));
        contents->add(name + ".png", pngOf(tab));
    }
    if (QWidget* window = controller.host().window())
        contents->add("window.png", pngOf(window));
    const auto write = [guard = QPointer<PlayController>(&controller), contents, file, done](const QString& noSave) {
        PlayController* const alive = guard.data();
        if (alive == nullptr)
            return;
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
    const auto left = std::make_shared<std::size_t>(outers.size() + 1);
    const auto why = std::make_shared<QString>();
    const auto come = [left, why, write] {
        if (--*left == 0)
            write(*why);
    };
    const auto finish = [why, come](const QString& noSave) {
        *why = noSave;
        come();
    };
    for (const auto& [name, tab] : outers)
        tab->outer()->takePicture([contents, come, name = name, guard = QPointer<PlayTab>(tab)](const QByteArray& png) {
            if (!png.isEmpty())
                contents->add(name, png.toStdString());
            else if (PlayTab* const page = guard.data(); page != nullptr) // which says how it is
                contents->add(name, pngOf(page));
            come();
        });
    if (!controller.isRunning())
        return finish(PlayController::tr("The world does not run, so there is no save of it as it was."));
    controller.session().control().ask({{"do", "save"}}, [finish](const play::ControlAnswer& answer) {
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
        controller.host().toast(severity, sentence, good ? PlayController::tr("Show in folder") : QString(),
                                [result] { QDesktopServices::openUrl(QUrl::fromLocalFile(QFileInfo(result).path())); });
    });
}

} // namespace blak::ui::playing
