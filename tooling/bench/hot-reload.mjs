import { spawn } from 'node:child_process';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { freePort } from '../free-port.mjs';
import { inRoot } from '../root.mjs';
import { launchChromium } from './support/browser.mjs';
import { median, printVerdicts } from './support/figures.mjs';
import { watchMemory } from './support/watched-process.mjs';

const REMOTE = 'mf-events';
const PAGE = inRoot(REMOTE, 'src/pages/events-page.tsx');
const EDITS = 7;
/** From saving the file to the changed page, in milliseconds. */
const LIMIT_MS = 1000;
const PATIENCE_MS = 180_000;

/**
 * Edits a component of a remote while it is open inside the shell: measures how soon the edit is visible, whether the
 * component's state is kept, and whether the page reloads. The edited file is restored at the end.
 */
export async function bench() {
  const original = await readFile(PAGE, 'utf8');
  const restore = () => writeFile(PAGE, original);
  const dataDir = await mkdtemp(join(tmpdir(), 'manabiba-hot-'));
  const port = await freePort();
  const dev = spawn(process.execPath, [inRoot('tooling/dev/dev.mjs'), REMOTE], {
    env: { ...process.env, PORT: String(port), DATA_DIR: dataDir },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const memory = watchMemory(dev.pid);
  let browser;
  const onInterrupt = () => void restore().then(() => process.exit(130));
  process.once('SIGINT', onInterrupt);
  try {
    await untilReady(dev);
    browser = await launchChromium();
    const page = await browser.newPage();
    await page.goto(`http://localhost:${port}/events`);
    await page.getByRole('heading', { level: 1 }).waitFor();
    const mark = await page.evaluate(() => (window.firstLoad = Math.random()));
    await writeFile(PAGE, withProbe(original, 0));
    const probe = page.locator('[data-probe]');
    await probe.filter({ hasText: 'edit 0' }).waitFor();
    const state = await probe.getAttribute('data-probe');
    const times = [];
    for (let edit = 1; edit <= EDITS; edit += 1)
      times.push(await timeEdit(page, withProbe(original, edit), `edit ${edit}`));
    return report(times, {
      isStateKept: (await probe.getAttribute('data-probe')) === state,
      isPageKept: (await page.evaluate(() => window.firstLoad)) === mark,
      peakBytes: await memory.stop(),
    });
  } finally {
    await memory.stop();
    await restore();
    process.off('SIGINT', onInterrupt);
    await browser?.close();
    dev.kill('SIGINT');
    await new Promise((done) => dev.once('close', done));
    await rm(dataDir, { recursive: true, force: true });
  }
}

/** The page with a component whose state is set on the first render, and whose text is edited. */
function withProbe(source, edit) {
  const probed = source.replace(/<h1([^>]*)>/, '<h1$1><HotReloadProbe />');
  if (probed === source) throw new Error(`${PAGE} has no heading to put the probe into.`);
  return `${probed.replace(/^/, "import { useState } from 'react';\n")}
function HotReloadProbe() {
  const [seed] = useState(() => Math.random());
  return <small data-probe={seed}>edit ${edit}</small>;
}
`;
}

async function timeEdit(page, source, text) {
  // The page itself records when the text appears: polling it from outside would add latency.
  const seen = page.evaluate(
    (wanted) =>
      new Promise((done) => {
        const look = () =>
          document.querySelector('[data-probe]')?.textContent === wanted
            ? done(Date.now())
            : requestAnimationFrame(look);
        look();
      }),
    text,
  );
  const saved = Date.now();
  await writeFile(PAGE, source);
  return (await seen) - saved;
}

function report(times, { isStateKept, isPageKept, peakBytes }) {
  const middle = median(times);
  if (peakBytes !== null)
    console.log(`  npm run dev ${REMOTE}: ${Math.round(peakBytes / 1024 / 1024)} MB at most, database included`);
  return printVerdicts([
    [
      `an edit of ${REMOTE} is on the screen after ${middle} ms (median of ${times.length}; worst ${Math.max(...times)} ms); at most ${LIMIT_MS} ms`,
      middle <= LIMIT_MS,
    ],
    ["the component's state is kept", isStateKept],
    ['the page is not loaded again', isPageKept],
  ]);
}

function untilReady(dev) {
  return new Promise((done, fail) => {
    let output = '';
    const timer = setTimeout(() => fail(new Error(`npm run dev is not ready:\n${output}`)), PATIENCE_MS);
    dev.stdout.on('data', (chunk) => {
      output += chunk;
      if (!/^Ready:/m.test(output)) return;
      clearTimeout(timer);
      done(undefined);
    });
    dev.once('close', () => fail(new Error(`npm run dev has ended:\n${output}`)));
  });
}
