// Imported first: everything else reads globals.
import './sandbox-globals';

import type { RenderedPart } from '@manabiba/shared/page/boot-data';
import { outermostParts } from '@manabiba/shared/page/part-marks';
import type { RemoteComponent } from '@manabiba/shared/page/remote-door';
import * as platform from '@manabiba/shared/platform';
import * as react from 'react';
import * as jsxRuntime from 'react/jsx-runtime';

import { partText } from '../remotes/registry';
import { bounded, type RenderablePart, renderPageWithParts } from '../server-render';
import { freezeRealm } from './freeze-realm';
import { placed, PositionProbe } from './part-position';
import { timersAskedFor } from './sandbox-globals';
import type { SandboxAnswer, SandboxRequest, HostedPart } from './sandbox-messages';

/*
 * Runs only in the realm of the code of one release: shell/server/rendering/sandbox/sandbox-process.ts. Only text goes in and
 * out, so that the realm holds no object of the process.
 */

/** The exports of a remote's file: its pages and slots, as in browsers. */
interface RemoteExports {
  pages?: Record<string, () => Promise<RemoteComponent>>;
  slots?: Record<string, () => Promise<RemoteComponent>>;
}

/** The file of a remote as a function. */
type RemoteFile = (module: object, exports: object, require: (name: string) => unknown) => void;

/** The same number as browsers report. */
const MAX_FRAMES = 10;

/** The modules that the shell shares with remotes, by the names that remotes import. */
const sharedModules = new Map<string, object>([
  ['react', react],
  ['react/jsx-runtime', jsxRuntime],
  ['@manabiba/shared/platform', platform],
]);

/** Maximum number of globals and timers in a report. */
const MAX_REPORTED = 100;

type LoadedPart = { component: RemoteComponent } | { error: unknown };

let remote: RemoteExports = {};
/** Why the file of the release failed to run. */
let installError: { error: unknown } | undefined;
const loaded = new Map<string, LoadedPart | 'loading'>();
/** What releases have left in the realm so far, for the release gate. */
const left: string[] = [];

/** Runs the file of the release. */
export function install(run: RemoteFile): void {
  const module = { exports: {} as RemoteExports };
  try {
    run(module, module.exports, (name) => {
      const found = sharedModules.get(name);
      if (!found) throw new Error(`${name} is not shared with remotes on the server.`);
      return found;
    });
    remote = module.exports;
  } catch (error) {
    installError = { error };
  }
}

/** The request of the next page. */
let wanted: SandboxRequest;

/** Starts to load the parts of a request that are not loaded yet. */
export function load(request: string): void {
  wanted = JSON.parse(request) as SandboxRequest;
  for (const part of wanted.parts) void loadOnce(part);
}

async function loadOnce(part: RenderedPart): Promise<void> {
  const name = partText(part);
  if (loaded.has(name)) return;
  loaded.set(name, 'loading');
  try {
    if (installError) throw installError.error;
    const open = remote[part.kind]?.[part.key];
    if (!open) throw new Error(`${name} is not in the file of the release.`);
    loaded.set(name, { component: await open() });
  } catch (error) {
    loaded.set(name, { error });
  }
}

export const isLoaded = (): boolean => ![...loaded.values()].includes('loading');

/** Renders the loaded parts of the request. */
export function render(): string {
  const answer: SandboxAnswer = { parts: [], faults: [], hosted: [], state: [] };
  const renderable = wanted.parts.flatMap((name, index) => {
    const part = renderableOf(name);
    if ('component' in part) return [{ name, component: part.component }];
    answer.faults.push({ part: index, ...part });
    return [];
  });
  if (wanted.hosted) renderHosted(wanted, renderable, answer);
  else renderAll(wanted, renderable, answer);
  removeAddedGlobals();
  if (wanted.reportsState)
    answer.state = [...left, ...new Array<string>(Math.min(timersAskedFor(), MAX_REPORTED)).fill('a timer')];
  return JSON.stringify(answer);
}

