import { mkdir, mkdtemp, readdir, readFile, rm, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { keepShellFiles } from './shell-files';

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'manabiba-shells-'));
});
afterEach(() => rm(folder, { recursive: true, force: true }));

async function build(version: string) {
  const shellDir = join(folder, 'dist');
  await rm(shellDir, { recursive: true, force: true });
  await mkdir(join(shellDir, 'client'), { recursive: true });
  await writeFile(join(shellDir, 'shell-manifest.json'), JSON.stringify({ version }));
  await writeFile(join(shellDir, 'client', `own-signin.${version}.js`), version);
  return { shellDir, shellsDir: join(folder, 'shells') };
}

it('keeps previously served files next to the new ones, whatever a build removes', async () => {
  await keepShellFiles(await build('aaaa'));
  await keepShellFiles(await build('bbbb'));
  expect(await readFile(join(folder, 'shells/aaaa/own-signin.aaaa.js'), 'utf8')).toBe('aaaa');
  expect(await readFile(join(folder, 'shells/bbbb/own-signin.bbbb.js'), 'utf8')).toBe('bbbb');
});

it('keeps source maps where browsers cannot load them', async () => {
  const folders = await build('aaaa');
  await mkdir(join(folders.shellDir, 'source-maps'));
  await writeFile(join(folders.shellDir, 'source-maps', 'own-signin.aaaa.js.map'), '{}');
  await keepShellFiles(folders);
  expect(await readdir(join(folder, 'shells/aaaa'))).toEqual(['own-signin.aaaa.js']);
  expect(await readdir(join(folder, 'shells-source-maps/aaaa'))).toEqual(['own-signin.aaaa.js.map']);
});

it('removes a shell that was not started for thirty days, but none that is started again', async () => {
  await keepShellFiles(await build('aaaa'));
  const old = new Date(Date.now() - 31 * 86_400_000);
  await utimes(join(folder, 'shells/aaaa'), old, old);
  await keepShellFiles(await build('aaaa'));
  expect(await readdir(join(folder, 'shells'))).toEqual(['aaaa']);
  await utimes(join(folder, 'shells/aaaa'), old, old);
  await keepShellFiles(await build('bbbb'));
  expect(await readdir(join(folder, 'shells'))).toEqual(['bbbb']);
});
