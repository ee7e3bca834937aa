import { randomUUID } from 'node:crypto';

import { launchChromium } from '../support/browser.mjs';
import { percentile, printVerdicts } from '../support/figures.mjs';
import { startProduct } from './product.mjs';

/** A class that draws on one board, each with a call every so many milliseconds. */
const DRAWERS = 20;
const STROKE_MS = 250;
const POINTS = 40;
/** From the call of one browser to the message in another one. */
const MOST_P95_MS = 300;
const SECONDS = Number(process.env.BENCH_SECONDS ?? 20);
/** Elements have no field for a time; a seed takes any number below this. */
const SEEDS = 2 ** 31;
const PASSWORD = 'manabiba-demo';

/** 20 people drawing on the board of one room: the time until another participant's browser has each stroke. */
export async function board() {
  const product = await startProduct();
  const browser = await launchChromium();
  try {
    const host = await newcomer(product.url);
    const room = await openBoard(host);
    const drawers = [];
    for (let count = 0; count < DRAWERS; count += 1) {
      const drawer = await newcomer(product.url);
      await drawer('POST', `/classrooms/${room}/join`, { recordingConsent: true, deviceId: randomUUID() });
      drawers.push(drawer);
    }
    const page = await watch(browser, product.url, room);
    const until = performance.now() + SECONDS * 1000;
    const counts = await Promise.all(drawers.map((draw, index) => drawUntil(until, draw, room, index)));
    const sent = counts.reduce((sum, count) => sum + count, 0);
    await page
      .waitForFunction((most) => window.strokes.length >= most, sent * 0.9, { timeout: 20_000 })
      .catch(() => {});
    const times = await page.evaluate(() => window.strokes);
    const p95 = percentile(times, 0.95);
    return printVerdicts([
      [
        `${times.length} of ${sent} versions arrived one by one (a newer one may replace one on its way)`,
        times.length > sent / 2,
      ],
      [
        `${DRAWERS} people, ${(sent / SECONDS).toFixed(0)} strokes a second: median ${Math.round(percentile(times, 0.5))} ms, p95 ${Math.round(p95)} ms, at most ${MOST_P95_MS} ms`,
        p95 <= MOST_P95_MS,
      ],
    ]);
  } finally {
    await browser.close();
    await product.stop();
  }
}

/** Signs up an adult. Returns the function that makes calls as them. */
async function newcomer(url) {
  const cookies = new Map();
  const call = async (method, path, body) => {
    const answer = await fetch(`${url}/v1${path}`, {
      method,
      ...(body && { body: JSON.stringify(body) }),
      headers: {
        origin: url,
        'sec-fetch-site': 'same-origin',
        cookie: [...cookies].map(([name, value]) => `${name}=${value}`).join('; '),
        ...(body && { 'content-type': 'application/json' }),
      },
    });
    for (const cookie of answer.headers.getSetCookie()) {
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(cookie) ?? [];
      cookies.set(name, value);
    }
    const text = await answer.text();
    if (!answer.ok) throw new Error(`${method} ${path} answered ${answer.status}: ${text}`);
    return text ? JSON.parse(text) : undefined;
  };
  await call('POST', '/auth/signup', {
    email: `${randomUUID()}@bench.test`,
    password: PASSWORD,
    nickname: '花子',
    birthDate: '1990-04-12',
    agreeTerms: true,
  });
  return call;
}

async function openBoard(host) {
  const { categories } = await host('GET', '/categories');
  const { id } = await host('POST', '/classrooms', {
    name: '20人で描く教室',
    categoryId: categories[0].id,
    startAt: new Date().toISOString(),
    allUsers: true,
    audienceMode: true,
    privateMode: false,
  });
  await host('POST', `/classrooms/${id}/join`, { recordingConsent: true, deviceId: randomUUID() });
  await host('PUT', `/classrooms/${id}/board`, { isOpen: true, access: 'everyone', drawerIds: [] });
  return id;
}

/** Opens the room in a browser that records how long each stroke took to arrive. */
async function watch(browser, url, room) {
  const page = await (await browser.newContext({ locale: 'ja-JP' })).newPage();
  await page.addInitScript(recordStrokes, SEEDS);
  await page.goto(`${url}/classrooms/${room}`);
  await page.getByRole('main').getByRole('button', { name: '参加する', exact: true }).first().click();
  await page.getByRole('region', { name: 'ホワイトボード' }).waitFor();
  return page;
}

/** Runs in the page before its own scripts. */
function recordStrokes(seeds) {
  /** @type {number[]} */
  const strokes = [];
  Object.assign(window, { strokes });
  const { set, ...rest } = Object.getOwnPropertyDescriptor(window.MessagePort.prototype, 'onmessage') ?? {};
  Object.defineProperty(window.MessagePort.prototype, 'onmessage', {
    ...rest,
    set(handler) {
      set?.call(
        this,
        handler &&
          ((event) => {
            for (const json of JSON.stringify(event.data?.update?.changed ?? []).matchAll(/\\"seed\\":(\d+)/g))
              strokes.push((Date.now() - Number(json[1]) + seeds) % seeds);
            handler.call(this, event);
          }),
      );
    },
  });
}

/** Draws one growing line after the other. Returns the number of calls. */
async function drawUntil(until, draw, room, drawer) {
  let calls = 0;
  // Not all at the same moment.
  let next = performance.now() + (drawer * STROKE_MS) / DRAWERS;
  while (next < until) {
    await new Promise((done) => {
      setTimeout(done, Math.max(0, next - performance.now()));
    });
    await draw('POST', `/classrooms/${room}/board/elements`, { epoch: 0, elements: [stroke(drawer, calls)] });
    calls += 1;
    next = Math.max(next + STROKE_MS, performance.now());
  }
  return calls;
}

/** A line by hand that has grown for a second. */
const stroke = (drawer, calls) => ({
  id: `d${drawer}-${Math.floor(calls / 4)}`,
  type: 'freedraw',
  version: (calls % 4) + 1,
  versionNonce: 1,
  seed: Date.now() % SEEDS,
  x: drawer * 40,
  y: calls * 3,
  width: 100,
  height: 100,
  angle: 0,
  points: Array.from({ length: POINTS * ((calls % 4) + 1) }, (_, index) => [
    index,
    Math.round(50 * Math.sin(index / 9)),
  ]),
  pressures: [],
  simulatePressure: true,
  strokeColor: '#1e1e1e',
  backgroundColor: 'transparent',
  fillStyle: 'solid',
  strokeWidth: 2,
  strokeStyle: 'solid',
  roughness: 1,
  roundness: null,
  opacity: 100,
  index: 'a0',
  isDeleted: false,
  groupIds: [],
  boundElements: null,
  locked: false,
});
