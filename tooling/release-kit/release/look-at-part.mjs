import { setTimeout as sleep } from 'node:timers/promises';

import { brokenHost, frameIn, watchWindow } from './host-invariants.mjs';
import { inConditions, scopeOf } from './page-conditions.mjs';
import { lookAtPage, settled, watchPage, widerThanScreen } from './page-findings.mjs';
import { differenceOfGlobals } from './page-globals.mjs';
import { watchStrain } from './page-strain.mjs';
import { RESPONSE_MS, whileResponding, wordsOf } from './responding.mjs';

/** Timeout for a page until its part has rendered, in milliseconds. */
export const PATIENCE_MS = 15_000;
/**
 * How long a page is watched after its part has rendered, in milliseconds: a loop may start from a timer or a response.
 */
const WATCH_MS = 10_000;
/** Timeout for all that is done with a page before it is watched. */
const LOOK_MS = 3 * PATIENCE_MS;
/** Timeout for all conditions of one page. */
const CONDITIONS_MS = 6 * PATIENCE_MS;

/**
 * Opens a page and looks at it. The findings come once it has also been watched, and put into the conditions of users.
 *
 * @returns {Promise<{ findings: Promise<{ what: string, where: string, text: string }[]> }>}
 */
export async function lookAtPart(context, candidate, visit) {
  const { what, where, path, query, part } = visit;
  const page = await context.newPage();
  const findings = await watchPage(page);
  const inWindow = watchWindow(page);
  const isRefused = () => findings.texts().length > 0;
  /** @type {Promise<{ where: string, text: string }[]>} */
  let watch = Promise.resolve([]);
  try {
    const address = withQuery(await candidate.addresses.of(page, path), query);
    const frame = await whileResponding(lookOnce(page, candidate, { address, part }, findings), LOOK_MS);
    const isTried = !frame || !candidate.isThorough || isTriedElsewhere(candidate, visit, address);
    const place = { remote: candidate.remote, address, part, frame };
    const apart = isTried ? [] : candidate.failingApi.look(context, place, isRefused);
    if (frame)
      watch = watchOn(page, { ...candidate, frame }, findings, inWindow)
        .then(() => (isTried || isRefused() ? [] : whileResponding(inConditions(page, place), CONDITIONS_MS)))
        .then(async (later) => [...later, ...(await apart)]);
  } catch (error) {
    findings.add(wordsOf(error));
  }
  const closed = watch
    .catch((error) => {
      findings.add(wordsOf(error));
      return [];
    })
    .then(async (later) => {
      // A page that loops may not even close; the end of the browser ends it.
      await Promise.race([page.close(), sleep(RESPONSE_MS, undefined, { ref: false })]);
      return later;
    });
  return {
    findings: closed.then((later) => [
      ...findings.texts().map((text) => ({ what, where, text })),
      ...later.map((finding) => ({ what, ...finding })),
    ]),
  };
}

/** Conditions are for the first screen, and once for all slots of a page. */
function isTriedElsewhere({ tried }, { screen, part }, address) {
  const key = `${scopeOf(part)} ${address}`;
  if (screen !== 0 || tried.has(key)) return true;
  tried.add(key);
  return false;
}

/** Returns what the page has of the shell; null when the part has not mounted. */
async function lookOnce(page, { to, remote, version, addresses }, { address, part }, findings) {
  const response = await page.goto(to + address, { waitUntil: 'domcontentloaded' });
  const outcome = () => outcomeOf(page, `remote ${remote}/${part}`, version);
  const first = await outcome();
  if (first !== 'ready') {
    findings.add(`did not mount: ${first}.`);
    return null;
  }
  await settled(page, PATIENCE_MS);
  await addresses.learnFrom(page);
  await lookAtPage(page, findings);
  const later = await outcome();
  if (later !== 'ready') findings.add(`did not mount: ${later}.`);
  return later === 'ready' ? frameIn((await response?.text()) ?? '') : null;
}

/** Slots may already be on a page with a query. */
const withQuery = (address, query) => (address.includes('?') ? address + query.replace('?', '&') : address + query);

/** Watches an open page for a while for late effects. */
async function watchOn(page, { allowed, frame }, findings, inWindow) {
  inWindow.begin();
  const endOfStrain = await whileResponding(watchStrain(page));
  await sleep(WATCH_MS);
  for (const act of inWindow.acts()) findings.add(act);
  const [changed, wider] = await whileResponding(
    Promise.all([page.evaluate(differenceOfGlobals), widerThanScreen(page)]),
  );
  for (const strain of await whileResponding(endOfStrain())) findings.add(strain);
  for (const name of changed.filter((each) => !allowed.has(each)))
    findings.add(`changes ${name}, which everything on the page shares.`);
  if (wider) findings.add(`is wider than the screen: ${wider}.`);
  for (const breach of await whileResponding(brokenHost(page, frame))) findings.add(breach);
  findings.end();
}

/** Returns the state of a part as reported by the shell: "ready", or a sentence on what is wrong. */
async function outcomeOf(page, name, version) {
  const handle = await page
    .waitForFunction(
      (wanted) => {
        const marks = /** @type {PerformanceMark[]} */ (performance.getEntriesByType('mark')).filter((mark) =>
          mark.name.startsWith(`${wanted} `),
        );
        const failed = marks.find((mark) => mark.name.endsWith(' failed'));
        const last = failed ?? marks.at(-1);
        return last ? { isReady: !failed, ...last.detail } : null;
      },
      name,
      { timeout: PATIENCE_MS },
    )
    .catch(() => null);
  if (!handle) return `the shell did not render it within ${PATIENCE_MS / 1000} s`;
  const { isReady, reason, version: shown } = await handle.jsonValue();
  if (!isReady) return reason || 'it failed';
  return shown === version ? 'ready' : `the page showed ${shown} instead`;
}
