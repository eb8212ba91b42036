// SPDX-License-Identifier: GPL-3.0-or-later
'use strict';
const vscode = require('vscode');

/** The debug adapter is `blak dap`. */
function activate(context) {
    const factory = {
        createDebugAdapterDescriptor() {
            return new vscode.DebugAdapterExecutable(vscode.workspace.getConfiguration('blakod').get('blak', 'blak'), ['dap']);
        },
    };
    context.subscriptions.push(vscode.debug.registerDebugAdapterDescriptorFactory('blakod', factory));
    context.subscriptions.push(vscode.commands.registerCommand('blakod.savePast', savePast));
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

module.exports = { activate, deactivate() {} };
