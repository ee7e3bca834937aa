import { fork } from 'node:child_process';
import { open } from 'node:fs/promises';
import { Agent, request } from 'node:http';
import { join } from 'node:path';
import { brotliDecompressSync } from 'node:zlib';

import { freePort } from '../../free-port.mjs';
import { inRoot } from '../../root.mjs';
import { answerOf } from '../support/calls.mjs';
import { cpuSecondsOf } from '../support/cpu-time.mjs';
import { median } from '../support/figures.mjs';

const ROUNDS = 5;
/** Pages of one measurement, one after the other and several at once. From the micro-cache they are fast. */
const PAGES = { alone: 150, together: 300, kept: 1500 };
const AT_ONCE = 8;
const WARM_UP = 300;
/** One in so many pages is opened, to see that it is what it should be. */
const LOOK_EVERY = 25;

/**
 * Measures what a page costs the web server with and without SERVER_RENDERING, in alternating rounds: processor time of
 * the product and its renderers, pages per second, and pages per second from the micro-cache.
 * @param {{ folder: string, databaseUrl: string, paths: Record<string, string> }} given
 */
export async function measureServerCost({ folder, databaseUrl, paths }) {
  const logs = await open(join(folder, 'page-products.log'), 'w');
  const products = [];
  try {
    for (const mode of ['off', 'on']) products.push(await start({ mode, folder, databaseUrl, logs }));
    for (const product of products)
      for (const path of Object.values(paths)) await fetchPages(product, `${path}?bench=1`, WARM_UP, AT_ONCE);
    const results = {};
    for (const [name, path] of Object.entries(paths)) results[name] = await measurePath(products, path);
    return results;
  } finally {
    for (const { child, agent } of products) {
      agent.destroy();
      child.disconnect();
    }
    await logs.close();
  }
}

async function start({ mode, folder, databaseUrl, logs }) {
  const port = await freePort();
  const host = `localhost:${port}`;
  const child = fork(inRoot('tooling/bench/page/product-process.mjs'), {
    env: {
      ...process.env,
      PORT: String(port),
      DATA_DIR: folder,
      PUBLIC_URL: `http://${host}`,
      BENCH_DATABASE_URL: databaseUrl,
      RATE_LIMIT_ANONYMOUS_PER_HOUR: '10000000',
      FIRESTORE_ENGINE: 'off',
      SERVER_RENDERING: mode,
    },
    stdio: ['ignore', logs.fd, 'inherit', 'ipc'],
  });
  await answerOf(child);
  return { mode, child, port, host, agent: new Agent({ keepAlive: true, maxSockets: AT_ONCE }) };
}

/** A page with a query is never cached: each is rendered. */
async function measurePath(products, path) {
  const rounds = [];
  for (let round = 0; round < ROUNDS; round += 1) {
    const result = {};
    for (const product of round % 2 ? products : [...products].reverse()) {
      const alone = await timed(product, () => fetchPages(product, `${path}?bench=1`, PAGES.alone, 1));
      const together = await timed(product, () => fetchPages(product, `${path}?bench=1`, PAGES.together, AT_ONCE));
      const kept = await timed(product, () => fetchPages(product, path, PAGES.kept, AT_ONCE));
      result[product.mode] = {
        cpuMs: (alone.cpuSeconds * 1000) / PAGES.alone,
        perSecond: PAGES.together / together.seconds,
        keptPerSecond: PAGES.kept / kept.seconds,
      };
    }
    rounds.push(result);
  }
  const of = (mode, key) => median(rounds.map((round) => round[mode][key]));
  const ratio = (key) => median(rounds.map(({ on, off }) => on[key] / off[key]));
  return {
    off: { cpuMs: of('off', 'cpuMs'), perSecond: of('off', 'perSecond'), keptPerSecond: of('off', 'keptPerSecond') },
    on: { cpuMs: of('on', 'cpuMs'), perSecond: of('on', 'perSecond'), keptPerSecond: of('on', 'keptPerSecond') },
    cpuRatio: ratio('cpuMs'),
    perSecondRatio: ratio('perSecond'),
    keptRatio: ratio('keptPerSecond'),
  };
}

async function timed({ child }, work) {
  const cpuBefore = await cpuSecondsOf(child.pid);
  const began = performance.now();
  await work();
  const seconds = (performance.now() - began) / 1000;
  return { seconds, cpuSeconds: (await cpuSecondsOf(child.pid)) - cpuBefore };
}

async function fetchPages(product, path, count, atOnce) {
  let asked = 0;
  let rendered = 0;
  let looked = 0;
  const ask = async () => {
    while (asked < count) {
      asked += 1;
      const isLookedAt = asked % LOOK_EVERY === 0;
      const body = await fetchPage(product, path);
      if (!isLookedAt) continue;
      looked += 1;
      if (brotliDecompressSync(body).includes('"drawn":[{')) rendered += 1;
    }
  };
  await Promise.all(Array.from({ length: atOnce }, ask));
  // A renderer that has just started is late for the first pages.
  const isWarmUp = count === WARM_UP;
  if (!isWarmUp && product.mode === 'on' && rendered < looked * 0.9)
    throw new Error(`${looked - rendered} of ${looked} pages were not drawn: the figures would be of something else.`);
}

function fetchPage({ port, host, agent }, path) {
  return new Promise((resolve, reject) => {
    request({ host: '127.0.0.1', port, path, agent, headers: { host, 'accept-encoding': 'br' } }, (response) => {
      const chunks = [];
      response.on('data', (chunk) => chunks.push(chunk));
      response.on('end', () => {
        if (response.statusCode === 200) resolve(Buffer.concat(chunks));
        else reject(new Error(`${path} answered ${response.statusCode}.`));
      });
    })
      .on('error', reject)
      .end();
  });
}
