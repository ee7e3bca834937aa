import { build } from 'esbuild';

import { resolveStack } from './resolve-stack.mjs';

const SOURCE = `
export function first() { return second(); }
function second() {
  throw new Error('a reason');
}
first();
`;
const PLACE = '/r/mf-events/1.0.0-a1b2c3d4/131.cefd2863.js';

/** Builds the source as one minified line; returns the stack of its error, and its source map. */
async function aFailure() {
  const { outputFiles } = await build({
    stdin: { contents: SOURCE, sourcefile: 'mf-events/src/first.ts', loader: 'ts' },
    bundle: true,
    minify: true,
    sourcemap: 'external',
    sourcesContent: false,
    outfile: '131.js',
    write: false,
  });
  const [map, script] = outputFiles.map(({ text }) => text);
  try {
    new Function(`${script}\n//# sourceURL=https://manabiba.example${PLACE}`)();
  } catch (error) {
    // Function puts two lines before what it is given.
    const frames = error.stack.replaceAll(`${PLACE}:3:`, `${PLACE}:1:`);
    return { stack: frames, map: JSON.parse(map ?? '') };
  }
  throw new Error('It has not failed.');
}

const mapsOf = (map) => ({
  ofBrowsers: async (path) => {
    if (path !== PLACE) throw new Error('There is none.');
    return map;
  },
  ofServer: async (name) => {
    if (name !== 'main.mjs') throw new Error('There is none.');
    return map;
  },
});

it('resolves the sources of a browser stack', async () => {
  const { stack, map } = await aFailure();
  const { resolved, count, unknown } = await resolveStack(stack, mapsOf(map));
  expect(resolved).toContain('Error: a reason');
  expect(resolved).toMatch(/mf-events\/src\/first\.ts:4:9/);
  expect(resolved).toMatch(/mf-events\/src\/first\.ts:2:34/);
  expect(resolved).not.toContain(PLACE);
  expect(count).toBeGreaterThanOrEqual(3);
  expect(unknown).toEqual([]);
});

it('finds positions in a line of the log, at retry paths, and in the program of the server', async () => {
  const { stack, map } = await aFailure();
  const column = /:1:(\d+)/.exec(stack)?.[1];
  const line = `{"frames":["${PLACE}:1:${column}","/~r2${PLACE}:1:${column}"],"at":"file:///app/server/dist/main.mjs:1:${column}"}`;
  const { resolved, count } = await resolveStack(line, mapsOf(map));
  expect(count).toBe(3);
  expect(Object.values(JSON.parse(resolved)).flat()).toEqual(
    Array.from({ length: 3 }, () => expect.stringMatching(/^mf-events\/src\/first\.ts:4:9/)),
  );
});

it('finds positions in the file of a release that renders pages', async () => {
  const { stack, map } = await aFailure();
  const column = /:1:(\d+)/.exec(stack)?.[1];
  const file = 'releases-on-server/mf-events/1.0.0-a1b2c3d4.cjs';
  const text = `{"frames":["${file}:1:${column}"]}\n    at draw (/data/${file}:1:${column})`;
  const asked = [];
  const { resolved, count } = await resolveStack(text, {
    ofBrowsers: async (path) => {
      asked.push(path);
      return map;
    },
    ofServer: async () => map,
  });
  expect(asked).toEqual(['/r/mf-events/1.0.0-a1b2c3d4/server/remote.cjs']);
  expect(count).toBe(2);
  expect(resolved.match(/mf-events\/src\/first\.ts:4:9/g)).toHaveLength(2);
  expect(resolved).not.toContain('on-server');
});

it('leaves what has no source map, and says so once', async () => {
  const { map } = await aFailure();
  const text = 'at /s/abcd1234/shell.js:1:20\nat /s/abcd1234/shell.js:1:30\nat main.mjs:3:4\nat /r/../x.js:1:1';
  const { resolved, count, unknown } = await resolveStack(text, mapsOf(map));
  expect(resolved).toBe(text);
  expect(count).toBe(0);
  expect(unknown).toContain('/s/abcd1234/shell.js: There is none.');
  expect(new Set(unknown).size).toBe(unknown.length);
});
