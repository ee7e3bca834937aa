import type { SeriesDetail } from '@manabiba/shared/contract/series';
import type { SeriesRole } from '@manabiba/shared/contract/team-rights';
import {
  getSeries,
  inviteSeriesMember,
  listSeriesLog,
  listSeriesTeam,
  removeSeriesMember,
} from '@manabiba/shared/data/endpoints';
import { aMe, aUser } from '@manabiba/shared/testing/builders';
import { FakeNetwork } from '@manabiba/shared/testing/fake-network';
import { renderWithApp } from '@manabiba/shared/testing/render-with-app';
import { aSeries } from '@manabiba/shared/testing/series-builders';
import { screen, waitFor, within } from '@testing-library/react';

import { SeriesTeamPage } from './series-team-page';

const accessOf = (roles?: SeriesRole[]) => ({ isOwner: roles === undefined, roles: roles ?? [] });

interface SetUpOptions extends Partial<SeriesDetail> {
  /** Of the viewer; none: the host. */
  roles?: SeriesRole[];
}

function setUp({ roles, ...given }: SetUpOptions = {}) {
  const helper = {
    id: 'mem_1',
    user: aUser({ nickname: '運営 太郎' }),
    email: null,
    roles: ['edit' as const],
    invitedUntil: null,
    isMe: roles !== undefined,
  };
  const series = aSeries({ isHost: roles === undefined, myAccess: accessOf(roles), ...given });
  const network = new FakeNetwork()
    .answer(getSeries, series)
    .answer(listSeriesTeam, { owner: aUser({ nickname: '主催 花子' }), members: [helper], remaining: 19 })
    .answer(listSeriesLog, {
      items: [
        { id: 'act_1', actor: helper.user, act: 'date_added', subject: '銀河', createdAt: '2026-11-22T00:00:00.000Z' },
      ],
      nextCursor: null,
    });
  const app = renderWithApp(<SeriesTeamPage />, {
    me: aMe('adult'),
    network,
    path: '/series/srs_stars/team',
    pattern: '/series/{id}/team',
  });
  return { ...app, network };
}

describe('the page of the team', () => {
  it('lets the host invite with the roles of series', async () => {
    const { user, network } = setUp();
    network.answer(inviteSeriesMember, {
      id: 'mem_2',
      user: null,
      email: 'new@example.test',
      roles: ['attendance'],
      invitedUntil: '2026-11-29T00:00:00.000Z',
      isMe: false,
    });
    await user.type(await screen.findByRole('textbox', { name: 'メールアドレス' }), 'new@example.test');
    expect(screen.getAllByRole('checkbox')).toHaveLength(2);
    await user.click(screen.getByRole('checkbox', { name: '出席' }));
    await user.click(screen.getByRole('button', { name: '招待する' }));
    await waitFor(() =>
      expect(network.calls(inviteSeriesMember)[0]?.body).toEqual({ email: 'new@example.test', roles: ['attendance'] }),
    );
  });

  it('shows members the log, and lets them leave', async () => {
    const { user, network, currentUrl } = setUp({ roles: ['edit'] });
    network.answer(removeSeriesMember, undefined);
    expect(await screen.findByText('「銀河」を追加しました')).toBeInTheDocument();
    expect(screen.queryByRole('button', { name: '招待する' })).not.toBeInTheDocument();
    await user.click(screen.getByRole('button', { name: '抜ける' }));
    const dialog = within(screen.getByRole('dialog'));
    expect(dialog.getByText(/この連続講座の管理ができなくなります/)).toBeVisible();
    await user.click(dialog.getByRole('button', { name: '抜ける' }));
    await waitFor(() => expect(currentUrl()).toBe('/series/srs_stars'));
  });

  it('says so to somebody who is not in the team', async () => {
    setUp({ isHost: false, myAccess: null });
    expect(await screen.findByText('この連続講座の運営メンバーではありません。')).toBeVisible();
  });

  it('invites nobody to a series that has ended', async () => {
    setUp({ endedAt: '2026-11-20T00:00:00.000Z' });
    expect(await screen.findByText('「銀河」を追加しました')).toBeInTheDocument();
    expect(screen.queryByRole('button', { name: '招待する' })).not.toBeInTheDocument();
  });
});
