import { getStaffCounts } from '@manabiba/shared/data/endpoints';
import { aMe } from '@manabiba/shared/testing/builders';
import { FakeNetwork } from '@manabiba/shared/testing/fake-network';
import { renderWithApp } from '@manabiba/shared/testing/render-with-app';
import { screen } from '@testing-library/react';

import { StaffFrame } from './staff-frame';

it('shows the number of waiting items next to each kind of work, and the current one', async () => {
  const network = new FakeNetwork().answer(getStaffCounts, {
    reviews: 12,
    reports: 3,
    failedDeliveries: 0,
    roleProposals: 1,
  });
  renderWithApp(<StaffFrame title="通報">作業</StaffFrame>, {
    path: '/staff/reports',
    network,
    me: aMe('adult', { role: 'staff' }),
  });
  expect(await screen.findByRole('link', { name: '本人確認 12' })).toBeInTheDocument();
  expect(screen.getByRole('link', { name: '通報 3' })).toHaveAttribute('aria-current', 'page');
  expect(screen.getByRole('link', { name: '利用者 1' })).toBeInTheDocument();
  expect(screen.getByRole('link', { name: 'お知らせの配信' })).toBeInTheDocument();
});
