import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';

import { type BuildManifest } from '../fixtures/releases/remote-build';
import { root } from '../fixtures/running-product';
import { expect, test, renderedByBrowser } from '../fixtures/test';

interface Federation {
  __GLOBAL_PLUGIN__: { name: string }[];
  calls: string[];
  /** By instance, scope, package and version. */
  __SHARE__: Record<string, Record<string, Record<string, Record<string, { useIn: string[] }>>>>;
  moduleInfo: Record<string, { version?: string; remoteEntry?: string; remotesInfo?: Record<string, unknown> }>;
}
type WithFederation = Window & { __FEDERATION__: Federation };

test('the developer tools of Module Federation see the remotes and take part in their loading', async ({ page }) => {
  // As the browser extension does it: a plugin that is there before the shell.
  await page.addInitScript(() => {
    const calls: string[] = [];
    const note = (name: string) => (given: unknown) => {
      calls.push(name);
      return given;
    };
    const plugin = {
      name: 'tools',
      beforeInit: note('beforeInit'),
      init: note('init'),
      beforeRequest: note('beforeRequest'),
      resolveShare: note('resolveShare'),
    };
    Object.assign(window, { __FEDERATION__: { __GLOBAL_PLUGIN__: [plugin], calls } });
  });
  await page.goto(renderedByBrowser('/'));
  await expect(page.getByRole('heading', { name: /開催中の教室/ })).toBeVisible();

  await page.waitForFunction(() => 'shell' in (window as unknown as WithFederation).__FEDERATION__.moduleInfo);
  const { calls, moduleInfo, shared } = await page.evaluate(() => {
    const federation = (window as unknown as WithFederation).__FEDERATION__;
    return {
      calls: federation.calls,
      moduleInfo: federation.moduleInfo,
      shared: Object.values(federation.__SHARE__).map((scopes) => scopes.default ?? {}),
    };
  });
  expect(new Set(calls)).toEqual(new Set(['beforeInit', 'init', 'beforeRequest', 'resolveShare']));
  // The share scope: one version of each package, and who uses it.
  const packages = shared.find((scope) => 'react' in scope) ?? {};
  expect(Object.keys(packages)).toEqual(
    expect.arrayContaining(['react', 'react/jsx-runtime', '@manabiba/shared/platform']),
  );
  for (const versions of Object.values(packages)) expect(Object.keys(versions)).toHaveLength(1);
  expect(Object.values(packages.react ?? {})[0]?.useIn).toContain('mf_classrooms');
  expect(moduleInfo.shell?.version).toMatch(/^[\da-f]{8}$/);
  expect(Object.keys(moduleInfo.shell?.remotesInfo ?? {})).toEqual(expect.arrayContaining(['mf_classrooms']));
  const [key, remote] = Object.entries(moduleInfo).find(([name]) => name.startsWith('mf_classrooms:')) ?? [];
  expect(key).toBe(`mf_classrooms:${remote?.version}`);

  const manifest = await page.request.get(new URL('mf-manifest.json', remote?.remoteEntry).href);
  expect(manifest.headers()['cache-control']).toContain('immutable');
  const release = JSON.parse(await readFile(join(root, 'mf-classrooms/dist/release.json'), 'utf8')) as BuildManifest;
  const digest = createHash('sha384')
    .update(await manifest.body())
    .digest('base64');
  expect(release.files['mf-manifest.json']?.integrity).toBe(`sha384-${digest}`);
  expect(await manifest.json()).toMatchObject({
    name: 'mf_classrooms',
    metaData: { remoteEntry: { name: new URL(remote?.remoteEntry ?? '').pathname.split('/').at(-1) } },
    exposes: [{ path: './remote' }],
  });
});
