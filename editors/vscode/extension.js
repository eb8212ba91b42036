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
}

module.exports = { activate, deactivate() {} };
