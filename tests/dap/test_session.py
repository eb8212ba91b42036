#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Debugs a world through `blak dap`: breakpoints of all kinds, stepping, values, evaluation, and debuggers that misbehave."""
import argparse
import contextlib
import json
import os
import shutil
import signal
import socket
import subprocess
import sys
import time
import unittest

import dap_client
from dap_client import Control, Dap, SessionCase
from client import Client  # noqa: E402, of the server's tests

OPTIONS = None


class SessionTest(SessionCase):
    def setUp(self):
        super().setUp(OPTIONS.bin)

    def stop_in_reckon(self, text='iSum = iSum + Length', **parameters):
        self.session.breakpoints({'line': self.line(text)})
        self.dap.ask('configurationDone')
        thread = self.session.send('Reckon', **parameters)
        self.assertEqual(self.dap.event('stopped')['reason'], 'breakpoint')
        return thread

    def go_on(self, thread):
        self.session.breakpoints()
        self.dap.ask('continue', threadId=1)
        return self.session.finish(thread)

    def test_breakpoints_say_where_they_are(self):
        comment, statement = self.line('% adds up'), self.line('lAll = [')
        here, moved, beyond, wrong = self.session.breakpoints(
            {'line': statement}, {'line': comment}, {'line': 9999}, {'line': statement, 'condition': 'nonsense('})
        self.assertTrue(here['verified'] and here['line'] == statement and 'message' not in here)
        self.assertTrue(moved['verified'] and moved['line'] == statement)
        self.assertIn('User.Reckon', moved['message'])
        self.assertFalse(beyond['verified'])
        self.assertFalse(wrong['verified'])
        self.assertTrue(wrong['message'])
        other = self.dap.ask('setBreakpoints', source={'path': os.path.join(self.folder, 'later.kod')}, breakpoints=[{'line': 1}])
        self.assertIn('waits for the class', other['breakpoints'][0]['message'])

    def test_stack_and_values(self):
        thread = self.stop_in_reckon(number=7)
        frame = self.dap.frames()[0]
        self.assertEqual((frame['name'], frame['line']), ('User.Reckon', self.line('iSum = iSum + Length')))
        self.assertEqual(os.path.realpath(frame['source']['path']), os.path.realpath(self.session.source))
        scopes = self.dap.scopes()
        parameters = self.dap.variables(scopes['Parameters'])
        self.assertEqual((parameters['number']['value'], parameters['things']['value']), ('7', '$'))
        local = self.dap.variables(scopes['Locals'])
        self.assertEqual(set(local), {'iSum', 'lAll'})
        self.assertEqual(local['iSum']['value'], '7')
        self.assertEqual(local['lAll']['value'], '[4] [1, 2, [3, 4], 7]')
        self.assertEqual(local['lAll']['indexedVariables'], 4)
        page = self.dap.variables(local['lAll']['variablesReference'], start=2, count=1)
        self.assertEqual({name: v['value'] for name, v in page.items()}, {'3': '[2] [3, 4]'})
        inner = self.dap.variables(page['3']['variablesReference'])
        self.assertEqual([inner['1']['value'], inner['2']['value']], ['3', '4'])
        own = self.dap.variables(scopes['self'])
        self.assertEqual(own['piCounter']['value'], '0')
        self.assertEqual(own['piCounter']['presentationHint'], {'attributes': ['default']})
        self.assertEqual(self.go_on(thread)['data'], 22)

    def test_evaluation(self):
        thread = self.stop_in_reckon(number=7)
        self.assertEqual(self.dap.evaluate('iSum', context='hover'), '7')
        self.assertEqual(self.dap.evaluate('iSum + number * 2'), '21')
        self.assertEqual(self.dap.evaluate('Nth(lAll, 2)'), '2')
        self.assertEqual(self.dap.evaluate('Send(self, @Twice, #number = iSum)'), '14')
        self.assertEqual(self.dap.evaluate('"a text"'), '"a text"')
        self.assertEqual(self.dap.evaluate('self'), 'OBJECT %d (User)' % self.session.user)
        self.assertEqual(self.dap.evaluate('iSum = 100;'), '$')  # a statement
        self.assertEqual(self.dap.evaluate('iSum'), '100')
        for text, changes in (('Length(lAll) + 1', False), ('Nth(lAll, 2) = number', False), ('Send(self, @Twice, #number = 1)', True),
                              ('Create(&Object)', True), ('iSum', False)):
            body = self.dap.ask('evaluate', expression=text, frameId=1)
            self.assertEqual(body.get('presentationHint', {}).get('attributes', []), ['hasSideEffects'] if changes else [], text)
        # The reason comes first, and no place of what was typed.
        self.assertTrue(self.dap.refused('evaluate', expression='First(self)', frameId=1).startswith('First of OBJECT'))
        self.assertRegex(self.dap.refused('evaluate', expression='Send($, @Twice)', frameId=1),
                         r'^Twice sent to \$, which is no object \(OBJECT %d CLASS User\)$' % self.session.user)
        self.assertIn('too long', self.dap.refused('evaluate', expression='Send(self, @Spin)', frameId=1))
        self.assertTrue(self.dap.refused('evaluate', expression='Send(self, @Twice', frameId=1))
        # Of what was typed, not of what it is compiled in.
        self.assertEqual(self.dap.refused('evaluate', expression='number +', frameId=1), 'expected an expression, found the end')
        self.assertEqual(self.dap.refused('evaluate', expression='number + )', frameId=1), 'expected an expression, found `)`')
        self.assertEqual(self.dap.refused('evaluate', expression='(number + 1', frameId=1), 'expected `)`, found the end')
        self.assertIn('only names', self.dap.refused('evaluate', expression='Send(self, @Count)', frameId=1, context='hover'))
        self.assertEqual(self.go_on(thread)['data'], (100 + 4) * 2)

    def test_what_is_watched_enters_no_log(self):
        """It is worked out again at each stop; what somebody types is done once."""
        def log():
            path = os.path.join(self.folder, 'run', 'server', 'channel', 'error.txt')
            with open(path, encoding='latin-1') as file:
                return file.read()
        self.session.breakpoints({'line': self.line('iSum = iSum + Length'), 'condition': 'First(self)'})
        self.dap.ask('configurationDone')
        thread = self.session.send('Reckon', number=7)
        stop = self.dap.event('stopped')  # a condition that fails says why, to whoever set it
        self.assertRegex(stop['text'], r'^Its condition fails: First of OBJECT \d+, which is no list$')
        for context in ('watch', 'hover'):
            self.dap.answer(self.dap.send('evaluate', expression='First(self)', frameId=1, context=context))
        self.assertIn('which is no list', self.dap.refused('evaluate', expression='First(self)', frameId=1, context='watch'))
        self.assertEqual(self.dap.evaluate('Send(self, @Speak, #number = 4)', context='watch'), '5')
        self.assertNotIn("can't take First", log())
        self.dap.refused('evaluate', expression='First(self)', frameId=1, context='repl')
        self.assertEqual(log().count("can't take First"), 1)
        said = [e['body']['output'] for e in self.dap.events if e['event'] == 'output']
        self.assertFalse([line for line in said if 'number is' in line])
        self.go_on(thread)

    def test_names_that_the_world_does_not_have(self):
        thread = self.stop_in_reckon(number=7)
        for _ in range(2):  # the first time teaches nothing
            self.assertEqual(self.dap.refused('evaluate', expression='Send(self, @Frobnicate)', frameId=1), 'there is no message Frobnicate')
            self.assertEqual(self.dap.refused('evaluate', expression='Create(&Nada)', frameId=1), 'there is no class Nada')
        self.assertEqual(self.dap.evaluate('Send(self, @Twice, #number = 4)'), '8')
        self.go_on(thread)

    def test_values_are_changed(self):
        thread = self.stop_in_reckon(number=7)
        scopes = self.dap.scopes()
        change = lambda where, name, value: self.dap.ask('setVariable', variablesReference=where, name=name, value=value)['value']
        self.assertEqual(change(scopes['Locals'], 'iSum', '50'), '50')
        self.assertEqual(change(scopes['Parameters'], 'number', 'iSum * 2'), '100')
        self.assertEqual(change(scopes['self'], 'piCounter', '9'), '9')
        elements = self.dap.variables(scopes['Locals'])['lAll']['variablesReference']
        self.assertEqual(change(elements, '1', '77'), '77')
        self.assertEqual(self.dap.evaluate('First(lAll) + number + piCounter'), '186')
        self.assertEqual(self.go_on(thread)['data'], (50 + 4) * 2)

    def test_texts_that_are_set_are_there(self):
        """The literal of what was typed belongs to a piece that goes: the variable gets a string of the world."""
        thread = self.stop_in_reckon(number=7)
        scopes = self.dap.scopes()
        change = lambda where, name, value: self.dap.ask('setVariable', variablesReference=where, name=name, value=value)['value']
        self.assertEqual(change(scopes['Parameters'], 'things', '"changed"'), '"changed"')
        self.assertEqual(self.dap.variables(scopes['Parameters'])['things']['value'], '"changed"')
        self.assertEqual(self.dap.evaluate('StringEqual(things, "changed")'), '1')
        self.assertEqual(change(scopes['self'], 'piCounter', '"kept"'), '"kept"')
        self.assertEqual(self.dap.variables(scopes['self'])['piCounter']['value'], '"kept"')
        self.dap.evaluate('things = "said";')
        self.assertEqual(self.dap.variables(scopes['Parameters'])['things']['value'], '"said"')
        self.assertEqual(self.dap.evaluate('StringEqual(things, "said")'), '1')
        change(scopes['self'], 'piCounter', '0')
        self.assertEqual(self.go_on(thread)['data'], 22)

    def test_literals_show_their_text(self):
        self.session.breakpoints({'line': self.line('return StringEqual(sLine')})
        self.dap.ask('configurationDone')
        thread = self.session.send('Recite')
        self.assertEqual(self.dap.event('stopped')['reason'], 'breakpoint')
        self.assertEqual(self.dap.variables(self.dap.scopes()['Locals'])['sLine']['value'], '"a literal"')
        self.assertEqual(self.dap.evaluate('sLine'), '"a literal"')
        self.assertEqual(self.go_on(thread)['data'], 1)

    def test_class_variables_and_resources(self):
        thread = self.stop_in_reckon(number=7)
        reference = self.dap.scopes()['Class variables']
        rows = self.dap.variables(reference)
        self.assertEqual(rows['viLimit']['value'], '12')
        self.assertIn('"Welcome."', rows['vrGreeting']['value'])
        self.assertEqual(rows['vrGreeting']['type'], 'RESOURCE')
        self.assertIn('"Welcome."', self.dap.evaluate('user_welcome_rsc'))
        self.assertEqual(self.dap.ask('setVariable', variablesReference=reference, name='viLimit', value='viLimit * 2')['value'], '24')
        self.assertEqual(self.dap.variables(reference)['viLimit']['value'], '24')
        self.assertEqual(self.dap.evaluate('viLimit + 1'), '25')
        self.assertEqual(self.dap.evaluate('viLimit'), '24')
        self.assertTrue(self.dap.refused('setVariable', variablesReference=reference, name='viNothing', value='1'))
        self.assertEqual(self.go_on(thread)['data'], 22)

    def test_stepping(self):
        thread = self.stop_in_reckon('lAll = [')
        lines = []
        for command in ('next', 'next', 'next', 'stepIn', 'stepOut', 'next'):
            self.dap.ask(command, threadId=1)
            self.assertEqual(self.dap.event('stopped')['reason'], 'step')
            frame = self.dap.frames()[0]
            lines.append((frame['name'], frame['line']))
            if len(lines) == 5:
                break
        reckon, twice = 'User.Reckon', 'User.Twice'
        self.assertEqual(lines, [(reckon, self.line('iSum = number')), (reckon, self.line('iSum = iSum + Length')),
                                 (reckon, self.line('iSum = Send(')), (twice, self.line('return number * 2')),
                                 (reckon, self.line('return iSum'))])
        self.go_on(thread)

    def test_a_loop_is_stepped_around(self):
        self.session.breakpoints({'line': self.line('i = 0;')})
        self.dap.ask('configurationDone')
        thread = self.session.send('Spin')
        self.dap.event('stopped')
        lines = []
        for _ in range(6):
            self.dap.ask('next', threadId=1)
            self.dap.event('stopped')
            lines.append(self.dap.frames()[0]['line'])
        loop, body = self.line('while number = 1'), self.line('i = i + 1')
        self.assertEqual(lines, [loop, body] * 3)
        self.dap.ask('setVariable', variablesReference=self.dap.scopes()['Parameters'], name='number', value='0')
        self.assertGreater(self.go_on(thread)['data'], 2)

    def test_a_step_out_of_everything_goes_on(self):
        thread = self.stop_in_reckon('return iSum')
        self.dap.ask('next', threadId=1)
        self.session.finish(thread)
        self.session.finish(self.session.send('Twice', number=4))  # nothing stops there
        self.assertFalse([event for event in self.dap.events if event['event'] == 'stopped'])

    def test_conditions_hits_and_log_points(self):
        line = self.line('return number * 2')
        self.session.breakpoints({'line': line, 'condition': 'number > 5', 'hitCondition': '>= 2'},
                                 {'line': line, 'logMessage': 'number is {number}, twice {number * 2} \\{so\\}'})
        self.dap.ask('configurationDone')
        for number in (1, 6, 2):
            self.session.finish(self.session.send('Twice', number=number))
        thread = self.session.send('Twice', number=7)
        self.assertEqual(len(self.dap.event('stopped')['hitBreakpointIds']), 1)
        self.assertEqual(self.dap.evaluate('number'), '7')
        logged = [e['body']['output'] for e in self.dap.events if e['event'] == 'output' and 'twice' in e['body']['output']]
        self.assertEqual(logged[:2], ['number is 1, twice 2 {so}\n', 'number is 6, twice 12 {so}\n'])
        self.go_on(thread)

    def test_a_log_point_says_why_it_has_no_value(self):
        self.session.breakpoints({'line': self.line('return number * 2'), 'logMessage': 'it is {10 / (number - 1)}'})
        self.dap.ask('configurationDone')
        for number in (1, 3):
            self.session.finish(self.session.send('Twice', number=number))
        logged = []
        while len(logged) < 2:  # they come from the server, when they come
            text = self.dap.event('output')['output']
            logged += [text] if text.startswith('it is') else []
        self.assertEqual(logged, ['it is {division by zero: 10 / 0}\n', 'it is 5\n'])

    def test_a_breakpoint_for_once(self):
        line = self.line('return number * 2')
        (once,) = self.session.breakpoints({'line': line, 'condition': 'number > 5', 'oneShot': True})
        self.dap.ask('configurationDone')
        self.session.finish(self.session.send('Twice', number=1))  # not met
        thread = self.session.send('Twice', number=6)
        self.assertEqual(self.dap.event('stopped')['hitBreakpointIds'], [once['id']])
        gone = self.dap.event('breakpoint')
        self.assertEqual((gone['reason'], gone['breakpoint']['id']), ('removed', once['id']))
        self.session.breakpoints()  # as an editor says that it is gone
        self.assertEqual(self.dap.frames()[0]['line'], line)
        self.dap.ask('stepOut', threadId=1)
        self.session.finish(thread)
        self.session.finish(self.session.send('Twice', number=7))
        self.assertFalse([event for event in self.dap.events if event['event'] == 'stopped'])

    def go_to(self, line):
        (target,) = self.dap.ask('gotoTargets', source={'path': self.session.source}, line=line)['targets']
        self.dap.ask('goto', threadId=1, targetId=target['id'])
        self.assertEqual(self.dap.event('stopped')['reason'], 'goto')
        return self.dap.frames()[0]['line']

    def test_the_next_statement_is_set_by_hand(self):
        self.assertTrue(self.session.capabilities['supportsGotoTargetsRequest'])
        thread = self.stop_in_reckon(number=7)
        self.assertIn('User.Reckon', self.dap.refused('gotoTargets', source={'path': self.session.source}, line=self.line('i = 0;')))
        self.assertIn('gone on', self.dap.refused('goto', threadId=1, targetId=99))
        self.assertEqual(self.go_to(self.line('lAll = [')), self.line('lAll = ['))  # back
        self.dap.ask('setVariable', variablesReference=self.dap.scopes()['Parameters'], name='number', value='20')
        self.dap.ask('next', threadId=1)
        self.dap.event('stopped')
        self.assertEqual(self.dap.frames()[0]['line'], self.line('iSum = number'))
        self.assertEqual(self.dap.evaluate('Nth(lAll, 4)'), '20')
        self.assertEqual(self.dap.evaluate('iSum'), '7')
        self.assertEqual(self.go_to(self.line('return iSum')), self.line('return iSum'))  # what lies between does not run
        self.assertEqual(self.dap.evaluate('Send(self, @Twice, #number = iSum)'), '14')  # and what runs meanwhile moves nothing
        self.assertEqual(self.go_on(thread)['data'], 7)

    def test_a_loop_is_left_by_hand_and_keeps_its_account(self):
        """Each jump of the debugger back in a loop that is stepped through: the limit of instructions still holds."""
        self.session.breakpoints({'line': self.line('i = i + 1')})
        self.dap.ask('configurationDone')
        thread = self.session.send('Spin')
        self.dap.event('stopped')
        for _ in range(20):
            self.go_to(self.line('i = 0;'))
            self.dap.ask('continue', threadId=1)
            self.assertEqual(self.dap.event('stopped')['reason'], 'breakpoint')
        self.go_to(self.line('return i;'))
        self.assertEqual(self.go_on(thread)['data'], 0)

    def test_a_handler_begins_anew(self):
        self.assertTrue(self.session.capabilities['supportsRestartFrame'])
        self.session.breakpoints({'line': self.line('return number * 2')})
        self.dap.ask('configurationDone')
        thread = self.session.send('Reckon', number=7)
        self.dap.event('stopped')
        self.dap.ask('setVariable', variablesReference=self.dap.scopes()['Parameters'], name='number', value='999')
        self.dap.ask('restartFrame', frameId=1)
        self.assertEqual(self.dap.event('stopped')['reason'], 'restart')
        self.assertEqual(self.dap.evaluate('number'), '11')  # as it was sent
        self.dap.ask('restartFrame', frameId=2)  # its caller
        self.dap.event('stopped')
        frame = self.dap.frames()[0]
        self.assertEqual((frame['name'], frame['line']), ('User.Reckon', self.line('lAll = [')))
        self.assertEqual(self.dap.evaluate('iSum'), '$')
        self.assertEqual(self.dap.evaluate('number'), '7')
        self.dap.ask('next', threadId=1)
        self.assertEqual(self.dap.event('stopped')['reason'], 'step')
        self.assertEqual(self.go_on(thread)['data'], 22)

    def test_an_error_is_no_place_to_move_from(self):
        self.dap.ask('setExceptionBreakpoints', filters=['errors'])
        self.dap.ask('configurationDone')
        thread = self.session.send('Broken')
        self.dap.event('stopped')
        self.assertIn('step first', self.dap.refused('restartFrame', frameId=1))
        targets = self.dap.ask('gotoTargets', source={'path': self.session.source}, line=self.line('return First(self)'))['targets']
        self.assertIn('step first', self.dap.refused('goto', threadId=1, targetId=targets[0]['id']))
        self.dap.ask('continue', threadId=1)
        self.session.finish(thread)

    def test_messages_of_a_class_and_its_descendants(self):
        known, unknown = self.dap.ask('setFunctionBreakpoints', breakpoints=[{'name': 'Object.Twice'}, {'name': 'User.Nothing'}])[
            'breakpoints']
        self.assertTrue(known['verified'])
        self.assertFalse(unknown['verified'])
        self.dap.ask('configurationDone')
        thread = self.session.send('Reckon')
        stopped = self.dap.event('stopped')
        self.assertEqual((stopped['reason'], stopped['hitBreakpointIds']), ('function breakpoint', [known['id']]))
        frames = self.dap.frames()
        self.assertEqual([frame['name'] for frame in frames[:2]], ['User.Twice', 'User.Reckon'])
        self.dap.ask('setFunctionBreakpoints', breakpoints=[])
        self.go_on(thread)

    def test_errors(self):
        self.dap.ask('setExceptionBreakpoints', filters=['lists'])
        self.dap.ask('configurationDone')
        thread = self.session.send('Broken')
        stopped = self.dap.event('stopped')
        self.assertEqual(stopped['reason'], 'exception')
        words = 'First of OBJECT %d, which is no list' % self.session.user
        self.assertEqual(stopped['text'], words)
        self.assertIn('non-list', stopped['blakodError'])
        told = self.dap.ask('exceptionInfo', threadId=1)
        self.assertEqual((told['description'], told['details']['message']), (words, stopped['blakodError']))
        self.assertEqual(self.dap.frames()[0]['line'], self.line('return First(self)'))
        self.assertIn('step first', self.dap.refused('evaluate', expression='1 + 1', frameId=1))
        self.dap.ask('continue', threadId=1)
        self.session.finish(thread)
        self.dap.ask('setExceptionBreakpoints', filters=['sends'])
        self.session.finish(self.session.send('Broken'))  # another kind

    def test_errors_in_objects_of_a_class(self):
        def wait_for(*conditions):
            self.dap.ask('setExceptionBreakpoints', filters=[],
                         filterOptions=[{'filterId': filter, 'condition': condition} for filter, condition in conditions])

        def stops():
            thread = self.session.send('Broken')
            stopped = self.dap.event('stopped')
            self.dap.ask('continue', threadId=1)
            self.session.finish(thread)
            return stopped['reason'] == 'exception'

        self.dap.ask('configurationDone')
        for conditions in ([('errors', '&User')], [('errors', '&Object')], [('lists', '&System, &user')],
                           [('errors', 'NON-LIST'), ('errors', '&Object')], [('errors', '&System, non-list, &User')]):
            wait_for(*conditions)
            self.assertTrue(stops(), conditions)
        for conditions in ([('errors', '&System')], [('sends', '&User')], [('errors', 'overflow, &User')], [('errors', '&Nobody')]):
            wait_for(*conditions)
            self.session.finish(self.session.send('Broken'))
            self.assertFalse([event for event in self.dap.events if event['event'] == 'stopped'], conditions)
        self.assertTrue([event for event in self.dap.events if event['event'] == 'output' and 'no class Nobody' in event['body']['output']])

    def test_the_end_of_a_message(self):
        (end,) = self.dap.ask('setFunctionBreakpoints', breakpoints=[{'name': 'end of User.Reckon'}])['breakpoints']
        self.assertTrue(end['verified'])
        self.dap.ask('configurationDone')
        thread = self.session.send('Reckon', number=7)
        self.assertEqual(self.dap.event('stopped')['hitBreakpointIds'], [end['id']])
        self.assertEqual(self.dap.frames()[0]['line'], self.line('return iSum'))
        self.assertEqual(self.dap.evaluate('iSum'), '22')
        self.dap.ask('setFunctionBreakpoints', breakpoints=[])
        self.assertEqual(self.go_on(thread)['data'], 22)

    def said(self, text):
        """The next line that holds it."""
        while True:
            line = self.dap.event('output')['output']
            if text in line:
                return line

    def messages(self, *wanted):
        return self.dap.ask('setFunctionBreakpoints', breakpoints=list(wanted))['breakpoints']

    def test_conditions_hits_and_log_points_of_messages(self):
        (one,) = self.messages({'name': 'Object.Twice', 'condition': 'number > 10', 'hitCondition': '2'})
        self.assertTrue(one['verified'], one)
        self.dap.ask('configurationDone')
        self.assertEqual(self.session.finish(self.session.send('Reckon', number=3))['data'], 14)   # Twice gets 7
        self.assertEqual(self.session.finish(self.session.send('Reckon', number=20))['data'], 48)  # the first hit
        thread = self.session.send('Reckon', number=30)
        self.assertEqual(self.dap.event('stopped')['hitBreakpointIds'], [one['id']])
        self.assertEqual(self.dap.evaluate('number'), '34')
        self.messages({'name': 'end of User.Twice', 'logMessage': 'twice {number} of {self}', 'condition': 'number <> 7'})
        self.assertEqual(self.go_on(thread)['data'], 68)
        self.said('twice 34 of OBJECT %d' % self.session.user)
        self.assertEqual(self.session.finish(self.session.send('Reckon', number=3))['data'], 14)
        self.assertEqual(self.session.finish(self.session.send('Reckon', number=4))['data'], 16)
        self.assertEqual(self.said('twice '), 'twice 8 of OBJECT %d (User)\n' % self.session.user)  # and none of 7 before

    def test_conditions_of_messages_that_mean_nothing(self):
        wrong, partly = self.messages({'name': 'User.Twice', 'condition': 'nobody > 3'}, {'name': 'User.Twice', 'condition': 'number >'})
        self.assertFalse(wrong['verified'])
        self.assertIn('User.Twice: ', wrong['message'])
        self.assertFalse(partly['verified'])
        self.dap.ask('configurationDone')
        self.assertEqual(self.session.finish(self.session.send('Reckon'))['data'], 14)

    def test_a_message_stops_once(self):
        (once,) = self.messages({'name': 'end of User.Twice', 'oneShot': True})
        self.dap.ask('configurationDone')
        thread = self.session.send('Reckon')
        self.dap.event('stopped')
        removed = self.dap.event('breakpoint')
        self.assertEqual((removed['reason'], removed['breakpoint']['id']), ('removed', once['id']))
        # In the middle of a statement: its value has been found already.
        self.assertEqual(self.dap.frames()[0]['line'], self.line('return number * 2'))
        self.dap.evaluate('number = 500;')
        self.dap.ask('continue', threadId=1)
        self.assertEqual(self.session.finish(thread)['data'], 14)
        self.assertEqual(self.session.finish(self.session.send('Reckon'))['data'], 14)

    def test_debug_of_blakod(self):
        self.dap.ask('setExceptionBreakpoints', filters=['debug'])
        self.dap.ask('configurationDone')
        self.session.breakpoints({'line': self.line('return number * 2')})
        thread = self.session.send('Speak', number=5)
        stopped = self.dap.event('stopped')
        self.assertEqual(stopped['reason'], 'exception')
        self.assertIn('number is,5', stopped['text'])
        self.assertEqual(self.dap.frames()[0]['line'], self.line('Debug("number is"'))
        self.dap.ask('next', threadId=1)
        self.dap.event('stopped')
        self.assertEqual(self.dap.frames()[0]['line'], self.line('return number + 1'))
        self.dap.ask('setExceptionBreakpoints', filters=[])
        self.assertEqual(self.go_on(thread)['data'], 6)

    def test_writes_of_properties(self):
        info = self.dap.ask('dataBreakpointInfo', name='User.piCounter')
        self.assertTrue(self.dap.ask('setDataBreakpoints', breakpoints=[{'dataId': info['dataId']}])['breakpoints'][0]['verified'])
        self.dap.ask('configurationDone')
        thread = self.session.send('Count')
        stopped = self.dap.event('stopped')
        self.assertEqual(stopped['reason'], 'data breakpoint')
        self.assertIn('piCounter of OBJECT %d: 0 -> 1' % self.session.user, stopped['text'])
        reference = self.dap.scopes()['self']
        info = self.dap.ask('dataBreakpointInfo', name='plThings', variablesReference=reference)
        self.dap.ask('setDataBreakpoints', breakpoints=[{'dataId': info['dataId']}])
        self.dap.ask('continue', threadId=1)
        self.assertIn('plThings', self.dap.event('stopped')['text'])
        self.dap.ask('setDataBreakpoints', breakpoints=[])
        self.assertEqual(self.go_on(thread)['data'], 1)

    def test_conditions_on_writes(self):
        self.dap.ask('configurationDone')
        counts, things, log, wrong, hits = self.dap.ask('setDataBreakpoints', breakpoints=[
            {'dataId': 'class:User:piCounter', 'condition': 'piCounter = 3'},
            {'dataId': 'class:User:plThings', 'condition': 'oThing <> $ and Length(plThings) > 1'},  # a local of the handler that writes
            {'dataId': 'object:%d:piCounter' % self.session.user, 'logMessage': 'now {piCounter}'},
            {'dataId': 'class:User:piCounter', 'condition': 'iNothing = 3'},
            {'dataId': 'class:User:piCounter', 'condition': 'piCounter > 0', 'hitCondition': '% 4'}])['breakpoints']
        for one in (counts, things, log, hits):
            self.assertEqual((one['verified'], one.get('message')), (True, None))
        self.assertFalse(wrong['verified'])
        self.assertIn('iNothing', wrong['message'])
        self.session.finish(self.session.send('Count'))
        while self.dap.event('output')['output'] != 'now 1\n':
            pass
        thread = self.session.send('Count')
        stopped = self.dap.event('stopped')  # the second thing
        self.assertEqual(stopped['hitBreakpointIds'], [things['id']])
        self.assertEqual(self.dap.evaluate('Length(plThings)'), '2')
        self.dap.ask('continue', threadId=1)
        self.session.finish(thread)
        self.dap.ask('setDataBreakpoints', breakpoints=[{'dataId': 'class:User:piCounter', 'condition': 'piCounter = 4'}])
        self.session.finish(self.session.send('Count'))
        thread = self.session.send('Count')
        self.assertIn('3 -> 4', self.dap.event('stopped')['text'])
        self.dap.ask('setDataBreakpoints', breakpoints=[])
        self.assertEqual(self.go_on(thread)['data'], 4)

    def test_a_condition_that_fails_stops_at_the_write(self):
        self.dap.ask('configurationDone')
        self.dap.ask('setDataBreakpoints', breakpoints=[{'dataId': 'class:User:piCounter', 'condition': 'First(piCounter) = 1'}])
        thread = self.session.send('Count')
        self.assertEqual(self.dap.event('stopped')['reason'], 'data breakpoint')
        self.dap.ask('setDataBreakpoints', breakpoints=[])
        self.go_on(thread)

    def test_a_pause_waits_for_the_next_statement(self):
        self.dap.ask('configurationDone')
        self.dap.ask('pause', threadId=1)
        thread = self.session.send('Reckon')
        self.assertEqual(self.dap.event('stopped')['reason'], 'pause')
        self.go_on(thread)

    def test_a_pause_is_not_for_what_tools_look_at(self):
        """The list of sessions asks characters for their names, in Blakod."""
        self.session.tool.ask('admin', command='create automated walker secret')
        player = Client(self.session.facts['players'])
        player.enter('walker', 'secret')
        self.dap.ask('configurationDone')
        self.dap.ask('pause', threadId=1)
        self.assertIn('Game', str(self.session.tool.ask('sessions')['result']))
        thread = self.session.send('Reckon')
        self.assertEqual(self.dap.event('stopped')['reason'], 'pause')
        self.assertEqual(self.dap.frames()[0]['name'], 'User.Reckon')
        self.go_on(thread)

    def test_a_pause_out_of_a_loop_that_does_not_end(self):
        self.dap.ask('configurationDone')
        thread = self.session.send('Spin')
        time.sleep(0.5)
        self.dap.ask('pause', threadId=1)
        self.assertEqual(self.dap.event('stopped')['reason'], 'pause')
        self.assertEqual(self.dap.frames()[0]['name'], 'User.Spin')
        self.assertGreater(int(self.dap.evaluate('i')), 1000)
        self.dap.ask('setVariable', variablesReference=self.dap.scopes()['Parameters'], name='number', value='0')
        self.assertGreater(self.go_on(thread)['data'], 1000)

    def test_players_are_told_to_wait(self):
        wait, go_on = 21, 22
        self.session.tool.ask('admin', command='create automated walker secret')
        player = Client(self.session.facts['players'])
        player.enter('walker', 'secret')
        player.frames()
        thread = self.stop_in_reckon()
        self.assertIn(wait, player.kinds(until=wait))
        self.go_on(thread)
        self.assertIn(go_on, player.kinds(until=go_on))
        self.assertFalse(player.closed)

    def test_breakpoints_survive_a_new_version(self):
        line = self.line('return number * 2')
        self.session.breakpoints({'line': line}, {'line': 9999})
        self.dap.ask('configurationDone')
        with open(self.session.source, encoding='latin-1') as file:
            text = file.read()
        with open(self.session.source, 'w', encoding='latin-1') as file:
            file.write(text.replace('      % adds up\n', '      iSum = 5;\n      iSum = iSum * 2;\n', 1))
        subprocess.run([os.path.join(OPTIONS.bin, 'blak'), 'compile', os.path.join(self.folder, 'kod')], check=True,
                       stdout=subprocess.DEVNULL)
        late = Dap(OPTIONS.bin)  # knows only the new version, which does not run yet
        self.addCleanup(late.process.kill)
        late.ask('initialize')
        late.ask('attach', folder=self.folder, project=self.folder)
        waits = late.ask('setBreakpoints', source={'path': self.session.source}, breakpoints=[{'line': line}])['breakpoints'][0]
        self.assertFalse(waits['verified'])
        self.assertIn('another version', waits['message'])
        late.ask('disconnect')
        # Loaded: all are looked up anew, the one that had no line as well as the one that waited.
        self.session.breakpoints({'line': line + 1}, {'line': 9999})
        self.compile_and_reload()
        changed = [self.dap.event('breakpoint')['breakpoint'] for _ in range(2)]
        self.assertTrue(changed[0]['verified'])
        self.assertEqual(changed[0]['line'], self.line('return number * 2'))
        self.assertFalse(changed[1]['verified'])
        thread = self.session.send('Twice', number=3)
        self.dap.event('stopped')
        self.assertEqual(self.dap.frames()[0]['line'], line + 1)
        self.assertEqual(self.go_on(thread)['data'], 6)

    def test_a_breakpoint_waits_for_a_class_that_is_new(self):
        path = os.path.join(self.folder, 'kod', 'later.kod')
        (waits,) = self.dap.ask('setBreakpoints', source={'path': path}, breakpoints=[{'line': 7}])['breakpoints']
        self.assertFalse(waits['verified'])
        self.dap.ask('configurationDone')
        with open(path, 'w', encoding='latin-1') as out:
            out.write('Later is User\n\nmessages:\n\n   Once(number = 0)\n   {\n      return number * 7;\n   }\n\nend\n')
        subprocess.run([os.path.join(OPTIONS.bin, 'blak'), 'compile', os.path.join(self.folder, 'kod')], check=True,
                       stdout=subprocess.DEVNULL)
        server = os.path.join(self.folder, 'run', 'server')
        shutil.copy(os.path.join(self.folder, 'kod', 'later.bof'), os.path.join(server, 'loadkod'))
        shutil.copy(os.path.join(self.folder, 'kod', 'kodbase.txt'), server)
        self.assertTrue(self.session.tool.ask('reload', what='program')['ok'])
        found = self.dap.event('breakpoint')['breakpoint']
        self.assertEqual((found['id'], found['verified'], found['line']), (waits['id'], True, 7))
        later = self.session.tool.ask('create', **{'class': 'Later'})['result']['object']
        before, self.session.user = self.session.user, later
        thread = self.session.send('Once', number=6)
        self.assertEqual(self.dap.event('stopped')['hitBreakpointIds'], [waits['id']])
        self.assertEqual(self.dap.frames()[0]['name'], 'Later.Once')
        self.dap.ask('continue', threadId=1)
        self.assertEqual(self.session.finish(thread)['data'], 42)
        self.session.user = before

    def test_a_class_is_reloaded_while_a_handler_of_it_stands(self):
        line = self.line('return number * 2')
        self.session.breakpoints({'line': line})
        self.dap.ask('configurationDone')
        thread = self.session.send('Reckon', number=7)
        self.dap.event('stopped')
        self.dap.frames()
        with open(self.session.source, encoding='latin-1') as file:
            before = file.read()
        text = before.replace('      return number * 2;', '      number = number + 1;\n      return number * 3;')
        text = text.replace('      iSum = number;', '      iSum = 1000;\n      iSum = iSum + number;')
        with open(self.session.source, 'w', encoding='latin-1') as file:
            file.write(text)
        self.compile_and_reload()
        self.dap.event('breakpoint')
        frames = self.dap.frames()
        self.assertEqual([frame['presentationHint'] for frame in frames[:2]], ['subtle'] * 2)
        self.assertIn('as it was before the reload', frames[0]['name'])
        self.assertEqual(frames[0]['line'], line)  # of the text that it was
        reference = frames[0]['source']['sourceReference']
        self.assertEqual(self.dap.ask('source', sourceReference=reference, source=frames[0]['source'])['content'], before)
        self.assertEqual(self.dap.variables(self.dap.scopes()['Parameters'])['number']['value'], '11')
        # The handler that stands ends as it began; the next call of the same message runs the new one.
        self.session.breakpoints({'line': self.line('number = number + 1')})
        self.dap.ask('stepOut', threadId=1)
        self.assertEqual(self.dap.event('stopped')['reason'], 'step')
        frame = self.dap.frames()[0]
        self.assertEqual(self.dap.variables(self.dap.scopes()['Locals'])['iSum']['value'], '22')
        self.dap.ask('restartFrame', frameId=1)  # still the old version, which calls the new Twice
        self.dap.event('stopped')
        self.dap.ask('continue', threadId=1)
        self.assertEqual(self.dap.event('stopped')['reason'], 'breakpoint')
        frames = self.dap.frames()
        self.assertNotIn('presentationHint', frames[0])
        self.assertEqual(frames[0]['line'], self.line('number = number + 1'))
        self.assertEqual(frames[1]['presentationHint'], 'subtle')
        self.assertEqual(self.go_on(thread)['data'], (7 + 4 + 1) * 3)
        self.assertEqual(self.session.finish(self.session.send('Reckon', number=7))['data'], (1007 + 4 + 1) * 3)

    def test_new_properties_wait_for_the_world_to_go_on(self):
        others = ('admin', 'creator', 'dm', 'guest')  # which inherit
        thread = self.stop_in_reckon()
        with open(self.session.source, encoding='latin-1') as file:
            text = file.read()
        with open(self.session.source, 'w', encoding='latin-1') as file:
            file.write(text.replace('piCounter = 0', 'piCounter = 0\n   piMore = 5', 1))
        answer = self.compile_and_reload(False)
        self.assertIn('property piMore of class User is new', answer['error'])
        self.assertIn('let the world go on first', answer['error'])
        self.assertEqual(self.go_on(thread)['data'], 14)
        # What came and what went is told when it is done.
        self.assertEqual(self.compile_and_reload(others=others)['result']['reports'], ['property piMore of class User is new'])
        self.assertEqual(self.values()['piMore'], 5)
        with open(self.session.source, 'w', encoding='latin-1') as file:
            file.write(text.replace('piCounter = 0', 'piCounter = 0\n   piOther = 6', 1))
        reports = self.compile_and_reload(others=others)['result']['reports']
        self.assertIn('property piOther of class User is new', reports)
        self.assertTrue([one for one in reports if 'property piMore of class User' in one], reports)
        self.assertEqual(self.values()['piOther'], 6)
        self.assertNotIn('piMore', self.values())
        with open(self.session.source, 'w', encoding='latin-1') as file:
            file.write(text.replace('piCounter = 0', 'piCounter = 0\n   piOther = 6', 1).replace('return number * 2', 'return number * 3'))
        self.assertEqual(self.compile_and_reload(others=others)['result']['reports'], [])

    def values(self):
        rows = self.session.tool.ask('debug.variables', of='object', object=self.session.user)['result']
        return {row['name']: row['value']['data'] for row in rows}

    def compile_and_reload(self, good=True, others=()):
        subprocess.run([os.path.join(OPTIONS.bin, 'blak'), 'compile', os.path.join(self.folder, 'kod')], check=True,
                       stdout=subprocess.DEVNULL)
        server = os.path.join(self.folder, 'run', 'server')
        for name in ('user', *others):
            shutil.copy(os.path.join(self.folder, 'kod', name + '.bof'), os.path.join(server, 'loadkod'))
        shutil.copy(os.path.join(self.folder, 'kod', 'kodbase.txt'), server)
        answer = self.session.tool.ask('reload', what='class', name='User')
        self.assertEqual(answer['ok'], good, answer)
        return answer

    def test_a_debugger_that_vanishes(self):
        thread = self.stop_in_reckon()
        self.dap.process.kill()
        self.dap.process.wait()
        self.assertEqual(self.session.finish(thread)['data'], 14)
        self.session.finish(self.session.send('Reckon'))  # and nothing stops any more

    def test_the_end_of_a_session_ends_the_world(self):
        self.stop_in_reckon()
        self.dap.ask('disconnect')
        self.dap.process.wait(30)
        with self.assertRaises(ProcessLookupError):
            os.kill(self.session.facts['process'], 0)

    def test_attached_sessions_leave_the_world_alone(self):
        other = Dap(OPTIONS.bin)
        self.addCleanup(other.process.kill)
        other.ask('initialize')
        self.assertIn('launch or attach', other.refused('stackTrace', threadId=1))
        self.assertIn('wrong', other.refused('attach', host='127.0.0.1', port=self.session.facts['port'], token='x'))
        other = Dap(OPTIONS.bin)
        self.addCleanup(other.process.kill)
        other.ask('initialize')
        other.ask('attach', folder=self.folder, project=self.folder)
        other.event('initialized')
        other.ask('configurationDone')
        self.assertEqual(other.ask('threads')['threads'], [{'id': 1, 'name': 'World'}])
        other.ask('disconnect')
        other.process.wait(30)
        self.session.finish(self.session.send('Reckon'))
        # The first debugger is still there.
        thread = self.stop_in_reckon()
        self.go_on(thread)


