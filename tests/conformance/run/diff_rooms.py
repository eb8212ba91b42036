#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Random questions about rooms on two servers: sight, moves, heights, grids. Every answer must be the same.

Rooms of open105 have blockers, and most of them sectors and sides that were changed.

Both run the same object files. --rooms or BLAK_ROOMS_CLASSIC and BLAK_ROOMS_OPEN105 name a folder with rooms, of which some are
taken, else it is the suite's own; --reference names the other server. Without it nothing is tested and the exit status is 77. The questions are made by the Blakod program itself, so that a
million of them takes a minute; a question that is answered differently is asked again with its numbers shown.
Python 3 standard library only.
"""
import glob, os, random, re, shutil, struct, sys

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
import run_vm  # noqa: E402
import two_servers  # noqa: E402

PER_PHASE = 6000                 # questions in one top-level message
PHASES = 1000                    # more than there are: phase + PHASES * (question + 1) shows that question
OLDEST = {'classic': 4, 'open105': 14}   # versions of room files that the reference reads
NEWEST = {'classic': 13, 'open105': 99}

# What both dialects share. Answers are numbers below 16 and a checksum of the rest; six answers make a line.
COMMON = '''DiffRooms is Object

resources:

{resources}
properties:

   piA = 1
   piB = 1
   plRooms = $
   plBlockers = $

messages:

   Run(phase = 0)
   {
      local p, show, index, room;
      p = phase {mod} {phases};
      show = phase / {phases} - 1;
      if plRooms = $
      {
{load}
      }
      index = (p - 1) / {each};
      piA = 1 + (p * 7919 + {seed}) {mod} 999982;
      piB = 1 + (p * 8837 + {seed} * 3) {mod} 999960;
      room = Send(self,@Prepare,#what=Nth(plRooms,index + 1),#number=p);
      Send(self,@Ask,#room=room,#index=index,#number=p,#show=show);
      Send(self,@Finish,#room=room);
      return;
   }

   R(n = 1)
   {
      piA = (piA * 131) {mod} 999983;
      piB = (piB * 127) {mod} 999961;
      return (piA + piB) {mod} n;
   }

   Ask(room = $, index = 0, number = 0, show = -1)
   {
      local i, v, bits, mix, data, rows, columns;
      data = RoomData(room);
      rows = First(data);
      columns = Nth(data,2);
      Debug("room",number,rows,columns,Nth(data,3));
      i = 0;
      bits = 0;
      mix = 0;
      while i < {count}
      {
         v = Send(self,@Question,#room=room,#index=index,#rows=rows,#columns=columns,#show=(i = show));
         bits = bits * 16 + v {mod} 16;
         mix = (mix * 101 + v / 16) {mod} 999983;
         i = i + 1;
         if i {mod} 6 = 0
         {
            if show < 0
            {
               Debug("answers",number,i,bits,mix);
            }
            bits = 0;
            mix = 0;
         }
      }
      return;
   }
'''
OPEN105 = '''
   Prepare(what = $, number = 0)
   "The room of a resource, with blockers, and in two phases of three with changes."
   {
      local i, room, data, rows, columns, o;
      room = LoadRoom(what);
      data = RoomData(room);
      rows = First(data);
      columns = Nth(data,2);
      BlockerClearBSP(room);
      if plBlockers = $
      {
         i = 0;
         while i < 12
         {
            plBlockers = Cons(Create(&Object),plBlockers);
            i = i + 1;
         }
      }
      i = 0;
      while i < 12
      {
         o = Nth(plBlockers,i + 1);
         BlockerAddBSP(room,o,1 + Send(self,@R,#n=rows),1 + Send(self,@R,#n=columns),Send(self,@R,#n=64),Send(self,@R,#n=64));
         i = i + 1;
      }
      BlockerAddBSP(room,self,1 + Send(self,@R,#n=rows),1 + Send(self,@R,#n=columns),32,32);
      i = 0;
      while i < 20 and number % 3 <> 0
      {
         ChangeTextureBSP(room,Send(self,@R,#n=40),Send(self,@R,#n=2) * 4101,Send(self,@R,#n=64));
         ChangeSectorFlagBSP(room,Send(self,@R,#n=40),Send(self,@R,#n=64));
         MoveSectorBSP(room,Send(self,@R,#n=40),3 + Send(self,@R,#n=2),Send(self,@R,#n=300),0);
         i = i + 1;
      }
      SetRoomDepthOverrideBSP(room,Send(self,@R,#n=9),Send(self,@R,#n=50),Send(self,@R,#n=50),Send(self,@R,#n=50));
      return room;
   }

   Finish(room = $)
   {
      FreeRoom(room);
      return;
   }

   Question(room = $, index = 0, rows = 0, columns = 0, show = 0)
   {
      local kind, r1, c1, fr1, fc1, h1, r2, c2, fr2, fc2, h2, r3, c3, fr3, fc3, flags, speed, angle, radius, query,
            fl, fh, fw, ch, id, v, mix, far, d;
      kind = Send(self,@R,#n=16);
      r1 = Send(self,@R,#n=rows + 2);
      c1 = Send(self,@R,#n=columns + 2);
      fr1 = Send(self,@R,#n=64);
      fc1 = Send(self,@R,#n=64);
      far = 64;
      if kind > 8
      {
         far = 640;
      }
      if kind > 12
      {
         far = 64 * rows + 64 * columns;
      }
      d = r1 * 64 + fr1 + Send(self,@R,#n=2 * far + 1) - far;
      if kind = 0 or kind = 9
      {
         d = r1 * 64 + fr1;
      }
      r2 = d / 64;
      fr2 = d - r2 * 64;
      d = c1 * 64 + fc1 + Send(self,@R,#n=2 * far + 1) - far;
      if kind = 1 or kind = 10
      {
         d = c1 * 64 + fc1;
      }
      c2 = d / 64;
      fc2 = d - c2 * 64;
      query = 7;
      fl = 0;
      fh = 0;
      fw = 0;
      ch = 0;
      id = 0;
      GetLocationInfoBSP(room,query,r1,c1,fr1,fc1,*fl,*fh,*fw,*ch,*id);
      mix = fl;
      h1 = Send(self,@R,#n=500);
      if fl & 16
      {
         mix = (((mix * 31 + fh + 1000) % 999983) * 31 + fw + 1000) % 999983;
         mix = ((mix * 31 + ch + 1000) % 999983) * 31 % 999983 + id;
         h1 = fh;
         if kind % 3 = 1
         {
            h1 = fw + Send(self,@R,#n=120) - 30;
         }
      }
      fl = 0;
      GetLocationInfoBSP(room,query,r2,c2,fr2,fc2,*fl,*fh,*fw,*ch,*id);
      h2 = Send(self,@R,#n=500);
      if fl & 16
      {
         h2 = fh;
         if kind % 3 = 1
         {
            h2 = fh + Send(self,@R,#n=120) - 30;
         }
      }
      flags = Send(self,@R,#n=2) + 4 * (Send(self,@R,#n=4) = 0) + 2 * (Send(self,@R,#n=30) = 0);
      speed = Send(self,@R,#n=60);
      angle = Send(self,@R,#n=4096);
      r3 = r1 + Send(self,@R,#n=5) - 2;
      c3 = c1 + Send(self,@R,#n=5) - 2;
      fr3 = Send(self,@R,#n=64);
      fc3 = Send(self,@R,#n=64);
      radius = Send(self,@R,#n=200);
      v = CanMoveInRoomBSP(room,r1,c1,fr1,fc1,h1,r2,c2,fr2,fc2,speed,self,flags);
      v = v * 2 + LineOfSightBSP(room,r1,c1,fr1,fc1,h1 + 48 * (kind % 3 <> 2),r2,c2,fr2,fc2,h2 + 48 * (kind % 3 <> 2));
      v = v * 2 + LineOfSightView(angle,r1,c1,fr1,fc1,r2,c2,fr2,fc2);
      v = v * 2 + IntersectLineCircle(r3,c3,fr3,fc3,r1,c1,fr1,fc1,r2,c2,fr2,fc2,radius);
      if show
      {
         Debug("question",kind,"from",r1,c1,fr1,fc1,"height",h1,"to",r2,c2,fr2,fc2,"height",h2,"flags",flags,"speed",speed);
         Debug("question angle",angle,"circle",r3,c3,fr3,fc3,"radius",radius);
         Debug("answer move, sight, view, circle",v,"location",mix);
      }
      return v + 16 * mix;
   }

   ZzPadDiffRooms()
   {
      return 1;
   }

end
'''
CLASSIC = '''
   Prepare(what = $, number = 0)
   {
      return what;
   }

   Finish(room = $)
   {
      return;
   }

   Question(room = $, index = 0, rows = 0, columns = 0, show = 0)
   {
      local r1, c1, r2, c2, fr, fc, ids, id, v;
      r1 = Send(self,@R,#n=rows + 2);
      c1 = Send(self,@R,#n=columns + 2);
      r2 = r1 + Send(self,@R,#n=3) - 1;
      c2 = c1 + Send(self,@R,#n=3) - 1;
      if Send(self,@R,#n=8) = 0
      {
         r2 = Send(self,@R,#n=rows + 2);
         c2 = Send(self,@R,#n=columns + 2);
      }
      fr = Send(self,@R,#n=64);
      fc = Send(self,@R,#n=64);
      ids = Send(self,@Ids,#index=index);
      id = Nth(ids,1 + Send(self,@R,#n=Length(ids)));
      v = CanMoveInRoom(room,r1,c1,r2,c2);
      v = v * 2 + CanMoveInRoomFine(room,r1,c1,r2,c2);
      v = v * 2 + IsPointInSector(room,r1,c1,fr,fc,id);
      v = v * 2 + IsPointInSector(room,r1,c1,fr,fc,ids);
      if show
      {
         Debug("question from",r1,c1,"to",r2,c2,"fine",fr,fc,"id",id);
         Debug("answer move, fine, sector, sectors",v);
      }
      return v;
   }

   Ids(index = 0)
   {
{ids}
      return [0];
   }

   ZzPadDiffRooms()
   {
      return 1;
   }

end
'''


def version(path):
    with open(path, 'rb') as room:
        head = room.read(8)
    return struct.unpack('<i', head[4:])[0] if len(head) == 8 and head[:4] == b'ROO\xb1' else -1


def sector_ids(path):
    """The ids that a room gives to its sectors (docs/formats/roo.md)."""
    with open(path, 'rb') as room:
        data = room.read()
    at = struct.unpack_from('<i', data, 12)[0]
    at = struct.unpack_from('<i', data, at + 24)[0]
    count = struct.unpack_from('<h', data, at)[0]
    at += 2
    ids = set()
    for _ in range(count):
        ids.add(struct.unpack_from('<h', data, at)[0])
        flags = struct.unpack_from('<i', data, at + 15)[0]
        at += 20 + 46 * bool(flags & 0x400) + 46 * bool(flags & 0x800)
    return sorted(ids)


def program(opts, rooms, each):
    numbers = ['dr_%d' % i for i in range(len(rooms))]
    fill = {
        'resources': ''.join('   %s = %s\n' % pair for pair in zip(numbers, map(os.path.basename, rooms))),
        'load': '\n'.join('         plRooms = Cons(%s,plRooms);' % (n if opts.dialect == 'open105' else 'LoadRoom(%s)' % n)
                          for n in reversed(numbers)),
        'mod': 'mod' if opts.dialect == 'classic' else '%',
        'phases': PHASES, 'each': each, 'count': PER_PHASE, 'seed': opts.seed,
    }
    text = COMMON + (CLASSIC if opts.dialect == 'classic' else OPEN105)
    if opts.dialect == 'classic':
        lines = []
        for i, room in enumerate(rooms):
            ids = sector_ids(room)
            ids = ids[:12] + ids[12::7]
            lines += ['      if index = %d' % i, '      {', '         return [%s];' % ','.join(map(str, ids)), '      }']
        fill['ids'] = '\n'.join(lines)
    for key, value in fill.items():
        text = text.replace('{%s}' % key, str(value))
    return text


def build(opts, world, folder, text):
    shutil.copytree(world, folder)
    output = two_servers.compiled(opts, folder, 'DiffRooms', text)
    if 'rror' in output:
        raise RuntimeError(output)


def run(opts, server, folder, phases):
    steps = ['cmd send object 0 RunTests what class DiffRooms phase int %d' % phases[0]]
    return two_servers.run(opts, server, folder, 'DiffRooms', steps + ['phase %d' % p for p in phases[1:]])


def answers(result):
    """{(phase, last question): (six answers, checksum)}, and what the rooms say of themselves."""
    found, rooms = {}, {}
    for line in result.debug:
        m = re.search(r'\| answers,(\d+),(\d+),(-?\d+),(-?\d+)', line)
        if m:
            found[int(m.group(1)), int(m.group(2))] = (int(m.group(3)), int(m.group(4)))
        m = re.search(r'\| room,(\d+),(.*)', line)
        if m:
            rooms[int(m.group(1))] = m.group(2)
    return found, rooms


def questions_of(ours, theirs):
    """Which of six answers differ; all of them where only the checksum does."""
    different = [i for i in range(6) if (ours[0] >> 4 * (5 - i)) & 15 != (theirs[0] >> 4 * (5 - i)) & 15]
    return different or list(range(6))


def main():
    ap = two_servers.parser(__doc__)
    ap.add_argument('--rooms', default='', help='folder with .roo files, also in folders below')
    ap.add_argument('--count', type=int, default=20, help='rooms taken')
    ap.add_argument('--questions', type=int, default=48000, help='about each function')
    ap.add_argument('--show', type=int, default=10, help='questions shown')
    opts = ap.parse_args()
    if not two_servers.has_reference(opts):
        return two_servers.SKIPPED
    opts.rooms = opts.rooms or os.environ.get('BLAK_ROOMS_' + opts.dialect.upper()) or os.path.join(run_vm.HERE, opts.dialect, 'rooms')
    rooms = [path for path in sorted(glob.glob(os.path.join(glob.escape(opts.rooms), '**', '*.roo'), recursive=True))
             if OLDEST[opts.dialect] <= version(path) <= NEWEST[opts.dialect] and re.search(opts.only, os.path.basename(path))]
    if not rooms:
        print('no rooms: nothing is compared')
        return two_servers.SKIPPED
    rooms = sorted(random.Random(opts.seed).sample(rooms, min(opts.count, len(rooms))))
    two_servers.prepare(opts, 'roomdiff-', 120, 600)
    own = opts.server
    each = -(-opts.questions // (len(rooms) * PER_PHASE))  # rounded up
    phases = list(range(1, each * len(rooms) + 1))
    try:
        # The rooms go beside those of the cases.
        opts.root = os.path.join(opts.tmp, 'root')
        os.makedirs(os.path.join(opts.root, opts.dialect, 'rooms'))
        for room in rooms:
            shutil.copy(room, os.path.join(opts.root, opts.dialect, 'rooms'))
        world, folder = os.path.join(opts.tmp, 'world'), os.path.join(opts.tmp, 'build')
        run_vm.build_world(opts, world)
        build(opts, world, folder, program(opts, rooms, each))
        results = [run(opts, server, folder, phases) for server in (own, opts.reference)]
        for result, who in zip(results, ('this server', 'the reference')):
            if result.note:
                print('%s: %s' % (who, result.note))
            for line in sorted(set(result.sites))[:5]:
                print('%s reports %s' % (who, line))
        (ours, our_rooms), (theirs, their_rooms) = map(answers, results)
        different = [key for key in sorted(theirs) if ours.get(key) != theirs[key]]
        for phase in phases:
            if our_rooms.get(phase) != their_rooms.get(phase):
                print('%s: room data here %s, there %s' % (os.path.basename(rooms[(phase - 1) // each]), our_rooms.get(phase),
                                                           their_rooms.get(phase)))
        bits = [0, 0, 0, 0]
        ask = []
        for key in different:
            mine = ours.get(key, (0, 0))
            for i in questions_of(mine, theirs[key]):
                for bit in range(4):
                    bits[3 - bit] += ((mine[0] ^ theirs[key][0]) >> 4 * (5 - i) + bit) & 1
                ask.append(key[0] + PHASES * (key[1] - 6 + i + 1))
        for phase in sorted({key[0] for key in different}):
            print('%s: %d of %d groups differ' % (os.path.basename(rooms[(phase - 1) // each]),
                                                  sum(key[0] == phase for key in different), PER_PHASE // 6))
        if ask:
            shown = [run(opts, server, folder, ask[:opts.show]) for server in (own, opts.reference)]
            pairs = zip(*([line.split('| ', 1)[1] for line in result.debug if re.search(r'\| (question|answer )', line)]
                          for result in shown))
            for a, b in pairs:
                print('    %s%s' % (a, '' if a == b else '\n        there ' + b))
        print('%d rooms, %d questions about each function, differences %s (%s), groups with other checksums %d' % (
            len(rooms), 6 * len(theirs), bits,
            'CanMoveInRoom, CanMoveInRoomFine, IsPointInSector of one, of several' if opts.dialect == 'classic' else
            'CanMoveInRoomBSP, LineOfSightBSP, LineOfSightView, IntersectLineCircle; GetLocationInfoBSP is in the checksums',
            sum(ours.get(key, (0, 0))[1] != theirs[key][1] for key in different)))
        complete = len(theirs) == len(phases) * (PER_PHASE // 6)
        if not complete:
            print('%d of %d groups were answered' % (len(theirs), len(phases) * (PER_PHASE // 6)))
        return 0 if complete and not different and our_rooms == their_rooms else 1
    finally:
        if not opts.keep:
            shutil.rmtree(opts.tmp, ignore_errors=True)


if __name__ == '__main__':
    sys.exit(main())
