import type { Page } from '@playwright/test';

import { test } from '../fixtures/own-product';
import { deployCalls } from '../fixtures/releases/release';
import { aBuildOf, type BuildManifest, type RemoteBuild } from '../fixtures/releases/remote-build';
import { aTornRelease, buildStockRemotes, installBundlers } from '../fixtures/releases/stock-remotes';
import { expect, signInByApi } from '../fixtures/test';

/** The slots that the stock remotes fill, by the remote that leaves them. */
const LEFT = {
  'mf-account': ['top-following', 'top-professionals'],
  'mf-classrooms': ['header-create', 'top-archives', 'top-classrooms'],
  'mf-events': ['top-events'],
  'mf-notifications': ['header-bell'],
};

// Its own product: four remotes of this one leave their slots.
test.use({ productEnv: { STOCK_REMOTES: 'on' } });

const pathOf = ({ manifest }: RemoteBuild) => manifest.routes[0]?.path ?? '';
const linkOf = (page: Page, build: RemoteBuild) =>
  page.getByRole('link', { name: `在庫${pathOf(build)}`, exact: true });

function leaveSlots(manifest: BuildManifest, left: readonly string[]) {
  manifest.slots = manifest.slots.filter((slot) => !left.includes(slot));
  const { firstCalls } = manifest as { firstCalls?: { slots?: Record<string, unknown> } };
  for (const slot of left) delete firstCalls?.slots?.[slot];
  // The server need not render what is not tested here.
  delete manifest.serverFile;
}

/** The scripts of a release that a page has loaded. */
const loadedFiles = (page: Page, { remote, version }: BuildManifest) =>
  page.evaluate(
    (folder) =>
      performance
        .getEntriesByType('resource')
        .filter(({ name }) => name.includes(folder) && name.endsWith('.js'))
        .map(({ name }) => name.slice(name.indexOf(folder) + folder.length)),
    `/r/${remote}/${version}/`,
  );

test(
  'remotes by any bundler of Module Federation pass the gate, share React and the store, fail alone and go back',
  { tag: '@full' },
  async ({ page, product, complaints }) => {
    test.setTimeout(300_000);
    test.skip(!(await installBundlers()), 'needs the npm registry for rspack and Vite');
    const { builds, remove } = await buildStockRemotes();
    const calls = await deployCalls(product);

    await test.step('they pass the gate of the server and are released', async () => {
      for (const [remote, slots] of Object.entries(LEFT)) {
        const rest = await aBuildOf(remote, 'rest', { manifest: (manifest) => leaveSlots(manifest, slots) });
        await calls.publish(rest);
        await rest.remove();
      }
      for (const build of builds) await calls.publish(build);
    });

    await test.step('one page shows all of them, and each page has state, the shell’s URL and its user', async () => {
      await signInByApi(page.context(), product.url, 'host');
      const me = await page.request.get('/v1/me');
      const { nickname } = (await me.json()) as { nickname: string };
      await page.goto('/');
      for (const build of builds) await expect(linkOf(page, build)).toBeVisible();
      for (const build of builds) {
        await linkOf(page, build).click();
        await expect(page.getByRole('heading', { level: 1, name: `在庫 ${pathOf(build)}` })).toBeVisible();
        await page.getByRole('button', { name: '0個' }).click();
        await expect(page.getByRole('button', { name: '1個' })).toBeVisible();
        await expect(page.getByText(`${nickname}さん`)).toBeVisible();
        await page.goBack();
      }
      // The copy of React in the build of mf-enhanced is for shells that share none.
      for (const { manifest } of builds) {
        const { entry, preloads } = manifest;
        const needed = [entry, ...Object.values(preloads.pages).flat(), ...Object.values(preloads.slots).flat()];
        expect(await loadedFiles(page, manifest)).toEqual(expect.arrayContaining([entry]));
        expect((await loadedFiles(page, manifest)).filter((file) => !needed.includes(file))).toEqual([]);
      }
    });

    // Each page load shows one that fails, and the one before, which is back.
    for (const build of builds) {
      await test.step(`${build.manifest.remote} fails alone and is rolled back`, async () => {
        const torn = await aTornRelease(build);
        complaints.allow(/Error: torn/, new RegExp(`/${build.manifest.remote}/`));
        await calls.publish(torn);
        await page.goto('/');
        for (const other of builds.filter((each) => each !== build)) await expect(linkOf(page, other)).toBeVisible();
        await expect(linkOf(page, build)).toHaveCount(0);
        await calls.rollBack(build.manifest.remote);
      });
    }
    await test.step('an ES module with other bytes than those of the release does not run', async () => {
      await page.route(/\/mf-vite\/[^/]+\/remote-entry/, async (route) => {
        const response = await route.fetch();
        await route.fulfill({ response, body: `${await response.text()}\n` });
      });
      await page.goto('/');
      for (const build of builds)
        await expect(linkOf(page, build)).toHaveCount(build.manifest.remote === 'mf-vite' ? 0 : 1);
      await expect(page.getByRole('button', { name: /もう一度試す/ })).toBeVisible();
    });
    await remove();
  },
);
