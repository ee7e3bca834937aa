import { aRoomUser } from '../../core/testing/room-builders';
import { freshReactions, summaryOf } from './fresh-reactions';

const at = (second: number) => new Date(Date.UTC(2026, 10, 21, 10, 0, second)).toISOString();
const mori = aRoomUser({ id: 'usr_mori', nickname: '森 拓海' });
const passedOver = new Set(['usr_me', 'usr_blocked']);
const clap = (second: number) => ({ reactionName: 'clap' as const, reactionAt: at(second) });

it('finds reactions that are new since then', () => {
  expect(freshReactions([mori], [{ ...mori, ...clap(3) }], passedOver)).toEqual([
    { key: `${at(3)} usr_mori`, reactionName: 'clap', nickname: '森 拓海' },
  ]);
});

it('treats a repeated reaction as new', () => {
  expect(freshReactions([{ ...mori, ...clap(3) }], [{ ...mori, ...clap(4) }], passedOver)).toHaveLength(1);
});

it.each([
  ['an unrelated change', [{ ...mori, ...clap(3) }], [{ ...mori, ...clap(3), isMuted: false }]],
  ['a removed reaction', [{ ...mori, ...clap(3) }], [{ ...mori, reactionAt: null }]],
  ['a raised hand', [mori], [{ ...mori, reactionName: 'raise_hand' as const, reactionAt: at(3) }]],
  ['the old reaction of a new participant', [], [{ ...mori, ...clap(3) }]],
  ['a reaction of the viewer', [{ ...mori, id: 'usr_me' }], [{ ...mori, id: 'usr_me', ...clap(3) }]],
  ['a reaction of a blocked user', [{ ...mori, id: 'usr_blocked' }], [{ ...mori, id: 'usr_blocked', ...clap(3) }]],
])('does not count %s as a reaction', (_what, before, now) => {
  expect(freshReactions(before, now, passedOver)).toEqual([]);
});

it('returns them in chronological order', () => {
  const ueda = aRoomUser({ id: 'usr_ueda', nickname: '上田' });
  const found = freshReactions(
    [mori, ueda],
    [
      { ...mori, ...clap(9) },
      { ...ueda, ...clap(2) },
    ],
    passedOver,
  );
  expect(found.map(({ nickname }) => nickname)).toEqual(['上田', '森 拓海']);
});

it('summarizes by count, most frequent first', () => {
  const one = (reactionName: 'clap' | 'like') => ({ key: '', reactionName, nickname: '' });
  expect(summaryOf([one('like'), one('clap'), one('clap')], (name) => (name === 'clap' ? '拍手' : 'いいね'))).toBe(
    '拍手 2件、いいね 1件',
  );
});
