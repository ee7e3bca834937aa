import { setTimeout as sleep } from 'node:timers/promises';

import { clickControls } from './click-controls.mjs';
import { isBlank, missingFrame } from './host-invariants.mjs';
import { watchOwnCode } from './own-failures.mjs';
import { settled, widerThanScreen } from './page-findings.mjs';

/** The browser's usual size of text and that of a user who has doubled it, in pixels. */
const TEXT = { usual: { standard: 16, fixed: 13 }, doubled: { standard: 32, fixed: 26 } };
/** How long the connection is away, in milliseconds. */
const OFFLINE_MS = 800;
/** How long a page may take to show itself again, in milliseconds. */
const PATIENCE_MS = 3_000;

/**
 * Puts an open page into conditions that users meet, one after the other: doubled text, the connection lost and back,
 * and every control clicked once.
 *
 * @param {import('playwright-core').Page} page
 * @param {{ remote: string, part: string, frame: string[] }} visit
 * @returns {Promise<{ where: string, text: string }[]>} what the remote did wrong, and where
 */
export async function inConditions(page, { remote, part, frame }) {
  const ownCode = await watchOwnCode(page, remote);
  const address = page.url();
  const stateOf = async () => [
    ...(await ownCode.failures()),
    ...(await page.evaluate(missingFrame, frame)),
    ...(part.startsWith('pages/') && (await page.evaluate(isBlank)) ? ['shows nothing.'] : []),
    ...ledAway(address, page.url()),
  ];
  const during = (where, texts) => texts.map((text) => ({ where, text }));
  const findings = [
    ...during(' with text of 200 %', await withDoubledText(page, ownCode, stateOf)),
    ...during(' when the connection is lost and comes back', await withoutConnection(page, ownCode, stateOf)),
  ];
  const reopen = async () => {
    await page.goto(address, { waitUntil: 'domcontentloaded' });
    await settled(page, PATIENCE_MS);
  };
  return [...findings, ...(await clickControls(page, { scope: scopeOf(part), reopen, look: ownCode.failures }))];
}

/** Where on its page a part has its controls. */
export const scopeOf = (part) => (part.startsWith('slots/header-') ? 'header' : 'main');

async function withDoubledText(page, { session }, stateOf) {
  await session.send('Page.setFontSizes', { fontSizes: TEXT.doubled });
  await page.evaluate(twoFrames);
  const wider = await widerThanScreen(page);
  const texts = await stateOf();
  await session.send('Page.setFontSizes', { fontSizes: TEXT.usual });
  return [...(wider ? [`is wider than the screen: ${wider}.`] : []), ...texts];
}

/** Loses the connection of this page only: others of the browser are being looked at. */
async function withoutConnection(page, { session }, stateOf) {
  const line = { latency: 0, downloadThroughput: -1, uploadThroughput: -1 };
  await session.send('Network.enable');
  await session.send('Network.emulateNetworkConditions', { ...line, offline: true });
  await sleep(OFFLINE_MS);
  const gone = await stateOf();
  await session.send('Network.emulateNetworkConditions', { ...line, offline: false });
  await page.evaluate(twoFrames);
  await settled(page, PATIENCE_MS);
  return [...new Set([...gone, ...(await stateOf())])];
}

function ledAway(before, now) {
  const [was, is] = [before, now].map((url) => new URL(url).pathname);
  return was === is ? [] : [`leads away to ${is} without being asked.`];
}

/** Runs in the page: a media query changes in the first frame, and what asks for it is rendered by the second. */
const twoFrames = () =>
  new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(() => done(undefined))));