/** Removes the globals that a page has added. Throws when one cannot be removed: this realm is not used again then. */
function removeAddedGlobals(): void {
  for (const name of Reflect.ownKeys(globalThis)) {
    if (knownGlobals.has(name)) continue;
    if (left.length < MAX_REPORTED) left.push(`the global ${String(name)}`);
    if (!Reflect.deleteProperty(globalThis, name)) throw new Error(`The global ${String(name)} cannot be removed.`);
  }
}

function renderableOf(name: RenderedPart): Pick<RenderablePart, 'component'> | { reason: string; frames: string[] } {
  const part = loaded.get(partText(name));
  if (part === undefined || part === 'loading') {
    // Retried: a later page reports the same and does not wait.
    loaded.delete(partText(name));
    return { reason: `${partText(name)} waits for something that is not in the file of the release.`, frames: [] };
  }
  if ('component' in part) return part;
  loaded.delete(partText(name));
  return { reason: textOf(part.error), frames: framesOf(part.error) };
}

function renderAll(request: SandboxRequest, renderable: readonly RenderablePart[], answer: SandboxAnswer): void {
  const { boot, location, parts, others } = request;
  const hosted = new Map<number, HostedPart>();
  const probes = others.map((name, other): RenderablePart => {
    const Probe: RemoteComponent = (props) => (
      <PositionProbe onPosition={(position) => hosted.set(other, { other, props, position })} />
    );
    return { name, component: Probe };
  });
  const { html, failed } = renderPageWithParts(boot, location, [...renderable, ...probes]);
  for (const name of failed) answer.faults.push(failureOf(parts.indexOf(name)));
  const rendered = outermostParts(html);
  for (const [part, name] of parts.entries()) {
    const own = rendered?.get(partText(name));
    if (own !== undefined) answer.parts.push({ part, html: own });
  }
  // Parts in slots of the shell are rendered by their own releases.
  const inOwn = answer.parts.map((part) => part.html).join('');
  answer.hosted = [...hosted.values()].filter(({ other }) => {
    const name = others[other];
    return name !== undefined && inOwn.includes(`<!--part ${partText(name)}-->`);
  });
}

/** Renders one part at its position in a page of another release, of which nothing else is known. */
function renderHosted(
  { boot, location, hosted }: SandboxRequest,
  renderable: readonly RenderablePart[],
  answer: SandboxAnswer,
): void {
  const [part] = renderable;
  if (!part || !hosted) return;
  const { host, props, position } = hosted;
  let hostPosition = '';
  renderPageWithParts(boot, location, [
    { name: host, component: () => <PositionProbe onPosition={(found) => (hostPosition = found)} /> },
  ]);
  const Part = bounded(part.name, part.component);
  const below = position.endsWith(hostPosition) ? position.slice(0, position.length - hostPosition.length) : '';
  const { html, failed } = renderPageWithParts(boot, location, [
    { name: host, component: () => placed(below, <Part {...props} />) },
  ]);
  if (failed.length > 0) return void answer.faults.push(failureOf(0));
  const around = outermostParts(html)?.get(partText(host)) ?? '';
  const own = outermostParts(around.slice(around.indexOf('-->') + 3, around.lastIndexOf('<!--')))?.get(
    partText(part.name),
  );
  if (own !== undefined) answer.parts.push({ part: 0, html: own });
}

const failureOf = (part: number) => ({ part, reason: 'It threw or suspended during rendering.', frames: [] });

function textOf(error: unknown): string {
  try {
    return String(error);
  } catch {
    return 'It threw something that is not an error.';
  }
}

/** Positions of an error in files of releases, in the form that `npm run stack` resolves. */
function framesOf(error: unknown): string[] {
  const stack = error instanceof Error ? error.stack : undefined;
  if (typeof stack !== 'string') return [];
  return (stack.match(/[\w-]+-on-server\/[\w-]+\/[\w.-]+\.cjs:\d+:\d+/g) ?? []).slice(0, MAX_FRAMES);
}

for (const module of sharedModules.values()) Object.freeze(module);
freezeRealm();
// Set and reset for each page: shared/src/page/page-time.ts.
globalThis.pageTimeZone = undefined;
const knownGlobals: ReadonlySet<PropertyKey> = new Set(Reflect.ownKeys(globalThis));
