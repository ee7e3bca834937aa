import type { StaffSession } from '@manabiba/shared/contract/staff-session';
import { getStaffSession, renewRecoveryCodes } from '@manabiba/shared/data/endpoints';
import { aMe } from '@manabiba/shared/testing/builders';
import { FakeNetwork } from '@manabiba/shared/testing/fake-network';
import { renderWithApp } from '@manabiba/shared/testing/render-with-app';
import { screen, within } from '@testing-library/react';

import { SecondFactor } from './second-factor';

function setUp(secondFactor: StaffSession['secondFactor']) {
  const network = new FakeNetwork()
    .answer(getStaffSession, { state: 'open', locksInSeconds: null, secondFactor })
    .answer(renewRecoveryCodes, { recoveryCodes: ['ABCDE-FGH23'] });
  return renderWithApp(<SecondFactor />, {
    path: '/staff/second-factor',
    network,
    me: aMe('adult', { role: 'staff' }),
  });
}
const since = '2026-11-24T01:00:00.000Z';

it('offers to set it up', async () => {
  setUp(null);
  expect(await screen.findByText('二段階認証は設定されていません。')).toBeInTheDocument();
  expect(screen.getByRole('button', { name: '設定する' })).toBeInTheDocument();
});

it.each([
  [10, false],
  [3, true],
])('with %d recovery codes left, advises new ones: %s', async (recoveryCodesLeft, isAdvised) => {
  setUp({ since, recoveryCodesLeft });
  expect(await screen.findByText(`残り${recoveryCodesLeft}個`)).toBeInTheDocument();
  expect(screen.queryByText(/残り少なくなっています/) !== null).toBe(isAdvised);
});

it('shows new recovery codes after a confirmation', async () => {
  const { user, network } = setUp({ since, recoveryCodesLeft: 10 });
  await user.click(await screen.findByRole('button', { name: '回復コードを再発行' }));
  await user.click(within(screen.getByRole('dialog')).getByRole('button', { name: '再発行する' }));
  expect(await screen.findByText('ABCDE-FGH23')).toBeInTheDocument();
  expect(network.calls(renewRecoveryCodes)).toHaveLength(1);
  await user.click(screen.getByRole('button', { name: '保存しました' }));
  expect(screen.queryByText('ABCDE-FGH23')).not.toBeInTheDocument();
});
