// SPDX-License-Identifier: GPL-3.0-or-later
#include "studio/views/views.h"

#include "formats/base/file_io.h"
#include "studio/views/automap/automap_view.h"
#include "studio/views/compare/compare_paths.h"
#include "studio/views/compare/compare_view.h"
#include "studio/views/compare/compare_with.h"
#include "studio/views/forms/account_form.h"
#include "studio/views/forms/last_save_form.h"
#include "studio/views/forms/motd_form.h"
#include "studio/views/forms/package_form.h"
#include "studio/views/forms/sealed_view.h"
#include "studio/views/forms/settings_form.h"
#include "studio/views/image/image_view.h"
#include "studio/views/merge/merge_dialog.h"
#include "studio/views/merge/merge_view.h"
#include "studio/views/music/music_view.h"
#include "studio/views/palette/palette_view.h"
#include "studio/views/tables/kodbase_view.h"
#include "studio/views/tables/object_panel.h"
#include "studio/views/tables/resource_view.h"
#include "studio/views/tables/save_view.h"
#include "ui/export_folder.h"

#include <QBuffer>
#include <QCoreApplication>
#include <QFile>
#include <QFileDialog>
#include <QFileInfo>

#include <functional>
#include <span>

namespace blak::ui::views {
namespace {

using project::FileKind;

QString say(const char* text) { return QCoreApplication::translate("Views", text); }

/// Why a row cannot run now.
std::function<QString(const DocumentView*)> because(const char* text)
{
    return [words = say(text)](const DocumentView* view) { return view == nullptr ? say(QT_TRANSLATE_NOOP("Views", "no document is shown")) : words; };
}

/// A row that documents of one kind have. `key` goes with Alt; null: none, and always enabled.
template <typename View>
ActionSpec viewRow(const QString& id, const char* text, const QString& menu, Qt::Key key, std::function<void(View&)> run,
                   std::function<bool(const View&)> enabled = nullptr)
{
    ActionSpec spec;
    spec.id = id;
    spec.text = say(text);
    spec.menu = menu;
    spec.context = id.section(u'.', 0, 0);
    if (key != Qt::Key_unknown)
        spec.keys = {QKeySequence(Qt::ALT | key)};
    spec.run = [run = std::move(run)](DocumentView* view) {
        if (auto* one = qobject_cast<View*>(view))
            run(*one);
    };
    if (enabled)
        spec.enabled = [enabled = std::move(enabled)](const DocumentView* view) {
            const auto* one = qobject_cast<const View*>(view);
            return one != nullptr && enabled(*one);
        };
    return spec;
}

ActionSpec saveRow(const char* id, const char* text, const char* icon, Qt::Key key, void (SaveView::*run)(), bool (*enabled)(const SaveView&))
{
    ActionSpec spec = viewRow<SaveView>(QStringLiteral("save.") + QLatin1String(id), text, QStringLiteral("View"), key, run, enabled);
    spec.icon = QLatin1String(icon);
    spec.needs = because(QT_TRANSLATE_NOOP("Views", "no other object was looked at there"));
    return spec;
}

ActionSpec compareRow(const char* id, const char* text, Qt::Key key, void (*run)(CompareView&))
{
    return viewRow<CompareView>(QStringLiteral("compare.") + QLatin1String(id), text, QStringLiteral("View"), key, run);
}

ActionSpec mergeRow(const char* id, const char* text, Qt::Key key, void (*run)(MergeView&), bool (*enabled)(const MergeView&))
{
    ActionSpec spec = viewRow<MergeView>(QStringLiteral("merge.") + QLatin1String(id), text, QStringLiteral("Edit"), key, run, enabled);
    spec.needs = because(QT_TRANSLATE_NOOP("Views", "there is no such conflict"));
    return spec;
}

ActionTable mergeRows()
{
    const auto hasCurrent = [](const MergeView& view) { return view.hasCurrent(); };
    const auto hasUndecided = [](const MergeView& view) { return view.hasUndecided(); };
    const auto hasAny = [](const MergeView& view) { return !view.merge().merged().conflicts.empty(); };
    return {mergeRow("base", QT_TRANSLATE_NOOP("Views", "Solve the conflict as before"), Qt::Key_1, [](MergeView& view) { view.take(diff::Take::Base); }, hasCurrent),
            mergeRow("ours", QT_TRANSLATE_NOOP("Views", "Solve the conflict as ours"), Qt::Key_2, [](MergeView& view) { view.take(diff::Take::Ours); }, hasCurrent),
            mergeRow("theirs", QT_TRANSLATE_NOOP("Views", "Solve the conflict as theirs"), Qt::Key_3, [](MergeView& view) { view.take(diff::Take::Theirs); }, hasCurrent),
            mergeRow("restOurs", QT_TRANSLATE_NOOP("Views", "Solve the rest as ours"), Qt::Key_unknown, [](MergeView& view) { view.takeRest(diff::Take::Ours); }, hasUndecided),
            mergeRow("restTheirs", QT_TRANSLATE_NOOP("Views", "Solve the rest as theirs"), Qt::Key_unknown, [](MergeView& view) { view.takeRest(diff::Take::Theirs); }, hasUndecided),
            mergeRow("next", QT_TRANSLATE_NOOP("Views", "Next conflict"), Qt::Key_Down, [](MergeView& view) { view.step(1); }, hasAny),
            mergeRow("before", QT_TRANSLATE_NOOP("Views", "Previous conflict"), Qt::Key_Up, [](MergeView& view) { view.step(-1); }, hasAny)};
}

/// Of the room that is shown, or of files that are chosen.
ActionSpec mergeRooms()
{
    ActionSpec spec;
    spec.id = QStringLiteral("views.mergeRooms");
    spec.text = say(QT_TRANSLATE_NOOP("Views", "Merge rooms\u2026"));
    spec.menu = QStringLiteral("File");
    spec.icon = QStringLiteral("join");
    spec.enabled = [](const DocumentView* view) { return view != nullptr && qobject_cast<const MergeView*>(view) == nullptr; };
    spec.needs = because(QT_TRANSLATE_NOOP("Views", "this is a merge"));
    spec.run = [](DocumentView* view) {
        if (view == nullptr)
            return;
        const bool isRoom = view->path().endsWith(QLatin1String(".roo"), Qt::CaseInsensitive);
        auto* dialog = new MergeDialog(isRoom ? view->path() : QString(), view->window());
        dialog->setAttribute(Qt::WA_DeleteOnClose);
        QObject::connect(dialog, &MergeDialog::chosen, view, [view](const QStringList& four) { emit view->openRequested(mergePath(four)); });
        dialog->open();
    };
    return spec;
}

/// Opened by MergeView with four files, never by one alone.
DocumentType mergeType()
{
    DocumentType type;
    type.id = QLatin1String(MergeView::kindId);
    type.name = say("Merge of rooms");
    type.recognises = [](const QString&, const QByteArray&) { return false; };
    type.open = [](const QString& path, std::shared_ptr<Project>, QWidget*) -> Result<DocumentView*> {
        return Error{"a merge takes three rooms", path.toStdString()};
    };
    type.icon = QStringLiteral("join");
    type.helpPage = QStringLiteral("studio/rooms");
    return type;
}

/// The current document beside a file that is chosen.
ActionSpec compareWith()
{
    ActionSpec spec;
    spec.id = QStringLiteral("views.compareWith");
    spec.text = say(QT_TRANSLATE_NOOP("Views", "Compare with\u2026"));
    spec.menu = QStringLiteral("File");
    spec.icon = QStringLiteral("split-view");
    spec.enabled = [](const DocumentView* view) { return view != nullptr && !comparedFiles(view->path()); };
    spec.needs = because(QT_TRANSLATE_NOOP("Views", "this is a comparison"));
    spec.run = [](DocumentView* view) {
        if (view == nullptr || comparedFiles(view->path()))
            return;
        if (!QFileInfo::exists(view->path())) {
            emit view->reported(Severity::Info, say("%1 is in no file yet. Save it, then it can be compared.").arg(view->title()));
            return;
        }
        chooseToCompare(view->path(), view->isModified(), *view, [view](const QString& path) { emit view->openRequested(path); });
    };
    return spec;
}

/// The edits of the current document beside its file.
ActionSpec compareWithSaved()
{
    ActionSpec spec;
    spec.id = QStringLiteral("views.compareWithSaved");
    spec.text = say(QT_TRANSLATE_NOOP("Views", "Compare with saved"));
    spec.menu = QStringLiteral("File");
    spec.icon = QStringLiteral("split-view");
    spec.enabled = [](const DocumentView* view) { return view != nullptr && view->document() && view->isModified() && QFileInfo::exists(view->path()); };
    spec.needs = because(QT_TRANSLATE_NOOP("Views", "all of it is as saved"));
    spec.run = [](DocumentView* view) {
        if (view != nullptr)
            emit view->openRequested(comparePath(view->path(), view->path()));
    };
    return spec;
}

/// What the centre shows, pixel by pixel.
ActionSpec savePicture()
{
    ActionSpec spec;
    spec.id = QStringLiteral("views.savePicture");
    spec.text = say(QT_TRANSLATE_NOOP("Views", "Save picture of this view\u2026"));
    spec.menu = QStringLiteral("File");
    spec.icon = QStringLiteral("camera");
    spec.enabled = [](const DocumentView* view) { return view != nullptr; };
    spec.needs = because(QT_TRANSLATE_NOOP("Views", "no document is shown"));
    spec.run = [](DocumentView* view) {
        if (view == nullptr)
            return;
        const QFileInfo info(view->path());
        auto* chooser = new QFileDialog(view, say("Picture of %1").arg(view->title()), info.absolutePath());
        chooser->setAttribute(Qt::WA_DeleteOnClose);
        chooser->setAcceptMode(QFileDialog::AcceptSave);
        followExportFolder(*chooser, QStringLiteral("picture"));
        chooser->setNameFilter(say("Pictures (*.png)"));
        chooser->setDefaultSuffix(QStringLiteral("png"));
        chooser->selectFile(info.completeBaseName() + QStringLiteral(".png"));
        QObject::connect(chooser, &QFileDialog::fileSelected, view,
                         [view](const QString& file) { saveViewPicture(*view, file); });
        chooser->open();
    };
    return spec;
}

} // namespace

void saveViewPicture(DocumentView& view, const QString& file)
{
    view.prepareForGrab();
    QByteArray bytes;
    QBuffer buffer(&bytes);
    buffer.open(QIODevice::WriteOnly);
    const QString name = QFileInfo(file).fileName();
    if (!view.grab().save(&buffer, "PNG"))
        return emit view.reported(Severity::Error, say("Cannot write %1: the view has no size.").arg(name));
    const auto written = writeFileAtomically(std::filesystem::path(QFile::encodeName(file).toStdString()),
                                             std::as_bytes(std::span(bytes.constData(), static_cast<std::size_t>(bytes.size()))));
    if (written)
        emit view.reported(Severity::Info, say("Wrote the picture %1.").arg(name));
    else
        emit view.reported(Severity::Error,
                           say("Cannot write %1: %2.").arg(name, QString::fromStdString(written.error().what)));
}

QVector<DocumentType> viewDocumentTypes()
{
    return {
        typeOfKinds(QStringLiteral("resources"), say("Resources"), {QStringLiteral("rsc"), QStringLiteral("rsb")},
                    {FileKind::Resources, FileKind::DynamicResources, FileKind::SavedStrings}, &ResourceView::open),
        typeOfKinds(QStringLiteral("kodbase"), say("Names and numbers"), {QStringLiteral("txt")}, {FileKind::SymbolBase},
                    &KodbaseView::open),
        typeOfKinds(QStringLiteral("save"), say("Saved game"), {}, {FileKind::SavedGame}, &SaveView::open),
        typeOfKinds(QStringLiteral("palette"), say("Palette"), {QStringLiteral("pal"), QStringLiteral("bmp")},
                    {FileKind::Palette}, &PaletteView::open),
        typeOfKinds(QStringLiteral("image"), say("Picture"), {QStringLiteral("bmp"), QStringLiteral("png")}, {FileKind::Image},
                    &ImageView::open),
        typeOfKinds(QStringLiteral("serverConfig"), say("Server configuration"), {QStringLiteral("cfg")},
                    {FileKind::ServerConfig}, &SettingsForm::openServer),
        typeOfKinds(QStringLiteral("clientSettings"), say("Client settings"), {QStringLiteral("ini")}, {FileKind::ClientSettings},
                    &SettingsForm::openClient),
        typeOfKinds(QStringLiteral("accounts"), say("Accounts"), {}, {FileKind::Accounts}, &AccountForm::open),
        typeOfKinds(QStringLiteral("packages"), say("Packages"), {}, {FileKind::Packages}, &PackageForm::open),
        typeOfKinds(QStringLiteral("motd"), say("Message of the day"), {}, {FileKind::Motd}, &MotdForm::open),
        typeOfKinds(QStringLiteral("lastSave"), say("Last save"), {}, {FileKind::LastSave}, &LastSaveForm::open),
        typeOfKinds(QStringLiteral("automap"), say("Automap"), {QStringLiteral("map")}, {FileKind::Automap}, &AutomapView::open),
        typeOfKinds(QStringLiteral("music"), say("Music"), {QStringLiteral("mid"), QStringLiteral("xmi")}, {FileKind::Music},
                    &MusicView::open),
        typeOfKinds(QStringLiteral("sealed"), say("Sealed file"), {}, {FileKind::Sealed}, &SealedView::open), mergeType()};
}

ActionTable viewActions()
{
    ActionTable table;
    table << saveRow("back", QT_TRANSLATE_NOOP("Views", "Back to the object before"), "undo", Qt::Key_Left, &SaveView::goBack,
                     [](const SaveView& view) { return view.panel()->canGoBack(); });
    table << saveRow("forward", QT_TRANSLATE_NOOP("Views", "Forward to the next object"), "redo", Qt::Key_Right,
                     &SaveView::goForward, [](const SaveView& view) { return view.panel()->canGoForward(); });
    table << compareWith() << compareWithSaved() << mergeRooms();
    table << savePicture();
    table << compareRow("next", QT_TRANSLATE_NOOP("Views", "Next difference"), Qt::Key_Down,
                        [](CompareView& view) { view.step(1); });
    table << compareRow("before", QT_TRANSLATE_NOOP("Views", "Previous difference"), Qt::Key_Up,
                        [](CompareView& view) { view.step(-1); });
    ActionSpec all = compareRow("all", QT_TRANSLATE_NOOP("Views", "Show what is alike, too"), Qt::Key_A,
                                [](CompareView& view) { view.setFolded(!view.isFolded()); });
    all.enabled = [](const DocumentView* view) {
        const auto* compare = qobject_cast<const CompareView*>(view);
        return compare != nullptr && compare->canFold();
    };
    all.needs = because(QT_TRANSLATE_NOOP("Views", "nothing is left out here"));
    table << all;
    const auto searchRow = [&](const char* id, const char* text, const QKeySequence& key, void (*run)(CompareView&)) {
        ActionSpec row = viewRow<CompareView>(QStringLiteral("compare.find.") + QLatin1String(id), text, QStringLiteral("Edit"), Qt::Key_unknown, run,
                                              [](const CompareView& view) { return view.canFold(); });
        row.keys = {key};
        row.needs = because(QT_TRANSLATE_NOOP("Views", "no texts are compared here"));
        table << row;
    };
    searchRow("here", QT_TRANSLATE_NOOP("Views", "Find"), QKeySequence(Qt::CTRL | Qt::Key_F), [](CompareView& view) { view.find(); });
    searchRow("next", QT_TRANSLATE_NOOP("Views", "Next hit"), QKeySequence(Qt::Key_F3), [](CompareView& view) { view.stepHit(1); });
    searchRow("previous", QT_TRANSLATE_NOOP("Views", "Previous hit"), QKeySequence(Qt::SHIFT | Qt::Key_F3), [](CompareView& view) { view.stepHit(-1); });
    table << mergeRows();
    return table;
}

} // namespace blak::ui::views
