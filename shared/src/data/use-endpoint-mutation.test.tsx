import { act, renderHook } from '@testing-library/react';
import type { ReactNode } from 'react';

import { aClassroom, aComment, aPage } from '../testing/builders';
import { FakeNetwork } from '../testing/fake-network';
import { invalidateTags } from './cache/cache-tags';
import { clearCache } from './cache/clear-cache';
import { DataProvider } from './data-provider';
import {
  createClassroomComment,
  createReservation,
  deleteReservation,
  listClassroomComments,
  listClassrooms,
} from './endpoints';
import { changeCached, changeWhile } from './optimistic-changes';
import { useEndpoint } from './use-endpoint';
import { useEndpointMutation } from './use-endpoint-mutation';
import { useEndpointPages } from './use-endpoint-pages';

const math = aClassroom({ id: 'cls_math', reservedCount: 5 });
const music = aClassroom({ id: 'cls_music', reservedCount: 7 });
let network: FakeNetwork;

beforeEach(() => {
  jest.useFakeTimers();
  clearCache();
  network = new FakeNetwork().install().answer(listClassrooms, { ...aPage([math, music]), totalCount: 2 });
});
afterEach(() => jest.useRealTimers());

const wrapper = ({ children }: { children: ReactNode }) => <DataProvider>{children}</DataProvider>;
const pass = (seconds = 1) => act(() => jest.advanceTimersByTimeAsync(seconds * 1000));

/** Adds or removes one seat of a classroom wherever it is listed. */
const seat = (id: string, step: number) =>
  changeCached(
    listClassrooms,
    () => true,
    (list) => ({
      ...list,
      items: list.items.map((classroom) =>
        classroom.id === id ? { ...classroom, reservedCount: classroom.reservedCount + step } : classroom,
      ),
    }),
  );

function setUp() {
  const { result } = renderHook(
    () => {
      const { data } = useEndpoint(listClassrooms, {});
      const onError = jest.fn();
      return {
        counts: data?.items.map(({ reservedCount }) => reservedCount),
        reserve: useEndpointMutation(createReservation, { optimistic: ({ params }) => seat(params.id, 1), onError }),
        cancel: useEndpointMutation(deleteReservation, { optimistic: ({ params }) => seat(params.id, -1) }),
        comment: useEndpointMutation(createClassroomComment),
      };
    },
    { wrapper },
  );
  const run = (name: 'reserve' | 'cancel', id: string) => {
    let outcome: Promise<unknown> = Promise.resolve();
    act(() => {
      outcome = result.current[name]
        .run({ params: { id }, ...(name === 'reserve' ? { body: {} } : {}) } as never)
        .catch((error: unknown) => error);
    });
    return outcome;
  };
  return { result, run };
}
const reserved = { isReserved: true, reservedCount: 6 } as const;

it('shows the change optimistically and the value of the api after success', async () => {
  const { result, run } = setUp();
  await pass();
  const release = network.hold(createReservation);
  void run('reserve', 'cls_math');
  expect(result.current.counts).toEqual([6, 7]);
  expect(result.current.reserve.isRunning).toBe(true);
  network.answer(listClassrooms, { ...aPage([{ ...math, reservedCount: 9 }, music]), totalCount: 2 });
  release(reserved);
  await pass();
  expect(result.current.counts).toEqual([9, 7]);
  expect(result.current.reserve.isRunning).toBe(false);
});

it('shows and keeps a change that was made before the first response arrived', async () => {
  const releaseList = network.hold(listClassrooms);
  const { result, run } = setUp();
  await pass();
  const release = network.hold(createReservation);
  void run('reserve', 'cls_math');
  // This response was made before the reservation.
  releaseList({ ...aPage([math, music]), totalCount: 2 });
  await pass();
  expect(result.current.counts).toEqual([6, 7]);
  network.answer(listClassrooms, { ...aPage([{ ...math, reservedCount: 9 }, music]), totalCount: 2 });
  release(reserved);
  await pass();
  expect(result.current.counts).toEqual([9, 7]);
});

it('refetches a first response that is still on its way when the change has settled', async () => {
  const releaseList = network.hold(listClassrooms);
  const { result } = setUp();
  await pass();
  network.answer(listClassrooms, { ...aPage([{ ...math, reservedCount: 9 }, music]), totalCount: 2 });
  // A call without tags, such as a vote, refetches nothing else.
  await act(() => changeWhile(seat('cls_math', 1), async () => undefined));
  releaseList({ ...aPage([math, music]), totalCount: 2 });
  await pass();
  expect(result.current.counts).toEqual([9, 7]);
});

it('rolls back and rejects when the call fails', async () => {
  const { result, run } = setUp();
  await pass();
  network.refuse(createReservation, 'full');
  const outcome = run('reserve', 'cls_math');
  expect(result.current.counts).toEqual([6, 7]);
  await pass();
  expect(await outcome).toMatchObject({ code: 'full', message: '満席のため参加できません。' });
  expect(result.current.counts).toEqual([5, 7]);
  expect(result.current.reserve.error?.code).toBe('full');
});

