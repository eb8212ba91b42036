// A window into every wall that is long enough and has nothing behind it.
const least = Number(args[0] || 256);
let count = 0;
for (const line of room.lines()) {
    const wall = room.line(line);
    if (wall.length < least || (wall.frontSector !== null) === (wall.backSector !== null))
        continue;
    const middle = { x: (wall.x0 + wall.x1) / 2, y: (wall.y0 + wall.y1) / 2 };
    room.opening(line, middle, { width: 64, depth: 16, sill: 48, lintel: 32 });
    ++count;
}
print(count + " windows");
