import { createClassroomComment } from '@manabiba/shared/data/endpoints';
import { forgetPerson } from '@manabiba/shared/session/person-storage';
import { isSessionHeld } from '@manabiba/shared/session/session-hold';
import { aComment } from '@manabiba/shared/testing/builders';
import { FakeNetwork, type RecordedCall } from '@manabiba/shared/testing/fake-network';
import { waitFor } from '@testing-library/react';

import { draftOf, keepDraft } from '../../../core/room/drafts';
import { SendQueue, sendQueueOf } from './send-queue';

function setUp(arrange: (network: FakeNetwork) => FakeNetwork) {
  const network = arrange(new FakeNetwork()).install();
  const queue = new SendQueue('cls_0001');
  return { network, queue, states: () => queue.read().map(({ body, state }) => `${body} ${state}`) };
}

const echo = ({ body }: RecordedCall) => aComment({ body: (body as { body: string }).body, isMine: true });
const keysOf = (network: FakeNetwork) =>
  network.calls(createClassroomComment).map(({ headers }) => headers['Idempotency-Key']);

it('sends in order, a second apart', async () => {
  const times: number[] = [];
  const { queue, states, network } = setUp((it) =>
    it.answer(createClassroomComment, (call) => {
      times.push(performance.now());
      return echo(call);
    }),
  );
  queue.setKey('K3y');
  queue.send('一');
  queue.send('二');
  expect(states()).toEqual(['一 waiting', '二 waiting']);
  await waitFor(() => expect(states()).toEqual(['一 sent', '二 sent']));
  expect(network.calls(createClassroomComment).map(({ body }) => body)).toEqual([
    { body: '一', key: 'K3y' },
    { body: '二', key: 'K3y' },
  ]);
  expect(times[1]! - times[0]!).toBeGreaterThan(950);
  expect(queue.read()[0]?.comment?.body).toBe('一');
});

it('keeps a failed comment with the reason and retries with the same idempotency key', async () => {
  const { queue, states, network } = setUp((it) => it.unplug(createClassroomComment));
  queue.send('消えない');
  await waitFor(() => expect(states()).toEqual(['消えない failed']));
  expect(queue.read()[0]?.reason).toBe('問題が発生しました。もう一度お試しください。');
  network.answer(createClassroomComment, echo);
  queue.retry(queue.read()[0]!.id);
  await waitFor(() => expect(states()).toEqual(['消えない sent']));
  const [first, second] = keysOf(network);
  expect(second).toBe(first);
});

it('automatically retries unanswered comments but not rejected ones', async () => {
  const { queue, states, network } = setUp((it) => it.unplug(createClassroomComment));
  queue.send('聞こえた?');
  await waitFor(() => expect(states()).toEqual(['聞こえた? failed']));
  network.refuse(createClassroomComment, 'role_required');
  queue.send('だめ');
  await waitFor(() => expect(states()).toEqual(['聞こえた? failed', 'だめ failed']));
  network.answer(createClassroomComment, echo);
  queue.retryUnheard();
  await waitFor(() => expect(states()).toEqual(['聞こえた? sent', 'だめ failed']));
  const [first, , again] = keysOf(network);
  expect(again).toBe(first);
});

it('sends nothing more after the user has changed', async () => {
  const { network } = setUp((it) => it.answer(createClassroomComment, echo));
  const queue = sendQueueOf('cls_0002');
  queue.send('一');
  queue.send('二');
  await waitFor(() => expect(network.calls(createClassroomComment)).toHaveLength(1));
  forgetPerson();
  expect(queue.read()).toEqual([]);
  expect(sendQueueOf('cls_0002').read()).toEqual([]);
  sendQueueOf('cls_0002').send('次の人の言葉');
  await waitFor(() => expect(network.calls(createClassroomComment)).toHaveLength(2));
  // By now the second comment would have been sent.
  await waitFor(() => expect(sendQueueOf('cls_0002').read()[0]?.state).toBe('sent'));
  sendQueueOf('cls_0002').send('もう一言');
  await waitFor(() => expect(network.calls(createClassroomComment)).toHaveLength(3));
  expect(network.calls(createClassroomComment).map(({ body }) => (body as { body: string }).body)).toEqual([
    '一',
    '次の人の言葉',
    'もう一言',
  ]);
});

it('retries a comment rejected by the api with a new idempotency key', async () => {
  const { queue, states, network } = setUp((it) => it.refuse(createClassroomComment, 'role_required'));
  queue.send('学校');
  await waitFor(() => expect(states()).toEqual(['学校 failed']));
  network.answer(createClassroomComment, echo);
  queue.retry(queue.read()[0]!.id);
  await waitFor(() => expect(states()).toEqual(['学校 sent']));
  const [first, second] = keysOf(network);
  expect(second).not.toBe(first);
});

it('does not automatically retry a rate-limited comment but keeps it for a manual retry', async () => {
  const { queue, states, network } = setUp((it) =>
    it.refuse(createClassroomComment, 'rate_limited', { retryAfterSeconds: 0.01 }),
  );
  queue.send('速い');
  await waitFor(() => expect(states()).toEqual(['速い failed']));
  queue.send('次');
  await waitFor(() => expect(states()).toEqual(['速い failed', '次 failed']));
  expect(network.calls(createClassroomComment)).toHaveLength(2);
  network.answer(createClassroomComment, echo);
  queue.retry(queue.read()[0]!.id);
  await waitFor(() => expect(states()).toEqual(['速い sent', '次 failed']));
});

it('does not block others behind a failed comment, and forgets dropped ones', async () => {
  let isFirst = true;
  const { queue, states } = setUp((it) =>
    it.answer(createClassroomComment, (call) => {
      if (!isFirst) return echo(call);
      isFirst = false;
      throw new TypeError('Failed to fetch');
    }),
  );
  queue.send('落ちる');
  queue.send('届く');
  await waitFor(() => expect(states()).toEqual(['落ちる failed', '届く sent']));
  queue.drop(queue.read()[0]!.id);
  expect(states()).toEqual(['届く sent']);
});

it('does not show a draft to the next user', () => {
  keepDraft('cls_0001', 'まだ送っていない言葉');
  expect(draftOf('cls_0001')).toBe('まだ送っていない言葉');
  forgetPerson();
  expect(draftOf('cls_0001')).toBe('');
});

it('holds the session while a comment is undelivered', async () => {
  const network = new FakeNetwork().unplug(createClassroomComment).install();
  const queue = sendQueueOf('cls_0003');
  expect(isSessionHeld()).toBe(false);
  queue.send('届いていない言葉');
  await waitFor(() => expect(queue.read()[0]?.state).toBe('failed'));
  expect(isSessionHeld()).toBe(true);
  network.answer(createClassroomComment, echo);
  queue.retryUnheard();
  await waitFor(() => expect(isSessionHeld()).toBe(false));
});
