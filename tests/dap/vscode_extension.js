// SPDX-License-Identifier: GPL-3.0-or-later
// The extension for Visual Studio Code, with as much of the editor as it asks for: what it registers is what its package.json promises,
// and the adapter and the language server that it names answer.
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
    workspace: {
        settings: { 'blakod.blak': blak },
        getConfiguration: section => ({ get: (key, otherwise) => vscode.workspace.settings[`${section}.${key}`] ?? otherwise }),
    },
    debug: {
        activeDebugSession: undefined,
        registerDebugAdapterDescriptorFactory: (type, factory) => (factories.set(type, factory), { dispose() {} }),
    },
    commands: { registerCommand: (name, run) => (commands.set(name, run), { dispose() {} }) },
    window: {
        file: undefined,
        showSaveDialog: async () => vscode.window.file,
        showInformationMessage: text => said.push(text),
        showWarningMessage: text => said.push(`warning: ${text}`),
        showErrorMessage: text => said.push(`error: ${text}`),
    },
};

/** Of the package that runs language servers, what the extension asks for: the server is started and greeted. */
class LanguageClient {
    static made = [];
    constructor(id, name, server, options) {
        Object.assign(this, { id, name, server, options });
        LanguageClient.made.push(this);
    }
    async start() {
        this.answer = await initialize(this.server, { jsonrpc: '2.0', id: 1, method: 'initialize', params: { processId: null, rootUri: null, capabilities: {} } });
    }
    async stop() {
        this.stopped = true;
    }
}

let hasPackage = false;
const load = Module._load;
Module._load = (name, ...more) => {
    if (name === 'vscode-languageclient/node') {
        if (!hasPackage)
            throw Object.assign(new Error(`Cannot find module '${name}'`), { code: 'MODULE_NOT_FOUND' });
        return { LanguageClient };
    }
    return name === 'vscode' ? vscode : load(name, ...more);
};

/** The answer of a program to its first request. */
function initialize(descriptor, greeting) {
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
        const request = JSON.stringify(greeting);
        child.stdin.write(`Content-Length: ${request.length}\r\n\r\n${request}`);
    });
}

async function check() {
    const [debuggerRow] = manifest.contributes.debuggers;
    const context = { subscriptions: [] };
    const extension = require(path.resolve(folder, manifest.main));
    await extension.activate(context); // without the package: it says what is missing, and debugs
    assert.strictEqual(said.length, 1);
    assert(said[0].startsWith('warning: ') && said[0].includes('npm install') && said[0].includes(path.resolve(folder)));
    said.length = 0;
    assert.strictEqual(await extension.deactivate(), undefined);
    assert.deepStrictEqual([...factories.keys()], [debuggerRow.type]);
    assert(manifest.activationEvents.includes(`onDebugResolve:${debuggerRow.type}`));
    assert.deepStrictEqual([...commands.keys()].sort(), manifest.contributes.commands.map(row => row.command).sort());
    assert.strictEqual(context.subscriptions.length, factories.size + commands.size);
    for (const { body } of debuggerRow.configurationSnippets) {
        const known = debuggerRow.configurationAttributes[body.request].properties;
        for (const key of Object.keys(body).filter(key => !['type', 'request', 'name'].includes(key)))
            assert(key in known, `${key} of a snippet is no attribute of ${body.request}`);
    }

    const answer = await initialize(factories.get(debuggerRow.type).createDebugAdapterDescriptor(),
        { seq: 1, type: 'request', command: 'initialize', arguments: { adapterID: 'blakod' } });
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
    said.length = 0;

    await checkLanguageServer(extension);
}

async function checkLanguageServer(extension) {
    assert('vscode-languageclient' in manifest.dependencies);
    assert(manifest.activationEvents.includes('onLanguage:blakod'));
    for (const key of Object.keys(manifest.contributes.configuration.properties))
        assert(['blakod.blak', 'blakod.languageServer'].includes(key), `${key} is not tried here`);
    hasPackage = true;
    const context = { subscriptions: [] };
    await extension.activate(context);
    const [client] = LanguageClient.made;
    assert.deepStrictEqual(client.options.documentSelector, [{ scheme: 'file', language: manifest.contributes.languages[0].id }]);
    assert(client.answer.result.capabilities.completionProvider && client.answer.result.capabilities.renameProvider);
    await extension.deactivate();
    assert(client.stopped);

    vscode.workspace.settings['blakod.languageServer'] = false;
    await extension.activate(context);
    assert.strictEqual(LanguageClient.made.length, 1);
    assert.deepStrictEqual(said, []);

    Object.assign(vscode.workspace.settings, { 'blakod.languageServer': true, 'blakod.blak': '/nowhere/blak' });
    await extension.activate(context);
    assert.strictEqual(said.length, 1);
    assert(said[0].startsWith('error: ') && said[0].includes('/nowhere/blak') && said[0].includes('blakod.blak'));
    assert.strictEqual(await extension.deactivate(), undefined);
}

check().then(() => console.log('the extension registers what it promises, its adapter and its language server answer'), error => {
    console.error(error);
    process.exit(1);
});
