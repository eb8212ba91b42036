// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QString>
#include <QVector>

#include <optional>

namespace blak::ui {

/// What the Blakod of a world says of places in one of its rooms.
struct RoomFacts
{
    struct KodLine
    {
        QString file; ///< whole path
        int line = 1;
    };
    struct TagUse
    {
        int tag = 0;
        QString message; ///< "SetSector"
        KodLine at;
    };
    struct Exit
    {
        int row = 0, column = 0; ///< from 1
        QString to;              ///< "RID_INN"
        KodLine at;
        QString room = {}; ///< what people call it: "The Inn", else "inn.roo", else as in `to`
        QString roomFile = {}; ///< whole path of its .roo; empty where it is not known
    };
    enum class Edge : char { North, East, South, West };
    struct EdgeExit
    {
        Edge edge = Edge::North;
        QString to;
        KodLine at;
        QString room = {}, roomFile = {}; ///< as of Exit
    };
    struct Object
    {
        QString className, icon;    ///< the icon is empty where it is not known
        double row = 0, column = 0; ///< squares from the corner of the room
        std::optional<int> angle;   ///< 4096 per turn
        KodLine at;
        bool isIconChosen = false;  ///< by its Blakod, when the world runs
    };

    /// Where those come to stand who arrive without another place.
    struct Arrival
    {
        double row = 0, column = 0; ///< squares from the corner of the room
        std::optional<int> angle;   ///< 4096 per turn
    };

    QVector<TagUse> tags;
    QVector<Exit> exits;
    QVector<EdgeExit> edges;
    QVector<Object> objects;
    std::optional<Arrival> arrival; ///< of the first class with this room that has one
};

} // namespace blak::ui
