# SPDX-License-Identifier: GPL-3.0-or-later
"""Blakod classes that call one built-in function with random edge arguments and show what comes of it. The same seed gives the same
calls."""
import random
import re

CALLS_PER_HANDLER = 40


def handlers_of(count):
    """How many handlers that many calls take."""
    return -(-count // CALLS_PER_HANDLER)


# --- values ---------------------------------------------------------------------------------------------------------------------
# kind: expressions that make values of it. They go to properties when a handler begins; constants stay as they are.

INTS = ['0', '1', '2', '3', '4', '5', '7', '-1', '-2', '12', '23', '60', '61', '127', '255', '256', '1000', '6000', '19463',
        '19464', '65536', '134217727', '-134217728', '-134217727']
POOL = {
    'int': ['134217727 * 16', '134217727 + 1', '-134217728 * 64', '5 - 12'],
    'nil': ['$'],
    'object': ['self', 'Create(&DiffThing)', 'Create(&DiffChild)', 'Create(&Settings)', 'Create(&DiffGhost)'],
    'list': ['[1,2,3]', '[5]', 'Cons(1,$)', '[[1,2],[3,4],[5,6]]', '[[1,self],[2,self],[2,$]]',
             '[self,Create(&DiffChild),Create(&DiffThing)]', '[$,$,0,0]', '[1,[2,[3,[4,[5]]]]]', 'Send(self,@Long)',
             '[[self,1],[Create(&DiffChild),2],[Create(&DiffThing),3]]', '[[1,Create(&DiffChild)],[7],8,[9,Create(&DiffThing)]]',
             '[self,5,$,Create(&DiffThing)]'],
    'string': ['CreateString()', 'Send(self,@Text,#v="hello")', 'Send(self,@Text,#v="  Hello World ")',
               'Send(self,@Text,#v="12")', 'Send(self,@Text,#v="+-7")', 'Send(self,@Text,#v=" -42abc")',
               'Send(self,@Text,#v="99999999999999999999")', 'Send(self,@Text,#v="4294967297")',
               'Send(self,@Text,#v="l")', 'Send(self,@Text,#v="Tick")', 'Send(self,@Text,#v="   ")'],
    'temp': ['GetTempString()'],
    'timer': ['CreateTimer(self,@Tick,100000)', 'Send(self,@Stale)'],
    'table': ['CreateTable()', 'Send(self,@Filled)'],
    'room': ['prRoom'],
    'session': ['prSession'],
    'debugstr': ['"a text"', '" "', '", ;"', '"Hello world"', '"O"'],
}
CONSTANTS = {
    'int': INTS,
    'nil': ['$'],
    'resource': ['diff_text', 'diff_number', 'diff_blank', 'diff_empty', 'diff_room', 'diff_nothing', 'diff_long'],
    'class': ['&DiffThing', '&DiffChild', '&Object', '&DiffGhost', '&System'],
    'message': ['@Tick', '@Probe', '@Nothing', '@Token', '@False'],
    'debugstr': ['"a text"', '" "', '",;"', '"Hello world"', '"o"'],
}
CLASSIC_POOL = {'list': ['Cons(1,45)', 'Cons(1,Cons(2,50))', 'Cons(Cons(1,55),Cons(3,$))'],
                'int': ['134217727 * 134217727', '134217727 * 134217727 * 64', '-134217728 * 134217727 * 50']}
FORMATS = ['{}', '{0}', '{1}{0}', '{:5}|', '{:<5}|', '{:^9}|', '{:>5}|', '{:*^9}|', '{:05}|', '{:+}', '{: }', '{:-}', '{:#x}',
           '{:#X}', '{:x}', '{:o}', '{:#o}', '{:b}', '{:#b}', '{:B}', '{:c}', '{:d}', '{:s}', '{:.3}', '{:.3s}', '{:8.3}|', '{:?}',
           '{:{}}', '{0:{1}}', '{:.{}}', '{:+08d}', '{:#010x}|', '{:<06}|', '{:x>{}}|', '{{}}', '{{{}}}', '{', '}', '{:', '{0',
           '{a}', '{:q}', '{:5.2}', '{:L}', '{:06L}', '{} {1}', '{1} {}', '{5}', 'plain', '', '{:e}', '{:p}', '{:.}', '{:5', '{00}',
           '{01}', '{:1000}', '{:}}', '{:{<5}', '{:{0}}', '{!r}', '{:,}', '{0:}', '{:#}', '{:#d}', '{:+s}', '{:0s}', '{:0<5}|',
           '{:99999999999}', '{0:d}{1:s}', '{0:s}{1:d}', '{:%}', '{:  <5}|', '{:>>5}|', '{:+.2}', '{:\\n}']

# --- functions ------------------------------------------------------------------------------------------------------------------
# All but SaveGame and LoadGame of open105, which end what is asked; the cases savegame* and loadgame* have them.
# name: (dialects, [kinds that each argument takes], how the result is compared)
ALL, CLASSIC, OPEN = 'both', 'classic', 'open105'
TEXT = 'string temp resource debugstr'
PLACE = ['int'] * 4                      # row, column, fine row, fine column
SLOTS = ['o1', 'o2', 'o3', 'o4', 'o5', 'o6']   # locals that calls write to; the reference does not check which they are
FUNCTIONS = {
    'Create': (ALL, ['class'], 'value'), 'IsClass': (ALL, ['object', 'class'], 'value'), 'GetClass': (ALL, ['object'], 'value'),
    'Send': (ALL, ['object int class', 'message string', '#n'], 'value'), 'Post': (ALL, ['object int', 'message string', '#n'], 'value'),
    'SendList': (OPEN, ['list', 'int', 'message string', '#n'], 'value'),
    'SendListBreak': (OPEN, ['list', 'int', 'message string', '#n'], 'value'),
    'SendListByClass': (OPEN, ['list', 'int', 'class', 'message string', '#n'], 'value'),
    'SendListByClassBreak': (OPEN, ['list', 'int', 'class', 'message string', '#n'], 'value'),
    'Debug': (ALL, ['any', 'any', 'any'], 'value'), 'GodLog': (OPEN, ['any', 'any'], 'value'),
    'AddPacket': (ALL, ['int', 'any', 'int', 'any'], 'value'), 'SendPacket': (ALL, ['session'], 'value'),
    'SendCopyPacket': (ALL, ['session'], 'value'), 'ClearPacket': (ALL, [], 'value'),
    'GetInactiveTime': (ALL, ['session'], 'value'), 'GetSessionIP': (OPEN, ['session'], 'value'),
    'IsString': (OPEN, ['string'], 'value'), 'StringEqual': (ALL, [TEXT, TEXT], 'value'),
    'StringContain': (ALL, [TEXT, TEXT], 'value'), 'SetResource': (ALL, ['resource', TEXT], 'value'),
    'ParseString': (ALL, ['temp', 'debugstr', 'message'], 'value'),
    'SetString': (ALL, ['string', TEXT + ' int class message'], 'value'), 'CreateString': (ALL, [], 'value'),
    'StringSubstitute': (ALL, ['string temp', TEXT, TEXT], 'value'), 'AppendTempString': (ALL, [TEXT + ' int'], 'value'),
    'ClearTempString': (ALL, [], 'value'), 'GetTempString': (ALL, [], 'value'),
    'BuildString': (CLASSIC, ['format', 'int string', TEXT + ' int'], 'value'),
    'StringLength': (ALL, [TEXT], 'value'), 'StringConsistsOf': (ALL, [TEXT, TEXT], 'value'),
    'StringToNumber': (OPEN, ['string temp'], 'value'), 'SetClassVar': (OPEN, ['class object', 'classvar', 'any'], 'value'),
    'CreateTimer': (ALL, ['object', 'message', 'int'], 'value'), 'DeleteTimer': (ALL, ['timer'], 'value'),
    'GetTimeRemaining': (ALL, ['timer'], 'tag'), 'IsTimer': (OPEN, ['timer'], 'value'),
    'RoomData': (ALL, ['room'], 'value'), 'LoadRoom': (ALL, ['resource'], 'tag'), 'FreeRoom': (OPEN, ['int'], 'value'),
    'CanMoveInRoom': (CLASSIC, ['room', 'int', 'int', 'int', 'int'], 'value'),
    'CanMoveInRoomFine': (CLASSIC, ['room', 'int', 'int', 'int', 'int'], 'value'),
    'IsPointInSector': (CLASSIC, ['room', 'int', 'int', 'int', 'int', 'int list'], 'value'),
    'MinigameNumberToString': (CLASSIC, ['string', 'int'], 'tag'), 'MinigameStringToNumber': (CLASSIC, ['string'], 'value'),
    'Cons': (ALL, ['any', 'list'], 'value'), 'First': (ALL, ['list'], 'value'), 'Rest': (ALL, ['list'], 'value'),
    'Length': (ALL, ['list'], 'value'), 'Nth': (ALL, ['list', 'int'], 'value'), 'List': (ALL, ['any', 'any', 'any'], 'value'),
    'IsList': (ALL, ['list'], 'value'), 'SetFirst': (ALL, ['list', 'any'], 'value'), 'SetNth': (ALL, ['list', 'int', 'any'], 'value'),
    'DelListElem': (ALL, ['list', 'any'], 'value'), 'FindListElem': (ALL, ['list', 'any'], 'value'),
    'MoveListElem': (CLASSIC, ['list', 'int', 'int'], 'value'), 'SwapListElem': (OPEN, ['list', 'int', 'int'], 'value'),
    'InsertListElem': (OPEN, ['list', 'int', 'any'], 'value'), 'AppendListElem': (OPEN, ['any', 'list'], 'value'),
    'DelLastListElem': (OPEN, ['list'], 'value'), 'Last': (OPEN, ['list'], 'value'), 'IsListMatch': (OPEN, ['list', 'list'], 'value'),
    'GetListElemByClass': (OPEN, ['list', 'class'], 'value'), 'GetListNode': (OPEN, ['list', 'int', 'any'], 'value'),
    'GetAllListNodesByClass': (OPEN, ['list', 'int', 'class'], 'value'), 'ListCopy': (OPEN, ['list'], 'value'),
    'GetTime': (ALL, [], 'tag'), 'GetTickCount': (OPEN, [], 'tag'), 'GetUnixTimeString': (OPEN, [], 'tag'),
    'OldTimestampFix': (OPEN, ['int'], 'value'), 'Abs': (ALL, ['int'], 'value'), 'Sqrt': (ALL, ['int'], 'value'),
    'Bound': (ALL, ['int', 'int nil', 'int nil'], 'value'), 'Random': (ALL, ['int', 'int'], 'tag'),
    'CreateTable': (ALL, ['int?'], 'value'), 'AddTableEntry': (ALL, ['table', 'any', 'any'], 'value'),
    'GetTableEntry': (ALL, ['table', 'any'], 'value'), 'DeleteTableEntry': (ALL, ['table', 'any'], 'value'),
    'DeleteTable': (ALL, ['table'], 'value'), 'IsTable': (OPEN, ['table'], 'value'), 'IsObject': (ALL, ['object'], 'value'),
    'RecycleUser': (ALL, ['object'], 'value'), 'SendWebhook': (CLASSIC, [TEXT, TEXT, 'any'], 'value'),
    'RecordStat': (OPEN, ['int', 'int', 'any'], 'value'), 'EmptyStatTable': (OPEN, ['int'], 'value'),
    'DumpStack': (ALL, [], 'value'), 'SetTrace': (OPEN, [], 'value'), 'GetDateAndTime': (OPEN, ['few'] + ['slot'] * 6, 'value'),
    'CanMoveInRoomBSP': (OPEN, ['room'] + PLACE + ['int'] + PLACE + ['int', 'object', 'int'], 'value'),
    'LineOfSightBSP': (OPEN, ['room'] + PLACE + ['int'] + PLACE + ['int'], 'value'),
    'LineOfSightView': (OPEN, ['int'] + PLACE + PLACE, 'value'), 'IntersectLineCircle': (OPEN, PLACE * 3 + ['int'], 'value'),
    'GetLocationInfoBSP': (OPEN, ['room', 'int'] + PLACE + ['slot'] * 5, 'value'),
    'GetSectorHeightBSP': (OPEN, ['room', 'int', 'int'], 'value'),
    'GetStepTowardsBSP': (OPEN, ['room'] + PLACE + ['int'] + ['slot'] * 4 + ['int', 'int', 'object'], 'tag'),
    'GetRandomPointBSP': (OPEN, ['room', 'few', 'int'] + ['slot'] * 4, 'tag'),
    'GetRandomMoveDestBSP': (OPEN, ['room', 'few', 'int', 'int'] + PLACE + ['slot'] * 4, 'tag'),
    'CalcUserMovementBucket': (OPEN, ['int', 'slot', 'int', 'int', 'int'] + PLACE + PLACE, 'slots'),
    'BlockerAddBSP': (OPEN, ['room', 'object'] + PLACE, 'value'), 'BlockerMoveBSP': (OPEN, ['room', 'object'] + PLACE, 'value'),
    'BlockerRemoveBSP': (OPEN, ['room', 'object'], 'value'), 'BlockerClearBSP': (OPEN, ['room'], 'value'),
    'ChangeSectorFlagBSP': (OPEN, ['room', 'int', 'int'], 'value'), 'ChangeTextureBSP': (OPEN, ['room', 'int', 'int', 'int'], 'value'),
    'MoveSectorBSP': (OPEN, ['room', 'int', 'int', 'int', 'int'], 'value'),
    'SetRoomDepthOverrideBSP': (OPEN, ['room', 'int', 'int', 'int', 'int'], 'value'),
}
# Calls that are operators of open105, and what their operands are.
OPERATORS = {'First': ['list'], 'Rest': ['list'], 'GetClass': ['object'], 'IsClass': ['object', 'any']}
# Functions before each call of which the values are made anew: the reference ends when a table goes twice.
REFRESHED = {'classic': ['DeleteTable'], 'open105': []}
# What the pool is refreshed with: tables are integers in the classic dialects.
HELPERS = '''
   Tick(timer = $)
   {
      return 3;
   }

   Probe(n = 0)
   {
      return n;
   }

   False(n = 0)
   {
      return 0;
   }

   Token(string = $)
   {
      Debug("token",string);
      return;
   }

   Text(v = $)
   {
      local s;
      ClearTempString();
      AppendTempString(v);
      s = CreateString();
      SetString(s,GetTempString());
      return s;
   }

   Long()
   {
      local i, l;
      l = $;
      i = 0;
      while i < 60
      {
         l = Cons(i,l);
         i = i + 1;
      }
      return l;
   }

   Stale()
   {
      local t;
      t = CreateTimer(self,@Tick,100000);
      DeleteTimer(t);
      return t;
   }

   Filled()
   {
      local t;
      t = CreateTable();
      AddTableEntry(t,1,2);
      AddTableEntry(t,2,"x");
      AddTableEntry(t,diff_text,self);
      return t;
   }

   Show(n = 0, v = $, d = 0)
   {
      local i, l;
      if IsList(v) and d > 4 and v <> $
      {
         Debug(n,"deep");
         return;
      }
      if not IsList(v) or v = $
      {
         Debug(n,v);
         return;
      }
      i = 0;
      l = v;
      while i < 12
      {
         if l = $
         {
            Debug(n,"end");
            return;
         }
         if not IsList(l)
         {
            Debug(n,"dotted",l);
            return;
         }
         Send(self,@Show,#n=n,#v=First(l),#d=d+1);
         l = Rest(l);
         i = i + 1;
      }
      Debug(n,"more");
      return;
   }

   ShowTag(n = 0, v = $)
   {
      local s;
      if v = $
      {
         Debug(n,"nil");
         return;
      }
      Debug(n,"something");
      return;
   }
'''
RESOURCES = '''
resources:

   diff_text = "Hello"
   diff_number = "17"
   diff_blank = "  "
   diff_empty = ""
   diff_long = "one two  three, four;five"
   diff_room = sample.roo
   diff_nothing = missing.roo
'''


class Generator:
    def __init__(self, dialect, seed, unasked=()):
        self.dialect, self.random, self.unasked = dialect, random.Random(seed), unasked
        self.places = []                      # (property, expression, kind)
        for source in (POOL, CLASSIC_POOL if dialect == 'classic' else {}):
            for kind, expressions in source.items():
                for expression in expressions:
                    if kind != 'debugstr':
                        self.places.append(('pv%d' % len(self.places), expression, kind))

    def argument(self, kinds):
        if kinds == 'format':
            text = self.random.choice(FORMATS)
            return '"%s"' % text
        if kinds == 'slot':
            return '*' + self.random.choice(SLOTS)
        if kinds == 'few':                    # attempts: the reference makes as many as it is told to; constants
            return self.random.choice(['-1', '0', '1', '3'])
        if kinds == 'classvar':
            return self.random.choice(['"viLevel"', '"vrText"', '"nothing"', '"VILEVEL"'])
        if kinds == 'any' or self.random.random() < 0.2:
            wanted = list(POOL) + ['resource', 'class', 'message']
        else:
            wanted = kinds.split()
        kind = self.random.choice(wanted)
        choices = CONSTANTS.get(kind, []) + [place for place, _, of in self.places if of == kind]
        return self.random.choice(choices)

    def variable(self, kind):
        wanted = kind if self.random.random() < 0.7 else 'any'
        return self.random.choice([place for place, _, of in self.places if wanted in ('any', of)])

    def call(self, name, kinds):
        arguments = []
        for kind in kinds:
            if kind.endswith('?'):
                if self.random.random() < 0.1:
                    break
                kind = kind[:-1]
            if kind == '#n':
                arguments.append('#n=' + self.argument('any'))
            else:
                arguments.append(self.argument(kind))
        if name == 'Debug' or name == 'List' or name == 'SendWebhook':
            arguments = arguments[:self.random.randint(1, len(arguments))]
        if self.dialect == 'open105' and name in OPERATORS:  # whose operand is no constant
            arguments = [a if a.startswith('pv') or a.startswith('&') and i == 1 else self.variable(OPERATORS[name][i])
                         for i, a in enumerate(arguments)]
        return '%s(%s)' % (name, ','.join(arguments))

    def fill(self):
        lines = ['   Fill()', '   {', '      ClearTempString();', '      AppendTempString("One two;three");']
        lines += ['      %s = %s;' % (place, expression) for place, expression, _ in self.places]
        return '\n'.join(lines + ['      return;', '   }', ''])

    def program(self, name, count, left_out=()):
        """The text of a class, and its calls as (line, call) by number. Calls whose number is in left_out are not made."""
        kinds, compared = FUNCTIONS[name][1:3]
        if name == 'CreateTable' and self.dialect == 'classic':
            kinds = []
        text = 'DiffCase is Object\n' + RESOURCES + '\nproperties:\n\n   prRoom = $\n   prSession = $\n'
        text += ''.join('   %s = $\n' % place for place, _, _ in self.places)
        text += '\nmessages:\n\n   Run(phase = 0)\n   {\n'
        text += '      if prRoom = $\n      {\n         prSession = phase;\n         prRoom = LoadRoom(diff_room);\n         return;\n      }\n'
        handlers = handlers_of(count)
        for h in range(handlers):
            text += '      if phase = %d\n      {\n         Send(self,@Calls%d);\n      }\n' % (h + 1, h)
        text += '      return;\n   }\n\n' + self.fill() + HELPERS
        calls = []
        for h in range(handlers):
            text += '\n   Calls%d()\n   {\n      local r, %s;\n      Send(self,@Fill);\n' % (h, ', '.join(SLOTS))
            text += ''.join('      %s = %d;\n' % (slot, i + 3) for i, slot in enumerate(SLOTS))
            for _ in range(min(CALLS_PER_HANDLER, count - len(calls))):
                call = self.call(name, kinds)
                while any(re.search(p, call) for p in self.unasked):
                    call = self.call(name, kinds)
                show = 'ShowTag' if compared == 'tag' else 'Show'
                shown = '[r,%s]' % ','.join(SLOTS) if compared == 'slots' else 'r'
                made = 'r = 4242;' if len(calls) in left_out else 'r = 4242; r = %s;' % call
                if name in REFRESHED[self.dialect]:
                    made = 'Send(self,@Fill); ' + made
                calls.append((text.count('\n') + 1, call))
                text += '      %s r = Send(self,@%s,#n=%d,#v=%s); r = 1;\n' % (made, show, len(calls) - 1, shown)
            text += '      return;\n   }\n'
        text += '\n   ZzPadDiffCase()\n   {\n      local i;\n      i = 1;\n      return i;\n   }\n\nend\n'
        return text, calls


CLASSES = {
    'DiffThing': 'DiffThing is Object\n\nclassvars:\n\n   viLevel = 1\n\nproperties:\n\n   piN = 0\n\nmessages:\n\n'
                 '   Constructor(n = 0)\n   {\n      piN = n;\n      propagate;\n   }\n\n'
                 '   Tick(timer = $)\n   {\n      return 3;\n   }\n\n   Probe(n = 0)\n   {\n      return n;\n   }\n\n'
                 '   False(n = 0)\n   {\n      return 0;\n   }\n\nend\n',
    'DiffChild': 'DiffChild is DiffThing\n\nmessages:\n\n   Probe(n = 0)\n   {\n      return self;\n   }\n\nend\n',
    'DiffGhost': 'DiffGhost is Object\n\nmessages:\n\n   Nothing()\n   {\n      return 1;\n   }\n\nend\n',
}
