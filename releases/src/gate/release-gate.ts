import { paths } from '@manabiba/shared/navigation/paths';
import type { Registry } from '@manabiba/shared/page/boot-data';
import { isOwnPage } from '@manabiba/shared/page/reserved-paths';
import { isSlotName, type SlotPlace, slots as knownSlots } from '@manabiba/shared/page/slots';
import type { Program } from 'acorn';
import semver from 'semver';

import type { Weights } from '../store/packed-files';
import { wrongFiles, wrongServerFile } from '../store/release-files';
import type { ReleaseManifest } from '../store/release-manifest';
import { forbiddenServerFile, forbiddenSource } from './forbidden-source';
import { unknownCalls, wrongFirstCalls } from './wrong-calls';
import { wrongNavigation } from './wrong-navigation';

export interface Candidate {
  manifest: ReleaseManifest;
  contents: ReadonlyMap<string, Buffer>;
  weights: Weights;
  /** The file that the server runs. */
  serverFile?: Buffer | undefined;
}

/** What a candidate is checked against. */
export interface LiveProduct {
  /** Versions of the modules that the live shell shares: `{ react: '19.3.1', platform: '1.0.0' }`. */
  gives: Readonly<Record<string, string>>;
  registry: Registry;
}

export interface GateReport {
  name: string;
  ms: number;
  refusals: string[];
}

/**
 * JavaScript budget of a page or a slot including its remote's entry, in KB of brotli, unless remote.json overrides it.
 */
const USUAL_BUDGET_KB = 40;

/** Size of the file that the server runs, not compressed. The largest remote of this repository has 120 KB. */
const MAX_SERVER_FILE_KB = 1024;

/** Runs the checks that need no browser on a candidate, the cheapest first, and stops at the first one that fails. */
export function walkGates(candidate: Candidate, live: LiveProduct): GateReport[] {
  const calls: string[] = [];
  const gates: [string, () => string[]][] = [
    ['shared versions', () => rangeConflicts(candidate.manifest, live.gives)],
    ['size budgets', () => overweight(candidate)],
    [
      'routes and slots',
      () => [...routeConflicts(candidate.manifest, live.registry), ...wrongNavigation(candidate.manifest)],
    ],
    ['source', () => wrongSource(candidate, (path, script) => calls.push(...unknownCalls(path, script)))],
    ['calls', () => [...wrongFirstCalls(candidate.manifest), ...calls]],
  ];
  const reports: GateReport[] = [];
  for (const [name, look] of gates) {
    const began = performance.now();
    const refusals = look();
    reports.push({ name, ms: performance.now() - began, refusals });
    if (refusals.length > 0) break;
  }
  return reports;
}

/**
 * Returns every version range that the live shell does not satisfy, and every shared module for which there is none:
 * browsers would reject such a remote, or run it with any version.
 */
export function rangeConflicts({ requires }: Pick<ReleaseManifest, 'requires'>, gives: LiveProduct['gives']): string[] {
  const unnamed = Object.keys(gives).filter((name) => !Object.hasOwn(requires, name));
  return [
    ...unnamed.map((name) => `It does not say which version of ${name} it needs.`),
    ...Object.entries(requires).flatMap(([name, range]) => {
      const given = gives[name];
      if (!given) return [`It needs ${name} ${range}, which the live shell does not share.`];
      return semver.satisfies(given, range) ? [] : [`It needs ${name} ${range}; the live shell provides ${given}.`];
    }),
  ];
}

const wrongSource = (
  { manifest, contents, serverFile }: Candidate,
  onScript: (path: string, script: Program) => void,
): string[] => [
  ...wrongFiles(manifest, contents),
  ...forbiddenSource(contents, manifest, onScript),
  ...wrongServerFile(manifest, serverFile),
  ...(manifest.serverFile && serverFile ? forbiddenServerFile(manifest.serverFile.path, serverFile) : []),
];

