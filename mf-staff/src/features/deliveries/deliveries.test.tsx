import type { NotificationTimelineRow } from '@manabiba/shared/contract/announcements';
import { getNotificationTimeline } from '@manabiba/shared/data/endpoints';
import { aMe } from '@manabiba/shared/testing/builders';
import { FakeNetwork } from '@manabiba/shared/testing/fake-network';
import { renderWithApp } from '@manabiba/shared/testing/render-with-app';
import { screen } from '@testing-library/react';

import { Deliveries } from './deliveries';

const row: NotificationTimelineRow = {
  kind: 'reservedClassroomStarted',
  channel: 'mail',
  sent: 1204,
  queued: 2,
  failed: 4,
  dropped: 0,
  opened: 0,
  latenessSeconds: 1.9,
};
function setUp(items: NotificationTimelineRow[]) {
  const network = new FakeNetwork().answer(getNotificationTimeline, { items });
  renderWithApp(<Deliveries />, { path: '/staff/deliveries', network, me: aMe('adult', { role: 'staff' }) });
}

it('shows what became of the notifications, by kind and channel', async () => {
  setUp([row]);
  expect(await screen.findByText('失敗 4件')).toBeInTheDocument();
  expect(screen.getAllByRole('cell').map(({ textContent }) => textContent)).toEqual([
    '予約した教室の開始',
    'メール',
    '1,204',
    '2',
    '4',
    '0',
    '0',
    '1.9秒',
  ]);
});

it('says that nothing was sent', async () => {
  setUp([]);
  expect(await screen.findByText('この7日間の配信はありません。')).toBeInTheDocument();
});
