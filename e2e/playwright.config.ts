import { execFileSync } from 'node:child_process';
import { existsSync, mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { defineConfig } from '@playwright/test';

const freePort = `const s = require('net').createServer().listen(0, '127.0.0.1', () => { console.log(s.address().port); s.close(); });`;
// Workers read this file again: what is chosen once is handed on through the environment.
process.env.E2E_PORT ??= execFileSync(process.execPath, ['-e', freePort]).toString().trim();
process.env.E2E_DATA_DIR ??= mkdtempSync(join(tmpdir(), 'manabiba-e2e-'));

const systemChromium = process.env.CHROMIUM_PATH ?? '/usr/bin/chromium';
const baseURL = process.env.E2E_BASE_URL ?? `http://localhost:${process.env.E2E_PORT}`;

export default defineConfig({
  testDir: './specs',
  outputDir: '../test-results',
  forbidOnly: Boolean(process.env.CI),
  retries: 0,
  workers: 2,
  fullyParallel: false,
  timeout: 45_000,
  expect: { timeout: 8_000 },
  reporter: [['list']],
  use: {
    baseURL,
    locale: 'ja-JP',
    timezoneId: 'Asia/Tokyo',
    viewport: { width: 1280, height: 800 },
    trace: 'retain-on-failure',
    launchOptions: {
      ...(existsSync(systemChromium) ? { executablePath: systemChromium } : {}),
      args: ['--no-sandbox', '--disable-gpu', '--disable-background-networking', '--disable-component-update', '--disable-sync'],
    },
  },
  ...(process.env.E2E_BASE_URL ? {} : {
    webServer: {
      command: 'node tooling/start.mjs',
      cwd: '..',
      url: `${baseURL}/healthz`,
      timeout: 240_000,
      gracefulShutdown: { signal: 'SIGTERM', timeout: 15_000 },
      env: {
        PORT: process.env.E2E_PORT,
        DATA_DIR: process.env.E2E_DATA_DIR,
        // Every browser of this run shares one address: the limits per address are for the wild.
        RATE_LIMIT_SIGN_INS_PER_MINUTE: '100000',
        RATE_LIMIT_SIGN_UPS_PER_HOUR: '100000',
        RATE_LIMIT_ANONYMOUS_PER_HOUR: '100000',
      },
    },
  }),
});
