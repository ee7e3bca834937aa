import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';

import { build } from 'esbuild';
import { type Browser, chromium, type Page } from 'playwright-core';

import type { sdkPage } from './sdk-page';

const FLAGS = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  '--use-fake-device-for-media-stream',
  '--use-fake-ui-for-media-stream',
  '--allow-loopback-in-peer-connection',
  '--autoplay-policy=no-user-gesture-required',
  '--disable-renderer-backgrounding',
  '--disable-background-timer-throttling',
  '--disable-backgrounding-occluded-windows',
];

type SdkPage = typeof sdkPage;

/** Calls a function of the page. */
export type Call = <Name extends keyof SdkPage>(
  name: Name,
  ...parameters: Parameters<SdkPage[Name]>
) => Promise<Awaited<ReturnType<SdkPage[Name]>>>;

export interface ChromiumPages {
  open(): Promise<{ page: Page; call: Call }>;
  close(): Promise<void>;
}

/** Starts Chromium with fake devices and serves it a page with livekit-client. */
export async function startChromium(): Promise<ChromiumPages> {
  const {
    outputFiles: [bundle],
  } = await build({
    entryPoints: [join(import.meta.dirname, 'sdk-page.ts')],
    bundle: true,
    write: false,
    format: 'iife',
    platform: 'browser',
  });
  const server: Server = createServer((request, response) =>
    response
      .writeHead(200, { 'content-type': request.url === '/' ? 'text/html' : 'text/javascript' })
      .end(request.url === '/' ? '<!doctype html><body><script src="/page.js"></script>' : bundle?.text),
  );
  await new Promise<void>((done) => {
    server.listen(0, '127.0.0.1', done);
  });
  const browser: Browser = await chromium.launch({
    executablePath: process.env.CHROMIUM_PATH ?? '/usr/bin/chromium',
    args: FLAGS,
  });
  return {
    open: async () => {
      const page = await browser.newPage();
      await page.goto(`http://127.0.0.1:${(server.address() as AddressInfo).port}`);
      const call: Call = (name, ...parameters) => {
        const given: { name: string; parameters: unknown[] } = { name, parameters };
        return page.evaluate(
          (wanted) =>
            (globalThis as unknown as { sdkPage: Record<string, (...all: unknown[]) => unknown> }).sdkPage[
              wanted.name
            ]?.(...wanted.parameters),
          given,
        ) as Promise<never>;
      };
      return { page, call };
    },
    close: async () => {
      await browser.close();
      server.close();
    },
  };
}
