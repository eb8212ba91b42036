#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Plays the sample world over the protocol: rooms, exits, things, speech, saves."""
import json
import os
import shutil
import signal
import struct
import tempfile
import time
import unittest

from world_tools import OPTIONS, PLAY_WAVE, ROOT, WorldServer, run_tests

from client import AP_GETLOGIN, Maintenance, text  # noqa: E402  world_tools knows where it is
from server_tools import Control  # noqa: E402

SQUARE, INN, MILL = 'The square of Hollowmere', 'The Lantern Inn', 'The old mill by the marsh'
# Around the well to the gate of the inn.
TO_THE_INN = [(11, 10), (12, 11), (12, 12), (12, 13), (11, 14), (11, 15), (11, 16), (11, 17), (11, 18), (11, 19), (11, 20), (11, 21)]
TO_THE_MILL = [(12, 9), (13, 10), (14, 11), (15, 12), (16, 12), (17, 12), (18, 12), (19, 12), (20, 12), (21, 12), (22, 12)]


class WorldCase(unittest.TestCase):
    config = {}

    def setUp(self):
        self.folder = tempfile.mkdtemp(prefix='blak-world-')
        self.addCleanup(shutil.rmtree, self.folder, True)
        self.server = WorldServer(OPTIONS.bin, self.folder)
        self.server.configure(**{**self.config, 'Auto': {'KodPeriod': 100000, 'SnapshotPeriod': 0}})  # no hour unless a test says so
        self.server.start()
        self.addCleanup(self.server.kill)
        self.maintenance = Maintenance(self.server.facts['maintenance'])
        self.control = Control(self.server.facts)
        for name in ('ann', 'ben'):
            self.maintenance.run('create automated %s word' % name)
        self.addCleanup(self.nothing_went_wrong)

    def nothing_went_wrong(self):
        self.assertEqual(self.server.log('error'), '')
        self.assertEqual(self.server.log('debug'), '')

    def instances(self, name):
        return self.control.ask('instances', **{'class': name})['result']['objects']

    def property(self, thing, name):
        """What it holds, None for `$`."""
        rows = self.control.ask('object.read', object=thing)['result']['properties']
        value = next(row['value'] for row in rows if row['name'] == name)
        if isinstance(value, dict):
            return None if value['tag'] in ('$', 'NIL') else value['data']
        return value

    def walk(self, player, squares):
        """Square by square, no faster than people walk."""
        for row, column in squares:
            player.step(row, column)
            time.sleep(0.09)

    def in_the_inn(self, name='ann'):
        player = self.server.player(name)
        self.walk(player, TO_THE_INN)
        player.hear(until=134)
        player.hear()
        return player


