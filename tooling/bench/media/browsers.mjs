import { fork } from 'node:child_process';
import { once } from 'node:events';

import { build } from 'esbuild';
import { AccessToken } from 'livekit-server-sdk';

import { inRoot } from '../../root.mjs';
import { launchChromium } from '../support/browser.mjs';
import { median, percentile, printVerdicts } from '../support/figures.mjs';

const KEY = 'bench';
const SECRET = 'a secret of the benchmark with over 32 characters';
const JOINS = 10;
const FRAMES_PER_JOIN = 30;
const MAX_FIRST_FRAME_MS = 600;
const MAX_LATENCY_MS = 150;
/** A browser that shows no video must not keep the benchmark from ending. */
const PATIENCE_MS = 30_000;

/** From joining to the first frame, and from drawing a frame to showing it: both pages are in one Chromium. */
export async function browsers(scripts) {
  const engine = fork(scripts['engine-process'], [KEY, SECRET]);
  const browser = await launchChromium([
    '--allow-loopback-in-peer-connection',
    '--autoplay-policy=no-user-gesture-required',
    '--disable-renderer-backgrounding',
    '--disable-background-timer-throttling',
    '--disable-backgrounding-occluded-windows',
  ]);
  try {
    const [{ url }] = /** @type {[{ url: string }]} */ (await once(engine, 'message'));
    const script = await bundle();
    const open = () => openPage(browser, url, script);
    const publisher = await open();
    await call(publisher, 'publish', url, await tokenFor('publisher'));
    const viewer = await open();
    // The first join compiles the SDK.
    await call(viewer, 'watch', url, await tokenFor('first'), 1);
    const first = [];
    const latencies = [];
    for (let join = 0; join < JOINS; join += 1) {
      const result = await call(viewer, 'watch', url, await tokenFor(`viewer ${join}`), FRAMES_PER_JOIN);
      first.push(result.firstMs);
      latencies.push(...result.latenciesMs);
    }
    return verdictsOf(first, latencies);
  } finally {
    await browser.close();
    engine.disconnect();
    await once(engine, 'exit');
  }
}

function verdictsOf(first, latencies) {
  const show = (name, values) =>
    console.log(`  ${name}: p50 ${median(values).toFixed(0)} ms, p95 ${percentile(values, 0.95).toFixed(0)} ms`);
  show('join to first picture   ', first);
  show('picture drawn to shown  ', latencies);
  return printVerdicts([
    [
      `join to first picture: p50 ${median(first).toFixed(0)} ms; less than ${MAX_FIRST_FRAME_MS} ms`,
      median(first) < MAX_FIRST_FRAME_MS,
    ],
    [
      `drawn to shown at 640x360: p50 ${median(latencies).toFixed(0)} ms; less than ${MAX_LATENCY_MS} ms`,
      median(latencies) < MAX_LATENCY_MS,
    ],
  ]);
}

async function bundle() {
  const { outputFiles } = await build({
    entryPoints: [inRoot('tooling/bench/media/latency-page.ts')],
    bundle: true,
    write: false,
    format: 'iife',
    platform: 'browser',
  });
  return outputFiles[0]?.text ?? '';
}

/** Opens a page of the engine's own origin, which answers with plain text. */
async function openPage(browser, url, script) {
  const page = await browser.newPage();
  await page.goto(url);
  await page.addScriptTag({ content: script });
  return page;
}

const call = async (page, name, ...parameters) => {
  let timer;
  const late = new Promise((_done, fail) => {
    timer = setTimeout(() => fail(new Error(`${name} took longer than ${PATIENCE_MS} ms.`)), PATIENCE_MS);
  });
  const called = page.evaluate(([wanted, given]) => globalThis['latencyPage'][wanted](...given), [name, parameters]);
  try {
    return await Promise.race([called, late]);
  } finally {
    clearTimeout(timer);
    called.catch(() => undefined);
  }
};

async function tokenFor(identity) {
  const token = new AccessToken(KEY, SECRET, { identity });
  token.addGrant({ roomJoin: true, room: 'room' });
  return token.toJwt();
}
