# SPDX-License-Identifier: GPL-3.0-or-later
"""Blakod programs for comparing two compilers: made up from a grammar with few names, so that names clash, or made from
given programs by cutting, swapping and splicing their tokens. The same seed gives the same programs."""
import re

TOKEN = re.compile(r'"(?:\\.|[^"\\\n])*"?|//[^\n]*|%[^\n]*|/\*.*?\*/|[A-Za-z_][A-Za-z0-9_]*|0[xX][0-9a-fA-F]+|[0-9]+'
                   r'|\+\+|--|[-+*/%&|]=|<>|<=|>=|\n|[ \t\r]+|.', re.S)

NAMES = ['a', 'b', 'c', 'd', 'e', 'Foo', 'Bar', 'Baz', 'Qux', 'what', 'self', 'string', 'name', 'user', 'system', 'type',
         'Constructor', 'Length', 'List', 'First', 'piX', 'pvY', 'vzZ', 'rsc_a', 'rsc_b', 'K1', 'K2', 'GetName', 'Delete']
CLASSES = ['Foo', 'Bar', 'Baz', 'Qux', 'Root', 'User', 'System', 'a', 'GetName', 'self', 'name']


class Maker:
    """One made-up program: {file name: text} and the command lines to compile it with."""

    def __init__(self, random, dialect):
        self.random = random
        self.open = dialect.startswith('open')
        self.chance = random.choice([0.0, 0.0, 0.01, 0.04])  # of something that is wrong
        self.slip = lambda: random.random() < self.chance

    def pick(self, *things):
        return self.random.choice(things)

    def name(self, *preferred):
        if preferred and not self.slip():
            return self.random.choice(preferred[0]) if preferred[0] else 'self'
        return self.random.choice(NAMES)

    def fresh(self, taken, names):
        """A name that is not taken yet, if there is one; now and then any."""
        free = [n for n in names if n.lower() not in taken]
        name = self.name(free) if free else self.name(names)
        taken.add(name.lower())
        return name

    def program(self):
        files = {}
        self.classes, self.constants = [], []
        self.takenConstants = set()
        self.takenClasses, self.takenResources = set(), set()
        for number in range(self.random.randint(1, 3)):
            files['%s.kod' % 'abc'[number]] = ''.join(self.klass() for _ in range(self.pick(1, 1, 1, 2, 3)))
        includes = {}
        for number in range(2):
            includes['i%d.khd' % number] = ''.join(
                self.constant() for _ in range(self.random.randint(0, 3))) + (
                    '   include i1.khd\n' if number == 0 and self.random.random() < 0.2 else '') + self.constant()
        files.update(includes)
        sources = sorted(f for f in files if f.endswith('.kod'))
        lines = [' '.join(self.flags() + sources)]
        if self.random.random() < 0.3:
            lines = [' '.join(self.flags() + [s]) for s in sources]
        if self.random.random() < 0.3:
            lines.append(' '.join(self.flags() + [self.random.choice(sources)]))
        return files, lines

    def flags(self):
        flags = []
        if self.random.random() < 0.5:
            flags.append('-d')
        if self.open and self.random.random() < 0.2:
            flags.append('-L')
        if self.slip():
            flags.append(self.pick('-x', '-I', '-K', '-I nowhere', '-Z'))
        return flags

    def klass(self):
        own = self.fresh(self.takenClasses, CLASSES[:6] if self.random.random() < 0.95 else CLASSES)
        head = own
        parents = [c for c in self.classes if c.lower() != own.lower()]
        if parents and self.random.random() < 0.7:
            head += ' is ' + self.name(parents)
        self.hasParent = ' is ' in head
        self.classes.append(own)
        self.members = []
        self.takenConstants, self.takenMembers, self.takenMessages = set(), set(), set()
        self.constants = []
        self.resources = []
        text = head + '\n'
        many = lambda: range(self.random.choice([0, 1, 1, 2, 3]))
        if self.random.random() < 0.5:
            text += 'constants:\n' + ''.join(
                ('   include i%d.khd\n' % self.random.randint(0, 1)) if self.random.random() < 0.3 else self.constant()
                for _ in many())
        if self.random.random() < 0.5:
            text += 'resources:\n' + ''.join(self.resource() for _ in many())
        if self.random.random() < 0.5:
            text += 'classvars:\n' + ''.join(self.member() for _ in many())
        if self.random.random() < 0.6:
            text += 'properties:\n' + ''.join(self.member() for _ in many())
        if self.random.random() < 0.8:
            text += 'messages:\n' + ''.join(self.handler() for _ in many())
        return text + 'end\n'

    def constant(self):
        name = self.fresh(self.takenConstants, ['K1', 'K2', 'K3', 'K4', 'K5', 'K6', 'K7'])
        text = '   %s = %s\n' % (name, self.pick('1', '-1', '0x10', '2 + 3', '7 / 2', '(4)', '~1', 'not 0', '1 = 1' if self.slip() else '9',
                                                 '3 and 0', '-(2)', '5000000000', '$' if self.slip() else '6',
                                                 self.name(self.constants) if self.constants else '8'))
        self.constants.append(name)
        return text

    def resource(self):
        name = self.fresh(self.takenResources, ['rsc_%s' % c for c in 'abcdefghijkl'])
        self.resources.append(name)
        language = self.pick('', '', 'en ', 'de ', 'fr ' if self.slip() else '') if self.open else ''
        return '   %s = %s%s\n' % (name, language, self.pick('"text"', 'pic.bgf', '"a %s b"', '"two"\n      "parts"', '""', '"\\n"',
                                                               'word' if self.slip() else '"x"'))

    def member(self):
        name = self.fresh(self.takenMembers, ['piX', 'pvY', 'vzZ', 'piW', 'vrV', 'poU'])
        self.members.append(name)
        return '   %s = %s\n' % (name, self.value()) if not self.slip() else '   %s\n' % name

    def value(self):
        return self.pick('0', '$', '-3', '"str"', '&' + self.name(CLASSES[:6]), '@' + self.name(['GetName', 'Delete', 'DoIt']),
                         self.name(self.resources) if self.resources else '4', self.name(self.constants) if self.constants else '5', '2 * 3', '("s")', '1 - 1')

    def handler(self):
        message = self.fresh(self.takenMessages, ['GetName', 'Delete', 'DoIt', 'Constructor', 'Other', 'Sixth'])
        taken = set()
        parameters = [self.fresh(taken, ['what', 'amount', 'string', 'who']) for _ in range(self.pick(0, 0, 1, 2, 3))]
        self.locals = [self.fresh(taken, ['i', 'o', 'l', 'x']) for _ in range(self.pick(0, 1, 2, 3))]
        head = '   %s(%s)\n' % (message, ', '.join('%s = %s' % (p, self.value()) for p in parameters))
        text = head + ('   "comment"\n' if self.random.random() < 0.2 else '') + '   {\n'
        if self.locals:
            text += '      local %s;\n' % ', '.join(self.locals)
            if self.random.random() < 0.95:
                text += ''.join('      %s = %s;\n' % (l, self.pick('0', '$', '1')) for l in self.locals)
        self.variables = self.locals + parameters
        text += ''.join(self.statement(2) for _ in range(self.random.randint(0, 4)))
        if not self.slip():
            text += '      %s\n' % self.pick('return;', 'propagate;' if self.hasParent or self.slip() else 'return;', 'return %s;' % self.expression(2), 'return;')
        return text + '   }\n\n'

    def block(self, depth):
        return '{\n' + ''.join(self.statement(depth - 1) for _ in range(self.random.randint(0, 2))) + '      }\n'

    def statement(self, depth):
        indent = '      '
        assign = '%s = %s' % (self.name(self.variables) if self.variables else 'piX', self.expression(2))
        kinds = ['assign'] * 3 + ['call'] * 2
        if depth > 0:
            kinds += ['if', 'while', 'for', 'else']
            if self.open:
                kinds += ['switch', 'do', 'cfor', 'elseif']
        if self.open:
            kinds += ['op', 'inc']
        if self.slip():
            kinds += ['break', 'continue', 'return']
        kind = self.random.choice(kinds)
        target = self.name(self.variables) if self.variables or not self.slip() else self.name(self.members)
        condition = self.expression(2) if kind not in ('assign', 'op', 'inc', 'break', 'continue', 'return') else ''
        if kind == 'assign':
            return indent + assign + ';\n'
        if kind == 'call':
            return indent + self.call(2) + ';\n'
        if kind == 'if':
            return indent + 'if %s\n      %s' % (condition, self.block(depth))
        if kind == 'else':
            return indent + 'if %s\n      %s      else\n      %s' % (condition, self.block(depth), self.block(depth))
        if kind == 'elseif':
            return indent + 'if %s\n      %s      else if %s\n      %s' % (condition, self.block(depth), self.expression(1),
                                                                          self.block(depth))
        if kind == 'while':
            return indent + 'while %s\n      { %s %s }\n' % (condition, self.statement(depth - 1),
                                                             self.pick('', 'break;', 'continue;', 'return;'))
        if kind == 'for':
            return indent + '%s %s in %s\n      %s' % ('foreach' if self.open else 'for', target, self.expression(2),
                                                      self.block(depth))
        if kind == 'cfor':
            return indent + 'for (%s; %s; %s)\n      %s' % (self.pick(assign, '', assign + ', %s = 1' % target), condition,
                                                           self.pick(target + '++', '', assign), self.block(depth))
        if kind == 'do':
            return indent + 'do\n      %s      while %s;\n' % (self.block(depth), condition)
        if kind == 'switch':
            cases = ''.join('      case %s: %s %s\n' % (self.value(), self.statement(0), self.pick('break;', '')) for _ in
                            range(self.random.randint(0, 3)))
            return indent + 'switch(%s)\n      {\n%s%s      }\n' % (
                condition, cases, '      default: %s break;\n' % self.statement(0) if self.random.random() < 0.5 else '')
        if kind == 'op':
            return indent + '%s %s %s;\n' % (target, self.pick('+=', '-=', '*=', '/=', '%=', '&=', '|='), self.expression(2))
        if kind == 'inc':
            return indent + self.pick('%s++;\n', '++%s;\n', '%s--;\n', '--%s;\n') % target
        return indent + kind + ';\n'

    def call(self, depth):
        e = lambda: self.expression(depth - 1)
        settings = lambda: ''.join(', #%s = %s' % (self.name(['what', 'amount', 'string', 'who']), e())
                                   for _ in range(self.pick(0, 0, 1, 2)))
        return self.fill(self.pick('Send(self, @MS)', 'Send(E, @MS)', 'Create(&CS)', 'Cons(E, E)', 'Nth(E, E)', 'Debug(E, E)',
                                   'Debug(1)', 'Random(1, E)', 'Post(self, @MS)', 'SetNth(E, 1, E)', 'Length(E)', 'GodLog(E)',
                                   'AddPacket(1, E)', 'IsClass(E, &C)', 'First(E)', 'Rest(E)', 'GetClass(E)', 'StringEqual(E, "b")'),
                         E=e, S=settings, C=lambda: self.name(CLASSES[:6]), M=lambda: self.name(['GetName', 'DoIt', 'Nobody']))

    @staticmethod
    def fill(shape, **parts):
        return re.sub(r'\b[%s](?=\b|S)|(?<=[MC])S\b' % ''.join(parts), lambda m: parts[m.group()](), shape)

    def expression(self, depth):
        if depth <= 0 or self.random.random() < 0.3:
            kind = self.pick('1', '0', '$', '"s"', '0x1F', 'self', 'C', 'M', 'V', 'V', 'V', 'R', 'K', 'L' if self.open and self.variables else 'V')
            makers = {'C': lambda: '&' + self.name(CLASSES[:6]), 'M': lambda: '@' + self.name(['GetName', 'DoIt', 'Nobody']),
                      'V': lambda: self.name(self.variables * 3 + self.members), 'R': lambda: self.name(self.resources),
                      'K': lambda: self.name(self.constants), 'L': lambda: '*' + self.name(self.variables)}
            return makers[kind]() if kind in makers else kind
        e = lambda: self.expression(depth - 1)
        if self.random.random() < 0.4:
            return '%s %s %s' % (e(), self.pick('+', '-', '*', '/', '%' if self.open else 'mod', '=', '<>', '<', '>', '<=', '>=',
                                                'and', 'or', '&', '|'), e())
        kind = self.random.randrange(10)
        if kind < 2:
            return '(%s)' % e()
        if kind < 5:
            return self.pick('-', 'not ', '~') + e()
        if kind < 7:
            return '[%s]' % ', '.join(e() for _ in range(self.random.randint(0, 2)))
        if kind < 8 and self.open:
            return self.pick('%s++', '--%s', '%s--', '++%s') % self.name(self.variables + self.members)
        return self.call(depth)


