import { existsSync } from 'node:fs';
import { join } from 'node:path';

import { root, sharedProduct } from '../fixtures/running-product';
import { test as base } from '../fixtures/test';
import { firefoxPath, startFirefox } from './firefox';
import { NetworkPath } from './network-path';
import { OtherBrowser } from './other-browser';
import { missingForWebKit, startWebKit } from './webkit';

export interface BrowserOptions {
  engine: 'firefox' | 'webkit';
  size: { width: number; height: number };
}

/** Required programs that are not installed on this machine. */
export const missing = { firefox: existsSync(firefoxPath) ? [] : [firefoxPath], webkit: missingForWebKit };
const start = { firefox: startFirefox, webkit: startWebKit };

/** One browser for all tests of a project, in sequence: together they are one user's journey. */
export const test = base.extend<
  { photograph: (name: string) => Promise<void> },
  BrowserOptions & { other: OtherBrowser }
>({
  engine: ['firefox', { option: true, scope: 'worker' }],
  size: [
    { width: 1280, height: 800 },
    { option: true, scope: 'worker' },
  ],
  other: [
    async ({ engine, size }, use) => {
      const network = await NetworkPath.open();
      const other = new OtherBrowser(await start[engine](network.port), network, sharedProduct.url);
      await other.setSize(size.width, size.height);
      await use(other);
      await other.close();
    },
    { scope: 'worker', timeout: 60_000 },
  ],
  photograph: [
    async ({ other, engine, size }, use, testInfo) => {
      const photograph = (name: string) =>
        other.photograph(join(root, 'test-results', 'browsers', `${engine}-${size.width}-${name}.png`));
      await use(photograph);
      if (testInfo.status !== testInfo.expectedStatus) await photograph(`failed-${testInfo.line}`);
    },
    { auto: true },
  ],
});
export { expect } from '../fixtures/test';
