// SPDX-License-Identifier: GPL-3.0-or-later
// A session of an editor's own client: a conditional breakpoint, locals, steps, evaluation, a changed variable, back in time, and on.
// node npm_client.js BLAK PROJECT SOURCE LINE
'use strict';
const assert = require('assert');
const fs = require('fs');
const net = require('net');
const path = require('path');
const { DebugClient } = require('@vscode/debugadapter-testsupport');

const [blak, project, source, line] = process.argv.slice(2);

/** One request to the control channel of the server, answered when the world has gone on. */
function tool(facts) {
    const socket = net.connect(facts.port, '127.0.0.1');
    let text = '', next = 1;
    const waiting = new Map();
    socket.on('data', data => {
        text += data;
        for (let end = text.indexOf('\n'); end >= 0; end = text.indexOf('\n')) {
            const message = JSON.parse(text.slice(0, end));
            text = text.slice(end + 1);
            if (waiting.has(message.id))
                waiting.get(message.id)(message);
        }
    });
    const ask = (action, fields) => new Promise(resolve => {
        waiting.set(next, resolve);
        socket.write(JSON.stringify({ id: next++, do: action, ...fields }) + '\n');
    });
    return { ask, end: () => socket.destroy(), hello: () => ask('hello', { token: facts.token }) };
}

async function session() {
    const client = new DebugClient(blak, 'dap', 'blakod'); // runs `blak dap`
    await client.start();
    client.defaultTimeout = 60000;
    const capabilities = await client.initializeRequest({ adapterID: 'blakod', linesStartAt1: true, columnsStartAt1: true, pathFormat: 'path' });
    assert(capabilities.body.supportsConditionalBreakpoints);
    await Promise.all([client.waitForEvent('initialized'), client.launchRequest({ project })]);
    const set = await client.setBreakpointsRequest({ source: { path: source }, breakpoints: [{ line: Number(line), condition: 'number > 5' }] });
    assert.strictEqual(set.body.breakpoints[0].verified, true);
    await client.configurationDoneRequest();

    const control = tool(JSON.parse(fs.readFileSync(path.join(project, 'run', 'server', 'control.json'))));
    await control.hello();
    const user = (await control.ask('create', { class: 'User' })).result.object;
    assert.strictEqual((await control.ask('send', { object: user, message: 'Twice', parameters: { number: 3 } })).result.data, 6);

    const stops = client.waitForEvent('stopped');
    const sent = control.ask('send', { object: user, message: 'Reckon', parameters: { number: 6 } });
    assert.strictEqual((await stops).body.reason, 'breakpoint');
    const stack = await client.stackTraceRequest({ threadId: 1 });
    assert.deepStrictEqual(stack.body.stackFrames.map(frame => frame.name), ['User.Twice', 'User.Reckon']);
    assert.strictEqual(stack.body.stackFrames[0].line, Number(line));
    const frameId = stack.body.stackFrames[0].id;
    const scopes = await client.scopesRequest({ frameId });
    const parameters = await client.variablesRequest({ variablesReference: scopes.body.scopes[0].variablesReference });
    assert.strictEqual(parameters.body.variables[0].value, '10');
    const evaluated = await client.evaluateRequest({ expression: 'number + 1', frameId, context: 'repl' });
    assert.strictEqual(evaluated.body.result, '11');
    await client.setVariableRequest({ variablesReference: scopes.body.scopes[0].variablesReference, name: 'number', value: '21' });
    const [stepped] = await Promise.all([client.waitForEvent('stopped'), client.stepOutRequest({ threadId: 1 })]);
    assert.strictEqual(stepped.body.reason, 'step');
    const back = await client.stackTraceRequest({ threadId: 1 });
    assert.strictEqual(back.body.stackFrames[0].name, 'User.Reckon');

    assert(capabilities.body.supportsStepBack);
    const move = async request => {
        const [stop] = await Promise.all([client.waitForEvent('stopped'), request({ threadId: 1 })]);
        return [stop.body.reason, (await client.stackTraceRequest({ threadId: 1 })).body.stackFrames[0]];
    };
    const [why, twice] = await move(client.reverseContinueRequest.bind(client));
    assert.deepStrictEqual([why, twice.name, twice.line], ['breakpoint', 'User.Twice', Number(line)]);
    const then = await client.scopesRequest({ frameId: twice.id });
    const was = await client.variablesRequest({ variablesReference: then.body.scopes[0].variablesReference });
    assert.strictEqual(was.body.variables[0].value, '10'); // before it was changed
    const [, sending] = await move(client.stepBackRequest.bind(client));
    assert.strictEqual(sending.name, 'User.Reckon');
    assert(sending.line < back.body.stackFrames[0].line);
    const [again, met] = await move(client.continueRequest.bind(client));
    assert.deepStrictEqual([again, met.name], ['breakpoint', 'User.Twice']);
    const [, now] = await move(client.continueRequest.bind(client));
    assert.strictEqual(now.line, back.body.stackFrames[0].line);

    await client.continueRequest({ threadId: 1 });
    assert.strictEqual((await sent).result.data, 42);
    control.end();
    await client.disconnectRequest();
    console.log('an unmodified client: conditional breakpoint, stack, locals, evaluation, change, step, back in time, continue');
}

session().then(() => process.exit(0), error => {
    console.error(error);
    process.exit(1);
});