class TableTest(SessionCase):
    """Of the dialect whose tables are values of their own."""

    HANDLER = '''
   Keep(number = 0)
   {
      local hTable;

      hTable = CreateTable();
      AddTableEntry(hTable,1,10);
      AddTableEntry(hTable,2,[ 7, 8 ]);
      AddTableEntry(hTable,2,[ 9 ]);
      AddTableEntry(hTable,user_welcome_rsc,3);
      number = GetTableEntry(hTable,1);
      return number + GetTableEntry(hTable,user_welcome_rsc);
   }
'''

    def setUp(self):
        before = dap_client.HANDLERS
        dap_client.HANDLERS = self.HANDLER + before
        try:
            super().setUp(OPTIONS.bin, 'open105')
        finally:
            dap_client.HANDLERS = before

    def entries(self):
        return self.dap.variables(self.dap.variables(self.dap.scopes()['Locals'])['hTable']['variablesReference'])

    def test_entries_are_changed(self):
        self.session.breakpoints({'line': self.line('number = GetTableEntry')})
        self.dap.ask('configurationDone')
        thread = self.session.send('Keep')
        self.dap.event('stopped')
        table = self.dap.variables(self.dap.scopes()['Locals'])['hTable']
        self.assertEqual(table['indexedVariables'], 4)
        change = lambda name, value: self.dap.ask('setVariable', variablesReference=table['variablesReference'], name=name, value=value)['value']
        self.assertEqual(self.entries()['1']['value'], '10')
        self.assertEqual(change('1', '40 + number'), '40')
        self.assertEqual(self.entries()['1']['value'], '40')
        lamp = next(name for name, row in self.entries().items() if row['value'] == '3')
        self.assertEqual(change(lamp, '2'), '2')
        self.assertEqual(change('2', '5'), '5')  # of two entries with one key the newest, which Blakod finds
        self.assertEqual(self.dap.evaluate('GetTableEntry(hTable, 2)'), '5')
        self.assertIn('no such entry', self.dap.refused('setVariable', variablesReference=table['variablesReference'], name='77', value='1'))
        self.dap.go('next')
        self.assertEqual(self.dap.evaluate('number'), '40')
        # It is a part of the past: done again where it was done.
        self.dap.go('stepBack')
        self.dap.go('stepBack')
        self.assertEqual(self.dap.evaluate('GetTableEntry(hTable, 1)'), '10')
        self.assertIn('the past', self.dap.refused('setVariable', variablesReference=self.dap.variables(self.dap.scopes()['Locals'])['hTable']['variablesReference'],
                                                   name='1', value='5'))
        self.dap.go('next')
        self.assertFalse(self.dap.go('next')['blakodPast'])
        self.assertEqual(self.dap.evaluate('number'), '40')
        self.session.breakpoints()
        self.dap.ask('continue', threadId=1)
        self.assertEqual(self.session.finish(thread)['data'], 42)


