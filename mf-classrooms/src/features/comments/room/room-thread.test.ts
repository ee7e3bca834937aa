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

it('shows what the live collection holds, by time', () => {
  const [one, two] = said('一', '二');
  expect(bodies(mergeLive(emptyThread, [two!, one!], 'live'))).toEqual(['一', '二']);
});

it('drops what is deleted', () => {
  const all = said('一', '二', '三');
  const thread = mergeLive(mergeLive(emptyThread, all, 'live'), [all[0]!, all[2]!], 'live');
  expect(bodies(thread)).toEqual(['一', '三']);
  expect(bodies(mergeLive(thread, [all[2]!], 'live'))).toEqual(['三']);
});

it('keeps what a newer one pushed out of the hundred, and drops what is deleted among them', () => {
  const all = full();
  const fresh = aRoomComment({ body: '新' });
  const thread = mergeLive(mergeLive(emptyThread, all, 'live'), [...all.slice(1), fresh], 'live');
  expect(bodies(thread)).toHaveLength(LIVE_COMMENTS + 1);
  const another = aRoomComment({ body: '次' });
  const afterDeletion = mergeLive(thread, [...all.slice(1, 50), ...all.slice(51), fresh, another], 'live');
  expect(bodies(afterDeletion)).not.toContain('50');
  expect(bodies(afterDeletion)).toContain('0');
});

it('takes older pages without doubles, and forgets what they call deleted', () => {
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

it('names who has left the service', () => {
  expect(inOrder(mergeFetched(emptyThread, [aComment({ user: null })]))[0]).toMatchObject({
    userId: null,
    nickname: '退会したユーザー',
  });
  expect(inOrder(mergeFetched(emptyThread, [aComment({ user: aUser({ nickname: '岡田' }) })]))[0]).toMatchObject({
    nickname: '岡田',
  });
});

it("shows one's own answer once when the live collection brings it too, and lets it be deleted there", () => {
  const mine = aComment({ body: '私' });
  const told = mergeFetched(emptyThread, [mine]);
  const live = aRoomComment({ id: mine.id, body: '私' });
  const both = mergeLive(told, [live], 'live');
  expect(bodies(both)).toEqual(['私']);
  expect(bodies(mergeLive(both, [], 'live'))).toEqual([]);
});

it('keeps everything while the line is down, even where nothing may be read', () => {
  const thread = mergeLive(emptyThread, said('一', '二'), 'live');
  expect(bodies(mergeLive(mergeLive(thread, undefined, 'refused'), undefined, 'connecting'))).toEqual(['一', '二']);
});

it('takes nothing for deleted while the line is down', () => {
  const all = said('一', '二');
  const offline = mergeLive(mergeLive(emptyThread, all, 'live'), [], 'reconnecting');
  expect(bodies(offline)).toEqual(['一', '二']);
  expect(bodies(mergeLive(offline, [all[1]!], 'live'))).toEqual(['二']);
});

it('knows nothing until the line has told something', () => {
  expect(mergeLive(emptyThread, [], 'reconnecting').isHeard).toBe(false);
  expect(mergeLive(emptyThread, [], 'live').isHeard).toBe(true);
});

it('marks what came while the line was down, at the place where it broke off', () => {
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

it('marks nothing when nothing came, nor before the first answer', () => {
  const before = said('前');
  const back = mergeLive(mergeLive(mergeLive(emptyThread, before, 'live'), before, 'offline'), before, 'live');
  expect(back.missed).toBeNull();
  expect(back.brokenAfter).toBeNull();
  expect(mergeLive(mergeLive(emptyThread, undefined, 'connecting'), said('一'), 'live').missed).toBeNull();
});

it("counts as new neither one's own nor those of whom one has blocked", () => {
  const comments = [
    aRoomComment({ userId: 'usr_me' }),
    aRoomComment({ userId: 'usr_blocked' }),
    aRoomComment({ userId: null }),
    aRoomComment({ body: 'ほか' }),
  ];
  expect(ofOthers(comments, 'usr_me', new Set(['usr_blocked']))).toEqual([comments[2], comments[3]]);
});

it('tells of a hole when more was missed than the collection holds', () => {
  const before = said('前');
  const broken = mergeLive(mergeLive(emptyThread, before, 'live'), before, 'offline');
  const thread = mergeLive(broken, full(), 'live');
  expect(thread.missed?.hasHole).toBe(true);
  expect(bodies(thread)).toContain('前');
});

it('takes one away at once', () => {
  const [one, two] = said('一', '二');
  expect(bodies(withoutComment(mergeLive(emptyThread, [one!, two!], 'live'), one!.id))).toEqual(['二']);
});
