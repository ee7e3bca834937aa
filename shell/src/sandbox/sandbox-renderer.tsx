// Before everything that reads a global.
import './sandbox-globals';

import type { DrawnPart } from '@manabiba/shared/page/boot-data';
import { outermostParts } from '@manabiba/shared/page/part-marks';
import type { RemoteComponent } from '@manabiba/shared/page/remote-door';
import * as platform from '@manabiba/shared/platform';
import * as react from 'react';
import * as jsxRuntime from 'react/jsx-runtime';

import { partText } from '../remotes/registry';
import { bounded, type DrawablePart, drawPage } from '../server-render';
import { freezeRealm } from './freeze-realm';
import { placed, PositionProbe } from './part-position';
import { timersAskedFor } from './sandbox-globals';
import type { SandboxAnswer, SandboxRequest, HostedPart } from './sandbox-messages';

/*
 * Runs in the realm in which the code of one release runs, and in no other: shell/server/rendering/sandbox-process.ts. What
 * goes in and out is text, so that no object of the process is in the realm.
 */

/** What the file of a remote exports: the door, as in browsers. */
interface ServerDoor {
  pages?: Record<string, () => Promise<RemoteComponent>>;
  slots?: Record<string, () => Promise<RemoteComponent>>;
}

/** The file of a remote as a function. */
type RemoteFile = (module: object, exports: object, require: (name: string) => unknown) => void;

/** As many as browsers report. */
const MAX_FRAMES = 10;

/** The modules that the shell gives to the files of remotes, by the names under which they require them. */
const given = new Map<string, object>([
  ['react', react],
  ['react/jsx-runtime', jsxRuntime],
  ['@manabiba/shared/platform', platform],
]);

/** Most globals and timers that are told. */
const MOST_TOLD = 100;

type Loaded = { component: RemoteComponent } | { error: unknown };

let door: ServerDoor = {};
/** Why there is no door. */
let brokenBy: { error: unknown } | undefined;
const loaded = new Map<string, Loaded | 'loading'>();
/** What has been left in the realm until now, as the release gate tells it. */
const left: string[] = [];

/** Runs the file of the release. */
export function install(run: RemoteFile): void {
  const module = { exports: {} as ServerDoor };
  try {
    run(module, module.exports, (name) => {
      const found = given.get(name);
      if (!found) throw new Error(`${name} is not given to remotes on the server.`);
      return found;
    });
    door = module.exports;
  } catch (error) {
    brokenBy = { error };
  }
}

/** Begins to load the parts of a request that have not been loaded. */
export function load(request: string): void {
  for (const part of (JSON.parse(request) as SandboxRequest).parts) void loadOnce(part);
}

async function loadOnce(part: DrawnPart): Promise<void> {
  const name = partText(part);
  if (loaded.has(name)) return;
  loaded.set(name, 'loading');
  try {
    if (brokenBy) throw brokenBy.error;
    const open = door[part.kind]?.[part.key];
    if (!open) throw new Error(`${name} is not in the file of the release.`);
    loaded.set(name, { component: await open() });
  } catch (error) {
    loaded.set(name, { error });
  }
}

export const isLoaded = (): boolean => ![...loaded.values()].includes('loading');

/** Draws the loaded parts of a request. */
export function draw(request: string): string {
  const wanted = JSON.parse(request) as SandboxRequest;
  const answer: SandboxAnswer = { parts: [], faults: [], hosted: [], state: [] };
  const drawable = wanted.parts.flatMap((name, index) => {
    const part = drawableOf(name);
    if ('component' in part) return [{ name, component: part.component }];
    answer.faults.push({ part: index, ...part });
    return [];
  });
  if (wanted.hosted) drawHosted(wanted, drawable, answer);
  else drawAll(wanted, drawable, answer);
  removeAddedGlobals();
  if (wanted.tellsState)
    answer.state = [...left, ...new Array<string>(Math.min(timersAskedFor(), MOST_TOLD)).fill('a timer')];
  return JSON.stringify(answer);
}