it('rolls back only its own change and keeps a concurrent successful one', async () => {
  const { result, run } = setUp();
  await pass();
  const releaseFirst = network.hold(createReservation);
  void run('reserve', 'cls_math');
  const releaseSecond = network.hold(deleteReservation);
  void run('cancel', 'cls_music');
  expect(result.current.counts).toEqual([6, 6]);

  // The api has received only the second call, and its list reflects that.
  network.answer(listClassrooms, { ...aPage([math, { ...music, reservedCount: 6 }]), totalCount: 2 });
  releaseSecond({ isReserved: false, reservedCount: 6 });
  await pass();
  expect(result.current.counts).toEqual([6, 6]);
  releaseFirst(() => Promise.reject(new TypeError('Failed to fetch')) as never);
  await pass(10);
  expect(result.current.counts).toEqual([5, 6]);
});

it('with two changes of one item, the failure of the first keeps the second', async () => {
  const { result, run } = setUp();
  await pass();
  const releaseFirst = network.hold(createReservation);
  void run('reserve', 'cls_math');
  const releaseSecond = network.hold(deleteReservation);
  void run('cancel', 'cls_math');
  expect(result.current.counts).toEqual([5, 7]);
  network.hold(listClassrooms);
  releaseFirst(() => {
    throw new TypeError('Failed to fetch');
  });
  await pass(10);
  expect(result.current.counts).toEqual([4, 7]);
  releaseSecond({ isReserved: false, reservedCount: 4 });
  await pass();
  expect(result.current.counts).toEqual([4, 7]);
});

it('refetches a response that a change has overtaken', async () => {
  const { result } = setUp();
  await pass();
  const answerFetch = network.hold(listClassrooms);
  act(() => invalidateTags(['Classroom']));
  await pass();
  await act(() => changeWhile(seat('cls_music', 1), () => Promise.resolve()));
  expect(result.current.counts).toEqual([5, 8]);
  network.answer(listClassrooms, { ...aPage([{ ...math, reservedCount: 9 }, music]), totalCount: 2 });
  answerFetch({ ...aPage([{ ...math, reservedCount: 9 }, music]), totalCount: 2 });
  await pass();
  expect(result.current.counts).toEqual([9, 7]);
});

it('applies a pending change to a list that arrives meanwhile', async () => {
  const { result, run } = setUp();
  await pass();
  const release = network.hold(createReservation);
  void run('reserve', 'cls_math');
  network.answer(listClassrooms, { ...aPage([{ ...math, reservedCount: 20 }, music]), totalCount: 2 });
  network.answer(deleteReservation, { isReserved: false, reservedCount: 6 });
  void run('cancel', 'cls_music');
  await pass();
  expect(result.current.counts?.[0]).toBe(21);
  network.answer(listClassrooms, { ...aPage([{ ...math, reservedCount: 21 }, music]), totalCount: 2 });
  release(reserved);
  await pass();
  expect(result.current.counts?.[0]).toBe(21);
});

it('changes a paginated list page by page', async () => {
  const [one, two] = [aComment({ id: 'cmt_1' }), aComment({ id: 'cmt_2' })];
  network.answer(listClassroomComments, ({ query }) => (query.cursor ? aPage([two]) : aPage([one], 'c1')));
  const { result } = renderHook(
    () => ({
      list: useEndpointPages(listClassroomComments, { params: { id: 'cls_math' } }),
      send: useEndpointMutation(createClassroomComment, {
        optimistic: ({ body }) =>
          changeCached(
            listClassroomComments,
            ({ params }) => params.id === 'cls_math',
            (page, pageIndex) =>
              pageIndex === 0
                ? { ...page, items: [aComment({ id: 'cmt_new', body: body.body }), ...page.items] }
                : page,
          ),
      }),
    }),
    { wrapper },
  );
  await pass();
  act(() => result.current.list.loadMore());
  await pass();
  network.hold(createClassroomComment);
  act(() => void result.current.send.run({ params: { id: 'cls_math' }, body: { body: 'はい' } }));
  expect(result.current.list.items.map(({ id }) => id)).toEqual(['cmt_new', 'cmt_1', 'cmt_2']);
});

it('reuses the key of an intent that may have reached the api, and takes a new one after a response', async () => {
  const { result } = setUp();
  const send = async (body: string) => {
    await act(async () => {
      const outcome = result.current.comment.run({ params: { id: 'cls_math' }, body: { body } }).catch(() => undefined);
      await jest.advanceTimersByTimeAsync(1000);
      await outcome;
    });
  };
  network.unplug(createClassroomComment);
  await send('はい');
  await send('はい');
  await send('いいえ');
  network.refuse(createClassroomComment, 'rate_limited');
  await send('いいえ');
  network.answer(createClassroomComment, aComment());
  await send('いいえ');
  await send('いいえ');
  const keys = network.calls(createClassroomComment).map(({ headers }) => headers['Idempotency-Key']);
  expect(keys[1]).toBe(keys[0]);
  expect(keys[2]).not.toBe(keys[0]);
  expect(keys[3]).toBe(keys[2]);
  expect(new Set(keys.slice(3)).size).toBe(3);
});