class Rooms(WorldCase):
    def test_a_new_character_stands_in_the_square(self):
        ann = self.server.player('ann')
        self.assertEqual(ann.texts[ann.inside], SQUARE)
        self.assertEqual(ann.texts[ann.file], 'square.roo')
        self.assertEqual(ann.place(), (11, 9))
        self.assertEqual(ann.texts[ann.things[ann.number]['name']], 'Ann')
        self.assertEqual(len(ann.things[ann.number]['overlays']), 5)
        self.assertIn('Welcome to Hollowmere', ann.heard[0])

    def test_names_are_checked(self):
        ann = self.server.player('ann')
        for name in ('Al', 'A' * 31, 'Ann', 'Ann9', '', 'ann'):
            ben = self.server.player()
            ben.frames(until=AP_GETLOGIN)
            ben.login('ben', 'word')
            ben.frames(until=30)
            ben.request_game()
            ben.frames(until=58)
            number = ben.characters()[0][0]
            ben.send(b'\x06\x30' + struct.pack('<I', number) + text(name) + text('') + b'\1' + struct.pack('<H', 0) + b'\0\0' +
                     struct.pack('<HHH', 0, 0, 0))
            self.assertEqual(ben.kinds(until=57), [57], name)
        self.assertEqual(ann.place(), (11, 9))

    def test_the_geometry_decides(self):
        ann = self.server.player('ann')
        self.walk(ann, [(11, 10)])
        self.assertEqual(ann.hear(), [])  # right moves are not answered
        for row, column in ((2, 9), (11, 16), (0, 0), (22, 900)):  # far away, nowhere
            time.sleep(1)
            ann.step(row, column)
            self.assertEqual(ann.hear(until=201), [200, 201], (row, column))
            self.assertEqual(ann.place(), (11, 10))
        time.sleep(1)
        self.walk(ann, TO_THE_INN[1:7])
        time.sleep(1)
        self.walk(ann, [(12, 17), (12, 18), (12, 19), (12, 20)])
        self.assertEqual(ann.hear(), [])
        for row, column in ((12, 23), (13, 23), (10, 24)):  # through the wall of the inn's yard
            time.sleep(1)
            ann.step(row, column)
            self.assertEqual(ann.hear(until=201), [200, 201], (row, column))
            self.assertEqual(ann.place(), (12, 20))

    def test_nobody_runs_faster_than_people_do(self):
        ann = self.server.player('ann')
        moves = 0
        for step in range(30):
            ann.step(13, 9 + step % 2 * 3)
            moves += 1
        self.assertIn(200, ann.hear())

    def test_exits_are_those_of_the_rooms(self):
        """What the Blakod says is what the rooms were built for."""
        with open(os.path.join(ROOT, 'world', 'rooms', 'exits.json')) as file:
            facts = json.load(file)
        numbers = {'square': 1, 'lantern': 2, 'mill': 3}
        wanted = {(exit['from']['room'], exit['from']['row'], exit['from']['column'], numbers[exit['to']['room']], exit['to']['row'],
                   exit['to']['column'], exit['to']['angle']) for exit in facts['exits']}
        control = Control(self.server.facts)

        def elements(value):
            if isinstance(value, dict) and value['tag'] != 'LIST':
                return []
            return control.ask('list.read', list=value['data'])['result']['elements']

        found = set()
        for name, kind in (('square', 'VillageSquare'), ('lantern', 'LanternInn'), ('mill', 'OldMill')):
            room = control.ask('instances', **{'class': kind})['result']['objects'][0]
            properties = {row['name']: row['value'] for row in control.ask('object.read', object=room)['result']['properties']}
            plain = lambda row: [value['data'] if isinstance(value, dict) else value for value in elements(row)]
            found |= {(name, *plain(row)) for row in elements(properties['plExits'])}
            for edge, first, last, there, row, column, angle in map(plain, elements(properties['plEdges'])):
                line = {'square': 22, 'mill': 1}[name]  # both lead over the north or the south edge
                self.assertEqual(edge, {'square': 2, 'mill': 1}[name])
                found |= {(name, line, first + k, there, row, column + k, angle) for k in range(last - first + 1)}
        self.assertEqual(found, wanted)

    def test_through_the_gate_and_back(self):
        ann = self.in_the_inn()
        self.assertEqual(ann.texts[ann.inside], INN)
        self.assertEqual(ann.place(), (8, 3))
        self.assertEqual(ann.find('Aldwin the innkeeper')['row'] // 64, 5)
        self.assertEqual(len(ann.find('Aldwin the innkeeper')['overlays']), 3)
        ann.find('a chest')
        time.sleep(1)
        self.walk(ann, [(8, 2)])
        ann.hear(until=134)
        self.assertEqual((ann.texts[ann.inside], ann.place()), (SQUARE, (11, 20)))

    def test_to_the_mill_and_back(self):
        ann = self.server.player('ann')
        self.walk(ann, TO_THE_MILL)
        ann.hear(until=134)
        self.assertEqual((ann.texts[ann.inside], ann.place()), (MILL, (2, 10)))
        time.sleep(1)
        ann.send(b'\x66')  # the other way of leaving: asking for it
        ann.hear(until=134)
        self.assertEqual((ann.texts[ann.inside], ann.place()), (SQUARE, (21, 12)))

    def test_sounds_of_a_room(self):
        ann = self.server.player('ann')
        ann.hear()
        self.walk(ann, TO_THE_INN)
        payloads = [payload for _, payload in ann.frames(until=PLAY_WAVE, quiet=0.5)] + [payload for _, payload in ann.frames()]
        sounds = {ann.texts[struct.unpack('<I', payload[1:5])[0]] for payload in payloads if payload[0] == PLAY_WAVE}
        self.assertEqual(sounds, {'door.wav', 'fire.ogg', 'tavern.ogg'})

    def test_an_hour_passes(self):
        ann = self.server.player('ann')
        control = Control(self.server.facts)
        self.assertTrue(control.ask('send', object=0, message='NewHour')['ok'])
        kinds = ann.hear(until=32)
        self.assertEqual(kinds, [220, PLAY_WAVE, 32])
        self.assertEqual(ann.heard[-1], 'The church bell of Hollowmere strikes 10.')
        for hour in (11, 12, 1):
            control.ask('send', object=0, message='NewHour')
            ann.hear(until=32)
            self.assertEqual(ann.heard[-1], 'The church bell of Hollowmere strikes %d.' % hour)


class Company(WorldCase):
    def test_others_are_seen(self):
        ann, ben = self.server.player('ann'), self.server.player('ben')
        ann.hear()
        self.assertIn('Ben has come to Hollowmere.', ann.heard)
        self.assertEqual(ann.things[ben.number]['row'] // 64, 11)
        ben.step(12, 9)
        ben.send(b'\x65' + struct.pack('<IH', ben.number, 1024))
        self.assertEqual(ann.hear(until=201)[-2:], [200, 201])
        self.assertEqual(ann.things[ben.number]['row'], 12 * 64 + 32)
        self.assertEqual(ann.things[ben.number]['angle'], 1024)
        ben.send(b'\x36')
        ann.hear(until=32)
        self.assertNotIn(ben.number, ann.things)
        self.assertEqual(ann.heard[-1], 'Ben has left Hollowmere.')

    def test_a_lost_connection_leaves_too(self):
        ann, ben = self.server.player('ann'), self.server.player('ben')
        ann.hear()
        ben.socket.close()
        ann.hear(until=32)
        self.assertNotIn(ben.number, ann.things)

    def test_speech(self):
        ann, ben = self.server.player('ann'), self.server.player('ben')
        for kind, own, other in ((1, 'You say, "hi 100%q"', 'Ann says, "hi 100%q"'), (2, 'You yell, "hi 100%q"', 'Ann yells, "hi 100%q"'),
                                 (3, 'You call out to everybody, "hi 100%q"', 'Ann calls out to everybody, "hi 100%q"'),
                                 (6, 'Ann hi 100%q', 'Ann hi 100%q')):
            ann.say('hi 100%q', kind)
            ann.hear(until=206)
            ben.hear(until=206)
            self.assertEqual((ann.heard[-1], ben.heard[-1]), (own, other))
        ann.send(b'\x6f' + struct.pack('<HI', 1, ben.number) + text('psst'))
        ben.hear(until=206)
        self.assertEqual(ben.heard[-1], 'Ann tells you, "psst"')
        ann.send(b'\x5a\x08')
        ben.hear(until=32)
        self.assertEqual(ben.heard[-1], 'Ann waves.')
        ann.hear()
        ann.say('nonsense', 77)
        self.assertEqual(ann.hear(), [])

    def test_speech_is_bounded(self):
        ann, ben = self.server.player('ann'), self.server.player('ben')
        ann.send(b'\x6f' + struct.pack('<H', 20) + struct.pack('<I', ben.number) * 20 + text('psst'))
        ben.hear(until=206)
        ben.hear()
        self.assertEqual(ben.heard.count('Ann tells you, "psst"'), 1)  # once, however often he is named
        ann.send(b'\x6f' + struct.pack('<H', 700) + struct.pack('<I', ben.number) * 700 + text('psst'))
        ann.say('x' * 501)
        ann.say('x' * 501, 2)
        ben.hear()
        self.assertEqual(ben.heard.count('Ann tells you, "psst"'), 1)
        self.assertNotIn('xxx', ''.join(ben.heard) + ''.join(ann.heard))
        time.sleep(1 - time.time() % 1 + 0.05)
        for _ in range(20):
            ann.say('fire', 3)
        ben.hear(until=206)
        ben.hear()
        self.assertLessEqual(len([line for line in ben.heard if 'fire' in line]), 2)  # once a second

    def test_characters_of_others_cannot_be_made(self):
        def unmade(name):
            player = self.server.player()
            player.frames(until=AP_GETLOGIN)
            player.login(name, 'word')
            player.frames(until=30)
            player.request_game()
            player.frames(until=58)
            return player, player.characters()[0][0]

        (ann, _), (ben, number) = unmade('ann'), unmade('ben')
        fresh = lambda number: (b'\x06\x30' + struct.pack('<I', number) + text('Thief') + text('') + b'\1' + struct.pack('<H', 0) +
                                b'\0\0' + struct.pack('<HHH', 0, 0, 0))
        for object_ in (number, number | 0x10000000, 0, 1):
            ann.send(fresh(object_))
            ann.send(b'\x03')
            self.assertNotIn(56, ann.kinds(until=1))
        ben.send(fresh(number))
        self.assertIn(56, ben.kinds(until=56))
        self.assertIn('a character that is not its own', self.server.log('error'))
        os.remove(os.path.join(self.folder, 'channel', 'error.txt'))

    def test_things_of_others_stay_theirs(self):
        ann, ben = self.in_the_inn('ann'), self.in_the_inn('ben')
        candle = ann.find('a candle')['id']
        for player in (ann, ben):
            self.walk(player, [(8, 4), (8, 5), (8, 6), (8, 7), (8, 8)])
        ann.do(113, candle)
        ann.hear()
        ben.hear()
        for command in (113, 106, 107):  # get, use, unuse
            ben.do(command, candle)
        ben.drop(candle)
        ben.hear()
        self.assertNotIn('You pick up a candle.', ben.heard)
        ann.drop(*[candle] * 5)
        ann.hear()
        self.assertEqual(ann.heard.count('You lay down a candle.'), 1)

    def test_the_innkeeper(self):
        ann = self.in_the_inn()
        ann.hear(until=206)
        self.assertEqual(ann.heard[-1], 'Aldwin the innkeeper says, "Come in, Ann, and sit down by the fire."')
        time.sleep(1)
        self.walk(ann, [(8, 4), (8, 5), (8, 6), (8, 7), (8, 8)])
        ann.say('What is wrong with the mill?')
        ann.hear(until=206)
        ann.hear(until=206)
        self.assertIn('Keep away from the mill after dark, Ann.', ann.heard[-1])

    def test_players_look_at_each_other(self):
        ann, ben = self.server.player('ann'), self.server.player('ben')
        ben.send(b'\x7e' + struct.pack('<I', ben.number) + text('Tall, and 50% wet.'))
        ben.send(b'\x7e' + struct.pack('<I', ann.number) + text('Somebody else.'))  # that is not his to say
        ben.hear()
        ann.do(116, ben.number)
        ann.hear(until=155)
        self.assertEqual(ann.heard[-1], 'Tall, and 50% wet.')
        ann.do(116, ann.number)
        ann.hear(until=155)
        self.assertEqual(ann.heard[-1], 'Somebody whom you could meet anywhere.')


class Things(WorldCase):
    def test_look_get_drop(self):
        ann, ben = self.server.player('ann'), self.server.player('ben')
        scroll = ann.find('a scroll')['id']
        ann.do(116, scroll)
        ann.hear(until=207)
        self.assertIn('Let nobody go down to the crypt alone.', ann.heard[-1])
        ann.do(113, scroll)
        self.assertEqual(ann.hear(), [218, 209, 32])
        self.assertEqual(ann.heard[-1], 'You pick up a scroll.')
        self.assertIn(scroll, ann.items)
        ben.hear()
        self.assertNotIn(scroll, ben.things)
        ben.do(113, scroll)  # out of somebody's hands
        self.assertEqual(ben.hear(), [])
        ann.do(117)
        ann.hear(until=205)
        self.assertEqual(ann.has('a scroll'), [scroll])
        self.walk(ann, [(12, 9), (13, 9)])
        ann.drop(scroll)
        ann.hear()
        ben.hear()
        self.assertEqual((ann.items, ben.things[scroll]['row'] // 64, ben.things[scroll]['column'] // 64), ({}, 13, 9))

    def test_what_cannot_be_taken(self):
        ann = self.server.player('ann')
        for name in ('an oak', 'a willow'):
            ann.do(113, ann.find(name)['id'])  # too far
            self.assertEqual(ann.hear(), [], name)
        self.walk(ann, [(14, 9)])
        ann.do(113, ann.find('a traveller')['id'])
        ann.hear(until=32)
        self.assertEqual(ann.heard[-1], 'You cannot pick that up.')
        ann.do(113, ann.room)
        ann.do(106, 0)
        ann.do(116, 0)
        ann.drop(ann.number)
        self.assertEqual(ann.hear(), [])

    def test_use_and_unuse(self):
        ann = self.in_the_inn()
        time.sleep(1)
        self.walk(ann, [(8, 4), (8, 5), (8, 6), (8, 7), (8, 8)])
        time.sleep(1)
        self.walk(ann, [(8, 9), (8, 10), (8, 11), (8, 12)])
        candle, lamp, mug, loaf = (ann.find(name)['id'] for name in ('a candle', 'a lantern', 'a mug of ale', 'a loaf of bread'))
        for thing in (candle, lamp, mug, loaf):
            ann.do(113, thing)
        ann.hear()
        self.assertEqual(set(ann.items), {candle, lamp, mug, loaf})
        ann.do(106, candle)
        self.assertEqual(ann.hear(), [203, 221, 32])
        self.assertEqual((ann.used, ann.heard[-1]), ([candle], 'You light a candle.'))
        ann.do(106, lamp)  # the other hand stays free
        ann.hear()
        self.assertEqual(ann.used, [lamp])
        ann.do(107, lamp)
        ann.hear()
        self.assertEqual((ann.used, ann.heard[-1]), ([], 'You blow a lantern out.'))
        ann.do(107, lamp)
        self.assertEqual(ann.hear(), [])
        ann.do(106, loaf)
        self.assertEqual(ann.hear(), [32, 131, 210])
        self.assertEqual((ann.heard[-1], set(ann.items)), ('You finish a loaf of bread. That was good.', {candle, lamp, mug}))
        ann.do(106, lamp)
        ann.drop(candle, lamp)  # what is in use is put away first
        ann.hear()
        self.assertEqual((ann.used, set(ann.items)), ([], {mug}))

    def test_the_chest(self):
        ann = self.in_the_inn()
        time.sleep(1)
        self.walk(ann, [(8, 4), (8, 5), (8, 6), (8, 7), (8, 8)])
        time.sleep(1)
        self.walk(ann, [(8, 9), (7, 10), (6, 11), (5, 12)])
        ann.hear()
        chest = ann.find('a chest')['id']
        ann.do(43, chest)
        payload = ann.frames(until=135)[-1][1]
        self.assertEqual(struct.unpack('<IH', payload[1:7]), (chest, 2))
        inside = struct.unpack('<I', payload[7:11])[0]
        ann.do(239, inside)
        ann.hear()
        self.assertEqual(list(ann.items), [inside])
        ann.do(112, inside, chest)
        ann.hear()
        self.assertEqual(ann.items, {})

    def test_questions_of_a_client(self):
        ann = self.server.player('ann')
        for request, answer in ((b'\x28', [130, 222]), (b'\x34', [133]), (b'\x29\x01', [132]), (b'\x29\x02', [132]), (b'\x29\x07', []),
                                (b'\x32', [141]), (b'\x33', [144]), (b'\x2c', [136]), (b'\x75', [208, 205]), (b'\x2a', [134]),
                                (b'\x35\x01', []), (b'\x9b\x05', [32]), (b'\x9b\x06', [32])):
            ann.send(request)
            self.assertEqual(ann.hear(until=answer[-1] if answer else None), answer, request)


class Keeping(WorldCase):
    def test_back_where_one_was(self):
        ann = self.in_the_inn()
        ann.send(b'\x36')
        ann.frames(until=30)
        again = self.server.player('ann')
        self.assertEqual((again.texts[again.inside], again.place()), (INN, (8, 3)))

    def test_a_save_goes_on_and_comes_back(self):
        ann = self.in_the_inn()
        ann.send(b'\x36')
        ann.frames(until=30)
        ben = self.server.player('ben')
        scroll = ben.find('a scroll')['id']
        ben.do(113, scroll)
        self.walk(ben, [(12, 9)])
        ben.hear()
        self.maintenance.run('save game')
        self.assertEqual(ben.hear(until=32), [21, 228, 22, 32])
        self.assertEqual(ben.heard[-1], 'The world is being saved.')
        for request in (b'\x28', b'\x2a', b'\x75'):  # the numbers are others now
            ben.send(request)
        ben.hear(until=205)
        self.assertEqual((ben.place(), len(ben.has('a scroll'))), ((12, 9), 1))
        self.server.kill()  # without a word: ben was there when the world was saved
        self.server.start()
        for name, place in (('ben', (SQUARE, (12, 9))), ('ann', (INN, (8, 3)))):
            player = self.server.player(name)
            self.assertEqual((player.texts[player.inside], player.place()), place)
            player.do(117)
            player.hear(until=205)
            self.assertEqual(len(player.has('a scroll')), 1 if name == 'ben' else 0)
        again = self.server.player('ben')
        self.assertEqual(len([1 for thing in again.things.values() if again.texts.get(thing['name']) == 'a traveller']), 1)
        again.step(12, 10)
        again.step(18, 2)
        self.assertEqual(again.hear(until=201), [200, 201])  # the geometry is there again

    def test_reload_of_the_program(self):
        ann = self.server.player('ann')
        self.assertTrue(self.control.ask('reload', what='program')['ok'])
        ann.hear(until=22)
        for request in (b'\x28', b'\x2a'):
            ann.send(request)
        ann.hear(until=134)
        self.walk(ann, [(12, 9)])
        self.assertEqual(ann.hear(), [])
        ann.step(18, 2)
        self.assertEqual(ann.hear(until=201), [200, 201])

    def test_guests_are_forgotten(self):
        control = Control(self.server.facts)
        for command in ('create account guest visitor word', 'create resource Visitor'):
            control.ask('admin', command=command)
        account = [row for row in control.ask('accounts')['result'] if row['name'] == 'visitor'][0]['account']
        name = max(number for number in range(1000000, 1000100)
                   if control.ask('resource.read', resource=number).get('result', {}).get('text') == 'Visitor')
        guest = control.ask('create', **{'class': 'Guest', 'parameters': {'name': {'tag': 'RESOURCE', 'data': name}}})['result']
        control.ask('admin', command='set account object %d %d' % (account, guest['object']))
        before = control.ask('instances', **{'class': 'Guest', 'exactly': True})['result']['objects']
        self.assertEqual(len(before), 1)
        guest = self.server.player('visitor')
        self.assertEqual((guest.texts[guest.inside], guest.place()), (SQUARE, (11, 9)))
        scroll = guest.find('a scroll')['id']
        guest.do(113, scroll)
        self.walk(guest, [(12, 9), (13, 9)])
        guest.hear()
        guest.send(b'\x36')
        guest.frames(until=30)
        after = control.ask('instances', **{'class': 'Guest', 'exactly': True})['result']['objects']
        self.assertTrue(set(after) - set(before))
        again = self.server.player('visitor')
        self.assertEqual(again.place(), (11, 9))
        self.assertEqual(again.things[scroll]['row'] // 64, 13)  # what he had stays in the world

    def test_game_masters_go_anywhere(self):
        self.maintenance.run('create dm master word')
        control = Control(self.server.facts)
        control.ask('admin', command='create account dm master word')
        account = [row for row in control.ask('accounts')['result'] if row['name'] == 'master'][0]['account']
        control.ask('admin', command='create dm %d' % account)
        ann = self.in_the_inn()
        master = self.server.player('master')
        self.assertEqual(master.texts[master.inside], SQUARE)
        master.send(b'\x3d\x02' + text('ann'))
        master.hear(until=134)
        self.assertEqual((master.texts[master.inside], master.place()), (INN, ann.place()))

    def test_deleted_characters_are_gone(self):
        ann, ben = self.server.player('ann'), self.server.player('ben')
        scroll = ben.find('a scroll')['id']
        ben.do(113, scroll)
        ben.hear()
        account = [row for row in self.control.ask('accounts')['result'] if row['name'] == 'ben'][0]['account']
        self.maintenance.run('delete account %d' % account)
        ben.send(b'\x36')
        self.maintenance.run('save game')  # that is when it happens
        ann.hear()
        ann.send(b'\x28')
        ann.send(b'\x2a')
        ann.hear(until=134)
        self.assertEqual([ann.texts.get(thing['name']) for thing in ann.things.values() if thing['flags'] & 4], ['Ann'])


if __name__ == '__main__':
    run_tests()
