// SPDX-License-Identifier: GPL-3.0-or-later
#include "studio/playing/outside_play.h"

#include "studio/playing/play_controller.h"

#include <QInputDialog>
#include <QLineEdit>

#include <algorithm>

namespace blak::ui::playing {

OutsidePlay::OutsidePlay(PlayController& controller) : QObject(&controller), controller_(controller)
{
    gatherer_.setMaxThreadCount(1);
}

OutsidePlay::~OutsidePlay() { gatherer_.waitForDone(); }

QString OutsidePlay::who() const { return QString::fromStdString(profile_.account + "@" + profile_.server); }

void OutsidePlay::begin(const play::Profile& profile)
{
    client::ConnectWish wish;
    QString why;
    if (!client::parseAddress(QString::fromStdString(profile.server), wish.host, wish.port, why))
        return controller_.host().toast(Severity::Error, why, {}, {});
    profile_ = profile;
    if (!passwords_.contains(who()))
        return ask();
    ++turn_;
    on_ = true;
    wish.session.dialect = protocolOf(QString::fromStdString(profile.dialect));
    wish.assets = controller_.host().assets();
    controller_.host().show(controller_.firstTab());
    gather(wish);
}

void OutsidePlay::end()
{
    ++turn_;
    on_ = false;
}

void OutsidePlay::ask()
{
    auto* dialog = new QInputDialog(controller_.host().window());
    dialog->setAttribute(Qt::WA_DeleteOnClose);
    dialog->setWindowTitle(tr("Play on %1").arg(QString::fromStdString(profile_.server)));
    dialog->setLabelText(tr("Password of %1:").arg(QString::fromStdString(profile_.account)));
    dialog->setTextEchoMode(QLineEdit::Password);
    connect(dialog, &QInputDialog::textValueSelected, this, [this, profile = profile_](const QString& password) {
        profile_ = profile;
        passwords_.insert(who(), password);
        begin(profile);
    });
    dialog->open();
}

/// Looking through a large tree, and compiling its texts where it has none, takes its time.
void OutsidePlay::gather(const client::ConnectWish& wish)
{
    controller_.host().progress(tr("Looking for rooms and texts"), 0, 0);
    gatherer_.start([this, wish, turn = turn_, sources = controller_.wish(false)] {
        QMetaObject::invokeMethod(
            this,
            [this, wish, turn, files = filesOf(sources)] {
                if (turn == turn_ && on_)
                    come(wish, files);
            },
            Qt::QueuedConnection);
    });
}

/// Texts are those that the tree holds, as who compiled it has them: numbers of resources are the server's own business. All rooms and
/// texts of the tree count, wherever they lie.
OutsidePlay::Files OutsidePlay::filesOf(const play::PlayWish& wish)
{
    Files files;
    const auto world = project::open(wish.project);
    if (!world) {
        files.problem = world.error().text();
        return files;
    }
    bool hasTexts = false;
    for (const project::FoundFile& file : world.value().files()) {
        using Kind = project::FileKind;
        if (file.kind != Kind::Room && file.kind != Kind::Resources && file.kind != Kind::Sound && file.kind != Kind::Music)
            continue;
        hasTexts = hasTexts || file.kind == Kind::Resources;
        const std::filesystem::path folder = world.value().absolute(file).parent_path();
        if (std::ranges::find(files.found.folders, folder) == files.found.folders.end())
            files.found.folders.push_back(folder);
    }
    for (const std::filesystem::path& folder : world.value().spriteFolders())
        files.found.folders.push_back(world.value().root() / folder);
    // What was copied for a server may be older than the tree; of texts the last folder wins, and those are the server's.
    std::ranges::stable_partition(files.found.folders, [run = world.value().root() / "run"](const std::filesystem::path& folder) {
        return std::ranges::mismatch(run, folder).in1 != run.end();
    });
    if (world.value().paletteFile())
        files.found.palette = world.value().root() / *world.value().paletteFile();
    if (hasTexts)
        return files;
    if (const auto texts = play::PreparedWorld::compileTexts(wish))
        files.found.folders.push_back(texts.value());
    else
        files.problem = texts.error().text();
    return files;
}

void OutsidePlay::come(client::ConnectWish wish, const Files& files)
{
    controller_.host().progress({}, 0, 0);
    if (!files.problem.empty())
        controller_.host().toast(Severity::Warning, tr("The texts of this world cannot be had, so rooms and names are not known: %1")
                                                        .arg(QString::fromStdString(files.problem)), {}, {});
    wish.files = files.found;
    PlayTab* tab = controller_.firstTab();
    disconnect(tab, &PlayTab::entryFailed, this, nullptr);
    connect(tab, &PlayTab::entryFailed, this, [this, account = who()] { passwords_.remove(account); }); // it may have been that
    tab->come(wish, {QString::fromStdString(profile_.account), passwords_.value(who()), QString::fromStdString(profile_.character), false});
    controller_.tell(Severity::Info, tr("Playing on %1; what is edited here does not go there.").arg(QString::fromStdString(profile_.server)));
    controller_.host().refresh();
}

} // namespace blak::ui::playing
