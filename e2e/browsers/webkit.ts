import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readdirSync } from 'node:fs';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Readable } from 'node:stream';

import { Builder, type WebDriver, type WebElement, error } from 'selenium-webdriver';

import { freePort } from '../../tooling/free-port.mjs';
import type { Driver } from './driver';

const LIBRARIES = '/usr/lib/x86_64-linux-gnu';
const miniBrowser = existsSync(LIBRARIES)
  ? readdirSync(LIBRARIES)
      .filter((name) => name.startsWith('webkit2gtk-4.'))
      .map((name) => join(LIBRARIES, name, 'MiniBrowser'))
      .find(existsSync)
  : undefined;
const XVFB = '/usr/bin/Xvfb';
const WEBKIT_DRIVER = '/usr/bin/WebKitWebDriver';

/** Programs that WebKit requires here and that are not installed. */
export const missingForWebKit = [
  ...[XVFB, WEBKIT_DRIVER].filter((path) => !existsSync(path)),
  ...(miniBrowser ? [] : [`${LIBRARIES}/webkit2gtk-4.*/MiniBrowser`]),
];

/** MiniBrowser's toolbar is 447 px wide with the default style, too wide for a page of phone width. */
const NARROW =
  'button, entry, image, toolbar, toolbutton, toolitem, tab, notebook, label { min-width: 0; padding: 0; margin: 0; border: 0; }';

/** Starts WebKitGTK's MiniBrowser on its own display, driven by WebDriver. */
export async function startWebKit(proxyPort: number): Promise<Driver> {
  const home = await mkdtemp(join(tmpdir(), 'manabiba-webkit-'));
  await mkdir(join(home, 'gtk-3.0'));
  await writeFile(join(home, 'gtk-3.0', 'gtk.css'), NARROW);
  const display = spawn(XVFB, ['-displayfd', '3', '-screen', '0', '1400x1000x24', '-nolisten', 'tcp'], {
    stdio: ['ignore', 'ignore', 'ignore', 'pipe'],
  });
  const [name] = (await once(display.stdio[3] as Readable, 'data')) as [Buffer];
  const port = await freePort();
  const service = spawn(WEBKIT_DRIVER, [`--port=${port}`], {
    stdio: 'ignore',
    env: {
      ...process.env,
      DISPLAY: `:${name.toString().trim()}`,
      GDK_BACKEND: 'x11',
      NO_AT_BRIDGE: '1',
      XDG_CONFIG_HOME: home,
      LANG: 'ja_JP.UTF-8',
    },
  });
  await listening(port, service);
  const driver = await new Builder()
    .usingServer(`http://127.0.0.1:${port}`)
    .withCapabilities({
      browserName: 'MiniBrowser',
      'webkitgtk:browserOptions': { binary: miniBrowser, args: ['--automation'] },
      proxy: { proxyType: 'manual', httpProxy: `127.0.0.1:${proxyPort}`, noProxy: [] },
    })
    .build();
  const close = async () => {
    await driver.quit();
    await Promise.all([service, display].map(end));
    await rm(home, { recursive: true, force: true });
  };
  return { ...drivenBy(driver), close };
}

function drivenBy(driver: WebDriver): Omit<Driver, 'close'> {
  const elementOf = async (expression: string) => {
    const element = await driver.executeScript<WebElement | null>(`return ${expression}`);
    if (!element) throw new Error(`No element: ${expression}`);
    return element;
  };
  return {
    goTo: (url) => driver.get(url),
    setSize: async (width, height) => {
      await driver.manage().window().setRect({ width, height, x: 0, y: 0 });
    },
    evaluate: (expression) => driver.executeScript(`return ${expression}`),
    async click(expression) {
      const click = async () => (await elementOf(expression)).click();
      await click().catch((problem: unknown) => {
        // The page has replaced the element since it was found, and nothing was clicked.
        if (!(problem instanceof error.StaleElementReferenceError)) throw problem;
        return click();
      });
    },
    type: async (expression, text) => (await elementOf(expression)).sendKeys(text),
    screenshot: async (path) => writeFile(path, Buffer.from(await driver.takeScreenshot(), 'base64')),
  };
}

async function end(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const gone = once(child, 'exit');
  child.kill('SIGTERM');
  await gone;
}

/** Resolves when the service accepts connections; rejects when it exits instead. */
async function listening(port: number, service: ChildProcess): Promise<void> {
  for (;;) {
    if (service.exitCode !== null) throw new Error(`WebKitWebDriver ended with ${service.exitCode}`);
    const isReady = await fetch(`http://127.0.0.1:${port}/status`).then(
      (answer) => answer.ok,
      () => false,
    );
    if (isReady) return;
    await new Promise((done) => {
      setTimeout(done, 50);
    });
  }
}
