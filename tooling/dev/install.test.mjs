import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';

import { showProgress } from './install.mjs';

let folder;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'manabiba-install-'));
});
afterEach(() => rm(folder, { recursive: true }));

const write = async (path, value) => {
  await mkdir(dirname(join(folder, path)), { recursive: true });
  await writeFile(join(folder, path), JSON.stringify(value));
};

/** Returns the next line that is printed. */
const nextLine = () => new Promise((resolve) => jest.spyOn(console, 'log').mockImplementation(resolve));

it('reports how many of the required packages have arrived, and after how many seconds', async () => {
  await write('package-lock.json', {
    packages: {
      '': {},
      shared: {},
      'node_modules/react': { version: '19.0.0' },
      'shell/node_modules/webpack': { version: '5.0.0' },
      'node_modules/@manabiba/shared': { link: true, resolved: 'shared' },
      'node_modules/only-on-another-system': { version: '1.0.0', optional: true },
    },
  });
  const first = nextLine();
  const stop = await showProgress(folder, 5);
  try {
    expect(await first).toBe('Installing 2 packages');
    expect(await nextLine()).toMatch(/^ {2}\[0\/2\] \d+ s$/);
    await write('node_modules/react/package.json', {});
    await write('shell/node_modules/webpack/package.json', {});
    // A line that was begun before may still follow.
    let line = '';
    while (!line.startsWith('  [2/2]')) line = await nextLine();
    expect(line).toMatch(/^ {2}\[2\/2\] \d+ s$/);
  } finally {
    stop();
  }
});
