import { existsSync, readFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';

import { inRoot } from '../root.mjs';

const STEP = /^\d+\. `([^`]+)` — (start|imports|imported by|joined in `([^`]+)`|wire: \S.*)$/;

/** The journeys in the document, each a list of steps. */
const journeys = readFileSync(inRoot('docs/journeys/through-the-files.md'), 'utf8')
  .split(/^## /m)
  .slice(1)
  .map((section) => {
    const [title = '', ...lines] = section.split('\n');
    return { title, lines: lines.filter((line) => /^\d/.test(line)) };
  });

/** Returns the files that a file imports, by static or dynamic import, as paths from the root. */
function importsOf(file) {
  const text = readFileSync(inRoot(file), 'utf8');
  return [...text.matchAll(/(?:from|import\() ?'([^']+)'/g)].flatMap(([, name = '']) => {
    const path = name.startsWith('@manabiba/shared/')
      ? name.replace('@manabiba/shared/', 'shared/src/')
      : name.startsWith('.')
        ? relative(inRoot('.'), join(inRoot(dirname(file)), name))
        : null;
    return path === null ? [] : [path, `${path}.ts`, `${path}.tsx`];
  });
}

/**
 * Returns what is wrong with a step, or null.
 * @param {string} before
 * @param {{ file: string, how: string, joint?: string }} step
 */
function flawOf(before, { file, how, joint = '' }) {
  if (!existsSync(inRoot(file))) return `${file} does not exist`;
  if (how === 'start' || how.startsWith('wire: ')) return null;
  if (how === 'imports') return importsOf(before).includes(file) ? null : `${before} does not import ${file}`;
  if (how === 'imported by') return importsOf(file).includes(before) ? null : `${file} does not import ${before}`;
  const reached = [
    joint,
    ...importsOf(joint).filter((path) => path.startsWith('api/src/') && existsSync(inRoot(path))),
  ];
  const all = reached.flatMap((path) => (path.endsWith('.ts') ? importsOf(path) : []));
  const missing = [before, file].filter((path) => !all.includes(path));
  return missing.length === 0 ? null : `${joint} does not put ${missing.join(' and ')} together`;
}

describe('the journeys through the files', () => {
  it('has the four journeys', () => {
    expect(journeys.map(({ title }) => title)).toEqual([
      'A reaction',
      'The title of a classroom',
      'A page',
      'A domain event to a consumer',
    ]);
  });

  it.each(journeys)('$title goes through files that reference each other as stated', ({ lines }) => {
    const steps = lines.map((line) => {
      const [, file, how, joint] = STEP.exec(line) ?? [];
      if (!file || !how) throw new Error(`not a step: ${line}`);
      return { file, how, joint };
    });
    expect(steps.length).toBeGreaterThan(3);
    expect(steps.flatMap((step, index) => flawOf(steps[index - 1]?.file ?? '', step) ?? [])).toEqual([]);
  });

  it('detects files that do not reference each other', () => {
    const step = { file: 'api/src/platform/clock.ts', how: 'imports' };
    expect(flawOf('shared/src/format/yen.ts', step)).toBe(
      'shared/src/format/yen.ts does not import api/src/platform/clock.ts',
    );
    expect(flawOf('shared/src/format/yen.ts', { ...step, file: 'api/src/nothing.ts' })).toBe(
      'api/src/nothing.ts does not exist',
    );
  });
});
