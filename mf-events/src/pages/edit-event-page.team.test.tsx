import type { EventRole } from '@manabiba/shared/contract/team-rights';
import {
  getEventSales,
  getOrganizedEvent,
  inviteTeamMember,
  listCategories,
  listOrganizedParticipants,
  listSentEventMessages,
  listTeam,
  listTeamLog,
  removeTeamMember,
  updateTeamMember,
} from '@manabiba/shared/data/endpoints';
import { aMe, anOrganizedEvent, aUser } from '@manabiba/shared/testing/builders';
import { FakeNetwork } from '@manabiba/shared/testing/fake-network';
import { renderWithApp } from '@manabiba/shared/testing/render-with-app';
import { screen, waitFor, within } from '@testing-library/react';

import { EditEventPage } from './edit-event-page';

interface SetUpOptions {
  /** Of the viewer; none: the owner. */
  roles?: EventRole[];
  tab?: string;
}

async function setUp({ roles, tab = 'team' }: SetUpOptions = {}) {
  const myAccess = { isOwner: roles === undefined, roles: roles ?? [] };
  const event = { ...anOrganizedEvent({ id: 'evt_1', state: 'published', myAccess }), invitations: [] };
  const helper = {
    id: 'mem_1',
    user: aUser({ nickname: '受付 太郎' }),
    email: null,
    roles: ['reception' as const],
    invitedUntil: null,
    isMe: roles !== undefined,
  };
  const network = new FakeNetwork()
    .answer(getOrganizedEvent, event)
    .answer(listTeam, { owner: aUser({ nickname: '主催 花子' }), members: [helper], remaining: 19 })
    .answer(listTeamLog, {
      items: [
        {
          id: 'act_1',
          actor: helper.user,
          act: 'participant_checked_in',
          subject: '参加 次郎さん',
          createdAt: '2026-11-22T00:00:00.000Z',
        },
      ],
      nextCursor: null,
    })
    .answer(listOrganizedParticipants, { items: [], nextCursor: null, totalCount: 0 })
    .answer(listSentEventMessages, { items: [], recipientCount: 0, remaining: 3 })
    .answer(listCategories, { categories: [] });
  network.refuse(getEventSales, 'role_required');
  const app = renderWithApp(<EditEventPage />, {
    me: aMe('adult'),
    network,
    path: `/events/evt_1/edit?tab=${tab}`,
    pattern: '/events/{id}/edit',
  });
  await screen.findByRole('heading', { level: 1 });
  return { ...app, event };
}
const tabs = () =>
  within(screen.getByRole('navigation', { name: 'イベントの管理' }))
    .getAllByRole('link')
    .map(({ textContent }) => textContent?.replace(/[\d人]+$/, ''));

it.each<[EventRole[] | undefined, string[]]>([
  [undefined, ['概要', '参加者', 'メッセージ', '割引コード', '編集', '運営メンバー']],
  [['edit'], ['メッセージ', '編集', '運営メンバー']],
  [['reception'], ['参加者', '運営メンバー']],
  [['sales'], ['概要', '参加者', '運営メンバー']],
])('shows somebody with %j the sections that their roles allow', async (roles, expected) => {
  await setUp({ ...(roles && { roles }) });
  expect(tabs()).toEqual(expected);
});

it('opens the first section that is allowed instead of another one, and asks for nothing else', async () => {
  const { network } = await setUp({ roles: ['reception'], tab: 'overview' });
  expect(await screen.findByRole('heading', { name: /^参加者/ })).toBeInTheDocument();
  expect(network.calls(getEventSales)).toEqual([]);
});

it('shows the log to members, and nothing that only the owner may do', async () => {
  await setUp({ roles: ['reception'] });
  expect(await screen.findByText('参加 次郎さんの受付をしました')).toBeInTheDocument();
  expect(screen.queryByRole('button', { name: '招待する' })).not.toBeInTheDocument();
  expect(screen.queryByRole('button', { name: /の役割を変更$/ })).not.toBeInTheDocument();
  expect(screen.getByRole('button', { name: '抜ける' })).toBeInTheDocument();
});

it('asks for a role before it invites', async () => {
  const { user, network } = await setUp();
  network.answer(inviteTeamMember, {
    id: 'mem_2',
    user: null,
    email: 'new@example.test',
    roles: ['sales'],
    invitedUntil: '2026-11-29T00:00:00.000Z',
    isMe: false,
  });
  await user.type(await screen.findByRole('textbox', { name: 'メールアドレス' }), 'new@example.test');
  await user.click(screen.getByRole('button', { name: '招待する' }));
  expect(await screen.findByText('役割を1つ以上選んでください。')).toBeInTheDocument();
  expect(network.calls(inviteTeamMember)).toEqual([]);
  await user.click(screen.getByRole('checkbox', { name: '売上' }));
  await user.click(screen.getByRole('button', { name: '招待する' }));
  await waitFor(() =>
    expect(network.calls(inviteTeamMember)[0]?.body).toEqual({ email: 'new@example.test', roles: ['sales'] }),
  );
  await waitFor(() => expect(screen.getByRole('textbox', { name: 'メールアドレス' })).toHaveValue(''));
  expect(screen.getByRole('checkbox', { name: '売上' })).not.toBeChecked();
});

it.each(['キャンセル', '役割を保存'])('gives the focus back to the button of the roles after %s', async (end) => {
  const { user, network } = await setUp();
  network.answer(updateTeamMember, undefined as never);
  const button = await screen.findByRole('button', { name: '受付 太郎の役割を変更' });
  await user.click(button);
  await user.click(screen.getByRole('button', { name: end }));
  await waitFor(() => expect(screen.queryByRole('button', { name: 'キャンセル' })).not.toBeInTheDocument());
  expect(button).toHaveFocus();
});

it('removes a member after asking', async () => {
  const { user, network } = await setUp();
  network.answer(removeTeamMember, undefined);
  await user.click(await screen.findByRole('button', { name: '受付 太郎を外す' }));
  expect(network.calls(removeTeamMember)).toEqual([]);
  await user.click(within(screen.getByRole('dialog')).getByRole('button', { name: '外す' }));
  expect(network.calls(removeTeamMember)).toHaveLength(1);
});
