import type { EventSales } from '@manabiba/shared/contract/event-sales';
import { formatCount } from '@manabiba/shared/format/count';
import { formatYen } from '@manabiba/shared/format/yen';
import { eachDayOfInterval, lightFormat, parseISO } from 'date-fns';

import type { ChartBar } from '../../core/organizing/sales-chart';

/** The maximum number of days in the chart; the most recent ones are shown. */
const MAX_DAYS = 28;

/** Returns one bar per day from the first to the last confirmed participation, including days without any. */
export function salesBars(perDay: EventSales['perDay']): ChartBar[] {
  const [first, last] = [perDay[0], perDay.at(-1)];
  if (!first || !last) return [];
  let total = 0;
  const bars = eachDayOfInterval({ start: parseISO(first.day), end: parseISO(last.day) }).map((date) => {
    const day = lightFormat(date, 'yyyy-MM-dd');
    const { applications, gross } = perDay.find((sold) => sold.day === day) ?? { applications: 0, gross: 0 };
    total += applications;
    return {
      key: day,
      label: lightFormat(date, 'M/d'),
      value: applications,
      sum: total,
      cells: [`${formatCount(applications)}件`, formatYen(gross), `${formatCount(total)}件`],
    };
  });
  return bars.slice(-MAX_DAYS);
}
