import { readFile } from 'node:fs/promises';
import { join } from 'node:path';

import { test } from '../fixtures/own-product';
import { expect } from '../fixtures/product';
import { release } from '../fixtures/releases/release';
import { type BuildManifest } from '../fixtures/releases/remote-build';
import { root } from '../fixtures/running-product';

/** A slot that no URL shows by itself: it appears when a user leaves a live room. */
const AFTER_ACTION = 'mini-player';

for (const remote of ['mf-account', 'mf-classrooms', 'mf-events', 'mf-notifications']) {
  test(`the current build of ${remote} passes every gate`, async ({ product }) => {
    test.setTimeout(300_000);
    const folder = join(root, remote, 'dist');
    const { routes, slots } = JSON.parse(await readFile(join(folder, 'release.json'), 'utf8')) as BuildManifest;
    const { code, said } = await release(product, remote, '--build', folder);
    expect(said).not.toContain('refused');
    expect(code).toBe(0);
    for (const { path } of routes) expect(said).toContain(`The route ${path} mounts`);
    for (const slot of slots.filter((name) => name !== AFTER_ACTION))
      expect(said).toContain(`The slot "${slot}" mounts`);
  });
}
