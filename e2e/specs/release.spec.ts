import { test } from '../fixtures/own-product';
import { Colleague, nextVersion, versionAtHand } from '../fixtures/releases/colleague';
import { deployCalls, releaseEvents } from '../fixtures/releases/release';
import {
  aBuildOfEvents,
  type BuildChange,
  type BuildManifest,
  edits,
  filesOf,
} from '../fixtures/releases/remote-build';
import { expect, signInByApi } from '../fixtures/test';
import { inFullUnless } from '../level';
import { Chrome } from '../pages/chrome';
import { EventsPart } from '../pages/events-part';

// One product with repeated releases while another user works in it.

let colleague: Colleague;
test.beforeAll(async ({ browser, product }) => {
  colleague = await Colleague.arrive(browser, product);
});
test.beforeEach(() => colleague.listen());
test.afterEach(() => colleague.worksOn());
test.afterAll(() => colleague.leave());

/** Submits a changed build with the command and returns the outcome. */
async function release(product: { url: string; dataDir: string }, change: BuildChange, ...words: string[]) {
  const build = await aBuildOfEvents('e2e', change);
  const outcome = await releaseEvents(product, '--build', build.folder, ...words);
  await build.remove();
  return { ...outcome, version: build.version };
}

const route = (path: string) => ({ path, page: 'events', title: 'イベント', access: 'anyone' });
const says = (change: (manifest: BuildManifest) => void): BuildChange => ({ manifest: change });
const script = (edit: (text: string) => string): BuildChange => ({ files: [[filesOf.pageScript, edit]] });
/** Text that compresses poorly. */
const heavy = Array.from({ length: 60_000 }, (_, index) => Math.sin(index).toString(36).slice(3, 5)).join('');

/** All changes in one build. */
const all = (...changes: BuildChange[]): BuildChange => ({
  files: changes.flatMap(({ files = [] }) => files),
  manifest: (manifest) => {
    for (const change of changes) change.manifest?.(manifest);
  },
});

/** By check: a release stops at the first one that refuses it, which names all reasons at once. */
const refusedByServer: { check: string; change: BuildChange; sentences: RegExp[] }[] = [
  {
    check: 'shared versions',
    change: says(({ requires }) => {
      requires.react = '^18.0.0';
      requires.platform = '^1.99.0';
    }),
    sentences: [
      / - It needs react \^18\.0\.0; the live shell provides 19\./,
      / - It needs platform \^1\.99\.0; the live shell provides 1\./,
    ],
  },
  {
    check: 'size budgets',
    change: script(edits.after(`"${heavy}"`)),
    sentences: [/ - The page "events" weighs [\d.]+ KB of JavaScript \(brotli\); its budget is 40 KB\./],
  },
  {
    check: 'routes and slots',
    change: says(({ routes, slots }) => {
      routes.push(route('/polls'), route('/classrooms'), route('/signin'));
      slots.push('top-polls', 'top-classrooms');
    }),
    sentences: [
      / - The route \/polls is neither in the list of paths/,
      / - The route \/classrooms belongs to mf-classrooms\./,
      / - The route \/signin belongs to the shell\./,
      / - The slot "top-polls" is not in the list of slots/,
      / - The slot "top-classrooms" belongs to mf-classrooms\./,
    ],
  },
  {
    check: 'source',
    change: all(
      script(edits.after('eval("1")')),
      script(edits.after('fetch("https://cdn.evil.test/x")')),
      script(edits.after('import("./other.js")')),
      { files: [[filesOf.pageStyles, edits.after('@layer app{header{display:none}}')]] },
      says(({ files, entry }) => {
        files[entry] = { bytes: 1, brotliBytes: 1, integrity: 'sha384-AAAA' };
      }),
    ),
    sentences: [
      / - page-events\.\S+ uses eval/,
      / - page-events\.\S+ names the foreign host cdn\.evil\.test\./,
      / - page-events\.\S+ uses import\(\) past the bundler/,
      / - page-events\.\S+ styles "header": a selector must begin at a class of the remote's own/,
      / - The file remote-entry\.\S+ is not the one that was built: its digest differs\./,
    ],
  },
  {
    check: 'drawn by the server',
    change: { serverFile: edits.throwsInRender },
    sentences: [/ - The (page|slot) "(top-)?events" cannot be rendered on the server: /],
  },
];

