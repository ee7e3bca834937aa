import { execFileSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';

import { bootOf, buildRenderer, startPageRenderer } from '../../testing/start-page-renderer';
import type { PageRenderer } from './page-renderer';
import type { PartToRender } from './renderer-messages';
import { sandboxCommand, findDeno } from './sandbox-command';

// What hostile code of a release tries in the process that renders with it.

const PATIENT = { patienceMs: 30_000, pauseMs: 1 };
const TOP = { pathname: '/', search: '' };

let world: Awaited<ReturnType<typeof buildRenderer>>;
let renderer: PageRenderer;
let faults: { reason: string; remote: string }[];

beforeAll(async () => {
  world = await buildRenderer();
  ({ renderer, faults } = await startPageRenderer(world, PATIENT));
});
beforeEach(() => {
  faults.length = 0;
});
afterAll(async () => {
  renderer.close();
  await world.remove();
});

const HELPERS = `const { jsx } = require('react/jsx-runtime'); const React = require('react');
  const tried = (act) => { try { return 'done: ' + String(act()); } catch (error) { return 'refused: ' + error.name; } };
  const say = (value) => jsx('p', { children: JSON.stringify(value) });`;

/** A release that fills a slot of the top page. */
const hostile = (component: string, before = '', remote = 'mf-hostile', key = 'top-classrooms') =>
  world.release(remote, `${HELPERS} ${before}\n exports.slots = { '${key}': async () => ${component} };`, 'slots', key);
const renderTop = (parts: PartToRender[]) => renderer.render(bootOf(parts), TOP, parts);

/** Returns what a component says about itself. */
async function said(component: string, before = ''): Promise<unknown> {
  const page = await renderTop([await hostile(component, before)]);
  const text = /<!--part [^>]+--><p>(.*?)<\/p><!--\/part-->/s.exec(page?.html ?? '')?.[1];
  expect(text).toBeDefined();
  return JSON.parse(
    (text ?? '').replaceAll('&quot;', '"').replaceAll('&lt;', '<').replaceAll('&gt;', '>').replaceAll('&#x27;', "'"),
  );
}

it('has only the globals of the language and the few that pages read', async () => {
  const names = (await said('() => say(Object.getOwnPropertyNames(globalThis).sort())')) as string[];
  const ofLanguage =
    /^(Aggregate|Eval|Range|Reference|Suppressed|Syntax|Type|URI)?Error$|Array$|^(Date|Function|Object|Number|Boolean|String|Symbol|Promise|RegExp|JSON|Math|Intl|Map|Set|WeakMap|WeakSet|BigInt|Proxy|Reflect|DataView|ArrayBuffer|Iterator|Temporal|DisposableStack|AsyncDisposableStack|Infinity|NaN|undefined|globalThis)$|^(parse|is|decodeURI|encodeURI|escape|unescape)/;
  expect(names.filter((name) => !ofLanguage.test(name))).toEqual([
    'URL',
    'URLSearchParams',
    'clearImmediate',
    'clearInterval',
    'clearTimeout',
    'console',
    'pageTimeZone',
    'queueMicrotask',
    'setImmediate',
    'setInterval',
    'setTimeout',
  ]);
});

it.each([
  ['sends a signal', "process.kill(process.ppid, 'SIGUSR1')"],
  ['opens a socket', "process.getBuiltinModule('net').connect(9229)"],
  ['opens the inspector', "require('node:inspector').open()"],
  ['requires a builtin', "require('node:fs')"],
  ['uses process.binding', "process.binding('spawn_sync')"],
  ['answers for other pages', "process.send({ kind: 'page', id: 1 })"],
  ['uses Deno', 'Deno.exit(1)'],
  ['fetches', "fetch('http://127.0.0.1')"],
  ['starts a worker', "new Worker('data:,')"],
  ['waits', 'Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0)'],
  ['runs machine code', 'new WebAssembly.Module(new Uint8Array(8))'],
  ['runs text', '(0, eval)("1")'],
  ['runs text of its realm', "Function('return 1')()"],
  ['escapes by globalThis', "globalThis.constructor.constructor('return process')()"],
  ['escapes by a shared module', "React.createElement.constructor('return process')()"],
  ['escapes by a function of the host', "URL.constructor('return Deno')()"],
  ['escapes by a generator', "Object.getPrototypeOf(function* () {}).constructor('yield 1')"],
  ['escapes by an asynchronous function', "(async () => 1).constructor('return process')()"],
  [
    'reads the stack',
    '(() => { Error.prepareStackTrace = (_error, frames) => frames; if (!Array.isArray(new Error().stack)) throw new TypeError(); })()',
  ],
])('refuses a release that %s', async (_what, attempt) => {
  expect(await said(`() => say(tried(() => ${attempt}))`)).toMatch(/^refused: (Reference|Type|Eval|)Error$/);
});

it('exposes no object of the host by its errors', async () => {
  expect(
    await said(
      `() => { try { new URL('::') } catch (error) { return say(error.constructor === TypeError && error instanceof Object); } }`,
    ),
  ).toBe(true);
});

it('refuses import() of builtins, files, text and hosts', async () => {
  const release = await hostile(
    '() => say(results)',
    `const results = [];
     for (const name of ['node:process', 'file:///etc/hosts', 'data:text/javascript,0', 'http://127.0.0.1/'])
       import(name).then(() => results.push('done'), (error) => results.push(error.name));`,
  );
  await renderTop([release]);
  const page = await renderTop([release]);
  expect(page?.html).toContain(JSON.stringify(new Array(4).fill('TypeError')).replaceAll('"', '&quot;'));
});

it('keeps no changed prototype, shared module or global from page to page', async () => {
  const release = await hostile(
    `() => { const seen = [[].polluted, ({}).polluted, typeof globalThis.leaked, React.polluted, Object.isFrozen(Array.prototype.map)];
      tried(() => { Array.prototype.polluted = 'x'; }); tried(() => { Object.prototype.polluted = 'x'; });
      tried(() => { Object.setPrototypeOf(Object.prototype, { polluted: 'x' }); });
      tried(() => { React.polluted = 'x'; }); tried(() => { JSON.stringify = () => 'x'; }); tried(() => { globalThis.JSON = {}; });
      tried(() => { Function.prototype.call = () => 'x'; }); globalThis.leaked = 'x';
      return say(seen); }`,
  );
  for (let times = 0; times < 3; times += 1) {
    const page = await renderTop([release]);
    expect(faults).toEqual([]);
    expect(page?.html).toContain('[null,null,&quot;undefined&quot;,null,true]');
  }
});

it('lets errors and old-style classes of libraries set what they inherit', async () => {
  expect(
    await said(`() => { class Own extends Error { constructor() { super('m'); this.name = 'Own'; this.message = 'n'; } }
      function Old() {} Old.prototype.toString = () => 'old'; return say([String(new Own()), String(new Old()), ({}).toString()]); }`),
  ).toEqual(['Own: n', 'old', '[object Object]']);
});

it('isolates the realms of remotes', async () => {
  const one = await hostile(
    "() => { React.Component.prototype.isReactComponent.stolen = 'x'; require('@manabiba/shared/platform'); return say('one'); }",
    '',
    'mf-one',
  );
  const two = await hostile(
    "() => say(React.Component.prototype.isReactComponent.stolen ?? 'clean')",
    '',
    'mf-two',
    'top-events',
  );
  await renderTop([one, two]);
  expect((await renderTop([one, two]))?.html).toContain('&quot;clean&quot;');
});

it('does not let a release render what another renders', async () => {
  const forged = await hostile(
    "() => jsx('rendered-part', { title: 'mf-good/slots/top-events', children: 'にせもの' })",
    '',
    'mf-forging',
  );
  const good = await hostile("() => say('本物')", '', 'mf-good', 'top-events');
  const page = await renderTop([forged, good]);
  expect(page?.html).toContain('本物');
  expect(page?.html).not.toContain('にせもの');
  expect(faults).toMatchObject([{ remote: 'mf-forging', reason: 'Its HTML is not that of one part.' }]);
});

it.each([
  ['loops for ever', '() => { for (;;) ; }', /^It did not end/],
  [
    'fills the heap',
    '() => { const all = []; for (;;) all.push(new Array(100_000).fill({})); }',
    /^(The process ended|It did not end)/,
  ],
  [
    'writes 100 MB',
    "() => say('x'.repeat(100_000_000))",
    /has more than 1000000 characters|^The process ended|^The page failed|^It did not end/,
  ],
  [
    'leaves a global that stays',
    "() => { Object.defineProperty(globalThis, 'stays', { value: 1 }); return say(1); }",
    /^The page failed/,
  ],
])('ends the process of a release that %s, and renders the others', async (_what, component, reason) => {
  const bad = await hostile(component, '', 'mf-bad');
  const good = await hostile("() => say('本物')", '', 'mf-good', 'top-events');
  const page = await renderTop([bad, good]);
  expect(page?.html).toContain('本物');
  expect(faults).toMatchObject([{ remote: 'mf-bad', reason: expect.stringMatching(reason) }]);
});

it('refuses a release 2 GB', async () => {
  const bad = await hostile(
    '() => { const all = []; for (let size = 0; size < 20; size += 1) all.push(new Uint8Array(100_000_000).fill(1)); return say(all.length); }',
  );
  const page = await renderTop([bad]);
  expect(page).toBeNull();
  expect(faults).toHaveLength(1);
});

it('ends the process of a release that continues by promises after its page', async () => {
  const bad = await hostile('() => { const again = () => Promise.resolve().then(again); again(); return say(1); }');
  await renderTop([bad]);
  expect(await renderTop([bad])).toBeNull();
});

it('runs no timer after the page', async () => {
  const release = await hostile(
    '() => { setTimeout(() => { fired += 1; }); setInterval(() => { fired += 1; }); queueMicrotask(() => undefined); return say(fired); }',
    'let fired = 0;',
  );
  for (let times = 0; times < 3; times += 1) expect((await renderTop([release]))?.html).toContain('<p>0</p>');
});

it('runs in a process without permissions, in case code escapes its realm', async () => {
  const deno = findDeno() ?? '';
  const probe = `${world.releasesDir}/probe.mjs`;
  const written = `${world.releasesDir}/written`;
  await writeFile(
    probe,
    `const tried = async (act) => { try { await act(); return 'done'; } catch (error) { return error.name; } };
     console.log(JSON.stringify(await Promise.all([
       tried(() => Deno.kill(${process.pid}, 'SIGUSR1')),
       tried(() => Deno.readTextFile('/etc/hosts')),
       tried(() => Deno.writeTextFile(${JSON.stringify(written)}, 'x')),
       tried(() => Deno.connect({ port: 9229 })),
       tried(() => new Deno.Command('true').output()),
       tried(() => Deno.env.get('PATH')),
       tried(() => Deno.dlopen('/lib/x86_64-linux-gnu/libc.so.6', {})),
       tried(() => import('npm:left-pad')),
       tried(() => import('http://127.0.0.1/x.mjs')),
       tried(() => eval('1')),
     ])));`,
  );
  const [command, ...args] = sandboxCommand(deno, probe);
  const results = JSON.parse(
    execFileSync(command, args, { env: { PATH: process.env.PATH }, cwd: '/' }).toString(),
  ) as string[];
  expect(results.slice(0, 7)).toEqual(new Array(7).fill('NotCapable'));
  expect(results.slice(7)).toEqual(['TypeError', 'TypeError', 'EvalError']);
  expect(existsSync(written)).toBe(false);
});
