import { originalPositionFor, TraceMap } from '@jridgewell/trace-mapping';

import { SERVER_FILE } from '../../build/packages.mjs';

/** A position in a script that browsers load, with or without its origin: /r/<remote>/<version>/… or /s/<version>/… */
const IN_BROWSER = /(?:https?:\/\/[\w.:[\]-]+)?(?:\/~r\d+)?(\/[rs]\/[\w@~./-]+\.js):(\d+):(\d+)/g;
/**
 * A position in the file of a release that the server runs to render pages: …/releases-on-server/<remote>/<version>.cjs
 */
const OF_RENDERING = /(?:file:\/\/)?[^\s()"']*-on-server\/([\w-]+)\/([\w.-]+)\.cjs:(\d+):(\d+)/g;
/** A position in the built program of the server, which Node names by file or URL. */
const ON_SERVER = /(?:file:\/\/)?[^\s()"']*\/server\/(?:dist\/)?([\w-]+\.mjs):(\d+):(\d+)/g;

/** @type {(groups: string[]) => { script: string, line: string, column: string }} */
const inScript = ([script = '', line = '', column = '']) => ({ script, line, column });

/**
 * Replaces positions in built scripts by those in the sources, as `file:line:column (name)`; the rest of the text
 * stays.
 * @param {string} stack
 * @param {object} maps
 * @param {(path: string) => Promise<object>} maps.ofBrowsers Returns the source map of a file of a release or a shell, by its
 * path.
 * @param {(name: string) => Promise<object>} maps.ofServer The same for a program of the server, by its file name.
 * @returns {Promise<{ resolved: string, count: number, unknown: string[] }>} how many positions were resolved, and why
 * others were not
 */
export async function resolveStack(stack, { ofBrowsers, ofServer }) {
  /** @type {Set<string>} */
  const unknown = new Set();
  /** @type {Map<string, Promise<TraceMap | undefined>>} */
  const known = new Map();
  let count = 0;

  async function mapOf(script, read) {
    const map = known.get(script) ?? read(script).then((found) => new TraceMap(found));
    known.set(script, map);
    return map.catch((error) => void unknown.add(`${script}: ${error.message}`));
  }

  async function positionOf(whole, { script, line, column }, read) {
    const map = await mapOf(script, read);
    if (!map) return whole;
    // Browsers count columns from 1, source maps from 0.
    const found = originalPositionFor(map, { line: Number(line), column: Number(column) - 1 });
    if (found.source === null) return whole;
    count += 1;
    return `${found.source}:${found.line}:${found.column + 1}${found.name ? ` (${found.name})` : ''}`;
  }

  async function replaceAll(text, pattern, read, placeIn = inScript) {
    const matches = [...text.matchAll(pattern)];
    const positions = await Promise.all(matches.map(([whole, ...parts]) => positionOf(whole, placeIn(parts), read)));
    return text.replace(pattern, () => positions.shift() ?? '');
  }

  const rendered = await replaceAll(stack, OF_RENDERING, ofBrowsers, ([remote, version, line = '', column = '']) => ({
    script: `/r/${remote}/${version}/${SERVER_FILE}`,
    line,
    column,
  }));
  const resolved = await replaceAll(await replaceAll(rendered, IN_BROWSER, ofBrowsers), ON_SERVER, ofServer);
  return { resolved, count, unknown: [...unknown] };
}
