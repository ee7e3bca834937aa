import { millisecondsInHour } from 'date-fns/constants';

import { aPage } from '../testing/builders';
import { callEndpoint } from './call-endpoint';
import { listEvents } from './endpoints';
import { serverClock } from './server-clock';

/** A response of the api whose clock differs from the device clock by this much. */
async function receive(headers: (now: number) => Record<string, string>) {
  const values = headers(Date.now());
  const answer = {
    ok: true,
    status: 200,
    headers: { get: (name: string) => values[name] ?? null },
    json: async () => aPage([]),
  };
  globalThis.fetch = async () => answer as unknown as Response;
  await callEndpoint(listEvents, {});
  return serverClock.aheadMs;
}
const dated = (aheadMs: number) => (now: number) => ({ Date: new Date(now + aheadMs).toUTCString() });

beforeEach(() => {
  serverClock.aheadMs = 0;
});

it.each([
  ['ahead', millisecondsInHour],
  ['behind', -millisecondsInHour],
])('derives from a response that the server is an hour %s', async (_case, aheadMs) => {
  // The header is truncated to whole seconds.
  expect(Math.abs((await receive(dated(aheadMs))) - aheadMs)).toBeLessThanOrEqual(1000);
});

it('reports nothing when a response has no time', async () => {
  expect(await receive(() => ({}))).toBeNaN();
});
