import type { ClassroomComment } from '@manabiba/shared/contract/classroom-comments';
import { listClassroomComments } from '@manabiba/shared/data/endpoints';
import { aComment } from '@manabiba/shared/testing/builders';
import { FakeNetwork } from '@manabiba/shared/testing/fake-network';
import { act, renderHook, waitFor } from '@testing-library/react';

import { useOlderComments } from './use-older-comments';

/** 120 comments, newest first. */
const all = Array.from({ length: 120 }, (_, index) =>
  aComment({ body: `${120 - index}`, createdAt: new Date(Date.UTC(2026, 10, 21, 9, 0, 120 - index)).toISOString() }),
);
const place = ({ createdAt, id }: ClassroomComment) => `${createdAt} ${id}`;

function setUp({ oldest, holeAfter = null }: { oldest: string | undefined; holeAfter?: string | null }) {
  const network = new FakeNetwork()
    .answer(listClassroomComments, ({ query }) => {
      const from = Number(query.cursor ?? 0);
      return { items: all.slice(from, from + 50), nextCursor: from + 50 < all.length ? String(from + 50) : null };
    })
    .install();
  const bodies: string[] = [];
  const { result } = renderHook(() =>
    useOlderComments('cls_0001', 'K3y', {
      oldest,
      holeAfter,
      onFetched: (comments) => bodies.push(...comments.map(({ body }) => body)),
    }),
  );
  return { network, bodies, result };
}

it('skips known pages until something older arrives', async () => {
  const { network, bodies, result } = setUp({ oldest: place(all[99]!) });
  act(() => result.current.load());
  await waitFor(() => expect(bodies).toContain('20'));
  expect(network.calls(listClassroomComments).map(({ query }) => query)).toEqual([
    { order: 'desc', limit: '50', key: 'K3y' },
    { order: 'desc', limit: '50', cursor: '50', key: 'K3y' },
    { order: 'desc', limit: '50', cursor: '100', key: 'K3y' },
  ]);
  await waitFor(() => expect(result.current).toMatchObject({ hasMore: false, isLoading: false }));
});

it('stops as soon as something older arrives', async () => {
  const { network, result } = setUp({ oldest: place(all[10]!) });
  act(() => result.current.load());
  await waitFor(() => expect(result.current.isLoading).toBe(false));
  await waitFor(() => expect(network.calls(listClassroomComments)).toHaveLength(1));
  expect(result.current.hasMore).toBe(true);
});

it('reports a failure', async () => {
  const { network, result } = setUp({ oldest: undefined });
  network.refuse(listClassroomComments, 'rate_limited');
  act(() => result.current.load());
  await waitFor(() => expect(result.current.hasFailed).toBe(true));
  expect(result.current.hasMore).toBe(true);
});

it('fills a gap automatically', async () => {
  const { bodies } = setUp({ oldest: undefined, holeAfter: place(all[70]!) });
  await waitFor(() => expect(bodies).toHaveLength(100));
});
