// SPDX-License-Identifier: GPL-3.0-or-later
#include "formats/base/system_error.h"
#include "formats/document/workspace.h"
#include "tests/document/file_folder.h"
#include "tests/support/ordinary_user.h"

#include <QTest>

#include <cerrno>
#include <sys/stat.h>

using namespace blak;
using namespace blak::document;
using blak::test::FileFolder;

namespace {

namespace fs = std::filesystem;

std::shared_ptr<TextDocument> opened(Workspace& workspace, const fs::path& file)
{
    auto text = workspace.openText(file, EncodingRule::Guess);
    if (!text)
        qFatal("%s", text.error().text().c_str());
    return text.value();
}

std::string textAt(const FileSource& files, const fs::path& path)
{
    const auto text = files.readText(path);
    return text ? text.value() : "(missing)";
}

} // namespace

class TestWorkspace : public QObject
{
    Q_OBJECT

private slots:
    void oneDocumentForAPathHoweverItIsNamed()
    {
        const FileFolder folder;
        Workspace workspace;
        const auto text = opened(workspace, folder.write("a.txt", "one"));
        QCOMPARE(opened(workspace, folder.file("b/../a.txt")), text);
        fs::create_directory_symlink(folder.file(""), folder.file("link"));
        QCOMPARE(opened(workspace, folder.file("link/a.txt")), text);
        QCOMPARE(workspace.documents().size(), std::size_t{1});
        const auto missing = workspace.openText(folder.file("none.txt"), EncodingRule::Guess);
        QVERIFY(!missing);
        QCOMPARE(missing.error().code, ErrorCode::NotFound);
        workspace.add(std::make_shared<ShownFile>(folder.write("b.txt", "two")));
        const auto shown = workspace.openText(folder.file("b.txt"), EncodingRule::Guess);
        QVERIFY(!shown);
        QCOMPARE(shown.error().code, ErrorCode::Exists);
        workspace.close(folder.file("b.txt"));
        QVERIFY(workspace.openText(folder.file("b.txt"), EncodingRule::Guess));
    }

    void aDocumentThatIsRenamedStaysWhatItIs()
    {
        const FileFolder folder;
        Workspace workspace;
        const fs::path before = folder.write("a.txt", "one"), after = folder.file("b.txt");
        const auto text = opened(workspace, before);
        text->edit("Type", "two");
        std::vector<WorkspaceNotice> told;
        const Connection connection = workspace.notices().connect([&told](const WorkspaceNotice& notice) { told.push_back(notice); });
        fs::rename(before, after);
        text->setPath(after);
        QCOMPARE(told.size(), std::size_t{1});
        QVERIFY(told[0].kind == WorkspaceNotice::Kind::Moved && told[0].path == fileKey(after) && told[0].before == before && told[0].document == text);
        QCOMPARE(workspace.find(after), std::static_pointer_cast<Document>(text));
        QVERIFY(!workspace.find(before));
        QCOMPARE(text->title(), std::string("b.txt"));
        QVERIFY(workspace.files()->isOverlaid(after) && !workspace.files()->isOverlaid(before));
        QVERIFY(text->checkDisk() == DiskState::Same && text->hasEdits());
        QVERIFY(text->save());
        QCOMPARE(told.back().path, fileKey(after)); // it is heard under its new name
        QCOMPARE(textAt(*workspace.files(), after), std::string("two"));
        QVERIFY(!fs::exists(before));
        QVERIFY(text->history().undo());
        QCOMPARE(text->text(), std::string("one"));
        workspace.close(after);
        QVERIFY(workspace.documents().empty());
    }