function overweight({ manifest, weights, serverFile }: Candidate): string[] {
  const { entry, preloads, budget = {} } = manifest;
  const parts = [
    ...Object.entries(preloads.pages).map(([key, files]) => ({ what: `The page "${key}"`, key, files })),
    ...Object.entries(preloads.slots).map(([key, files]) => ({ what: `The slot "${key}"`, key, files })),
  ];
  const strange = Object.keys(budget).filter((key) => !parts.some((part) => part.key === key));
  return [
    ...(serverFile && serverFile.length > MAX_SERVER_FILE_KB * 1024
      ? [
          `The file for the server has ${Math.ceil(serverFile.length / 1024)} KB; it may have ${MAX_SERVER_FILE_KB} KB: every server holds it in memory.`,
        ]
      : []),
    ...strange.map(
      (key) => `remote.json has a budget for "${key}", which is neither a page nor a slot of this remote.`,
    ),
    ...parts.flatMap(({ what, key, files }) => {
      const limit = budget[key] ?? USUAL_BUDGET_KB;
      const scripts = [...new Set([entry, ...files])].filter((file) => file.endsWith('.js'));
      const kilobytes = scripts.reduce((sum, file) => sum + (weights[file] ?? 0), 0) / 1024;
      return kilobytes <= limit
        ? []
        : [`${what} weighs ${kilobytes.toFixed(1)} KB of JavaScript (brotli); its budget is ${limit} KB.`];
    }),
  ];
}

/** Returns every route and slot that is unknown or belongs to another remote. */
export function routeConflicts(
  {
    remote,
    routes,
    slots,
    preloads,
    container,
  }: Pick<ReleaseManifest, 'remote' | 'routes' | 'slots' | 'preloads' | 'container'>,
  registry: Registry,
): string[] {
  const others = Object.entries(registry.remotes).filter(([name]) => name !== remote);
  const own = `/${remote.replace(/^mf-/, '')}`;
  const known = new Set(Object.values(paths).map(({ pattern }) => shapeOf(pattern)));
  const roots = [own, ...routes.map(({ path }) => path).filter((path) => known.has(shapeOf(path)))];
  const isUnderOwnRoot = (path: string) => roots.some((root) => path === root || path.startsWith(`${root}/`));
  return [
    ...others
      .filter(([, other]) => other.container === container)
      .map(([name]) => `The container "${container}" belongs to ${name}.`),
    ...repeated(routes.map(({ path }) => shapeOf(path))).map((path) => `The route ${path} is there twice.`),
    ...repeated(slots).map((slot) => `The slot "${slot}" is there twice.`),
    ...routes.flatMap(({ path, page }) => {
      const shape = shapeOf(path);
      const owner = others.find(([, { routes: taken }]) => taken.some((route) => shapeOf(route.path) === shape));
      if (isOwnPage(path)) return [`The route ${path} belongs to the shell.`];
      if (owner) return [`The route ${path} belongs to ${owner[0]}.`];
      if (!known.has(shape) && !isUnderOwnRoot(path))
        return [
          `The route ${path} is neither in the list of paths (shared/src/navigation/paths.ts) nor under ${own} or another page of the remote.`,
        ];
      return preloads.pages[page]
        ? []
        : [`The route ${path} leads to the page "${page}", which the release does not have.`];
    }),
    ...slots.flatMap((slot) => {
      const owners = others.filter(([, { slots: taken }]) => taken.includes(slot)).map(([name]) => name);
      if (!isSlotName(slot)) return [`The slot "${slot}" is not in the list of slots (shared/src/page/slots.ts).`];
      const { maxRemotes = 1 }: SlotPlace<unknown> = knownSlots[slot];
      if (owners.length >= maxRemotes) return [`The slot "${slot}" belongs to ${owners.join(', ')}.`];
      return preloads.slots[slot] ? [] : [`The slot "${slot}" is offered, but the release does not fill it.`];
    }),
  ];
}

/** The name of a parameter does not matter: it is the same path. */
const shapeOf = (path: string) => path.replace(/\{\w+\}/g, '{}').replace(/(.)\/$/, '$1');
const repeated = (names: string[]) => [...new Set(names.filter((name, index) => names.indexOf(name) !== index))];
