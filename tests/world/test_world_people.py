#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""What people do with each other in the sample world: trade, shop, bank, letters, news, guilds, magic, fights, chess."""
import struct
import time
import unittest

from test_world_play import WorldCase
from test_world_requests import INN_FLOOR

from client import AP_GETLOGIN, text  # noqa: E402  world_tools knows where it is
from world_tools import Reader, run_tests

GLOW, SPARK, FENCING = 1, 2, 3
MANY = 0x10000000


class People(WorldCase):
    def tell(self, thing, message, **parameters):
        """Sends a message of Blakod; objects are given as ('OBJECT', number)."""
        typed = {name: {'tag': value[0], 'data': value[1]} if isinstance(value, tuple) else {'tag': 'INT', 'data': value}
                 for name, value in parameters.items()}
        answer = self.control.ask('send', object=thing, message=message, parameters=typed)
        self.assertTrue(answer['ok'], answer)
        return answer['result']

    def move(self, player, row, column, room='VillageSquare'):
        self.tell(self.instances(room)[0], 'Put', what=('OBJECT', player.number), row=row, col=column)
        player.hear()

    def rich(self, player, shillings):
        self.tell(player.number, 'Earn', number=shillings)
        player.hear()

    def coins(self, player):
        return sum(thing['amount'] for thing in player.items.values() if player.texts.get(thing['name']) == 'shillings')

    def answer(self, player, request, kind, second=None):
        """The first message of a kind that a request brings."""
        player.hear()
        player.send(request)
        for _, payload in player.frames(until=kind) + player.frames(quiet=0.2):
            player.take_in(payload)
            if payload[0] == kind and (second is None or payload[1] == second):
                return payload
        self.fail('no answer %d to %r' % (kind, request))

    def teach(self, player, kind):
        self.tell(player.number, 'Learn', what=('OBJECT', self.instances(kind)[0]))
        player.hear()
        return self.instances(kind)[0]