test('users are notified unobtrusively of a release worth a reload, and of no other', async ({ page, product }) => {
  const [part, notice] = [new EventsPart(page), new Chrome(page).releaseNotice];
  const calls = await deployCalls(product);
  const before = await nextVersion(page, product.url);
  const plain = await aBuildOfEvents('plain', script(edits.after('/* newer */')));
  const worthIt = await aBuildOfEvents('worth', script(edits.after('/* newer still */')));
  await page.clock.install();
  await page.goto('/events');
  await expect(part.list).toBeVisible();
  /** Pages check on navigation, at most once in five minutes. */
  const later = async () => {
    await page.clock.fastForward(5 * 60_000 + 1000);
    const asked = page.waitForResponse(/\/versions\.json/);
    await part.list.getByRole('link').first().click();
    await asked;
    await page.goBack();
    await expect(part.list).toBeVisible();
  };

  await calls.publish(plain);
  await later();
  await expect(notice).toHaveCount(0);
  expect(await versionAtHand(page)).toBe(before);

  await calls.publish(worthIt, { isWorthReload: true });
  await expect(async () => {
    await later();
    await expect(notice).toBeVisible({ timeout: 500 });
  }).toPass();
  expect(await versionAtHand(page)).toBe(before);
  await notice.getByRole('button', { name: '再読み込み' }).click();
  await expect(part.list).toBeVisible();
  await expect(notice).toHaveCount(0);
  expect(await versionAtHand(page)).toBe(worthIt.version);
  for (const build of [plain, worthIt]) {
    await calls.rollBack();
    await build.remove();
  }
});

test('a release goes live, current users keep theirs, and one step rolls back', async ({ page, product }) => {
  // Its gate compiles the release and opens every page in a browser, on a machine that may be busy.
  test.setTimeout(600_000);
  const before = await nextVersion(page, product.url);
  const { code, said, version } = await release(
    product,
    script(edits.after('/* the same, and newer */')),
    '--why',
    'a newer list',
    '--who',
    'aoi',
  );
  expect(said).toContain(`${version} is live for everyone`);
  expect(code).toBe(0);
  await page.goto('/events');
  await expect(new EventsPart(page).list).toBeVisible();
  expect(await nextVersion(page, product.url)).toBe(version);
  await colleague.worksOn();

  expect((await releaseEvents(product, '--rollback')).said).toContain(`mf-events is back at ${before}`);
  expect(await nextVersion(page, product.url)).toBe(before);
});

for (const { check, change, sentences } of refusedByServer) {
  test(
    `the release command refuses a release that fails the check "${check}" and states every reason`,
    inFullUnless(check === 'source'),
    async ({ page, product }) => {
      const before = await nextVersion(page, product.url);
      const { code, said } = await release(product, change);
      expect(said).toMatch(new RegExp(`✗ +${check}`));
      for (const sentence of sentences) expect.soft(said).toMatch(sentence);
      expect(code).toBe(1);
      expect(await nextVersion(page, product.url)).toBe(before);
    },
  );
}

test('staff see what was released, by whom and why', async ({ page, product }) => {
  await signInByApi(page.context(), product.url, 'staff');
  await page.goto('/status');
  await expect(page.getByRole('heading', { level: 1, name: '稼働状況' })).toBeVisible();
  const history = page.getByRole('region', { name: '履歴' });
  await expect(history.getByRole('row').filter({ hasText: 'a newer list' }).filter({ hasText: 'aoi' })).toBeVisible();
  await expect(history.getByRole('row').filter({ hasText: '巻き戻し' }).first()).toBeVisible();
  await expect(history.getByRole('row').filter({ hasText: '却下' }).first()).toBeVisible();
});
