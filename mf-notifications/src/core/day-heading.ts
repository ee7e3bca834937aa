const weekdays = ['日', '月', '火', '水', '木', '金', '土'] as const;

/** The two halves of a day's heading: what is read first, and the rest in softer type. */
export interface DayHeading {
  main: string;
  rest: string;
}

function dayBefore(day: string): string {
  const date = new Date(`${day}T00:00:00Z`);
  date.setUTCDate(date.getUTCDate() - 1);
  return date.toISOString().slice(0, 10);
}

/**
 * How a day is called when today is `today`: 今日 11月21日(土), 昨日 11月20日(金), then 11月18日 (水); another year is named.
 *
 * Both are calendar days of the reader ("2026-11-21"), so that no clock change can move a heading.
 */
export function dayHeading(day: string, today: string): DayHeading {
  const date = new Date(`${day}T00:00:00Z`);
  const weekday = `(${weekdays[date.getUTCDay()]})`;
  const monthAndDay = `${date.getUTCMonth() + 1}月${date.getUTCDate()}日`;
  if (day === today) return { main: '今日', rest: `${monthAndDay}${weekday}` };
  if (day === dayBefore(today)) return { main: '昨日', rest: `${monthAndDay}${weekday}` };
  if (day.slice(0, 4) === today.slice(0, 4)) return { main: monthAndDay, rest: weekday };
  return { main: `${date.getUTCFullYear()}年${monthAndDay}`, rest: weekday };
}
