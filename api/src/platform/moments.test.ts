import { fullMomentIn, momentIn, spanIn } from './moments';

const START = new Date('2026-12-05T05:00:00Z');
const END = new Date('2026-12-05T05:45:00Z');

it.each([
  ['Asia/Tokyo', '2026年12月5日(土)14:00から14:45(日本時間)'],
  ['Asia/Seoul', '2026年12月5日(土)14:00から14:45(韓国標準時)'],
  ['Europe/Berlin', '2026年12月5日(土)6:00から6:45(中央ヨーロッパ標準時)'],
  ['America/Los_Angeles', '2026年12月4日(金)21:00から21:45(米国太平洋標準時)'],
  ['UTC', '2026年12月5日(土)5:00から5:45(協定世界時)'],
])('writes a span in %s with the name of the zone', (zone, words) => {
  expect(spanIn(zone, START, END)).toBe(words);
});

it('names the day of an end on another day', () => {
  expect(spanIn('Asia/Tokyo', new Date('2026-12-05T14:30:00Z'), new Date('2026-12-05T15:15:00Z'))).toBe(
    '2026年12月5日(土)23:30から12月6日(日)0:15(日本時間)',
  );
});

it('names summer time in summer', () => {
  const summer = new Date('2026-07-01T05:00:00Z');
  expect(momentIn('Europe/Berlin', summer)).toBe('7月1日(水)7:00(中央ヨーロッパ夏時間)');
  expect(fullMomentIn('Asia/Tokyo', summer)).toBe('2026年7月1日(水)14:00(日本時間)');
});
