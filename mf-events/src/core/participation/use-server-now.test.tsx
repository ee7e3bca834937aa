import { getMe } from '@manabiba/shared/data/endpoints';
import { callEndpoint } from '@manabiba/shared/platform';
import { aMe } from '@manabiba/shared/testing/builders';
import { FakeNetwork } from '@manabiba/shared/testing/fake-network';
import { renderWithApp } from '@manabiba/shared/testing/render-with-app';
import { screen } from '@testing-library/react';

import { useServerNow } from './use-server-now';

const HOUR_MS = 3_600_000;

function Ahead() {
  return <output>{useServerNow(60_000).toISOString()}</output>;
}

it.each([
  ['an hour ahead', () => new Date(Date.now() + HOUR_MS).toUTCString(), 3600],
  ['a second ahead, which may be network latency', () => new Date(Date.now() + 1000).toUTCString(), 0],
  ['unknown', () => '', 0],
])('follows a server clock that is %s', async (_case, date, seconds) => {
  const network = new FakeNetwork().answer(getMe, aMe()).install();
  const { fetch } = globalThis;
  globalThis.fetch = async (...input) => {
    const answer = await fetch(...input);
    return { ...answer, json: () => answer.json(), headers: { get: () => date() } } as unknown as Response;
  };
  await callEndpoint(getMe, {});
  renderWithApp(<Ahead />, { network });
  const aheadMs = Date.parse(screen.getByRole('status').textContent) - Date.now();
  expect(Math.abs(aheadMs / 1000 - seconds)).toBeLessThan(5);
});
