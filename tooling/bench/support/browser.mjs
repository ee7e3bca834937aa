import { existsSync } from 'node:fs';

import { chromium } from '@playwright/test';

const SYSTEM_CHROMIUM = '/usr/bin/chromium';
const QUIET = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
];

/**
 * Launches the system's Chromium (or CHROMIUM_PATH, or the one installed by Playwright) without background activity.
 */
export function launchChromium(args = []) {
  const path = process.env.CHROMIUM_PATH ?? SYSTEM_CHROMIUM;
  return chromium.launch({ ...(existsSync(path) ? { executablePath: path } : {}), args: [...QUIET, ...args] });
}
