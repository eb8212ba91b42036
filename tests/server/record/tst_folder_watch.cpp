// SPDX-License-Identifier: GPL-3.0-or-later
// Whether a look at a folder is worth while: never less often than something has changed.
#include "formats/base/file_io.h"
#include "server/record/folder_watch.h"

#include <QTemporaryDir>
#include <QTest>
#include <fstream>

using namespace blak;
using namespace blak::serve;
namespace fs = std::filesystem;

class TestFolderWatch : public QObject
{
    Q_OBJECT

    std::unique_ptr<QTemporaryDir> folder_;

    fs::path path(const char* name) const { return folder_->filePath(QLatin1String(name)).toStdString(); }
    void write(const char* name, const char* text, std::ios::openmode mode = std::ios::trunc) const
    {
        std::ofstream(path(name), std::ios::binary | mode) << text;
    }

private slots:
    void init()
    {
        folder_ = std::make_unique<QTemporaryDir>();
        fs::create_directories(path("rooms"));
        write("rooms/inn.roo", "room");
    }

    void eachKindOfChangeIsHeard()
    {
        FolderWatch watch;
        const std::size_t rooms = watch.add(path("rooms"));
        QVERIFY(watch.mayHaveChanged(rooms)); // the first look
        QVERIFY(!watch.mayHaveChanged(rooms));
        write("elsewhere", "no file of it");
        QVERIFY(!watch.mayHaveChanged(rooms));
        const auto changes = [&] { return watch.mayHaveChanged(rooms) && !watch.mayHaveChanged(rooms); };
        write("rooms/inn.roo", "another");
        QVERIFY(changes());
        write("rooms/inn.roo", " and more", std::ios::app);
        QVERIFY(changes());
        write("rooms/mill.roo", "new");
        QVERIFY(changes());
        QVERIFY(writeFileAtomically(path("rooms/mill.roo"), "put in its place", Backup::None));
        QVERIFY(changes());
        fs::last_write_time(path("rooms/mill.roo"), fs::file_time_type::clock::now() - std::chrono::hours(1));
        QVERIFY(changes());
        fs::rename(path("rooms/mill.roo"), path("gone.roo"));
        QVERIFY(changes());
        fs::remove(path("rooms/inn.roo"));
        QVERIFY(changes());
    }

    /// What the name stands for may be another folder all at once.
    void foldersThatAreReplacedOrCome()
    {
        FolderWatch watch;
        const std::size_t rooms = watch.add(path("rooms"));
        const std::size_t later = watch.add(path("later"));
        QVERIFY(watch.mayHaveChanged(rooms));
        QVERIFY(watch.mayHaveChanged(later));
        QVERIFY(watch.mayHaveChanged(later)); // there is nothing that could be watched
        fs::rename(path("rooms"), path("later"));
        fs::create_directories(path("rooms"));
        write("rooms/new.roo", "new");
        QVERIFY(watch.mayHaveChanged(rooms));
        QVERIFY(!watch.mayHaveChanged(rooms));
        QVERIFY(watch.mayHaveChanged(later));
        write("later/inn.roo", "another");
        QVERIFY(watch.mayHaveChanged(later));
        QVERIFY(!watch.mayHaveChanged(rooms));
        write("rooms/new.roo", "newer");
        QVERIFY(watch.mayHaveChanged(rooms));
        fs::create_directories(path("release2"));
        fs::remove_all(path("rooms"));
        fs::create_directory_symlink(path("release2"), path("rooms"));
        QVERIFY(watch.mayHaveChanged(rooms));
        QVERIFY(!watch.mayHaveChanged(rooms));
        write("release2/a.roo", "seen through the name");
        QVERIFY(watch.mayHaveChanged(rooms));
        fs::create_directories(path("release3"));
        fs::remove(path("rooms"));
        fs::create_directory_symlink(path("release3"), path("rooms"));
        QVERIFY(watch.mayHaveChanged(rooms));
        fs::remove(path("rooms"));
        QVERIFY(watch.mayHaveChanged(rooms));
        QVERIFY(watch.mayHaveChanged(rooms));
    }

    void aFolderOfTwoNames()
    {
        FolderWatch watch;
        const std::size_t one = watch.add(path("rooms"));
        const std::size_t other = watch.add(path("rooms/../rooms"));
        QVERIFY(watch.mayHaveChanged(one) && watch.mayHaveChanged(other));
        write("rooms/inn.roo", "another");
        QVERIFY(watch.mayHaveChanged(one) && watch.mayHaveChanged(other));
        QVERIFY(!watch.mayHaveChanged(one) && !watch.mayHaveChanged(other));
    }

    void filesThatOthersMayChangeUnheard()
    {
        FolderWatch watch;
        const std::size_t rooms = watch.add(path("rooms"));
        QVERIFY(watch.mayHaveChanged(rooms));
        watch.distrust(rooms);
        QVERIFY(watch.mayHaveChanged(rooms));
        QVERIFY(!watch.mayHaveChanged(rooms)); // unless it is distrusted anew
    }

    void moreThanTheSystemRemembers()
    {
        FolderWatch watch;
        const std::size_t rooms = watch.add(path("rooms"));
        const std::size_t other = watch.add(path("other"));
        fs::create_directories(path("other"));
        QVERIFY(watch.mayHaveChanged(rooms) && watch.mayHaveChanged(other));
        write("rooms/a.roo", "a");
        QVERIFY(watch.mayHaveChanged(rooms));
        for (int i = 0; i < 20'000; ++i) // 16 384 by default; those that differ from the one before
            fs::last_write_time(path(i % 2 == 0 ? "rooms/a.roo" : "rooms/inn.roo"), fs::file_time_type::clock::now());
        write("other/a.roo", "unheard");
        QVERIFY(watch.mayHaveChanged(rooms) && watch.mayHaveChanged(other));
    }
};

QTEST_APPLESS_MAIN(TestFolderWatch)
#include "tst_folder_watch.moc"
