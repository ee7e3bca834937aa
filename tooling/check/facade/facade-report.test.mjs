import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

import { inRoot } from '../../root.mjs';
import { facadeDrift, facadeReport } from './facade-report.mjs';

let folder;
beforeEach(async () => {
  await mkdir(inRoot('.cache'), { recursive: true });
  folder = await mkdtemp(inRoot('.cache/facade-test-'));
});
afterEach(() => rm(folder, { recursive: true, force: true }));

const sources = {
  'platform.ts': "export { useView } from './use-view';\nexport type { Options } from './options';\n",
  'options.ts':
    'export interface Options { isShown: boolean }\ninterface Hidden { depth: number }\nexport type { Hidden };\n',
  'use-view.ts': [
    "import type { Hidden, Options } from './options';",
    'export function useView(name: string, options: Options & Hidden = { isShown: true, depth: 1 }) {',
    '  return options.isShown ? name : null;',
    '}',
  ].join('\n'),
};

/** Creates the report of a small facade, with some files replaced. */
async function reportOf(changes = {}) {
  const path = join(folder, 'src');
  await mkdir(path, { recursive: true });
  for (const [name, text] of Object.entries({ ...sources, ...changes })) await writeFile(join(path, name), text);
  return facadeReport(join(path, 'platform.ts'));
}

it('describes every exported name, with inferred result types and the types that these reference', async () => {
  const report = await reportOf();
  expect(report).toContain(
    'function useView(name: string, options: Options & Hidden = { isShown: true, depth: 1 }): string | null',
  );
  expect(report).toMatch(/export interface Options \{\n +isShown: boolean;\n\}/);
  expect(report.split('Types that these name')[1]).toMatch(/interface Hidden \{\n +depth: number;\n\}/);
});

it('is the same regardless of the order of the exports', async () => {
  const other = sources['platform.ts'].trim().split('\n').reverse().join('\n');
  expect(await reportOf({ 'platform.ts': other })).toBe(await reportOf(sources));
});

it.each([
  [
    'a parameter',
    { 'use-view.ts': sources['use-view.ts'].replace('name: string', 'name: number') },
    'has changed at useView',
  ],
  [
    'an inferred result',
    { 'use-view.ts': sources['use-view.ts'].replace('null', 'undefined') },
    'has changed at useView',
  ],
  [
    'a referenced type',
    { 'options.ts': sources['options.ts'].replace('depth: number', 'depth: string') },
    'has changed at Hidden',
  ],
  ['a removed name', { 'platform.ts': "export { useView } from './use-view';\n" }, 'has changed at Options'],
])('reports that the committed report is out of date after a change of %s', async (_what, changes, words) => {
  const committed = await reportOf();
  expect(facadeDrift(committed, await reportOf(changes))).toBe(
    `The facade ${words}, and shared/facade.api.txt does not say so: run \`npm run generate\` and review the difference.`,
  );
});

it('reports nothing while the committed report matches the sources', async () => {
  expect(facadeDrift(await reportOf(), await reportOf())).toBeUndefined();
});
