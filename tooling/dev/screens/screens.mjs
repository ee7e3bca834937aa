import { mkdir, rm, writeFile } from 'node:fs/promises';
import { parseArgs } from 'node:util';

import { inRoot } from '../../root.mjs';
import { ownLines, readProductTexts } from './product-texts.mjs';

const HELP =
  'npm run screens -- --url http://localhost:3000\nTakes the screenshots of docs/screens from a running product with demo data, and records the texts on them: the\ntests say when the product no longer says one.';
const FOLDER = inRoot('docs/screens');
const HEIGHT = 900;

/**
 * The screenshots that are kept: at most twelve, each linked from a document.
 * @type {{ name: string, path: string | ((page: import('playwright-core').Page) => Promise<string>), width: number, colorScheme: 'light' | 'dark' }[]}
 */
const SCREENS = [
  { name: 'top-1280-light', path: '/', width: 1280, colorScheme: 'light' },
  { name: 'top-360-dark', path: '/', width: 360, colorScheme: 'dark' },
  {
    name: 'classroom-1280-light',
    path: (page) => firstClassroom(page, 'scheduled'),
    width: 1280,
    colorScheme: 'light',
  },
  { name: 'classroom-live-1280-dark', path: (page) => firstClassroom(page, 'live'), width: 1280, colorScheme: 'dark' },
];

/** Returns the path of the first classroom in a state, queried in the page. */
async function firstClassroom(page, state) {
  await page.goto('/');
  const id = await page.evaluate(
    async (wanted) => (await (await fetch(`/v1/classrooms?state=${wanted}`)).json()).items[0]?.id,
    state,
  );
  if (!id) throw new Error(`There is no ${state} classroom: start the product with demo data.`);
  return `/classrooms/${id}`;
}

/** Runs in the page: returns the texts in view, one a line. */
function textOnScreen() {
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  const lines = [];
  for (let node = walker.nextNode(); node; node = walker.nextNode()) {
    const { top = 0, bottom = 0, height = 0 } = node.parentElement?.getBoundingClientRect() ?? {};
    if (height > 0 && bottom > 0 && top < window.innerHeight) lines.push(node.textContent);
  }
  return lines.join('\n');
}

const {
  values: { url = 'http://localhost:3000', help },
} = parseArgs({ options: { url: { type: 'string' }, help: { type: 'boolean' } } });
if (help) console.log(HELP);
else {
  // Imported late, so that `--help` works before anything is installed.
  const { launchChromium } = await import('../../bench/support/browser.mjs');
  const browser = await launchChromium([]);
  await rm(FOLDER, { recursive: true, force: true });
  await mkdir(FOLDER, { recursive: true });
  const sources = await readProductTexts();
  /** @type {Record<string, string[]>} */
  const texts = {};
  for (const { name, path, width, colorScheme } of SCREENS) {
    const context = await browser.newContext({
      baseURL: url,
      viewport: { width, height: HEIGHT },
      colorScheme,
      locale: 'ja-JP',
      timezoneId: 'Asia/Tokyo',
      reducedMotion: 'reduce',
    });
    const page = await context.newPage();
    // Dismissed first, so that the screenshot shows the page and not the consent banner.
    await page.goto('/');
    const decline = page.getByRole('button', { name: '同意しない' });
    if (await decline.isVisible()) await decline.click();
    await page.goto(typeof path === 'function' ? await path(page) : path);
    await page.getByRole('main').locator('[aria-busy="true"]').first().waitFor({ state: 'detached' });
    await page.evaluate(async () => {
      await document.fonts.ready;
      // Declining the request has scrolled the page, and reopening it restores that position.
      window.scrollTo(0, 0);
    });
    await page.screenshot({ path: `${FOLDER}/${name}.png` });
    texts[name] = ownLines(await page.evaluate(textOnScreen), sources);
    await context.close();
  }
  await browser.close();
  await writeFile(`${FOLDER}/texts.json`, `${JSON.stringify(texts, null, 2)}\n`);
  console.log(`${SCREENS.length} screenshots in docs/screens`);
}
