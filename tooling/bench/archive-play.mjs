import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';

import { readConfiguration } from '../../server/src/configuration.mjs';
import { buildStale } from '../build/build.mjs';
import { keyDigest, madeCertificate } from '../dev/certificate.mjs';
import { startPostgres } from '../dev/postgres/postgres.mjs';
import { startTlsFront } from '../dev/tls-front.mjs';
import { freePort } from '../free-port.mjs';
import { inRoot } from '../root.mjs';
import { firstFrameMs, readyToPlay, seekMs, watchFrames } from './archive-play/frames.mjs';
import { throttle } from './page/throttle.mjs';
import { launchChromium } from './support/browser.mjs';
import { load, median, printVerdicts, spread } from './support/figures.mjs';

const ROUNDS = 7;
/** Maximum time to the first frame, as a multiple of that of a bare page with one video element and the same file. */
const MAX_RATIO = 1.3;
const MAX_SEEK_MS = 500;
/** Every seek goes to a place that is not loaded: keys of tenths of the length, in an order without neighbours. */
const TENTHS = ['9', '4', '7', '2', '6', '3', '8', '1', '5'];
const ARCHIVES_MS = 180_000;

/**
 * Benchmarks the player of archives on a slow phone and a slow connection: from the click on play on a loaded page to the
 * first frame that moves, against a bare page with one video element; then seeks on a fast connection.
 */
export async function bench() {
  const ends = [];
  try {
    const { browser, origin, archive } = await setUp((close) => ends.push(close));
    console.log(`  ${load()}`);
    const times = { player: [], bare: [] };
    for (let round = 0; round <= ROUNDS; round += 1)
      for (const side of round % 2 ? ['player', 'bare'] : ['bare', 'player']) {
        const ms = await inPage(browser, (page) =>
          side === 'player' ? played(page, origin, archive) : bare(page, origin, archive),
        );
        // The first round warms the server up.
        if (round > 0) times[side]?.push(ms);
      }
    const cold = await inPage(browser, (page) => coldOpen(page, origin, archive));
    const seeks = await inPage(browser, (page) => seekAround(page, origin, archive));
    return report(times, cold, seeks);
  } finally {
    for (const close of ends.reverse()) await close();
  }
}

function report({ player, bare }, cold, seeks) {
  const line = (name, all) =>
    console.log(`  ${name}: ${Math.round(median(all))} ms (spread ${Math.round(spread(all))})`);
  line('press of play to the first frame', player);
  line('the same on a bare page', bare);
  console.log(`  from opening the page cold to the first frame: ${Math.round(cold)} ms`);
  line('seek to a new place', seeks);
  const ratio = median(player) / median(bare);
  const seek = median(seeks);
  return printVerdicts([
    [`first frame after ${ratio.toFixed(2)} times that of a bare page; at most ${MAX_RATIO}`, ratio <= MAX_RATIO],
    [`seek after ${Math.round(seek)} ms; at most ${MAX_SEEK_MS}`, seek <= MAX_SEEK_MS],
  ]);
}

async function setUp(atEnd) {
  await buildStale();
  const folder = await mkdtemp(join(tmpdir(), 'manabiba-play-'));
  atEnd(() => rm(folder, { recursive: true, force: true }));
  const postgres = await startPostgres({ dataDir: folder });
  atEnd(() => postgres.stop());
  const certificate = await madeCertificate(['localhost', '*.localhost']);
  const port = await freePort();
  const side = { port, rewrite: (html) => html };
  const front = await startTlsFront({ certificate, host: '127.0.0.1', sideOf: () => side });
  atEnd(() => front.close());
  const origin = `https://play.localhost:${front.port}`;
  const { startServer } = await import(pathToFileURL(inRoot('server/dist/main.mjs')).href);
  const { env, dataDir } = await readConfiguration({
    ...process.env,
    PORT: String(port),
    DATA_DIR: folder,
    PUBLIC_URL: origin,
  });
  const product = await startServer({ dataDir, env: { ...env, DATABASE_URL: postgres.url }, isEmbeddedDatabase: true });
  atEnd(() => product.close());
  const archive = await publicArchive(port);
  const browser = await launchChromium([
    `--ignore-certificate-errors-spki-list=${keyDigest(certificate)}`,
    '--host-resolver-rules=MAP *.localhost 127.0.0.1',
    '--autoplay-policy=no-user-gesture-required',
  ]);
  atEnd(() => browser.close());
  return { browser, origin, archive };
}

/** The demo makes its videos in the background after the start. */
async function publicArchive(port) {
  const deadline = performance.now() + ARCHIVES_MS;
  while (performance.now() < deadline) {
    const { items } = await (await fetch(`http://127.0.0.1:${port}/v1/archives?limit=50`)).json();
    const found = items.filter(({ access }) => access === 'public');
    // All of them: nothing is composed any more while the player is measured.
    if (items.length >= 6 && found.length > 0)
      return (await fetch(`http://127.0.0.1:${port}/v1/archives/${found[0].id}`)).json();
    await new Promise((resolve) => setTimeout(resolve, 1000));
  }
  throw new Error('The demo has made no archives.');
}

async function inPage(browser, measure) {
  const context = await browser.newContext({
    locale: 'ja-JP',
    timezoneId: 'Asia/Tokyo',
    viewport: { width: 390, height: 844 },
  });
  try {
    const page = await context.newPage();
    await page.addInitScript(watchFrames);
    return await measure(page);
  } finally {
    await context.close();
  }
}

const playButton = (page) =>
  page.getByRole('region', { name: 'アーカイブの再生' }).getByRole('button', { name: '再生する' });

async function played(page, origin, { id }) {
  await throttle(page);
  await page.goto(`${origin}/archives/${id}`, { waitUntil: 'networkidle' });
  await readyToPlay(page);
  await playButton(page).click();
  return firstFrameMs(page);
}

async function bare(page, origin, { fileUrl, thumbnailUrl }) {
  const html = `<!doctype html><video src="${fileUrl}" poster="${thumbnailUrl}" preload="metadata" playsinline></video><button onclick="document.querySelector('video').play()">Play</button>`;
  await page.route(`${origin}/bare`, (route) => route.fulfill({ contentType: 'text/html', body: html }));
  await throttle(page);
  await page.goto(`${origin}/bare`, { waitUntil: 'networkidle' });
  await readyToPlay(page);
  await page.getByRole('button', { name: 'Play' }).click();
  return firstFrameMs(page);
}

async function coldOpen(page, origin, { id }) {
  await throttle(page);
  const began = performance.now();
  await page.goto(`${origin}/archives/${id}`, { waitUntil: 'commit' });
  await playButton(page).click();
  await firstFrameMs(page);
  return performance.now() - began;
}

async function seekAround(page, origin, { id }) {
  await page.goto(`${origin}/archives/${id}`, { waitUntil: 'networkidle' });
  await playButton(page).click();
  await firstFrameMs(page);
  const times = [];
  for (const key of TENTHS) times.push(await seekMs(page, () => page.keyboard.press(key)));
  return times;
}