class Fights(People):
    def at_the_mill(self):
        ann = self.server.player('ann')
        miller = self.instances('DrownedMiller')[0]
        self.move(ann, self.property(miller, 'piRow') // 64 + 1, self.property(miller, 'piCol') // 64, 'OldMill')
        return ann, miller

    def test_the_miller_falls_and_comes_back(self):
        ann, miller = self.at_the_mill()
        self.assertEqual(ann.find('the drowned miller')['id'], miller)
        end = time.time() + 60
        while miller in ann.things and time.time() < end:
            if max(abs(self.property(miller, at) - self.property(ann.number, at)) for at in ('piRow', 'piCol')) > 128:
                self.move(ann, self.property(miller, 'piRow') // 64, self.property(miller, 'piCol') // 64, 'OldMill')
            ann.send(b'\x67\x01' + struct.pack('<I', miller))
            ann.hear(quiet=1.05)
            answered = any(line.startswith('the drowned miller') for line in ann.heard)
            health = self.property(miller, 'piHealth')
            if answered and health > 1 and 'You hit the drowned miller.' in ann.heard:
                self.tell(miller, 'Injure', who=('OBJECT', ann.number), damage=health - 1)  # the rest is dice: the next hit ends it
        self.assertIn('the drowned miller falls.', ann.heard)
        self.assertIn('You hit the drowned miller.', ann.heard)
        self.assertTrue(any(line.startswith('the drowned miller') for line in ann.heard if 'you' in line))  # he fights back
        shillings = next(thing for thing in ann.things.values() if ann.texts.get(thing['name']) == 'shillings')
        self.assertTrue(1 <= shillings['amount'] <= 10)
        ann.do(113, shillings['id'])
        ann.hear()
        self.assertEqual(self.coins(ann), shillings['amount'])
        self.tell(miller, 'ComeBack')
        ann.hear()
        self.assertIn(miller, ann.things)
        self.assertEqual(self.property(miller, 'piHealth'), 40)

    def test_who_falls_wakes_in_the_inn(self):
        ann, miller = self.at_the_mill()
        self.tell(ann.number, 'Injure', who=('OBJECT', miller), damage=1000)
        ann.hear(until=134)
        ann.hear()
        self.assertEqual(ann.texts[ann.inside], 'The Lantern Inn')
        self.assertEqual(self.property(ann.number, 'piHealth'), 20)

    def test_far_away_nobody_is_hit(self):
        ann, miller = self.at_the_mill()
        self.move(ann, 2, 10, 'OldMill')
        ann.send(b'\x67\x01' + struct.pack('<I', miller))
        ann.hear()
        self.assertEqual(ann.heard[-1], 'You are too far away to strike the drowned miller.')
        self.assertEqual(self.property(miller, 'piHealth'), 40)

    def test_rest(self):
        ann = self.server.player('ann')
        ann.send(b'\x9b\x05')
        ann.hear()
        self.assertEqual(ann.heard[-1], 'You sit down and rest.')
        ann.step(12, 9)
        self.assertEqual(ann.hear(until=201), [200, 201])  # who sits does not walk
        self.tell(ann.number, 'RecoverStep')
        self.assertEqual(self.property(ann.number, 'piVigor'), 54)
        ann.send(b'\x9b\x06')
        ann.hear()
        ann.step(12, 9)
        self.assertEqual(ann.hear(), [])


class Magic(People):
    def test_spells_of_a_new_character(self):
        """As many as its points pay for: glow 20 and spark 25, then nothing is left for fencing."""
        ann = self.server.player()
        ann.frames(until=AP_GETLOGIN)
        ann.login('ann', 'word')
        ann.frames(until=30)
        ann.request_game()
        ann.frames(until=58)
        number = ann.characters()[0][0]
        info = self.answer(ann, b'\x06\x31', 140)
        self.assertIn(struct.pack('<I', 2), info)
        ann.send(b'\x06\x30' + struct.pack('<I', number) + text('Wren') + text('') + b'\1' + struct.pack('<H', 0) + b'\0\0' +
                 struct.pack('<H', 0) + struct.pack('<H3I', 3, GLOW, SPARK, 77) + struct.pack('<HI', 1, FENCING))
        ann.frames(until=56)
        ann.send(b'\x2e' + struct.pack('<I', number))
        ann.frames(until=134)
        ann.hear()
        self.assertEqual(struct.unpack('<H', self.answer(ann, b'\x32', 141)[1:3])[0], 2)
        self.assertEqual(struct.unpack('<H', self.answer(ann, b'\x33', 144)[1:3])[0], 0)
        self.assertEqual(self.answer(ann, b'\x29\x03', 132)[1:3], b'\x03\x02')

    def test_glow(self):
        ann = self.server.player('ann')
        spell = self.instances('Glow')[0]
        cast = b'\x69' + struct.pack('<IH', spell, 0)
        ann.hear()
        ann.send(cast)  # does not know it
        self.assertEqual(ann.hear(), [])
        self.teach(ann, 'Glow')
        ann.send(cast)
        kinds = ann.hear()
        self.assertIn(147, kinds)  # ADD_ENCHANTMENT
        self.assertIn(221, kinds)  # LIGHT_PLAYER
        self.assertEqual(self.property(ann.number, 'piMana'), 42)
        for _ in range(10):
            ann.send(cast)
        ann.hear()
        self.assertEqual(ann.heard[-1], 'You are too tired for that.')
        self.assertEqual(self.property(ann.number, 'piMana'), 2)
        ann.send(b'\x36')
        ann.frames(until=30)
        self.assertIsNone(self.property(ann.number, 'plEnchantments'))

    def test_spark(self):
        ann = self.server.player('ann')
        spell = self.teach(ann, 'Spark')
        ben = self.server.player('ben')
        ann.hear()
        ann.send(b'\x69' + struct.pack('<IHI', spell, 1, ben.number))
        ann.hear()
        self.assertEqual(ann.heard[-1], 'There is nothing to be done with that.')
        miller = self.instances('DrownedMiller')[0]
        self.move(ann, self.property(miller, 'piRow') // 64 + 1, self.property(miller, 'piCol') // 64, 'OldMill')
        ann.send(b'\x69' + struct.pack('<IHI', spell, 1, miller))
        self.assertIn(202, ann.hear())  # SHOOT
        self.assertLess(self.property(miller, 'piHealth'), 40)


class Wares(People):
    def at_the_counter(self, name='ann'):
        player = self.server.player(name)
        self.move(player, 6, 14, 'LanternInn')
        return player, self.instances('Keeper')[0]

    def wares(self, player, keeper):
        payload = self.answer(player, b'\x7c' + struct.pack('<I', keeper), 216)
        reader = Reader(payload[1:])
        self.assertEqual(reader.object()['id'], keeper)
        return {player.texts[thing['name']]: (thing['id'], cost) for thing, cost in
                [(reader.object(), reader.take('I')) for _ in range(reader.take('H'))]}

    def test_work_and_buy(self):
        ann, keeper = self.at_the_counter()
        ann.say('Is there work?')
        ann.hear(until=209)
        ann.hear()
        self.assertEqual(self.coins(ann), 40)
        ann.say('Is there work?')
        ann.hear()
        self.assertEqual(self.coins(ann), 40)
        wares = self.wares(ann, keeper)
        self.assertEqual({name: cost for name, (_, cost) in wares.items()},
                         {'a mug of ale': 2, 'a loaf of bread': 2, 'a candle': 1, 'a lantern': 6, 'a green cloak': 8, 'an old sword': 25})
        buy = lambda *things: ann.send(b'\x7d' + struct.pack('<IH%dI' % len(things), keeper, len(things), *things))
        buy(wares['an old sword'][0], wares['a green cloak'][0])
        ann.hear()
        self.assertEqual(self.coins(ann), 7)
        self.assertEqual((len(ann.has('an old sword')), len(ann.has('a green cloak'))), (1, 1))
        self.assertNotIn(wares['an old sword'][0], ann.items)  # one of one's own
        buy(wares['an old sword'][0])
        ann.hear()
        self.assertEqual(self.coins(ann), 7)
        self.assertIn('That is more than you have', ann.heard[-1])
        buy(ann.number, keeper)
        buy()
        ann.hear()
        self.assertEqual((self.coins(ann), len(ann.items)), (7, 3))
        for name, worn in (('an old sword', 'poTool'), ('a green cloak', 'poWorn')):
            ann.do(106, ann.has(name)[0])
            ann.hear()
            self.assertEqual(self.property(ann.number, worn), ann.has(name)[0])

    def test_bank(self):
        ann, keeper = self.at_the_counter()
        self.rich(ann, 30)
        for request, money, line in ((b'\x23' + struct.pack('<I', 20), 10, '20'), (b'\x23' + struct.pack('<I', 500), 0, '30'),
                                     (b'\x24' + struct.pack('<I', 5), 5, '25'), (b'\x24' + struct.pack('<I', 0x7FFFFFFF), 30, '0'),
                                     (b'\x25', 30, '0')):
            ann.heard.clear()
            ann.send(b'\x9b' + request)
            ann.hear(quiet=0.5)
            self.assertEqual(self.coins(ann), money, request)
            self.assertIn('I keep %s shillings for you' % line, ' '.join(ann.heard))  # he may greet besides
        self.move(ann, 8, 3, 'LanternInn')
        ann.send(b'\x9b\x25')
        ann.hear()
        self.assertEqual(ann.heard[-1], 'There is nobody here who keeps money.')

    def test_what_is_kept(self):
        ann, keeper = self.at_the_counter()
        ben, _ = self.at_the_counter('ben')
        wares = self.wares(ann, keeper)
        self.rich(ann, 10)
        ann.send(b'\x7d' + struct.pack('<IHI', keeper, 1, wares['a lantern'][0]))
        ann.hear()
        lamp = ann.has('a lantern')[0]
        ann.send(b'\xe6' + struct.pack('<IHI', keeper, 1, lamp))
        ann.hear()
        self.assertEqual(ann.has('a lantern'), [])
        ben.send(b'\xe9' + struct.pack('<IHI', keeper, 1, lamp))  # not his
        ben.hear()
        self.assertEqual(ben.items, {})
        listed = self.answer(ann, b'\xe8' + struct.pack('<I', keeper), 231)
        reader = Reader(listed[1:])
        reader.object()
        self.assertEqual((reader.take('H'), reader.object()['id']), (1, lamp))
        ann.send(b'\xe9' + struct.pack('<IHI', keeper, 1, lamp))
        ann.hear()
        self.assertEqual(ann.has('a lantern'), [lamp])

    def test_trade(self):
        ann, ben = self.server.player('ann'), self.server.player('ben')
        self.rich(ann, 9)
        scroll = ben.find('a scroll')['id']
        ben.do(113, scroll)
        ben.hear()
        coins = ann.has('shillings')[0]
        ann.hear()
        ann.send(b'\x78' + struct.pack('<IHII', ben.number, 1, coins | MANY, 4))
        self.assertIn(213, ann.hear())
        self.assertIn(211, ben.hear())
        ann.send(b'\x79')  # not yet
        ann.hear()
        ben.send(b'\x7b' + struct.pack('<HI', 1, scroll))
        self.assertIn(215, ben.hear())
        self.assertIn(214, ann.hear())
        ben.send(b'\x79')  # only who began accepts
        ben.hear()
        self.assertEqual(self.coins(ben), 0)
        ann.send(b'\x79')
        ann.hear()
        ben.hear()
        self.assertEqual((self.coins(ann), self.coins(ben), ann.has('a scroll'), ben.has('a scroll')), (5, 4, [scroll], []))
        ann.send(b'\x78' + struct.pack('<IHI', ben.number, 1, scroll))
        ann.hear()
        ben.hear()
        ben.send(b'\x7b' + struct.pack('<H', 0))
        ben.hear()
        ann.drop(scroll)  # what was offered is gone
        ann.send(b'\x79')
        self.assertIn(212, ann.hear())
        self.assertIn(212, ben.hear())
        ann.send(b'\x78' + struct.pack('<IHI', ben.number, 1, ann.has('shillings')[0] | MANY) + struct.pack('<I', 1))
        ben.hear()
        ann.send(b'\x36')  # who leaves calls it off
        self.assertIn(212, ben.hear(until=212))


class Words(People):
    def test_letters(self):
        ann, ben = self.server.player('ann'), self.server.player('ben')
        found = self.answer(ann, b'\x58' + struct.pack('<H', 2) + text('Ben,Nobody'), 190)
        self.assertEqual(struct.unpack('<HII', found[1:]), (2, ben.number, 0))
        ann.send(b'\x52' + struct.pack('<HII', 2, ben.number, ben.number) + text('Come to the mill at 5%q.'))
        ann.hear()
        self.assertEqual(ann.heard[-1], 'Your letter is on its way.')
        ben.hear()
        ben.send(b'\x51')
        letters = [payload for _, payload in ben.frames(quiet=1.5) if payload[0] == 80]
        self.assertEqual(len(letters), 2)  # one letter, and the end
        self.assertIn(b'Come to the mill at 5%q.', letters[0])
        self.assertIn(b'Ann', letters[0])
        ben.send(b'\x53' + letters[0][1:5])
        ben.send(b'\x51')
        self.assertEqual(len([1 for _, payload in ben.frames(until=80) if payload[0] == 80]), 1)
        ann.send(b'\x52' + struct.pack('<H', 0) + text('to nobody'))
        ann.send(b'\x52' + struct.pack('<HI', 1, ben.room) + text('to a room'))
        self.assertEqual(ann.hear(), [])
        for k in range(45):
            ann.send(b'\x52' + struct.pack('<HI', 1, ben.number) + text('%d' % k))
            if k % 10 == 9:
                ann.hear(quiet=0.3)
        ann.hear(quiet=0.5)
        self.assertEqual(ann.heard.count('Ben has too many letters lying about.'), 5)

    def test_news(self):
        ann = self.server.player('ann')
        board = ann.find('the notice board')['id']
        looked = self.answer(ann, b'\x74' + struct.pack('<I', board), 180)
        self.assertEqual(looked[1:4], b'\1\0\3')
        self.assertIn(b'Keep to the lane', self.answer(ann, b'\x55\1\0', 181))
        ann.send(b'\x57\1\0' + text('For sale') + text('A boat, dry.'))
        ann.hear()
        self.assertEqual(ann.heard[-1], 'You pin your words to the board.')
        self.assertIn(b'For sale', self.answer(ann, b'\x55\1\0', 181))
        self.assertIn(b'A boat, dry.', self.answer(ann, b'\x56\1\0' + struct.pack('<I', 2), 182))
        for title, words in (('', 'x'), ('x' * 81, 'x'), ('x', 'x' * 4097)):
            ann.send(b'\x57\1\0' + text(title) + text(words))
        ann.send(b'\x56\1\0' + struct.pack('<I', 99))
        ann.hear()
        self.assertEqual(ann.heard.count('There is no space on the board for that.'), 3)

    def guild(self):
        ann, ben = self.server.player('ann'), self.server.player('ben')
        self.rich(ann, 20)
        titles = b''.join(text(title) for title in ('Twig', 'Twig', 'Branch', 'Branch', 'Bough', 'Bough', 'Trunk', 'Trunk', 'Root', 'Root'))
        self.answer(ann, b'\x9b\x13' + text('The Oaks') + titles + b'\0', 155, 11)
        self.assertEqual(self.coins(ann), 10)
        return ann, ben

    def test_a_guild(self):
        ann, ben = self.guild()
        ann.send(b'\x9b\x0c' + struct.pack('<I', ben.number))
        info = [payload for _, payload in ben.frames(quiet=0.4) if payload[:2] == b'\x9b\x0b'][0]
        self.assertIn(b'The Oaks', info)
        self.assertIn(b'Ann', info)
        ben.say('rustle', 10)
        ann.hear(until=206)
        self.assertEqual(ann.heard[-1], 'Ben tells the guild, "rustle"')
        ben.send(b'\x9b\x14')  # dissolving it is not for him
        ben.hear()
        self.assertEqual(ben.heard[-1], 'Your rank does not let you do that.')
        ann.send(b'\x9b\x11' + struct.pack('<IB', ben.number, 200))
        ann.hear()
        self.assertIn(b'\x04', self.answer(ben, b'\x9b\x0a', 155, 11))
        ben.send(b'\x9b\x0d' + struct.pack('<I', ann.number))  # the master stays
        ben.hear()
        self.assertIsNotNone(self.property(ann.number, 'poGuild'))
        listed = self.answer(ben, b'\x9b\x15', 155, 22)
        self.assertIn(b'The Oaks', listed)
        shapes = self.answer(ann, b'\x9b\x20', 155, 32)
        pictures = [self.server.texts[icon] for icon in struct.unpack('<3I', shapes[-12:])]
        self.assertEqual(pictures, ['ovalshield.bgf', 'kiteshield.bgf', 'heatershield.bgf'])
        self.answer(ann, b'\x9b\x21' + bytes([3, 4, 2, 1]), 155, 31)
        ben.send(b'\x9b\x0e')
        ben.hear()
        self.assertIsNone(self.property(ben.number, 'poGuild'))
        ann.send(b'\x9b\x14')
        ann.hear()
        self.assertEqual((ann.heard[-1], self.property(ann.number, 'poGuild')), ('The guild is no more.', None))

    def test_guilds_are_paid_for_and_named_once(self):
        ann, ben = self.guild()
        form = lambda name: b'\x9b\x13' + text(name) + text('x') * 10 + b'\0'
        ben.send(form('The Oaks'))
        ben.send(form('ab'))
        ben.send(form('The Elms'))
        ben.hear()
        self.assertEqual(ben.heard[-3:], ['There is a guild of that name, or the name is none.'] * 2 + ['Founding a guild costs more than you have.'])
        ann.send(form('The Elms'))
        ann.hear()
        self.assertEqual(ann.heard[-1], 'You are in a guild already.')
        for number in range(10, 34):  # commands of those who are in none
            if number not in (11, 18, 19, 22, 27, 29, 30):
                ben.send(bytes([0x9b, number]) + struct.pack('<II', ann.number, 1))
        ben.hear()
        self.assertIn('You are in no guild.', ben.heard)
        self.assertEqual(self.property(ann.number, 'poGuild'), self.instances('Guild')[0])


class Board(People):
    def test_chess(self):
        ann, ben = self.server.player('ann'), self.server.player('ben')
        board = self.instances('ChessBoard')[0]
        ann.hear()
        ann.send(b'\x6d' + struct.pack('<I', board))  # a room away
        self.assertEqual(ann.hear(), [])
        for player in (ann, ben):
            self.move(player, 8, 8, 'LanternInn')
        begun = self.answer(ann, b'\x6d' + struct.pack('<I', board), 155, 45)
        self.assertEqual(begun[1:], b'\x2d' + struct.pack('<IB', board, 1))
        begun = self.answer(ben, b'\x6d' + struct.pack('<I', board), 155, 45)
        self.assertEqual(begun[6], 2)
        state = bytes([3] * 64) + b'\3\1'
        ann.hear()
        ann.send(b'\x9b\x2e' + struct.pack('<I', board) + text(state))
        told = [payload for _, payload in ben.frames(quiet=0.3) if payload[:2] == b'\x9b\x2f'][0]
        self.assertEqual(told[2:], struct.pack('<I', board) + text(state))
        ann.send(b'\x9b\x2e' + struct.pack('<I', board) + text('x' * 500))
        ben.hear()
        self.move(ann, 11, 9)  # who goes gets up
        ben.hear()
        self.assertIn('Ann gets up from the chess board.', ben.heard)
        self.assertIsNone(self.property(board, 'poBlack'))

    def test_the_gate_at_night(self):
        ann = self.server.player('ann')
        for _ in range(15):  # from nine in the morning to midnight
            self.tell(0, 'NewHour')
        ann.hear()
        self.move(ann, 11, 20)
        ann.step(11, 21)
        ann.hear()
        self.assertEqual(ann.heard[-1], 'The gate of the inn is barred for the night. You could knock.')
        self.assertEqual(ann.texts[ann.inside], 'The square of Hollowmere')
        ann.send(b'\x66')
        ann.hear(until=134)
        ann.hear()
        self.assertEqual(ann.texts[ann.inside], 'The Lantern Inn')

    def test_rain(self):
        ann = self.server.player('ann')
        ann.hear()
        effects = []
        for _ in range(10):
            self.tell(0, 'NewHour')
            effects.append([payload for _, payload in ann.frames(quiet=0.15) if payload[0] == 70])
        self.assertEqual([len(some) for some in effects], [0, 0, 0, 0, 0, 0, 1, 0, 1, 0])
        self.assertEqual((effects[6][0], effects[8][0]), (b'\x46\x09\x00', b'\x46\x0b\x00'))


if __name__ == '__main__':
    run_tests()
