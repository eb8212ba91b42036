// What a room is made of, and what is wrong with it. Changes nothing.
const textures = new Map();
for (const line of room.lines())
    for (const name of ["front", "back"]) {
        const side = room.side(line, name);
        if (side === null)
            continue;
        for (const part of ["texturetop", "texturemiddle", "texturebottom"])
            if (side[part] !== 0)
                textures.set(side[part], (textures.get(side[part]) || 0) + 1);
    }
print(room.sectors().length + " sectors, " + room.lines().length + " lines");
for (const [number, count] of [...textures].sort((a, b) => b[1] - a[1]))
    print("texture " + number + ": " + count);
for (const finding of room.check())
    print(finding.severity + ": " + finding.message);
