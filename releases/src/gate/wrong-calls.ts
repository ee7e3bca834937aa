import { contract } from '@manabiba/shared/contract/contract';
import type { EndpointDefinition } from '@manabiba/shared/contract/endpoint';
import type { InitialQuery } from '@manabiba/shared/navigation/initial-queries';
import { slots } from '@manabiba/shared/page/slots';
import type { AnyNode, Program } from 'acorn';

import type { ReleaseManifest } from '../store/release-manifest';
import { textOf, textsIn, walk } from './script-tree';

const endpoints: readonly EndpointDefinition[] = Object.values(contract);
const METHODS: ReadonlySet<string | undefined> = new Set(endpoints.map(({ method }) => method));
/** Where the api is, for scripts that name an address of it. */
const API = '/v1/';
/** Paths of the api that are not in the contract, because they give files and the reference. */
const FILES: readonly string[] = [
  '/docs',
  '/images/{id}',
  '/archive_media/{id}/{file}',
  '/classroom_materials/{id}/file',
];
const servedPaths: readonly string[] = [...endpoints.map(({ path }) => path), ...FILES];

/** Returns a sentence for each first call of a candidate that the live api lacks or does not allow in advance. */
export function wrongFirstCalls({
  routes,
  slots: offered,
  firstCalls,
}: Pick<ReleaseManifest, 'routes' | 'slots' | 'firstCalls'>): string[] {
  const patternsOf = {
    pages: (key: string) => routes.filter(({ page }) => page === key).map(({ path }) => path),
    slots: (key: string) =>
      offered.includes(key) && Object.hasOwn(slots, key) ? [slots[key as keyof typeof slots].page.pattern] : [],
  };
  return (['pages', 'slots'] as const).flatMap((kind) =>
    Object.entries(firstCalls?.[kind] ?? {}).flatMap(([key, calls]) => {
      const what = `the ${kind === 'pages' ? 'page' : 'slot'} "${key}"`;
      const patterns = patternsOf[kind](key);
      return patterns.length === 0
        ? [`remote.json has first calls of ${what}, which this remote does not have.`]
        : calls.flatMap((call) =>
            wrongFirstCall(call, patterns).map((wrong) => `The first call ${call.call} of ${what} ${wrong}`),
          );
    }),
  );
}

function wrongFirstCall({ call, params = {}, query = {} }: InitialQuery, patterns: readonly string[]): string[] {
  const endpoint = endpoints.find(({ name }) => name === call);
  if (!endpoint) return ['is not in the live api.'];
  if (endpoint.method !== 'GET')
    return [
      `is a ${endpoint.method}: the server sends for a page only what reads, because a link may be opened by anything.`,
    ];
  const given = [...Object.values(params), ...Object.values(query)].flatMap((value) => parametersIn(String(value)));
  return [
    ...parametersIn(endpoint.path)
      .filter((name) => !Object.hasOwn(params, name))
      .map((name) => `does not say which {${name}} ${endpoint.path} is asked for.`),
    ...given
      .filter((name) => patterns.some((pattern) => !parametersIn(pattern).includes(name)))
      .map((name) => `takes {${name}} from the path, which ${patterns.join(' and ')} does not have.`),
  ];
}

const parametersIn = (pattern: string) => [...pattern.matchAll(/\{(\w+)\}/g)].map(([, name]) => name as string);

/**
 * Returns a sentence for each call of a script by a generated reference, and for each address of the api in it, that the
 * live api lacks.
 */
export function unknownCalls(path: string, program: Program): string[] {
  const unknown = new Set<string>();
  walk(program, (node) => {
    const call = callIn(node);
    if (
      call &&
      !endpoints.some(({ name, method, path: at }) => name === call.name && method === call.method && at === call.path)
    )
      unknown.add(`${call.method} ${call.path} (${call.name})`);
    return true;
  });
  for (const each of textsIn(program)) if (each.startsWith(API) && !isInApi(each)) unknown.add(each);
  return [...unknown].map((what) => `${path} calls ${what}, which the live api does not have.`);
}

/** The reference of a call as the bundler leaves it: `{name:"getEvent",method:"GET",path:"/events/{id}"}`. */
export function callIn(node: AnyNode): Record<'name' | 'method' | 'path', string> | undefined {
  if (node.type !== 'ObjectExpression') return undefined;
  const texts = Object.fromEntries(
    node.properties.flatMap((property) =>
      property.type === 'Property' && property.key.type === 'Identifier'
        ? [[property.key.name, textOf(property.value)]]
        : [],
    ),
  );
  const { name, method, path } = texts;
  return name && method && path?.startsWith('/') && METHODS.has(method) ? { name, method, path } : undefined;
}

/** Whether a text is the path of a call, or the beginning of one up to a parameter or a query. */
function isInApi(text: string): boolean {
  const given = segmentsOf(text.slice(API.length - 1).replace(/[?#].*$/s, ''));
  return servedPaths.some((path) => {
    const segments = segmentsOf(path);
    return given.every((segment, index) => segments[index] === segment || segments[index]?.startsWith('{'));
  });
}

const segmentsOf = (path: string) => path.split('/').filter((segment) => segment !== '');
