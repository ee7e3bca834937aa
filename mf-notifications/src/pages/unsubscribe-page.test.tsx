import type { MailSubscription } from '@manabiba/shared/contract/notification-settings';
import { getMailSubscription, resubscribeMail, unsubscribeMail } from '@manabiba/shared/data/endpoints';
import { aMe } from '@manabiba/shared/testing/builders';
import { FakeNetwork } from '@manabiba/shared/testing/fake-network';
import { renderWithApp } from '@manabiba/shared/testing/render-with-app';
import { screen, waitFor } from '@testing-library/react';

import { UnsubscribePage } from './unsubscribe-page';

const subscription = (isSubscribed: boolean): MailSubscription => ({
  subject: 'reservedClassroomStarted',
  label: '予約した教室の開始',
  isSubscribed,
});

const setUp = ({
  path = '/unsubscribe?token=abc',
  isSubscribed = true,
  prepare,
}: { path?: string; isSubscribed?: boolean; prepare?: (network: FakeNetwork) => unknown } = {}) => {
  const network = new FakeNetwork()
    .answer(getMailSubscription, subscription(isSubscribed))
    .answer(unsubscribeMail, subscription(false))
    .answer(resubscribeMail, subscription(true));
  prepare?.(network);
  return renderWithApp(<UnsubscribePage />, { me: aMe('anonymous'), network, path });
};

const heading = (name: string) => screen.findByRole('heading', { level: 1, name });

it('stops the mails on a click, not when the link is opened, and can undo it', async () => {
  const { user, network } = setUp();
  await heading('「予約した教室の開始」のメールを停止しますか。');
  expect(network.calls(unsubscribeMail)).toEqual([]);
  await user.click(screen.getByRole('button', { name: '停止する' }));
  await waitFor(async () => expect(await heading('「予約した教室の開始」のメールを停止しました。')).toHaveFocus());
  expect(network.calls(unsubscribeMail)).toMatchObject([{ params: { token: 'abc' } }]);
  await user.click(screen.getByRole('button', { name: '元に戻す' }));
  expect(await heading('「予約した教室の開始」のメールを再開しました。')).toBeInTheDocument();
});

it('shows that the mails were already stopped', async () => {
  setUp({ isSubscribed: false });
  expect(await heading('「予約した教室の開始」のメールを停止しました。')).toBeInTheDocument();
  expect(screen.getByText('アプリ内のお知らせとプッシュは、そのまま届きます。')).toBeInTheDocument();
});

it('keeps the question with the reason when stopping fails', async () => {
  const { user } = setUp({ prepare: (it) => it.refuse(unsubscribeMail, 'rate_limited') });
  await user.click(await screen.findByRole('button', { name: '停止する' }));
  expect(await screen.findByRole('alert')).toBeInTheDocument();
  expect(await heading('「予約した教室の開始」のメールを停止しますか。')).toBeInTheDocument();
});

it.each([
  ['an expired link', '/unsubscribe?token=abc'],
  ['a link without a token', '/unsubscribe'],
])('explains %s', async (_case, path) => {
  setUp({ path, prepare: (it) => it.refuse(getMailSubscription, 'link_expired') });
  expect(await heading('このリンクは使えません。')).toBeInTheDocument();
});
