import type { MissedItem } from '@manabiba/shared/contract/classroom-missed';
import { livePaths } from '@manabiba/shared/contract/room-documents';
import { listMissed } from '@manabiba/shared/data/endpoints';
import { aMe, inMinutes } from '@manabiba/shared/testing/builders';
import { FakeLive } from '@manabiba/shared/testing/fake-live';
import { FakeNetwork } from '@manabiba/shared/testing/fake-network';
import { renderWithApp } from '@manabiba/shared/testing/render-with-app';
import { act, screen, waitFor, within } from '@testing-library/react';

import { aRoomUser } from '../../core/testing/room-builders';
import { MissedNotice } from './missed-notice';

const ID = 'cls_live';
const nothing = { since: null, counts: { comment: 0, question: 0, poll: 0, pin: 0 }, items: [] };
const comment: MissedItem = {
  kind: 'comment',
  id: 'com_1',
  nickname: '西',
  body: '図で。 https://example.jp/z',
  at: inMinutes(-2),
};
const poll: MissedItem = { kind: 'poll', id: 'pol_1', nickname: null, body: '単位円は?', at: inMinutes(-1) };
const some = { since: inMinutes(-3), counts: { comment: 12, question: 0, poll: 1, pin: 0 }, items: [comment, poll] };

beforeAll(() => import('@manabiba/shared/realtime/open-port'));
beforeEach(() => jest.useFakeTimers({ advanceTimers: true }));
afterEach(() => {
  jest.useRealTimers();
  jest.restoreAllMocks();
});

let users = 0;
function setUp() {
  const me = aMe('student', { id: `usr_missed_${(users += 1)}` });
  const live = new FakeLive().install();
  const network = new FakeNetwork().answer(listMissed, nothing);
  live.set(livePaths.roomUsers(ID), aRoomUser({ id: me.id }));
  const app = renderWithApp(<MissedNotice classroomId={ID} />, { me, network });
  const asked = () => network.calls(listMissed).map(({ query }) => query.since);
  return { ...app, live, network, asked };
}
const pass = (ms: number) => act(() => jest.advanceTimersByTimeAsync(ms));
const hide = (isHidden: boolean) => {
  jest.spyOn(document, 'visibilityState', 'get').mockReturnValue(isHidden ? 'hidden' : 'visible');
  act(() => void document.dispatchEvent(new Event('visibilitychange')));
};

it('says nothing to who has just come, or has missed nothing', async () => {
  const { asked } = setUp();
  await waitFor(() => expect(asked()).toEqual([undefined]));
  expect(screen.getByRole('status')).toBeEmptyDOMElement();
});

it('shows what happened while the connection was lost, once', async () => {
  const { live, network, asked, user } = setUp();
  await waitFor(() => expect(asked()).toHaveLength(1));
  network.answer(listMissed, some);
  const lostAt = Date.now();
  act(() => void live.setLine(false));
  await pass(60_000);
  expect(asked()).toHaveLength(1);
  act(() => void live.setLine(true));
  expect(await screen.findByText('不在のあいだに、コメント12件、アンケート1件がありました。')).toBeInTheDocument();
  const since = Date.parse(asked()[1] ?? '');
  // A dead connection is noticed late, so what was lost begins before.
  expect(since).toBeLessThan(lostAt);
  expect(since).toBeGreaterThan(lostAt - 15_000);
  await user.click(screen.getByRole('button', { name: 'まとめて見る' }));
  const dialog = within(screen.getByRole('dialog', { name: '不在のあいだの出来事' }));
  expect(dialog.getAllByRole('listitem').map(({ textContent }) => textContent)).toEqual([
    expect.stringMatching(/コメント.*西.*図で。/),
    expect.stringMatching(/アンケート.*単位円は\?/),
  ]);
  expect(await dialog.findByRole('link', { name: 'https://example.jp/z' })).toBeInTheDocument();
  expect(dialog.getByText(/ほかはコメントや質問の一覧/)).toBeInTheDocument();
  expect(screen.getByRole('status')).toBeEmptyDOMElement();
});

it('begins where the device went offline, which it notices at once', async () => {
  const { live, asked } = setUp();
  await waitFor(() => expect(asked()).toHaveLength(1));
  const lostAt = Date.now();
  const onLine = jest.spyOn(navigator, 'onLine', 'get').mockReturnValue(false);
  act(() => void live.setLine(false));
  await pass(60_000);
  onLine.mockReturnValue(true);
  act(() => void live.setLine(true));
  await waitFor(() => expect(asked()).toHaveLength(2));
  expect(Date.parse(asked()[1] ?? '')).toBeGreaterThanOrEqual(lostAt - 1_000);
});

it.each([
  ['an outage of a moment', 1_000, (live: FakeLive) => act(() => void live.setLine(false))],
  ['a glance at another window', 10_000, () => hide(true)],
])('does not count %s as an absence', async (_what, ms, leave) => {
  const { live, asked } = setUp();
  await waitFor(() => expect(asked()).toHaveLength(1));
  leave(live);
  await pass(ms);
  act(() => void live.setLine(true));
  hide(false);
  await pass(1_000);
  expect(asked()).toHaveLength(1);
});

it('adds a further absence to what was not put away yet', async () => {
  const { network, asked, user } = setUp();
  network.answer(listMissed, some);
  await screen.findByText(/コメント12件/);
  hide(true);
  await pass(30_000);
  hide(false);
  await waitFor(() => expect(asked()).toEqual([undefined, some.since]));
  network.answer(listMissed, { ...some, since: inMinutes(-1) });
  await user.click(screen.getByRole('button', { name: '閉じる' }));
  hide(true);
  await pass(30_000);
  hide(false);
  await waitFor(() => expect(asked()).toHaveLength(3));
  expect(asked()[2]).not.toBe(some.since);
});
