// SPDX-License-Identifier: GPL-3.0-or-later
'use strict';
const vscode = require('vscode');

let client; // of the language server, while it runs

const setting = (name, otherwise) => vscode.workspace.getConfiguration('blakod').get(name, otherwise);

/** The debug adapter is `blak dap`, the language server `blak lsp`. */
async function activate(context) {
    const factory = {
        createDebugAdapterDescriptor() {
            return new vscode.DebugAdapterExecutable(setting('blak', 'blak'), ['dap']);
        },
    };
    context.subscriptions.push(vscode.debug.registerDebugAdapterDescriptorFactory('blakod', factory));
    context.subscriptions.push(vscode.commands.registerCommand('blakod.savePast', savePast));
    if (setting('languageServer', true)) {
        await startLanguageServer();
    }
}

/** What debugs does not need the package; what knows names does. */
async function startLanguageServer() {
    let LanguageClient;
    try {
        ({ LanguageClient } = require('vscode-languageclient/node'));
    } catch {
        vscode.window.showWarningMessage(`Blakod: names and findings need the package vscode-languageclient. Run "npm install" in ${__dirname}, then restart.`);
        return;
    }
    client = new LanguageClient('blakod', 'Blakod', { command: setting('blak', 'blak'), args: ['lsp'] },
        { documentSelector: [{ scheme: 'file', language: 'blakod' }] });
    try {
        await client.start();
    } catch (fault) {
        client = undefined;
        vscode.window.showErrorMessage(`Blakod: "${setting('blak', 'blak')} lsp" does not start: ${fault.message}. The setting blakod.blak says where blak is.`);
    }
}

/** What is kept of the past of the debugged world, as a recording that `launch` opens elsewhere. */
async function savePast() {
    const session = vscode.debug.activeDebugSession;
    if (!session || session.type !== 'blakod') {
        return;
    }
    const file = await vscode.window.showSaveDialog({ filters: { Recording: ['blakrec'] } });
    if (!file) {
        return;
    }
    try {
        const saved = await session.customRequest('blakodSave', { file: file.fsPath, replace: true });
        vscode.window.showInformationMessage(`The last ${(saved.milliseconds / 1000).toFixed(1)} s are saved.`);
    } catch (fault) {
        vscode.window.showErrorMessage(fault.message);
    }
}

function deactivate() {
    return client && client.stop();
}

module.exports = { activate, deactivate };
