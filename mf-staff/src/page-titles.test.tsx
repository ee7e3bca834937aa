import { getStaffSession } from '@manabiba/shared/data/endpoints';
import { aMe } from '@manabiba/shared/testing/builders';
import { FakeNetwork } from '@manabiba/shared/testing/fake-network';
import { renderWithApp } from '@manabiba/shared/testing/render-with-app';
import { screen } from '@testing-library/react';

import { pages } from './remote';

it.each([
  ['/staff/people', 'people', '利用者'],
  ['/staff/money', 'money', 'お支払いと振込'],
])('%s has the title of its section', async (path, page, title) => {
  const Page = (await pages[page]?.()) ?? (() => null);
  const network = new FakeNetwork().answer(getStaffSession, { state: 'open', locksInSeconds: 1800 });
  const { pageTitle } = renderWithApp(<Page />, { path, network, me: aMe('adult', { role: 'staff' }) });
  expect(await screen.findByRole('heading', { level: 1, name: title })).toBeVisible();
  expect(screen.getByRole('link', { name: title })).toHaveAttribute('aria-current', 'page');
  expect(pageTitle()).toBe(title);
});
