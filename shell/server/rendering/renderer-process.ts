import { createHash } from 'node:crypto';
import { readFileSync, writeSync } from 'node:fs';
import { Script } from 'node:vm';

import type { DrawnPart } from '@manabiba/shared/page/boot-data';
import type { RemoteComponent } from '@manabiba/shared/page/remote-door';

import type { DrawablePart, DrawPage } from '../../src/server-render';
import {
  type DrawRequest,
  markOf,
  MARKS,
  type PartFault,
  type PartToDraw,
  type RendererAnswer,
} from './renderer-messages';

/*
 * The process that runs the code of remotes to draw pages: `node … renderer-process.mjs URL_OF_THE_SHELL'S_PAINTER`. It
 * has no environment, and Node's permission flags let it read the files of releases and nothing else.
 */

/** The painter of the shell's build (shell/src/server-render.tsx). */
interface Painter {
  drawPage: DrawPage;
  given: Readonly<Record<string, object>>;
}

/** What the file of a remote exports: the door, as in browsers. */
interface ServerDoor {
  pages?: Record<string, () => Promise<RemoteComponent>>;
  slots?: Record<string, () => Promise<RemoteComponent>>;
}

interface OpenedDoor {
  exported: ServerDoor;
  /** What has been loaded of it, by kind and key. */
  components: Map<string, RemoteComponent>;
}

/** As many as browsers report. */
const MAX_FRAMES = 10;
/** A release has about 0.4 MB; those that no page has used for long are loaded again when one does. */
const KEPT_DOORS = 40;
/** What Node puts before a CommonJS module. */
const WRAPPER = '(function (module, exports, require) {';
/** Turns of the event loop in which a part must be loaded. */
const LOADING_TURNS = 20;

const painter = (await import(process.argv[2] ?? '')) as Painter;
const { createElement } = painter.given.react as typeof import('react');
const doors = new Map<string, OpenedDoor>();

function doorOf({ file, integrity }: PartToDraw): OpenedDoor {
  const known = doors.get(integrity);
  if (known) return known;
  const content = readFileSync(file);
  if (`sha384-${createHash('sha384').update(content).digest('base64')}` !== integrity)
    throw new Error(`${file} is not the file of the release: its digest differs.`);
  const module = { exports: {} as ServerDoor };
  const run = new Script(`${WRAPPER}${content.toString('utf8')}\n})`, {
    filename: file,
    // Positions are those of the file, which its source map knows.
    columnOffset: -WRAPPER.length,
  }).runInThisContext() as (module: object, exports: object, require: (name: string) => unknown) => void;
  run(module, module.exports, (name) => {
    if (!Object.hasOwn(painter.given, name)) throw new Error(`${name} is not given to remotes on the server.`);
    return painter.given[name];
  });
  for (const oldest of doors.keys()) {
    if (doors.size < KEPT_DOORS) break;
    doors.delete(oldest);
  }
  const opened: OpenedDoor = { exported: module.exports, components: new Map() };
  doors.set(integrity, opened);
  return opened;
}

/** A component that says when it begins: whoever ends or occupies this process is the last one that began. */
function marked(part: PartToDraw, component: RemoteComponent): RemoteComponent {
  return (props) => {
    mark(part);
    return createElement(component, props);
  };
}

function mark(part?: PartToDraw): void {
  try {
    writeSync(MARKS, `${part ? markOf(part) : ''}\n`);
  } catch {
    // The reader is behind: it will see the marks that follow.
  }
}

/** Loads a part once: after that its component is known. */
async function load(part: PartToDraw): Promise<DrawablePart> {
  const known = doors.get(part.integrity)?.components.get(nameIn(part));
  return { name: part, component: marked(part, known ?? (await loadFirst(part))) };
}

const nameIn = ({ kind, key }: DrawnPart) => `${kind}/${key}`;

async function loadFirst(part: PartToDraw): Promise<RemoteComponent> {
  mark(part);
  const { exported, components } = doorOf(part);
  const open = exported[part.kind]?.[part.key];
  if (!open) throw new Error(`${markOf(part)} is not in the file of the release.`);
  const component = await withoutWaiting(open());
  if (!component) throw new Error(`${markOf(part)} waits for something that is not in the file of the release.`);
  components.set(nameIn(part), component);
  return component;
}

/** Returns null for a part that waits for more than its own file: it would hold up all pages. */
async function withoutWaiting(loading: Promise<RemoteComponent>): Promise<RemoteComponent | null> {
  const done: { component?: RemoteComponent } = {};
  const loaded = loading.then((component) => {
    done.component = component;
  });
  for (let turn = 0; turn < LOADING_TURNS && !done.component; turn += 1) await Promise.race([loaded, nextTurn()]);
  return done.component ?? null;
}

const nextTurn = () =>
  new Promise<void>((resolve) => {
    setImmediate(resolve);
  });

/** What remotes can leave in this process: globals, and timers that would run while another page is drawn. */
function stateOfProcess(): string[] {
  const timers = process.getActiveResourcesInfo().filter((name) => name === 'Timeout');
  return [...Reflect.ownKeys(globalThis).map((key) => `the global ${String(key)}`), ...timers.map(() => 'a timer')];
}

async function draw({ id, boot, place, parts, tellsState }: DrawRequest): Promise<RendererAnswer> {
  const faults: PartFault[] = [];
  const drawable: DrawablePart[] = [];
  // One after the other, so that the last mark is that of the part whose code runs.
  for (const part of parts) {
    try {
      drawable.push(await load(part));
    } catch (error) {
      const frames = framesOf(error);
      faults.push({ ...faultOf(part, String(error)), ...(frames.length > 0 && { frames }) });
    }
  }
  const { html, drawn, failed } = painter.drawPage(boot, place, drawable);
  for (const part of parts)
    if (failed.includes(part)) faults.push(faultOf(part, 'It threw or suspended while it was drawn.'));
  return {
    kind: 'page',
    id,
    html,
    drawn: drawn.map(nameOf),
    faults,
    ...(tellsState ? { state: stateOfProcess() } : {}),
  };
}

/** Where in files of releases an error was, as `npm run stack` reads it; without the folders of this machine. */
const framesOf = (error: unknown) =>
  ((error instanceof Error && error.stack?.match(/[\w-]+-on-server\/[\w-]+\/[\w.-]+\.cjs:\d+:\d+/g)) || []).slice(
    0,
    MAX_FRAMES,
  );

const nameOf = ({ remote, kind, key }: DrawnPart): DrawnPart => ({ remote, kind, key });
const faultOf = (part: PartToDraw, reason: string): PartFault => ({ ...nameOf(part), version: part.version, reason });
const answer = (message: RendererAnswer) => process.send?.(message);

/** Pages are drawn one after the other, in the order of their requests. */
let queue: Promise<unknown> = Promise.resolve();
process.on('message', (request: DrawRequest) => {
  queue = queue
    .then(() => draw(request))
    .catch((error: unknown): RendererAnswer => ({ kind: 'failed', id: request.id, error: String(error) }))
    .then((said) => {
      mark();
      answer(said);
    });
});
process.on('disconnect', () => process.exit());
answer({ kind: 'ready' });
