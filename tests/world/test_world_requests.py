#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Every request that the sample world takes, from somebody who means no good: of whom (ownership), from where (place), how much, how
often. One test a request; world/kod/object/thing/person/user.kod and system.kod say what is asked of each."""
import struct
import time
import unittest

from test_world_play import WorldCase

from client import AP_GETLOGIN, text  # noqa: E402  world_tools knows where it is
from world_tools import run_tests

INN_FLOOR = [(8, 4), (8, 5), (8, 6), (8, 7), (8, 8)]
TO_THE_CHEST = [(8, 9), (7, 10), (6, 11), (5, 12)]
MOST_CARRIED, MOST_IN_A_CHEST, MOST_DESCRIBED = 20, 12, 1000


class Requests(WorldCase):
    def owner(self, thing):
        return self.property(thing, 'poOwner')

    def make(self, name, count, row, column, room='VillageSquare'):
        """Things on a square."""
        out = []
        for _ in range(count):
            thing = self.control.ask('create', **{'class': name})['result']['object']
            self.control.ask('send', object=self.instances(room)[0], message='Put', parameters={
                'what': {'tag': 'OBJECT', 'data': thing}, 'row': {'tag': 'INT', 'data': row}, 'col': {'tag': 'INT', 'data': column}})
            out.append(thing)
        return out

    def nothing(self, player, *requests):
        """No answer at all."""
        player.hear()
        for request in requests:
            player.send(request)
        self.assertEqual(player.hear(), [], requests)

    def at_the_chest(self, name='ann'):
        player = self.in_the_inn(name)
        for way in (INN_FLOOR, TO_THE_CHEST):
            time.sleep(1)
            self.walk(player, way)
        player.hear()
        return player

    def test_move(self):
        ann = self.server.player('ann')
        ann.hear()
        for room in self.instances('Room') + [0, ann.number]:
            if room != ann.room:  # of another room: was under way
                ann.send(b'\x64' + struct.pack('<HHBI', 12 * 64, 9 * 64, 18, room))
        ann.hear()
        self.assertEqual(self.property(ann.number, 'piRow') // 64, 11)
        ann.step_fine(11 * 64 + 40, 9 * 64 + 40, speed=255)  # no faster for those who see it
        ben = self.server.player('ben')
        ben.hear()
        ann.step_fine(11 * 64 + 41, 9 * 64 + 41, speed=255)
        moves = [payload for _, payload in ben.frames() if payload[0] == 200 and struct.unpack('<I', payload[1:5])[0] == ann.number]
        self.assertEqual([payload[9] for payload in moves], [127])

    def test_turn(self):
        ann, ben = self.server.player('ann'), self.server.player('ben')
        before = self.property(ben.number, 'piAngle')
        ann.send(b'\x65' + struct.pack('<IH', ben.number, 2000))
        ann.send(b'\x65' + struct.pack('<IH', ben.number, 65535))
        ann.hear()
        self.assertEqual(self.property(ben.number, 'piAngle'), before)
        self.assertEqual(self.property(ann.number, 'piAngle'), 65535 % 4096)

    def test_say(self):
        ann, ben = self.server.player('ann'), self.in_the_inn('ben')
        ben.hear()
        for kind in (1, 2, 6):
            ann.say('only here', kind)
        for kind in (0, 4, 5, 7, 8, 13, 255):
            ann.say('no kind', kind)
        ann.hear()
        ben.hear()
        self.assertNotIn('only here', ''.join(ben.heard))
        self.assertNotIn('no kind', ''.join(ann.heard + ben.heard))

    def test_say_group(self):
        ann, ben = self.server.player('ann'), self.server.player('ben')
        others = [ann.room, 0] + self.instances('Chest') + self.instances('Keeper')
        self.nothing(ann, b'\x6f' + struct.pack('<H', len(others)) + b''.join(struct.pack('<I', one) for one in others) + text('x'))
        ben.send(b'\x36')
        ben.frames(until=30)
        self.nothing(ann, b'\x6f' + struct.pack('<HI', 1, ben.number) + text('nobody plays him'))
        self.nothing(ann, b'\x6f' + struct.pack('<H', 0) + text('nobody'))

    def test_quit(self):
        ann, ben = self.server.player('ann'), self.server.player('ben')
        ben.hear()
        ann.send_raw(ann.frame(b'\x36') + ann.frame(b'\x36') + ann.frame(b'\x36'))
        ben.hear(until=32)
        ben.hear()
        self.assertEqual(ben.heard.count('Ann has left Hollowmere.'), 1)

    def test_go(self):
        ann = self.server.player('ann')
        ann.hear()
        for _ in range(5):
            ann.send(b'\x66')
        ann.hear()
        self.assertEqual(ann.heard[-5:], ['There is no way out here.'] * 5)
        self.assertEqual(ann.place(), (11, 9))

    def test_action(self):
        ann, ben = self.server.player('ann'), self.in_the_inn('ben')
        for action in range(0, 256, 5):
            ann.send(bytes([90, action]))
        ann.send(b'\x5a\x08')
        ann.hear(quiet=0.5)
        ben.hear()
        self.assertIn('Ann waves.', ann.heard)
        self.assertNotIn('Ann waves.', ben.heard)

    def test_attack(self):
        ann, ben = self.server.player('ann'), self.server.player('ben')
        ben.hear()
        for whom in (ben.number, ann.number, ann.room, 0):
            ann.send(b'\x67\x01' + struct.pack('<I', whom))
        ann.hear()
        self.assertEqual(ann.heard[-1], 'Nobody fights in Hollowmere.')
        self.assertEqual(ben.hear(), [])
        self.assertEqual(self.property(ben.number, 'piHealth'), 100)

    def test_look(self):
        ann, ben = self.server.player('ann'), self.server.player('ben')
        scroll = ben.find('a scroll')['id']
        ben.do(113, scroll)
        ben.hear()
        elsewhere = self.instances('Chest') + self.instances('Keeper') + [scroll, ann.room, 0] + self.instances('LanternInn')
        self.nothing(ann, *(b'\x74' + struct.pack('<I', thing) for thing in elsewhere))

    def test_get(self):
        ann = self.server.player('ann')
        elsewhere = self.instances('Lamp') + self.instances('Keeper') + [ann.room, ann.number, 0]
        self.nothing(ann, *(b'\x71' + struct.pack('<I', thing) for thing in elsewhere if self.owner_of(thing) != ann.room))
        apples = self.make('Apple', MOST_CARRIED + 5, 11, 10)
        ann.hear()
        for apple in apples + apples:
            ann.do(113, apple)
            if apple == apples[12]:
                time.sleep(0.5)
        ann.hear()
        self.assertEqual(len(ann.items), MOST_CARRIED)
        self.assertEqual(ann.heard.count('You have your hands full.'), 2 * 5)
        self.assertEqual(sum(self.owner(apple) == ann.number for apple in apples), MOST_CARRIED)

    def owner_of(self, thing):
        try:
            return self.owner(thing)
        except StopIteration:
            return None

    def test_get_from_a_container(self):
        ann, ben = self.at_the_chest(), self.server.player('ben')
        chest = ann.find('a chest')['id']
        inside = [thing for name in ('Candle', 'Apple') for thing in self.instances(name) if self.owner(thing) == chest]
        self.assertEqual(len(inside), 2)
        self.nothing(ben, *(bytes([command]) + struct.pack('<I', thing) for command in (239, 113) for thing in inside + [chest]))
        for _ in range(5):
            ann.do(239, inside[0])
        ann.hear()
        self.assertEqual(list(ann.items), [inside[0]])
        self.assertEqual(ann.heard.count('You pick up a candle.') + ann.heard.count('You pick up an apple.'), 1)

    def test_drop(self):
        ann, ben = self.server.player('ann'), self.server.player('ben')
        scroll = ann.find('a scroll')['id']
        ann.do(113, scroll)
        ann.hear()
        ben.drop(scroll, ben.number, ben.room, 0)
        ben.hear()
        self.assertEqual(self.owner(scroll), ann.number)
        ann.hear()
        ann.drop(*[scroll] * (MOST_CARRIED + 1))  # more than anybody has
        self.assertEqual(ann.hear(), [])
        self.assertEqual(self.owner(scroll), ann.number)
        ann.drop(*[scroll] * MOST_CARRIED)
        ann.hear()
        self.assertEqual(ann.heard.count('You lay down a scroll.'), 1)

    def test_put(self):
        ann = self.at_the_chest()
        chest, keeper = ann.find('a chest')['id'], ann.find('Aldwin the innkeeper')['id']
        loaves = self.make('Loaf', MOST_IN_A_CHEST, 5, 12, 'LanternInn')
        ann.hear()
        self.nothing(ann, *(b'\x70' + struct.pack('<II', what, where) for what, where in
                            ((loaves[0], chest), (chest, chest), (ann.number, chest), (keeper, chest), (0, chest))))  # does not have them
        for loaf in loaves:
            ann.do(113, loaf)
        ann.hear()
        self.nothing(ann, *(b'\x70' + struct.pack('<II', loaves[0], where) for where in (keeper, ann.number, ann.room, loaves[1], 0)))
        for loaf in loaves + loaves:
            ann.do(112, loaf, chest)
        ann.hear()
        self.assertEqual(sum(self.owner(loaf) == chest for loaf in loaves), MOST_IN_A_CHEST - 2)  # two were there
        self.assertEqual(ann.heard.count('There is no space for that.'), 4)
        ben = self.server.player('ben')
        scroll = ben.find('a scroll')['id']
        ben.do(113, scroll)
        ben.hear()
        self.nothing(ben, b'\x70' + struct.pack('<II', scroll, chest))  # a room away

    def test_use(self):
        ann = self.server.player('ann')
        apple, sword = self.make('Apple', 1, 11, 10)[0], self.make('Sword', 1, 11, 10)[0]
        ann.hear()
        self.nothing(ann, *(b'\x6a' + struct.pack('<I', thing) for thing in (apple, sword, ann.number, ann.room, 0)))
        for thing in (apple, sword):
            ann.do(113, thing)
        ann.hear()
        vigor = self.property(ann.number, 'piVigor')
        for _ in range(6):
            ann.do(106, apple)
        ann.hear()
        self.assertEqual(self.property(ann.number, 'piVigor'), vigor + 10)  # eaten once
        for _ in range(6):
            ann.do(106, sword)
        ann.hear()
        self.assertEqual(ann.used, [sword])
        self.assertEqual(len([line for line in ann.heard if 'an old sword in your hand' in line]), 1)

    def test_unuse(self):
        ann, ben = self.server.player('ann'), self.server.player('ben')
        sword = self.make('Sword', 1, 11, 10)[0]
        ann.hear()
        ann.do(113, sword)
        ann.do(106, sword)
        ann.hear()
        self.nothing(ben, *(b'\x6b' + struct.pack('<I', thing) for thing in (sword, ann.number, 0)))
        self.assertEqual(self.property(ann.number, 'poTool'), sword)
        for _ in range(4):
            ann.do(107, sword)
        ann.hear()
        self.assertEqual(len([line for line in ann.heard if 'away' in line]), 1)

    def test_change_description(self):
        ann = self.server.player('ann')
        change = lambda words: ann.send(b'\x7e' + struct.pack('<I', ann.number) + text(words))
        change('short')
        change('x' * (MOST_DESCRIBED + 1))
        ann.hear()
        ann.do(116, ann.number)
        ann.hear(until=155)
        self.assertEqual(ann.heard[-1], 'short')

    def test_contents_of_others(self):
        ann, ben = self.server.player('ann'), self.in_the_inn('ben')
        asked = self.instances('Chest') + [ben.number, ann.number, ann.room, 0] + self.instances('LanternInn')
        self.nothing(ann, *(b'\x2b' + struct.pack('<I', thing) for thing in asked))
        self.nothing(ben, b'\x2b' + struct.pack('<I', self.instances('Chest')[0]))  # across the room

    def test_questions(self):
        """About oneself: groups of figures that do not exist; what there are no answers for."""
        ann = self.server.player('ann')
        self.nothing(ann, *(b'\x29' + bytes([group]) for group in (0, 5, 6, 127, 128, 255)))

    def test_a_character_is_made_once(self):
        ann = self.server.player()
        ann.frames(until=AP_GETLOGIN)
        ann.login('ann', 'word')
        ann.frames(until=30)
        ann.request_game()
        ann.frames(until=58)
        number = ann.characters()[0][0]

        def make(name, description='', gender=1, faces=(), traits=()):
            ann.send(b'\x06\x30' + struct.pack('<I', number) + text(name) + text(description) + bytes([gender]) +
                     struct.pack('<H%dI' % len(faces), len(faces), *faces) + b'\xff\xff' + struct.pack('<H%dI' % len(traits), len(traits), *traits) +
                     struct.pack('<HH', 0, 0))
            return [kind for kind in ann.kinds(until=57, most=1) + ann.kinds() if kind in (56, 57)]

        self.assertEqual(make('Anna', 'd' * (MOST_DESCRIBED + 1), 200, [0, 1, 0x0FFFFFFF] * 50, [50] * 40), [56])
        self.assertEqual(make('Other'), [57])
        self.assertEqual(self.property(number, 'piGender'), 2)
        self.assertEqual(self.property(number, 'piSkin'), 4)
        self.assertEqual(self.property(number, 'piHairColour'), 0x30)
        self.assertIsNone(self.property(number, 'psDescription'))
        self.assertEqual(ann.characters()[0][1], 'Anna')


if __name__ == '__main__':
    run_tests()
