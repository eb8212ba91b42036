// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "formats/base/file_io.h"
#include "roomedit/roomcore/rebuild.h"
#include "studio/newroom/room_tree.h"

#include <QTemporaryDir>
#include <QTest>

namespace blak::test {

inline std::string crlf(std::string text)
{
    for (std::size_t at = text.find('\n'); at != std::string::npos; at = text.find('\n', at + 2))
        text.insert(at, "\r");
    return text;
}

inline std::string roomBytes()
{
    roo::Room room;
    room.format = roo::Format::V13Float;
    room.server = roo::emptyServerSection(room.format);
    const std::int16_t corners[5][2] = {{0, 0}, {0, 256}, {256, 256}, {256, 0}, {0, 0}};
    for (int i = 0; i < 4; ++i) {
        roo::Linedef line;
        line.plusSide = 1;
        line.plusSector = 0;
        line.x0 = corners[i][0];
        line.y0 = corners[i][1];
        line.x1 = corners[i + 1][0];
        line.y1 = corners[i + 1][1];
        room.linedefs.push_back(line);
    }
    room.sidedefs = {{0, 2012, 0, 0, 0, 0}};
    room.sectors.resize(1);
    room.sectors[0].floorTexture = 17;
    room.sectors[0].ceilingTexture = 18;
    room.sectors[0].ceilingHeight = 192;
    room.things.resize(2);
    room.things[1].x = room.things[1].y = 256;
    const std::vector<std::byte> bytes = roo::write(roomcore::rebuild(room, room).value().room);
    return {reinterpret_cast<const char*>(bytes.data()), bytes.size()};
}

/// A tree as the engine's own worlds are, small: mainline with `%`, OpenMeridian with `//`.
struct EngineTree
{
    QTemporaryDir folder;
    std::string mark;

    explicit EngineTree(bool slashes, bool hasCrLf = false) : mark(slashes ? "//" : "%")
    {
        const auto put = [&](const char* name, std::string text) {
            for (std::size_t at = text.find("@@"); at != std::string::npos; at = text.find("@@"))
                text.replace(at, 2, mark);
            write(name, hasCrLf ? crlf(text) : text);
        };
        put("kod/include/blakston.khd", "@@ Numbers of rooms\n   RID_DEFAULT = 1\n\n   @@ Town\n   RID_TOS = 100 @@ where all begins\n"
                                        "   RID_TOS_INN = 101\n   RID_TOS_BANK  = 103\n   RID_OLD = 9000\n   MAX_RID_OLD = 104\n");
        put("kod/util/system.kod",
            "System is Object\n\nmessages:\n\n   CreateAllRoomsIfNew()\n   \"Sends CreateOneRoomIfNew to all.\"\n   {\n"
            "      @@ Send(self,@CreateOneRoomIfNew,#num=RID_TOS_INN,#class=&TosInn); off\n"
            "      Send(self,@CreateOneRoomIfNew,#num=RID_TOS,#class=&Tos);\n"
            "      Send(self,@CreateOneRoomIfNew,#num=RID_TOS_INN,#class=&TosInn);  \n"
            "      Send(self,@CreateOneRoomIfNew,#num=RID_TOS_BANK,#class=&TosBank);\n      return;\n   }\n\n"
            "   CreateOneRoomIfNew(num=0,class=$)\n   {\n      return;\n   }\nend\n");
        put("kod/object/tosrm/tos.kod",
            "Tos is TosRoom\n\nconstants:\n   include blakston.khd\n\nresources:\n   room_name_tos = \"The City @@ of Tos\"\n"
            "   room_tos = tos.roo\n\nclassvars:\n   vrName = room_name_tos\n\nproperties:\n   prRoom = room_tos\n"
            "   piRoom_num = RID_TOS\n\nmessages:\n\n   CreateStandardExits()\n   {\n      plExits = $;\n\n"
            "      plExits = Cons([ 5, 6, RID_TOS_INN, 2, 2, ROTATE_NONE ],plExits); @@ inn\n"
            "      if piRoom_num = 1\n      {\n         plExits = Cons([ 9, 9, RID_TOS_BANK, 2, 2, ROTATE_NONE ],plExits);\n      }\n"
            "      propagate;\n   }\n\n   Leave()\n   {\n      Send(self,@CreateStandardExits);\n      return;\n   }\n\nend\n@@@@@@@@\n");
        put("kod/object/tosrm/tosinn.kod",
            "TosInn is TosRoom\n\nconstants:\n   include blakston.khd\n\nresources:\n   room_name_tosinn = \"Inn\"\n"
            "   room_tosinn = tosinn.roo\n\nproperties:\n   prRoom = room_tosinn\n   piRoom_num = RID_TOS_INN\n\nmessages:\n\nend\n");
        put("kod/object/tosrm/makefile", "# all of the town\nBOFS = tos.bof \\\n\ttosinn.bof\n\n# Removed\n#   tosbank.bof\n\nall:\n");
        write("resource/rooms/tos.roo", roomBytes());
        write("resource/rooms/tosinn.roo", roomBytes());
    }

    void write(const std::string& name, const std::string& text) const
    {
        std::filesystem::create_directories(path(name).parent_path());
        QVERIFY(writeFileAtomically(path(name), text, Backup::None));
    }
    std::filesystem::path path(const std::string& name) const { return std::filesystem::path(folder.path().toStdString()) / name; }
    std::string text(const std::string& name) const { return readTextFile(path(name)).value(); }
    newroom::RoomTree tree() const
    {
        const auto world = project::open(folder.path().toStdString());
        auto tree = newroom::readRoomTree(world.value(), diskFiles());
        if (!tree)
            qFatal("%s", tree.error().text().c_str());
        return std::move(tree).value();
    }
};

} // namespace blak::test
