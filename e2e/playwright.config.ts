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

/** Specs that start a product of their own, or several: the longest ones. */
const ownProducts = [
  'archive-publication',
  'fault-matrix-far',
  'guest-attends',
  'listen',
  'media-outages',
  'media-picture',
  'media-stage',
  'offline',
  'organizer',
  'override',
  'overtaken-release',
  'plans',
  'recording',
  'release',
  'release-before',
  'retired-remote',
  'rollout',
  'room-media-blocked',
  'room-outage',
  'seat-race',
  'server-killed',
  'staff-teams',
  'team-token',
  'version-skew',
];
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

/** Long tests run first, so that no worker waits for the other one at the end. */
const inOrder = [
  { name: 'own', testMatch: filesOf(ownProducts) },
  { name: 'pages', testMatch: filesOf(manyPages) },
  { name: 'rest', testIgnore: filesOf([...ownProducts, ...manyPages]) },
];

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
  projects: inOrder,
  use: {
    baseURL,
    locale: 'ja-JP',
    timezoneId: 'Asia/Tokyo',
    viewport: { width: 1280, height: 800 },
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
