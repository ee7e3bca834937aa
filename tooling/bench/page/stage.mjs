import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';

import { readConfiguration } from '../../../server/src/configuration.mjs';
import { buildStale } from '../../build/build.mjs';
import { keyDigest, madeCertificate } from '../../dev/certificate.mjs';
import { startPostgres } from '../../dev/postgres/postgres.mjs';
import { startTlsFront } from '../../dev/tls-front.mjs';
import { freePort } from '../../free-port.mjs';
import { inRoot } from '../../root.mjs';
import { launchChromium } from '../support/browser.mjs';
import { buildOneBundle } from './one-bundle.mjs';

/** The product without and with SERVER_RENDERING, and the same source as one bundle. */
export const SIDES = ['composed', 'drawn', 'one'];

/**
 * Starts products behind one front, with a classroom that all of them show and a browser that trusts the front.
 *
 * @param {string[]} sides Those of `SIDES` that are wanted.
 * @param {(close: () => Promise<unknown>) => void} atEnd Takes what ends each of them.
 */
export async function setUp(sides, atEnd) {
  await buildStale();
  const folder = await mkdtemp(join(tmpdir(), 'manabiba-page-'));
  atEnd(() => rm(folder, { recursive: true, force: true }));
  if (sides.includes('one')) {
    console.log('Building the same source as one bundle');
    await buildOneBundle(join(folder, 'one'));
  }
  const postgres = await startPostgres({ dataDir: folder });
  atEnd(() => postgres.stop());
  const certificate = await madeCertificate(['localhost', '*.localhost']);
  const running = new Map();
  const front = await startTlsFront({
    certificate,
    host: '127.0.0.1',
    sideOf: ({ host }) => running.get(host.split('.')[0]),
  });
  atEnd(() => front.close());
  const { startServer } = await import(pathToFileURL(inRoot('server/dist/main.mjs')).href);
  const ports = {};
  for (const side of sides) {
    const port = (ports[side] = await freePort());
    const { env, dataDir } = await readConfiguration({
      ...process.env,
      PORT: String(port),
      DATA_DIR: folder,
      PUBLIC_URL: `https://${side}.localhost:${front.port}`,
      RATE_LIMIT_ANONYMOUS_PER_HOUR: '100000',
      FIRESTORE_ENGINE: 'off',
      DEMO_VIDEOS: 'off',
      DEMO_VOICE: 'off',
      SERVER_RENDERING: side === 'drawn' ? 'on' : 'off',
    });
    const product = await startServer({
      dataDir,
      env: { ...env, DATABASE_URL: postgres.url },
      isEmbeddedDatabase: true,
      ...(side === 'one' ? { shellDir: join(folder, 'one') } : {}),
    });
    atEnd(() => product.close());
    running.set(side, { port, rewrite: side === 'one' ? withoutRemotesFiles : (html) => html });
  }
  const browser = await launchChromium([
    `--ignore-certificate-errors-spki-list=${keyDigest(certificate)}`,
    '--host-resolver-rules=MAP *.localhost 127.0.0.1',
  ]);
  atEnd(() => browser.close());
  const urls = Object.fromEntries(sides.map((side) => [side, new URL(`https://${side}.localhost:${front.port}`)]));
  const classroom = await someClassroom(Object.values(ports)[0]);
  return { browser, urls, classroom, folder, databaseUrl: postgres.url };
}

/** A single bundle has no remote files for the page to preload; the rest of its HTML is the same. */
const withoutRemotesFiles = (html) => html.replace(/<link rel="preload"[^>]* href="\/r\/[^>]*>\n?/g, '');

async function someClassroom(port) {
  const answer = await fetch(`http://127.0.0.1:${port}/v1/classrooms?state=scheduled`);
  const {
    items: [classroom],
  } = await answer.json();
  return classroom;
}

/** A context of its own for each visit: nothing is cached. */
export const newContext = (browser) =>
  browser.newContext({ locale: 'ja-JP', timezoneId: 'Asia/Tokyo', viewport: { width: 390, height: 844 } });
