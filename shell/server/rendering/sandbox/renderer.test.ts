import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { bootOf } from '../../testing/start-page-renderer';
import { type Renderer, startRenderer } from './renderer';
import { readAnswer } from './renderer-messages';

// What a sandbox writes is parsed, never trusted: a script of the shell writes it here in the place of Deno.

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'manabiba-renderer-'));
  await writeFile(join(folder, 'renderer.cjs'), '');
});
afterAll(() => rm(folder, { recursive: true }));

const answer = { parts: [{ part: 0, html: '<p>1</p>' }], faults: [], hosted: [], state: [] };
const report = (text: string) => `echo '{"kind":"answer","id":1}'; echo '${text}'`;

/** Renders a page in a process that is ready at once, runs this command when the page has come, and ends. */
async function renderWith(command: string) {
  const program = join(folder, 'sandbox');
  const lines = ['#!/bin/sh', 'read -r start', `echo '{"kind":"ready"}'`, 'read -r page', 'read -r request', command];
  await writeFile(program, lines.join('\n'), { mode: 0o755 });
  const renderer = await new Promise<Renderer>((done) => {
    const started = startRenderer(
      { program, script: 'sandbox.mjs', sandboxRenderer: join(folder, 'renderer.cjs') },
      { onReady: () => done(started), onEnd: () => undefined },
    );
  });
  try {
    return await renderer.render({ boot: bootOf([]), location: { pathname: '/', search: '' }, parts: [], others: [] });
  } finally {
    renderer.close();
  }
}

it('takes an answer', async () => {
  expect(await renderWith(report(JSON.stringify(answer)))).toEqual({ answer });
});

it.each([
  ['a line that is no JSON', 'echo hello', 'It wrote something that is no report.'],
  ['a report of an unknown kind', `echo '{"kind":"rendered"}'`, 'It wrote something that is no report.'],
  ['a report with more than it has', `echo '{"kind":"ready","id":1}'`, 'It wrote something that is no report.'],
  ['an answer that is no JSON', report('hello'), 'It answered something that is no answer.'],
  ['an answer without its parts', report('{}'), 'It answered something that is no answer.'],
  ['a line without an end', "head -c 1100000 /dev/zero | tr '\\0' x", 'It wrote too much.'],
])('ends a process that writes %s', async (_what, command, fault) => {
  expect(await renderWith(command)).toEqual({ fault });
});

const fault = { part: 0, reason: 'It threw.', frames: ['releases-on-server/mf-events/1.0.1.cjs:1:20'] };
const hosted = { other: 0, props: {}, position: '01' };

it('reads what faults and other parts are in an answer', () => {
  const full = { ...answer, faults: [fault], hosted: [hosted], state: ['globalThis.x'] };
  expect(readAnswer(JSON.stringify(full))).toEqual(full);
  const long = { ...answer, faults: [{ ...fault, reason: 'x'.repeat(5000) }] };
  expect(readAnswer(JSON.stringify(long))?.faults[0]?.reason).toHaveLength(1000);
});

it.each([
  ['more than it has', { boot: {} }],
  ['HTML that is no text', { parts: [{ part: 0, html: 1 }] }],
  ['a part before the first', { parts: [{ part: -1, html: '' }] }],
  ['201 parts', { parts: new Array(201).fill(answer.parts[0]) }],
  ['a position in no file of a release', { faults: [{ ...fault, frames: ['/etc/passwd:1:1'] }] }],
  ['a part of another release at no position', { hosted: [{ ...hosted, position: '../1' }] }],
  ['a state of 1,001 characters', { state: ['x'.repeat(1001)] }],
])('reads no answer with %s', (_what, changes) => {
  expect(readAnswer(JSON.stringify({ ...answer, ...changes }))).toBeNull();
});
