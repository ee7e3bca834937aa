import { setTimeout as sleep } from 'node:timers/promises';

import { isBlank, missingFrame } from './host-invariants.mjs';
import { watchOwnCode } from './own-failures.mjs';
import { settled } from './page-findings.mjs';
import { RESPONSE_MS, whileResponding, wordsOf } from './responding.mjs';

/**
 * How the api answers everything, one after the other. Source: shared/src/contract/errors.ts. `retriesMs` is how long
 * the shell's client goes on before it gives up: shared/src/data/call-endpoint.ts.
 */
const ANSWERS = [
  { status: 503, code: 'unavailable', retriesMs: 3_000 },
  { status: 401, code: 'unauthenticated', retriesMs: 0 },
];
/** A page of the shell without a remote in it, from which others are opened without their data from the server. */
const START = '/terms_of_use';
/** Where the shell leads when a session has ended. */
const SIGN_IN = '/signin';
/** How long a page may take to show its part, in milliseconds. A host may show an error in place of it. */
const PART_MS = 10_000;
/** Skeletons may stay while the shell asks again. */
const SETTLE_MS = 2_000;
/** Timeout for all that is done with a place while the api gives one answer. */
const LOOK_MS = 2 * RESPONSE_MS;
/** How long a page may take to close, in milliseconds. */
const CLOSE_MS = 2_000;
/** Places that are open at the same time: most of the time they wait. */
const LANES = 3;

/**
 * Opens places from a page of the shell while the api refuses every call: a page that is loaded has its data already.
 *
 * @param {{ to: string, remote: string, override: { name: string, value: string } }} candidate
 */
export function createFailingApi(candidate) {
  /** @type {Promise<unknown>[]} */
  const lanes = Array.from({ length: LANES }, () => Promise.resolve());
  let turn = 0;
  return {
    /**
     * @param {import('playwright-core').BrowserContext} context of the viewer
     * @param {{ address: string, part: string, frame: string[] }} place
     * @param {() => boolean} isRefused whether it is by now, and need not be opened
     * @returns {Promise<{ where: string, text: string }[]>}
     */
    look(context, place, isRefused) {
      const lane = turn++ % LANES;
      const findings = Promise.resolve(lanes[lane]).then(() =>
        isRefused() ? [] : lookAtPlace(context, candidate, place),
      );
      lanes[lane] = findings;
      return findings;
    },
  };
}

async function lookAtPlace(viewer, candidate, place) {
  const findings = [];
  let where = ' while the api fails';
  let apart;
  try {
    // Its own: other pages of a context follow when the session of one has ended.
    apart = await viewer.browser().newContext({ locale: 'ja-JP', timezoneId: 'Asia/Tokyo', serviceWorkers: 'block' });
    await apart.addCookies(await viewer.cookies());
    const page = await apart.newPage();
    page.on('dialog', (dialog) => void dialog.accept().catch(() => undefined));
    await whileResponding(page.goto(candidate.to + START, { waitUntil: 'load' }));
    const ownCode = await watchOwnCode(page, candidate.remote);
    const api = await failApi(ownCode.session, candidate);
    for (const answer of ANSWERS) {
      where = ` while the api answers ${answer.status}`;
      api.answer(answer);
      const texts = await whileResponding(lookWith(page, { ownCode, api, answer }, candidate, place), LOOK_MS);
      findings.push(...texts.map((text) => ({ where, text })));
    }
  } catch (error) {
    findings.push({ where, text: wordsOf(error) });
  }
  // A page that loops may not even close.
  if (apart) await whileResponding(apart.close(), CLOSE_MS).catch(() => undefined);
  return findings;
}

/** Refuses every call, and keeps all else that a page sends in the browser. Only what it asks for is loaded. */
async function failApi(session, { override }) {
  let answer = { status: 503, code: 'unavailable' };
  let hasCalls = false;
  const refused = JSON.stringify({ code: 'unavailable', error: 'この機能は、いまはご利用いただけません。' });
  session.on('Fetch.requestPaused', ({ requestId, request, resourceType }) => {
    const isPage = resourceType === 'Document';
    hasCalls ||= new URL(request.url).pathname.startsWith('/v1/');
    const handled = isPage
      ? session.send('Fetch.continueRequest', { requestId, headers: headersOf(request, answer, override) })
      : session.send('Fetch.fulfillRequest', {
          requestId,
          responseCode: answer.status,
          responseHeaders: [{ name: 'content-type', value: 'application/json' }],
          body: Buffer.from(refused.replace('unavailable', answer.code)).toString('base64'),
        });
    // The page may have been left meanwhile.
    handled.catch(() => undefined);
  });
  await session.send('Fetch.enable', {
    patterns: [
      ...['*/v1/*', '*/api/*', '*/beacon/*'].map((urlPattern) => ({ urlPattern })),
      { urlPattern: '*', resourceType: 'Document' },
    ],
  });
  return {
    answer(next) {
      answer = next;
      hasCalls = false;
    },
    hasCalls: () => hasCalls,
  };
}

/** When a session has ended, it has to the web server, too: it would lead back from the page for signing in. */
function headersOf({ headers }, { status }, { name, value }) {
  const kept = Object.entries(headers).filter(([header]) => header.toLowerCase() !== 'cookie');
  if (status !== 401) return undefined;
  return [...kept, ['cookie', `${name}=${value}`]].map(([header, content]) => ({ name: header, value: content }));
}

/** Opens a place within the page, looks at it and leaves it. */
async function lookWith(page, { ownCode, api, answer }, { to, remote }, { address, part, frame }) {
  await page.evaluate(goWithin, address);
  await page.waitForFunction(hasBegun, `remote ${remote}/${part} `, { timeout: PART_MS }).catch(() => undefined);
  await settled(page, SETTLE_MS);
  if (api.hasCalls()) await sleep(answer.retriesMs);
  const place = { address: to + address, part, frame, status: answer.status };
  const texts = await steady(page, () => stateOf(page, ownCode, place));
  await steady(page, () => page.evaluate(goWithin, START));
  return [...texts, ...(await steady(page, ownCode.failures))];
}

/** Asks a page again that the shell loads again meanwhile. */
const steady = (page, ask) =>
  ask().catch(async () => {
    await page.waitForLoadState();
    return ask();
  });

async function stateOf(page, ownCode, { address, part, frame, status }) {
  const path = new URL(page.url()).pathname;
  if (path !== new URL(address).pathname) {
    const isToSignIn = status === 401 && path === SIGN_IN;
    return [...(await ownCode.failures()), ...(isToSignIn ? [] : [`leads away to ${path} without being asked.`])];
  }
  return [
    ...(await ownCode.failures()),
    ...(await page.evaluate(missingFrame, frame)),
    ...(part.startsWith('pages/') && (await page.evaluate(isBlank)) ? ['shows nothing.'] : []),
  ];
}

/** Runs in the page: opens another place as its router does when the user goes back. */
function goWithin(address) {
  history.pushState({ idx: (history.state?.idx ?? 0) + 1 }, '', address);
  dispatchEvent(new PopStateEvent('popstate', { state: history.state }));
}

/** Runs in the page: whether a part has mounted or failed. */
const hasBegun = (prefix) => performance.getEntriesByType('mark').some(({ name }) => name.startsWith(prefix));