    void unsavedTextsAreReadInPlaceOfTheirFiles()
    {
        const FileFolder folder;
        Workspace workspace;
        const fs::path path = folder.write("a.txt", "on disk \xE9");
        const auto clean = workspace.files();
        QVERIFY(!clean->isOverlaid(path));
        const auto text = opened(workspace, path);
        QCOMPARE(textAt(*workspace.files(), path), std::string("on disk \xE9"));
        text->edit("Type", "edited é");
        const auto edited = workspace.files();
        QVERIFY(edited->isOverlaid(path));
        QCOMPARE(textAt(*edited, path), std::string("edited \xE9")); // in the bytes of the file
        QCOMPARE(textAt(*edited, folder.file("./x/../a.txt")), std::string("edited \xE9"));
        QVERIFY(!edited->readText(path, 4));
        QCOMPARE(workspace.files(), edited); // nothing new, nothing copied
        text->edit("Type", "edited →");
        QCOMPARE(textAt(*workspace.files(), path), std::string("edited ?")); // what cannot be saved is read all the same
        QCOMPARE(textAt(*edited, path), std::string("edited \xE9"));         // a worker keeps what it was given
        text->edit("Type", "saved");
        QVERIFY(text->save());
        QVERIFY(!workspace.files()->isOverlaid(path));
        QCOMPARE(textAt(*workspace.files(), path), std::string("saved"));
        QCOMPARE(textAt(diskFiles(), path), std::string("saved"));
    }

    void overlaysOfOthersCount()
    {
        const FileFolder folder;
        Workspace workspace;
        const fs::path path = folder.file("new.kod");
        std::vector<std::string> told;
        const auto listener = workspace.notices().connect([&](const WorkspaceNotice& notice) { told.push_back(notice.path); });
        workspace.setOverlay(path, "typed");
        QCOMPARE(textAt(*workspace.files(), path), std::string("typed"));
        workspace.dropOverlay(path);
        workspace.dropOverlay(path);
        QCOMPARE(textAt(*workspace.files(), path), std::string("(missing)"));
        QCOMPARE(told, (std::vector<std::string>{fileKey(path), fileKey(path)}));
    }

    void aFileThatAnotherProgramChangedIsNotOverwrittenUnasked()
    {
        const FileFolder folder;
        Workspace workspace;
        const fs::path path = folder.write("a.txt", "one");
        const auto text = opened(workspace, path);
        text->edit("Type", "mine");
        folder.write("a.txt", "theirs");
        const auto saved = text->save();
        QVERIFY(!saved);
        QCOMPARE(saved.error().code, ErrorCode::Conflict);
        QCOMPARE(text->disk(), DiskState::Changed);
        QCOMPARE(folder.read("a.txt"), std::string("theirs"));
        text->allowOverwriting();
        QVERIFY(text->save());
        QCOMPARE(folder.read("a.txt"), std::string("mine"));
        QCOMPARE(text->disk(), DiskState::Same);
        // After a save the document still watches: the file is another one, and the next conflict is one, too.
        folder.write("a.txt", "theirs again");
        QCOMPARE(workspace.checkDisk().size(), std::size_t{1});
        text->edit("Type", "mine again");
        QCOMPARE(text->save().error().code, ErrorCode::Conflict);
        // Written again with the same bytes it is the same file.
        folder.write("a.txt", "mine");
        QVERIFY(workspace.checkDisk().empty());
    }

    void aFileThatIsGoneIsToldAndSavedAgain()
    {
        const FileFolder folder;
        Workspace workspace;
        const auto text = opened(workspace, folder.write("a.txt", "one"));
        fs::remove(folder.file("a.txt"));
        std::vector<WorkspaceNotice::Kind> told;
        const auto listener = workspace.notices().connect([&](const WorkspaceNotice& notice) { told.push_back(notice.kind); });
        QCOMPARE(workspace.checkDisk().size(), std::size_t{1});
        QCOMPARE(told, std::vector{WorkspaceNotice::Kind::Disk});
        QCOMPARE(text->disk(), DiskState::Gone);
        QVERIFY(text->isModified() && !text->hasEdits());
        QCOMPARE(textAt(*workspace.files(), folder.file("a.txt")), std::string("one"));
        QVERIFY(text->save());
        QCOMPARE(folder.read("a.txt"), std::string("one"));
        QVERIFY(!text->isModified());
    }

