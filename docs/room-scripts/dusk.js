// Light that follows the time of day in every sector under the sky, a little darker at its edge.
let changed = 0;
for (const sector of room.sectors()) {
    const look = room.sector(sector);
    if (look.textureceiling !== 0)
        continue;
    const edge = room.linesOf(sector).some((line) => room.line(line).backSector === null);
    room.setSector(sector, { lightlevel: edge ? 176 : 192 });
    ++changed;
}
print(changed + " sectors");