/** Removes the globals that a page has added. Throws when one cannot be removed: this realm draws no other page then. */
function removeAddedGlobals(): void {
  for (const name of Reflect.ownKeys(globalThis)) {
    if (knownGlobals.has(name)) continue;
    if (left.length < MOST_TOLD) left.push(`the global ${String(name)}`);
    if (!Reflect.deleteProperty(globalThis, name)) throw new Error(`The global ${String(name)} cannot be removed.`);
  }
}

function drawableOf(name: DrawnPart): Pick<DrawablePart, 'component'> | { reason: string; frames: string[] } {
  const part = loaded.get(partText(name));
  if (part === undefined || part === 'loading') {
    // It is tried anew: a page that is drawn later says the same, and waits for nothing.
    loaded.delete(partText(name));
    return { reason: `${partText(name)} waits for something that is not in the file of the release.`, frames: [] };
  }
  if ('component' in part) return part;
  loaded.delete(partText(name));
  return { reason: textOf(part.error), frames: framesOf(part.error) };
}

function drawAll(request: SandboxRequest, drawable: readonly DrawablePart[], answer: SandboxAnswer): void {
  const { boot, place, parts, others } = request;
  const hosted = new Map<number, HostedPart>();
  const probes = others.map((name, other): DrawablePart => {
    const Probe: RemoteComponent = (props) => (
      <PositionProbe onPosition={(position) => hosted.set(other, { other, props, position })} />
    );
    return { name, component: Probe };
  });
  const { html, failed } = drawPage(boot, place, [...drawable, ...probes]);
  for (const name of failed) answer.faults.push(failureOf(parts.indexOf(name)));
  const drawn = outermostParts(html);
  for (const [part, name] of parts.entries()) {
    const own = drawn?.get(partText(name));
    if (own !== undefined) answer.parts.push({ part, html: own });
  }
  // Those of the shell's own places are drawn by their releases as they are.
  const inOwn = answer.parts.map((part) => part.html).join('');
  answer.hosted = [...hosted.values()].filter(({ other }) => {
    const name = others[other];
    return name !== undefined && inOwn.includes(`<!--part ${partText(name)}-->`);
  });
}

/** Draws one part at its place in a page of another release, of which nothing else is known. */
function drawHosted(
  { boot, place, hosted }: SandboxRequest,
  drawable: readonly DrawablePart[],
  answer: SandboxAnswer,
): void {
  const [part] = drawable;
  if (!part || !hosted) return;
  const { host, props, position } = hosted;
  let hostPosition = '';
  drawPage(boot, place, [
    { name: host, component: () => <PositionProbe onPosition={(found) => (hostPosition = found)} /> },
  ]);
  const Part = bounded(part.name, part.component);
  const below = position.endsWith(hostPosition) ? position.slice(0, position.length - hostPosition.length) : '';
  const { html, failed } = drawPage(boot, place, [{ name: host, component: () => placed(below, <Part {...props} />) }]);
  if (failed.length > 0) return void answer.faults.push(failureOf(0));
  const around = outermostParts(html)?.get(partText(host)) ?? '';
  const own = outermostParts(around.slice(around.indexOf('-->') + 3, around.lastIndexOf('<!--')))?.get(
    partText(part.name),
  );
  if (own !== undefined) answer.parts.push({ part: 0, html: own });
}

const failureOf = (part: number) => ({ part, reason: 'It threw or suspended while it was drawn.', frames: [] });

function textOf(error: unknown): string {
  try {
    return String(error);
  } catch {
    return 'It threw something that is no error.';
  }
}

/** Where in files of releases an error was, as `npm run stack` reads it. */
function framesOf(error: unknown): string[] {
  const stack = error instanceof Error ? error.stack : undefined;
  if (typeof stack !== 'string') return [];
  return (stack.match(/[\w-]+-on-server\/[\w-]+\/[\w.-]+\.cjs:\d+:\d+/g) ?? []).slice(0, MAX_FRAMES);
}

for (const module of given.values()) Object.freeze(module);
freezeRealm();
// Set and reset for each page: shared/src/page/page-time.ts.
globalThis.pageTimeZone = undefined;
const knownGlobals: ReadonlySet<PropertyKey> = new Set(Reflect.ownKeys(globalThis));