    void failuresHaveCodes()
    {
        const FileFolder folder;
        Workspace workspace;
        const auto text = opened(workspace, folder.write("a.txt", "one"));
        fs::create_directory(folder.file("locked"));
        const auto inside = opened(workspace, folder.write("locked/b.txt", "two"));
        QCOMPARE(readTextFile(folder.file("locked")).error().code, ErrorCode::NotAFile);
        QCOMPARE(readTextFile(folder.file("a.txt"), 2).error().code, ErrorCode::TooLarge);
        QCOMPARE(readTextFile(folder.file("a.txt/x")).error().code, ErrorCode::NotFound);
        QCOMPARE(writeFileAtomically("/dev/full/x", std::string_view("x")).error().code, ErrorCode::NotFound);
        QCOMPARE(errorCodeOf(ENOSPC), ErrorCode::DiskFull);
        QCOMPARE(errorCodeOf(EDOM), ErrorCode::Other);
        const Error full = systemError("cannot write", "inn.roo", ENOSPC);
        QCOMPARE(full.code, ErrorCode::DiskFull);
        QCOMPARE(full.text(), std::string("inn.roo: cannot write: No space left on device"));
        QCOMPARE(systemError("cannot write", "inn.roo", std::make_error_code(std::errc::permission_denied)).code,
                 ErrorCode::NoPermission);
        QVERIFY(!inside->isReadOnly());
        const test::OrdinaryUser user(folder.file(""));
        ::chmod(folder.file("locked").c_str(), 0500);
        inside->edit("Type", "three");
        QVERIFY(inside->isReadOnly());
        const auto saved = inside->save();
        ::chmod(folder.file("locked").c_str(), 0700);
        QVERIFY(!saved);
        QCOMPARE(saved.error().code, ErrorCode::NoPermission);
        QVERIFY(inside->isModified());
        ::chmod(folder.file("a.txt").c_str(), 0400);
        QVERIFY(text->isReadOnly());
    }

    void aStepOfFortyFilesIsOneStep()
    {
        const FileFolder folder;
        Workspace workspace;
        std::vector<std::shared_ptr<TextDocument>> texts;
        for (int i = 0; i < 40; ++i)
            texts.push_back(opened(workspace, folder.write("t" + std::to_string(i), "a lantern " + std::to_string(i))));
        const auto replaceAll = [&] {
            GroupTransaction transaction("Replace lantern by lamp");
            for (const auto& text : texts) {
                transaction.add(text);
                text->splice(2, 7, "lamp");
            }
            transaction.commit();
            return transaction.group();
        };
        replaceAll();
        QCOMPARE(texts[39]->text(), std::string("a lamp 39"));
        QCOMPARE(workspace.modified().size(), std::size_t{40});
        const StepOutcome undone = workspace.undo(*texts[7]);
        QCOMPARE(undone.name, std::string("Replace lantern by lamp"));
        QCOMPARE(undone.done.size(), std::size_t{40});
        QVERIFY(undone.left.empty());
        QVERIFY(workspace.modified().empty());
        QCOMPARE(workspace.redo(*texts[3]).done.size(), std::size_t{40});
        // Where something newer stands on it, it stays, and the outcome says where.
        texts[5]->edit("Type", "typed");
        const StepOutcome partly = workspace.undo(*texts[0]);
        QCOMPARE(partly.done.size(), std::size_t{39});
        QCOMPARE(partly.left, std::vector<std::shared_ptr<Document>>{texts[5]});
        QCOMPARE(texts[5]->text(), std::string("typed"));
        texts[5]->history().undo();
        QCOMPARE(workspace.undo(*texts[5]).done.size(), std::size_t{1});
        QVERIFY(workspace.modified().empty());
        // A transaction that fails half way leaves nothing.
        {
            GroupTransaction lost("lost");
            lost.add(texts[0]);
            texts[0]->splice(0, 1, "the");
        }
        QCOMPARE(texts[0]->text(), std::string("a lantern 0"));
    }

