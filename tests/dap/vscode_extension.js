// SPDX-License-Identifier: GPL-3.0-or-later
// The extension for Visual Studio Code, with as much of the editor as it asks for: what it registers is what its package.json promises,
// and the adapter that it names answers.
// node vscode_extension.js EXTENSION BLAK
'use strict';
const assert = require('assert');
const Module = require('module');
const path = require('path');
const { spawn } = require('child_process');

const [folder, blak] = process.argv.slice(2);
const manifest = require(path.resolve(folder, 'package.json'));

const factories = new Map(), commands = new Map(), said = [];
const vscode = {
    DebugAdapterExecutable: class {
        constructor(command, args) {
            Object.assign(this, { command, args });
        }
    },
    workspace: { getConfiguration: section => ({ get: (key, otherwise) => (`${section}.${key}` === 'blakod.blak' ? blak : otherwise) }) },
    debug: {
        activeDebugSession: undefined,
        registerDebugAdapterDescriptorFactory: (type, factory) => (factories.set(type, factory), { dispose() {} }),
    },
    commands: { registerCommand: (name, run) => (commands.set(name, run), { dispose() {} }) },
    window: {
        file: undefined,
        showSaveDialog: async () => vscode.window.file,
        showInformationMessage: text => said.push(text),
        showErrorMessage: text => said.push(`error: ${text}`),
    },
};
const load = Module._load;
Module._load = (name, ...more) => (name === 'vscode' ? vscode : load(name, ...more));

/** The answer of the adapter to its first request. */
function initialize(descriptor) {
    return new Promise((resolve, reject) => {
        const child = spawn(descriptor.command, descriptor.args, { stdio: ['pipe', 'pipe', 'inherit'] });
        let text = '';
        child.on('error', reject);
        child.stdout.on('data', data => {
            text += data;
            const head = /Content-Length: (\d+)\r\n\r\n/.exec(text);
            const body = head && text.slice(head.index + head[0].length);
            if (!head || body.length < Number(head[1]))
                return;
            child.stdin.end();
            resolve(JSON.parse(body.slice(0, Number(head[1]))));
        });
        const request = JSON.stringify({ seq: 1, type: 'request', command: 'initialize', arguments: { adapterID: 'blakod' } });
        child.stdin.write(`Content-Length: ${request.length}\r\n\r\n${request}`);
    });
}

async function check() {
    const [debuggerRow] = manifest.contributes.debuggers;
    const context = { subscriptions: [] };
    const extension = require(path.resolve(folder, manifest.main));
    extension.activate(context);
    assert.deepStrictEqual([...factories.keys()], [debuggerRow.type]);
    assert(manifest.activationEvents.includes(`onDebugResolve:${debuggerRow.type}`));
    assert.deepStrictEqual([...commands.keys()].sort(), manifest.contributes.commands.map(row => row.command).sort());
    assert.strictEqual(context.subscriptions.length, factories.size + commands.size);
    for (const { body } of debuggerRow.configurationSnippets) {
        const known = debuggerRow.configurationAttributes[body.request].properties;
        for (const key of Object.keys(body).filter(key => !['type', 'request', 'name'].includes(key)))
            assert(key in known, `${key} of a snippet is no attribute of ${body.request}`);
    }

    const answer = await initialize(factories.get(debuggerRow.type).createDebugAdapterDescriptor());
    assert(answer.success && answer.body.supportsStepBack && answer.body.supportsConditionalBreakpoints);

    const save = commands.get('blakod.savePast');
    await save(); // nobody debugs
    assert.deepStrictEqual(said, []);
    const asked = [];
    vscode.debug.activeDebugSession = {
        type: debuggerRow.type,
        customRequest: async (name, fields) => {
            asked.push([name, fields.file]);
            if (fields.file.includes('full'))
                throw new Error('the disk is full');
            return { milliseconds: 3250 };
        },
    };
    await save(); // no file was chosen
    assert.deepStrictEqual(asked, []);
    for (const file of ['/tmp/a.blakrec', '/full/b.blakrec']) {
        vscode.window.file = { fsPath: file };
        await save();
    }
    assert.deepStrictEqual(asked, [['blakodSave', '/tmp/a.blakrec'], ['blakodSave', '/full/b.blakrec']]);
    assert.deepStrictEqual(said, ['The last 3.3 s are saved.', 'error: the disk is full']);
    extension.deactivate();
}

check().then(() => console.log('the extension registers what it promises, and its adapter answers'), error => {
    console.error(error);
    process.exit(1);
});
