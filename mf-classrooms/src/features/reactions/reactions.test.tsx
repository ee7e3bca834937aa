import type { RoomUserDoc } from '@manabiba/shared/contract/room-documents';
import { sendReaction } from '@manabiba/shared/data/endpoints';
import type { LiveStatus } from '@manabiba/shared/platform';
import { aMe } from '@manabiba/shared/testing/builders';
import { FakeNetwork } from '@manabiba/shared/testing/fake-network';
import { renderWithApp } from '@manabiba/shared/testing/render-with-app';
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { useState } from 'react';

import { aRoomUser } from '../../core/testing/room-builders';
import { ReactionButtons } from './reaction-bar';
import { FloatingReactions } from './reaction-overlay';

const mine = aRoomUser({ id: 'usr_me', nickname: '宮下 紗季' });
const mori = aRoomUser({ id: 'usr_mori', nickname: '森 拓海' });
const ueda = aRoomUser({ id: 'usr_ueda', nickname: '上田 莉子' });
const clapping = (person: RoomUserDoc, second = 1): RoomUserDoc => ({
  ...person,
  reactionName: 'clap',
  reactionAt: new Date(Date.UTC(2026, 10, 21, 10, 0, second)).toISOString(),
});

const noneBlocked: ReadonlySet<string> = new Set();

let room = 0;
function setUp(
  network = new FakeNetwork().answer(sendReaction, { reactionName: null, reactionAt: null }),
  first: readonly RoomUserDoc[] = [mine, mori, ueda],
) {
  const classroomId = `cls_reactions${room++}`;
  let set: (people: readonly RoomUserDoc[], status?: LiveStatus) => void = () => undefined;
  const Part = () => {
    const [{ people, status }, setSeen] = useState<{ people: readonly RoomUserDoc[]; status: LiveStatus }>({
      people: first,
      status: 'live',
    });
    set = (next, nextStatus = 'live') => setSeen({ people: next, status: nextStatus });
    return (
      <>
        <div data-testid="stage">
          <FloatingReactions classroomId={classroomId} people={people} status={status} blocked={noneBlocked} />
        </div>
        <ReactionButtons classroomId={classroomId} people={people} />
      </>
    );
  };
  const rendered = renderWithApp(<Part />, { me: aMe('adult', { id: 'usr_me' }), network });
  return { ...rendered, show: (people: readonly RoomUserDoc[], status?: LiveStatus) => act(() => set(people, status)) };
}

const button = (name: string) => screen.getByRole('button', { name });
const names = () =>
  within(screen.getByTestId('stage'))
    .queryAllByText(/さん|拓海|莉子/)
    .map(({ textContent }) => textContent);
const heard = () => screen.getByRole('status').textContent;

it('shows the count of each reaction', () => {
  setUp(undefined, [clapping(mine), clapping(mori), ueda]);
  expect(button('拍手')).toHaveAccessibleDescription('2人');
  expect(button('拍手')).toHaveAttribute('aria-pressed', 'true');
  expect(button('いいね')).toHaveAccessibleDescription('0人');
});

it("shows the viewer's own reaction before the api has responded", async () => {
  const network = new FakeNetwork();
  network.hold(sendReaction);
  const { user } = setUp(network);
  await user.click(button('拍手'));
  expect(button('拍手')).toHaveAttribute('aria-pressed', 'true');
  expect(button('拍手')).toHaveAccessibleDescription('1人');
  expect(network.calls(sendReaction).map(({ body }) => body)).toEqual([{ reactionName: 'clap' }]);
});

it("removes the viewer's own reaction when clicked again", async () => {
  const { user, network } = setUp(undefined, [clapping(mine)]);
  await user.click(button('拍手'));
  expect(button('拍手')).toHaveAttribute('aria-pressed', 'false');
  await waitFor(() => expect(network.calls(sendReaction).map(({ body }) => body)).toEqual([{ reactionName: null }]));
});

it('rolls back and shows why when rejected', async () => {
  const { user } = setUp(new FakeNetwork().refuse(sendReaction, 'not_joined'));
  await user.click(button('いいね'));
  expect(await screen.findByText('教室に参加してから操作してください。')).toBeInTheDocument();
  expect(button('いいね')).toHaveAttribute('aria-pressed', 'false');
});

it('rolls back silently when rate limited', async () => {
  const { user, network } = setUp(new FakeNetwork().refuse(sendReaction, 'rate_limited'));
  await user.click(button('笑い'));
  await waitFor(() => expect(button('笑い')).toHaveAttribute('aria-pressed', 'false'));
  expect(network.calls(sendReaction)).toHaveLength(1);
  expect(screen.getByRole('region', { name: '通知' })).toBeEmptyDOMElement();
});

it('sends only the last of several quick clicks', async () => {
  const { network } = setUp();
  for (const name of ['拍手', 'いいね', '質問']) fireEvent.click(button(name));
  expect(button('質問')).toHaveAttribute('aria-pressed', 'true');
  await waitFor(() =>
    expect(network.calls(sendReaction).map(({ body }) => body)).toEqual([
      { reactionName: 'clap' },
      { reactionName: 'question' },
    ]),
  );
});

it('shows reactions of others with their names for a limited time', () => {
  jest.useFakeTimers();
  const { show } = setUp();
  show([mine, clapping(mori), ueda]);
  expect(names()).toEqual(['森 拓海']);
  act(() => void jest.advanceTimersByTime(2600));
  expect(names()).toEqual([]);
  jest.useRealTimers();
});

it('does not show reactions sent before joining or during a connection loss', () => {
  const { show } = setUp(undefined, [mine, clapping(mori)]);
  expect(names()).toEqual([]);
  show([mine, clapping(mori)], 'reconnecting');
  show([mine, clapping(mori, 9)], 'live');
  expect(names()).toEqual([]);
});

it('announces reactions to screen readers in one sentence', () => {
  jest.useFakeTimers();
  const { show } = setUp();
  show([mine, clapping(mori, 1), ueda]);
  show([mine, clapping(mori, 2), clapping(ueda, 3)]);
  expect(heard()).toBe('');
  act(() => void jest.advanceTimersByTime(5000));
  expect(heard()).toBe('拍手 3件');
  act(() => void jest.advanceTimersByTime(5000));
  expect(heard()).toBe('');
  jest.useRealTimers();
});