    void stepsOfAllDocumentsHaveOneOrder()
    {
        const FileFolder folder;
        Workspace workspace;
        const auto form = opened(workspace, folder.write("form.cfg", "Port 1"));
        const auto text = opened(workspace, folder.write("text.kod", "lantern"));
        const auto third = opened(workspace, folder.write("third.kod", "lantern"));
        const auto state = [&] { return form->text() + '|' + text->text() + '|' + third->text(); };
        std::vector<std::string> states{state()};
        form->edit("Set Port", "Port 2");
        states.push_back(state());
        text->edit("Type", "lanterns");
        states.push_back(state());
        {
            GroupTransaction transaction("Replace");
            for (const auto& one : {text, third}) {
                transaction.add(one);
                one->splice(0, 7, "lamp");
            }
            transaction.commit();
        }
        states.push_back(state());
        form->edit("Set Port", "Port 3");
        states.push_back(state());
        for (std::size_t i = states.size() - 1; i-- > 0;) {
            QVERIFY(!workspace.undoLast().done.empty());
            QCOMPARE(state(), states[i]);
        }
        QVERIFY(workspace.undoLast().done.empty());
        for (std::size_t i = 1; i < states.size(); ++i) {
            QVERIFY(!workspace.redoLast().done.empty());
            QCOMPARE(state(), states[i]);
        }
        QVERIFY(workspace.redoLast().done.empty());
    }

    void documentsLiveInTwoViewsOrInNone()
    {
        const FileFolder folder;
        Workspace workspace;
        const auto text = opened(workspace, folder.write("a.txt", "one"));
        ViewHold first(text);
        ViewHold second(text);
        QCOMPARE(text->views(), 2);
        first.end();
        workspace.closeUnused();
        QVERIFY(workspace.find(text->path()));
        text->edit("Type", "two");
        second = ViewHold();
        QCOMPARE(text->views(), 0);
        workspace.closeUnused();
        QVERIFY(workspace.find(text->path())); // unsaved
        QVERIFY(text->save());
        workspace.closeUnused();
        QVERIFY(!workspace.find(text->path()));
    }

    void shownFilesAreReadAgainByTheirViews()
    {
        const FileFolder folder;
        ShownFile file(folder.write("a.bgf", "one"));
        QVERIFY(!file.canEdit() && !file.isModified());
        int read = 0;
        bool fails = false;
        const auto reader = file.readers().connect([&](Result<void>& result) {
            ++read;
            if (fails)
                result = Error{"damaged", "a.bgf"};
        });
        folder.write("a.bgf", "another");
        QCOMPARE(file.checkDisk(), DiskState::Changed);
        fails = true;
        QVERIFY(!file.reload());
        QCOMPARE(file.disk(), DiskState::Changed);
        fails = false;
        QVERIFY(file.reload());
        QCOMPARE(file.disk(), DiskState::Same);
        QCOMPARE(read, 2);
        fs::remove(folder.file("a.bgf"));
        QCOMPARE(file.checkDisk(), DiskState::Gone);
        QVERIFY(!file.isModified());
    }

    /// Another program may give the new bytes the time and the size of the old ones.
    void aChangeThatKeepsTimeAndSizeIsSeen()
    {
        const FileFolder folder;
        const fs::path path = folder.write("a.txt", "one\n");
        Workspace workspace;
        const auto text = opened(workspace, path);
        const auto time = fs::last_write_time(path);
        folder.write("a.txt", "two\n");
        fs::last_write_time(path, time);
        QCOMPARE(text->checkDisk(), DiskState::Changed);
        QVERIFY(text->reload());
        QCOMPARE(text->checkDisk(), DiskState::Same);
        fs::rename(folder.write("b.txt", "six\n"), path);
        fs::last_write_time(path, time);
        QCOMPARE(text->checkDisk(), DiskState::Changed);
        QVERIFY(text->reload());
        fs::permissions(path, fs::perms::owner_write, fs::perm_options::add);
        QCOMPARE(text->checkDisk(), DiskState::Same); // its bytes are the same
    }

    void whatWasClosedLastIsReopenedFirst()
    {
        Workspace workspace;
        QVERIFY(!workspace.takeClosed());
        for (const char* name : {"a", "b", "a"})
            workspace.rememberClosed({name, "text", "{}"});
        QCOMPARE(workspace.takeClosed()->path, fs::path("a"));
        QCOMPARE(workspace.takeClosed()->path, fs::path("b"));
        QVERIFY(!workspace.takeClosed());
        for (int i = 0; i < 100; ++i)
            workspace.rememberClosed({std::to_string(i), {}, {}});
        QCOMPARE(workspace.closed().size(), std::size_t{50});
    }
};

QTEST_APPLESS_MAIN(TestWorkspace)
#include "tst_workspace.moc"
