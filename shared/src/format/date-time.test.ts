import {
  dayKey,
  daysBetween,
  formatDate,
  formatDateTime,
  formatDayHeading,
  formatMonthDay,
  formatShortDate,
  formatTime,
  timeZoneNote,
} from './date-time';

const TOKYO = 'Asia/Tokyo';
const MOMENT = '2026-11-21T04:45:00.000Z';

describe('formatting a moment', () => {
  it.each([
    ['formatDate', formatDate, '2026年11月21日(土)'],
    ['formatMonthDay', formatMonthDay, '11月21日(土)'],
    ['formatTime', formatTime, '13:45'],
    ['formatDateTime', formatDateTime, '2026年11月21日(土)13:45(日本時間)'],
    ['dayKey', dayKey, '2026-11-21'],
  ] as const)('%s uses Tokyo time', (_name, format, words) => {
    expect(format(MOMENT, TOKYO)).toBe(words);
  });

  it.each([
    ['America/New_York', '2026年11月20日(金)23:45'],
    ['Europe/London', '2026年11月21日(土)4:45'],
    ['Asia/Kathmandu', '2026年11月21日(土)10:30'],
  ])('uses the time of %s, without naming its zone', (zone, words) => {
    expect(formatDateTime(MOMENT, zone)).toBe(words);
  });

  it('defaults to the time zone of the viewer', () => {
    const own = Intl.DateTimeFormat().resolvedOptions().timeZone;
    expect(formatDateTime(MOMENT)).toBe(formatDateTime(MOMENT, own));
  });

  it('formats midnight as 0:00 of the new day', () => {
    expect(formatDateTime('2026-11-21T15:00:00Z', TOKYO)).toBe('2026年11月22日(日)0:00(日本時間)');
  });
});

describe('the zone note', () => {
  it.each([
    ['Asia/Tokyo', '日本時間'],
    ['Asia/Seoul', '日本時間'],
    ['Asia/Shanghai', null],
    ['Australia/Adelaide', null],
    ['UTC', null],
  ])('in %s is %s', (zone, note) => {
    expect(timeZoneNote('2026-07-01T03:30:59.999Z', zone)).toBe(note);
  });
});

describe('the year', () => {
  it('is omitted in the current year', () => {
    expect(formatShortDate(MOMENT, '2026-01-03T00:00:00Z', TOKYO)).toBe('11月21日');
  });

  it('is shown in any other year', () => {
    expect(formatShortDate('2025-12-31T12:00:00Z', MOMENT, TOKYO)).toBe('2025年12月31日');
  });
});

describe('the day heading', () => {
  const now = '2026-12-31T10:00:00+09:00';

  it.each([
    ['2026-12-31T23:59:00+09:00', { heading: '今日', note: '12月31日(木)' }],
    ['2027-01-01T00:00:00+09:00', { heading: '明日', note: '2027年1月1日(金)' }],
    ['2026-12-30T00:00:00+09:00', { heading: '昨日', note: '12月30日(水)' }],
    ['2026-12-05T14:00:00+09:00', { heading: '12月5日(土)', note: null }],
    ['2027-01-03T14:00:00+09:00', { heading: '2027年1月3日(日)', note: null }],
  ])('of %s', (moment, heading) => {
    expect(formatDayHeading(moment, now, TOKYO)).toEqual(heading);
  });

  it('counts calendar days, not periods of 24 hours', () => {
    expect(daysBetween('2026-11-21T23:59:00+09:00', '2026-11-22T00:01:00+09:00', TOKYO)).toBe(1);
    // A 25-hour day: clocks go back in New York.
    expect(daysBetween('2026-11-01T00:30:00-04:00', '2026-11-01T23:30:00-05:00', 'America/New_York')).toBe(0);
  });
});

describe('the zone of the page', () => {
  afterEach(() => {
    globalThis.pageTimeZone = undefined;
  });

  it('is the default of what is shown', () => {
    const moment = new Date('2026-11-21T04:45:00Z');
    globalThis.pageTimeZone = () => 'Asia/Tokyo';
    expect(formatDateTime(moment)).toBe('2026年11月21日(土)13:45(日本時間)');
    globalThis.pageTimeZone = () => 'America/New_York';
    expect(formatDateTime(moment)).toBe('2026年11月20日(金)23:45');
    expect(formatDateTime(moment, 'UTC')).toBe('2026年11月21日(土)4:45');
  });
});
