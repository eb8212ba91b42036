#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""`blak lsp` as an editor meets it."""
import json
import os
import random
import shutil
import sys
import tempfile
import unittest

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))

from lsp_client import Server, offset, position, uri  # noqa: E402
import program_tests  # noqa: E402

OBJECT = '''Object
constants:
   include shared.khd
resources:
   object_name = "thing"
properties:
   % how large it is
   piSize = WIDE
messages:
   % Asked by everybody.
   GetSize(what = $, amount = 3)
   {
      local n;
      n = piSize;
      return n;
   }
end
'''
LAMP = '''Lamp is Object
constants:
   include shared.khd
properties:
   piSize = TALL
messages:
   Shine(what = $)
   {
      % \U0001F4A1 \u00e4 "\u20ac"
      local n;  n = Send(self, @GetSize, #what = what, #amount = 2);
      piSize = n;
      return;
   }
end
'''
HEADER = '   WIDE = 3\n   TALL = WIDE + 1\n'


class Editor(unittest.TestCase):
    def setUp(self):
        self.folder = os.path.realpath(tempfile.mkdtemp(prefix='blak lsp '))
        self.addCleanup(shutil.rmtree, self.folder)
        for name, text in (('kod/object.kod', OBJECT), ('kod/object/lamp.kod', LAMP), ('kod/include/shared.khd', HEADER)):
            path = os.path.join(self.folder, name)
            os.makedirs(os.path.dirname(path), exist_ok=True)
            with open(path, 'w', encoding='utf-8', newline='') as file:
                file.write(text)
        self.texts = {}
        self.server = Server()
        self.addCleanup(self.server.end)

    def path(self, name):
        return os.path.join(self.folder, name)

    def uri(self, name):
        return uri(self.path(name)).replace(' ', '%20')

    def begin(self):
        result = self.server.ask('initialize', {'processId': None, 'rootUri': self.uri(''), 'capabilities': {}})
        self.server.note('initialized')
        return result

    def open(self, name, text=None):
        if text is None:
            with open(self.path(name), encoding='utf-8', newline='') as file:
                text = file.read()
        self.texts[name] = text
        self.server.note('textDocument/didOpen',
                         {'textDocument': {'uri': self.uri(name), 'languageId': 'blakod', 'version': 1, 'text': text}})

    def at(self, name, where, skip=0):
        place = self.texts[name].index(where) + skip
        return {'textDocument': {'uri': self.uri(name)}, 'position': position(self.texts[name], place)}

    def edit(self, name, old, new, version):
        text = self.texts[name]
        place = text.index(old)
        change = {'range': {'start': position(text, place), 'end': position(text, place + len(old))}, 'text': new}
        self.texts[name] = text[:place] + new + text[place + len(old):]
        self.server.note('textDocument/didChange',
                         {'textDocument': {'uri': self.uri(name), 'version': version}, 'contentChanges': [change]})

    def findings(self, name):
        while True:
            note = self.server.next_note('textDocument/publishDiagnostics')
            if note['uri'] == self.uri(name):
                return note['diagnostics']

    def words(self, name, ranges):
        """What stands at ranges of a text."""
        text = self.texts[name]
        return [text[offset(text, r['start']):offset(text, r['end'])] for r in ranges]

    def end(self):
        self.server.ask('shutdown')
        self.server.note('exit')
        return self.server.end()

    def test_says_what_it_can_do_and_ends(self):
        result = self.begin()
        self.assertEqual(result['serverInfo']['name'], 'blak lsp')
        for ability in ('hoverProvider', 'definitionProvider', 'referencesProvider', 'documentSymbolProvider', 'workspaceSymbolProvider'):
            self.assertTrue(result['capabilities'][ability])
        self.assertEqual(self.end(), 0)

    def test_exit_without_shutdown_is_a_failure(self):
        self.begin()
        self.server.note('exit')
        self.assertEqual(self.server.end(), 1)

    def test_findings_follow_what_is_typed(self):
        self.begin()
        self.open('kod/object/lamp.kod')
        self.assertEqual([f for f in self.findings('kod/object/lamp.kod') if f['severity'] == 1], [])
        self.edit('kod/object/lamp.kod', 'piSize = n;', 'piSize = nobody;', 2)
        errors = [f for f in self.findings('kod/object/lamp.kod') if f['severity'] == 1]
        self.assertEqual(self.words('kod/object/lamp.kod', [e['range'] for e in errors]), ['nobody'])
        self.assertEqual(errors[0]['code'], 'K0302')
        self.edit('kod/object/lamp.kod', 'nobody', 'n', 3)
        self.assertEqual([f for f in self.findings('kod/object/lamp.kod') if f['severity'] == 1], [])
        self.server.note('textDocument/didClose', {'textDocument': {'uri': self.uri('kod/object/lamp.kod')}})
        self.assertEqual(self.findings('kod/object/lamp.kod'), [])
        self.assertEqual(self.end(), 0)

    def test_a_wrong_name_can_be_changed(self):
        self.begin()
        name = 'kod/object/lamp.kod'
        self.open(name)
        self.findings(name)
        self.edit(name, 'piSize = n;', 'piSizee = n;', 2)
        error = [f for f in self.findings(name) if f['severity'] == 1][0]
        actions = self.server.ask('textDocument/codeAction', {'textDocument': {'uri': self.uri(name)}, 'range': error['range'],
                                                              'context': {'diagnostics': [error]}})
        self.assertEqual([a['title'] for a in actions], ['Change to piSize'])
        edit = actions[0]['edit']['changes'][self.uri(name)][0]
        self.assertEqual((self.words(name, [edit['range']]), edit['newText']), (['piSizee'], 'piSize'))
        self.assertEqual(self.end(), 0)

    def test_a_message_that_nobody_handles_is_told(self):
        self.begin()
        name = 'kod/object/lamp.kod'
        self.open(name)
        self.findings(name)
        self.edit(name, 'piSize = n;', 'Send(self, @Qwertyuiop);', 2)
        found = [f for f in self.findings(name) if f['code'] == 'K0814']
        self.assertEqual((self.words(name, [f['range'] for f in found]), [f['severity'] for f in found]), (['Qwertyuiop'], [2]))
        self.assertEqual(self.end(), 0)

    def test_a_header_counts_as_it_is_typed(self):
        self.begin()
        self.open('kod/include/shared.khd')
        self.findings('kod/include/shared.khd')
        self.edit('kod/include/shared.khd', 'TALL = WIDE + 1', 'TALL = WIDE + 1\n   DEEP = 9', 2)
        self.findings('kod/include/shared.khd')
        self.open('kod/object/lamp.kod', LAMP.replace('piSize = TALL', 'piSize = DEEP'))
        self.assertEqual([f for f in self.findings('kod/object/lamp.kod') if f['severity'] == 1], [])
        found = self.server.ask('textDocument/definition', self.at('kod/object/lamp.kod', 'DEEP'))
        self.assertEqual([f['uri'] for f in found], [self.uri('kod/include/shared.khd')])
        self.assertEqual(self.words('kod/include/shared.khd', [found[0]['range']]), ['DEEP'])

    def test_texts_that_are_included_are_no_classes(self):
        self.begin()
        self.open('kod/object/lamp.lkod', 'lamp_name = "lamp"\nlamp_name = de "Lampe"\n')
        self.assertEqual(self.findings('kod/object/lamp.lkod'), [])
        self.open('kod/object/lamp.ktm', 'piSize = 3;\nn = piSize;\n')
        self.assertEqual(self.findings('kod/object/lamp.ktm'), [])
        self.open('kod/include/shared.khd', HEADER + '   DEEP = = 3\n')
        self.assertEqual(len(self.findings('kod/include/shared.khd')), 1)

    def test_hover_definition_and_references(self):
        self.begin()
        self.open('kod/object/lamp.kod')
        self.texts['kod/object.kod'] = OBJECT
        hover = self.server.ask('textDocument/hover', self.at('kod/object/lamp.kod', 'GetSize'))['contents']['value']
        self.assertIn('GetSize(what = $, amount = 3)', hover)
        self.assertIn('Asked by everybody.', hover)
        self.assertIsNone(self.server.ask('textDocument/hover', self.at('kod/object/lamp.kod', 'Lamp is', 5)))
        found = self.server.ask('textDocument/definition', self.at('kod/object/lamp.kod', 'GetSize'))
        self.assertEqual(len(found), 1)
        self.assertEqual(found[0]['uri'], self.uri('kod/object.kod'))
        self.assertEqual(self.words('kod/object.kod', [found[0]['range']]), ['GetSize'])
        place = self.at('kod/object/lamp.kod', 'piSize = n')
        for declaration, count in ((True, 4), (False, 2)):
            found = self.server.ask('textDocument/references', dict(place, context={'includeDeclaration': declaration}))
            self.assertEqual(len(found), count)
            for one in found:
                name = 'kod/object.kod' if one['uri'].endswith('object.kod') else 'kod/object/lamp.kod'
                self.assertEqual(self.words(name, [one['range']]), ['piSize'])
        marks = self.server.ask('textDocument/documentHighlight', place)
        self.assertEqual(self.words('kod/object/lamp.kod', [m['range'] for m in marks]), ['piSize', 'piSize'])

    def test_places_are_counted_in_utf16(self):
        """In front of the statement on its line stand letters of one, two and three bytes, and one of two units."""
        self.begin()
        text = LAMP.replace('return;', 'Debug("\U0001F4A1\u00e4\u20ac", piSize); return;')
        self.open('kod/object/lamp.kod', text)
        place = self.at('kod/object/lamp.kod', 'piSize); return')
        found = self.server.ask('textDocument/documentHighlight', place)
        self.assertEqual(self.words('kod/object/lamp.kod', [f['range'] for f in found]), ['piSize'] * 3)
        self.assertEqual(found[2]['range']['start'], place['position'])
        # an edit behind them
        self.edit('kod/object/lamp.kod', 'piSize); return', 'piSize + n); return', 2)
        found = self.server.ask('textDocument/documentHighlight', self.at('kod/object/lamp.kod', 'n); return'))
        self.assertEqual(self.words('kod/object/lamp.kod', [f['range'] for f in found]), ['n'] * 4)

    def test_completion_and_calls(self):
        self.begin()
        text = LAMP.replace('return;', 'return Send(self, @Get')
        self.open('kod/object/lamp.kod', text)
        name = 'kod/object/lamp.kod'
        place = self.at(name, '@Get\n', 4)
        items = self.server.ask('textDocument/completion', place)['items']
        self.assertEqual([i['label'] for i in items], ['GetSize'])
        self.assertEqual(self.words(name, [items[0]['textEdit']['range']]), ['Get'])
        items = self.server.ask('textDocument/completion', self.at(name, '@Get\n', 1))['items']
        self.assertEqual([i['label'] for i in items], ['Shine', 'GetSize'])
        call = self.server.ask('textDocument/signatureHelp', self.at(name, '#amount = 2', 10))
        self.assertEqual(call['signatures'][0]['label'], 'GetSize(what = $, amount = 3)')
        self.assertEqual(call['activeParameter'], 1)
        self.assertIsNone(self.server.ask('textDocument/signatureHelp', self.at(name, 'piSize = n')))

    def test_symbols(self):
        self.begin()
        self.open('kod/object/lamp.kod')
        outline = self.server.ask('textDocument/documentSymbol', {'textDocument': {'uri': self.uri('kod/object/lamp.kod')}})
        self.assertEqual([(c['name'], c['detail']) for c in outline], [('Lamp', 'is Object')])
        self.assertEqual([m['name'] for m in outline[0]['children']], ['piSize', 'Shine'])
        text = self.words('kod/object/lamp.kod', [outline[0]['children'][1]['range']])[0]
        self.assertTrue(text.startswith('Shine(') and text.endswith('}'), text)
        found = self.server.ask('workspace/symbol', {'query': 'size'})
        self.assertEqual([(f['name'], f['containerName']) for f in found],
                         [('piSize', 'Object'), ('GetSize', 'Object'), ('piSize', 'Lamp')])

    def test_renaming(self):
        self.begin()
        self.open('kod/object/lamp.kod')
        self.texts['kod/object.kod'] = OBJECT
        self.texts['kod/include/shared.khd'] = HEADER
        place = self.at('kod/object/lamp.kod', 'piSize = n', 3)
        self.assertEqual(self.server.ask('textDocument/prepareRename', place)['placeholder'], 'piSize')
        changes = self.server.ask('textDocument/rename', dict(place, newName='piLength'))['changes']
        self.assertEqual(sorted(os.path.basename(u) for u in changes), ['lamp.kod', 'object.kod'])
        for name in ('kod/object.kod', 'kod/object/lamp.kod'):
            edits = changes[self.uri(name)]
            self.assertEqual(self.words(name, [e['range'] for e in edits]), ['piSize'] * 2)
            self.assertEqual([e['newText'] for e in edits], ['piLength'] * 2)
        self.assertIn('kodbase', self.server.next_note('window/logMessage')['message'])
        for taken in ('WIDE', 'while', 'Send', '1st', ''):
            answer = self.server.raw('textDocument/rename', dict(place, newName=taken))
            self.assertIn('message', answer['error'], taken)
        self.assertIsNone(self.server.ask('textDocument/prepareRename', self.at('kod/object/lamp.kod', 'Send(')))

    def test_what_is_saved_is_read_again(self):
        self.begin()
        self.open('kod/object/lamp.kod')
        self.findings('kod/object/lamp.kod')
        torch = self.path('kod/object/torch.kod')
        with open(torch, 'w', encoding='utf-8') as file:
            file.write('Torch is Object\nend\n')
        self.server.note('workspace/didChangeWatchedFiles', {'changes': [{'uri': uri(torch), 'type': 1}]})
        self.findings('kod/object/lamp.kod')
        self.assertEqual([f['name'] for f in self.server.ask('workspace/symbol', {'query': 'torch'})], ['Torch'])

    def test_texts_outside_of_any_world(self):
        self.server.ask('initialize', {'rootUri': None})
        self.open('kod/object/lamp.kod')
        self.assertEqual(len(self.server.ask('textDocument/documentSymbol', {'textDocument': {'uri': self.uri('kod/object/lamp.kod')}})), 1)
        self.server.note('textDocument/didOpen', {'textDocument': {'uri': 'untitled:1', 'version': 1, 'text': 'X'}})
        self.assertEqual(self.end(), 0)

    def test_what_makes_no_sense_is_refused(self):
        self.assertEqual(self.server.raw('textDocument/hover')['error']['code'], -32002)
        self.begin()
        self.assertEqual(self.server.raw('initialize')['error']['code'], -32600)
        self.assertEqual(self.server.raw('no/such')['error']['code'], -32601)
        for body in (b'', b'{', b'[]', b'"x"', b'[[[' * 1000, b'{"a":' * 5000, b'\xff\xfe', b'{"jsonrpc":"2.0","id":{}}'):
            self.server.write(body)
        self.server.write(json.dumps({'jsonrpc': '2.0', 'id': 'words', 'method': 5}).encode())
        self.assertEqual(self.server.wait('words')['error']['code'], -32600)
        self.server.write(json.dumps({'jsonrpc': '2.0', 'id': 'words', 'result': {}}).encode())
        self.open('kod/object/lamp.kod')
        for params in ({}, {'textDocument': 5}, {'textDocument': {'uri': 7}}, {'textDocument': {'uri': 'file://%zz'}},
                       {'textDocument': {'uri': self.uri('kod/object/lamp.kod')}, 'position': {'line': -5, 'character': 1e30}},
                       {'textDocument': {'uri': self.uri('kod/object/lamp.kod')}, 'position': {'line': 2 ** 62, 'character': -1}},
                       {'textDocument': {'uri': self.uri('kod/object/lamp.kod')}, 'position': []}):
            for method in ('completion', 'hover', 'signatureHelp', 'definition', 'references', 'documentHighlight', 'documentSymbol',
                           'prepareRename', 'rename', 'codeAction'):
                self.server.raw('textDocument/' + method, params)
            for method in ('didOpen', 'didChange', 'didSave', 'didClose'):
                self.server.note('textDocument/' + method, dict(params, contentChanges=[5, {}, {'range': 3}, {'range': {}, 'text': 'x'}]))
        self.assertEqual(self.server.ask('workspace/symbol', {'query': 'lamp'})[0]['name'], 'Lamp')
        self.assertEqual(self.end(), 0)

    def test_after_shutdown_nothing_is_answered(self):
        self.begin()
        self.server.ask('shutdown')
        self.assertEqual(self.server.raw('workspace/symbol', {'query': ''})['error']['code'], -32600)

    def test_a_stream_that_makes_no_sense_ends_it(self):
        self.server.process.stdin.write(b'hello\r\n\r\n')
        self.server.process.stdin.flush()
        self.assertEqual(self.server.end(), 1)
        self.assertIn('Content-Length', self.server.errors)

    def test_random_edits_leave_the_same_text(self):
        """What the server has after many edits is what the editor has: places in it are the same."""
        self.begin()
        self.open('kod/object/lamp.kod')
        dice = random.Random(5)
        name = 'kod/object/lamp.kod'
        for version in range(2, 120):
            text = self.texts[name]
            begin = dice.randrange(len(text) + 1)
            end = min(len(text), begin + dice.choice((0, 0, 1, 3, 30)))
            new = dice.choice(('', 'x', '\n', '\u00e4', '\U0001F4A1', 'piSize', '{', '"', '@Get\r\n'))
            change = {'range': {'start': position(text, begin), 'end': position(text, end)}, 'text': new}
            self.texts[name] = text[:begin] + new + text[end:]
            self.server.note('textDocument/didChange', {'textDocument': {'uri': self.uri(name), 'version': version},
                                                        'contentChanges': [change]})
            if version % 10 == 0:
                self.server.raw('textDocument/completion', self.at(name, '', dice.randrange(len(self.texts[name]))))
        tail = '\nLast is Object\nmessages:\n   F(\u00e4) { }\n   Fine() { return; }\nend\n'
        text = self.texts[name]
        self.texts[name] = text + tail
        self.server.note('textDocument/didChange', {
            'textDocument': {'uri': self.uri(name), 'version': 500},
            'contentChanges': [{'range': {'start': position(text, len(text)), 'end': position(text, len(text))}, 'text': tail}]})
        change = {'text': self.texts[name]}  # all of it: nothing may change
        before = self.server.ask('textDocument/documentSymbol', {'textDocument': {'uri': self.uri(name)}})
        self.server.note('textDocument/didChange', {'textDocument': {'uri': self.uri(name), 'version': 501}, 'contentChanges': [change]})
        self.assertEqual(self.server.ask('textDocument/documentSymbol', {'textDocument': {'uri': self.uri(name)}}), before)


if __name__ == '__main__':
    program_tests.main()
