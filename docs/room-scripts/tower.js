// A round tower with a spiral of steps around a pillar. Run with:
//     blak room script --new tower.js tower.roo [steps] [rise]
const steps = Number(args[0] || 16), rise = Number(args[1] || 12);
const outer = 320, inner = 96;

// A ring of points; room.draw() makes a sector of each piece between two of them.
function at(radius, step) {
    const turn = 2 * Math.PI * step / steps;
    return [Math.round(radius * Math.cos(turn)), Math.round(radius * Math.sin(turn))];
}

let ceiling = steps * rise + 128;
for (let step = 0; step < steps; ++step) {
    const [sector] = room.draw([at(inner, step), at(outer, step), at(outer, step + 1), at(inner, step + 1)]);
    room.setSector(sector, { heightceiling: ceiling, heightfloor: step * rise, lightlevel: 192, texturefloor: 3, textureceiling: 4 });
}
for (const line of room.lines())
    room.setTexture(line, room.line(line).backSector === null ? "normal" : "below", 7);
room.fitCorners();
print(steps + " steps, " + room.lines().length + " lines");
