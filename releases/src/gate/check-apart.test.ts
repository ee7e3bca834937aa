import { spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { mkdir, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { monitorEventLoopDelay } from 'node:perf_hooks';
import { text } from 'node:stream/consumers';

import { digestOf } from '../store/digest-of';
import type { ReleaseManifest } from '../store/release-manifest';
import { buildGateProgram } from '../testing/build-gate-program';
import { createUsesReader } from '../uses/uses-of-release';
import { createCandidateChecks, type GateTask } from './check-apart';

let program: Awaited<ReturnType<typeof buildGateProgram>>;
beforeAll(async () => {
  program = await buildGateProgram();
});
afterAll(() => program.remove());

const FILES = 500;

/** A candidate with that many scripts of some 10 KB. */
function aCandidate(count: number, source = 'console.log([]);'): GateTask {
  const files: Record<string, string> = { 'entry.js': source };
  for (let n = 1; n < count; n += 1)
    files[`chunk-${n}.js`] = `console.log(${JSON.stringify(
      Array.from({ length: 60 }, () => ({ id: randomBytes(40).toString('hex'), name: '名前', seen: [1, 2, n] })),
    )});`;
  const manifest: ReleaseManifest = {
    remote: 'mf-events',
    container: 'mf_events',
    version: '1.0.0',
    entry: 'entry.js',
    files: Object.fromEntries(
      Object.entries(files).map(([path, text]) => [
        path,
        { bytes: text.length, brotliBytes: 1, integrity: digestOf(Buffer.from(text)) },
      ]),
    ),
    routes: [{ path: '/events', page: 'events', title: 'イベント', access: 'anyone' }],
    slots: [],
    preloads: { pages: { events: ['entry.js'] }, slots: {} },
    requires: { react: '^19.0.0' },
  };
  const encoded = Object.entries(files).map(([path, text]) => [path, Buffer.from(text).toString('base64')] as const);
  return {
    manifest,
    files: Object.fromEntries(encoded),
    live: { gives: { react: '19.3.1' }, registry: { remotes: {} } },
  };
}

const namesOf = (gates: { name: string }[]) => gates.map(({ name }) => name);

it('answers as the gates do, with the compressed files of what they accept', async () => {
  const checks = createCandidateChecks(program.script);
  const { gates, packed } = await checks(aCandidate(2));
  expect(gates.flatMap(({ refusals }) => refusals)).toEqual([]);
  expect(namesOf(gates)).toEqual(['shared versions', 'size budgets', 'routes and slots', 'source', 'calls']);
  expect([...(packed?.keys() ?? [])]).toEqual(['entry.js', 'chunk-1.js']);
  expect(packed?.get('entry.js')?.plain.toString()).toBe('console.log([]);');

  const refused = await checks(aCandidate(2, 'eval("1")'));
  expect(refused.gates.at(-1)).toMatchObject({ name: 'source', refusals: [expect.stringContaining('entry.js')] });
  expect(refused.packed).toBeUndefined();
});

it(`leaves the process free while ${FILES} files are checked`, async () => {
  const checks = createCandidateChecks(program.script);
  const candidate = aCandidate(FILES);
  const longest: number[] = [];
  for (let turn = 0; turn < 3; turn += 1) {
    const delay = monitorEventLoopDelay({ resolution: 5 });
    delay.enable();
    const { packed } = await checks(candidate);
    delay.disable();
    expect(packed?.size).toBe(FILES);
    longest.push(delay.max / 1e6);
  }
  // The turn in which others on this machine disturbed it least.
  expect(Math.min(...longest)).toBeLessThan(100);
});

it('reports when there is no result in time, and continues with the next one', async () => {
  const hanging = join(dirname(program.script), 'hanging.mjs');
  await writeFile(hanging, "process.once('message', () => { for (;;); });");
  const checks = createCandidateChecks(hanging, { maxMs: 300 });
  const outcomes = await Promise.allSettled([checks(aCandidate(1)), checks(aCandidate(1))]);
  for (const outcome of outcomes)
    expect(outcome).toMatchObject({
      reason: { name: 'ReleaseRefusal', status: 503, message: expect.stringContaining('within 0.3 s') },
    });
});

it('says so when a candidate needs too much memory, and takes the next one', async () => {
  const checks = createCandidateChecks(program.script, { maxHeapMb: 24 });
  const huge = aCandidate(1, `console.log([${'[1],'.repeat(1_000_000)}]);`);
  await expect(checks(huge)).rejects.toMatchObject({ name: 'ReleaseRefusal', status: 503 });
  expect((await checks(aCandidate(1))).packed?.size).toBe(1);
});

it('also reads what a stored release uses, and gives no result without its files', async () => {
  const readUses = createUsesReader(program.script);
  const folder = join(dirname(program.script), 'release');
  const none = { routes: [], files: {}, preloads: { pages: {}, slots: {} } };
  const manifest = { container: 'mf_events', entry: 'entry.js', slots: ['ratings'], ...none };
  await expect(readUses({ folder, manifest })).rejects.toThrow('no result');
  await mkdir(folder);
  await writeFile(join(folder, 'entry.js'), 'console.log([]);');
  expect(await readUses({ folder, manifest })).toMatchObject({ filledSlots: ['ratings'], facade: null });
});

it('opens no inspector on SIGUSR1', async () => {
  const source = `await import(${JSON.stringify(program.script)});
    process.kill(process.pid, 'SIGUSR1'); setTimeout(() => process.exit(), 300);`;
  const child = spawn(process.execPath, ['--input-type=module', '--eval', source], {
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  expect(await text(child.stderr)).toBe('');
});

it('checks one candidate at a time, and refuses those that would wait too long', async () => {
  const checks = createCandidateChecks(program.script);
  const outcomes = await Promise.allSettled(Array.from({ length: 8 }, () => checks(aCandidate(1))));
  expect(outcomes.map(({ status }) => status)).toEqual([
    ...Array.from({ length: 6 }, () => 'fulfilled'),
    'rejected',
    'rejected',
  ]);
  expect(outcomes.at(-1)).toMatchObject({ reason: { status: 503, message: expect.stringContaining('Try again') } });
});
