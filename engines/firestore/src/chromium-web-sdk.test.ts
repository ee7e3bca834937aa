import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';

import { build } from 'esbuild';
import { type Browser, chromium, type Page } from 'playwright-core';

import { sdkBehaviours } from './testing/sdk-behaviour';
import { SERVER_HEADER, SERVER_SECRET, startTestEngine, tokenFor } from './testing/start-test-engine';

const FLAGS = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
];

describe('the web SDK in Chromium', () => {
  let made: Awaited<ReturnType<typeof startTestEngine>>;
  let browser: Browser;
  let pages: Server;
  let page: Page;

  beforeAll(async () => {
    const {
      outputFiles: [bundle],
    } = await build({
      entryPoints: [join(import.meta.dirname, 'testing/sdk-page.ts')],
      bundle: true,
      write: false,
      format: 'iife',
      platform: 'browser',
    });
    pages = createServer((request, response) =>
      response
        .writeHead(200, { 'content-type': request.url === '/' ? 'text/html' : 'text/javascript' })
        .end(request.url === '/' ? '<!doctype html><script src="/page.js"></script>' : bundle?.text),
    );
    await new Promise<void>((done) => {
      pages.listen(0, '127.0.0.1', done);
    });
    const origin = `http://127.0.0.1:${(pages.address() as AddressInfo).port}`;
    made = await startTestEngine({ origins: [origin] });
    browser = await chromium.launch({ executablePath: process.env.CHROMIUM_PATH ?? '/usr/bin/chromium', args: FLAGS });
    page = await browser.newPage();
    await page.goto(origin);
  }, 60_000);
  afterAll(async () => {
    await browser?.close();
    pages?.close();
    await made?.engine.close();
  });

  describe.each([
    ['streaming', {}],
    ['long polling', { experimentalForceLongPolling: true }],
  ])('%s', (_way, settings) => {
    beforeAll(async () => {
      const { hostname, port } = new URL(made.url);
      const world = {
        host: hostname,
        port: Number(port),
        token: await tokenFor('yuki'),
        serverHeader: SERVER_HEADER,
        serverSecret: SERVER_SECRET,
        settings,
      };
      await page.evaluate((given) => (globalThis as unknown as { connect(given: object): void }).connect(given), world);
    });

    it.each(sdkBehaviours.map(({ name, expected }) => [name, expected]))('%s', async (name, expected) => {
      expect(
        await page.evaluate(
          (which) => (globalThis as unknown as { show(which: string): Promise<unknown> }).show(which),
          name as string,
        ),
      ).toEqual(expected);
      expect(made.failures).toEqual([]);
    });
  });
});
