import { test } from '../fixtures/own-product';
import { renderedVersions, nextVersion } from '../fixtures/releases/colleague';
import { neighboursLive } from '../fixtures/releases/fault-matrix';
import { deployCalls, releaseEvents, showOnlyTo } from '../fixtures/releases/release';
import { aBuildOfEvents, edits, filesOf, type RemoteBuild } from '../fixtures/releases/remote-build';
import { aSmallRemote } from '../fixtures/releases/small-remote';
import { expect, signInByApi, renderedByBrowser } from '../fixtures/test';
import { inFullUnless } from '../level';
import { EventsPart } from '../pages/events-part';

// Remotes share React and the facade, which provides router and store from the shell. A build declares its requirements
// twice: for the gate in release.json, for the browser in its entry.
const REACT = 'react';
const FACADE = '@manabiba/shared/platform';

const tooNew: [string, string, string, string][] = [
  ['a higher minor version of React', 'react', REACT, '^19.99.0'],
  ['the next major version of React', 'react', REACT, '^20.0.0'],
  ['the major version of React before', 'react', REACT, '^18.3.1'],
  ['a higher minor version of the facade', 'platform', FACADE, '^1.99.0'],
  ['the next major version of the facade', 'platform', FACADE, '^2.0.0'],
];
const ofItsOwn: [string, string, string][] = [
  ['a router of a higher minor version', 'react-router-dom', '^7.99.0'],
  ['a router of another major version', 'react-router-dom', '^6.30.0'],
  ['a store of a higher minor version', 'zustand', '^5.99.0'],
  ['a store of another major version', 'zustand', '^4.5.7'],
];

/** One build needs all of these together: a range for each of them, as release.json has one range for a module. */
const conflicts: Record<string, string>[] = [
  { react: '^19.99.0', platform: '^1.99.0' },
  { react: '^20.0.0', platform: '^2.0.0', 'react-router-dom': '^7.99.0', zustand: '^5.99.0' },
  { react: '^18.3.1', 'react-router-dom': '^6.30.0', zustand: '^4.5.7' },
];
/** The shell shares the others only through the facade. */
const SHARED = ['react', 'platform'];

for (const needed of conflicts) {
  const words = Object.entries(needed).map(([name, range]) => `${name} ${range}`);
  test(
    `a release that needs ${words.join(', ')} is refused with every conflict`,
    inFullUnless(needed === conflicts[1]),
    async ({ product }) => {
      const build = await aBuildOfEvents('skew', { manifest: ({ requires }) => Object.assign(requires, needed) });
      const { code, said } = await releaseEvents(product, '--build', build.folder);
      for (const [name, range] of Object.entries(needed)) {
        if (SHARED.includes(name))
          expect
            .soft(said)
            .toMatch(new RegExp(` - It needs ${name} \\${range}; the live shell provides \\d+\\.\\d+\\.\\d+\\.`));
        else expect.soft(said).toContain(` - It needs ${name} ${range}, which the live shell does not share.`);
      }
      expect(code).toBe(1);
      await build.remove();
    },
  );
}

const loadedNevertheless = [
  ...tooNew.map(([what, , shared, range]) => ({ what, edit: edits.needs(shared, range) })),
  ...ofItsOwn.map(([what, name, range]) => ({ what, edit: edits.takesInstead(FACADE, name, range) })),
];
for (const { what, edit } of loadedNevertheless) {
  test(
    `a remote that needs ${what} and is loaded anyway shows one panel, and the rest keeps working`,
    inFullUnless(what === 'a higher minor version of the facade'),
    async ({ page, product }) => {
      const build = await aBuildOfEvents('skew', { files: [[filesOf.entry, edit]] });
      await signInByApi(page.context(), product.url, 'adult');
      const end = await showOnlyTo(page.context(), product, build);
      await page.goto(renderedByBrowser('/'));
      const part = new EventsPart(page);
      await expect(part.panel).toBeVisible();
      await neighboursLive(page, 'slot');
      await expect(part.list).toHaveCount(0);
      await end();
      await expect(part.list).toBeVisible();
      await build.remove();
    },
  );
}

test(
  'the browser of the gate finds a conflict that release.json does not declare, and nothing goes live',
  { tag: '@full' },
  async ({ page, product }) => {
    test.setTimeout(240_000);
    const before = await nextVersion(page, product.url);
    const build = await aBuildOfEvents('skew', { files: [[filesOf.entry, edits.needs(FACADE, '^1.99.0')]] });
    const { code, said } = await releaseEvents(product, '--build', build.folder);
    expect(said).toMatch(/ - The route \/events did not mount: .*\^1\.99\.0/);
    expect(code).toBe(1);
    expect(await nextVersion(page, product.url)).toBe(before);
    await build.remove();
  },
);

test('a remote built with a lower minor version of React works', { tag: '@full' }, async ({ page, product }) => {
  const range = '^19.0.1';
  const build = await aBuildOfEvents('skew', {
    files: [[filesOf.entry, edits.needs(REACT, range)]],
    manifest: ({ requires }) => {
      requires.react = range;
    },
  });
  await showOnlyTo(page.context(), product, build);
  await page.goto('/events');
  await expect(new EventsPart(page).list).toBeVisible();
  expect(await renderedVersions(page, 'mf-events')).toEqual([build.version]);
  await build.remove();
});

test.describe('a remote that bundles its own store', () => {
  let build: RemoteBuild;
  test.beforeAll(async ({ product }) => {
    build = await aSmallRemote();
    await (await deployCalls(product)).publish(build);
  });
  test.afterAll(() => build.remove());
  test.beforeEach(async ({ page, product }) => signInByApi(page.context(), product.url, 'adult'));

  test('works with that store', { tag: '@full' }, async ({ page }) => {
    await page.goto('/skew/store');
    await page.getByRole('button', { name: '0回' }).click();
    await expect(page.getByRole('button', { name: '1回' })).toBeVisible();
  });

  test('shares the router of the page and the user through the facade', { tag: '@full' }, async ({ page }) => {
    await page.goto('/skew/facade');
    await expect(page.getByRole('heading', { level: 1, name: '/skew/facade' })).toBeVisible();
    await expect(page.getByRole('main')).toContainText(/.+さん/);
  });
});
