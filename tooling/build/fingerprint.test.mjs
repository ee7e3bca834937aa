import { mkdir, mkdtemp, rm, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { fingerprint } from './fingerprint.mjs';

let folder;
const write = (path, text) => writeFile(join(folder, path), text);

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'manabiba-fingerprint-'));
  await mkdir(join(folder, 'dist'));
  await write('page.tsx', 'one');
});
afterEach(() => rm(folder, { recursive: true }));

it('is the same for the same sources, even when a checkout has changed their times', async () => {
  const before = await fingerprint([folder]);
  await utimes(join(folder, 'page.tsx'), 1_000_000_000, 1_000_000_000);
  expect(await fingerprint([folder])).toBe(before);
});

it.each([
  ['an edit', () => write('page.tsx', 'two'), true],
  ['a new file', () => write('other.tsx', 'one'), true],
  ['a deleted file', () => rm(join(folder, 'page.tsx')), true],
  ['a test', () => write('page.test.tsx', 'one'), false],
  ['build output', () => write('dist/page.js', 'one'), false],
])('after %s', async (_what, change, isStale) => {
  const before = await fingerprint([folder]);
  await change();
  expect((await fingerprint([folder])) !== before).toBe(isStale);
});

it('depends on the installed packages of a lock file, not on the workspace packages', async () => {
  const lock = (version, ours) => JSON.stringify({ packages: { ...ours, 'node_modules/react': { version } } });
  await write('package-lock.json', lock('19.3.1', {}));
  const before = await fingerprint([folder]);
  await write(
    'package-lock.json',
    lock('19.3.1', { 'mf-polls': {}, 'node_modules/@manabiba/mf-polls': { link: true } }),
  );
  expect(await fingerprint([folder])).toBe(before);
  await write('package-lock.json', lock('19.4.0', {}));
  expect(await fingerprint([folder])).not.toBe(before);
});