class HostileTest(unittest.TestCase):
    def test_garbage_ends_the_adapter(self):
        for data in (b'hello\n\n', b'Content-Length: -4\r\n\r\n', b'Content-Length: 999999999999\r\n\r\n', b'x' * 100000):
            dap = Dap(OPTIONS.bin)
            with contextlib.suppress(BrokenPipeError): # it may have seen enough of it
                dap.send_raw(data)
            self.assertEqual(dap.process.wait(20), 1, data[:20])

    def test_half_a_message_and_the_end(self):
        dap = Dap(OPTIONS.bin)
        dap.send_raw(b'Content-Length: 50\r\n\r\n{"seq":1')
        dap.process.stdin.close()
        self.assertEqual(dap.process.wait(20), 0)

    def test_requests_that_make_no_sense(self):
        dap = Dap(OPTIONS.bin)
        self.addCleanup(dap.process.kill)
        self.assertIn('does not know', dap.refused('makeCoffee'))
        self.assertIn('launch or attach', dap.refused('next', threadId=1))
        self.assertIn('project', dap.refused('launch'))
        self.assertIn('folder', dap.refused('launch', project='/nowhere/at/all'))
        self.assertIn('no server', dap.refused('attach', folder='/nowhere'))
        dap.ask('disconnect')


class StrangerTest(SessionTest):
    """On the control channel."""

    def test_who_has_no_token_gets_nothing(self):
        with socket.create_connection(('127.0.0.1', self.session.facts['port'])) as stranger:
            stranger.settimeout(10)
            stranger.sendall(b'{"id":1,"do":"debug.attach"}\n')
            answer = stranger.makefile().readline()
            self.assertFalse(json.loads(answer)['ok'])
            self.assertEqual(stranger.recv(100), b'')

    def test_a_tool_that_debugs_and_goes_takes_nobody_along(self):
        tool = Control(self.session.facts)
        tool.ask('debug.attach')
        tool.socket.shutdown(socket.SHUT_RDWR)
        time.sleep(0.3)
        self.go_on(self.stop_in_reckon())


# Only its own tests; those above run once.
for name in [name for name in dir(SessionTest) if name.startswith('test_')]:
    setattr(StrangerTest, name, None)


if __name__ == '__main__':
    parser = argparse.ArgumentParser()
    parser.add_argument('--bin', required=True)
    OPTIONS, rest = parser.parse_known_args()
    unittest.main(argv=[sys.argv[0], *rest], warnings='ignore')