def mutate(random, text, donors):
    """Some tokens cut, doubled, swapped or replaced by others of the same text or of another one."""
    tokens = TOKEN.findall(text)
    words = [i for i, t in enumerate(tokens) if t.strip()]
    if not words:
        return text
    for _ in range(random.choice([1, 1, 1, 2, 3, 6])):
        words = [i for i, t in enumerate(tokens) if t.strip()]
        if not words:
            break
        at = random.choice(words)
        kind = random.randrange(8)
        if kind == 0:
            del tokens[at]
        elif kind == 1:
            tokens.insert(at, tokens[at] + ' ')
        elif kind == 2:
            other = random.choice(words)
            tokens[at], tokens[other] = tokens[other], tokens[at]
        elif kind == 3:
            tokens[at] = tokens[random.choice(words)]
        elif kind == 4:
            donor = TOKEN.findall(random.choice(donors))
            if donor:
                tokens[at] = random.choice(donor)
        elif kind == 5:
            donor = random.choice(donors).split('\n')
            start = random.randrange(len(donor))
            tokens.insert(at, '\n' + '\n'.join(donor[start:start + random.randint(1, 6)]) + '\n')
        elif kind == 6:
            tokens[at] = random.choice(NAMES + ['0', '1', '$', '(', ')', ';', '{', '}', ',', '=', '"x"', '@', '&', '#', 'if', 'end'])
        else:
            same = [i for i in words if tokens[i][0].isalpha() == tokens[at][0].isalpha() and tokens[i] != tokens[at]]
            if same:
                tokens[at] = tokens[random.choice(same)]
    return ''.join(tokens)
