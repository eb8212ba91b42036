// SPDX-License-Identifier: GPL-3.0-or-later
#include "roomedit/script/api_entries.h"

#include <array>

namespace blak::roomscript {
namespace {

constexpr std::array entries{
    ApiEntry{"print(value, ...)", "writes a line"},
    ApiEntry{"args", "what stood behind the script"},
    ApiEntry{"room.vertices()", "ids of all vertices"},
    ApiEntry{"room.lines()", "ids of all lines"},
    ApiEntry{"room.sectors()", "ids of all sectors"},
    ApiEntry{"room.things()", "ids of all things"},
    ApiEntry{"room.vertex(id)", "{x, y}"},
    ApiEntry{"room.line(id)", "{start, end, x0, y0, x1, y1, length, frontSector, backSector, offsets}"},
    ApiEntry{"room.sector(id)", "all properties of a sector"},
    ApiEntry{"room.thing(id)", "all properties of a thing"},
    ApiEntry{"room.side(line, side = \"front\")", "all properties of a side; null where there is none"},
    ApiEntry{"room.linesOf(sector)", "lines with a side in it"},
    ApiEntry{"room.linesAt(vertex)", "lines that end there"},
    ApiEntry{"room.sectorAt(x, y)", "the sector there; null in the void"},
    ApiEntry{"room.selection()", "{vertices, lines, sectors, things}"},
    ApiEntry{"room.select(parts)", "chooses parts"},
    ApiEntry{"room.find(query)", "parts with \"texture:4120\", \"tag:3\", \"light:0\" ..."},
    ApiEntry{"room.similar(parts, likeness)", "parts alike by \"textures\", \"heights\", \"light\", \"tag\" or \"kind\""},
    ApiEntry{"room.neighbours(parts)", "the parts and what touches them"},
    ApiEntry{"room.check()", "findings: {rule, severity, message, place, line or sector}"},
    ApiEntry{"room.draw(points, closed = true)", "draws lines; the sectors that were made"},
    ApiEntry{"room.rectangle(x0, y0, x1, y1)", "draws a rectangle"},
    ApiEntry{"room.ellipse(x0, y0, x1, y1, corners = 16)", "draws an ellipse into a box"},
    ApiEntry{"room.polygon(centre, through, corners)", "draws a regular polygon"},
    ApiEntry{"room.grid(x0, y0, x1, y1, rows, columns)", "draws a rectangle of cells"},
    ApiEntry{"room.corridor(points, width)", "draws a way along a polyline"},
    ApiEntry{"room.stairs(x0, y0, x1, y1, steps, rise, headroom = 0)", "draws a flight of steps"},
    ApiEntry{"room.opening(line, at, {width, depth, sill, lintel})", "puts a door or window into a wall"},
    ApiEntry{"room.arch(line, at, {width, depth, springing, rise, slices})", "puts an arch into a wall"},
    ApiEntry{"room.bridge(from, to, pieces)", "builds a way from a line to another"},
    ApiEntry{"room.move(parts, x, y, rule = \"merge\")", "moves parts"},
    ApiEntry{"room.rotate(parts, centre, degrees, rule = \"merge\")", "turns parts counter-clockwise"},
    ApiEntry{"room.scale(parts, centre, factorX, factorY, rule = \"merge\")", "makes parts larger or smaller"},
    ApiEntry{"room.mirror(parts, axis, rule = \"merge\")", "\"x\": left and right change, \"y\": top and bottom"},
    ApiEntry{"room.copy(parts, x, y, {raise, tags, things, rule})", "copies parts; the copies"},
    ApiEntry{"room.remove(parts)", "takes parts out"},
    ApiEntry{"room.insertVertex(line, at)", "cuts a line; the new vertex"},
    ApiEntry{"room.split(lines, pieces = 2)", "cuts lines evenly"},
    ApiEntry{"room.flip(lines)", "start and end change places"},
    ApiEntry{"room.join(sectors)", "all become the first; lines stay"},
    ApiEntry{"room.merge(sectors)", "all become the first; lines between them go"},
    ApiEntry{"room.dissolve(sectors)", "each becomes part of a neighbour"},
    ApiEntry{"room.makeSector(x, y)", "of the closed area there"},
    ApiEntry{"room.setSector(sectors, {property: value})", "heightfloor, heightceiling, texturefloor, lightlevel ..."},
    ApiEntry{"room.setSide(sides, {property: value})", "texturemiddle, passable, id ..."},
    ApiEntry{"room.setLine(lines, {property: value})", "frontoffsetx, backoffsety ..."},
    ApiEntry{"room.setThing(things, {property: value})", "x, y, type ..."},
    ApiEntry{"room.raise(sectors, plane, by)", "\"floor\" or \"ceiling\"; where it cannot go so far it stops, and a line says so"},
    ApiEntry{"room.brighten(sectors, by)", "or darker, below 0"},
    ApiEntry{"room.gradient(sectors, what)", "\"floor\", \"ceiling\" or \"light\" evenly from first to last"},
    ApiEntry{"room.slope(sector, plane, [[x, y, height], ...])", "through three corners"},
    ApiEntry{"room.tilt(sector, plane, line, rise)", "around a line of its border"},
    ApiEntry{"room.level(sector, plane)", "takes a slope away"},
    ApiEntry{"room.setTexture(sides, part, texture)", "\"above\", \"normal\" or \"below\""},
    ApiEntry{"room.setFlat(sectors, plane, texture)", "of floor or ceiling"},
    ApiEntry{"room.shift(sides, x, y)", "moves pictures along walls"},
    ApiEntry{"room.align(side, part, width, height, axis = \"both\")", "goes on over the walls that follow"},
    ApiEntry{"room.fit(side, part, width, height, axis = \"both\")", "edges to edges, or cut alike at both ends; {length, height, across, up, cutAcross, cutUp}"},
    ApiEntry{"room.justify(sides, part, width, height, where)", "\"left\", \"right\", \"centre\", \"top\" or \"bottom\""},
    ApiEntry{"room.replace(query, with)", "puts another value in its place; how often"},
    ApiEntry{"room.door(sectors)", "makes a door of them; its tag"},
    ApiEntry{"room.lift(sectors)", "makes a lift of them; its tag"},
    ApiEntry{"room.freeTag()", "the lowest tag that nothing has"},
    ApiEntry{"room.corner(x, y)", "puts a corner of the room there"},
    ApiEntry{"room.fitCorners()", "puts both corners around everything"},
};

} // namespace

std::span<const ApiEntry> apiEntries() { return entries; }

} // namespace blak::roomscript
