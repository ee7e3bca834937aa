import { createCalendarFeed, deleteCalendarFeed, getCalendarFeed } from '@manabiba/shared/data/endpoints';
import { aMe } from '@manabiba/shared/testing/builders';
import { FakeNetwork } from '@manabiba/shared/testing/fake-network';
import { renderWithApp } from '@manabiba/shared/testing/render-with-app';
import { screen, within } from '@testing-library/react';

import { SubscribeButton } from './subscribe-button';

const CREATED_AT = '2026-11-23T03:00:00.000Z';
const feed = {
  url: 'https://manabiba.test/v1/calendar_feeds/secret.ics',
  webcalUrl: 'webcal://manabiba.test/v1/calendar_feeds/secret.ics',
  createdAt: CREATED_AT,
};

const setUp = async (createdAt: string | null = null) => {
  const network = new FakeNetwork().answer(getCalendarFeed, { createdAt });
  const app = renderWithApp(<SubscribeButton />, { network, me: aMe('adult') });
  await app.user.click(screen.getByRole('button', { name: '予定表を購読' }));
  const dialog = within(await screen.findByRole('dialog', { name: '予定表を購読' }));
  return { ...app, network, dialog };
};

it('creates the feed address and shows it for copying and opening in a calendar app', async () => {
  const { user, network, dialog } = await setUp();
  network.answer(createCalendarFeed, feed).answer(getCalendarFeed, { createdAt: CREATED_AT });
  await user.click(await dialog.findByRole('button', { name: 'アドレスをつくる' }));
  expect(await dialog.findByRole('textbox', { name: '予定表のアドレス' })).toHaveValue(feed.url);
  expect(dialog.getByRole('link', { name: 'カレンダーで開く' })).toHaveAttribute('href', feed.webcalUrl);
  await user.click(dialog.getByRole('button', { name: 'アドレスをコピー' }));
  expect(await screen.findByText('アドレスをコピーしました。')).toBeInTheDocument();
  expect(await navigator.clipboard.readText()).toBe(feed.url);
});

it('does not show an existing address again, and explains what replacing it does', async () => {
  const { dialog } = await setUp(CREATED_AT);
  expect(await dialog.findByText(/11月23日.*それまでのアドレスは使えなくなります。/)).toBeInTheDocument();
  expect(dialog.getByRole('button', { name: '新しいアドレスをつくる' })).toBeEnabled();
  expect(dialog.queryByRole('textbox')).not.toBeInTheDocument();
});

it('revokes the address', async () => {
  const { user, network, dialog } = await setUp(CREATED_AT);
  network.answer(deleteCalendarFeed, undefined);
  await user.click(await dialog.findByRole('button', { name: '購読をやめる' }));
  expect(await screen.findByText('予定表の購読をやめました。')).toBeInTheDocument();
  expect(screen.queryByRole('dialog')).not.toBeInTheDocument();
  expect(network.calls(deleteCalendarFeed)).toHaveLength(1);
});

it('keeps the dialog open when creating the address fails', async () => {
  const { user, network, dialog } = await setUp();
  network.refuse(createCalendarFeed, 'rate_limited');
  await user.click(await dialog.findByRole('button', { name: 'アドレスをつくる' }));
  expect(await dialog.findByRole('button', { name: 'アドレスをつくる' })).toBeEnabled();
});
