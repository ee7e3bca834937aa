import { LIVE_COMMENTS, type RoomCommentDoc } from '@manabiba/shared/contract/room-documents';
import { aComment, aUser } from '@manabiba/shared/testing/builders';

import { aRoomComment } from '../../../core/testing/room-builders';
import {
  countBetween,
  emptyThread,
  inOrder,
  mergeFetched,
  mergeLive,
  ofOthers,
  positionOf,
  type RoomThread,
  withoutComment,
} from './room-thread';

const bodies = (thread: RoomThread) => inOrder(thread).map(({ body }) => body);
const said = (...words: string[]) => words.map((body) => aRoomComment({ body }));
const full = (): RoomCommentDoc[] =>
  Array.from({ length: LIVE_COMMENTS }, (_, index) => aRoomComment({ body: `${index}` }));

it('returns the comments of the live collection by time', () => {
  const [one, two] = said('一', '二');
  expect(bodies(mergeLive(emptyThread, [two!, one!], 'live'))).toEqual(['一', '二']);
});

it('removes deleted comments', () => {
  const all = said('一', '二', '三');
  const thread = mergeLive(mergeLive(emptyThread, all, 'live'), [all[0]!, all[2]!], 'live');
  expect(bodies(thread)).toEqual(['一', '三']);
  expect(bodies(mergeLive(thread, [all[2]!], 'live'))).toEqual(['三']);
});

it('keeps comments pushed out of the newest hundred, and removes deleted ones among them', () => {
  const all = full();
  const fresh = aRoomComment({ body: '新' });
  const thread = mergeLive(mergeLive(emptyThread, all, 'live'), [...all.slice(1), fresh], 'live');
  expect(bodies(thread)).toHaveLength(LIVE_COMMENTS + 1);
  const another = aRoomComment({ body: '次' });
  const afterDeletion = mergeLive(thread, [...all.slice(1, 50), ...all.slice(51), fresh, another], 'live');
  expect(bodies(afterDeletion)).not.toContain('50');
  expect(bodies(afterDeletion)).toContain('0');
});

it('merges older pages without duplicates and removes comments they mark as deleted', () => {
  const live = said('生放送');
  const old = aComment({ body: '昔', createdAt: '2026-11-20T00:00:00.000Z' });
  const same = aComment({ id: live[0]!.id, body: '生放送' });
  const gone = aComment({ body: '', deletedAt: '2026-11-21T00:00:00.000Z', deletedBy: 'host' });
  const thread = mergeFetched(mergeLive(emptyThread, live, 'live'), [same, gone, old]);
  expect(bodies(thread)).toEqual(['昔', '生放送']);
  expect(bodies(mergeFetched(thread, [{ ...old, body: '', deletedAt: '2026-11-21T00:00:00.000Z' }]))).toEqual([
    '生放送',
  ]);
});

it('labels authors who have closed their account', () => {
  expect(inOrder(mergeFetched(emptyThread, [aComment({ user: null })]))[0]).toMatchObject({
    userId: null,
    nickname: '退会したユーザー',
  });
  expect(inOrder(mergeFetched(emptyThread, [aComment({ user: aUser({ nickname: '岡田' }) })]))[0]).toMatchObject({
    nickname: '岡田',
  });
});

it("shows the viewer's own comment once when it also arrives live, and lets it be deleted", () => {
  const mine = aComment({ body: '私' });
  const fetched = mergeFetched(emptyThread, [mine]);
  const live = aRoomComment({ id: mine.id, body: '私' });
  const both = mergeLive(fetched, [live], 'live');
  expect(bodies(both)).toEqual(['私']);
  expect(bodies(mergeLive(both, [], 'live'))).toEqual([]);
});

it('keeps everything during a connection loss, even when reads are refused', () => {
  const thread = mergeLive(emptyThread, said('一', '二'), 'live');
  expect(bodies(mergeLive(mergeLive(thread, undefined, 'refused'), undefined, 'connecting'))).toEqual(['一', '二']);
});

it('treats nothing as deleted during a connection loss', () => {
  const all = said('一', '二');
  const offline = mergeLive(mergeLive(emptyThread, all, 'live'), [], 'reconnecting');
  expect(bodies(offline)).toEqual(['一', '二']);
  expect(bodies(mergeLive(offline, [all[1]!], 'live'))).toEqual(['二']);
});

it('is unknown until the first live snapshot', () => {
  expect(mergeLive(emptyThread, [], 'reconnecting').hasSnapshot).toBe(false);
  expect(mergeLive(emptyThread, [], 'live').hasSnapshot).toBe(true);
});

it('marks comments that arrived during a connection loss at the point of interruption', () => {
  const before = said('前');
  const missed = said('留守1', '留守2');
  let thread = mergeLive(mergeLive(emptyThread, before, 'live'), before, 'reconnecting');
  thread = mergeLive(thread, before, 'offline');
  expect(thread.missed).toBeNull();
  thread = mergeLive(thread, [...before, ...missed], 'live');
  expect(thread.missed).toEqual({ after: positionOf(before[0]!), until: positionOf(missed[1]!), hasHole: false });
  expect(countBetween(inOrder(thread), thread.missed!.after, thread.missed!.until)).toBe(2);

  const later = said('後');
  thread = mergeLive(thread, [...before, ...missed, ...later], 'live');
  expect(countBetween(inOrder(thread), thread.missed!.after, thread.missed!.until)).toBe(2);
});

it('marks nothing when nothing was missed or before the first snapshot', () => {
  const before = said('前');
  const back = mergeLive(mergeLive(mergeLive(emptyThread, before, 'live'), before, 'offline'), before, 'live');
  expect(back.missed).toBeNull();
  expect(back.brokenAfter).toBeNull();
  expect(mergeLive(mergeLive(emptyThread, undefined, 'connecting'), said('一'), 'live').missed).toBeNull();
});

it('counts neither own comments nor those of blocked users as new', () => {
  const comments = [
    aRoomComment({ userId: 'usr_me' }),
    aRoomComment({ userId: 'usr_blocked' }),
    aRoomComment({ userId: null }),
    aRoomComment({ body: 'ほか' }),
  ];
  expect(ofOthers(comments, 'usr_me', new Set(['usr_blocked']))).toEqual([comments[2], comments[3]]);
});

it('reports a gap when more was missed than the live collection holds', () => {
  const before = said('前');
  const broken = mergeLive(mergeLive(emptyThread, before, 'live'), before, 'offline');
  const thread = mergeLive(broken, full(), 'live');
  expect(thread.missed?.hasHole).toBe(true);
  expect(bodies(thread)).toContain('前');
});

it('removes a comment immediately', () => {
  const [one, two] = said('一', '二');
  expect(bodies(withoutComment(mergeLive(emptyThread, [one!, two!], 'live'), one!.id))).toEqual(['二']);
});
