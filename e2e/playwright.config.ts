import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { defineConfig } from '@playwright/test';

import { portOfProduct, unlimited } from './fixtures/running-product';

// Workers read this file again, so values chosen once are passed on through the environment.
process.env.E2E_PORT ??= String(await portOfProduct());
if (!process.env.E2E_DATA_DIR) {
  const dataDir = mkdtempSync(join(tmpdir(), 'manabiba-e2e-'));
  process.env.E2E_DATA_DIR = dataDir;
  // By then the product that uses it has stopped.
  process.on('exit', () => rmSync(dataDir, { recursive: true, force: true }));
}

const systemChromium = process.env.CHROMIUM_PATH ?? '/usr/bin/chromium';
const baseURL = process.env.E2E_BASE_URL ?? `http://localhost:${process.env.E2E_PORT}`;

/** Specs that change the live release or other state that all users share. */
const ownProduct = [
  'offline',
  'organizer',
  'override',
  'overtaken-release',
  'release',
  'release-before',
  'retired-remote',
  'rollout',
  'seat-race',
  'server-killed',
  'staff-teams',
  'team-token',
  'version-skew',
];
/** Specs whose browsers encode video and whose product composes it: two at once overload two cores. */
const ownMedia = ['archive-publication', 'guest-attends', 'media-outages', 'recording'];
/** Specs whose product has a connection that they cut. */
const cutLines = ['polls-outage', 'questions-outage', 'room-outage'];
/** Specs whose product has settings of its own. */
const ownSettings = ['listen', 'plans', 'room-media-blocked', 'stock-remotes'];
const sharedMedia = ['media-picture', 'media-stage'];
/** Specs with long tests, which open many pages. */
const manyPages = [
  'own-releases',
  'every-page',
  'server-rendered-hydration',
  'links',
  'first-paint',
  'first-answers',
  'next-person',
];
const filesOf = (names: readonly string[]) => names.map((name) => `**/specs/${name}.spec.ts`);

/**
 * Long tests run first, so that no worker waits for the other one at the end. A worker that goes on with another kind of
 * product or browser starts both again: each kind has its own project, which keeps one worker.
 */
const inOrder = [
  { name: 'own', testMatch: filesOf(ownProduct), workers: 1 },
  { name: 'own-media', testMatch: filesOf(ownMedia), workers: 1 },
  { name: 'cut-lines', testMatch: filesOf(cutLines), workers: 1 },
  { name: 'far', testMatch: filesOf(['fault-matrix-far']), workers: 1 },
  { name: 'own-settings', testMatch: filesOf(ownSettings), workers: 1 },
  { name: 'media', testMatch: filesOf(sharedMedia), workers: 1 },
  { name: 'pages', testMatch: filesOf(manyPages) },
];
const rest = { name: 'rest', testIgnore: inOrder.flatMap(({ testMatch }) => testMatch) };

export default defineConfig({
  testDir: './specs',
  outputDir: '../test-results',
  // Absolute, because the configuration of the other browsers is in another folder.
  globalTeardown: join(import.meta.dirname, 'fixtures', 'ledger.ts'),
  forbidOnly: Boolean(process.env.CI),
  retries: 0,
  workers: 2,
  fullyParallel: false,
  // Only failures take this long: a busy machine needs time.
  timeout: 120_000,
  expect: { timeout: 25_000 },
  reporter: [['list'], [join(import.meta.dirname, 'reporters', 'budget-reporter.ts')]],
  projects: [...inOrder, rest],
  use: {
    baseURL,
    locale: 'ja-JP',
    timezoneId: 'Asia/Tokyo',
    viewport: { width: 1280, height: 800 },
    // Without a graphics card, what moves takes a tenth of the processor time. Specs about what moves set it back.
    reducedMotion: 'reduce',
    // Traces take a third of the time: ask for them with `--trace retain-on-failure`.
    trace: 'off',
    launchOptions: {
      ...(existsSync(systemChromium) ? { executablePath: systemChromium } : {}),
      args: [
        '--no-sandbox',
        '--disable-gpu',
        '--disable-background-networking',
        '--disable-component-update',
        '--disable-sync',
        // A page of a test is gone before optimized code pays off.
        '--js-flags=--no-opt,--no-maglev',
      ],
    },
  },
  ...(process.env.E2E_BASE_URL
    ? {}
    : {
        webServer: {
          command: 'node tooling/dev/start.mjs',
          cwd: join(import.meta.dirname, '..'),
          url: `${baseURL}/healthz`,
          timeout: 240_000,
          gracefulShutdown: { signal: 'SIGTERM', timeout: 15_000 },
          env: { PORT: process.env.E2E_PORT, DATA_DIR: process.env.E2E_DATA_DIR, ...unlimited },
        },
      }),
});
