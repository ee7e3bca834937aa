import { formatDateInput, formatDateTimeInput, parseDateInput, parseDateTimeInput } from './date-time-input';

describe('date and time input', () => {
  it('is parsed in the time zone of the viewer', () => {
    expect(parseDateTimeInput('2026/11/21 13:45')).toEqual(new Date(2026, 10, 21, 13, 45));
  });

  it.each(['2026/1/2 9:05', ' 2026/01/02  09:05 ', '2026/01/02 09:05', '2026/1/2 9:05'])(
    'is parsed from %s',
    (text) => {
      expect(parseDateTimeInput(text)).toEqual(new Date(2026, 0, 2, 9, 5));
    },
  );

  it.each([
    '',
    'あした',
    '2026/02/30 12:00',
    '2026/13/01 12:00',
    '2026/00/10 12:00',
    '2025/02/29 12:00',
    '2026/11/21 25:61',
    '2026/11/21 24:00',
    '2026/11/21 13:60',
    '2026/11/21 13:5',
    '2026/11/21',
    '2026-11-21 13:45',
    '26/11/21 13:45',
    '0026/11/21 13:45',
    '2026/11/21 13:45:00',
    '2026/11/21 13:45 まで',
  ])('is rejected for “%s”', (text) => {
    expect(parseDateTimeInput(text)).toBeNull();
  });

  it('supports leap days', () => {
    expect(parseDateTimeInput('2028/02/29 12:00')).toEqual(new Date(2028, 1, 29, 12));
  });

  it('is formatted as it is parsed', () => {
    expect(formatDateTimeInput(new Date(2026, 0, 2, 9, 5))).toBe('2026/01/02 09:05');
  });

  it('may be a date only', () => {
    expect(parseDateInput('2011/05/14')).toEqual(new Date(2011, 4, 14));
    expect(parseDateInput('2011/02/29')).toBeNull();
    expect(parseDateInput('2011/05/14 10:00')).toBeNull();
    expect(formatDateInput(new Date(2011, 4, 14))).toBe('2011/05/14');
  });
});
