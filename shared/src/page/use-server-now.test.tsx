import { act, screen } from '@testing-library/react';
import { addHours } from 'date-fns';
import { millisecondsInHour } from 'date-fns/constants';
import { hydrateRoot } from 'react-dom/client';
import { renderToString } from 'react-dom/server';

import { callEndpoint } from '../data/call-endpoint';
import { getMe } from '../data/endpoints';
import { serverClock } from '../data/server-clock';
import { aMe } from '../testing/builders';
import { FakeNetwork } from '../testing/fake-network';
import { renderWithApp } from '../testing/render-with-app';
import { setPageTime } from './page-time';
import { useServerNow } from './use-server-now';

function Ahead() {
  return <output>{useServerNow(60_000).toISOString()}</output>;
}

it.each([
  ['an hour ahead', () => addHours(Date.now(), 1).toUTCString(), 3600],
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

it('renders the time of the page on both sides, however wrong the clock of the device is', async () => {
  const pageTime = addHours(Date.now(), 1);
  setPageTime(pageTime.toISOString());
  serverClock.aheadMs = 0;
  const root = document.createElement('div');
  root.innerHTML = renderToString(<Ahead />);
  expect(root.textContent).toBe(pageTime.toISOString());
  serverClock.aheadMs = millisecondsInHour;
  const onRecoverableError = jest.fn();
  await act(async () => {
    hydrateRoot(root, <Ahead />, { onRecoverableError });
    await Promise.resolve();
  });
  expect(onRecoverableError).not.toHaveBeenCalled();
  expect(Math.abs(Date.parse(root.textContent) - Date.now() - millisecondsInHour)).toBeLessThan(60_000);
});
