import { mkdir, mkdtemp, readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';

import { inRoot } from '../../root.mjs';
import { fetchShellTypes, typeErrors } from './against-shell.mjs';
import { writeShellTypes } from './shell-types.mjs';

let folder;
beforeAll(async () => {
  await mkdir(inRoot('.cache'), { recursive: true });
  folder = await mkdtemp(inRoot('.cache/types-test-'));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

/** Simulates a live shell that was built from these sources, with changes. */
async function aShell(name, changes = {}) {
  const path = join(folder, `${name}.json`);
  await writeShellTypes(path);
  const files = JSON.parse(await readFile(path, 'utf8'));
  for (const [file, [from, to]] of Object.entries(changes)) {
    expect(files[file]).toContain(from);
    files[file] = files[file].replaceAll(from, to);
  }
  return fetchShellTypes({
    live: () => Promise.resolve({ types: `../${folder.split(/[\\/]/).at(-1)}/${name}` }),
    types: () => Promise.resolve(files),
  });
}

it('finds no errors when the live shell provides everything that the remote uses', async () => {
  expect(await typeErrors('mf-notifications', await aShell('same'))).toEqual([]);
});

it('reports what the live facade and its api lack, with the messages of the compiler', async () => {
  const shell = await aShell('older', {
    'platform.ts': ['usePageTitle', 'usePageTitle as useOtherTitle'],
    'contract/notifications.ts': ['createdAt', 'madeAt'],
  });
  const errors = await typeErrors('mf-notifications', shell);
  expect(errors).toContainEqual(
    expect.stringMatching(
      /^mf-notifications\/src\/pages\/notifications-page\.tsx:1:\d+ TS2305 Module '"@manabiba\/shared\/platform"' has no exported member 'usePageTitle'\.$/,
    ),
  );
  expect(errors).toContainEqual(expect.stringMatching(/TS2339 Property 'createdAt' does not exist/));
});

it('reports errors in what the remote bundles of shared', async () => {
  const shell = await aShell('other', { 'platform.ts': ['blockNavigation, blockNavigation as', 'blockNavigation as'] });
  expect(await typeErrors('mf-account', shell)).toEqual([
    expect.stringMatching(
      /^shared\/src\/forms\/leave-guard\.tsx:1:\d+ TS2305 .* has no exported member 'blockNavigation'\.$/,
    ),
  ]);
});

it('rejects a file from a shell with a path outside the folder', async () => {
  const product = {
    live: () => Promise.resolve({ types: 'evil' }),
    types: () => Promise.resolve({ '../../evil.ts': '' }),
  };
  await expect(fetchShellTypes(product)).rejects.toThrow('names an invalid file "../../evil.ts"');
});

it('throws when the compiler was killed, instead of finding no errors', async () => {
  const shell = await aShell('killed');
  const { NODE_OPTIONS: before = '' } = process.env;
  process.env.NODE_OPTIONS = "--import=data:text/javascript,process.kill(process.pid,'SIGKILL')";
  try {
    await expect(typeErrors('mf-notifications', shell)).rejects.toThrow('The compiler did not check');
  } finally {
    process.env.NODE_OPTIONS = before;
  }
});
