import { type ElementHandle, launch, type Page } from 'puppeteer-core';

import type { Driver } from './driver';

export const firefoxPath = process.env.FIREFOX_PATH ?? '/usr/bin/firefox-esr';

/** Starts Firefox, driven by WebDriver BiDi. */
export async function startFirefox(proxyPort: number): Promise<Driver> {
  const browser = await launch({
    browser: 'firefox',
    executablePath: firefoxPath,
    headless: true,
    extraPrefsFirefox: {
      'intl.accept_languages': 'ja',
      'network.proxy.type': 1,
      'network.proxy.http': '127.0.0.1',
      'network.proxy.http_port': proxyPort,
      'network.proxy.allow_hijacking_localhost': true,
      'network.proxy.no_proxies_on': '',
    },
  });
  const [page = await browser.newPage()] = await browser.pages();
  return {
    goTo: async (url) => {
      await page.goto(url, { waitUntil: 'domcontentloaded' });
    },
    setSize: (width, height) => page.setViewport({ width, height }),
    evaluate: (expression) => page.evaluate(expression),
    click: async (expression) => {
      await (await elementOf(page, expression)).click();
    },
    type: async (expression, text) => {
      await (await elementOf(page, expression)).type(text);
    },
    screenshot: async (path) => {
      await page.screenshot({ path: path as `${string}.png` });
    },
    close: () => browser.close(),
  };
}

async function elementOf(page: Page, expression: string): Promise<ElementHandle<Element>> {
  const element = (await page.evaluateHandle(expression)).asElement();
  if (!element) throw new Error(`No element: ${expression}`);
  return element as ElementHandle<Element>;
}
