import { defineConfig } from '@playwright/test';

import base from '../playwright.config';
import type { BrowserOptions } from './other-browser-test';

/** `npm run test:browsers`: the product in browsers other than Chromium, at desktop and phone width. */
// Spread, because merged configurations would also have the projects of Chromium.
export default defineConfig<BrowserOptions>({
  ...base,
  testDir: '.',
  outputDir: '../../test-results/browsers',
  timeout: 120_000,
  projects: (['firefox', 'webkit'] as const).flatMap((engine) => [
    { name: `${engine} 1280`, use: { engine, size: { width: 1280, height: 800 } } },
    { name: `${engine} 390`, use: { engine, size: { width: 390, height: 844 } } },
  ]),
});
