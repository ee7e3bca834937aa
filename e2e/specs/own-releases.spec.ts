import { readFile } from 'node:fs/promises';
import { join } from 'node:path';

import { release } from '../fixtures/releases/release';
import { type BuildManifest } from '../fixtures/releases/remote-build';
import { root, sharedProduct } from '../fixtures/running-product';
import { expect, test } from '../fixtures/test';

/** A slot without a URL: it appears when a user leaves a live room. */
const AFTER_ACTION = 'mini-player';

test.skip(Boolean(process.env.E2E_BASE_URL), 'needs the deploy token of the product');
// Each waits for a separate compiler and browser. They publish nothing.
test.describe.configure({ mode: 'parallel', timeout: 600_000 });

// The others go through it elsewhere: mf-events in release.spec.ts, mf-notifications in overtaken-release.spec.ts.
for (const remote of ['mf-account', 'mf-classrooms', 'mf-staff']) {
  test(`${remote} of this repository passes every gate`, { tag: '@full' }, async () => {
    const { code, said } = await release(sharedProduct, remote, '--dry-run');
    expect(said).not.toContain('refused');
    expect(code).toBe(0);
    const text = await readFile(join(root, remote, 'dist', 'release.json'), 'utf8');
    const { version, routes, slots } = JSON.parse(text) as BuildManifest;
    expect(said).toContain(`${remote} ${version} passes every gate; it is not published.`);
    for (const { path } of routes) expect(said).toContain(`The route ${path} mounts`);
    for (const slot of slots.filter((name) => name !== AFTER_ACTION))
      expect(said).toContain(`The slot "${slot}" mounts`);
  });
}
