import process from 'node:process';
import { constants, createContext, Script } from 'node:vm';

import type { SandboxHost } from '../../../src/sandbox/sandbox-globals';
import type * as SandboxRenderer from '../../../src/sandbox/sandbox-renderer';
import type { SandboxCommand, SandboxReport } from './renderer-messages';

/*
 * The sandbox process: runs the code of one release in a realm that has the language and nothing else. Deno runs it
 * without any permission (sandbox-command.ts): code that escaped the realm still could not open a file or a socket,
 * send a signal or start a program. One release per process, so that releases share no memory.
 *
 * The realm and this program exchange text only. Nothing here reads an object of the realm.
 */

/** Exports of the sandbox renderer. What its functions return is not trusted. */
type Renderer = Record<keyof typeof SandboxRenderer, (given?: unknown) => unknown>;

/** Longest answer, in characters. The largest page has a fifth of it. */
const MAX_ANSWER = 1_000_000;
/** Turns of the event loop in which the parts of a page must load: they wait only for their own file. */
const LOADING_TURNS = 20;
/** Wraps a CommonJS file. Positions in stack traces are those of the file, so that its source map applies. */
const WRAPPER = '(function (module, exports, require) {';
const RENDERER_WRAPPER = '(function (module, exports, sandboxHost) {';

// A realm with its own global object, which copies no object of this program.
const realm = createContext(constants.DONT_CONTEXTIFY, { codeGeneration: { strings: false, wasm: false } });
let renderer: Renderer | undefined;
/** Why the file of the release could not be parsed. */
let unreadable = '';

const run = (text: string, filename: string, columnOffset: number): unknown =>
  new Script(text, { filename, columnOffset }).runInContext(realm);

const URL_PARTS = [
  'href',
  'origin',
  'protocol',
  'username',
  'password',
  'host',
  'hostname',
  'port',
  'pathname',
  'search',
  'hash',
] as const;

const host: SandboxHost = {
  parseUrl(url, base) {
    const parsed = URL.parse(url, base === '' ? undefined : base);
    if (!parsed) return '';
    return JSON.stringify(Object.fromEntries(URL_PARTS.map((part) => [part, parsed[part]])));
  },
  readQuery: (query) => JSON.stringify([...new URLSearchParams(query)]),
  writeQuery: (pairs) => new URLSearchParams(JSON.parse(pairs) as [string, string][]).toString(),
};

function start(text: string): void {
  // Stack traces of the realm would run a function of the realm in the middle of this program.
  run('Object.freeze(Error); undefined', 'sandbox.js', 0);
  const load = run(
    `(function (renderer, host) { const module = { exports: {} }; renderer(module, module.exports, host); return module.exports; })`,
    'sandbox.js',
    0,
  ) as (renderer: unknown, given: SandboxHost) => Renderer;
  const {
    install,
    load: loadParts,
    isLoaded,
    render: renderParts,
  } = load(run(`${RENDERER_WRAPPER}${text}\n})`, 'sandbox-renderer.cjs', -RENDERER_WRAPPER.length), host);
  renderer = { install, load: loadParts, isLoaded, render: renderParts };
  report({ kind: 'ready' });
}

function install(text: string, filename: string): void {
  let file: unknown;
  try {
    file = run(`${WRAPPER}${text}\n})`, filename, -WRAPPER.length);
  } catch {
    unreadable = `${filename} is not a script.`;
    return;
  }
  renderer?.install(file);
}

/** An error with a reason from this program: the realm may throw anything. */
class Refusal extends Error {}

async function render(request: string): Promise<string> {
  if (!renderer || unreadable) throw new Refusal(unreadable || 'There is no renderer.');
  renderer.load(request);
  for (let turn = 0; turn < LOADING_TURNS && renderer.isLoaded() !== true; turn += 1) await nextTurn();
  const answer = renderer.render();
  if (typeof answer !== 'string' || answer.includes('\n'))
    throw new Refusal('It answers with something else than a line of text.');
  if (answer.length > MAX_ANSWER) throw new Refusal(`A page has more than ${MAX_ANSWER} characters.`);
  return answer;
}

const nextTurn = () =>
  new Promise<void>((resolve) => {
    setTimeout(resolve);
  });

/** The page whose request is the next line. */
let page: number | undefined;

async function follow(line: string): Promise<void> {
  if (page !== undefined) {
    const id = page;
    page = undefined;
    return answerPage(id, line);
  }
  const command = JSON.parse(line) as SandboxCommand;
  if (command.kind === 'start') return start(command.renderer);
  if (command.kind === 'install') return install(command.text, command.name);
  page = command.id;
}

async function answerPage(id: number, request: string): Promise<void> {
  try {
    const answer = await render(request);
    report({ kind: 'answer', id }, `${answer}\n`);
  } catch (error) {
    // A page that fails as a whole leaves the realm in an unknown state: the web server ends this process.
    report({ kind: 'failed', id, reason: error instanceof Refusal ? error.message : 'The page failed.' });
  }
}

function report(said: SandboxReport, answer = ''): void {
  process.stdout.write(`${JSON.stringify(said)}\n${answer}`);
}

/** Pages are rendered one after the other, in the order of their requests. */
let queue: Promise<unknown> = Promise.resolve();
let unread = '';
process.stdin.setEncoding('utf8');
process.stdin.on('data', (text: string) => {
  const lines = (unread + text).split('\n');
  unread = lines.pop() ?? '';
  for (const line of lines) queue = queue.then(() => follow(line));
});
process.stdin.on('end', () => process.exit());
